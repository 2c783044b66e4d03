/**
 * Abstract domains. A domain is a record of pure functions over immutable states; a state stands for a set of
 * valuations, gamma(s). States know only the variables they constrain: any other variable is free in its type.
 *
 * Laws (tests/laws run them over the registry), with <= for leq:
 *   order       s <= s;  a <= b and b <= c imply a <= c;  a <= b implies gamma(a) subset of gamma(b)
 *   bounds      bottom <= s <= top;  a, b <= join(a, b);  meet(a, b) <= a, b and contains gamma(a) and gamma(b)'s common part
 *   widening    older, newer <= widen(older, newer); every chain s, widen(s, x1), ... becomes stationary
 *   transfer    assign, forget, assume over-approximate the concrete operation on every member of gamma(s)
 *   formula     gamma(s) is a subset of the models of toFormula(s)
 */
import type { LinearConstraint } from "../logic/linear.ts";
import type { Formula, Term, Variable } from "../logic/term.ts";
import type { Interval } from "../numbers/interval.ts";

export interface Domain<S> {
  readonly name: string;
  readonly top: S;
  readonly bottom: S;
  /** true only if gamma(s) is empty; a domain may miss some empty states, never report a non-empty one. */
  isBottom(state: S): boolean;
  /** Is every valuation of `smaller` one of `larger`? `false` may also mean "cannot tell". */
  leq(smaller: S, larger: S): boolean;
  join(a: S, b: S): S;
  meet(a: S, b: S): S;
  /** Operands as in the papers: `older` is the previous iterate, `newer` the next (not necessarily above it). */
  widen(older: S, newer: S): S;
  /** The strongest state we can compute for `target := value`; value is a scalar term with explicit wraps. */
  assign(state: S, target: Variable, value: Term): S;
  /** `target` gets any value of its type. */
  forget(state: S, target: Variable): S;
  /** gamma(s) restricted to the models of the formula. `assume(top, f)` abstracts a formula. */
  assume(state: S, condition: Formula): S;
  toFormula(state: S): Formula;
  show(state: S): string;
}

/** An entry of the registry; engines get theirs through the context. */
export interface RegisteredDomain {
  // biome-ignore lint/suspicious/noExplicitAny: the state's type is the domain's own affair; all users pass it back unseen.
  readonly domain: Domain<any>;
  /** One line for `hone domains`. */
  readonly summary: string;
}

// --- Optional capabilities ----------------------------------------------------------------------------------------
// A domain that offers one has the member; `supports` asks. An engine states which ones it needs.

/** Conjunctive domains can list what they know: interpolated widening chooses among these. */
export interface Constraints<S> {
  /** gamma(s) is a subset of the solutions of every one; they say all that is linear in toFormula(s). */
  constraints(state: S): readonly LinearConstraint[];
}

/** Backward analysis and refinement. */
export interface Preimage<S> {
  /** Contains every valuation v with v[target := value] in gamma(s). */
  preimage(state: S, target: Variable, value: Term): S;
}

/** Widening with disjunctions (VINTA's WidenWith-or). */
export interface Difference<S> {
  /** Contains gamma(a) minus gamma(b), and is <= a. */
  difference(a: S, b: S): S;
}

/** Summaries: the same facts under other names. */
export interface Rename<S> {
  /** All replacements happen at once. The new names should be distinct and not constrained unless renamed themselves. */
  rename(state: S, names: ReadonlyMap<Variable, Variable>): S;
}

/** Widening with thresholds. */
export interface WidenUpTo<S> {
  /** A widening whose result satisfies, as far as S can say, every given constraint that both operands satisfy. Chains
   *  with a fixed list of constraints become stationary. */
  widenUpTo(older: S, newer: S, constraints: readonly LinearConstraint[]): S;
}

/** Descending iteration. */
export interface Narrow<S> {
  /** Contains gamma(older) and gamma(newer)'s common part, is <= older, and every chain becomes stationary. */
  narrow(older: S, newer: S): S;
}

/** Asking about one constraint costs less than comparing with a state that says it. */
export interface Entailing<S> {
  /** Does every valuation of gamma(s) satisfy the constraint? `false` may also mean "cannot tell". */
  entails(state: S, constraint: LinearConstraint): boolean;
}

/** Disjunctive domains: gamma(join(a, b)) is the union of gamma(a) and gamma(b). */
export interface ExactJoin {
  readonly joinIsExact: true;
}

/** Domains whose states are unions of the states of another one. */
export interface Unions<S> {
  /** A state of the other domain, or one above it where this one cannot say all. */
  unionOf(state: unknown): S;
  /** The least state of the other domain above it. */
  hull(state: S): unknown;
}

/** Conjunctive domains that list no more constraints than they need: dropping some is a widening. */
export interface ListsFacets {
  readonly listsFacets: true;
}

/** The same relations over integers or rationals, with the ranges of variables in a box beside them or without. */
export interface Variants {
  variant(numbers: "integers" | "rationals", beside: "ranges" | "no ranges"): Domain<unknown>;
}

/**
 * Ranges beside a relational state (`withRanges`): the domain reads the ranges of variables from elsewhere when it
 * needs them, to linearise a term or to see that a wrap is the identity, but does not store them.
 */
export interface Relational<S> {
  /** `assign` in a state whose valuations also lie in the ranges. */
  assignWithin(state: S, target: Variable, value: Term, ranges: Ranges): S;
  /** `assume` in a state whose valuations also lie in the ranges. */
  assumeWithin(state: S, condition: Formula, ranges: Ranges): S;
  /** An interval that contains the value of an integer variable in every valuation of gamma(s). */
  bounds(state: S, of: Variable): Interval;
}

/** What bounds a single variable stands beside the relations, and is not among what they are compared by. */
export interface RangesBeside {
  readonly rangesBeside: true;
}

/** It knows what a variable was computed from, as long as that is not forgotten. */
export interface RemembersSources {
  readonly remembersSources: true;
}

/** The range of an integral variable: never wider than its type. */
export type Ranges = (of: Variable) => Interval;

export interface Capabilities<S>
  extends Constraints<S>,
    Preimage<S>,
    Difference<S>,
    Rename<S>,
    WidenUpTo<S>,
    Narrow<S>,
    Entailing<S>,
    ExactJoin,
    Unions<S>,
    ListsFacets,
    Variants,
    Relational<S>,
    RangesBeside,
    RemembersSources {}

export type Capability = keyof Capabilities<unknown>;

export function supports<S, K extends Capability>(
  domain: Domain<S>,
  capability: K,
): domain is Domain<S> & Pick<Capabilities<S>, K> {
  return capability in domain;
}
