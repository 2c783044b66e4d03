/**
 * All paths explicit: what section 3 avoids. Enumerates the paths of a block in depth-first order, with their abstract
 * transformers on the way, until one leaves what is known of its end. n independent conditionals make 2^n paths.
 */

import type { Model, ModelEdge } from "../../model/model.ts";
import { isCut } from "../../model/view/blocks.ts";
import type { Focus, Oracle, Target } from "./oracle.ts";
import type { GraphNode, Path } from "./reduced-graph.ts";
import { type Abstraction, afterEdge, afterPath } from "./transformer.ts";

export class ExplodingOracle<S> implements Oracle<S> {
  readonly #model: Model;
  readonly #abstraction: Abstraction<S>;
  readonly #count: () => void;

  constructor(model: Model, abstraction: Abstraction<S>, count: () => void) {
    this.#model = model;
    this.#abstraction = abstraction;
    this.#count = count;
  }

  focus({ location }: GraphNode, from: S, targets: readonly Target<S>[], useless: readonly Path[]): Focus<S> {
    const { domain } = this.#abstraction;
    const refused = new Set(useless.map(keyOf));
    const stack: { readonly path: Path; readonly state: S }[] = [{ path: [], state: from }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { path, state } = top;
      const end = path[path.length - 1]?.target ?? location;
      if (path.length > 0 && isCut(end)) {
        this.#count();
        const target = targets.find((one) => one.location === end && this.#adds(from, path, one));
        if (target !== undefined && !refused.has(keyOf(path))) return { kind: "path", path, target };
        continue;
      }
      const edges = this.#model.edgesFrom(end);
      for (let i = edges.length - 1; i >= 0; i -= 1) {
        const edge = edges[i] as ModelEdge;
        const next = afterEdge(this.#abstraction, state, edge);
        if (!domain.isBottom(next)) stack.push({ path: [...path, edge], state: next });
      }
    }
    return { kind: "none" };
  }

  #adds(from: S, path: Path, { cell, known }: Target<S>): boolean {
    const { domain } = this.#abstraction;
    const state = domain.assume(afterPath(this.#abstraction, from, path), cell);
    return !domain.isBottom(state) && (known === undefined || !domain.leq(state, known));
  }

  dispose(): void {}
}

export function keyOf(path: Path): string {
  return path.map((edge) => edge.id).join(" ");
}
