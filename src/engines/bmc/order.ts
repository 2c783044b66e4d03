/**
 * An order of locations in which ways meet before they go on: within a function the reverse postorder of its graph, across
 * calls the call sites from the outermost one in. Made as locations are met: a program's view may be without end.
 */
import type { Location } from "../../cfa/cfa.ts";
import type { CallString, Model, ModelLocation } from "../../model/model.ts";
import { memoised } from "../../util/memo.ts";
import { postorder } from "../../util/postorder.ts";

export class ExecutionOrder {
  readonly #model: Model;
  readonly #positions = new Map<string, ReadonlyMap<Location, number>>();
  readonly #contexts = new Map<CallString, readonly number[]>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** Negative where `a` comes before `b`. */
  compare(a: ModelLocation, b: ModelLocation): number {
    const [x, y] = [this.#sites(a.context), this.#sites(b.context)];
    for (let i = 0; ; i++) {
      const left = x[i] ?? this.#position(a.point);
      const right = y[i] ?? this.#position(b.point);
      // A callee runs between its call site and what follows that.
      if (left !== right) return left - right;
      if (i >= x.length || i >= y.length) return x.length - y.length || a.id - b.id;
    }
  }

  /** The positions of the call sites, outermost first. */
  #sites(context: CallString): readonly number[] {
    return memoised(this.#contexts, context, () => {
      const { site, caller } = context;
      return site === undefined || caller === undefined ? [] : [...this.#sites(caller), this.#position(site.source)];
    });
  }

  #position(point: Location): number {
    const positions = memoised(this.#positions, point.function, () => {
      const graph = this.#model.program.functions.get(point.function);
      const order = graph && postorder([graph.entry], ({ outgoing }) => outgoing.map(({ target }) => target)).reverse();
      return new Map(order?.map((location, i) => [location, i]));
    });
    return positions.get(point) ?? positions.size + point.id;
  }
}
