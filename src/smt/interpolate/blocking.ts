/**
 * Lemmas at the nodes of a DAG that together make it a DAG interpolant, learnt from obligations: a cube at a node from which
 * the exit can be reached has to be shown unreachable. An obligation that some incoming edge can meet yields an
 * obligation at the edge's source, by projection of the edge's label (weakest precondition of one disjunct, as far as the
 * model needs it). One that no edge can meet is generalised with unsat cores against all incoming edges (their
 * strongest post, over-approximated by the lemmas so far) and its negation is a lemma. An obligation at the entry is a
 * path. This is the blocking phase of property directed reachability (Bradley; Hoder and Bjorner) on a DAG, where each
 * edge has its own formula and no frame is needed.
 *
 * Invariant: for every lemma of v and every edge (u, v): lemmas(u) and L(u) and E(u, v) imply it. Lemmas are only
 * added, so it stays true; when the exit's obligation is blocked, they are an interpolant.
 */
import { FALSE, type Formula, or, TRUE, type Variable } from "../../logic/term.ts";
import { expressionOf, halves, type Literal, literalFormula, negatedFormula, tidy, type Valuation } from "./literal.ts";
import { isLocalName, type LoweredDag } from "./lowered-dag.ts";
import { assumeOnEdge, type Post, postOf } from "./post.ts";
import { project } from "./project.ts";
import type { Session } from "./session.ts";
import { implicant } from "./skeleton.ts";
import { valuationOf } from "./valuation.ts";

type BlockingResult =
  | { readonly kind: "blocked"; readonly lemmas: readonly (readonly Formula[])[] }
  | { readonly kind: "path"; readonly path: readonly number[] }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Whether cubes mention names of terms that have an exact definition. Without them lemmas are over variables alone; with
 * them an unbounded operand of a wrap or a remainder is one name instead of a cube for each multiple.
 */
export type NamesInCubes = "eliminated" | "kept";

interface Obligation {
  readonly node: number;
  readonly cube: readonly Literal[];
  /** The edge to the obligation that asked for this one. */
  readonly edge: number;
}

/** Attempts to drop a literal for each lemma: most cubes have a handful after the first core. */
const DROP_ATTEMPTS = 16;

export class Blocking {
  readonly #dag: LoweredDag;
  readonly #names: NamesInCubes;
  readonly #session: Session;
  readonly #posts: (Post | undefined)[];
  readonly #lemmas: Formula[][];
  /** How many lemmas of a node mention a variable: cores prefer what is already spoken of. */
  readonly #mentions: Map<Variable, number>[];

  constructor(dag: LoweredDag, names: NamesInCubes, session: Session) {
    this.#dag = dag;
    this.#names = names;
    this.#session = session;
    this.#posts = Array.from({ length: dag.nodes }, () => undefined);
    this.#lemmas = Array.from({ length: dag.nodes }, () => []);
    this.#mentions = Array.from({ length: dag.nodes }, () => new Map());
  }

