/** `--harness`: the counterexample of a result as a C file that runs into the error when it is compiled. */
import { readProgram } from "../cfa/build-source.ts";
import { type Harness, makeHarness } from "../evidence/harness.ts";
import { parseValue } from "../report/counterexample.ts";
import type { HarnessReport, Result } from "../report/result.ts";
import type { Verification } from "../verify.ts";
import { deliver, type Environment } from "./environment.ts";
import type { Job } from "./inputs.ts";

/** The verification with what became of its harness; nothing is written unless the verdict is `unsafe`. */
export function withHarness(
  verification: Verification,
  job: Job,
  output: string | undefined,
  environment: Environment,
): Verification | "failed" {
  const { result } = verification;
  if (output === undefined || result.verdict !== "unsafe") return verification;
  const harness = harnessOf(job, result);
  if (harness.kind !== "none" && deliver(harness.text, output, environment) === "failed") return "failed";
  const report: HarnessReport =
    harness.kind === "none" ? { kind: "none", reason: harness.reason } : { kind: harness.kind, file: output };
  return { ...verification, result: { ...result, harness: report } };
}

/** The result may come from another process, so that the program is read again and run on the inputs it lists. */
function harnessOf(job: Job, result: Result): Harness {
  const { program } = readProgram(job.sources, job.frontEnd);
  const values = (result.counterexample?.inputs ?? []).map(({ value }) => parseValue(value) ?? 0);
  if (program === undefined) return { kind: "none", reason: "the program cannot be read again" };
  return makeHarness({ program, entry: job.entry, properties: job.properties }, values, job.sources.length);
}
