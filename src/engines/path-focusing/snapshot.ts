/** The reduced multigraph as a picture for reports: as far as it is reached, with the paths that were followed, one picture a path. */
import type { Domain } from "../../domains/domain.ts";
import { showFormula } from "../../logic/print.ts";
import { TRUE } from "../../logic/term.ts";
import { counted } from "../../util/counted.ts";
import type { Snapshot, SnapshotNode } from "../engine.ts";
import { kindOf, limited, MOST_NODES, placeName, showEdges } from "../snapshot.ts";
import type { Surviving } from "./analysis.ts";
import type { States } from "./chaotic-iteration.ts";
import type { GraphNode, Path, ReducedGraph } from "./reduced-graph.ts";

export class Pictures<S> {
  readonly #graph: ReducedGraph;
  readonly #domain: Domain<S>;
  readonly #record: (snapshot: Snapshot) => void;
  readonly #ids: ReadonlyMap<GraphNode, number>;
  /** The last path between two nodes. */
  readonly #paths = new Map<GraphNode, Map<GraphNode, Path>>();
  #followed = 0;

  constructor(graph: ReducedGraph, domain: Domain<S>, record: (snapshot: Snapshot) => void) {
    this.#graph = graph;
    this.#domain = domain;
    this.#record = record;
    this.#ids = new Map(graph.nodes.map((node, id) => [node, id]));
  }

  followed(states: States<GraphNode, S>, from: GraphNode, to: GraphNode, path: Path, grew: boolean): void {
    this.#followed += 1;
    const paths = this.#paths.get(from) ?? new Map<GraphNode, Path>();
    this.#paths.set(from, paths.set(to, path));
    const where = from === to ? `around ${this.#name(to)}` : `from ${this.#name(from)} to ${this.#name(to)}`;
    this.#record({
      title: `Path ${this.#followed}: ${where}`,
      notes: [
        limited(`path: ${showEdges(path).replaceAll("\n", "; ")}`),
        grew
          ? `node ${this.#ids.get(to)} has more states`
          : `node ${this.#ids.get(to)} has them already in this domain`,
      ],
      ...this.#picture(states, grew ? to : undefined),
    });
  }

  ended(states: States<GraphNode, S>, surviving: readonly Surviving[]): void {
    const notes = surviving.map(
      ({ from, location, path }) =>
        `not excluded: ${location.reason ?? "an error"} at ${placeName(location, this.#graph.model)}, from node ${this.#ids.get(from)}${path.length === 0 ? "" : ` by ${showEdges(path).replaceAll("\n", "; ")}`}`,
    );
    this.#record({
      title: `The invariants, after ${counted(this.#followed, "path")}: ${surviving.length === 0 ? "no error is left" : `${counted(surviving.length, "error")} not excluded`}`,
      notes: notes.map(limited),
      ...this.#picture(states, undefined, surviving),
    });
  }

  #name({ location }: GraphNode): string {
    return placeName(location, this.#graph.model);
  }

  #picture(
    states: States<GraphNode, S>,
    grown: GraphNode | undefined,
    surviving: readonly Surviving[] = [],
  ): Pick<Snapshot, "nodes" | "edges"> {
    const reached = this.#graph.nodes.filter((node) => states.has(node)).slice(0, MOST_NODES);
    const errors = [...new Set(surviving.map(({ location }) => location))];
    const idOf = (error: Surviving["location"]) => this.#graph.nodes.length + errors.indexOf(error);
    const edges = [...this.#paths].flatMap(([from, paths]) =>
      Array.from(paths, ([to, path]) => this.#edge(from, this.#ids.get(to) as number, path)),
    );
    return {
      nodes: [
        ...reached.map((node) => this.#node(node, states.get(node) as S, node === grown)),
        ...errors.map((error) => ({
          id: idOf(error),
          place: placeName(error, this.#graph.model),
          state: "",
          kind: kindOf(error),
        })),
      ],
      edges: [...edges, ...surviving.map(({ from, path, location }) => this.#edge(from, idOf(location), path))],
    };
  }

  #node(node: GraphNode, state: S, hasGrown: boolean): SnapshotNode {
    const cell = node.cell === TRUE ? [] : [showFormula(node.cell)];
    return {
      id: this.#ids.get(node) as number,
      place: this.#name(node),
      state: limited([...cell, this.#domain.show(state).replaceAll(", ", "\n")].join("\n")),
      kind: hasGrown ? "refined" : kindOf(node.location),
    };
  }

  #edge(from: GraphNode, target: number, path: Path): Snapshot["edges"][number] {
    return { source: this.#ids.get(from) as number, target, label: showEdges(path) };
  }
}
