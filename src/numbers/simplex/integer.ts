/**
 * Integer points of a simplex system by branch and bound. Each node of the search first asks the GCD test whether some
 * row can be zero on integers at all, then the simplex; a fractional value splits the problem. Branch and bound need
 * not end on unbounded systems, so the number of nodes is limited and `limit` is an answer.
 */

import type { Int } from "../int.ts";
import * as int from "../int.ts";
import * as rational from "../rational.ts";
import type { Simplex } from "./simplex.ts";
import type { Row } from "./tableau.ts";

export type IntegerResult = "feasible" | "infeasible" | "limit";

// Bounds asserted here belong to no assertion of the caller.
const BRANCH = -1;

interface Branch {
  readonly variable: number;
  readonly floor: Int;
  second: boolean;
}

/**
 * Are there values within the asserted (closed) bounds that are integers on `integers`? After `feasible` the system's
 * values are such; the asserted bounds are unchanged in any case.
 */
export function checkIntegers(simplex: Simplex, integers: readonly number[], nodeLimit: number): IntegerResult {
  const isInteger = new Set(integers);
  const branches: Branch[] = [];
  const leave = (result: IntegerResult): IntegerResult => {
    for (let i = 0; i < branches.length; i++) simplex.pop();
    return result;
  };
  for (let nodes = 0; nodes < nodeLimit; nodes++) {
    const result = simplex.rows.every((row) => passesGcdTest(simplex, row, isInteger)) ? simplex.check() : undefined;
    if (result?.kind === "limit") return leave("limit");
    if (result?.kind === "feasible") {
      const variable = integers.find((candidate) => !rational.isInteger(simplex.valueOf(candidate)));
      if (variable === undefined) return leave("feasible");
      branches.push({ variable, floor: rational.floor(simplex.valueOf(variable)), second: false });
      simplex.push();
      if (simplex.assertUpper(variable, branches.at(-1)!.floor, "closed", BRANCH) === undefined) continue;
    }
    if (!backtrack(simplex, branches)) return "infeasible";
  }
  return leave("limit");
}

/** Goes to the next untried branch; false when there is none. */
function backtrack(simplex: Simplex, branches: Branch[]): boolean {
  for (let branch = branches.at(-1); branch !== undefined; branch = branches.at(-1)) {
    simplex.pop();
    if (!branch.second) {
      branch.second = true;
      simplex.push();
      const above = int.add(branch.floor, 1);
      if (simplex.assertLower(branch.variable, above, "closed", BRANCH) === undefined) return true;
      simplex.pop();
    }
    branches.pop();
  }
  return false;
}

function passesGcdTest(simplex: Simplex, row: Row, isInteger: ReadonlySet<number>): boolean {
  return !row.columns.every((column) => isInteger.has(column)) || violatesDivisibility(simplex, row) === undefined;
}

/**
 * sum c_j x_j = 0 over integers needs the gcd of the free coefficients to divide what the fixed ones sum to. The fixed
 * columns if it does not; all columns should be integers.
 */
export function violatesDivisibility(simplex: Simplex, row: Row): number[] | undefined {
  let divisor: Int = 0;
  let sum: Int = 0;
  const fixed: number[] = [];
  for (let i = 0; i < row.columns.length; i++) {
    const column = row.columns[i]!;
    const lower = simplex.lower(column);
    const upper = simplex.upper(column);
    if (lower !== undefined && upper !== undefined && rational.equal(lower.value, upper.value)) {
      fixed.push(column);
      if (!rational.isInteger(lower.value)) return fixed;
      sum = int.add(sum, int.multiply(row.coefficients[i]!, lower.value));
    } else {
      divisor = int.gcd(divisor, row.coefficients[i]!);
      if (divisor === 1) return undefined;
    }
  }
  return (divisor === 0 ? sum === 0 : int.remainderTruncated(sum, divisor) === 0) ? undefined : fixed;
}
