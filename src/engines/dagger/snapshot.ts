/** The computation after a refinement, as a picture for reports. */
import { showConstraint } from "../../logic/linear.ts";
import type { Model } from "../../model/model.ts";
import type { Snapshot, SnapshotNode } from "../engine.ts";
import { limited, MOST_NODES, placeName, showEdges } from "../snapshot.ts";
import { showCube } from "./cube.ts";
import type { Exploration } from "./exploration.ts";
import type { Node } from "./reached.ts";
import type { Applied, RefinementNode } from "./refine.ts";

export function snapshotOf<S>(
  exploration: Exploration<S>,
  model: Model,
  steps: readonly { readonly refinement: RefinementNode<S>; readonly applied: Applied }[],
): Snapshot {
  const number = exploration.context.statistics["refinements"] ?? 0;
  const refined = new Set(steps.map(({ refinement }) => refinement.node));
  const nodes = [...new Set([...refined, ...exploration.reached.nodes()])]
    .sort((a, b) => a.id - b.id)
    .slice(0, MOST_NODES);
  const shown = new Set(nodes);
  return {
    title: titleOf(
      number,
      steps.map(({ refinement }) => refinement.node),
      model,
    ),
    notes: steps.flatMap(({ refinement, applied }) => notesOf(refinement, applied)),
    nodes: nodes.map((node) => ({
      id: node.id,
      place: placeOf(node, model),
      state: limited(exploration.space.domain.show(node.state).replaceAll(", ", "\n")),
      kind: kindOf(node, refined),
    })),
    edges: nodes.flatMap((node) =>
      node.arrivals
        .filter(({ parent }) => shown.has(parent))
        .map(({ parent, edge }) => ({
          source: parent.id,
          target: node.id,
          label: showEdges([edge]),
        })),
    ),
  };
}

/** Without a refined node it is the end: nothing is left to explore. */
function titleOf<S>(refinements: number, refined: readonly Node<S>[], model: Model): string {
  if (refined.length === 0) return `The fixpoint, after ${refinements} refinement${refinements === 1 ? "" : "s"}`;
  return `Refinement ${refinements}: ${refined.map((node) => `node ${node.id} at ${placeOf(node, model)}`).join(", ")}`;
}

function notesOf<S>({ node, errors }: RefinementNode<S>, { kind, interpolants }: Applied): string[] {
  return [
    `node ${node.id}: ${kind}`,
    ...errors.slice(0, 4).map(({ cube }) => limited(`error: ${showCube(cube)}`)),
    ...(interpolants.length === 0 ? [] : [limited(`added: ${interpolants.map(showConstraint).join(", ")}`)]),
  ];
}

function kindOf<S>(node: Node<S>, refined: ReadonlySet<Node<S>>): SnapshotNode["kind"] {
  if (refined.has(node)) return "refined";
  if (node.place.role === "error") return "error";
  return node.place.role === "loophead" ? "loop" : "ordinary";
}

function placeOf<S>({ place }: Node<S>, model: Model): string {
  return placeName(place.location ?? place.edges[0]?.target.location, model);
}
