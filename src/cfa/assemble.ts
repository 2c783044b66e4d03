/** Final graphs: locations and edges get dense ids in the order in which they are made, and are frozen in the end. */
import type { SourceRange } from "../util/source.ts";
import type { Check, Edge, FunctionGraph, Location, Op } from "./cfa.ts";

interface OpenLocation extends Location {
  readonly outgoing: Edge[];
  readonly incoming: Edge[];
}

/** What a location has besides its edges. */
interface Marks {
  readonly labels?: readonly string[] | undefined;
  readonly loop?: SourceRange | undefined;
}

export type Assembled = Pick<FunctionGraph, "entry" | "exit" | "locations" | "edges">;

export class GraphAssembly {
  readonly #name: string;
  readonly #locations: OpenLocation[] = [];
  readonly #edges: Edge[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  location({ labels, loop }: Marks): OpenLocation {
    const location: OpenLocation = {
      id: this.#locations.length,
      function: this.#name,
      outgoing: [],
      incoming: [],
      ...(labels === undefined ? {} : { labels: Object.freeze(labels) }),
      ...(loop === undefined ? {} : { loop }),
    };
    this.#locations.push(location);
    return location;
  }

  connect(source: OpenLocation, target: OpenLocation, op: Op, checks: readonly Check[], range: SourceRange): void {
    const edge: Edge = Object.freeze({ id: this.#edges.length, source, target, op, checks, range });
    source.outgoing.push(edge);
    target.incoming.push(edge);
    this.#edges.push(edge);
  }

  finish(entry: Location, exit: Location): Assembled {
    for (const location of this.#locations) {
      Object.freeze(location.outgoing);
      Object.freeze(location.incoming);
      Object.freeze(location);
    }
    return { entry, exit, locations: Object.freeze(this.#locations), edges: Object.freeze(this.#edges) };
  }
}
