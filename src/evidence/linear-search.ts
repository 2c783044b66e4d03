/**
 * Looks for integers that satisfy a set of formulas. Disjunctions, if-then-elses, wraps and sign cases are choices of a
 * depth-first search; what remains after the choices is linear and goes into an exact simplex, which cuts off
 * contradictory branches early; integers come from branch and bound. Divisions, masks and shifts by constants are
 * linear with a fresh quotient. Other terms become unknowns of their own: then an answer is only a candidate and the
 * caller has to evaluate it. The search counts its work and gives up beyond a limit.
 */
import { comparisonConstraint, type LinearConstraint } from "../logic/linear.ts";
import {
  type ArithmeticKind,
  and,
  type BitKind,
  type ComparisonKind,
  type Formula,
  integer,
  le,
  lt,
  multiply,
  not,
  or,
  subtract,
  type Term,
  type Variable,
  variable,
} from "../logic/term.ts";
import { highest, lowest, MATH_INTEGER } from "../logic/types.ts";
import { children, forEachNode, isFormula, rewrite, type TermNode } from "../logic/visit.ts";
import * as int from "../numbers/int.ts";
import { type Int, powerOfTwo } from "../numbers/int.ts";
import { isInteger } from "../numbers/rational.ts";
import { checkIntegers } from "../numbers/simplex/integer.ts";
import { Simplex } from "../numbers/simplex/simplex.ts";
import { FreshVariables } from "../smt/fresh.ts";
import type { Budget } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";

export type SearchResult =
  /** A value for every variable that occurs; a candidate only, when `exact` is false. */
  | { readonly kind: "found"; readonly values: ReadonlyMap<Variable, Int>; readonly exact: boolean }
  | { readonly kind: "none" }
  | { readonly kind: "gave up" };

// Enough for paths through a few hundred undecided branches; a second of work at most.
const CHOICE_LIMIT = 4000;
const PIVOT_LIMIT = 40_000;
const INTEGER_NODES = 300;

export function searchIntegers(formulas: readonly Formula[], budget: Budget): SearchResult {
  return new LinearSearch(budget).run(formulas);
}

/** What is left to do on a branch of the search: a linked list, so that branches share their tails. */
type Agenda = { readonly formula: Formula; readonly next: Agenda } | undefined;

/** Where the search may go several ways. */
interface BranchPoint {
  readonly choices: readonly (readonly Formula[])[];
  /** What is left to do whichever way is taken. */
  readonly rest: Agenda;
  /** How many have been taken; the last of them is the one at work. */
  taken: number;
}

class LinearSearch {
  readonly #simplex = new Simplex();
  readonly #columns = new Map<Variable, number>();
  readonly #unknowns = new Map<Term, Variable>();
  #exact = true;
  #choices = 0;
  #gaveUp = false;
  readonly #fresh = new FreshVariables("search");
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  run(formulas: readonly Formula[]): SearchResult {
    this.#simplex.pivotLimit = PIVOT_LIMIT;
    let agenda: Agenda;
    for (let i = formulas.length - 1; i >= 0; i -= 1) agenda = { formula: formulas[i] as Formula, next: agenda };
    const values = this.#solve(agenda);
    if (values !== undefined) return { kind: "found", values, exact: this.#exact };
    return this.#gaveUp || !this.#exact ? { kind: "gave up" } : { kind: "none" };
  }

  /** The values of the first leaf that has integer points. Long paths have many choices: no recursion on their number. */
  #solve(agenda: Agenda): Map<Variable, Int> | undefined {
    const open: BranchPoint[] = [];
    for (
      let branch: { agenda: Agenda } | undefined = { agenda };
      branch !== undefined;
      branch = this.#nextBranch(open)
    ) {
      const end = this.#workOff(branch.agenda);
      if (end === "leaf") {
        const values = this.#leaf();
        if (values !== undefined) return values;
      } else if (end !== "failed") open.push(end);
    }
    return undefined;
  }

