import { beforeAll, describe, expect, it } from "vitest";
import { sessionProblem } from "../../../tests/support/sat-sessions.ts";
import { runs } from "../../../tests/support/thorough.ts";
import { loadCadical } from "./cadical.ts";
import { HandingOverSolver } from "./hand-over.ts";
import type { SatFactory, SatSolver } from "./sat.ts";
import { WasmSatSolver } from "./wasm-solver.ts";

let cadical: SatFactory;
beforeAll(async () => {
  cadical = await loadCadical();
});

/** n + 1 pigeons in n holes, each pigeon only where its literal is assumed. */
function pigeons(solver: SatSolver, holes: number): number[] {
  for (let i = 0; i < (holes + 1) * (holes + 1); i++) solver.newVariable();
  const sits = (pigeon: number, hole: number) => 2 * (pigeon * holes + hole);
  const numbers = Array.from({ length: holes + 1 }, (_, i) => i);
  const wanted = numbers.map((pigeon) => 2 * ((holes + 1) * holes + pigeon));
  for (const pigeon of numbers)
    solver.addClause([(wanted[pigeon] as number) ^ 1, ...numbers.slice(0, holes).map((hole) => sits(pigeon, hole))]);
  for (const hole of numbers.slice(0, holes))
    for (const a of numbers)
      for (const b of numbers.slice(0, a)) solver.addClause([sits(a, hole) ^ 1, sits(b, hole) ^ 1]);
  return wanted;
}

const SESSIONS = runs(200);

describe("handing over to a second SAT solver", () => {
  it("agrees with trying in incremental sessions that cross it", () => {
    const count = { sat: 0, unsat: 0 };
    let handedOver = 0;
    for (let seed = 0; seed < SESSIONS; seed++) {
      const kernel = new WasmSatSolver("never");
      const solver = new HandingOverSolver(kernel, cadical, seed % 4);
      expect(sessionProblem(solver, () => kernel.simplify(), seed, count)).toBeUndefined();
      handedOver += solver.handedOver;
      solver.dispose();
    }
    expect(handedOver).toBeGreaterThan(SESSIONS / 2);
  });

  it("does so past its conflicts only, with a core, and goes on after it", () => {
    const solver = new HandingOverSolver(new WasmSatSolver(), cadical, 200);
    const wanted = pigeons(solver, 7);
    const limit = { conflicts: 200_000, tick: () => {} };
    expect(solver.solve(wanted.slice(1), limit)).toBe("sat");
    expect(solver.handedOver).toBe(0);
    expect(solver.solve(wanted, limit)).toBe("unsat");
    expect(solver.handedOver).toBe(1);
    expect([...solver.failed()].sort((a, b) => a - b)).toEqual(wanted);
    const extra = 2 * solver.newVariable();
    solver.addClause([extra, wanted[0] as number]);
    expect(solver.solve([...wanted.slice(1), extra ^ 1], limit)).toBe("unsat");
    expect(solver.solve(wanted.slice(1), limit)).toBe("sat");
    expect(solver.value(extra >> 1)).toBe(true);
  });

  it("leaves the second one its half of what the question has, and no more", () => {
    const solver = new HandingOverSolver(new WasmSatSolver(), cadical, 200);
    expect(solver.solve(pigeons(solver, 10), { conflicts: 100, tick: () => {} })).toBe("unknown");
    expect(solver.handedOver).toBe(1);
    expect(solver.statistics.conflicts).toBe(100);
  });

  it("ends where the budget does, also inside of the second one, and can be asked again", () => {
    const solver = new HandingOverSolver(new WasmSatSolver(), cadical, 100);
    const wanted = pigeons(solver, 9);
    let left = 200_000;
    const tick = (work: number) => {
      left -= work;
      if (left < 0) throw new RangeError("used up");
    };
    expect(() => solver.solve(wanted, { conflicts: 1_000_000, tick })).toThrow("used up");
    expect(solver.handedOver).toBe(1);
    expect(solver.solve(wanted.slice(1), { conflicts: 100_000, tick: () => {} })).toBe("sat");
  });
});
