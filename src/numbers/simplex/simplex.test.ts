/**
 * The simplex against an independent decision (Fourier-Motzkin elimination, below) on random small systems, with every
 * certificate checked: models by substitution, conflicts by adding up the bounds with their Farkas factors.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../tests/support/thorough.ts";
import type { Int } from "../int.ts";
import type { Rational } from "../rational.ts";
import * as rational from "../rational.ts";
import { checkIntegers } from "./integer.ts";
import { type Conflict, Simplex } from "./simplex.ts";

/** coefficients . x + constant <= 0, or < 0 when strict. */
interface Inequality {
  readonly coefficients: readonly Rational[];
  readonly constant: Rational;
  readonly strict: boolean;
}

/** Fourier-Motzkin: exact and simple, exponential. */
function isSatisfiable(system: readonly Inequality[], dimension: number): boolean {
  let rows = [...system];
  for (let x = 0; x < dimension; x++) {
    const above = rows.filter((row) => rational.sign(row.coefficients[x]!) > 0);
    const below = rows.filter((row) => rational.sign(row.coefficients[x]!) < 0);
    rows = rows.filter((row) => rational.sign(row.coefficients[x]!) === 0);
    for (const upper of above) for (const lower of below) rows.push(resolvent(upper, lower, x));
  }
  return rows.every((row) => (row.strict ? rational.sign(row.constant) < 0 : rational.sign(row.constant) <= 0));
}

function resolvent(upper: Inequality, lower: Inequality, x: number): Inequality {
  const p = rational.negate(lower.coefficients[x]!);
  const q = upper.coefficients[x]!;
  const combine = (a: Rational, b: Rational): Rational =>
    rational.add(rational.multiply(p, a), rational.multiply(q, b));
  return {
    coefficients: upper.coefficients.map((value, i) => combine(value, lower.coefficients[i]!)),
    constant: combine(upper.constant, lower.constant),
    strict: upper.strict || lower.strict,
  };
}

const DIMENSION = 3;
const inequality: fc.Arbitrary<Inequality> = fc.record({
  coefficients: fc.array(fc.integer({ min: -4, max: 4 }), { minLength: DIMENSION, maxLength: DIMENSION }),
  constant: fc.integer({ min: -12, max: 12 }),
  strict: fc.boolean(),
});
const system = fc.array(inequality, { minLength: 1, maxLength: 7 });

interface Loaded {
  readonly simplex: Simplex;
  readonly columns: readonly number[];
  readonly forms: readonly number[];
}

function build(rows: readonly Inequality[]): Loaded {
  const simplex = new Simplex();
  const columns = Array.from({ length: DIMENSION }, () => simplex.addVariable());
  const forms = rows.map((row) => simplex.addRow(columns, row.coefficients as Int[]));
  return { simplex, columns, forms };
}

function assertRow({ simplex, forms }: Loaded, row: Inequality, index: number): Conflict | undefined {
  return simplex.assertUpper(forms[index]!, rational.negate(row.constant), row.strict ? "strict" : "closed", index);
}

/** Asserts all rows and checks; the conflict, or undefined if feasible. */
function decide(loaded: Loaded, rows: readonly Inequality[]): Conflict | undefined {
  for (const [index, row] of rows.entries()) {
    const conflict = assertRow(loaded, row, index);
    if (conflict !== undefined) return conflict;
  }
  const result = loaded.simplex.check();
  expect(result.kind).not.toBe("limit");
  return result.kind === "infeasible" ? result.conflict : undefined;
}

/** Adds the rows a conflict names with its factors: all variables should cancel and a contradiction remain. */
function expectContradiction(conflict: Conflict, rows: readonly Inequality[]): void {
  const sums: Rational[] = new Array<Rational>(DIMENSION).fill(0);
  let constant: Rational = 0;
  let strict = false;
  for (const { reason, factor } of conflict) {
    expect(rational.sign(factor)).toBe(1);
    const row = rows[reason]!;
    row.coefficients.forEach((value, i) => {
      sums[i] = rational.addMultiply(sums[i]!, factor, value);
    });
    constant = rational.addMultiply(constant, factor, row.constant);
    strict ||= row.strict;
  }
  expect(sums).toEqual(sums.map(() => 0));
  expect(strict ? rational.sign(constant) >= 0 : rational.sign(constant) > 0).toBe(true);
}

function satisfies(point: readonly Rational[], row: Inequality): boolean {
  let sum = row.constant;
  row.coefficients.forEach((value, i) => {
    sum = rational.addMultiply(sum, value, point[i]!);
  });
  return row.strict ? rational.sign(sum) < 0 : rational.sign(sum) <= 0;
}

