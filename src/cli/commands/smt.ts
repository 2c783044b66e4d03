/** `hone smt`: scripts in SMT-LIB 2, answered by the solver that the engines use or by the other one. */
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, type ExitCode } from "../exit-codes.ts";

export function smtCommand(_args: Arguments, environment: Environment): ExitCode {
  environment.log("hone: `hone smt` is not there yet in this version\n");
  return EXIT_BAD_INPUT;
}
