/** `--test` (of old `--harness`): the counterexample of a result as a C file that runs into the error when it is compiled. */

import type { Question } from "../evidence/execution.ts";
import { type Harness, makeHarness } from "../evidence/harness.ts";
import { readForModel } from "../model/read.ts";
import { replayedProgram } from "../model/replayed-program.ts";
import { parseValue } from "../report/counterexample.ts";
import type { HarnessReport, Result } from "../report/result.ts";
import type { Verification } from "../verify.ts";
import type { Environment } from "./environment.ts";
import type { Job } from "./inputs.ts";
import { deliver } from "./output.ts";
import { testCommand } from "./test-command.ts";

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
  return { ...verification, result: { ...result, harness: written(harness, job, result, output, environment) } };
}

function written(harness: Harness, job: Job, result: Result, output: string, environment: Environment): HarnessReport {
  if (harness.kind === "none") return { kind: "none", reason: harness.reason };
  if (deliver(harness.text, output, environment) === "failed")
    return { kind: "none", reason: `${output} could not be written` };
  const units = job.sources.map(({ name }) => name);
  const command = testCommand(harness, output, { units, frontEnd: job.frontEnd, signedOverflow: overflowOf(result) });
  const shows = harness.shows === "message" ? "message" : "sanitizers";
  const report = { kind: harness.kind, file: output, command, shows } as const;
  return harness.kind === "instrumented" ? { ...report, replaces: harness.replaces } : report;
}

/** The result may come from another process, so that the program is read again and run on the inputs it lists. */
function harnessOf(job: Job, result: Result): Harness {
  const { entry, properties } = job;
  const evaluationOrder = result.configuration.evaluationOrder === "any" ? "any" : "gcc";
  const { program } = readForModel(job.sources, job.frontEnd, { entry, properties, evaluationOrder });
  const values = (result.counterexample?.inputs ?? []).map(({ value }) => parseValue(value) ?? 0);
  if (program === undefined) return { kind: "none", reason: "the program cannot be read again" };
  const { configuration } = result;
  const signedOverflow = overflowOf(result);
  const malloc = configuration["malloc"] === "may-fail" ? "may-fail" : "succeeds";
  const subobjects = configuration["subobjects"] === "whole" ? "whole" : "own";
  // Its inputs are those of the program as it was verified, addresses among them.
  const question: Question = {
    program: replayedProgram(program, entry, properties),
    entry,
    properties,
    signedOverflow,
    malloc,
    subobjects,
  };
  const units = job.sources.map(({ name }) => name);
  return makeHarness(question, values, units, job.changed);
}

function overflowOf({ configuration }: Result): "wrap" | "assume-none" {
  return configuration["signedOverflow"] === "wrap" ? "wrap" : "assume-none";
}
