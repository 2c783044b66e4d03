/**
 * Predicates and what is known of them. A state is a set of valuations of predicates, kept as a decision diagram: each
 * predicate has a Boolean of its own, and equal sets are one object. The formula of a state has the predicates in place of
 * their Booleans.
 *
 * Which predicates a state may speak of is a matter of its location (Henzinger, Jhala, Majumdar and Sutre, "Lazy abstraction",
 * POPL 2002): the precision, which only grows. It is kept by points of the program, which all call strings share.
 */
import type { Location } from "../cfa/cfa.ts";
import {
  ALL,
  between,
  type Diagram,
  EMPTY,
  forEachTest,
  intersection,
  project,
  type Test,
  union,
} from "../logic/diagram.ts";
import { comparisonConstraint, constraintFormula, type LinearConstraint } from "../logic/linear.ts";
import { bottomUp, negationNormalForm } from "../logic/normal-form.ts";
import { and, FALSE, type Formula, not, or, TRUE, type Variable } from "../logic/term.ts";
import { variablesOf } from "../logic/visit.ts";
import type { ModelLocation } from "../model/model.ts";
import { FreshVariables } from "../smt/fresh.ts";
import { memoised } from "../util/memo.ts";

export interface Predicate {
  readonly formula: Formula;
  /** Its Boolean: in diagrams, and in queries. */
  readonly variable: Variable;
}

