/**
 * The lowering of `lowering.ts`, one bottom-up pass without recursion. Every integer or real term becomes a linear
 * expression over variables and names; a term that has none (floats, arrays) is left out, and a comparison that needs it
 * becomes a Boolean name.
 *
 * Exact: wraps (a multiple of 2^w, or a case split where the operand's interval leaves at most three multiples), division
 * and remainder by constants, if-then-else, shifts by constants, masks, products and bit operations with a factor of few
 * values, reads of updated arrays. Reads of array variables are names that agree where their indices do (`array-reads.ts`).
 * Everything else is a name with an interval and a few facts that hold for every operand, also where evaluation is
 * undefined (a zero divisor): a name always has some value that satisfies its definition.
 */
import {
  addScaled,
  constantExpression,
  type LinearExpression,
  sameExpression,
  scale,
  variableExpression,
} from "../../logic/linear.ts";
import { isArrayTerm } from "../../logic/sort.ts";
import {
  and,
  bits,
  FALSE,
  type Formula,
  integer,
  le,
  not,
  or,
  type Term,
  TRUE,
  truthValue,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { highest, isIntegral, lowest, MATH_INTEGER, REAL, typeRange } from "../../logic/types.ts";
import { children, isFormula, rewrite, type TermNode, variablesOfWhole } from "../../logic/visit.ts";
import type { Int } from "../../numbers/int.ts";
import { type Interval, join } from "../../numbers/interval.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { memoised } from "../../util/memo.ts";
import { type FreshVariables, isSet } from "../fresh.ts";
import { ArrayReads } from "./array-reads.ts";
import { atom, atomOf, type Relation } from "./atoms.ts";
import type { Lowered, Lowering } from "./lowering.ts";
import { Names } from "./names.ts";
import { type BinaryTerm, isConstant, isWhole, Operations } from "./operations.ts";
import { lemmas } from "./refine.ts";
import { simplerNode } from "./rewrites.ts";

/** Nested if-then-elses of constants that a comparison looks through. */
const CONSTANT_CHOICES = 16;

/** undefined: no number of linear arithmetic. */
type Value = LinearExpression | undefined;

export class TermLowering implements Lowering {
  readonly #names: Names;
  readonly #operations: Operations;
  readonly #reads: ArrayReads;
  readonly #terms = new Map<Term, Value>();
  readonly #formulas = new Map<Formula, Formula>();
  /** The node itself where there is nothing simpler. */
  readonly #simpler = new Map<TermNode, TermNode>();
  readonly #choices = new Map<Variable, Choice>();
  readonly #lowered = new Map<Formula, Lowered>();
  readonly #restored = new Map<TermNode, TermNode>();

  constructor(fresh: FreshVariables) {
    this.#names = new Names(fresh);
    this.#operations = new Operations(this.#names);
    this.#reads = new ArrayReads(this.#names);
  }

  lower(formula: Formula): Lowered {
    return memoised(this.#lowered, formula, () => {
      const result = this.#lowerWithReads(formula);
      const variables = variablesOfWhole(result);
      return { formula: result, variables, names: this.#names.neededBy(variables) };
    });
  }

  #lowerWithReads(formula: Formula): Formula {
    const lower = (wanted: Formula): Formula => {
      this.#walk(wanted);
      return this.#formulas.get(wanted)!;
    };
    const result = lower(formula);
    this.#reads.complete(lower);
    return result;
  }

  /**
   * Strengthens the definition of an abstract name where a candidate gives it another value than its term has of the
   * operands' values. Returns the names that the definition needs now; none where there is nothing to say.
   */
  refine(name: Variable, candidate: (of: Variable) => Rational | undefined): readonly Variable[] {
    const term = this.#names.termOf(name);
    const value = candidate(name);
    if (term === undefined || this.isExact(name) || value === undefined || !rational.isInteger(value)) return [];
    const found = lemmas(term, (operand) => this.#candidateValue(operand, candidate), value);
    const lowered = found.map((lemma) => this.#lowerWithReads(lemma));
    const known = new Set(this.#names.definition(name));
    const fresh = lowered.filter((lemma) => !known.has(lemma));
    if (fresh.length > 0) {
      this.#names.define(name, ...fresh);
      this.#lowered.clear();
    }
    return found.length === 0 ? [] : this.#names.neededBy([name]);
  }

  #candidateValue(operand: Term, candidate: (of: Variable) => Rational | undefined): Int | undefined {
    const expression = this.#terms.get(operand);
    if (expression === undefined) return undefined;
    let sum: Rational = expression.constant;
    for (const [i, of] of expression.variables.entries()) {
      const value = candidate(of);
      if (value === undefined) return undefined;
      sum = rational.addMultiply(sum, expression.coefficients[i]!, value);
    }
    return rational.isInteger(sum) ? sum : undefined;
  }

  definition(name: Variable): readonly Formula[] {
    return this.#names.definition(name);
  }

  range(of: Variable): readonly Formula[] {
    const { type } = of;
    if (type.kind !== "int" && type.kind !== "pointer") return [];
    return [le(integer(lowest(type)), variable(of)), le(variable(of), integer(highest(type)))];
  }

  termOf(name: Variable): Term | undefined {
    return this.#names.termOf(name);
  }

  isExact(name: Variable): boolean {
    return this.#names.isExact(name);
  }

  restore(formula: Formula): Formula {
    return rewrite(formula, (node) => this.#restoreNode(node), this.#restored);
  }

  #restoreNode(node: TermNode): TermNode {
    if (node.kind === "variable") return this.#names.termOf(node.variable) ?? node;
    // The Boolean name of f is set just when f holds.
    if (node.kind === "eq" && isConstantInteger(node.right, 1) && node.left.kind === "ite") {
      if (isConstantInteger(node.left.then, 1) && isConstantInteger(node.left.else, 0)) return node.left.condition;
    }
    return node;
  }

  // --- The walk ---------------------------------------------------------------------------------------------------

  #walk(root: TermNode): void {
    const stack: TermNode[] = [root];
    const opened = new Set<TermNode>();
    while (stack.length > 0) {
      const node = stack[stack.length - 1]!;
      if (this.#isDone(node)) {
        stack.pop();
        continue;
      }
      if (!opened.has(node)) {
        const before = stack.length;
        const parts = this.#parts(node);
        for (let i = parts.length - 1; i >= 0; i -= 1) if (!this.#isDone(parts[i]!)) stack.push(parts[i]!);
        if (stack.length > before) {
          opened.add(node);
          continue;
        }
      }
      stack.pop();
      this.#finish(node);
    }
  }

  #isDone(node: TermNode): boolean {
    return isFormula(node) ? this.#formulas.has(node) : this.#terms.has(node);
  }

  #simplerThan(node: TermNode): TermNode | undefined {
    let simpler = this.#simpler.get(node);
    if (simpler === undefined) {
      simpler = simplerNode(node) ?? node;
      this.#simpler.set(node, simpler);
    }
    return simpler === node ? undefined : simpler;
  }

  /** What has to be lowered before the node. */
  #parts(node: TermNode): readonly TermNode[] {
    const simpler = this.#simplerThan(node);
    if (simpler !== undefined) return [simpler];
    switch (node.kind) {
      case "feq":
      case "flt":
      case "fle":
      case "fadd":
      case "fsubtract":
      case "fmultiply":
      case "fdivide":
      case "fremainder":
      case "fnegate":
      case "intToFloat":
      case "floatToFloat":
      case "apply":
      case "store":
        return [];
      case "select":
        return [node.index];
      case "eq":
        return isArrayTerm(node.left) ? [] : children(node);
      case "ite":
        return isArrayTerm(node) ? [] : children(node);
      case "bitor":
      case "bitxor":
        return [node.left, node.right, bits("bitand", node.left, node.right)];
      default:
        return children(node);
    }
  }

  #finish(node: TermNode): void {
    const simpler = this.#simplerThan(node);
    if (isFormula(node)) {
      this.#formulas.set(
        node,
        simpler === undefined ? this.#finishFormula(node) : this.#formulas.get(simpler as Formula)!,
      );
    } else {
      this.#terms.set(node, simpler === undefined ? this.#finishTerm(node) : this.#terms.get(simpler as Term));
    }
  }

  #valueOf(term: Term): Value {
    return this.#terms.get(term);
  }

  // --- Formulas ---------------------------------------------------------------------------------------------------

  #finishFormula(node: Formula): Formula {
    switch (node.kind) {
      case "true":
      case "false":
        return node;
      case "not":
        return not(this.#formulas.get(node.operand)!);
      case "and":
        return and(node.operands.map((operand) => this.#formulas.get(operand)!));
      case "or":
        return or(node.operands.map((operand) => this.#formulas.get(operand)!));
      case "eq":
      case "lt":
      case "le": {
        if (node.kind === "eq" && isArrayTerm(node.left)) return this.#arrayEquality(node);
        const left = this.#valueOf(node.left);
        const right = this.#valueOf(node.right);
        if (left === undefined || right === undefined) return isSet(this.#abstractBoolean(node));
        return this.#comparison(node.kind, addScaled(left, -1, right), CONSTANT_CHOICES);
      }
      default:
        return isSet(this.#abstractBoolean(node));
    }
  }

  /** `value relation 0`; a choice of constants compared with a constant is just its condition. */
  #comparison(relation: Relation, value: LinearExpression, depth: number): Formula {
    const choice = value.variables.length === 1 && depth > 0 ? this.#choices.get(value.variables[0]!) : undefined;
    if (choice !== undefined && (isConstant(choice.then) || isConstant(choice.else))) {
      const factor = value.coefficients[0]!;
      const put = (branch: LinearExpression): Formula =>
        this.#comparison(relation, addScaled(constantExpression(value.constant), factor, branch), depth - 1);
      return choose(choice.condition, put(choice.then), put(choice.else));
    }
    return decided(relation, this.#operations.intervalOf(value)) ?? atomOf(relation, value);
  }

  #abstractBoolean(node: Formula): Variable {
    const name = this.#names.makeBoolean(node.kind, truthValue(node));
    this.#names.markAbstract(name);
    return name;
  }

  #arrayEquality(node: Formula & { readonly left: Term; readonly right: Term }): Formula {
    const name = this.#abstractBoolean(node);
    this.#reads.addEquality(name, node.left, node.right);
    return isSet(name);
  }

  // --- Terms ------------------------------------------------------------------------------------------------------

  #finishTerm(node: Term): Value {
    switch (node.kind) {
      case "integer":
        return constantExpression(node.value);
      case "float":
        return this.#floatConstant(node);
      case "variable":
        return isIntegral(node.variable.type) || node.variable.type.kind === "real"
          ? variableExpression(node.variable)
          : undefined;
      case "address":
        return variableExpression(this.#operations.abstract(node, MATH_INTEGER, { low: 1, high: Infinity }));
      case "negate":
        return map(this.#valueOf(node.operand), (operand) => scale(operand, -1));
      case "wrap":
        return map(this.#valueOf(node.operand), (operand) => this.#operations.wrap(node, operand));
      case "ite":
        return this.#ite(node);
      case "floatToInt":
        return this.#operations.truncation(node, this.#valueOf(node.operand));
      case "apply":
        if (node.type.kind === "float" || node.type.kind === "array") return undefined;
        return variableExpression(
          this.#operations.abstract(node, node.type.kind === "real" ? REAL : MATH_INTEGER, typeRange(node.type)),
        );
      case "select":
        return map(this.#valueOf(node.index), (index) => this.#reads.read(node, index));
      case "add":
      case "subtract":
      case "multiply":
      case "divide":
      case "remainder":
      case "bitand":
      case "bitor":
      case "bitxor":
      case "shiftleft":
      case "shiftright": {
        const left = this.#valueOf(node.left);
        const right = this.#valueOf(node.right);
        return left === undefined || right === undefined ? undefined : this.#binary(node, left, right);
      }
      default:
        return undefined;
    }
  }

  #binary(node: BinaryTerm, left: LinearExpression, right: LinearExpression): Value {
    switch (node.kind) {
      case "add":
        return addScaled(left, 1, right);
      case "subtract":
        return addScaled(left, -1, right);
      case "multiply":
        if (isConstant(right)) return scale(left, right.constant);
        return isConstant(left) ? scale(right, left.constant) : this.#operations.product(node, left, right);
      case "divide":
      case "remainder":
        return this.#operations.division(node as BinaryTerm & { readonly kind: "divide" }, left, right);
      case "shiftright":
        return this.#operations.shiftRight(node, left);
      case "bitand":
        return this.#operations.bitAnd(node, left, right);
      case "bitor":
      case "bitxor":
        return map(this.#valueOf(bits("bitand", node.left, node.right)), (common) =>
          this.#operations.fromBitAnd(node, left, right, common),
        );
      default:
        return variableExpression(this.#operations.abstract(node, MATH_INTEGER));
    }
  }

  #ite(node: Extract<Term, { kind: "ite" }>): Value {
    if (isArrayTerm(node)) return undefined;
    const condition = this.#formulas.get(node.condition)!;
    const then = this.#valueOf(node.then);
    const otherwise = this.#valueOf(node.else);
    if (condition.kind === "true") return then;
    if (condition.kind === "false") return otherwise;
    if (then === undefined || otherwise === undefined) return undefined;
    if (sameExpression(then, otherwise)) return then;
    const interval = join(this.#operations.intervalOf(then), this.#operations.intervalOf(otherwise));
    const name = this.#names.make("ite", isWhole(then) && isWhole(otherwise) ? MATH_INTEGER : REAL, node, interval);
    const value = variableExpression(name);
    this.#names.define(
      name,
      or([not(condition), atom("eq", value, then)]),
      or([condition, atom("eq", value, otherwise)]),
    );
    this.#choices.set(name, { condition, then, else: otherwise });
    return value;
  }

  /** A constant among reals: a float is a rational number. */
  #floatConstant(node: Extract<Term, { kind: "float" }>): Value {
    if (!Number.isFinite(node.value)) return undefined;
    const value = rational.fromDouble(node.value);
    if (rational.isInteger(value)) return constantExpression(value);
    const name = this.#names.make("constant", REAL, node);
    const scaled = scale(variableExpression(name), rational.denominator(value));
    this.#names.define(name, atom("eq", scaled, constantExpression(rational.numerator(value))));
    return variableExpression(name);
  }
}

interface Choice {
  readonly condition: Formula;
  readonly then: LinearExpression;
  readonly else: LinearExpression;
}

function choose(condition: Formula, then: Formula, otherwise: Formula): Formula {
  if (then === otherwise) return then;
  return and([or([not(condition), then]), or([condition, otherwise])]);
}

/** The truth of `value relation 0` for a value within the bounds, where they tell. */
function decided(relation: Relation, { low, high }: Interval): Formula | undefined {
  if (relation === "eq") return low > 0 || high < 0 ? FALSE : undefined;
  if (relation === "lt" ? high < 0 : high <= 0) return TRUE;
  return (relation === "lt" ? low >= 0 : low > 0) ? FALSE : undefined;
}

function map<V>(value: Value, to: (value: LinearExpression) => V): V | undefined {
  return value === undefined ? undefined : to(value);
}

function isConstantInteger(term: Term, value: Int): boolean {
  return term.kind === "integer" && term.value === value;
}
