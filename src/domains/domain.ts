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
import type { Formula, Term, Variable } from "../logic/term.ts";

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
