import { expect, test } from "vitest";
import { ownSolver } from "../../../src/smt/own/solver.ts";
import { packed, unpacked } from "./call-log.ts";
import { incrementalProbe } from "./probe.ts";
import { replay } from "./recorder.ts";

test("calls that were packed ask the same questions", () => {
  const calls = incrementalProbe(20);
  const again = unpacked(packed(calls));
  expect(again.map(({ kind, solver }) => [kind, solver])).toEqual(calls.map(({ kind, solver }) => [kind, solver]));
  const answers = replay(calls, ownSolver);
  expect(new Set(answers)).toEqual(new Set(["sat", "unsat"]));
  expect(replay(again, ownSolver)).toEqual(answers);
});
