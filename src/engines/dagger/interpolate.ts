/**
 * Interpolants (section 4). Given a state A and an error cube B without a common valuation, constraints that A
 * satisfies, over the variables of B, that together exclude B. InterpolateOct and InterpolatePoly1 turn constraints of B
 * round; InterpolatePoly2 projects A; the Farkas interpolant is the share of A in the simplex's contradiction.
 */
import {
  addScaled,
  ConstraintSet,
  constantExpression,
  type LinearConstraint,
  linearConstraint,
  negateConstraint,
  scale,
} from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import * as rational from "../../numbers/rational.ts";
import { type Cube, halves, irredundant, variablesIn } from "./cube.ts";
import { LinearSystem } from "./linear-system.ts";
import type { Settings } from "./settings.ts";
import type { Space } from "./space.ts";

/** Does every valuation of the state satisfy a constraint? */
type Entails = (constraint: LinearConstraint) => boolean;

/** What a domain can say, as far as it matters for the choice of interpolants. */
export type Shape = "polyhedra" | "octagon" | "box";

/** The order of the paper: constraints of B turned round; failing that A itself, projected. Farkas comes between. */
export function Interpolate<S>(
  space: Space<S>,
  state: S,
  cube: Cube,
  shape: Shape,
  kinds: Settings["interpolants"],
): readonly LinearConstraint[] {
  space.count("interpolants");
  const found = interpolants(space, state, cube, shape, kinds);
  for (const one of found) if (!space.entails(state, one)) space.rounded.add(one);
  return found;
}

function interpolants<S>(
  space: Space<S>,
  state: S,
  cube: Cube,
  shape: Shape,
  kinds: Settings["interpolants"],
): readonly LinearConstraint[] {
  const entails = (constraint: LinearConstraint) => space.entails(state, constraint);
  const turned = shape === "polyhedra" ? InterpolatePoly1(entails, cube) : InterpolateOct(entails, cube, shape);
  if (turned.length > 0) return turned;
  if (kinds === "farkas") {
    const a = space.constraints(state);
    if (shape === "polyhedra") {
      const combined = InterpolateCombined(entails, () => space.system(state), cube);
      if (combined.length > 0) return combined;
    }
    const farkas = InterpolateFarkas(a, cube);
    if (farkas !== undefined && isExpressible(farkas, shape)) return [farkas];
    const core = conflictCore(a, cube);
    if (farkas !== undefined && core.length > 0) return core;
  }
  return InterpolatePoly2(space, state, cube);
}

/** The negations of those constraints of B that A excludes by itself. Each is an interpolant. */
export function InterpolatePoly1(a: Entails, b: Cube): LinearConstraint[] {
  const found = new ConstraintSet();
  for (const constraint of b.flatMap(halves)) {
    const [opposite] = negateConstraint(constraint);
    if (typeof opposite === "object" && a(opposite)) found.add(opposite);
  }
  return found.list;
}

/** Project(A, var(A) and var(B)): all that A says about the common variables. */
export function InterpolatePoly2<S>(space: Space<S>, state: S, b: Cube): readonly LinearConstraint[] {
  const common = variablesIn(b);
  let projected = state;
  for (const of of variablesIn(space.constraints(state)))
    if (!common.has(of)) projected = space.domain.forget(projected, of);
  return space.constraints(projected).flatMap(halves);
}

/** As Poly1 over the canonical form of B: the bounds that B has on every octagonal expression over its variables. */
export function InterpolateOct(a: Entails, b: Cube, shape: "octagon" | "box"): LinearConstraint[] {
  const errors = new LinearSystem(b);
  if (errors.isEmpty("rationals")) return [];
  const found = new ConstraintSet();
  for (const expression of expressions([...variablesIn(b)], shape)) {
    const least = errors.infimum(expression);
    if (least === undefined) continue;
    // bl: ceil(least) <= e holds in B; its negation is e <= ceil(least) - 1.
    const bound = int.subtract(1, rational.ceil(least));
    const opposite = linearConstraint("le", addScaled(expression, 1, constantExpression(bound)));
    if (typeof opposite === "object" && a(opposite)) found.add(opposite);
  }
  return [...(irredundant(found.list) ?? found.list)];
}

