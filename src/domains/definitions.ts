/**
 * Octagons that remember what variables were computed from (the symbolic constants of Mine, "Symbolic methods to enhance the precision of
 * numerical abstract domains", VMCAI 2006): `p := start + 20*i` is no octagon, but as long as neither side changes, a condition on p is
 * one on i too. An index of an array of structures is compared with their number that way, whichever of the two a program compares.
 *
 * A state is an octagon with ranges, and equations x = e that hold in all its valuations, e a linear expression that octagons do not have
 * between x and its variables. Where a variable of e changes that is equal to another one up to a constant, e speaks of that one from then on.
 *
 * Sound: an equation is taken from an assignment that is exact within the bounds at hand, and kept only as long as both sides are what they were;
 * what is substituted is equal.
 */
import {
  addScaled,
  coefficientOf,
  constantExpression,
  expressionTerm,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  linearExpression,
  sameExpression,
  showConstraint,
  variableExpression,
} from "../logic/linear.ts";
import { and, eq, type Formula, type Term, type Variable, variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import { rewrite, type TermNode, variablesOf } from "../logic/visit.ts";
import * as int from "../numbers/int.ts";
import { isPoint } from "../numbers/interval.ts";
import {
  type Constraints,
  type Domain,
  type Entailing,
  type Narrow,
  type Relational,
  type RemembersSources,
  type Rename,
  supports,
  type WidenUpTo,
} from "./domain.ts";
import { isExact, linearise } from "./linearise.ts";

/** x = e; x is no variable of e. */
interface Definition {
  readonly of: Variable;
  readonly is: LinearExpression;
}

export interface Defined<S> {
  readonly octagon: S;
  readonly definitions: readonly Definition[];
}

/** What there is besides octagons has to be little: every step looks at all of it. */
const MOST_DEFINITIONS = 24;
const MOST_VARIABLES = 4;

type Octagons<S> = Domain<S> &
  Constraints<S> &
  Rename<S> &
  WidenUpTo<S> &
  Entailing<S> &
  Partial<Narrow<S>> &
  Pick<Relational<S>, "bounds">;

/** @param equalIn which other variable a variable is equal to, up to its sign and a constant. */
export function withDefinitions<S>(
  name: string,
  octagons: Octagons<S>,
  equalIn: (state: S, of: Variable) => LinearExpression | undefined,
): Domain<Defined<S>> &
  Constraints<Defined<S>> &
  Rename<Defined<S>> &
  WidenUpTo<Defined<S>> &
  Partial<Narrow<Defined<S>>> &
  Pick<Relational<Defined<S>>, "bounds"> &
  RemembersSources {
  type State = Defined<S>;
  const bottom: State = { octagon: octagons.bottom, definitions: [] };
  const isBottom = ({ octagon }: State) => octagons.isBottom(octagon);
  /** The expression in terms of what its variables were computed from. */
  const unfolded = (expression: LinearExpression, definitions: readonly Definition[]): LinearExpression => {
    let result = expression;
    const done = new Set<Variable>();
    for (const { of, is } of definitions) {
      const coefficient = coefficientOf(result, of);
      if (coefficient === 0 || done.has(of)) continue;
      done.add(of);
      result = addScaled(result, coefficient, addScaled(is, -1, variableExpression(of)));
    }
    return result;
  };

  /** Whether the equation holds in a state, as far as that is known: it is there, or follows from one that is and from the octagon. */
  const holds = (one: Definition, state: State): boolean => {
    if (has(state, one)) return true;
    const difference = unfolded(addScaled(one.is, -1, variableExpression(one.of)), state.definitions);
    const constraint = linearConstraint("eq", difference);
    return constraint === "true" || (constraint !== "false" && octagons.entails(state.octagon, constraint));
  };
  const keptIn = (definitions: readonly Definition[], state: State) => definitions.filter((one) => holds(one, state));

  /** Sound as a widening: nothing comes to what the older state says. */
  const widened = (older: State, newer: State, widen: (older: S, newer: S) => S): State => {
    if (isBottom(older)) return newer;
    if (isBottom(newer)) return older;
    return { octagon: widen(older.octagon, newer.octagon), definitions: keptIn(older.definitions, newer) };
  };

  const join = (a: State, b: State): State => {
    if (a === b || isBottom(b)) return a;
    if (isBottom(a)) return b;
    const first = keptIn(a.definitions, b);
    const second = keptIn(b.definitions, a).filter(({ of }) => !first.some((one) => one.of === of));
    return { octagon: octagons.join(a.octagon, b.octagon), definitions: [...first, ...second] };
  };

  /** What says the same without the variable. Another one first: what is constant in the first round of a loop varies in the next one. */
  const equalTo = (octagon: S, of: Variable): LinearExpression | undefined => {
    const other = equalIn(octagon, of);
    if (other !== undefined) return other;
    const bounds = octagons.bounds(octagon, of);
    return isPoint(bounds) ? constantExpression(bounds.low) : undefined;
  };

  /** The definitions without a variable that gets another value: `before` says what it was. */
  const without = (
    definitions: readonly Definition[],
    of: Variable,
    before: () => LinearExpression | undefined,
  ): readonly Definition[] => {
    let equal: LinearExpression | undefined | "not asked" = "not asked";
    return definitions.flatMap((one) => {
      if (one.of === of) return [];
      const coefficient = coefficientOf(one.is, of);
      if (coefficient === 0) return [one];
      if (equal === "not asked") equal = before();
      if (equal === undefined) return [];
      const rest = addScaled(one.is, coefficient, addScaled(equal, -1, variableExpression(of)));
      return isWorthIt(one.of, rest) ? [{ of: one.of, is: rest }] : [];
    });
  };

  /** What is known of both sides of equations that octagons have after all is theirs. */
  const told = (octagon: S, of: Variable, is: LinearExpression): S =>
    octagons.assume(octagon, eq(variable(of), expressionTerm(is)));

  const assign = (state: State, target: Variable, value: Term): State => {
    if (isBottom(state)) return bottom;
    const { octagon, definitions } = state;
    const next = octagons.assign(octagon, target, value);
    if (octagons.isBottom(next)) return bottom;
    const isNumber = isIntegral(target.type);
    const form = isNumber ? linearise(value, { variable: (of) => octagons.bounds(octagon, of) }) : undefined;
    const exact = form !== undefined && isExact(form) ? form.expression : undefined;
    const own = exact === undefined ? 0 : coefficientOf(exact, target);
    const left = without(definitions, target, () =>
      // x := x + c, so x was what it is now less c.
      exact !== undefined && own === 1 && exact.variables.length === 1
        ? linearExpression([[target, 1]], int.negate(exact.constant))
        : equalTo(octagon, target),
    );
    if (exact === undefined) return { octagon: next, definitions: left };
    const is = unfolded(exact, definitions);
    if (coefficientOf(is, target) !== 0) return { octagon: next, definitions: left };
    const known = is === exact ? next : told(next, target, is);
    const isNew = isWorthIt(target, is) && left.length < MOST_DEFINITIONS;
    return { octagon: known, definitions: isNew ? [...left, { of: target, is }] : left };
  };

  const assume = ({ octagon, definitions }: State, condition: Formula): State => {
    const once = octagons.assume(octagon, condition);
    if (octagons.isBottom(once)) return bottom;
    const substitutes = new Map<TermNode, TermNode>();
    const mentioned = variablesOf(condition);
    for (const { of, is } of definitions)
      if (mentioned.has(of) && !substitutes.has(variable(of))) substitutes.set(variable(of), expressionTerm(is));
    if (substitutes.size === 0) return { octagon: once, definitions };
    const twice = octagons.assume(
      once,
      rewrite(condition, (same) => same, substitutes),
    );
    return octagons.isBottom(twice) ? bottom : { octagon: twice, definitions };
  };

  const equations = ({ definitions }: State) =>
    definitions.flatMap(({ of, is }) => {
      const constraint = linearConstraint("eq", addScaled(is, -1, variableExpression(of)));
      return constraint === "true" || constraint === "false" ? [] : [constraint];
    });

  return {
    name,
    remembersSources: true,
    bounds: ({ octagon }, of) => octagons.bounds(octagon, of),
    top: { octagon: octagons.top, definitions: [] },
    bottom,
    isBottom,
    leq: (a, b) => isBottom(a) || (octagons.leq(a.octagon, b.octagon) && b.definitions.every((one) => holds(one, a))),
    join,
    meet: (a, b) => {
      const octagon = octagons.meet(a.octagon, b.octagon);
      if (octagons.isBottom(octagon)) return bottom;
      return { octagon, definitions: [...a.definitions, ...b.definitions.filter((one) => !has(a, one))] };
    },
    widen: (older, newer) => widened(older, newer, octagons.widen),
    widenUpTo: (older, newer, given) => widened(older, newer, (a, b) => octagons.widenUpTo(a, b, given)),
    ...(supports(octagons, "narrow")
      ? {
          narrow: (older, newer) =>
            isBottom(older) || isBottom(newer)
              ? bottom
              : { octagon: octagons.narrow(older.octagon, newer.octagon), definitions: older.definitions },
        }
      : {}),
    assign,
    forget: (state, target) => ({
      octagon: octagons.forget(state.octagon, target),
      definitions: without(state.definitions, target, () => equalTo(state.octagon, target)),
    }),
    assume,
    rename: ({ octagon, definitions }, names) => {
      const named = (of: Variable) => names.get(of) ?? of;
      return {
        octagon: octagons.rename(octagon, names),
        definitions: definitions.map(({ of, is }) => ({ of: named(of), is: renamed(is, named) })),
      };
    },
    toFormula: (state) => and([octagons.toFormula(state.octagon), ...state.definitions.map(equation)]),
    show: (state) => {
      if (isBottom(state)) return "bottom";
      const shown = octagons.show(state.octagon);
      const parts = [...(shown === "top" ? [] : [shown]), ...equations(state).map(showConstraint)];
      return parts.length === 0 ? "top" : parts.join(", ");
    },
    constraints: (state): readonly LinearConstraint[] => [...octagons.constraints(state.octagon), ...equations(state)],
  };
}

function has({ definitions }: Defined<unknown>, { of, is }: Definition): boolean {
  return definitions.some((one) => one.of === of && sameExpression(one.is, is));
}

/** Octagons do not say it, and it is short. */
function isWorthIt(of: Variable, { variables, coefficients }: LinearExpression): boolean {
  if (variables.length === 0 || variables.length > MOST_VARIABLES || variables.includes(of)) return false;
  if (!variables.every(({ type }) => isIntegral(type))) return false;
  return variables.length > 1 || Math.abs(Number(coefficients[0])) !== 1;
}

function renamed({ variables, coefficients, constant }: LinearExpression, named: (of: Variable) => Variable) {
  return linearExpression(
    variables.map((of, i) => [named(of), coefficients[i] ?? 0]),
    constant,
  );
}

function equation({ of, is }: Definition): Formula {
  return eq(variable(of), expressionTerm(is));
}
