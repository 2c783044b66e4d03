/**
 * The theory of linear integer and real arithmetic over the simplex. An atom is an upper bound on a linear form; its
 * negation is a lower bound. Bounds of one form imply each other by their order, which is propagated along the sorted
 * atoms of the form; bounds of several forms clash in the simplex, whose rows explain the conflict (Dutertre and de
 * Moura, CAV 2006). Integers by branching: a fractional value v of x makes the new atom `x <= floor(v)`, whose two
 * signs are the two branches. So every lemma is a Farkas lemma, and no atom mixes variables that the input keeps apart.
 */
import type { LinearExpression } from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { violatesDivisibility } from "../../numbers/simplex/integer.ts";
import { type Bound, type Conflict, Simplex } from "../../numbers/simplex/simplex.ts";
import type { Cdcl } from "./cdcl.ts";
import { type BoundAtom, boundAtom, canonicalForm, type Form, FormTable, positionOf } from "./forms.ts";
import { equation, explain, Intervals, type Known } from "./intervals.ts";
import type { Numbers } from "./model.ts";
import type { Atom } from "./proof.ts";
import type { ProofLog } from "./proof-log.ts";
import type { Theory, TheoryLemma } from "./theory.ts";

const UNIT: readonly Int[] = [1];

export class Arithmetic implements Theory {
  readonly simplex = new Simplex();
  readonly #forms = new FormTable();
  readonly #columns = new Map<Variable, number>();
  /** Columns of integer variables, and the variables. */
  readonly #integers: number[] = [];
  readonly #variableAt: (Variable | undefined)[] = [];
  /** By solver variable. */
  readonly #formOf: (Form | undefined)[] = [];
  readonly #atomOf: (BoundAtom | undefined)[] = [];
  #search: Cdcl | undefined;
  #log: ProofLog | undefined;
  readonly #intervals: Intervals;
  readonly #formAt: (Form | undefined)[] = [];
  /** The derived bound that implied a variable's literal. */
  readonly #because: (Known | undefined)[] = [];
  #dirty = false;
  /** Forms that became irrelevant while attached. */
  #idle: Form[] = [];
  /** The simplex or the branching gave up; the check ends as unknown. */
  exhausted = false;
  /** Branches left in this check. */
  branchesLeft = Infinity;
  /** Called with each new branching atom. */
  onBranch: (variable: number) => void = () => {};

  constructor(rounding: "round" | "exact") {
    this.#intervals = new Intervals(rounding);
  }

  connect(search: Cdcl, log: ProofLog | undefined): void {
    this.#search = search;
    this.#log = log;
  }

  /** The numbers of a consistent assignment, for a model. */
  snapshot(): Numbers {
    return { columns: this.#columns, values: this.simplex.model() };
  }

  #column(of: Variable): number {
    let column = this.#columns.get(of);
    if (column === undefined) {
      column = this.simplex.addVariable();
      this.#columns.set(of, column);
      if (isIntegral(of.type)) this.#integers.push(column);
      this.#variableAt[column] = of;
      this.#intervals.addColumn(column, isIntegral(of.type));
    }
    return column;
  }

