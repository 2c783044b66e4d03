import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/thorough.ts";
import { type Int, toBig } from "../numbers/int.ts";
import { evaluate as evaluateTerm, holds as formulaHolds } from "./evaluate.ts";
import {
  addScaled,
  ConstraintSet,
  comparisonConstraint,
  constraintFormula,
  evaluate,
  expressionTerm,
  holds,
  type LinearConstraint,
  linearConstraint,
  linearExpression,
  linearForm,
  negateConstraint,
  sameConstraint,
  sameExpression,
  scale,
  showConstraint,
} from "./linear.ts";
import * as t from "./term.ts";
import { F64, intType, MATH_INTEGER, REAL } from "./types.ts";

const names = ["a", "b", "c"].map((name, id): t.Variable => ({ id, name, type: MATH_INTEGER, role: "global" }));
const [a, b, c] = names as [t.Variable, t.Variable, t.Variable];
const real: t.Variable = { id: 3, name: "r", type: REAL, role: "global" };

const constant = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(2 ** 40));
const leaf = fc.oneof(constant.map(t.integer), fc.constantFrom(...names).map(t.variable));

/** Terms that are linear by construction. */
const linearTerm: fc.Arbitrary<t.Term> = fc.letrec<{ term: t.Term }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    leaf,
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => t.add(l, r)),
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => t.subtract(l, r)),
    tie("term").map(t.negate),
    fc.tuple(constant, tie("term")).map(([l, r]) => t.multiply(t.integer(l), r)),
    fc.tuple(tie("term"), constant).map(([l, r]) => t.multiply(l, t.subtract(t.integer(r), t.integer(1)))),
    fc.tuple(tie("term"), fc.integer({ min: 0, max: 60 })).map(([l, r]) => t.bits("shiftleft", l, t.integer(r))),
  ),
})).term;

const point = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 3 });
const at =
  (values: readonly number[]) =>
  (of: t.Variable): Int =>
    values[of.id]!;

const expression = fc
  .tuple(fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 3, maxLength: 3 }), fc.integer({ min: -30, max: 30 }))
  .map(([values, rest]) =>
    linearExpression(
      values.map((value, i) => [names[i]!, value] as const),
      rest,
    ),
  );
const relation = fc.constantFrom("le", "lt", "eq" as const) as fc.Arbitrary<"le" | "lt" | "eq">;

function truth(made: LinearConstraint | "true" | "false", values: readonly number[]): boolean {
  return typeof made === "object" ? holds(made, at(values)) : made === "true";
}

describe("linear forms", () => {
  test("have the value of the term", () => {
    fc.assert(
      fc.property(linearTerm, point, (term, values) => {
        const form = linearForm(term)!;
        expect(evaluate(form, at(values))).toBe(evaluateTerm(term, { valueOf: at(values) }));
        expect(sameExpression(linearForm(expressionTerm(form))!, form)).toBe(true);
        expect(form.coefficients.every((value) => value !== 0)).toBe(true);
        expect(form.variables.every((of, i) => i === 0 || form.variables[i - 1]!.id < of.id)).toBe(true);
      }),
    );
  });

  test("do not exist for what is not linear", () => {
    const [A, B] = [t.variable(a), t.variable(b)];
    const f: t.Variable = { id: 9, name: "f", type: F64, role: "global" };
    for (const term of [
      t.multiply(A, B),
      t.divide(A, t.integer(2)),
      t.wrap(A, intType(8, "signed"), "conversion"),
      t.bits("shiftleft", t.integer(1), A),
      t.add(A, t.bits("bitand", A, B)),
      t.variable(f),
    ])
      expect(linearForm(term)).toBeUndefined();
  });

  test("of shared and deep terms take time proportional to their size", () => {
    let doubling: t.Term = t.variable(a);
    for (let i = 0; i < 200; i++) doubling = t.add(doubling, doubling);
    expect(toBig(linearForm(doubling)!.coefficients[0]!)).toBe(2n ** 200n);
    let deep: t.Term = t.variable(a);
    for (let i = 0; i < 100_000; i++) deep = t.add(t.variable(b), deep);
    expect(linearForm(deep)!.coefficients).toEqual([1, 100_000]);
  });
});

describe("constraints", () => {
  test("are equivalent to the comparison they come from, on integers", () => {
    fc.assert(
      fc.property(relation, expression, point, (kind, form, values) => {
        const value = evaluate(form, at(values));
        const expected = kind === "eq" ? value === 0 : kind === "lt" ? value < 0 : value <= 0;
        const made = linearConstraint(kind, form);
        expect(truth(made, values)).toBe(expected);
        expect(formulaHolds(constraintFormula(made), { valueOf: at(values) })).toBe(expected);
        if (typeof made !== "object") return;
        const again = comparisonConstraint(constraintFormula(made));
        expect(typeof again === "object" && sameConstraint(again, made)).toBe(true);
        expect(negateConstraint(made).some((part) => truth(part, values))).toBe(!expected);
      }),
      { numRuns: runs(1000) },
    );
  });

  test("are canonical: scaling changes nothing", () => {
    fc.assert(
      fc.property(expression, fc.integer({ min: 1, max: 50 }), fc.constantFrom(1, -1), (form, factor, sign) => {
        const le = linearConstraint("le", form);
        const scaled = linearConstraint("le", scale(form, factor));
        if (typeof le === "object") expect(typeof scaled === "object" && sameConstraint(le, scaled)).toBe(true);
        const eq = linearConstraint("eq", form);
        const mirrored = linearConstraint("eq", scale(form, factor * sign));
        if (typeof eq === "object") expect(typeof mirrored === "object" && sameConstraint(eq, mirrored)).toBe(true);
        else expect(mirrored).toBe(eq);
      }),
    );
  });

  test("are tightened to integers, and only there", () => {
    const show = (made: LinearConstraint | "true" | "false"): string =>
      typeof made === "object" ? showConstraint(made) : made;
    expect(
      show(
        linearConstraint(
          "le",
          linearExpression(
            [
              [a, 4],
              [b, -6],
            ],
            -3,
          ),
        ),
      ),
    ).toBe("2*a - 3*b <= 1");
    expect(show(linearConstraint("lt", linearExpression([[a, -2]], 3)))).toBe("a >= 2");
    expect(
      show(
        linearConstraint(
          "eq",
          linearExpression(
            [
              [a, 2],
              [c, 2],
            ],
            1,
          ),
        ),
      ),
    ).toBe("false");
    expect(show(linearConstraint("lt", linearExpression([[real, 2]], -3)))).toBe("2*r < 3");
  });

  test("are found in sets by structure", () => {
    const set = new ConstraintSet();
    const make = (k: number): LinearConstraint =>
      linearConstraint(
        "le",
        addScaled(linearExpression([[a, 1]], 0), k, linearExpression([[b, 2]], k)),
      ) as LinearConstraint;
    expect(set.add(make(3))).toBe(true);
    expect(set.add(make(3))).toBe(false);
    expect(set.add(make(4))).toBe(true);
    expect(set.has(make(4)) && !set.has(make(5))).toBe(true);
    expect(set.list.length).toBe(2);
  });
});