describe("simplex", () => {
  test("agrees with Fourier-Motzkin, and its certificates hold", () => {
    fc.assert(
      fc.property(system, (rows) => {
        const loaded = build(rows);
        const conflict = decide(loaded, rows);
        expect(conflict === undefined).toBe(isSatisfiable(rows, DIMENSION));
        if (conflict !== undefined) expectContradiction(conflict, rows);
        else {
          const model = loaded.simplex.model();
          expect(
            rows.every((row) =>
              satisfies(
                loaded.columns.map((column) => model[column]!),
                row,
              ),
            ),
          ).toBe(true);
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  test("retracted bounds leave no trace", () => {
    fc.assert(
      fc.property(system, system, system, (first, second, third) => {
        const rows = [...first, ...second, ...third];
        const loaded = build(rows);
        const enter = (part: readonly Inequality[], from: number): boolean => {
          for (const [i, row] of part.entries()) if (assertRow(loaded, row, from + i) !== undefined) return false;
          return loaded.simplex.check().kind === "feasible";
        };
        const base = enter(first, 0);
        fc.pre(base);
        for (const [part, from] of [
          [second, first.length],
          [third, first.length + second.length],
        ] as const) {
          loaded.simplex.push();
          expect(enter(part, from)).toBe(isSatisfiable([...first, ...part], DIMENSION));
          loaded.simplex.pop();
        }
        expect(loaded.simplex.check().kind).toBe("feasible");
      }),
      { numRuns: runs(500) },
    );
  });

  test("the optimum is the least upper bound, and its explanation implies it", () => {
    const form = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: DIMENSION, maxLength: DIMENSION });
    fc.assert(
      fc.property(system, form, (rows, objective) => {
        const loaded = build(rows);
        fc.pre(decide(loaded, rows) === undefined);
        const optimum = loaded.simplex.maximise(loaded.columns, objective);
        expect(optimum.kind).not.toBe("limit");
        const above = (bound: Rational, strict: boolean): Inequality => ({
          coefficients: objective.map((value) => -value),
          constant: bound,
          strict,
        });
        if (optimum.kind === "unbounded") {
          expect(isSatisfiable([...rows, above(1_000_000, false)], DIMENSION)).toBe(true);
        } else if (optimum.kind === "bounded") {
          expect(isSatisfiable([...rows, above(optimum.value, true)], DIMENSION)).toBe(false);
          const reached = isSatisfiable([...rows, above(optimum.value, false)], DIMENSION);
          expect(reached).toBe(optimum.attained === "attained");
          let bound: Rational = 0;
          for (const { factor, bound: used } of optimum.explanation)
            bound = rational.addMultiply(bound, factor, used.value);
          expect(rational.equal(bound, optimum.value)).toBe(true);
        }
      }),
      { numRuns: runs(1500) },
    );
  });

  test("integer search agrees with enumeration in a box", () => {
    const closed = system.map((rows) => rows.map((row) => ({ ...row, strict: false })));
    fc.assert(
      fc.property(closed, (rows) => {
        const loaded = build(rows);
        const { simplex, columns } = loaded;
        for (const column of columns) {
          simplex.assertLower(column, -3, "closed", -1);
          simplex.assertUpper(column, 3, "closed", -1);
        }
        const clash = rows.some((row, i) => assertRow(loaded, row, i) !== undefined);
        const answer = clash ? "infeasible" : checkIntegers(simplex, columns, 1000);
        const values = [-3, -2, -1, 0, 1, 2, 3];
        const exists = values.some((x) =>
          values.some((y) => values.some((z) => rows.every((row) => satisfies([x, y, z], row)))),
        );
        expect(answer).toBe(exists ? "feasible" : "infeasible");
        if (answer === "feasible") {
          const point = columns.map((column) => simplex.valueOf(column));
          expect(point.every(rational.isInteger) && rows.every((row) => satisfies(point, row))).toBe(true);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  test("the gcd test decides what branching could not", () => {
    const simplex = new Simplex();
    const [x, y] = [simplex.addVariable(), simplex.addVariable()];
    const form = simplex.addRow([x, y], [2, -2]);
    simplex.assertLower(form, 1, "closed", 0);
    simplex.assertUpper(form, 1, "closed", 0);
    expect(simplex.check().kind).toBe("feasible");
    expect(checkIntegers(simplex, [x, y, form], 50)).toBe("infeasible");
  });

  test("coefficients beyond 2^53 are exact", () => {
    const simplex = new Simplex();
    const [x, y] = [simplex.addVariable(), simplex.addVariable()];
    const big = 2n ** 60n + 1n;
    const form = simplex.addRow([x, y], [big, -(2n ** 60n)]);
    simplex.assertLower(form, 1, "closed", 0);
    simplex.assertUpper(y, big, "closed", 1);
    simplex.assertLower(y, big, "closed", 2);
    simplex.assertUpper(x, 2n ** 60n, "closed", 3);
    const result = simplex.check();
    // x >= (2^60 * big + 1) / big > 2^60, by less than doubles can see.
    expect(result.kind).toBe("infeasible");
  });

  test("the pivot limit is an answer", () => {
    const simplex = new Simplex();
    const columns = Array.from({ length: 3 }, () => simplex.addVariable());
    const form = simplex.addRow(columns, [1, 2, 3]);
    simplex.assertLower(form, 5, "closed", 0);
    simplex.pivotLimit = 0;
    expect(simplex.check()).toEqual({ kind: "limit" });
  });
});
