/**
 * Feasibility of a path of single edges, and interpolants behind each of them. Such paths are long, and most of what they do does
 * not matter: the conditions that contradict each other are found first, by one question about the whole path; what those
 * conditions do not depend on is left out, and between two operations that are left nothing changes, so that the interpolants are
 * the same. Leaving out only adds executions, so interpolants of what is left are interpolants of the path. The same goes for where
 * the path starts: its last rounds are asked about first.
 */
import { and, eq, FALSE, type Formula, type Term, TRUE, type Variable, variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import { substitute } from "../logic/visit.ts";
import { Liveness, readBy } from "../model/live.ts";
import type { ModelEdge, ModelOp } from "../model/model.ts";
import { environmentOf, IDENTITY, post, valueIn } from "../smt/encode/ssa.ts";
import { FreshVariables } from "../smt/fresh.ts";
import type { Interpolator } from "../smt/interpolator.ts";
import type { SolverFactory } from "../smt/solver.ts";

export interface PathParts {
  readonly interpolator: Interpolator;
  readonly solver: SolverFactory;
  /** Asked where the other gives up. */
  readonly precise: SolverFactory | undefined;
  readonly tick: (work: number) => void;
}

export type PathInterpolants =
  /** What has to be known behind each edge; from the contradiction on, FALSE. */
  | { readonly kind: "infeasible"; readonly interpolants: readonly Formula[] }
  | { readonly kind: "feasible" }
  | { readonly kind: "unknown"; readonly reason: string };

interface PathOp {
  readonly op: ModelOp;
  readonly edge: number;
}

/** What is left of one edge. `source` and `target` count the links. */
interface Link {
  readonly source: number;
  readonly target: number;
  readonly ops: readonly ModelOp[];
  readonly edge: number;
}

export function pathInterpolants(parts: PathParts, path: readonly ModelEdge[]): PathInterpolants {
  const all = path.flatMap(({ ops }, edge) => ops.map((op): PathOp => ({ op, edge })));
  let ops: readonly PathOp[] = all;
  let reason: ReturnType<typeof contradiction> = "feasible";
  for (const start of startsOf(path)) {
    ops = all.filter(({ edge }) => edge >= start);
    reason = contradiction(parts, ops);
    if (typeof reason !== "string") break;
  }
  if (typeof reason === "string") return reason === "feasible" ? { kind: reason } : { kind: "unknown", reason };
  const links = linksOf(dependences(ops, reason));
  const chain = encode(links);
  const result = parts.interpolator.dag({
    nodes: links.length + 1,
    edges: chain.labels.map((label, i) => ({ source: i, target: i + 1, label })),
  });
  if (result.kind === "unknown") return result;
  // What the links say of arrays and floats is not all that the path does.
  if (result.kind === "feasible") return { kind: "unknown", reason: "the contradiction is about arrays or floats" };
  let last: Formula = TRUE;
  let next = 0;
  const interpolants = path.map((_, edge) => {
    if (links[next]?.edge === edge) {
      next += 1;
      last = next === links.length ? FALSE : chain.decode(next, result.interpolants[next] as Formula);
    }
    return last;
  });
  return { kind: "infeasible", interpolants };
}

// More rounds of a loop seldom matter where so many do not: then all of the path is looked at.
const MOST_SUFFIXES = 6;

/**
 * Where to look for a contradiction, the shortest rest of the path first: from a cut point on, whatever was before. What
 * contradicts there says nothing of how often a loop was gone through, so that its interpolants are more often invariants.
 */
function startsOf(path: readonly ModelEdge[]): readonly number[] {
  const cuts = path.flatMap(({ source }, edge) => (edge > 0 && source.cutPoint ? [edge] : []));
  return [...cuts.reverse().slice(0, MOST_SUFFIXES), 0];
}

/** Assumes that no execution satisfies all of. */
function contradiction(parts: PathParts, ops: readonly PathOp[]): ReadonlySet<PathOp> | "feasible" | string {
  const fresh = new FreshVariables("copy");
  const owners = new Map<Formula, PathOp>();
  let environment = IDENTITY;
  for (const pathOp of ops) {
    const after = post([pathOp.op], environment, fresh);
    environment = after.environment;
    for (const condition of after.conditions) if (!owners.has(condition)) owners.set(condition, pathOp);
  }
  let reason = "";
  for (const factory of [parts.solver, parts.precise]) {
    if (factory === undefined) continue;
    const solver = factory.create({ tick: parts.tick });
    try {
      const answer = solver.check([...owners.keys()]);
      if (answer === "sat") return "feasible";
      if (answer === "unsat") return new Set(solver.core().map((condition) => owners.get(condition) as PathOp));
      reason = solver.reason();
    } finally {
      solver.dispose();
    }
  }
  return `a path could not be decided: ${reason}`;
}

/** The operations on which these assumes depend, and themselves. */
function dependences(ops: readonly PathOp[], assumes: ReadonlySet<PathOp>): PathOp[] {
  const needed = new Set<Variable>();
  const kept: PathOp[] = [];
  for (let i = ops.length - 1; i >= 0; i -= 1) {
    const pathOp = ops[i] as PathOp;
    const { op } = pathOp;
    if (op.kind === "assume" ? !assumes.has(pathOp) : !needed.has(op.target)) continue;
    if (op.kind !== "assume") needed.delete(op.target);
    for (const of of readBy(op)) needed.add(of);
    kept.push(pathOp);
  }
  return kept.reverse();
}

function linksOf(ops: readonly PathOp[]): Link[] {
  const links: (Link & { readonly ops: ModelOp[] })[] = [];
  for (const { op, edge } of ops) {
    const last = links[links.length - 1];
    if (last?.edge === edge) last.ops.push(op);
    else links.push({ source: links.length, target: links.length + 1, ops: [op], edge });
  }
  return links;
}

/** Formulas over copies of the variables that matter where links meet. */
function encode(links: readonly Link[]): { labels: Formula[]; decode: (node: number, formula: Formula) => Formula } {
  const fresh = new FreshVariables("copy");
  const liveness = new Liveness(links, { reads: "all" });
  const copies = Array.from({ length: links.length + 1 }, (_, node) => {
    const of = new Map<Variable, Term>();
    const back = new Map<Variable, Term>();
    for (const one of liveness.at(node)) {
      const copy = fresh.make(one.name, one.type);
      of.set(one, variable(copy));
      back.set(copy, variable(one));
    }
    return { of, back };
  });
  const labels = links.map(({ source, target, ops }) => {
    const { conditions, environment } = post(ops, environmentOf(copies[source]!.of), fresh);
    // Sound: arrays and floats have no equations; their copies are free, which only adds executions.
    const equations = [...copies[target]!.of].flatMap(([of, copy]) =>
      isIntegral(of.type) || of.type.kind === "real" ? [eq(copy, valueIn(environment, of))] : [],
    );
    return and([...conditions, ...equations]);
  });
  return { labels, decode: (node, formula) => substitute(formula, copies[node]!.back) };
}
