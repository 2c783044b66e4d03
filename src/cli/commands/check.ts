/** `hone check`: is what a witness says of a program true? */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { checkWitness, lintWitness, type WitnessVerdict } from "../../check-witness.ts";
import { loadCadical } from "../../smt/sat/cadical.ts";
import { readText } from "../../tasks/files.ts";
import { parsePropertyFile } from "../../tasks/property-file.ts";
import { release } from "../../util/release.ts";
import { readWitness, type WitnessProblem } from "../../witness/read.ts";
import type { Arguments } from "../arguments.ts";
import { engineProblem } from "../engine-choice.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, EXIT_UNKNOWN, EXIT_UNSAFE, type ExitCode } from "../exit-codes.ts";
import { type Job, jobsOf } from "../inputs.ts";
import { inputOf, requestOf, verifyOptions } from "../request.ts";
import type { Settings } from "../settings.ts";

export async function checkCommand({ files, settings }: Arguments, environment: Environment): Promise<ExitCode> {
  const path = files.at(-1);
  const program = files.slice(0, -1);
  const refused = (message: string): ExitCode => {
    environment.log(`hone: ${message}\n`);
    return EXIT_BAD_INPUT;
  };
  if (path === undefined || program.length === 0) return refused("`hone check` needs a program and a witness");
  const problem = engineProblem(settings);
  if (problem !== undefined) return refused(problem);
  const read = readText(path);
  if (read.kind === "problem") return refused(`${path}: ${read.message}`);
  const told = (problems: readonly WitnessProblem[]): ExitCode => {
    for (const { line, column, message } of problems) environment.log(`${path}:${line}:${column}: ${message}\n`);
    return EXIT_BAD_INPUT;
  };
  const { entries, problems } = readWitness(read.text);
  const task = entries[0]?.task;
  if (problems.length > 0 || task === undefined) return told(problems);
  const job = jobFor(program, { ...settings, dataModel: settings.dataModel ?? task.data_model });
  if (typeof job === "string") return refused(job);
  const specification = parsePropertyFile(task.specification);
  if (specification.kind === "problem") return refused(`${path}: specification: ${specification.message}`);
  const { properties, entry } = specification.specification;
  const request = requestOf({ ...job, properties, entry }, settings);
  const hashes = new Map(job.sources.map(({ name }) => [name, hashOf(name)]));
  try {
    if (settings.lint) {
      const found = lintWitness(read.text, inputOf(request), hashes);
      if (found.length === 0) environment.write(`${path}: a witness of this program\n`);
      return found.length === 0 ? EXIT_SAFE : told(found);
    }
    const sat = await loadCadical();
    const options = { ...verifyOptions(request, { meter: environment.meter, progress: () => {} }), sat };
    const verdict = checkWitness(read.text, inputOf(request), hashes, options);
    return verdict.kind === "bad-witness" ? told(verdict.problems) : tellVerdict(verdict, path, environment);
  } finally {
    release();
  }
}

function jobFor(files: readonly string[], settings: Settings): Job | string {
  const [item] = jobsOf(files, { ...settings, link: files.length > 1 || settings.link });
  if (item === undefined) return "there is no program";
  return item.kind === "job" ? item.job : `${item.file}: ${item.message}`;
}

function hashOf(name: string): string {
  return createHash("sha256").update(readFileSync(name)).digest("hex");
}

function tellVerdict(
  verdict: Exclude<WitnessVerdict, { kind: "bad-witness" }>,
  path: string,
  environment: Environment,
): ExitCode {
  environment.write(`${path}: ${verdict.reason}\n`);
  environment.write(`hone: ${verdict.kind.toUpperCase()}\n`);
  return { confirmed: EXIT_SAFE, refuted: EXIT_UNSAFE, unknown: EXIT_UNKNOWN }[verdict.kind] as ExitCode;
}
