/**
 * Other interpolants in place of large ones. Proofs may give formulas of thousands of literals for what a few clauses say.
 * Forward over the nodes: with what reaches the node in one step on one side and the negation of its interpolant on the
 * other, implicants of the latter are generalised by unsat cores until their negations exclude all of it. The
 * result is implied by every incoming edge and implies the old interpolant, so every outgoing edge is served too.
 */
import { and, FALSE, type Formula, not, or } from "../../logic/term.ts";
import { halves, type Literal, literalFormula, negatedFormula } from "./literal.ts";
import type { LoweredDag } from "./lowered-dag.ts";
import { type Post, postOf } from "./post.ts";
import type { Session } from "./session.ts";
import { literalCount } from "./simplify.ts";
import { implicant, skeletonOf } from "./skeleton.ts";
import { valuationOf } from "./valuation.ts";

/** Interpolants of up to this many literals stay. */
const SMALL = 40;
/** Clauses of the new one; with more it would be large again. */
const MOST_CLAUSES = 64;
const DROP_ATTEMPTS = 8;

export function compactLemmas(
  dag: LoweredDag,
  lemmas: readonly (readonly Formula[])[],
  session: Session,
): readonly (readonly Formula[])[] {
  const result = lemmas.map((list) => list);
  for (let node = 1; node < dag.nodes - 1; node++) {
    const old = and(lemmas[node]!);
    const size = literalCount(old);
    if (size <= SMALL) continue;
    const clauses = separate(postOf(dag, node, result, session), old, session);
    if (clauses !== undefined && literalCount(and(clauses)) < size) result[node] = clauses;
  }
  return result;
}

/** Clauses that the post implies and that together imply the formula. */
function separate(post: Post, formula: Formula, session: Session): Formula[] | undefined {
  const negation = not(formula);
  const skeleton = skeletonOf(negation);
  if (skeleton === undefined) return undefined;
  const outside = session.solver();
  outside.assert(negation);
  const clauses: Formula[] = [];
  for (;;) {
    const answer = session.check(outside, []);
    if (answer === "unsat") return clauses;
    if (answer === "unknown" || clauses.length >= MOST_CLAUSES || session.exhausted) return undefined;
    const cube = implicant(skeleton, valuationOf(outside.model()));
    const clause = cube === undefined ? undefined : exclude(post, cube.flatMap(halves), session);
    if (clause === undefined) return undefined;
    clauses.push(clause);
    outside.assert(clause);
  }
}

function exclude(post: Post, cube: readonly Literal[], session: Session): Formula | undefined {
  const literalOf = new Map(cube.map((literal) => [literalFormula(literal), literal]));
  if (session.check(post.solver, [...literalOf.keys()]) !== "unsat") return undefined;
  let core = post.solver.core();
  for (const formula of core.slice(0, DROP_ATTEMPTS)) {
    if (core.length <= 1) break;
    if (!core.includes(formula)) continue;
    const fewer = core.filter((other) => other !== formula);
    if (session.check(post.solver, fewer) === "unsat") core = post.solver.core();
  }
  return core.length === 0 ? FALSE : or(core.map((formula) => negatedFormula(literalOf.get(formula)!)));
}
