/**
 * What tests have shown: how often branches were taken, and which accesses came to the end of their object. Counts are told apart by
 * magnitude, as in AFL: a loop that runs twice as often as ever is something new, its hundred and first round is not.
 */
import type { Edge } from "../../cfa/cfa.ts";
import type { Counts } from "../../evidence/execution.ts";
import { tick } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";

const LOOK_WORK = 0.02;
const EXACT = 12;

export class Coverage {
  /** By edge: the classes of counts that some run has had. */
  readonly #classes = new Map<Edge, Set<number>>();

  has(edge: Edge): boolean {
    return this.#classes.has(edge);
  }

  /** Whether something is new. */
  add(counts: Iterable<readonly [Edge, number]>): boolean {
    let isNew = false;
    for (const [edge, times] of counts) {
      const classes = memoised(this.#classes, edge, () => new Set<number>());
      const { size } = classes;
      isNew = classes.add(classOf(edge, times)).size > size || isNew;
    }
    return isNew;
  }
}

export function* countsOf({ edges, times }: Counts): Iterable<readonly [Edge, number]> {
  tick(LOOK_WORK * edges.length);
  for (let i = 0; i < edges.length; i++) {
    const count = times[i] as number;
    if (count > 0) yield [edges[i] as Edge, count];
  }
}

/** Counts that are about as large: small ones are told apart, large ones by their magnitude; of ends of objects only that one was met. */
function classOf({ op }: Edge, times: number): number {
  if (op.kind !== "assume") return 1;
  return times <= EXACT ? times : EXACT + Math.floor(2 * Math.log2(times / EXACT));
}