/** +-x, +-x +-y: both directions, so that lower bounds of all are lower and upper bounds of each. */
function* expressions(variables: readonly Variable[], shape: "octagon" | "box") {
  const signs: readonly Int[] = [1, -1];
  const sorted = [...variables].sort((x, y) => x.id - y.id);
  for (const [i, x] of sorted.entries())
    for (const sign of signs) {
      yield { variables: [x], coefficients: [sign], constant: 0 };
      if (shape === "octagon")
        for (const y of sorted.slice(i + 1))
          for (const other of signs) yield { variables: [x, y], coefficients: [sign, other], constant: 0 };
    }
}

/** Weights with which two constraints of B are added up: small ones make simple interpolants. */
const WEIGHTS: readonly (readonly [Int, Int])[] = [
  [1, 1],
  [1, 2],
  [2, 1],
  [1, 3],
  [3, 1],
];
/** Longer cubes have too many pairs. */
const MOST_PAIRED = 16;

/**
 * Farkas with small coefficients: sums of two constraints of B that A excludes, turned round. Both the weakest such
 * constraint (all but B) and the strongest (as tight as A allows) are given: widening keeps whichever is inductive.
 */
export function InterpolateCombined(a: Entails, system: () => LinearSystem, b: Cube): LinearConstraint[] {
  const parts = b.flatMap(halves);
  if (parts.length > MOST_PAIRED) return [];
  for (const [first, second] of WEIGHTS) {
    const found = new ConstraintSet();
    for (const [i, one] of parts.entries())
      for (const other of parts.slice(i + 1)) {
        const sum = addScaled(scale(one.expression, first), second, other.expression);
        const constraint = linearConstraint("le", sum);
        const [opposite] = typeof constraint === "object" ? negateConstraint(constraint) : [];
        if (typeof opposite !== "object" || !a(opposite)) continue;
        found.add(opposite);
        found.add(tightened(system(), opposite));
      }
    if (found.list.length > 0) return found.list;
  }
  return [];
}

/** The same form with the strongest constant that the system allows. */
function tightened(system: LinearSystem, constraint: LinearConstraint): LinearConstraint {
  const least = system.infimum(scale(constraint.expression, -1));
  if (least === undefined) return constraint;
  const tight = linearConstraint("le", addScaled(constraint.expression, 1, constantExpression(rational.floor(least))));
  return typeof tight === "object" ? tight : constraint;
}

/** Farkas: the constraints of A in the contradiction, added up with its coefficients. Undefined without one. */
export function InterpolateFarkas(a: readonly LinearConstraint[], b: Cube): LinearConstraint | undefined {
  const conflict = conflictOf(a, b);
  if (conflict === undefined) return undefined;
  let sum = constantExpression(0);
  let strict = false;
  let common: Int = 1;
  const own = conflict.filter(({ reason }) => reason >= 0 && reason < a.length);
  for (const { factor } of own) common = int.lcm(common, rational.denominator(factor));
  for (const { reason, side, factor } of own) {
    const { expression, relation } = a[reason]!;
    if (relation === "lt") strict = true;
    const weight = rational.numerator(rational.multiply(factor, common));
    sum = addScaled(sum, side === "upper" ? weight : int.negate(weight), expression);
  }
  const constraint = linearConstraint(strict ? "lt" : "le", sum);
  return typeof constraint === "object" ? constraint : undefined;
}

/** The constraints of A that take part in the contradiction, as inequalities. */
function conflictCore(a: readonly LinearConstraint[], b: Cube): LinearConstraint[] {
  const conflict = conflictOf(a, b) ?? [];
  return conflict.flatMap(({ reason, side }) => {
    const constraint = a[reason];
    if (constraint === undefined) return [];
    if (constraint.relation !== "eq") return [constraint];
    const half = linearConstraint("le", scale(constraint.expression, side === "upper" ? 1 : -1));
    return typeof half === "object" ? [half] : [];
  });
}

function conflictOf(a: readonly LinearConstraint[], b: Cube) {
  const system = new LinearSystem();
  for (const [i, constraint] of a.entries()) system.add(constraint, i);
  for (const constraint of b) system.add(constraint, a.length);
  const conflict = system.conflict();
  // The ranges of types belong to both sides: a sum without them may not exclude B.
  return conflict?.some(({ reason }) => reason < 0) ? undefined : conflict;
}

function isExpressible({ expression }: LinearConstraint, shape: Shape): boolean {
  if (shape === "polyhedra") return true;
  const { variables, coefficients } = expression;
  return (
    variables.length <= (shape === "octagon" ? 2 : 1) &&
    coefficients.every((coefficient) => coefficient === 1 || coefficient === -1)
  );
}