  /** Works off the agenda as far as there is no choice. */
  #workOff(agenda: Agenda): BranchPoint | "leaf" | "failed" {
    let rest = agenda;
    while (rest !== undefined) {
      const choices = this.#reduce(rest.formula);
      rest = rest.next;
      if (choices.length === 0) return "failed";
      if (choices.length > 1) return { choices, rest, taken: 0 };
      for (const part of [...(choices[0] as readonly Formula[])].reverse()) rest = { formula: part, next: rest };
    }
    return "leaf";
  }

  /** The next choice that is feasible, of the last branch point that has one; the others are left behind. */
  #nextBranch(open: BranchPoint[]): { agenda: Agenda } | undefined {
    for (let point = open.at(-1); point !== undefined; point = open.at(-1)) {
      if (this.#gaveUp) return undefined;
      if (point.taken > 0) this.#simplex.pop();
      const choice = point.choices[point.taken];
      if (choice === undefined) {
        open.pop();
        continue;
      }
      point.taken += 1;
      this.#choices += 1;
      if (this.#choices > CHOICE_LIMIT) {
        this.#gaveUp = true;
        return undefined;
      }
      this.#simplex.push();
      let agenda = point.rest;
      for (const part of [...choice].reverse()) agenda = { formula: part, next: agenda };
      if (this.#feasible()) return { agenda };
    }
    return undefined;
  }

  #feasible(): boolean {
    const before = this.#simplex.pivots;
    const result = this.#simplex.check();
    this.#budget.tick(1 + (this.#simplex.pivots - before) * this.#simplex.rows.length);
    if (result.kind === "limit") this.#gaveUp = true;
    return result.kind === "feasible";
  }

  #leaf(): Map<Variable, Int> | undefined {
    this.#budget.tick(this.#simplex.rows.length);
    const columns = [...this.#columns.values()];
    const result = checkIntegers(this.#simplex, columns, INTEGER_NODES);
    if (result === "limit") this.#gaveUp = true;
    if (result !== "feasible") return undefined;
    const values = new Map<Variable, Int>();
    for (const [of, column] of this.#columns) {
      const value = this.#simplex.valueOf(column);
      values.set(of, isInteger(value) ? value : 0);
    }
    return values;
  }

  /**
   * One step on a formula: the alternatives, each a list of simpler formulas. [[]]: done (asserted or true); []: false.
   */
  #reduce(formula: Formula): readonly (readonly Formula[])[] {
    switch (formula.kind) {
      case "true":
        return [[]];
      case "false":
        return [];
      case "and":
        return [formula.operands];
      case "or":
        return formula.operands.map((operand) => [operand]);
      case "not":
        return this.#reduceNegation(formula.operand);
      case "eq":
      case "lt":
      case "le":
        return this.#reduceComparison(formula);
      default:
        // A float comparison: whoever evaluates the candidate decides it.
        this.#exact = false;
        return [[]];
    }
  }

  #reduceNegation(operand: Formula): readonly (readonly Formula[])[] {
    switch (operand.kind) {
      case "and":
        return [[or(operand.operands.map(not))]];
      case "or":
        return [operand.operands.map(not)];
      case "eq":
        return [[lt(operand.left, operand.right)], [lt(operand.right, operand.left)]];
      case "feq":
      case "flt":
      case "fle":
        this.#exact = false;
        return [[]];
      default:
        return [[not(operand)]];
    }
  }

  #reduceComparison(formula: Extract<Formula, { kind: ComparisonKind }>): readonly (readonly Formula[])[] {
    const part = innermostNonLinear(formula);
    if (part !== undefined) return this.#unfold(formula, part);
    const constraint = comparisonConstraint(formula);
    if (constraint === "true") return [[]];
    if (constraint === "false" || constraint === undefined) return [];
    return this.#assert(constraint) ? [[]] : [];
  }

  #assert(constraint: LinearConstraint): boolean {
    const { variables, coefficients, constant } = constraint.expression;
    const columns = variables.map((of) => this.#column(of));
    const bound = int.negate(constant);
    const row =
      columns.length === 1 && coefficients[0] === 1
        ? (columns[0] as number)
        : this.#simplex.addRow(columns, coefficients);
    const upper = this.#simplex.assertUpper(row, bound, constraint.relation === "lt" ? "strict" : "closed", 0);
    if (upper !== undefined) return false;
    if (constraint.relation === "eq" && this.#simplex.assertLower(row, bound, "closed", 0) !== undefined) return false;
    return this.#feasible();
  }

  #column(of: Variable): number {
    return memoised(this.#columns, of, () => this.#simplex.addVariable());
  }

  /** Alternatives for a term that is not linear: each replaces it and adds what the replacement needs. */
  #unfold(formula: Formula, part: Term): readonly (readonly Formula[])[] {
    const replaced = (by: Term, ...conditions: Formula[]): Formula[] => [...conditions, replace(formula, part, by)];
    switch (part.kind) {
      case "ite":
        return [replaced(part.then, part.condition), replaced(part.else, not(part.condition))];
      case "wrap":
        return this.#wrapCases(part).map(({ value, condition }) => replaced(value, condition));
      case "divide":
      case "remainder":
        if (part.right.kind === "integer" && part.right.value !== 0)
          return this.#division(part, part.right.value, replaced);
        break;
      case "shiftright":
        if (part.right.kind === "integer" && part.right.value >= 0 && part.right.value < 128) {
          return [
            this.#floorDivision(part.left, powerOfTwo(Number(part.right.value)), (quotient) => quotient, replaced),
          ];
        }
        break;
      case "bitand": {
        const modulus = maskModulus(part);
        if (modulus !== undefined) {
          const { operand, size } = modulus;
          return [
            this.#floorDivision(
              operand,
              size,
              (quotient) => subtract(operand, multiply(integer(size), quotient)),
              replaced,
            ),
          ];
        }
        break;
      }
      default:
        break;
    }
    this.#exact = false;
    return [replaced(variable(this.#unknown(part)))];
  }

  #wrapCases(part: Extract<Term, { kind: "wrap" }>): { value: Term; condition: Formula }[] {
    const period = powerOfTwo(part.type.bits);
    const cases = [0, 1, -1].map((laps) => {
      const value = subtract(part.operand, integer(int.multiply(laps, period)));
      return { value, condition: and([le(integer(lowest(part.type)), value), le(value, integer(highest(part.type)))]) };
    });
    // The general case: any number of laps.
    const laps = this.#fresh.make("laps", MATH_INTEGER);
    const value = subtract(part.operand, multiply(integer(period), variable(laps)));
    cases.push({
      value,
      condition: and([le(integer(lowest(part.type)), value), le(value, integer(highest(part.type)))]),
    });
    return cases;
  }

  /** Truncating division by a constant: the quotient has the sign of the exact one, the remainder the dividend's. */
  #division(
    part: Extract<Term, { kind: ArithmeticKind }>,
    divisor: Int,
    replaced: (by: Term, ...conditions: Formula[]) => Formula[],
  ): Formula[][] {
    const quotient = variable(this.#fresh.make("quotient", MATH_INTEGER));
    const rest = subtract(part.left, multiply(integer(divisor), quotient));
    const size = integer(int.subtract(int.absolute(divisor), 1));
    const result = part.kind === "divide" ? quotient : rest;
    const zero = integer(0);
    return [
      replaced(result, le(zero, part.left), le(zero, rest), le(rest, size)),
      replaced(result, lt(part.left, zero), le(rest, zero), le(subtract(zero, size), rest)),
    ];
  }

  #floorDivision(
    operand: Term,
    divisor: Int,
    result: (quotient: Term) => Term,
    replaced: (by: Term, ...conditions: Formula[]) => Formula[],
  ): Formula[] {
    const quotient = variable(this.#fresh.make("quotient", MATH_INTEGER));
    const rest = subtract(operand, multiply(integer(divisor), quotient));
    return replaced(result(quotient), le(integer(0), rest), lt(rest, integer(divisor)));
  }

  #unknown(part: Term): Variable {
    return memoised(this.#unknowns, part, () => this.#fresh.make("unknown", MATH_INTEGER));
  }
}

