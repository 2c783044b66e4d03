/** `hone features`: what a program is like, as far as that says which engine will decide it. Nothing is verified. */
import { buildModel } from "../../model/build.ts";
import { readForModel } from "../../model/read.ts";
import { type Features, featuresOf } from "../../model/view/features.ts";
import { featureLines } from "../../report/features.ts";
import { RESULT_VERSION } from "../../report/result.ts";
import { isDirectory } from "../../tasks/files.ts";
import { release } from "../../util/release.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, type ExitCode } from "../exit-codes.ts";
import { collectionJobs, expandDirectories, type Job, jobsOf } from "../inputs.ts";
import { showDiagnostics, tellNotes } from "../messages.ts";
import { deliver } from "../output.ts";
import { requestOf } from "../request.ts";
import type { Settings } from "../settings.ts";
import { TOOL_VERSION } from "../version.ts";

export function featuresCommand({ files, settings }: Arguments, environment: Environment): ExitCode {
  let worst: ExitCode = EXIT_SAFE;
  const found: { readonly file: string; readonly milliseconds: number; readonly features: Features }[] = [];
  const jobs = files.some(isDirectory) ? collectionJobs(expandDirectories(files), settings) : jobsOf(files, settings);
  for (const item of jobs) {
    if (item.kind === "problem") {
      environment.log(`hone: ${item.file}: ${item.message}\n`);
      worst = EXIT_BAD_INPUT;
      continue;
    }
    environment.progress(item.job.name);
    const answer = featuresIn(item.job, settings, environment);
    release();
    if (answer === undefined) worst = EXIT_BAD_INPUT;
    else found.push({ file: item.job.name, ...answer });
  }
  const tool = { name: "hone", version: TOOL_VERSION };
  const report =
    settings.featureFormat === "json"
      ? `${JSON.stringify({ version: RESULT_VERSION, tool, results: found }, undefined, 2)}\n`
      : found.map(({ file, features }) => `${[file, ...featureLines(features)].join("\n")}\n`).join("");
  return deliver(report, settings.output, environment) === "delivered" ? worst : EXIT_BAD_INPUT;
}

function featuresIn(job: Job, settings: Settings, environment: Environment) {
  tellNotes(job.notes, settings, environment);
  const { model: options } = requestOf(job, settings);
  const built = readForModel(job.sources, job.frontEnd, options);
  showDiagnostics(built, settings, environment);
  const { program } = built;
  if (program === undefined) return undefined;
  if (!program.functions.has(job.entry)) {
    environment.log(`hone: ${job.name}: there is no function "${job.entry}" to start from (see --entry)\n`);
    return undefined;
  }
  const model = buildModel(program, options);
  const startMs = environment.meter.nowMs();
  const features = featuresOf(model);
  return { milliseconds: environment.meter.nowMs() - startMs, features };
}