  #form(variables: readonly Variable[], coefficients: readonly Int[]): Form {
    const form = this.#forms.intern(variables, coefficients, () => {
      const columns = variables.map((of) => this.#column(of));
      if (columns.length === 1) return { column: columns[0]!, equation: undefined };
      const column = this.simplex.addVariable();
      this.#intervals.addColumn(
        column,
        variables.every((of) => isIntegral(of.type)),
      );
      return { column, equation: equation([...columns, column], [...coefficients, -1]) };
    });
    this.#formAt[form.column] = form;
    return form;
  }

  #activate(form: Form): void {
    if (form.active || form.equation === undefined) return;
    form.active = true;
    this.#intervals.addEquation(form.equation);
  }

  #attach(form: Form): void {
    form.attached = true;
    this.#activate(form);
    const columns = form.variables.map((of) => this.#columns.get(of)!);
    this.simplex.attachRow(form.column, columns, form.coefficients);
  }

  retain(variable: number): void {
    const form = this.#formOf[variable];
    if (form === undefined) return;
    const atom = this.#atomOf[variable]!;
    form.live.splice(positionOf(form.live, atom.value, atom.strict), 0, atom);
    this.#activate(form);
    this.#implyRevived(form, atom);
  }

  release(variable: number): void {
    const form = this.#formOf[variable];
    if (form === undefined) return;
    const atom = this.#atomOf[variable]!;
    form.live.splice(positionOf(form.live, atom.value, atom.strict), 1);
    if (form.live.length === 0 && form.active) this.#idle.push(form);
  }

  /** Takes rows out that no relevant atom needs. Only at level 0. */
  tidy(): void {
    const idle = this.#idle;
    if (idle.length === 0) return;
    this.#idle = [];
    for (const form of idle) {
      if (form.live.length > 0 || !form.active) continue;
      if (this.simplex.lower(form.column) !== undefined || this.simplex.upper(form.column) !== undefined) continue;
      this.#intervals.removeEquation(form.equation!);
      form.active = false;
      if (!form.attached) continue;
      this.simplex.detachRow(form.column);
      form.attached = false;
    }
    this.#dirty = true;
  }

  /** The literal of `expression <= 0` (`< 0` when strict); the expression has a variable. */
  literal(expression: LinearExpression, strict: boolean): number {
    const { coefficients, scale } = canonicalForm(expression);
    const form = this.#form(expression.variables, coefficients);
    // scale * form + constant <= 0
    const bound = rational.fraction(int.negate(expression.constant), scale);
    if (form.integral) {
      // Upper: form <= floor(b), strictly below b: form <= ceil(b) - 1. Lower: negation of form <= ceil(b) - 1 or floor(b).
      if (scale > 0) {
        return 2 * this.#bound(form, strict ? int.subtract(rational.ceil(bound), 1) : rational.floor(bound), false);
      }
      return 2 * this.#bound(form, strict ? rational.floor(bound) : int.subtract(rational.ceil(bound), 1), false) + 1;
    }
    return scale > 0 ? 2 * this.#bound(form, bound, strict) : 2 * this.#bound(form, bound, !strict) + 1;
  }

  /** The solver variable of `form <= value`. */
  #bound(form: Form, value: Rational, strict: boolean): number {
    const at = positionOf(form.atoms, value, strict);
    const there = form.atoms[at];
    if (there !== undefined && there.strict === strict && rational.equal(there.value, value)) return there.variable;
    const search = this.#search!;
    const variable = search.newVariable();
    const atom = boundAtom(variable, value, strict, form.integral);
    form.atoms.splice(at, 0, atom);
    this.#formOf[variable] = form;
    this.#atomOf[variable] = atom;
    if (this.#log !== undefined) {
      this.#log.atoms[variable] = linearAtom(form, value, strict);
      this.#log.scales[variable] = rational.denominator(value);
    }
    return variable;
  }

  /** An atom that becomes relevant may follow from the bounds there are. */
  #implyRevived(form: Form, atom: BoundAtom): void {
    const search = this.#search!;
    const literal = 2 * atom.variable;
    if (search.valueOf(literal) !== 0) return;
    const lower = this.#intervals.known[0][form.column];
    const upper = this.#intervals.known[1][form.column];
    if (upper !== undefined && compareKnown(upper, atom.upper) <= 0) this.#imply(literal, upper);
    else if (lower !== undefined && compareKnown(lower, atom.lower) >= 0) this.#imply(literal + 1, lower);
  }

  #imply(literal: number, because: Known): void {
    if (because.literal >= 0) this.#search!.imply(literal, because.literal);
    else {
      this.#because[literal >> 1] = because;
      this.#search!.implyLazily(literal);
    }
  }

  explain(literal: number): TheoryLemma {
    const { literals, factors } = explain([this.#because[literal >> 1]!]);
    return { literals: [literal, ...literals], factors: [1, ...factors] };
  }

  // --- The theory's side of the search ----------------------------------------------------------------------------

  assign(literal: number): TheoryLemma | undefined {
    const v = literal >> 1;
    const form = this.#formOf[v];
    if (form === undefined) return undefined;
    const atom = this.#atomOf[v]!;
    this.#dirty = true;
    if (!form.attached) this.#attach(form);
    const conflict =
      (literal & 1) === 0
        ? this.simplex.assertUpperBound(form.column, atom.upper)
        : this.simplex.assertLowerBound(form.column, atom.lower);
    if (conflict !== undefined) return lemma(conflict);
    const { value, delta } = (literal & 1) === 0 ? atom.upper : atom.lower;
    this.#intervals.assert(form.column, (literal & 1) === 0 ? 1 : 0, value, delta, literal);
    if (form.live.length > 1) this.#implyNeighbours(form, atom, literal);
    return undefined;
  }

  #implyNeighbours({ live }: Form, atom: BoundAtom, literal: number): void {
    const search = this.#search!;
    const at = positionOf(live, atom.value, atom.strict);
    // Up to the first that is assigned: what lies beyond was implied by it, or will be.
    if ((literal & 1) === 0) {
      for (let i = live[at] === atom ? at + 1 : at; i < live.length; i++) {
        if (search.valueOf(2 * live[i]!.variable) !== 0) break;
        search.imply(2 * live[i]!.variable, literal);
      }
    } else {
      for (let i = at - 1; i >= 0 && search.valueOf(2 * live[i]!.variable) === 0; i--) {
        search.imply(2 * live[i]!.variable + 1, literal);
      }
    }
  }

  check(): TheoryLemma | undefined {
    if (!this.#dirty) return undefined;
    const contradiction = this.#intervals.propagate();
    if (contradiction !== undefined) return contradiction;
    if (this.#implyDerived()) return undefined;
    const result = this.simplex.check();
    if (result.kind === "infeasible") return lemma(result.conflict);
    if (result.kind === "limit") this.exhausted = true;
    else this.#dirty = false;
    return undefined;
  }

  /** Atoms that new derived bounds imply; false if none. */
  #implyDerived(): boolean {
    let implied = false;
    const changed = this.#intervals.takeChanged();
    for (let k = 0; k < changed.length; k++) {
      const place = changed[k]!;
      const column = place >> 1;
      const live = this.#formAt[column]?.live;
      if (live === undefined || live.length === 0) continue;
      const bound = this.#intervals.known[place & 1 ? 1 : 0][column]!;
      if ((place & 1) === 1) {
        for (let i = live.length - 1; i >= 0 && compareKnown(bound, live[i]!.upper) <= 0; i--) {
          if (this.#search!.valueOf(2 * live[i]!.variable) !== 0) continue;
          this.#imply(2 * live[i]!.variable, bound);
          implied = true;
        }
      } else {
        for (let i = 0; i < live.length && compareKnown(bound, live[i]!.lower) >= 0; i++) {
          if (this.#search!.valueOf(2 * live[i]!.variable) !== 0) continue;
          this.#imply(2 * live[i]!.variable + 1, bound);
          implied = true;
        }
      }
    }
    return implied;
  }

  final(): "consistent" | "split" | "unknown" | TheoryLemma {
    if (this.exhausted) return "unknown";
    this.#roundFree();
    if (this.exhausted) return "unknown";
    const column = this.#fractional();
    if (column < 0) return "consistent";
    const divided = this.#log === undefined ? this.#divisibilityConflict() : undefined;
    if (divided !== undefined) return divided;
    if (this.branchesLeft <= 0) return "unknown";
    this.branchesLeft -= 1;
    const value = this.simplex.valueOf(column);
    const below = rational.isInteger(value) && rational.sign(this.simplex.slopeOf(column)) < 0;
    const floor = below ? int.subtract(value, 1) : rational.floor(value);
    const branch = this.#bound(this.#form([this.#variableAt[column]!], UNIT), floor, false);
    this.onBranch(branch);
    this.#search!.ask(branch);
    return "split";
  }

  /** Non-basic integers that a retracted row left at a fraction get an integer, within their (integer) bounds. */
  #roundFree(): void {
    let moved = false;
    for (let i = 0; i < this.#integers.length; i++) {
      const column = this.#integers[i]!;
      if (this.#isWhole(column) || this.simplex.isBasic(column)) continue;
      // No lower bound exceeds the floor; what is infinitesimally off an integer goes back to it.
      this.simplex.setValue(column, rational.floor(this.simplex.valueOf(column)));
      moved = true;
    }
    if (moved && this.simplex.check().kind === "limit") this.exhausted = true;
  }

  /** A row over integers whose free coefficients have a divisor that the fixed ones do not sum to. No Farkas lemma. */
  #divisibilityConflict(): TheoryLemma | undefined {
    for (const row of this.simplex.rows) {
      if (this.#isWhole(row.columns[0]!) || !row.columns.every((column) => this.#intervals.isIntegral(column)))
        continue;
      const fixed = violatesDivisibility(this.simplex, row);
      if (fixed === undefined) continue;
      const literals = new Set<number>();
      for (const column of fixed) {
        literals.add(this.simplex.lower(column)!.reason ^ 1);
        literals.add(this.simplex.upper(column)!.reason ^ 1);
      }
      return { literals: [...literals], factors: [] };
    }
    return undefined;
  }

  #isWhole(column: number): boolean {
    return rational.isInteger(this.simplex.valueOf(column)) && rational.sign(this.simplex.slopeOf(column)) === 0;
  }

  /** The integer variable with a fraction for its value whose bounds are narrowest. */
  #fractional(): number {
    let found = -1;
    let narrowest = Infinity;
    for (let i = 0; i < this.#integers.length; i++) {
      const column = this.#integers[i]!;
      if (this.#isWhole(column)) continue;
      const lower = this.simplex.lower(column);
      const upper = this.simplex.upper(column);
      const width =
        lower === undefined || upper === undefined
          ? Number.MAX_VALUE
          : rational.approximate(upper.value) - rational.approximate(lower.value);
      if (width >= narrowest) continue;
      found = column;
      narrowest = width;
    }
    return found;
  }

  /** Literals that keep the relevant integers near their current values: where a solution may be found soon. */
  box(radius: number): number[] {
    const literals: number[] = [];
    for (const column of this.#integers) {
      if (this.simplex.occurs(column) === 0) continue;
      const form = this.#form([this.#variableAt[column]!], UNIT);
      const lower = this.#intervals.known[0][column];
      const upper = this.#intervals.known[1][column];
      const value = rational.floor(this.simplex.valueOf(column));
      const low = int.subtract(value, radius);
      const high = int.add(value, radius);
      if (upper === undefined || rational.compare(upper.value, high) > 0)
        literals.push(2 * this.#bound(form, high, false));
      if (lower === undefined || rational.compare(lower.value, low) < 0) {
        literals.push(2 * this.#bound(form, int.subtract(low, 1), false) + 1);
      }
    }
    return literals;
  }

  /** Steps of work done, monotonic. */
  get work(): number {
    return this.simplex.work + this.#intervals.work;
  }

  pushLevel(): void {
    this.simplex.push();
    this.#intervals.push();
  }

  popLevels(count: number): void {
    this.simplex.pop(count);
    this.#intervals.pop(count);
    this.#dirty = true;
  }

  phase(variable: number): 0 | 1 | undefined {
    const form = this.#formOf[variable];
    if (form === undefined) return undefined;
    const { value } = this.#atomOf[variable]!;
    return rational.compare(this.#valueOf(form), value) <= 0 ? 0 : 1;
  }

  #valueOf(form: Form): Rational {
    if (form.attached) return this.simplex.valueOf(form.column);
    let sum: Rational = 0;
    for (let i = 0; i < form.variables.length; i++) {
      const value = this.simplex.valueOf(this.#columns.get(form.variables[i]!)!);
      sum = rational.addMultiply(sum, form.coefficients[i]!, value);
    }
    return sum;
  }
}

function compareKnown(a: Known, b: Bound): number {
  return rational.compare(a.value, b.value) || rational.compare(a.delta, b.delta);
}

/** `form <= value` as `expression <= 0` with integer coefficients. */
function linearAtom(form: Form, value: Rational, strict: boolean): Atom {
  const below = rational.denominator(value);
  const coefficients = form.coefficients.map((coefficient) => int.multiply(coefficient, below));
  const constant = int.negate(rational.numerator(value));
  return { kind: "linear", expression: { variables: form.variables, coefficients, constant }, strict };
}

function lemma(conflict: Conflict): TheoryLemma {
  return {
    literals: conflict.map(({ reason }) => reason ^ 1),
    factors: conflict.map(({ factor }) => factor),
  };
}
