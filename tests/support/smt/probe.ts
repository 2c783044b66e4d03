/**
 * The incremental probe: 200 queries as an engine asks them that walks over paths. A loop with some counters is unrolled
 * step by step; each step pushes an edge (a guard and assignments to new copies of the variables), asks whether the path
 * is feasible, and now and then whether an error is reachable; dead ends and finished paths are popped.
 */

import type { Formula, Variable } from "../../../src/logic/term.ts";
import * as t from "../../../src/logic/term.ts";
import { intType } from "../../../src/logic/types.ts";
import { type Random, randomSource } from "../interpolation-problems.ts";
import type { Call } from "./recorder.ts";

const COUNTERS = 5;
const DEEPEST = 12;
const INT = intType(32, "signed");

export function incrementalProbe(checks = 200, seed = 1): readonly Call[] {
  const random = randomSource(seed);
  const calls: Call[] = [{ kind: "create", solver: 0 }];
  const copies: Variable[][] = [newCopies(0)];
  for (const of of copies[0] as Variable[])
    calls.push(asserted(t.and([t.le(t.integer(0), t.variable(of)), t.le(t.variable(of), t.integer(100))])));
  let asked = 0;
  const ask = (assumptions: readonly Formula[]): void => {
    calls.push({ kind: "check", solver: 0, assumptions });
    asked += 1;
  };
  let made = 1;
  while (asked < checks) {
    if (copies.length > DEEPEST || (copies.length > 1 && random.chance(0.3))) {
      for (let back = random.between(1, copies.length - 1); back > 0; back -= 1) {
        copies.pop();
        calls.push({ kind: "pop", solver: 0 });
      }
    }
    const now = copies[copies.length - 1] as Variable[];
    const next = newCopies(made);
    made += 1;
    calls.push({ kind: "push", solver: 0 }, asserted(edge(now, next, random)));
    copies.push(next);
    ask([]);
    if (asked < checks && random.chance(0.4)) ask([error(next, random)]);
  }
  calls.push({ kind: "dispose", solver: 0 });
  return calls;
}

function asserted(formula: Formula): Call {
  return { kind: "assert", solver: 0, formula };
}

function newCopies(step: number): Variable[] {
  return Array.from({ length: COUNTERS }, (_, i) => ({
    id: step * COUNTERS + i,
    name: `x${i}@${step}`,
    type: INT,
    role: "local" as const,
  }));
}

/** A guard, or a choice of two; one counter moves, one is a sum of others, the rest stay. */
function edge(now: readonly Variable[], next: readonly Variable[], random: Random): Formula {
  const at = (i: number): t.Term => t.variable(now[i % COUNTERS] as Variable);
  const moved = random.below(COUNTERS);
  const summed = (moved + 1 + random.below(COUNTERS - 1)) % COUNTERS;
  const guard = (): Formula =>
    t.le(t.add(at(random.below(COUNTERS)), t.integer(random.between(-20, 20))), at(random.below(COUNTERS)));
  const step = t.integer(random.between(-9, 9));
  const assignments = next.map((of, i) => {
    if (i === moved) return t.eq(t.variable(of), t.add(at(i), step));
    if (i === summed) return t.eq(t.variable(of), t.subtract(t.add(at(moved), at(i)), at(i + 2)));
    return t.eq(t.variable(of), at(i));
  });
  return t.and([random.chance(0.3) ? t.or([guard(), guard()]) : guard(), ...assignments]);
}

function error(at: readonly Variable[], random: Random): Formula {
  const of = (i: number): t.Term => t.variable(at[i] as Variable);
  return t.lt(t.add(of(0), of(1)), t.add(of(2 + random.below(COUNTERS - 2)), t.integer(random.between(-150, 50))));
}
