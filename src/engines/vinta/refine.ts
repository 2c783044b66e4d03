/**
 * Refinement: UfoRef (Fig. 4) and VintaRef (Fig. 6). The edges of the ARG become formulas over copies of the variables at
 * its nodes; either there is an execution to the error, or a DAG interpolant gives every node a new label, such that
 * labels imply each other along edges and the error's is false.
 *
 * VintaRef restricts the interpolant by the labels that abstract interpretation found and conjoins the two, so that no
 * label gets weaker. It may therefore leave out what those labels exclude: edges, and edges inside blocks, whose post is
 * bottom (section 5.1). A node that no feasible path to the error passes keeps its label.
 */
import { type Domain, supports } from "../../domains/domain.ts";
import { and, FALSE, type Formula, TRUE } from "../../logic/term.ts";
import { forEachNode } from "../../logic/visit.ts";
import type { ModelLiveness } from "../../model/live.ts";
import type { ModelEdge } from "../../model/model.ts";
import { edgesTowards } from "../../model/view/blocks.ts";
import type { DagEdge, Interpolator } from "../../smt/interpolator.ts";
import { BlockCopies } from "../block-copies.ts";
import type { CutPoint, CutPointGraph } from "../cutpoint-graph.ts";
import type { ArgExpansion, Labels } from "./expand.ts";
import type { Focus } from "./post.ts";
import { exactLabel, type Label, type VintaNode } from "./unrolling.ts";

export type Refinement<S> =
  | { readonly kind: "labels"; readonly labels: Labels<S> }
  /** An execution of the model that ends in an error location. */
  | { readonly kind: "path"; readonly path: readonly ModelEdge[] }
  | { readonly kind: "unknown"; readonly reason: string };

export interface RefinementParts<S> {
  readonly domain: Domain<S>;
  readonly graph: CutPointGraph;
  readonly liveness: ModelLiveness;
  readonly interpolator: Interpolator;
  readonly focus: Focus<S, unknown> | undefined;
  readonly deadEdges: "actions" | "inside blocks";
  readonly learn: ((at: CutPoint, interpolant: Formula) => void) | undefined;
  /** What of a formula the domain is asked to abstract. */
  readonly abstracted: (formula: Formula) => Formula;
}

/** What an edge of the ARG stands for in the problem: those edges of its action that matter. */
interface Encoded<S> {
  readonly source: VintaNode<S>;
  readonly target: VintaNode<S>;
  readonly edges: readonly ModelEdge[];
}

export function ufoRef<S>(parts: RefinementParts<S>, expansion: ArgExpansion<S>): Refinement<S> {
  const edges = edgesOfPhase(expansion).map(({ source, target }) => wholeAction(source, target));
  const { domain, abstracted } = parts;
  return refine(parts, expansion, edges, "unrestricted", (_, interpolant) => ({
    formula: interpolant,
    state: domain.assume(domain.top, abstracted(interpolant)),
    kind: "refined",
  }));
}

function wholeAction<S>(source: VintaNode<S>, target: VintaNode<S>): Encoded<S> {
  const action = source.cutPoint.actions.find((one) => one.target === target.cutPoint);
  return { source, target, edges: action?.edges ?? [] };
}

export function vintaRef<S>(parts: RefinementParts<S>, expansion: ArgExpansion<S>): Refinement<S> {
  const { domain, graph, abstracted, deadEdges } = parts;
  const encode = (source: VintaNode<S>, target: VintaNode<S>): Encoded<S> =>
    deadEdges === "actions"
      ? wholeAction(source, target)
      : {
          source,
          target,
          edges: edgesTowards(expansion.postsOf(source).edges, (end) => graph.at(end) === target.cutPoint),
        };
  const edges = edgesOfPhase(expansion)
    .filter(({ source, target }) => !domain.isBottom(expansion.postAlong(source, target)))
    .map(({ source, target }) => encode(source, target));
  const result = refine(parts, expansion, edges, "restricted", (old, interpolant): Label<S> => {
    if (interpolant === TRUE) return old;
    if (old.kind === "exact" && isExpressible(domain, interpolant))
      return exactLabel(domain, domain.assume(old.state, interpolant));
    const formula = and([interpolant, old.formula]);
    const state = domain.assume(old.state, abstracted(interpolant));
    const fine = old.fine === undefined ? undefined : parts.focus?.domain.assume(old.fine, abstracted(interpolant));
    return { formula, state, kind: "refined", ...(fine === undefined ? {} : { fine }) };
  });
  if (result.kind !== "labels") return result;
  const labels = new Map(result.labels);
  for (const node of expansion.visits) if (!labels.has(node)) labels.set(node, node.label);
  return { ...result, labels };
}

