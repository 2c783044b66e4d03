/**
 * Polyhedra on the workload: build, hull, one more constraint, projection and inclusion, each forced to the minimal
 * double description as the native libraries are. `blocks` inputs put variables in independent groups of five.
 */
import { polyhedra } from "../../src/domains/polyhedra/polyhedra.ts";
import { infimum, type Polyhedron, pairOf } from "../../src/domains/polyhedra/state.ts";
import {
  constraintFormula,
  type LinearConstraint,
  linearConstraint,
  linearExpression,
  variableExpression,
} from "../../src/logic/linear.ts";
import type { Formula, Variable } from "../../src/logic/term.ts";
import { REAL } from "../../src/logic/types.ts";
import * as rational from "../../src/numbers/rational.ts";
import { type BenchRow, median, SEEDS, timed, Xorshift } from "./workload.ts";

const domain = polyhedra();

// The native libraries compute over the rationals: over integers ours would round constants and be more precise.
function variables(count: number): Variable[] {
  return Array.from({ length: count }, (_, id) => ({ id, name: `x${id}`, type: REAL, role: "global" }) as const);
}

/** The constraints of one random polyhedron, as the workload defines it. */
function input(names: readonly Variable[], seed: number): LinearConstraint[] {
  const random = new Xorshift(seed);
  const n = names.length;
  const rows = names.map((name) => ({ terms: [[name, -1]] as [Variable, number][], constant: 0 }));
  for (let t = 0; t < n >> 1; t++) {
    const k = 2 + random.below(2);
    const chosen = [random.below(n)];
    while (chosen.length < k) {
      const next = (chosen[0]! + 1 + random.below(n - 1)) % n;
      if (!chosen.includes(next)) chosen.push(next);
    }
    const terms = chosen.map((index): [Variable, number] => {
      const coefficient = 1 + random.below(3);
      return [names[index]!, (random.next() & 1) === 1 ? coefficient : -coefficient];
    });
    rows.push({ terms, constant: -(random.below(100) + 10) });
  }
  return rows.map(
    ({ terms, constant }) => linearConstraint("le", linearExpression(terms, constant)) as LinearConstraint,
  );
}

function build(conditions: readonly Formula[]): Polyhedron {
  return forced(conditions.reduce((state, condition) => domain.assume(state, condition), domain.top));
}

/** The state with all its blocks converted. */
function forced(state: Polyhedron): Polyhedron {
  for (const block of state.settle().blocks ?? []) pairOf(block);
  return state.settle();
}

function boundSum(state: Polyhedron, names: readonly Variable[]): number {
  let sum = 0;
  for (const name of names) {
    const low = infimum(state, variableExpression(name), 1);
    const high = infimum(state, variableExpression(name), -1);
    if (low !== undefined) sum -= rational.approximate(low);
    if (high !== undefined) sum -= rational.approximate(high);
  }
  return sum;
}

function measure(size: string, groups: readonly (readonly Variable[])[], warmUp: number): BenchRow {
  const names = groups.flat();
  const times = new Map<string, number[]>();
  const note = (operation: string, run: () => unknown): void => {
    const list = times.get(operation) ?? [];
    times.set(operation, list);
    list.push(timed(run));
  };
  let checksum = 0;
  const passes = Array.from({ length: warmUp }, () => SEEDS).flat();
  for (const [pass, seed] of [...passes, ...SEEDS].entries()) {
    const left = groups.flatMap((group, g) => input(group, 2 * seed + 1 + 1000 * g)).map(constraintFormula);
    const right = groups.flatMap((group, g) => input(group, 2 * seed + 2 + 1000 * g)).map(constraintFormula);
    const [a, b] = [build(left), build(right)];
    const hull = forced(domain.join(a, b));
    if (pass === passes.length) times.clear();
    note("build", () => build(left));
    note("join", () => forced(domain.join(a, b)));
    note("meet1", () => forced(domain.assume(a, right[groups[0]!.length]!)));
    const gone = names.slice(0, names.length >> 2);
    note("project", () => forced(gone.reduce((state, name) => domain.forget(state, name), a)));
    note("leq", () => domain.leq(a, hull));
    if (pass >= passes.length) checksum += boundSum(a, names) + boundSum(hull, names);
  }
  const medians = new Map([...times].map(([operation, list]) => [operation, median(list)]));
  return { library: "hone", domain: "poly", size, medians, checksum };
}

/** Rows for the given numbers of variables, and one for independent groups of five variables each. */
export function benchPolyhedra(sizes: readonly number[] = [4, 8, 12, 16], groups = 40): BenchRow[] {
  const rows = sizes.map((size) => measure(`${size}`, [variables(size)], size > 12 ? 1 : 3));
  const all = variables(5 * groups);
  const parts = Array.from({ length: groups }, (_, g) => all.slice(5 * g, 5 * g + 5));
  rows.push(measure(`${groups} x 5`, parts, 1));
  return rows;
}
