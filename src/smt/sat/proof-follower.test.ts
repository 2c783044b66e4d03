import { describe, expect, it } from "vitest";
import { sessionProblem } from "../../../tests/support/sat-sessions.ts";
import { runs } from "../../../tests/support/thorough.ts";
import { randomWords } from "../../interpreter/inputs.ts";
import { ProofFollower, type ProofReader, WrongStep } from "./proof-follower.ts";
import { provedSat, WasmSatSolver } from "./wasm-solver.ts";

const NO_LIMIT = { conflicts: Number.POSITIVE_INFINITY, tick: () => {} };
const [ADD, DROP] = [1, 2];

/** A follower, and what it was told, for others to follow. */
function recorder() {
  const follower = new ProofFollower();
  const [given, log]: [Int32Array[], number[]] = [[], []];
  const reader: ProofReader = {
    give: (words) => {
      given.push(words.slice());
      follower.give(words);
    },
    follow: (words) => {
      for (const word of words) log.push(word);
      follower.follow(words);
    },
    get refuted() {
      return follower.refuted;
    },
    get core() {
      return follower.core;
    },
  };
  return { reader, given, log };
}

/** Random clauses of three literals, so many that there is most likely no model. */
function randomClauses(seed: number, variables: number, count: number): number[][] {
  const word = randomWords(seed);
  return Array.from({ length: count }, () => Array.from({ length: 3 }, () => 2 * (word() % variables) + (word() & 1)));
}

function wordsOf(clauses: readonly (readonly number[])[]): Int32Array {
  return Int32Array.from(clauses.flatMap((clause) => [clause.length, ...clause]));
}

function solved(clauses: readonly number[][], variables: number, simplified: "at first" | "never") {
  const { reader, given, log } = recorder();
  const solver = new WasmSatSolver("never", reader);
  for (let i = 0; i < variables; i++) solver.newVariable();
  for (const clause of clauses) solver.addClause(clause);
  if (simplified === "at first") solver.simplify();
  return { answer: solver.solve([], NO_LIMIT), conflicts: solver.statistics.conflicts, given, log };
}

function follows(given: readonly Int32Array[], log: readonly number[]): boolean {
  const follower = new ProofFollower();
  for (const words of given) follower.give(words);
  try {
    follower.follow(Int32Array.from(log));
  } catch (error) {
    if (error instanceof WrongStep) return false;
    throw error;
  }
  return follower.refuted;
}

describe("proofs of the SAT kernel", () => {
  it("are followed in incremental sessions in which variables are eliminated and come back", () => {
    const count = { sat: 0, unsat: 0 };
    const sessions = runs(300);
    for (let seed = 0; seed < sessions; seed++) {
      const solver = new WasmSatSolver("never", new ProofFollower());
      expect(sessionProblem(solver, () => solver.simplify(), seed, count)).toBeUndefined();
    }
    expect(count.unsat).toBeGreaterThan(sessions / 3);
  });

  it("are followed where there are restarts, reductions and eliminated variables", () => {
    for (const simplified of ["at first", "never"] as const) {
      const { answer, conflicts, given, log } = solved(randomClauses(3, 200, 880), 200, simplified);
      expect(answer).toBe("unsat");
      expect(follows(given, log)).toBe(true);
      expect(conflicts).toBeGreaterThan(3000);
    }
  });

  it("are of the clauses that were given: without one that is needed they do not hold", () => {
    // All clauses over three literals: each is needed.
    const clauses = Array.from({ length: 8 }, (_, signs) => [0, 1, 2].map((v) => 2 * v + ((signs >> v) & 1)));
    for (const simplified of ["at first", "never"] as const) {
      const { given, log } = solved(clauses, 3, simplified);
      expect(follows(given, log)).toBe(true);
      for (const changed of clauses.keys()) {
        const others = clauses.map((clause, i) => (i === changed ? [...clause, 6] : clause));
        expect(follows([wordsOf(others)], log)).toBe(false);
      }
    }
  });

  it("never refute clauses that have a model, whatever is changed in them", () => {
    const word = randomWords(11);
    let accepted = 0;
    for (let seed = 0; seed < runs(60); seed++) {
      const variables = 12;
      const all = randomClauses(seed, variables, 90);
      const { answer, given, log } = solved(all, variables, "never");
      if (answer !== "unsat") continue;
      // The same clauses without those that one valuation falsifies.
      const model = Array.from({ length: variables }, () => word() & 1);
      const others = all.map((clause) =>
        clause.some((literal) => model[literal >> 1] !== (literal & 1)) ? clause : [...clause, 2 * variables],
      );
      const satisfiable = [wordsOf(others)];
      expect(follows(satisfiable, log)).toBe(false);
      for (let change = 0; change < 50; change++) {
        const changed = [...log];
        changed[word() % log.length] = (word() % 64) - 8;
        expect(follows(satisfiable, changed)).toBe(false);
        accepted += follows(given, changed) ? 1 : 0;
      }
    }
    // A changed word may be a name that was not needed.
    expect(accepted).toBeGreaterThan(0);
  });

  it("are rejected where one step is broken", () => {
    const [a, b, c] = [0, 2, 4];
    const given = [[a, b, c], [a ^ 1, b, c], [b ^ 1, c], [c ^ 1]];
    const clauses = [wordsOf(given)];
    const pair = [-1 - b, c];
    const whole = [ADD, 0, 2, b, c, 2, 2, 4, ADD, 0, 0, 4, ...pair, -1 - (b ^ 1), c];
    expect(follows(clauses, whole)).toBe(true);
    // The second clause is missing, or comes after the one that needs it; the pair is used before it is there.
    expect(follows(clauses, [ADD, 0, 2, b, c, 1, 2, ...whole.slice(8)])).toBe(false);
    expect(follows(clauses, [DROP, 4, ...whole])).toBe(false);
    expect(follows(clauses, whole.slice(8))).toBe(false);
    // Another clause, an empty one by nothing, a name or a literal of nobody, a step that is cut off.
    expect(follows(clauses, [ADD, 0, 1, b, 2, 2, 4, ...whole.slice(8)])).toBe(false);
    expect(follows(clauses, [ADD, 0, 0, 0])).toBe(false);
    expect(follows(clauses, [ADD, 0, 2, b, c, 2, 2, 400, ...whole.slice(8)])).toBe(false);
    expect(follows(clauses, [ADD, 0, 1, -7, 0, ...whole])).toBe(false);
    expect(follows(clauses, whole.slice(0, -1))).toBe(false);
    expect(follows(clauses, [7, ...whole])).toBe(false);
  });

  it("end an answer that has none: the kernel is not believed", () => {
    const solver = new WasmSatSolver("never", { ...recorder().reader, give: () => {} });
    const x = 2 * solver.newVariable();
    const y = 2 * solver.newVariable();
    for (const clause of [
      [x, y],
      [x ^ 1, y],
      [x, y ^ 1],
      [x ^ 1, y ^ 1],
    ])
      solver.addClause(clause);
    expect(() => solver.solve([], NO_LIMIT)).toThrow(WrongStep);
  });

  it("are told by the solver's name", () => {
    expect(provedSat.create().name).toBe("own-sat, its proof followed");
  });
});