/** Predicates by their formulas: equal ones are the same object. */
export class Predicates {
  readonly #fresh = new FreshVariables();
  readonly #byFormula = new Map<Formula, Predicate>();
  readonly #formulas = new Map<Variable, Formula>();
  readonly #stateFormulas = new Map<Diagram, Formula>([
    [ALL, TRUE],
    [EMPTY, FALSE],
  ]);

  get count(): number {
    return this.#byFormula.size;
  }

  /** The atoms of a formula, an atom and its negation as one predicate. */
  atomsOf(formula: Formula): readonly Predicate[] {
    const atoms = new Set<Formula>();
    negationNormalForm(formula, (literal) => {
      const { atom } = atomOf(literal);
      if (atom.kind !== "true" && atom.kind !== "false") atoms.add(atom);
      return literal;
    });
    return [...atoms].map((atom) => this.#of(atom));
  }

  /** The predicates that a formula is made of, for either kind of abstraction. */
  of(formula: Formula, kind: "boolean" | "cartesian"): readonly Predicate[] {
    return kind === "boolean" ? this.atomsOf(formula) : this.conjunctsOf(formula);
  }

  /** The state that says what the formula does, in terms of its atoms or of its conjuncts. */
  stateOf(formula: Formula, parts: "atoms" | "conjuncts"): Diagram {
    if (parts === "conjuncts")
      return (formula.kind === "and" ? formula.operands : [formula])
        .map((part) => (part.kind === "or" ? literalState(this.#of(part), "true") : this.stateOf(part, "atoms")))
        .reduce(intersection, ALL);
    const states = new Map<Formula, Diagram>();
    return bottomUp(negationNormalForm(formula), states, (node): Diagram => {
      if (node.kind === "true") return ALL;
      if (node.kind === "false") return EMPTY;
      if (node.kind === "and")
        return node.operands.map((part) => states.get(part) as Diagram).reduce(intersection, ALL);
      if (node.kind === "or") return node.operands.map((part) => states.get(part) as Diagram).reduce(union, EMPTY);
      const { atom, holds } = atomOf(node);
      return literalState(this.#of(atom), holds);
    });
  }

  /** The conjuncts of a formula, each a predicate whatever its structure. */
  conjunctsOf(formula: Formula): readonly Predicate[] {
    const parts = formula.kind === "and" ? formula.operands : [formula];
    return parts.flatMap((part) => {
      if (part.kind === "true" || part.kind === "false") return [];
      return [this.#of(part.kind === "and" || part.kind === "or" ? part : atomOf(part).atom)];
    });
  }

  /** What the predicate with this Boolean says. */
  meaning(of: Variable): Formula {
    return this.#formulas.get(of) as Formula;
  }

  #of(formula: Formula): Predicate {
    return memoised(this.#byFormula, formula, () => {
      const variable = this.#fresh.boolean("predicate");
      this.#formulas.set(variable, formula);
      return { formula, variable };
    });
  }

  /** What a state says of the program's variables. */
  formulaOf(state: Diagram): Formula {
    const known = this.#stateFormulas;
    const stack = [state];
    for (let node = stack[stack.length - 1]; node !== undefined; node = stack[stack.length - 1]) {
      if (!known.has(node)) {
        const { low, high, variable } = node as Test;
        const missing = [low, high].filter((part) => !known.has(part));
        if (missing.length > 0) {
          stack.push(...missing);
          continue;
        }
        const predicate = this.#formulas.get(variable) as Formula;
        const [without, holding] = [known.get(low) as Formula, known.get(high) as Formula];
        known.set(node, choice(predicate, holding, without));
      }
      stack.pop();
    }
    return known.get(state) as Formula;
  }
}

function choice(predicate: Formula, then: Formula, otherwise: Formula): Formula {
  if (then === FALSE) return and([not(predicate), otherwise]);
  if (otherwise === FALSE) return and([predicate, then]);
  return and([or([not(predicate), then]), or([predicate, otherwise])]);
}

/** The states in which the predicate has the value. */
export function literalState({ variable }: Pick<Predicate, "variable">, value: "true" | "false"): Diagram {
  const bit = value === "true" ? 1 : 0;
  return between(variable, bit, bit);
}

/** The states in which all of these have the values. */
export function cubeState(values: Iterable<readonly [Predicate, boolean]>): Diagram {
  // From the last test to the first, so that each conjunction adds one.
  const ordered = [...values].sort(([a], [b]) => b.variable.id - a.variable.id);
  return ordered.reduce(
    (rest, [predicate, value]) => intersection(literalState(predicate, value ? "true" : "false"), rest),
    ALL,
  );
}

/** What a state says of the predicates with these Booleans. */
export function restrictedTo(state: Diagram, isKept: (of: Variable) => boolean): Diagram {
  const dropped = new Set<Variable>();
  forEachTest(state, ({ variable }) => {
    if (!isKept(variable)) dropped.add(variable);
  });
  return [...dropped].reduce(project, state);
}

/**
 * One way to write a literal and its negation, and whether it is true where the literal is: of a linear one, the constraint whose
 * first coefficient is positive.
 */
function atomOf(literal: Formula): { readonly atom: Formula; readonly holds: "true" | "false" } {
  const plain = literal.kind === "not" ? literal.operand : literal;
  const [same, other] = literal.kind === "not" ? (["false", "true"] as const) : (["true", "false"] as const);
  const constraint = constraintOf(plain);
  if (constraint === undefined) return { atom: plain, holds: same };
  const opposite = isPositive(constraint) ? undefined : constraintOf(not(plain));
  if (opposite !== undefined && isPositive(opposite)) return { atom: constraintFormula(opposite), holds: other };
  return { atom: constraintFormula(constraint), holds: same };
}

function constraintOf(formula: Formula): LinearConstraint | undefined {
  if (formula.kind !== "le" && formula.kind !== "lt" && formula.kind !== "eq") return undefined;
  const constraint = comparisonConstraint(formula);
  return constraint === "true" || constraint === "false" ? undefined : constraint;
}

function isPositive({ expression }: LinearConstraint): boolean {
  return (expression.coefficients[0] ?? 1) > 0;
}

/** Pi: which predicates matter where. */
export class Precision {
  readonly #at = new Map<Location, Predicate[]>();
  readonly #isLive: (of: Variable, at: ModelLocation) => boolean;
  readonly #initial: (point: Location) => readonly Predicate[];

  /** @param initial what matters before anything was learnt; nothing where it is left out. */
  constructor(
    isLive: (of: Variable, at: ModelLocation) => boolean,
    initial: (point: Location) => readonly Predicate[] = () => [],
  ) {
    this.#isLive = isLive;
    this.#initial = initial;
  }

  /** All at the point, in the order in which they came, those that are not for this call string included. */
  listAt({ point }: ModelLocation): readonly Predicate[] {
    return this.#here(point);
  }

  /** Those that speak of variables that matter here: of others nothing is known behind a block. */
  at(location: ModelLocation): readonly Predicate[] {
    return this.listAt(location).filter(({ formula }) =>
      [...variablesOf(formula)].every((of) => this.#isLive(of, location)),
    );
  }

  /** Where in the list of the point each of the predicates stands then. */
  add({ point }: ModelLocation, predicates: Iterable<Predicate>): readonly number[] {
    const here = this.#here(point);
    return Array.from(predicates, (predicate) => {
      const known = here.indexOf(predicate);
      return known === -1 ? here.push(predicate) - 1 : known;
    });
  }

  #here(point: Location): Predicate[] {
    return memoised(this.#at, point, () => [...new Set(this.#initial(point))]);
  }

  /** Formulas by point, to be saved. */
  entries(): readonly (readonly [Location, readonly Formula[]])[] {
    return Array.from(this.#at, ([point, here]) => [point, here.map(({ formula }) => formula)]);
  }
}