/** Whether the domain says all that the formula does: unions of boxes, and bounds of single variables. */
function isExpressible<S>(domain: Domain<S>, formula: Formula): boolean {
  if (!supports(domain, "joinIsExact")) return false;
  let expressible = true;
  forEachNode(formula, (node) => {
    if (node.kind === "eq" || node.kind === "le" || node.kind === "lt") {
      const sides = [node.left.kind, node.right.kind];
      if (!sides.includes("variable") || !sides.includes("integer")) expressible = false;
    }
  });
  return expressible;
}

function edgesOfPhase<S>(expansion: ArgExpansion<S>): { source: VintaNode<S>; target: VintaNode<S> }[] {
  return expansion.visits.flatMap((source) =>
    source.children.filter((target) => target.visited === expansion.phase).map((target) => ({ source, target })),
  );
}

function refine<S>(
  parts: RefinementParts<S>,
  expansion: ArgExpansion<S>,
  all: readonly Encoded<S>[],
  restriction: "restricted" | "unrestricted",
  relabel: (old: Label<S>, interpolant: Formula) => Label<S>,
): Refinement<S> {
  const edges = onWaysThrough(all, expansion.error);
  const used = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const nodes = expansion.visits.filter((node) => used.has(node));
  const labels = new Map<VintaNode<S>, Label<S>>();
  if (nodes.length === 0) {
    labels.set(expansion.error, relabel(expansion.error.label, FALSE));
    return { kind: "labels", labels };
  }
  const encoding = new BlockCopies(parts.liveness);
  const number = new Map(nodes.map((node, index) => [node, index]));
  const encoded = edges.map(({ source, target, edges: inside }) => encoding.encodeEdge(source, target, inside));
  const result = parts.interpolator.dag({
    nodes: nodes.length,
    edges: edges.map(
      ({ source, target }, index): DagEdge => ({
        source: number.get(source) as number,
        target: number.get(target) as number,
        label: encoded[index]!.formula,
      }),
    ),
    ...(restriction === "restricted"
      ? { restriction: nodes.map((node) => encoding.encodeLabel(node, node.label.formula)) }
      : {}),
  });
  switch (result.kind) {
    case "unknown":
      return result;
    case "feasible":
      return { kind: "path", path: result.path.flatMap((index) => [...encoded[index]!.pathIn(result.model)]) };
    case "interpolants":
      for (const [index, node] of nodes.entries()) {
        const interpolant = encoding.decodeLabel(node, result.interpolants[index] as Formula);
        parts.learn?.(node.cutPoint, interpolant);
        labels.set(node, relabel(node.label, interpolant));
      }
      return { kind: "labels", labels };
  }
}

/** Those edges from which the error can be reached; the list is in topological order and starts at the entry. */
function onWaysThrough<S>(edges: readonly Encoded<S>[], error: VintaNode<S>): Encoded<S>[] {
  const leads = new Set([error]);
  const backward: Encoded<S>[] = [];
  for (let i = edges.length - 1; i >= 0; i -= 1) {
    const edge = edges[i] as Encoded<S>;
    if (!leads.has(edge.target)) continue;
    leads.add(edge.source);
    backward.push(edge);
  }
  return backward.reverse();
}
