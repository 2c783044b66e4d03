import { describe, expect, it } from "vitest";
import { sessionProblem } from "../../../tests/support/sat-sessions.ts";
import { runs } from "../../../tests/support/thorough.ts";
import { randomWords } from "../../interpreter/inputs.ts";
import { ProofFollower } from "./proof-follower.ts";
import { WasmSatSolver } from "./wasm-solver.ts";

const NO_LIMIT = { conflicts: Number.POSITIVE_INFINITY, tick: () => {} };

/** n + 1 pigeons in n holes. */
function pigeons(solver: WasmSatSolver, holes: number): void {
  for (let i = 0; i < holes * (holes + 1); i++) solver.newVariable();
  const sits = (pigeon: number, hole: number) => 2 * (pigeon * holes + hole);
  const numbers = Array.from({ length: holes + 1 }, (_, i) => i);
  for (const pigeon of numbers) solver.addClause(numbers.slice(0, holes).map((hole) => sits(pigeon, hole)));
  for (const hole of numbers.slice(0, holes))
    for (const a of numbers)
      for (const b of numbers.slice(0, a)) solver.addClause([sits(a, hole) ^ 1, sits(b, hole) ^ 1]);
}

const SESSIONS = runs(300);

describe("the SAT kernel", () => {
  it("agrees with trying in incremental sessions in which variables are eliminated and come back", () => {
    const count = { sat: 0, unsat: 0 };
    for (let seed = 0; seed < SESSIONS; seed++) {
      const solver = new WasmSatSolver("never");
      expect(sessionProblem(solver, () => solver.simplify(), seed, count)).toBeUndefined();
    }
    expect(count.sat).toBeGreaterThan(SESSIONS / 3);
    expect(count.unsat).toBeGreaterThan(SESSIONS / 3);
  });

  it("refutes what takes many conflicts, restarts and reductions", () => {
    const solver = new WasmSatSolver();
    pigeons(solver, 7);
    expect(solver.solve([], NO_LIMIT)).toBe("unsat");
    expect(solver.statistics.conflicts).toBeGreaterThan(1000);
  });

  it("finds models of satisfiable random clauses", () => {
    const word = randomWords(5);
    const solver = new WasmSatSolver();
    const hidden = Array.from({ length: 200 }, () => word() & 1);
    for (const _ of hidden) solver.newVariable();
    const clauses: number[][] = [];
    while (clauses.length < 800) {
      const clause = Array.from({ length: 3 }, () => 2 * (word() % 200) + (word() & 1));
      // Something in it is true in the hidden model.
      if (clause.every((literal) => hidden[literal >> 1] === (literal & 1))) continue;
      clauses.push(clause);
      solver.addClause(clause);
    }
    expect(solver.solve([], NO_LIMIT)).toBe("sat");
    for (const clause of clauses)
      expect(clause.some((literal) => solver.value(literal >> 1) !== ((literal & 1) === 1))).toBe(true);
  });

  it("counts work where nothing has to be searched for: each variable is decided, once a question", () => {
    const solver = new WasmSatSolver();
    for (let i = 0; i < 50_000; i++) solver.newVariable();
    for (let i = 0; i < 50_000; i += 2) solver.addClause([2 * i, 2 * i + 2]);
    let work = 0;
    const tick = (units: number) => {
      work += units;
    };
    const once = () => {
      work = 0;
      expect(solver.solve([], { conflicts: 1, tick })).toBe("sat");
      return work;
    };
    const first = once();
    expect(first).toBeGreaterThan(1000);
    expect(once()).toBeGreaterThan(first / 2);
  });

  it("stops at its limit of conflicts, and goes on when asked again", () => {
    const solver = new WasmSatSolver();
    pigeons(solver, 7);
    expect(solver.solve([], { conflicts: 100, tick: () => {} })).toBe("unknown");
    expect(solver.solve([], NO_LIMIT)).toBe("unsat");
  });

  it("tells of its steps while it simplifies, can be ended there, and is right afterwards", () => {
    const word = randomWords(7);
    const hidden = Array.from({ length: 150 }, () => word() & 1);
    const clauses: number[][] = [];
    while (clauses.length < 15_000) {
      const clause = Array.from({ length: 4 }, () => 2 * (word() % 150) + (word() & 1));
      if (clause.some((literal) => hidden[literal >> 1] !== (literal & 1))) clauses.push(clause);
    }
    const given = (): WasmSatSolver => {
      const solver = new WasmSatSolver("never", new ProofFollower());
      for (const _ of hidden) solver.newVariable();
      for (const clause of clauses) solver.addClause(clause);
      return solver;
    };
    const told: number[] = [];
    given().simplify((work) => told.push(work));
    expect(told.length).toBeGreaterThan(1);
    expect(Math.max(...told)).toBeLessThan(100_000);
    const ended = given();
    expect(() =>
      ended.simplify(() => {
        throw new Error("enough");
      }),
    ).toThrow("enough");
    expect(ended.solve([], NO_LIMIT)).toBe("sat");
    for (const clause of clauses) expect(clause.some((one) => ended.value(one >> 1) !== ((one & 1) === 1))).toBe(true);
    hidden.forEach((value, i) => {
      ended.addClause([2 * i + (i === 0 ? 1 - value : value)]);
    });
    const flipped = hidden.map((value, i) => (i === 0 ? value : 1 - value));
    const isModel = clauses.every((clause) => clause.some((one) => flipped[one >> 1] !== (one & 1)));
    expect(ended.solve([], NO_LIMIT)).toBe(isModel ? "sat" : "unsat");
  });

  it("can be ended from outside", () => {
    const solver = new WasmSatSolver();
    pigeons(solver, 9);
    const enough = () => {
      throw new Error("enough");
    };
    expect(() => solver.solve([], { conflicts: Number.POSITIVE_INFINITY, tick: enough })).toThrow("enough");
  });
});
