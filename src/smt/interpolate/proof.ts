/**
 * Interpolants from the own solver's refutations. One proof serves all nodes: the DAG is a sequence of parts, one a node in
 * topological order (after UFO, TACAS 2012), in which a Boolean t_e says that the path takes the edge e:
 *
 *   part u:  some t_e into u implies, for some edge e out of u, t_e and E(e) and L(u)       (part 0: without a premise)
 *
 * The interpolant J_v before part v mentions t_e for edges over the cut. I(v) is J_v with t_e true for edges into v and
 * false for others. Let I(u) and L(u) and E(e) hold for an edge e from u to v. With t_e set beside the edges into u, part
 * u holds by the edge and the parts between by their false premises, so J_v holds with t_e alone. It is monotone in
 * these variables, since before the cut they occur only as consequences and behind it only as premises: so I(v) holds.
 * (A variable a node instead of an edge would occur both ways behind the cut.)
 *
 * J_v may mention variables of other branches. With N(v) those that do not occur before v, and D(v) those that occur before
 * but not after it, I(v) is: there are values of D(v) such that for all values of N(v) J_v holds. N(v) is part of N(u) and
 * occurs neither in I(u) nor in E(u, v), D(u) is part of D(v) and does not occur in E(u, v): the implication above stays
 * true with the quantifiers.
 */
import { and, FALSE, type Formula, not, or, TRUE, type Variable } from "../../logic/term.ts";
import { substitute, variablesOf } from "../../logic/visit.ts";
import { isSet } from "../fresh.ts";
import type { DagProblem, DagResult, Interpolator } from "../interpolator.ts";
import { OwnSolver } from "../own/solver.ts";
import { compactLemmas } from "./compact.ts";
import { conjuncts, finish } from "./finish.ts";
import { type Cut, interpolantOf, type Side } from "./from-proof.ts";
import { type LoweredDag, lowerDag } from "./lowered-dag.ts";
import { exists, forAll } from "./quantify.ts";
import { renameApart } from "./rename-apart.ts";
import { type Scopes, scopesOf } from "./scopes.ts";
import { type InterpolationOptions, type Session, sessionInterpolator } from "./session.ts";
import { findPath, shrink } from "./shrink.ts";
import { simplifyStructure } from "./simplify.ts";

export function proofInterpolator(options: InterpolationOptions): Interpolator {
  return sessionInterpolator("proof", options, (problem, session) => interpolateDag(problem, session, options));
}

function interpolateDag(problem: DagProblem, session: Session, options: InterpolationOptions): DagResult {
  const given = lowerDag(problem, session.lowering);
  if (given === undefined) return { kind: "unknown", reason: "a label is not linear" };
  const lowered = { ...given, restriction: restrictionsInScope(given) };
  const shrunk = shrink(lowered, session);
  if (shrunk.kind === "path") return session.feasible(problem, shrunk.path);
  const whole = shrunk.kind === "shrunk" ? shrunk.dag : lowered;
  const { dag, originals } = renameApart(whole, session.fresh);
  const { parts, controls } = encode(dag, session);
  const { tick, limit } = options;
  const solver = new OwnSolver({ proofs: "log", ...(tick && { tick }), ...(limit !== undefined && { limit }) });
  parts.forEach((part, index) => {
    solver.assertPart(part, index);
  });
  const answer = solver.check();
  if (answer === "unknown") return { kind: "unknown", reason: solver.reason() };
  if (answer === "sat") {
    const path = findPath(lowered, session);
    return path === undefined ? { kind: "unknown", reason: "a path was lost" } : session.feasible(problem, path);
  }
  const refutation = solver.refutation();
  const extent = extents(parts);
  // What is left of the labels may lean on a restriction for what a variable is: it occurs there, too.
  const labelled = dag.edges.map((edge, index) => ({ ...edge, label: labelWithRestriction(dag, index) }));
  const scopes = scopesOf({ nodes: dag.nodes, edges: labelled });
  const found: (readonly Formula[])[] = [[]];
  for (let node = 1; node < dag.nodes - 1; node++) {
    const raw = interpolantOf(refutation, cutAt(node, extent, controls), (work) => session.tick(work));
    if (raw === undefined)
      return { kind: "unknown", reason: "the refutation has an atom with variables of both sides" };
    const scoped = inScope(raw, node, scopes, session);
    if (scoped === undefined) return { kind: "unknown", reason: "variables of other branches could not be eliminated" };
    found.push(conjuncts(substitute(simplifyStructure(scoped), originals)));
  }
  return finish(whole, compactLemmas(whole, [...found, [FALSE]], session), session);
}

