/**
 * State machines of our own, unrolled: the DAGs that benchmarks of interpolation grow. A machine has a state, a counter
 * and some other variables; each step takes one of `branches` transitions. Two properties: a counter that only one state
 * raises stays within the number of steps (one inequality a node), and a flag agrees with the parity of the state (a
 * fact about every state a node).
 */
import { add, and, eq, type Formula, integer, le, or, type Term, variable } from "../../src/logic/term.ts";
import { MATH_INTEGER } from "../../src/logic/types.ts";
import type { DagEdge, DagProblem } from "../../src/smt/interpolator.ts";

export interface MachineSize {
  readonly levels: number;
  readonly branches: number;
  /** One edge a transition, or one edge a level with all transitions as a disjunction. */
  readonly edges: "single" | "disjunctive";
  readonly property: "counter" | "flag";
}

export function unrolledMachine({ levels, branches, edges: style, property }: MachineSize): DagProblem {
  let next = 1;
  const copy = (name: string): Term => {
    next += 1;
    return variable({ id: next, name, type: MATH_INTEGER, role: "local" });
  };
  const state = Array.from({ length: levels + 1 }, (_, i) => copy(`state${i}`));
  const count = Array.from({ length: levels + 1 }, (_, i) => copy(`count${i}`));
  const flag = Array.from({ length: levels + 1 }, (_, i) => copy(`flag${i}`));
  const noise = Array.from({ length: levels + 1 }, (_, i) => copy(`noise${i}`));
  const transition = (level: number, branch: number): Formula =>
    and([
      eq(state[level]!, integer(branch % 7)),
      eq(state[level + 1]!, integer((branch * 3 + 1) % 7)),
      // Only leaving state 3 counts, so the counter never passes the level.
      eq(count[level + 1]!, branch % 7 === 3 ? add(count[level]!, integer(1)) : count[level]!),
      eq(flag[level + 1]!, integer(((branch * 3 + 1) % 7) % 2)),
      eq(noise[level + 1]!, add(noise[level]!, integer(branch))),
      le(noise[level]!, integer(1000 * branch + 1000)),
    ]);
  const exit = levels + 2;
  const edges: DagEdge[] = [
    {
      source: 0,
      target: 1,
      label: and([state, count, flag, noise].map((copies) => eq(copies[0]!, integer(0)))),
    },
  ];
  for (let level = 0; level < levels; level++) {
    const all = Array.from({ length: branches }, (_, branch) => transition(level, branch));
    for (const label of style === "single" ? all : [or(all)])
      edges.push({ source: level + 1, target: level + 2, label });
  }
  for (let level = 0; level <= levels; level++) {
    const disagrees = and([
      eq(flag[level]!, integer(1)),
      or([0, 2, 4, 6].map((even) => eq(state[level]!, integer(even)))),
    ]);
    const label = property === "counter" ? le(integer(level + 1), count[level]!) : disagrees;
    edges.push({ source: level + 1, target: exit, label });
  }
  return { nodes: exit + 1, edges };
}
