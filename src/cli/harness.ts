/** `--test` (of old `--harness`): the counterexample of a result as a C file that runs into the error when it is compiled. */

import type { Question } from "../evidence/execution.ts";
import { type Harness, makeHarness } from "../evidence/harness.ts";
import { readForModel } from "../model/read.ts";
import { parseValue } from "../report/counterexample.ts";
import type { HarnessReport, Result } from "../report/result.ts";
import type { Verification } from "../verify.ts";
import type { Environment } from "./environment.ts";
import type { Job } from "./inputs.ts";
import { deliver } from "./output.ts";

/** The verification with what became of its harness; nothing is written unless the verdict is `unsafe`. */
export function withHarness(
  verification: Verification,
  job: Job,
  output: string | undefined,
  environment: Environment,
): Verification {
  const { result } = verification;
  if (output === undefined || result.verdict !== "unsafe") return verification;
  const harness = harnessOf(job, result);
  return { ...verification, result: { ...result, harness: written(harness, output, environment) } };
}

function written(harness: Harness, output: string, environment: Environment): HarnessReport {
  if (harness.kind === "none") return { kind: "none", reason: harness.reason };
  return deliver(harness.text, output, environment) === "delivered"
    ? { kind: harness.kind, file: output }
    : { kind: "none", reason: `${output} could not be written` };
}

/** The result may come from another process, so that the program is read again and run on the inputs it lists. */
function harnessOf(job: Job, result: Result): Harness {
  const { entry, properties } = job;
  const evaluationOrder = result.configuration.evaluationOrder === "any" ? "any" : "gcc";
  const { program } = readForModel(job.sources, job.frontEnd, { entry, properties, evaluationOrder });
  const values = (result.counterexample?.inputs ?? []).map(({ value }) => parseValue(value) ?? 0);
  if (program === undefined) return { kind: "none", reason: "the program cannot be read again" };
  const { configuration } = result;
  const signedOverflow = configuration["signedOverflow"] === "wrap" ? "wrap" : "assume-none";
  const malloc = configuration["malloc"] === "may-fail" ? "may-fail" : "succeeds";
  const subobjects = configuration["subobjects"] === "whole" ? "whole" : "own";
  const question: Question = { program, entry, properties, signedOverflow, malloc, subobjects };
  return makeHarness(question, values, job.sources.length, job.environment === undefined ? "any" : "copy");
}
