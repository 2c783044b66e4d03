/**
 * Goals that wait, the most promising first. A goal is promising by what it is about: an edge that no run has taken, or a failure of what
 * the property asks about, or at least the way to the next branch that has one; else by how seldom its like has been tried.
 */
import type { Edge, Location } from "../../cfa/cfa.ts";
import { tick } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import { Coverage } from "./coverage.ts";
import type { Run } from "./search.ts";
import type { Goal } from "./shadow.ts";

interface Waiting {
  readonly run: Run;
  readonly goal: Goal;
}

/** Goals that are alike. */
interface Kind {
  /** Of runs that showed something new, and of the others. */
  readonly fresh: Waiting[];
  readonly stale: Waiting[];
  tries: number;
}

// By how many tries a goal of a run that showed nothing new is behind the others.
const NOTHING_NEW = 3;
// What is promising is tried so many times as often as what is not.
const PROMISING = 4;
// So are those right before something promising, but less.
const LEADING = 2;
const FAR = 20;
// What was tried for an edge after other numbers of rounds counts as well, but less.
const OTHER_ROUNDS = 8;
// More would fill memory; what is dropped is as good as what is kept.
const MOST_WAITING = 400;
const AT_A_TIME = 8;
const LOOK_WORK = 0.02;

export class GoalQueue {
  readonly #kinds = new Map<Edge, Map<number, Kind>>();
  readonly #tries = new Map<Edge, number>();
  #chosen: Kind[] = [];
  readonly #covered = new Coverage();
  /** By edge of a branch: where runs branched next. */
  readonly #next = new Map<Edge, Set<Location>>();

  /** Goals before `bound` are left out. */
  add(run: Run, bound: number): void {
    const isNew = this.#covered.add(run.shadow.taken);
    for (const [edge, next] of run.shadow.next) memoised(this.#next, edge, () => new Set()).add(next);
    for (const goal of run.shadow.goals) {
      if (goal.after < bound) continue;
      const kinds = memoised(this.#kinds, goal.what.edge, () => new Map<number, Kind>());
      const kind = memoised(kinds, likeOf(goal), () => ({ fresh: [], stale: [], tries: 0 }));
      const list = isNew ? kind.fresh : kind.stale;
      if (list.length < MOST_WAITING) list.push({ run, goal });
    }
  }

  isPromising({ what }: Goal): boolean {
    return what.kind === "failure" || what.kind === "digits" || (what.kind === "edge" && !this.#covered.has(what.edge));
  }

  /** Whether the next branch behind it has a way that no run has taken: as its function has it, or as a run came to it. */
  #leadsOn({ what }: Goal): boolean {
    if (what.kind !== "edge") return false;
    for (const next of this.#next.get(what.edge) ?? [])
      if (next.outgoing.some((edge) => !this.#covered.has(edge))) return true;
    let { target } = what.edge;
    for (let steps = 0; target.outgoing.length === 1 && steps < FAR; steps++)
      target = (target.outgoing[0] as Edge).target;
    return target.outgoing.length > 1 && target.outgoing.some((edge) => !this.#covered.has(edge));
  }

  /** The next goal; the best ones are chosen several at a time. */
  take(): Waiting | undefined {
    if (this.#chosen.length === 0) this.#choose();
    const kind = this.#chosen.pop();
    if (kind === undefined) return undefined;
    const list = kind.fresh.length > 0 ? kind.fresh : kind.stale;
    kind.tries += 1;
    // The shortest runs cost least, and the newest are those that got farthest.
    const next = kind.tries % 2 === 0 ? list.pop() : takeShortest(list);
    const edge = next?.goal.what.edge;
    if (edge !== undefined) this.#tries.set(edge, (this.#tries.get(edge) ?? 0) + 1);
    return next;
  }

  #choose(): void {
    let least = Number.POSITIVE_INFINITY;
    let last: Edge | undefined;
    for (const [edge, kinds] of this.#kinds) {
      tick(LOOK_WORK * kinds.size);
      const others = (this.#tries.get(edge) ?? 0) / OTHER_ROUNDS;
      for (const kind of kinds.values()) {
        const first = kind.fresh[0] ?? kind.stale[0];
        if (first === undefined) continue;
        const tries = kind.tries + (kind.fresh.length > 0 ? 0 : NOTHING_NEW) + others;
        const priority = this.isPromising(first.goal)
          ? tries / PROMISING
          : 1 + tries / (this.#leadsOn(first.goal) ? LEADING : 1);
        if (priority > least) continue;
        if (priority < least) {
          this.#chosen.length = 0;
          last = undefined;
        }
        least = priority;
        // One for each edge: the others may be about nothing new once it has been taken.
        if (this.#chosen.length < AT_A_TIME && last !== edge) this.#chosen.push(kind);
        last = edge;
      }
    }
    this.#chosen.reverse();
  }
}

function takeShortest(list: Waiting[]): Waiting | undefined {
  let best = 0;
  list.forEach(({ run }, i) => {
    if (run.inputs.length < (list[best] as Waiting).run.inputs.length) best = i;
  });
  tick(LOOK_WORK * list.length);
  return list.splice(best, 1)[0];
}

/** Goals are alike that are about the same edge, behind the same branches, after about as many rounds. */
function likeOf({ what, context, occurrence }: Goal): number {
  return (context * 16 + what.number) * 64 + Math.ceil(Math.log2(1 + occurrence));
}
