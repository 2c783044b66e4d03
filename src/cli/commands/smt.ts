/** `hone smt`: scripts in SMT-LIB 2, answered by the solvers that the engines use, or by Z3. */

import { anyZ3, NO_Z3 } from "../../api/node/second-solver.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { kindOfScript, runScript } from "../../smt/smtlib/index.ts";
import type { SolverFactory } from "../../smt/solver.ts";
import { readText } from "../../tasks/files.ts";
import { Budget, BudgetExceeded } from "../../util/budget.ts";
import { release } from "../../util/release.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, EXIT_UNKNOWN, type ExitCode } from "../exit-codes.ts";

export async function smtCommand({ files, settings }: Arguments, environment: Environment): Promise<ExitCode> {
  const factory = settings.solver === "own" ? ownSolver : (await anyZ3())?.factory;
  if (factory === undefined) {
    environment.log(`hone: --solver z3: ${NO_Z3}\n`);
    return EXIT_BAD_INPUT;
  }
  let worst: ExitCode = EXIT_SAFE;
  for (const file of files) {
    const code = answerScript(file, factory, settings, environment);
    release();
    if (code !== EXIT_SAFE && worst !== EXIT_BAD_INPUT) worst = code;
  }
  return worst;
}

function answerScript(
  file: string,
  factory: SolverFactory,
  { solver, timeoutSeconds }: Arguments["settings"],
  environment: Environment,
): ExitCode {
  const read = readText(file);
  if (read.kind === "problem") {
    environment.log(`hone: ${file}: ${read.message}\n`);
    return EXIT_BAD_INPUT;
  }
  if (solver !== "own" && kindOfScript(read.text) === "bits") {
    environment.log(`hone: ${file}: --solver ${solver} answers linear arithmetic only, this is about bits\n`);
    return EXIT_BAD_INPUT;
  }
  const { meter } = environment;
  const deadline = meter.nowMs() + timeoutSeconds * 1000;
  const budget = new Budget(() => (meter.nowMs() > deadline ? "time limit" : undefined));
  try {
    const result = runScript(read.text, factory, (line) => environment.write(`${line}\n`), {
      tick: (work) => budget.tick(work),
      // The clock is the limit here.
      limit: Number.POSITIVE_INFINITY,
    });
    if (result.kind === "error") {
      const { line, column, message } = result.error;
      environment.log(`hone: ${file}:${line}:${column}: ${message}\n`);
      return EXIT_BAD_INPUT;
    }
    return result.answers.some(({ answer }) => answer === "unknown") ? EXIT_UNKNOWN : EXIT_SAFE;
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    environment.write("unknown\n");
    environment.log(`hone: ${file}: ${error.limit} reached\n`);
    return EXIT_UNKNOWN;
  }
}
