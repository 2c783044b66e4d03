/**
 * Which variables may still be read: others are forgotten at cut points, so that no constraint speaks of a temporary of the
 * last iteration. Backward data flow over the blocks. Arrays always count as live.
 */
import type { Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { ModelEdge, ModelLocation, ModelOp } from "../../model/model.ts";
import type { Block } from "../../model/view/blocks.ts";
import { memoised } from "../../util/memo.ts";

export type Observed = (exit: ModelLocation, variable: Variable) => boolean;

export class Live {
  readonly #index = new Map<Variable, number>();
  readonly #at = new Map<ModelLocation, Uint32Array>();
  readonly #words: number;
  readonly #listed = new Map<ModelLocation, readonly Variable[]>();
  readonly #dying = new Map<ModelLocation, Map<ModelLocation, readonly Variable[]>>();

  /** @param observed variables that somebody looks at where executions end. */
  constructor(blocks: readonly Block[], observed: Observed = () => false) {
    const edges = blocks.flatMap((block) => block.edges);
    for (const edge of edges)
      for (const op of edge.ops) {
        if (op.kind !== "assume") this.#number(op.target);
        for (const read of readBy(op)) this.#number(read);
      }
    this.#words = (this.#index.size + 31) >>> 5;
    for (const exit of new Set(blocks.flatMap((block) => block.exits)))
      if (exit.kind !== "ordinary") this.#observe(exit, observed);
    // Blocks may share what comes after a join; the order of their edges is topological, so backwards is quick.
    for (let changed = true; changed; ) {
      changed = false;
      for (let i = edges.length - 1; i >= 0; i -= 1) if (this.#flow(edges[i] as ModelEdge)) changed = true;
    }
  }

  isLive(variable: Variable, location: ModelLocation): boolean {
    const bit = this.#index.get(variable);
    if (bit === undefined || variable.type.kind === "array") return true;
    const live = this.#at.get(location);
    return live !== undefined && (((live[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
  }

  /** Live variables, in the order in which they were met. */
  liveAt(location: ModelLocation): readonly Variable[] {
    return memoised(this.#listed, location, () =>
      [...this.#index.keys()].filter((variable) => this.isLive(variable, location)),
    );
  }

  /** Variables that may matter at one location and do not at the other. */
  dying(from: ModelLocation, to: ModelLocation): readonly Variable[] {
    const byTarget = memoised(this.#dying, from, () => new Map());
    return memoised(byTarget, to, () => this.liveAt(from).filter((variable) => !this.isLive(variable, to)));
  }

  #observe(exit: ModelLocation, observed: Observed): void {
    const live = new Uint32Array(this.#words);
    for (const [variable, bit] of this.#index)
      if (observed(exit, variable)) live[bit >>> 5] = (live[bit >>> 5] as number) | (1 << (bit & 31));
    this.#at.set(exit, live);
  }

  #number(variable: Variable): void {
    if (!this.#index.has(variable)) this.#index.set(variable, this.#index.size);
  }

  #flow(edge: ModelEdge): boolean {
    const live = Uint32Array.from(this.#at.get(edge.target) ?? new Uint32Array(this.#words));
    for (let i = edge.ops.length - 1; i >= 0; i -= 1) {
      const op = edge.ops[i] as ModelOp;
      if (op.kind !== "assume" && op.target.type.kind !== "array") {
        const bit = this.#index.get(op.target) as number;
        live[bit >>> 5] = (live[bit >>> 5] as number) & ~(1 << (bit & 31));
      }
      for (const read of readBy(op)) {
        const bit = this.#index.get(read) as number;
        live[bit >>> 5] = (live[bit >>> 5] as number) | (1 << (bit & 31));
      }
    }
    const known = this.#at.get(edge.source);
    if (known === undefined) {
      this.#at.set(edge.source, live);
      return true;
    }
    let changed = false;
    for (let word = 0; word < this.#words; word += 1) {
      const joined = ((known[word] as number) | (live[word] as number)) >>> 0;
      if (joined === known[word]) continue;
      known[word] = joined;
      changed = true;
    }
    return changed;
  }
}

export function readBy(op: ModelOp): ReadonlySet<Variable> {
  if (op.kind === "assume") return variablesOf(op.condition);
  return op.kind === "assign" ? variablesOf(op.value) : NONE;
}

const NONE: ReadonlySet<Variable> = new Set();
