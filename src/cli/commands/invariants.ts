/** `hone invariants`: the program with an invariant at each loop, proved: as comments, ACSL or assertions; or as JSON, or a witness. */

import { lacksZ3, NO_Z3, type SecondSolver, secondSolver } from "../../api/node/second-solver.ts";
import { INVARIANT_ENGINE } from "../../api/sync.ts";
import { findPreset } from "../../engines/index.ts";
import { computeInvariants, type InvariantAnswer } from "../../invariants.ts";
import { type Invariant, RESULT_VERSION } from "../../report/result.ts";
import { showHolds } from "../../report/text.ts";
import { release } from "../../util/release.ts";
import type { SourceMap } from "../../util/source.ts";
import { annotatedText } from "../../witness/annotate.ts";
import type { WitnessLocation } from "../../witness/format.ts";
import { WITNESSES } from "../../witness/writers.ts";
import type { Arguments } from "../arguments.ts";
import { engineProblem } from "../engine-choice.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, EXIT_UNKNOWN, type ExitCode } from "../exit-codes.ts";
import { type Job, jobsOf } from "../inputs.ts";
import { showDiagnostics, tellNotes } from "../messages.ts";
import { deliver, outputsProblem } from "../output.ts";
import { inputOf, requestOf, verifyOptions } from "../request.ts";
import type { Settings } from "../settings.ts";
import { TOOL_VERSION } from "../version.ts";
import { witnessFor } from "../witness.ts";

export async function invariantsCommand({ files, settings }: Arguments, environment: Environment): Promise<ExitCode> {
  const engine = settings.engine ?? INVARIANT_ENGINE;
  const problem = engineProblem({ ...settings, engine });
  const z3 = await secondSolver(settings.certify);
  const lacking = (await lacksZ3(settings)) ? `--certify ${settings.certify}: ${NO_Z3}` : undefined;
  const unwritable = outputsProblem(
    settings.output === undefined ? [] : [{ option: "-o", path: settings.output }],
    files,
  );
  const wrong = problem ?? lacking ?? unwritable;
  if (wrong !== undefined) {
    environment.log(`hone: ${wrong}\n`);
    return EXIT_BAD_INPUT;
  }
  let worst: ExitCode = EXIT_SAFE;
  const texts: string[] = [];
  const reports: unknown[] = [];
  for (const item of jobsOf(files, settings)) {
    if (item.kind === "problem") {
      environment.log(`hone: ${item.file}: ${item.message}\n`);
      worst = EXIT_BAD_INPUT;
      continue;
    }
    tellNotes(item.job.notes, settings, environment);
    const answer = answerFor(item.job, { ...settings, engine }, z3, environment);
    release();
    if (answer.kind === "bad-input") {
      const { diagnostics, sources } = answer;
      showDiagnostics({ diagnostics, sources }, settings, environment);
      worst = EXIT_BAD_INPUT;
    } else if (answer.kind === "none") {
      environment.log(`hone: ${item.job.name}: ${answer.reason}\n`);
      if (worst === EXIT_SAFE) worst = EXIT_UNKNOWN;
    } else {
      texts.push(printed(answer, item.job, settings.invariantFormat));
      const { invariants, by, statistics } = answer;
      reports.push({ file: item.job.name, engine, invariants, evidence: { kind: "certificate", by }, statistics });
    }
  }
  const tool = { name: "hone", version: TOOL_VERSION };
  const json = `${JSON.stringify({ version: RESULT_VERSION, tool, results: reports }, undefined, 2)}\n`;
  const report = settings.invariantFormat === "json" ? json : texts.join("");
  return deliver(report, settings.output, environment) === "delivered" ? worst : EXIT_BAD_INPUT;
}

function answerFor(
  job: Job,
  settings: Settings,
  z3: SecondSolver | undefined,
  environment: Environment,
): InvariantAnswer {
  const { meter } = environment;
  // A check inside a loop acts as an assumption, so none is made unless asked for.
  const properties = settings.checks ?? [];
  const request = requestOf({ ...job, properties }, settings);
  const { domain, engineOptions, certify, model, timeoutSeconds } = verifyOptions(request, {
    meter,
    progress: () => {},
    log: environment.log,
  });
  const preset = findPreset(settings.engine as string);
  if (preset === undefined) return { kind: "none", reason: `there is no engine "${settings.engine}"` };
  return computeInvariants(inputOf(request), {
    ...{ model, preset, timeoutSeconds, meter, domain, witness: WITNESSES },
    ...(engineOptions === undefined ? {} : { engineOptions }),
    ...(certify === undefined ? {} : { certify }),
    ...(z3 === undefined ? {} : { z3 }),
  });
}

function printed(
  { sources, invariants: told, witness }: InvariantAnswer & { kind: "invariants" },
  job: Job,
  format: Settings["invariantFormat"],
): string {
  switch (format) {
    case "text":
    case "json":
      return annotated(sources, told);
    case "witness":
      return witness === undefined ? "" : witnessFor(witness, job);
    default: {
      const { invariants, contracts } = witness?.kind === "correctness" ? witness : { invariants: [], contracts: [] };
      const texts = job.sources.map(({ name, text }) => {
        const isHere = ({ location }: { readonly location: WitnessLocation }) => location.file_name === name;
        return annotatedText(text, invariants.filter(isHere), contracts.filter(isHere), format);
      });
      return texts.join("");
    }
  }
}

/** The first source with a comment above each loop; invariants of other files follow as a list. */
function annotated(sources: SourceMap, invariants: readonly Invariant[]): string {
  const [first] = sources.files;
  if (first === undefined) return "";
  const lines = first.text.split("\n");
  const comment = (one: Invariant) => `/* invariant: ${one.expression.replaceAll("*/", "* /")}${showHolds(one)} */`;
  const above = new Map<number, Invariant[]>();
  const elsewhere: Invariant[] = [];
  for (const one of invariants) {
    const place = sources.writtenLine(one.file, one.line);
    if (place?.file === first) above.set(place.line, [...(above.get(place.line) ?? []), one]);
    else elsewhere.push(one);
  }
  const text = lines.flatMap((line, i) => {
    const indent = /^\s*/.exec(line)?.[0] ?? "";
    return [...(above.get(i + 1) ?? []).map((one) => indent + comment(one)), line];
  });
  const rest = elsewhere.map((one) => `// ${one.file}:${one.line}:${one.column}: ${comment(one)}`);
  return [...text, ...rest].join("\n");
}
