/**
 * Unsat-core shrinking before interpolation (Albarghouthi, Gurfinkel and Chechik, "Craig Interpretation", SAS 2012,
 * section 5.1): the whole DAG as one formula, an assumption for each literal of a label; literals that the refutation
 * does not need become true. Labels only get weaker, so interpolants of the result are interpolants of the original,
 * and they can only speak of what matters.
 *
 * After the cores, whole families of variables are tried: copies of one program variable that equalities pass on from
 * edge to edge. A refutation over fewer families is a more general one.
 */
import { type Formula, not, or, TRUE, type Variable } from "../../logic/term.ts";
import { isSet } from "../fresh.ts";
import type { Solver } from "../solver.ts";
import { expressionOf, type Literal, literalFormula } from "./literal.ts";
import type { LoweredDag, LoweredEdge } from "./lowered-dag.ts";
import type { Session } from "./session.ts";
import { type Skeleton, type SkeletonNode, skeletonFormula } from "./skeleton.ts";

type ShrinkResult =
  | { readonly kind: "shrunk"; readonly dag: LoweredDag }
  /** Edges of a path that the lowered labels allow. */
  | { readonly kind: "path"; readonly path: readonly number[] }
  | { readonly kind: "unknown"; readonly reason: string };

/** Above this many literals the assumptions cost more than they save. */
const MOST_LITERALS = 6_000;
/** Families of variables that are tried, and how many assumptions all trials may make: each costs the solver a decision. */
const MOST_FAMILIES = 24;
const TRIAL_ASSUMPTIONS = 20_000;
const REPEATED_CORES = 2;

/** A literal of an edge's skeleton: all nodes that hold it stand or fall together. */
interface Guarded {
  readonly literal: Literal;
  readonly edge: number;
  readonly assumption: Formula;
}

export function shrink(dag: LoweredDag, session: Session): ShrinkResult {
  const count = dag.edges.reduce((sum, edge) => sum + edge.skeleton.nodes.length, 0);
  if (count > MOST_LITERALS) return { kind: "shrunk", dag };
  const solver = session.solver();
  const guarded = new Map<Formula, Guarded>();
  const chosen = encode(dag, solver, session, (edge, index) => guard(edge, index, session, guarded));
  const all = [...guarded.keys()];
  const answer = session.check(solver, all);
  if (answer === "unknown") return { kind: "unknown", reason: solver.reason() };
  if (answer === "sat") return { kind: "path", path: chosenPath(dag, solver, chosen) };
  let core = withoutFamilies(all, solver.core(), guarded, solver, session);
  for (let i = 0; i < REPEATED_CORES; i++) {
    if (session.check(solver, [...core].reverse()) !== "unsat") break;
    const smaller = solver.core();
    if (smaller.length >= core.length) break;
    core = smaller;
  }
  return { kind: "shrunk", dag: keepOnly(dag, new Set(core), guarded) };
}

/** Only whether there is a path. */
export function findPath(dag: LoweredDag, session: Session): readonly number[] | undefined {
  const solver = session.solver();
  const chosen = encode(dag, solver, session, (edge) => edge.formula);
  return session.check(solver, []) === "sat" ? chosenPath(dag, solver, chosen) : undefined;
}

/** Asserts that there is a path; answers the literal that chooses each edge. */
function encode(
  dag: LoweredDag,
  solver: Solver,
  session: Session,
  labelOf: (edge: LoweredEdge, index: number) => Formula,
): Formula[] {
  const reached = Array.from({ length: dag.nodes }, (_, node) => isSet(session.fresh.boolean(`node ${node}`)));
  const chosen = dag.edges.map((_, edge) => isSet(session.fresh.boolean(`edge ${edge}`)));
  solver.assert(reached[0]!);
  dag.outgoing.forEach((edges, node) => {
    if (node === dag.nodes - 1) return;
    solver.assert(or([not(reached[node]!), ...edges.map((edge) => chosen[edge]!)]));
    if (dag.restriction[node] !== TRUE) solver.assert(or([not(reached[node]!), dag.restriction[node]!]));
  });
  dag.edges.forEach((edge, index) => {
    const take = not(chosen[index]!);
    solver.assert(or([take, reached[edge.target]!]));
    solver.assert(or([take, labelOf(edge, index)]));
  });
  return chosen;
}

