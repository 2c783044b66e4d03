/**
 * One solver in a process that has done nothing else: what `npm run bench:solver` starts for its cold times.
 * Arguments: `own`, `z3` or `z3-wasm`, the limit of a check, files of calls (tests/support/smt/call-log.ts), which are replayed one
 * after the other. Prints JSON: the answers, and the processor time from before the solver's code is loaded to the last answer, over
 * all threads of the process; what it takes to read the calls is not counted.
 */
import { readFileSync } from "node:fs";
import { optimiseLate } from "../src/cli/optimise-late.ts";
import type { SolverFactory } from "../src/smt/solver.ts";
import { unpacked } from "../tests/support/smt/call-log.ts";
import { replay } from "../tests/support/smt/recorder.ts";

async function factoryOf(name: string): Promise<SolverFactory> {
  if (name === "own") return (await import("../src/smt/own/solver.ts")).ownSolver;
  const { loadZ3 } = await import("../src/smt/z3/index.ts");
  const z3 = await loadZ3({ carrier: name === "z3" ? "native" : "wasm" });
  if (z3 === undefined) throw new Error(`${name} should be installed`);
  return z3.factory;
}

// As `hone` does when it starts.
optimiseLate();
const [name, limit, ...files] = process.argv.slice(2) as [string, string, ...string[]];
const logs = files.map((file) => unpacked(readFileSync(file)));
const before = process.cpuUsage();
const factory = await factoryOf(name);
const answers = logs.map((calls) => replay(calls, factory, { limit: Number(limit) }));
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${JSON.stringify({ milliseconds: (user + system) / 1000, answers })}\n`);
