/**
 * An order of locations in which ways meet before they go on, and loops are left before what follows them: within a function the
 * weak topological order of its graph, across calls the call sites from the outermost one in. Made as locations are met: a
 * program's view may be without end.
 */
import type { Location, Program } from "../../cfa/cfa.ts";
import { memoised } from "../../util/memo.ts";
import type { CallString, ModelLocation } from "../model.ts";
import { type WtoElement, weakTopologicalOrder } from "./wto.ts";

/** Where a point stands in the order of its function. */
interface Standing {
  readonly position: number;
  /** The innermost loop around it. */
  readonly loop: ReadonlySet<Location> | undefined;
}

/** The position of what runs before the entry function; less than minus the size of any graph. */
const BEFORE_ALL = -(2 ** 40);

export class ExecutionOrder {
  readonly #program: Program;
  readonly #functions = new Map<string, ReadonlyMap<Location, Standing>>();
  readonly #contexts = new Map<CallString, readonly number[]>();

  constructor(program: Program) {
    this.#program = program;
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

  /** Whether a location, or the call that it is in, is in the innermost loop around the head. */
  isInLoopOf(head: ModelLocation, location: ModelLocation): boolean {
    const loop = this.#standing(head.point)?.loop;
    if (loop === undefined) return false;
    let { point } = location;
    for (let context = location.context; context !== head.context; ) {
      const { site, caller } = context;
      if (site === undefined || caller === undefined) return false;
      point = site.source;
      context = caller;
    }
    return loop.has(point);
  }

  /** The positions of the call sites, outermost first. */
  #sites(context: CallString): readonly number[] {
    return memoised(this.#contexts, context, () => {
      const { site, caller } = context;
      return site === undefined || caller === undefined ? [] : [...this.#sites(caller), this.#position(site.source)];
    });
  }

  #position(point: Location): number {
    return this.#standing(point)?.position ?? Number.MAX_SAFE_INTEGER;
  }

  #standing(point: Location): Standing | undefined {
    return memoised(this.#functions, point.function, () => this.#standings(point.function)).get(point);
  }

  #standings(name: string): ReadonlyMap<Location, Standing> {
    const { functions, initialise } = this.#program;
    const graph = functions.get(name) ?? (initialise.name === name ? initialise : undefined);
    const standings = new Map<Location, Standing>();
    if (graph === undefined) return standings;
    const first = graph === initialise ? BEFORE_ALL : 0;
    const order = weakTopologicalOrder(graph.entry, ({ outgoing }) => outgoing.map(({ target }) => target));
    const work: { readonly element: WtoElement<Location>; readonly loops: readonly Set<Location>[] }[] = order
      .map((element) => ({ element, loops: [] }))
      .reverse();
    for (let item = work.pop(); item !== undefined; item = work.pop()) {
      const { element } = item;
      const loops = element.kind === "vertex" ? item.loops : [...item.loops, new Set<Location>()];
      const point = element.kind === "vertex" ? element.vertex : element.head;
      standings.set(point, { position: first + standings.size, loop: loops[loops.length - 1] });
      for (const loop of loops) loop.add(point);
      if (element.kind === "component")
        for (let i = element.body.length - 1; i >= 0; i--) work.push({ element: element.body[i]!, loops });
    }
    return standings;
  }
}
