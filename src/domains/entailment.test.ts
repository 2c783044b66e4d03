import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holds, type LinearConstraint, linearConstraint, linearExpression } from "../logic/linear.ts";
import type { Variable } from "../logic/term.ts";
import { MATH_INTEGER, REAL, type ValueType } from "../logic/types.ts";
import type { Int } from "../numbers/int.ts";
import * as rational from "../numbers/rational.ts";
import { entails } from "./entailment.ts";

const make = (name: string, id: number, type: ValueType = MATH_INTEGER): Variable => ({
  id,
  name,
  type,
  role: "global",
});
const [x, y, z] = [make("x", 0), make("y", 1), make("z", 2)];
const r = make("r", 3, REAL);

function constraint(
  kind: "le" | "lt" | "eq",
  terms: readonly (readonly [Variable, Int])[],
  constant: Int,
): LinearConstraint {
  const made = linearConstraint(kind, linearExpression(terms, constant));
  if (typeof made !== "object") throw new Error("the constraint should mention a variable");
  return made;
}

/** low <= of <= high */
function range(of: Variable, low: number, high: number): LinearConstraint[] {
  return [constraint("le", [[of, -1]], low), constraint("le", [[of, 1]], -high)];
}

const BOUND = 2;
const box = [x, y, z].flatMap((of) => range(of, -BOUND, BOUND));
const random = fc
  .tuple(
    fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 3, maxLength: 3 }),
    fc.integer({ min: -4, max: 4 }),
    fc.constantFrom("le", "le", "eq"),
  )
  .map(([values, constant, kind]) =>
    linearConstraint(
      kind as "le" | "eq",
      linearExpression(
        [x, y, z].map((of, i) => [of, values[i]!] as const),
        constant,
      ),
    ),
  )
  .filter((made): made is LinearConstraint => typeof made === "object");

describe("entailment", () => {
  test("agrees with enumeration in a box", () => {
    const alternatives = fc.array(fc.array(random, { minLength: 1, maxLength: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(random, { maxLength: 3 }), alternatives, (premise, options) => {
        let counterexample = false;
        const side = [-2, -1, 0, 1, 2];
        for (const i of side)
          for (const j of side)
            for (const k of side) {
              const value = (of: Variable): Int => [i, j, k][of.id]!;
              const satisfied = (list: readonly LinearConstraint[]): boolean =>
                list.every((part) => holds(part, value));
              counterexample ||= satisfied(premise) && !options.some(satisfied);
            }
        const answer = entails([...box, ...premise], options);
        expect(answer.kind).toBe(counterexample ? "not-proved" : "proved");
        if (answer.kind !== "not-proved") return;
        const value = (of: Variable): Int => {
          const found = answer.counterexample.get(of) ?? 0;
          if (!rational.isInteger(found)) throw new Error("a counterexample should be integral");
          return found;
        };
        expect([...box, ...premise].every((part) => holds(part, value))).toBe(true);
        expect(options.some((option) => option.every((part) => holds(part, value)))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test("splits cases: no single alternative holds, their disjunction does", () => {
    const below = [constraint("le", [[x, 1]], -5)];
    const above = [constraint("le", [[x, -1]], 6)];
    expect(entails(range(x, 0, 10), [below]).kind).toBe("not-proved");
    expect(entails(range(x, 0, 10), [below, above]).kind).toBe("proved");
  });

  test("integers close the gap that reals leave", () => {
    const options = (of: Variable): LinearConstraint[][] => [
      [constraint("le", [[of, 1]], -5)],
      [constraint("le", [[of, -1]], 6)],
    ];
    expect(entails([], options(x)).kind).toBe("proved");
    const answer = entails([], options(r));
    expect(answer.kind).toBe("not-proved");
    if (answer.kind === "not-proved") {
      const value = answer.counterexample.get(r)!;
      expect(rational.compare(value, 5) > 0 && rational.compare(value, 6) < 0).toBe(true);
    }
  });

  test("strict bounds over reals", () => {
    const positive = [constraint("lt", [[r, -1]], 0)];
    expect(entails(positive, [[constraint("lt", [[r, -2]], 0)]]).kind).toBe("proved");
    expect(entails([constraint("le", [[r, -1]], 0)], [positive]).kind).toBe("not-proved");
  });

  test("nothing entails the empty disjunction but a contradiction", () => {
    expect(entails(range(x, 0, 1), []).kind).toBe("not-proved");
    expect(entails(range(x, 1, 0), []).kind).toBe("proved");
    // x is even and odd: the gcd test sees it, branching would not end.
    const parity = [
      constraint(
        "eq",
        [
          [x, 1],
          [y, -2],
        ],
        0,
      ),
      constraint(
        "eq",
        [
          [x, 1],
          [z, -2],
        ],
        1,
      ),
    ];
    expect(entails(parity, []).kind).toBe("proved");
  });

  test("limits are an answer", () => {
    const options = Array.from({ length: 12 }, (_, k) => [constraint("eq", [[x, 1]], -k)]);
    expect(entails(range(x, 0, 12), options, { splits: 3, branches: 5, pivots: 1000 }).kind).toBe("unknown");
    expect(entails(range(x, 0, 12), options).kind).toBe("not-proved");
    expect(entails(range(x, 0, 11), options).kind).toBe("proved");
  });
});
