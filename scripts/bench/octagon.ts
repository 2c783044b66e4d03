/**
 * Octagons on the workload: strong closure of a freshly built octagon, join, widening, an assignment, one more constraint
 * and inclusion, over the rationals as the native libraries do, and with integer tightening for the checksum. `blocks`
 * inputs have 200 variables in independent groups of five.
 */

import type { Octagon } from "../../src/domains/octagon/lattice.ts";
import type { Arithmetic } from "../../src/domains/octagon/matrix.ts";
import { fromConstraints, octagons } from "../../src/domains/octagon/octagon.ts";
import { exactBounds } from "../../src/domains/octagon/transfer.ts";
import { type LinearConstraint, linearConstraint, linearExpression } from "../../src/logic/linear.ts";
import { add, integer, le, subtract, type Variable, variable } from "../../src/logic/term.ts";
import { MATH_INTEGER, REAL } from "../../src/logic/types.ts";
import * as rational from "../../src/numbers/rational.ts";
import { type BenchRow, median, SEEDS, Xorshift } from "./workload.ts";

function variables(count: number, arithmetic: Arithmetic): Variable[] {
  const type = arithmetic === "integer" ? MATH_INTEGER : REAL;
  return Array.from({ length: count }, (_, id) => ({ id, name: `x${id}`, type, role: "global" }) as const);
}

/** The constraints of one random octagon, as the workload defines it. */
function addGroup(list: LinearConstraint[], names: readonly Variable[], random: Xorshift): void {
  const n = names.length;
  const atMost = (terms: [Variable, number][], bound: number): void => {
    const constraint = linearConstraint("le", linearExpression(terms, -bound));
    if (typeof constraint === "object") list.push(constraint);
  };
  const sign = (): number => ((random.next() & 1) === 1 ? 1 : -1);
  for (const name of names) {
    if ((random.next() & 1) === 1) atMost([[name, 1]], random.below(1000) + 10);
    if ((random.next() & 1) === 1) atMost([[name, -1]], random.below(1000) + 10);
  }
  for (let k = 0; k < 2 * n; k++) {
    const i = random.below(n);
    let j = random.below(n);
    if (i === j) j = (i + 1) % n;
    const [first, second] = [sign(), sign()];
    atMost(
      [
        [names[i]!, first],
        [names[j]!, second],
      ],
      random.below(1000) + 10,
    );
  }
}

function input(names: readonly Variable[], group: number, seed: number): LinearConstraint[] {
  const random = new Xorshift(seed);
  const list: LinearConstraint[] = [];
  for (let first = 0; first < names.length; first += group) addGroup(list, names.slice(first, first + group), random);
  return list;
}

function boundSum(state: Octagon, names: readonly Variable[], arithmetic: Arithmetic): number {
  let sum = 0;
  for (const name of names) {
    const { low, high } = exactBounds(state, name, arithmetic);
    if (high !== undefined) sum += rational.approximate(high);
    if (low !== undefined) sum -= rational.approximate(low);
  }
  return sum;
}

/** The median over repetitions; each is a batch long enough for the clock. */
function timed<P>(prepare: () => P, run: (prepared: P) => unknown, expected: number): number {
  const batch = Math.max(1, Math.min(50, Math.round(50 / expected)));
  const times: number[] = [];
  for (let repetition = 0; repetition < (expected > 2000 ? 3 : 9); repetition++) {
    const prepared = Array.from({ length: batch }, prepare);
    const start = performance.now();
    for (const one of prepared) run(one);
    times.push(((performance.now() - start) * 1000) / batch);
  }
  return median(times);
}

function measure(n: number, group: number, arithmetic: Arithmetic): BenchRow {
  const domain = octagons(arithmetic);
  const names = variables(n, arithmetic);
  const x = names.map(variable);
  const times = new Map<string, number[]>();
  const note = (
    operation: string,
    expected: number,
    prepare: () => Octagon,
    run: (state: Octagon) => unknown,
  ): void => {
    const list = times.get(operation) ?? [];
    times.set(operation, list);
    list.push(timed(prepare, run, expected));
  };
  let checksum = 0;
  const warmUp = n <= 40 ? 3 : 1;
  for (let pass = 0; pass <= warmUp; pass++) {
    if (pass === warmUp) times.clear();
    for (const seed of SEEDS) {
      const left = input(names, group, 2 * seed + 1);
      const [a, b] = [left, input(names, group, 2 * seed + 2)].map((list) => fromConstraints(list, arithmetic));
      if (a === undefined || b === undefined || domain.isBottom(a) || domain.isBottom(b)) continue;
      const closed = a === "bottom" ? a : a.closed!;
      const joined = domain.join(a, b);
      if (pass === warmUp) checksum += boundSum(a, names, arithmetic) + boundSum(joined, names, arithmetic);
      note(
        "closure",
        group ** 3 / 250,
        () => fromConstraints(left, arithmetic),
        (fresh) => domain.isBottom(fresh),
      );
      note(
        "join",
        n ** 2 / 300,
        () => closed,
        (state) => domain.join(state, b),
      );
      note(
        "widen",
        n ** 2 / 300,
        () => closed,
        (state) => domain.widen(state, joined),
      );
      note(
        "assign",
        n ** 2 / 100,
        () => closed,
        (state) => domain.isBottom(domain.assign(state, names[0]!, add(x[1]!, integer(7)))),
      );
      const condition = le(subtract(x[2]!, x[n - 1]!), integer(5));
      note(
        "meet1",
        n ** 2 / 100,
        () => closed,
        (state) => domain.isBottom(domain.assume(state, condition)),
      );
      note(
        "leq",
        n ** 2 / 300,
        () => closed,
        (state) => domain.leq(state, joined),
      );
    }
  }
  const medians = new Map([...times].map(([operation, list]) => [operation, median(list)]));
  const library = arithmetic === "integer" ? "hone (integers)" : "hone";
  return { library, domain: "oct", size: group === n ? `${n}` : `${n / group} x ${group}`, medians, checksum };
}

/** Rows for dense octagons, over rationals and integers, and one for independent groups of five variables. */
export function benchOctagons(sizes: readonly number[] = [10, 20, 40, 80, 160]): BenchRow[] {
  return [
    ...sizes.map((n) => measure(n, n, "rational")),
    ...sizes.filter((n) => n <= 80).map((n) => measure(n, n, "integer")),
    measure(200, 5, "rational"),
  ];
}