/** Type bounds of the variables, to be searched together with the formulas. */
export function typeBounds(variables: Iterable<Variable>): Formula[] {
  return [...variables].flatMap((of) => {
    const { type } = of;
    if (type.kind !== "int" && type.kind !== "pointer") return [];
    return [le(integer(lowest(type)), variable(of)), le(variable(of), integer(highest(type)))];
  });
}

/** A non-linear term all of whose operands are linear: unfolding from the inside keeps replacements small. */
function innermostNonLinear(formula: Formula): Term | undefined {
  let found: TermNode = formula;
  for (;;) {
    const next: TermNode | undefined = children(found).find((child) => !isFormula(child) && containsNonLinear(child));
    if (next === undefined) return found === formula ? undefined : (found as Term);
    found = next;
  }
}

const nonLinear = new WeakMap<TermNode, boolean>();

function containsNonLinear(node: TermNode): boolean {
  forEachNode(
    node,
    (part) => {
      const below = children(part).some((child) => !isFormula(child) && nonLinear.get(child) === true);
      nonLinear.set(part, below || isNonLinear(part));
    },
    nonLinear,
  );
  return nonLinear.get(node) === true;
}

function isNonLinear(node: TermNode): boolean {
  switch (node.kind) {
    case "integer":
    case "variable":
      return node.kind === "variable" && node.variable.type.kind === "array";
    case "add":
    case "subtract":
    case "negate":
      return false;
    case "multiply":
      return node.left.kind !== "integer" && node.right.kind !== "integer";
    case "shiftleft":
      return node.right.kind !== "integer" || node.right.value < 0 || node.right.value > 128;
    default:
      return true;
  }
}

function replace(formula: Formula, part: Term, by: Term): Formula {
  return rewrite(formula, (node) => (node === part ? by : node));
}

/** x & (2^k - 1) is x modulo 2^k. */
function maskModulus(part: Extract<Term, { kind: BitKind }>): { operand: Term; size: Int } | undefined {
  for (const [operand, mask] of [
    [part.left, part.right],
    [part.right, part.left],
  ] as const) {
    if (mask.kind !== "integer" || mask.value < 0) continue;
    const size = int.add(mask.value, 1);
    if ((int.toBig(size) & int.toBig(mask.value)) === 0n) return { operand, size };
  }
  return undefined;
}