function inScope(formula: Formula, node: number, scopes: Scopes, session: Session): Formula | undefined {
  const variables = [...variablesOf(formula)];
  const later = new Set(variables.filter((of) => !scopes.before(node, of)));
  const dead = new Set(variables.filter((of) => scopes.before(node, of) && !scopes.after(node, of)));
  const settled = forAll(later, formula, session);
  return settled === undefined ? undefined : exists(dead, settled, session);
}

interface Encoding {
  /** One a node but the exit. */
  readonly parts: readonly Formula[];
  /** The target of the edge that a Boolean chooses. None for a chain: every path comes through all nodes. */
  readonly controls: ReadonlyMap<Variable, number>;
}

/** What restrictions say of variables that only they have would make these shared, and no interpolant may mention them. */
function restrictionsInScope(dag: LoweredDag): Formula[] {
  const scopes = scopesOf({ nodes: dag.nodes, edges: dag.edges.map((edge) => ({ ...edge, label: edge.formula })) });
  return dag.restriction.map((formula, node) =>
    and(conjuncts(formula).filter((part) => [...variablesOf(part)].every((of) => scopes.has(node, of)))),
  );
}

function labelWithRestriction(dag: LoweredDag, edge: number): Formula {
  const { formula, source } = dag.edges[edge]!;
  return and([formula, dag.restriction[source]!]);
}

function encode(dag: LoweredDag, session: Session): Encoding {
  const isChain = dag.outgoing.every((edges, node) => edges.every((edge) => dag.edges[edge]!.target === node + 1));
  const nodes = Array.from({ length: dag.nodes - 1 }, (_, node) => node);
  if (isChain) {
    return {
      parts: nodes.map((node) => or(dag.outgoing[node]!.map((edge) => labelWithRestriction(dag, edge)))),
      controls: new Map(),
    };
  }
  const controls = new Map<Variable, number>();
  const taken = dag.edges.map(({ target }, edge) => {
    if (target === dag.nodes - 1) return TRUE;
    const boolean = session.fresh.boolean(`edge ${edge}`);
    controls.set(boolean, target);
    return isSet(boolean);
  });
  const parts = nodes.map((node) => {
    const step = or(dag.outgoing[node]!.map((edge) => and([taken[edge]!, labelWithRestriction(dag, edge)])));
    return node === 0 ? step : and(dag.incoming[node]!.map((edge) => or([not(taken[edge]!), step])));
  });
  return { parts, controls };
}

type Extents = ReadonlyMap<Variable, { readonly first: number; last: number }>;

/** The first and the last part in which a variable occurs. */
function extents(parts: readonly Formula[]): Extents {
  const found = new Map<Variable, { readonly first: number; last: number }>();
  parts.forEach((part, index) => {
    for (const of of variablesOf(part)) {
      const known = found.get(of);
      if (known === undefined) found.set(of, { first: index, last: index });
      else known.last = index;
    }
  });
  return found;
}

function cutAt(node: number, extent: Extents, controls: ReadonlyMap<Variable, number>): Cut {
  return {
    part: node,
    sideOf(of): Side {
      const { first, last } = extent.get(of)!;
      return last < node ? "a" : first >= node ? "b" : "shared";
    },
    booleanFormula(of): Formula {
      const control = controls.get(of);
      if (control === undefined) return isSet(of);
      return control === node ? TRUE : FALSE;
    },
  };
}