function guard(edge: LoweredEdge, index: number, session: Session, guarded: Map<Formula, Guarded>): Formula {
  const assumptions = new Map<Formula, Formula>();
  return skeletonFormula(edge.skeleton, (literal) => {
    const formula = literalFormula(literal);
    let assumption = assumptions.get(formula);
    if (assumption === undefined) {
      assumption = isSet(session.fresh.boolean(`keep ${guarded.size}`));
      assumptions.set(formula, assumption);
      guarded.set(assumption, { literal, edge: index, assumption });
    }
    return or([not(assumption), formula]);
  });
}

function chosenPath(dag: LoweredDag, solver: Solver, chosen: readonly Formula[]): number[] {
  const model = solver.model();
  const isChosen = (edge: number): boolean => model.holds(chosen[edge]!) === true;
  const path: number[] = [];
  let node = 0;
  while (node !== dag.nodes - 1) {
    const edge = dag.outgoing[node]!.find(isChosen);
    if (edge === undefined) throw new Error("a node on the model's path should have a chosen edge");
    path.push(edge);
    node = dag.edges[edge]!.target;
  }
  return path;
}

/**
 * Tries to do without the literals of each family of variables of the core, the largest first. Other literals than those of
 * the core may have to take their place, so each trial starts from all of them.
 */
function withoutFamilies(
  all: readonly Formula[],
  core: readonly Formula[],
  guarded: ReadonlyMap<Formula, Guarded>,
  solver: Solver,
  session: Session,
): readonly Formula[] {
  const literalOf = (assumption: Formula): Literal => guarded.get(assumption)!.literal;
  const familyOf = families(all.map(literalOf));
  const familiesOf = (assumption: Formula): Set<Variable> =>
    new Set(expressionOf(literalOf(assumption)).variables.map(familyOf));
  const members = new Map<Variable, number>();
  for (const assumption of core) {
    for (const family of familiesOf(assumption)) members.set(family, (members.get(family) ?? 0) + 1);
  }
  if (members.size < 2) return core;
  const trials = Math.min(MOST_FAMILIES, Math.floor(TRIAL_ASSUMPTIONS / all.length));
  const order = [...members].sort((a, b) => b[1] - a[1] || a[0].id - b[0].id).slice(0, trials);
  let allowed = all;
  let kept = core;
  for (const [family] of order) {
    if (!kept.some((assumption) => familiesOf(assumption).has(family))) continue;
    const fewer = allowed.filter((assumption) => !familiesOf(assumption).has(family));
    if (session.check(solver, fewer) !== "unsat") continue;
    allowed = fewer;
    kept = solver.core();
  }
  return kept;
}

/** Union-find over equalities between two variables; the representative is the variable with the least id. */
function families(literals: readonly Literal[]): (of: Variable) => Variable {
  const parent = new Map<Variable, Variable>();
  const find = (of: Variable): Variable => {
    let root = of;
    for (let up = parent.get(root); up !== undefined; up = parent.get(root)) root = up;
    return root;
  };
  for (const literal of literals) {
    if (literal.kind !== "linear" || literal.constraint.relation !== "eq") continue;
    const { variables } = literal.constraint.expression;
    if (variables.length !== 2) continue;
    const a = find(variables[0]!);
    const b = find(variables[1]!);
    if (a !== b) parent.set(a.id < b.id ? b : a, a.id < b.id ? a : b);
  }
  return find;
}

function keepOnly(dag: LoweredDag, core: ReadonlySet<Formula>, guarded: ReadonlyMap<Formula, Guarded>): LoweredDag {
  const kept = dag.edges.map(() => new Set<Formula>());
  for (const { assumption, literal, edge } of guarded.values()) {
    if (core.has(assumption)) kept[edge]!.add(literalFormula(literal));
  }
  const edges = dag.edges.map((edge, index): LoweredEdge => {
    const skeleton = weaken(edge.skeleton, kept[index]!);
    return { ...edge, skeleton, formula: skeletonFormula(skeleton, literalFormula) };
  });
  return { ...dag, edges };
}

const TRUE_NODE: SkeletonNode = { kind: "and", parts: [] };

function weaken(skeleton: Skeleton, kept: ReadonlySet<Formula>): Skeleton {
  const nodes = skeleton.nodes.map((node) =>
    node.kind === "literal" && !kept.has(literalFormula(node.literal)) ? TRUE_NODE : node,
  );
  return { nodes, root: skeleton.root };
}
