/** The unrolling as a picture for reports: after each phase of abstract interpretation, and with the labels that refinement found. */
import type { Domain } from "../../domains/domain.ts";
import { showFormula } from "../../logic/print.ts";
import type { Model } from "../../model/model.ts";
import { counted } from "../../util/counted.ts";
import type { Snapshot, SnapshotNode } from "../engine.ts";
import { kindOf, limited, MOST_NODES, onlyWay, placeName, showEdges } from "../snapshot.ts";
import type { ArgExpansion, Labels } from "./expand.ts";
import type { VintaNode } from "./unrolling.ts";

export function interpreted<S>(expansion: ArgExpansion<S>, model: Model, domain: Domain<S>): Snapshot {
  const { phase, error, visits } = expansion;
  const widened = visits.filter((node) => node.widened);
  return {
    title: `Phase ${phase}: unrolled and interpreted, the error is ${domain.isBottom(error.label.state) ? "excluded" : "not excluded"}`,
    notes: [
      `${counted(visits.length, "node")} visited, ${widened.length} widened, ${visits.filter((node) => node.covered).length} covered`,
    ],
    ...graphOf(expansion, model, stateIn(domain), () => false),
  };
}

/** A label that refinement has left its formula may say more than the state above it. */
function stateIn<S>(domain: Domain<S>): (node: VintaNode<S>) => string {
  return ({ label: { kind, state, formula } }) =>
    kind === "exact" ? domain.show(state).replaceAll(", ", "\n") : showFormula(formula);
}

/** Behind a refinement: the labels are those that the next phase begins with. */
export function strengthened<S>(expansion: ArgExpansion<S>, model: Model, labels: Labels<S>): Snapshot {
  const changed = expansion.visits.filter((node) => {
    const label = labels.get(node);
    return label !== undefined && label.formula !== node.label.formula;
  });
  const formula = (node: VintaNode<S>) => showFormula((labels.get(node) ?? node.label).formula);
  const isChanged = new Set(changed);
  return {
    title: `Refinement of phase ${expansion.phase}: ${counted(changed.length, "label")} strengthened`,
    notes: changed.map((node) =>
      limited(`node ${node.id} at ${placeName(node.cutPoint.location, model)}: ${formula(node)}`),
    ),
    ...graphOf(expansion, model, formula, (node) => isChanged.has(node)),
  };
}

function graphOf<S>(
  { visits }: ArgExpansion<S>,
  model: Model,
  state: (node: VintaNode<S>) => string,
  isRefined: (node: VintaNode<S>) => boolean,
): Pick<Snapshot, "nodes" | "edges"> {
  // The error is the last that is visited.
  const nodes = visits.length <= MOST_NODES ? visits : [...visits.slice(0, MOST_NODES - 1), ...visits.slice(-1)];
  const shown = new Set(nodes);
  const kind = (node: VintaNode<S>): SnapshotNode["kind"] =>
    isRefined(node) ? "refined" : node.covered ? "covered" : kindOf(node.cutPoint.location);
  return {
    nodes: nodes.map((node) => ({
      id: node.id,
      place: placeName(node.cutPoint.location, model),
      state: limited(state(node)),
      kind: kind(node),
    })),
    edges: nodes.flatMap((source) =>
      source.covered
        ? []
        : source.children.filter((target) => shown.has(target)).map((target) => edgeBetween(source, target)),
    ),
  };
}

function edgeBetween<S>(source: VintaNode<S>, target: VintaNode<S>): Snapshot["edges"][number] {
  const action = source.cutPoint.actions.find((one) => one.target === target.cutPoint);
  return { source: source.id, target: target.id, label: action === undefined ? "" : showEdges(onlyWay(action.edges)) };
}
