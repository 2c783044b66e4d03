/** The solver against enumeration over small domains, and against itself: cores, models, levels. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkRefutation } from "../../../tests/support/smt/proof-check.ts";
import { runs } from "../../../tests/support/thorough.ts";
import { holds } from "../../logic/evaluate.ts";
import {
  add,
  and,
  apply,
  eq,
  type Formula,
  integer,
  le,
  lt,
  multiply,
  ne,
  not,
  or,
  select,
  store,
  subtract,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { arrayType, intType, MATH_INTEGER, REAL, type ValueType } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import { FreshVariables, isClear, isSet } from "../fresh.ts";
import { OwnSolver } from "./solver.ts";

let nextId = 0;
function make(name: string, type: ValueType): Variable {
  return { id: nextId++, name, type, role: "local" };
}

// Few values: enumeration is quick.
const [x, y, z] = [make("x", intType(3, "signed")), make("y", intType(2, "signed")), make("z", intType(2, "unsigned"))];
const bit = new FreshVariables().boolean("b");

const coefficient = fc.integer({ min: -4, max: 4 });
const form: fc.Arbitrary<Term> = fc
  .tuple(coefficient, coefficient, coefficient, fc.integer({ min: -9, max: 9 }))
  .map(([a, b, c, d]) =>
    add(
      add(multiply(integer(a), variable(x)), multiply(integer(b), variable(y))),
      add(multiply(integer(c), variable(z)), integer(d)),
    ),
  );
const atom: fc.Arbitrary<Formula> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(eq, le, lt), form).map(([compare, f]) => compare(f, integer(0))) },
  { weight: 1, arbitrary: fc.constant(isSet(bit)) },
  { weight: 1, arbitrary: fc.constant(le(integer(1), add(variable(bit), variable(x)))) },
);
const formula: fc.Arbitrary<Formula> = fc.letrec<{ any: Formula; small: Formula }>((tie) => ({
  small: atom,
  any: fc.oneof(
    { maxDepth: 4, depthSize: "medium", withCrossShrink: true },
    atom,
    fc.array(tie("any"), { minLength: 1, maxLength: 4 }).map(and),
    fc.array(tie("any"), { minLength: 1, maxLength: 4 }).map(or),
    tie("any").map(not),
  ),
})).any;

function hasModel(formulas: readonly Formula[]): boolean {
  const all = and(formulas);
  return [-4, -3, -2, -1, 0, 1, 2, 3].some((a) =>
    [-2, -1, 0, 1].some((b) =>
      [0, 1, 2, 3].some((c) =>
        [0, 1].some((d) => {
          const values = new Map<Variable, Int>([
            [x, a],
            [y, b],
            [z, c],
            [bit, d],
          ]);
          return holds(all, { valueOf: (of) => values.get(of) }) === true;
        }),
      ),
    ),
  );
}

describe("own solver", () => {
  test("agrees with enumeration", () => {
    fc.assert(
      fc.property(fc.array(formula, { minLength: 1, maxLength: 5 }), (formulas) => {
        const solver = new OwnSolver();
        for (const f of formulas) solver.assert(f);
        const answer = solver.check();
        expect(answer).toBe(hasModel(formulas) ? "sat" : "unsat");
        if (answer === "sat") expect(solver.model().holds(and(formulas))).toBe(true);
      }),
      { numRuns: runs(250) },
    );
  });

  test("cores are unsatisfiable assumptions in their order", () => {
    fc.assert(
      fc.property(formula, fc.array(formula, { minLength: 1, maxLength: 6 }), (base, assumptions) => {
        const solver = new OwnSolver();
        solver.assert(base);
        const answer = solver.check(assumptions);
        expect(answer).toBe(hasModel([base, ...assumptions]) ? "sat" : "unsat");
        if (answer === "unsat") {
          const core = solver.core();
          const positions = core.map((f) => assumptions.indexOf(f));
          expect(positions).toEqual([...positions].sort((a, b) => a - b));
          expect(hasModel([base, ...core])).toBe(false);
        }
        expect(solver.check()).toBe(hasModel([base]) ? "sat" : "unsat");
      }),
      { numRuns: runs(200) },
    );
  });

  test("levels that are popped leave no trace", () => {
    const command = fc.oneof(
      { weight: 3, arbitrary: formula.map((f) => ({ kind: "assert", formula: f }) as const) },
      fc.constant({ kind: "push" } as const),
      fc.constant({ kind: "pop" } as const),
      { weight: 2, arbitrary: fc.option(formula).map((f) => ({ kind: "check", formula: f }) as const) },
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
        const solver = new OwnSolver();
        const levels: Formula[][] = [[]];
        for (const step of commands) {
          if (step.kind === "push") {
            solver.push();
            levels.push([]);
          } else if (step.kind === "pop") {
            if (levels.length === 1) continue;
            solver.pop();
            levels.pop();
          } else if (step.kind === "assert") {
            solver.assert(step.formula);
            levels.at(-1)!.push(step.formula);
          } else {
            const assumptions = step.formula === null ? [] : [step.formula];
            const expected = hasModel([...levels.flat(), ...assumptions]);
            expect(solver.check(assumptions)).toBe(expected ? "sat" : "unsat");
          }
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test("refutations check", () => {
    let refuted = 0;
    fc.assert(
      fc.property(fc.array(formula, { minLength: 2, maxLength: 8 }), (formulas) => {
        const solver = new OwnSolver({ proofs: "log" });
        formulas.forEach((f, part) => {
          solver.assertPart(f, part);
        });
        const answer = solver.check();
        expect(answer).toBe(hasModel(formulas) ? "sat" : "unsat");
        if (answer === "unsat") {
          refuted++;
          expect(checkRefutation(solver.refutation())).toBeUndefined();
        }
      }),
      { numRuns: runs(250) },
    );
    expect(refuted).toBeGreaterThan(50);
  });

  test("reals have fractions, integers have none", () => {
    const real = make("r", REAL);
    const whole = make("n", MATH_INTEGER);
    for (const [of, answer] of [
      [real, "sat"],
      [whole, "unsat"],
    ] as const) {
      const solver = new OwnSolver();
      solver.assert(lt(integer(0), multiply(integer(3), variable(of))));
      solver.assert(lt(multiply(integer(3), variable(of)), integer(3)));
      expect(solver.check()).toBe(answer);
    }
  });

  test("an integer strictly above a real", () => {
    const real = make("r", REAL);
    const whole = make("n", MATH_INTEGER);
    const solver = new OwnSolver();
    solver.assert(lt(variable(real), variable(whole)));
    solver.assert(lt(variable(whole), add(variable(real), integer(1))));
    solver.assert(lt(integer(0), multiply(integer(2), variable(real))));
    expect(solver.check()).toBe("sat");
    expect(typeof solver.model().scalar(whole)).toBe("number");
  });

  test("numbers beyond 2^53", () => {
    const n = make("n", MATH_INTEGER);
    const m = make("m", MATH_INTEGER);
    const big = 2n ** 70n;
    const solver = new OwnSolver();
    solver.assert(eq(subtract(variable(n), variable(m)), integer(1)));
    solver.assert(le(integer(big), variable(m)));
    solver.push();
    solver.assert(le(variable(n), integer(big)));
    expect(solver.check()).toBe("unsat");
    solver.pop();
    solver.assert(le(variable(n), integer(big + 1n)));
    expect(solver.check()).toBe("sat");
    expect(solver.model().scalar(n)).toBe(big + 1n);
  });

  test("unbounded problems end", () => {
    const [n, m] = [make("n", MATH_INTEGER), make("m", MATH_INTEGER)];
    const solver = new OwnSolver({ limit: 5000 });
    // 3n - 3m is never 1, which branching alone does not see.
    solver.assert(lt(integer(0), subtract(multiply(integer(3), variable(n)), multiply(integer(3), variable(m)))));
    solver.assert(lt(subtract(multiply(integer(3), variable(n)), multiply(integer(3), variable(m))), integer(3)));
    expect(solver.check()).toBe("unsat");
    const hard = new OwnSolver({ limit: 5000 });
    const k = make("k", MATH_INTEGER);
    hard.assert(eq(add(multiply(integer(2), variable(n)), multiply(integer(4), variable(m))), variable(k)));
    hard.assert(eq(variable(k), add(multiply(integer(6), variable(make("l", MATH_INTEGER))), integer(1))));
    expect(hard.check()).not.toBe("sat");
  });

  test("huge formulas do not overflow the stack", () => {
    const n = make("n", MATH_INTEGER);
    const many = Array.from({ length: 15_000 }, (_, i) => le(integer(i), variable(n)));
    const solver = new OwnSolver();
    solver.assert(and(many));
    expect(solver.check()).toBe("sat");
    solver.assert(or(many.map(not)));
    expect(solver.check()).toBe("unsat");
    let deep: Formula = le(variable(n), integer(0));
    for (let i = 1; i < 10_000; i++) {
      deep = i % 2 === 0 ? and([deep, le(variable(n), integer(i))]) : or([deep, le(integer(i), variable(n))]);
    }
    const other = new OwnSolver();
    other.assert(deep);
    expect(other.check()).toBe("sat");
  });

  test("Booleans are literals", () => {
    const fresh = new FreshVariables();
    const bits = Array.from({ length: 4 }, (_, i) => fresh.boolean(`b${i}`));
    const solver = new OwnSolver();
    solver.assert(or(bits.map(isSet)));
    for (const b of bits.slice(1)) solver.assert(isClear(b));
    expect(solver.check()).toBe("sat");
    expect(solver.model().scalar(bits[0]!)).toBe(1);
    expect(solver.check([isClear(bits[0]!)])).toBe("unsat");
    expect(solver.core()).toEqual([isClear(bits[0]!)]);
  });

  test("refutations over reals check", () => {
    const reals = [make("r", REAL), make("s", REAL), make("t", REAL)];
    const sum = fc
      .tuple(coefficient, coefficient, coefficient, fc.integer({ min: -9, max: 9 }))
      .map(([a, b, c, d]) =>
        [a, b, c].reduce((t, k, i) => add(t, multiply(integer(k), variable(reals[i]!))), integer(d) as Term),
      );
    const bound = fc.tuple(fc.constantFrom(eq, le, lt), sum).map(([compare, f]) => compare(f, integer(0)));
    let refuted = 0;
    fc.assert(
      fc.property(
        fc.array(fc.array(bound, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 9 }),
        (clauses) => {
          const solver = new OwnSolver({ proofs: "log" });
          clauses.forEach((clause, part) => {
            solver.assertPart(or(clause), part);
          });
          const answer = solver.check();
          expect(answer).not.toBe("unknown");
          if (answer === "sat") return;
          refuted++;
          expect(checkRefutation(solver.refutation())).toBeUndefined();
        },
      ),
      { numRuns: runs(200) },
    );
    expect(refuted).toBeGreaterThan(20);
  });

  test("after the limit and after a caller's exception it goes on", () => {
    const numbers = Array.from({ length: 8 }, (_, i) => make(`n${i}`, MATH_INTEGER));
    const hard = and(
      numbers.flatMap((of, i) => [
        lt(
          integer(0),
          add(multiply(integer(7 + i), variable(of)), multiply(integer(-9), variable(numbers[(i + 3) % 8]!))),
        ),
        lt(
          add(multiply(integer(5), variable(of)), multiply(integer(-6 - i), variable(numbers[(i + 1) % 8]!))),
          integer(3),
        ),
        ne(variable(of), integer(i)),
      ]),
    );
    const limited = new OwnSolver({ limit: 1 });
    limited.push();
    limited.assert(hard);
    expect(limited.check()).toBe("unknown");
    expect(limited.reason()).not.toBe("");
    limited.pop();
    limited.assert(le(variable(numbers[0]!), integer(5)));
    expect(limited.check()).toBe("sat");
    let throws = true;
    const ticking = new OwnSolver({
      tick: () => {
        if (throws) throw new Error("enough");
      },
    });
    ticking.push();
    ticking.assert(hard);
    try {
      ticking.check();
    } catch {
      throws = false;
    }
    ticking.pop();
    ticking.assert(le(variable(numbers[0]!), integer(5)));
    expect(ticking.check([le(integer(5), variable(numbers[0]!))])).toBe("sat");
    expect(ticking.model().scalar(numbers[0]!)).toBe(5);
  });

  test("arrays that are filled with a value", () => {
    const index = make("i", intType(32, "unsigned"));
    const filled = apply("constant-array", [integer(7)], arrayType(intType(32, "signed")));
    const solver = new OwnSolver();
    solver.assert(eq(select(store(filled, integer(3), integer(1)), variable(index)), integer(1)));
    expect(solver.check()).toBe("sat");
    expect(solver.model().scalar(index)).toBe(3);
    expect(solver.check([lt(integer(3), variable(index))])).toBe("unsat");
  });

  test("decides only what an assertion needs", () => {
    const numbers = Array.from({ length: 40 }, (_, i) => make(`n${i}`, MATH_INTEGER));
    const first = numbers[0]!;
    const choices = numbers.map((n) => or([lt(variable(n), integer(-5)), lt(integer(5), variable(n))]));
    const solver = new OwnSolver();
    solver.push();
    solver.assert(or([le(variable(first), integer(0)), and(choices)]));
    expect(solver.check()).toBe("sat");
    expect(solver.statistics.decisions).toBeLessThan(5);
    // What nothing asked for is asked for now, and then no longer.
    const before = solver.statistics.decisions;
    expect(solver.check([lt(integer(0), variable(first))])).toBe("sat");
    for (const choice of choices) expect(solver.model().holds(choice)).toBe(true);
    expect(solver.statistics.decisions - before).toBeGreaterThanOrEqual(numbers.length - 1);
    const between = solver.statistics.decisions;
    expect(solver.check([le(variable(first), integer(0))])).toBe("sat");
    expect(solver.statistics.decisions - between).toBeLessThan(5);
    solver.assert(not(le(variable(first), integer(0))));
    expect(solver.check([le(variable(first), integer(5))])).toBe("unsat");
    solver.pop();
    solver.assert(le(variable(first), integer(5)));
    expect(solver.check()).toBe("sat");
  });

  test("a search that grew by retracted assertions is made anew", () => {
    const [n, m] = [make("n", MATH_INTEGER), make("m", MATH_INTEGER)];
    const solver = new OwnSolver();
    solver.assert(lt(variable(n), variable(m)));
    solver.push();
    solver.assert(lt(integer(0), variable(n)));
    for (let i = 0; i < 1200; i++) {
      solver.push();
      solver.assert(or([le(variable(m), integer(i % 3)), lt(variable(m), add(variable(n), integer(-i)))]));
      expect(solver.check()).toBe(i % 3 === 2 ? "sat" : "unsat");
      solver.pop();
    }
    expect(solver.check([le(variable(m), integer(1))])).toBe("unsat");
    solver.pop();
    expect(solver.check([le(variable(m), integer(1))])).toBe("sat");
    expect(solver.statistics.queries).toBe(1202);
  });
});