  /** @param allowance obligations to look at. */
  run(allowance: number): BlockingResult {
    let left = allowance;
    const stack: Obligation[] = [{ node: this.#dag.nodes - 1, cube: [], edge: -1 }];
    while (stack.length > 0) {
      const obligation = stack[stack.length - 1]!;
      if (obligation.node === 0) {
        return {
          kind: "path",
          path: stack
            .map(({ edge }) => edge)
            .reverse()
            .filter((edge) => edge >= 0),
        };
      }
      left -= 1;
      if (left < 0 || this.#session.exhausted) return { kind: "unknown", reason: "too many queries" };
      const next = this.#meet(obligation);
      if (next === "blocked") stack.pop();
      else if (typeof next === "string") return { kind: "unknown", reason: next };
      else stack.push(next);
    }
    return { kind: "blocked", lemmas: this.#lemmas };
  }

  /** An obligation of a predecessor, "blocked", or why neither could be found. */
  #meet(obligation: Obligation): Obligation | string {
    const { node, cube } = obligation;
    const post = this.#post(node);
    const literals = cube.flatMap(halves);
    const answer = this.#session.check(post.solver, literals.map(literalFormula));
    if (answer === "unknown") return post.solver.reason();
    if (answer === "sat") return this.#predecessor(obligation, post);
    this.#learn(node, this.#generalise(node, post, literals));
    return "blocked";
  }

  #predecessor({ node, cube }: Obligation, post: Post): Obligation | string {
    const model = post.solver.model();
    const valuation = valuationOf(model);
    for (const [edge, chosen] of post.chosen) {
      if (chosen !== TRUE && model.holds(chosen) !== true) continue;
      const before = this.#preimage(edge, cube, valuation);
      if (before === undefined) return "a cube could not be projected";
      return { node: this.#dag.edges[edge]!.source, cube: before, edge };
    }
    return `no edge into node ${node} was chosen`;
  }

  #preimage(index: number, cube: readonly Literal[], valuation: Valuation): Literal[] | undefined {
    const { source, skeleton } = this.#dag.edges[index]!;
    const literals = implicant(skeleton, valuation);
    if (literals === undefined) return undefined;
    literals.push(...cube);
    this.#session.tick(skeleton.nodes.length);
    const eliminated = new Set<Variable>();
    for (const literal of literals) {
      for (const of of expressionOf(literal).variables) if (!this.#mayMention(source, of)) eliminated.add(of);
    }
    const result = project(literals, eliminated, valuation);
    // Divisibility shows that a name stood for unboundedly many cases.
    return this.#names === "eliminated" && result?.some(({ kind }) => kind === "divides") ? undefined : result;
  }

  #mayMention(node: number, of: Variable): boolean {
    if (this.#names === "eliminated" && isLocalName(this.#dag.lowering, of)) return false;
    return this.#dag.inScope(node, of);
  }

  /** Fewer literals that no edge can meet either. */
  #generalise(node: number, post: Post, literals: readonly Literal[]): readonly Literal[] {
    const byFormula = new Map(literals.map((literal) => [literalFormula(literal), literal]));
    let core = post.solver.core();
    const mentions = this.#mentions[node]!;
    const score = (formula: Formula): number => {
      const { variables } = expressionOf(byFormula.get(formula)!);
      return Math.min(...variables.map((of) => mentions.get(of) ?? 0)) - variables.length / 1024;
    };
    if (core.length > 1 && mentions.size > 0) {
      const spokenOf = literals.map(literalFormula).filter((formula) => score(formula) > 0);
      if (spokenOf.length > 0 && core.some((formula) => score(formula) <= 0)) {
        if (this.#session.check(post.solver, spokenOf) === "unsat") core = post.solver.core();
      }
    }
    const order = [...core].sort((a, b) => score(a) - score(b));
    let attempts = 0;
    for (const formula of order) {
      if (core.length <= 1 || attempts >= DROP_ATTEMPTS) break;
      if (!core.includes(formula)) continue;
      attempts += 1;
      const fewer = core.filter((other) => other !== formula);
      if (this.#session.check(post.solver, fewer) === "unsat") core = post.solver.core();
    }
    return core.map((formula) => byFormula.get(formula)!);
  }

  #learn(node: number, cube: readonly Literal[]): void {
    for (const literal of cube) {
      for (const of of expressionOf(literal).variables) {
        this.#mentions[node]!.set(of, (this.#mentions[node]!.get(of) ?? 0) + 1);
      }
    }
    const lemma = cube.length === 0 ? FALSE : or(tidy(cube).map(negatedFormula));
    this.#lemmas[node]!.push(lemma);
    for (const edge of this.#dag.outgoing[node]!) {
      const post = this.#posts[this.#dag.edges[edge]!.target];
      if (post !== undefined) assumeOnEdge(post, edge, lemma);
    }
  }

  #post(node: number): Post {
    let post = this.#posts[node];
    if (post === undefined) {
      post = postOf(this.#dag, node, this.#lemmas, this.#session);
      this.#posts[node] = post;
    }
    return post;
  }
}
