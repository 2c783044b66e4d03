/**
 * From the terms of `logic` to Z3, directly and not through `smt/encode`, so that Z3 is a second opinion on that too.
 * Integers are Z3's mathematical integers, one-bit variables its Booleans, floats its floats, arrays its arrays over
 * integers. A node that has no translation becomes a new constant. Sound: a model of the formula gives one of the
 * translation; the way back is checked by evaluation (`solver.ts`).
 */

import { intervalOfTerm, rangeByType } from "../../logic/range.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import { highest, lowest, type ValueType } from "../../logic/types.ts";
import { forEachNode, isFormula, type TermNode } from "../../logic/visit.ts";
import { CONSTANT_ARRAY } from "../../model/model.ts";
import * as rational from "../../numbers/rational.ts";
import { memoised } from "../../util/memo.ts";
import { type Ast, elementOf, isArraySort, type Sort, type Z3Context } from "./context.ts";
import * as floats from "./floats.ts";
import * as integers from "./integers.ts";
import { isBoolean, isExtendedOperation, isHardNode, sortOfNode, sortOfType } from "./sorts.ts";

export interface Translation {
  readonly ast: Ast;
  readonly variables: readonly Variable[];
  /** Beyond linear arithmetic and arrays: products of variables, bit-vectors, floats. */
  readonly isHard: boolean;
  /** What holds of the variables and functions by their types: to be asserted along with the formula. */
  readonly facts: readonly Ast[];
}

interface Typed {
  readonly ast: Ast;
  /** `bool` for formulas. */
  readonly sort: Sort | "bool";
}

/** The node is not expressible; caught at the node itself. */
const INEXPRESSIBLE = Symbol("no translation");

export class Translator {
  readonly #z3: Z3Context;
  readonly #formulas = new Map<Formula, Translation>();
  readonly #nodes = new Map<TermNode, Typed>();
  readonly #variables = new Map<Variable, Ast>();
  readonly #functions = new Map<string, number>();

  constructor(z3: Z3Context) {
    this.#z3 = z3;
  }

  formula(formula: Formula): Translation {
    const known = this.#formulas.get(formula);
    if (known !== undefined) return known;
    const variables: Variable[] = [];
    const facts: Ast[] = [];
    let isHard = false;
    forEachNode(formula, (node) => {
      isHard ||= isHardNode(node);
      if (!this.#nodes.has(node)) this.#nodes.set(node, this.#translated(node));
      if (node.kind === "variable") variables.push(node.variable);
      facts.push(...this.#factsOf(node));
    });
    const made = { ast: this.#of(formula).ast, variables, facts, isHard };
    this.#formulas.set(formula, made);
    return made;
  }

  /** The constant of a variable; of a one-bit variable, a Boolean. */
  constant(of: Variable): Ast {
    return memoised(this.#variables, of, () =>
      this.#z3.fresh(isBoolean(of) ? this.#z3.bool : this.#z3.sort(sortOfType(of.type))),
    );
  }

  #of(node: TermNode): Typed {
    return this.#nodes.get(node) as Typed;
  }

  #translated(node: TermNode): Typed {
    try {
      if (isExtendedOperation(node)) throw INEXPRESSIBLE;
      return this.#step(node);
    } catch (reason) {
      if (reason !== INEXPRESSIBLE) throw reason;
      const sort = sortOfNode(node);
      return { ast: this.#z3.fresh(sort === "bool" ? this.#z3.bool : this.#z3.sort(sort)), sort };
    }
  }

  #step(node: TermNode): Typed {
    return isFormula(node) ? { ast: this.#formulaStep(node), sort: "bool" } : this.#termStep(node);
  }

  #formulaStep(node: Formula): Ast {
    const z3 = this.#z3;
    switch (node.kind) {
      case "true":
        return z3.raw.Z3_mk_true(z3.handle);
      case "false":
        return z3.raw.Z3_mk_false(z3.handle);
      case "not":
        return z3.not(this.#of(node.operand).ast);
      case "and":
        return z3.and(node.operands.map((operand) => this.#of(operand).ast));
      case "or":
        return z3.or(node.operands.map((operand) => this.#of(operand).ast));
      default:
        return this.#comparison(node.kind, node.left, node.right);
    }
  }

  #comparison(kind: "eq" | "lt" | "le" | "feq" | "flt" | "fle", left: Term, right: Term): Ast {
    const z3 = this.#z3;
    const bit = kind === "eq" ? (this.#bitTest(left, right) ?? this.#bitTest(right, left)) : undefined;
    if (bit !== undefined) return bit;
    const sort = this.#join(left, right);
    const a = this.#as(left, sort);
    const b = this.#as(right, sort);
    if (floats.isFloatSort(sort)) {
      if (kind === "eq") return floats.floatEquality(z3, { ast: a, sort }, { ast: b, sort });
      const floatKind = kind === "lt" ? "flt" : kind === "le" ? "fle" : kind;
      return floats.floatComparison(z3, floatKind, { ast: a, sort }, { ast: b, sort });
    }
    if (kind === "eq" || kind === "feq") return z3.eq(a, b);
    if (isArraySort(sort)) throw INEXPRESSIBLE;
    return kind === "lt" || kind === "flt" ? z3.lt(a, b) : z3.le(a, b);
  }

  /** b = 1 and b = 0 of a one-bit variable are literals. */
  #bitTest(of: Term, value: Term): Ast | undefined {
    if (of.kind !== "variable" || !isBoolean(of.variable) || value.kind !== "integer") return undefined;
    if (value.value === 1) return this.constant(of.variable);
    return value.value === 0 ? this.#z3.not(this.constant(of.variable)) : undefined;
  }

  #termStep(node: Term): Typed {
    const z3 = this.#z3;
    switch (node.kind) {
      case "integer":
        return { ast: z3.integer(node.value), sort: "int" };
      case "float": {
        const sort = floats.floatSort(node.type);
        return { ast: floats.floatConstant(z3, node.value, sort), sort };
      }
      case "variable":
        return this.#variable(node.variable);
      case "add":
      case "subtract":
      case "multiply":
        return this.#linear(node.kind, node.left, node.right);
      case "negate": {
        const sort = this.#join(node.operand, node.operand);
        if (sort !== "int" && sort !== "real") throw INEXPRESSIBLE;
        return { ast: z3.negate(this.#as(node.operand, sort)), sort };
      }
      case "divide":
        return integer(integers.truncatedQuotient(z3, this.#integer(node.left), this.#integer(node.right).ast));
      case "remainder":
        return integer(integers.truncatedRemainder(z3, this.#integer(node.left), this.#integer(node.right).ast));
      case "wrap":
        return integer(integers.wrapped(z3, this.#integer(node.operand).ast, node.type));
      case "bitand":
      case "bitor":
      case "bitxor":
      case "shiftleft":
      case "shiftright":
        return integer(integers.bitOperation(z3, node.kind, this.#integer(node.left), this.#integer(node.right)));
      case "ite": {
        const sort = this.#join(node.then, node.else);
        return {
          ast: z3.ite(this.#of(node.condition).ast, this.#as(node.then, sort), this.#as(node.else, sort)),
          sort,
        };
      }
      case "select":
        return this.#select(node.array, node.index);
      case "store":
        return this.#store(node.array, node.index, node.value);
      case "apply":
        return this.#apply(node.name, node.arguments, node.type);
      case "address":
        throw INEXPRESSIBLE;
      default:
        return this.#floatStep(node);
    }
  }

  #variable(of: Variable): Typed {
    const z3 = this.#z3;
    const constant = this.constant(of);
    if (isBoolean(of)) return integer(z3.ite(constant, z3.integer(1), z3.integer(0)));
    return { ast: constant, sort: sortOfType(of.type) };
  }

  #linear(kind: "add" | "subtract" | "multiply", left: Term, right: Term): Typed {
    const z3 = this.#z3;
    const sort = this.#join(left, right);
    if (sort !== "int" && sort !== "real") throw INEXPRESSIBLE;
    const a = this.#as(left, sort);
    const b = this.#as(right, sort);
    if (kind === "add") return { ast: z3.add(a, b), sort };
    return { ast: kind === "subtract" ? z3.subtract(a, b) : z3.multiply(a, b), sort };
  }

  #floatStep(node: Term): Typed {
    const z3 = this.#z3;
    switch (node.kind) {
      case "fadd":
      case "fsubtract":
      case "fmultiply":
      case "fdivide":
      case "fremainder": {
        const sort = floats.floatSort(node.type);
        const a = this.#float(node.left);
        const b = this.#float(node.right);
        // Operands that are no floats: real arithmetic, which keeps the division.
        if (a === undefined || b === undefined) return this.#realDivision(node.kind, node.left, node.right);
        const result = floats.floatOperation(z3, node.kind, a, b, sort);
        return result === undefined
          ? this.#uninterpreted(node.kind, [node.left, node.right], sort)
          : { ast: result, sort };
      }
      case "fnegate": {
        const operand = this.#float(node.operand);
        if (operand === undefined) throw INEXPRESSIBLE;
        return { ast: z3.raw.Z3_mk_fpa_neg(z3.handle, operand.ast), sort: operand.sort };
      }
      case "floatToFloat": {
        const operand = this.#float(node.operand);
        const sort = floats.floatSort(node.type);
        if (operand === undefined) throw INEXPRESSIBLE;
        return { ast: floats.converted(z3, operand, sort), sort };
      }
      case "intToFloat": {
        const sort = floats.floatSort(node.type);
        const result = floats.integerToFloat(z3, this.#integer(node.operand), sort);
        return result === undefined ? this.#uninterpreted(node.kind, [node.operand], sort) : { ast: result, sort };
      }
      case "floatToInt": {
        const operand = this.#float(node.operand);
        if (operand !== undefined) return integer(floats.floatToInteger(z3, operand.ast, node.type));
        return integer(this.#truncated(this.#as(node.operand, "real")));
      }
      default:
        throw INEXPRESSIBLE;
    }
  }

  #realDivision(kind: string, left: Term, right: Term): Typed {
    if (kind !== "fdivide") throw INEXPRESSIBLE;
    return { ast: this.#z3.div(this.#as(left, "real"), this.#as(right, "real")), sort: "real" };
  }

  #truncated(real: Ast): Ast {
    const z3 = this.#z3;
    const floor = (of: Ast): Ast => z3.raw.Z3_mk_real2int(z3.handle, of);
    const zero = z3.raw.Z3_mk_int2real(z3.handle, z3.integer(0));
    return z3.ite(z3.le(zero, real), floor(real), z3.negate(floor(z3.negate(real))));
  }

  #select(array: Term, index: Term): Typed {
    const of = this.#of(array);
    if (of.sort === "bool" || !isArraySort(of.sort)) throw INEXPRESSIBLE;
    const ast = this.#z3.raw.Z3_mk_select(this.#z3.handle, of.ast, this.#integer(index).ast);
    return { ast, sort: elementOf(of.sort) };
  }

  #store(array: Term, index: Term, value: Term): Typed {
    const of = this.#of(array);
    if (of.sort === "bool" || !isArraySort(of.sort)) throw INEXPRESSIBLE;
    const element = this.#as(value, elementOf(of.sort));
    const ast = this.#z3.raw.Z3_mk_store(this.#z3.handle, of.ast, this.#integer(index).ast, element);
    return { ast, sort: of.sort };
  }

  #apply(name: string, operands: readonly Term[], type: ValueType): Typed {
    const { raw, handle } = this.#z3;
    const sort = sortOfType(type);
    const [first] = operands;
    if (name === CONSTANT_ARRAY && first !== undefined && isArraySort(sort)) {
      const domain = this.#z3.sort("int");
      return { ast: raw.Z3_mk_const_array(handle, domain, this.#as(first, elementOf(sort))), sort };
    }
    const float = name === "fabs" && first !== undefined ? this.#float(first) : undefined;
    if (float !== undefined && float.sort === sort) return { ast: raw.Z3_mk_fpa_abs(handle, float.ast), sort };
    return this.#uninterpreted(name, operands, sort);
  }

  /** Equal operands, equal results: all that is known. */
  #uninterpreted(name: string, operands: readonly Term[], sort: Sort): Typed {
    const z3 = this.#z3;
    const typed = operands.map((operand) => this.#of(operand));
    const key = [name, sort, ...typed.map((operand) => operand.sort)].join(" ");
    const declared = memoised(this.#functions, key, () => {
      const sortOf = (of: Sort | "bool"): number => (of === "bool" ? z3.bool : z3.sort(of));
      return z3.freshFunction(
        typed.map((operand) => sortOf(operand.sort)),
        z3.sort(sort),
      );
    });
    const ast = z3.call(
      declared,
      typed.map((operand) => operand.ast),
    );
    return { ast, sort };
  }

  // --- Sorts of operands --------------------------------------------------------------------------------------------

  #integer(term: Term): integers.IntegerOperand {
    const { ast, sort } = this.#of(term);
    if (sort !== "int") throw INEXPRESSIBLE;
    return { ast, range: intervalOfTerm(term, rangeByType) };
  }

  #float(term: Term): floats.FloatOperand | undefined {
    const { ast, sort } = this.#of(term);
    return floats.isFloatSort(sort) ? { ast, sort } : undefined;
  }

  /** The sort in which two terms meet: integers are reals, singles are doubles. */
  #join(left: Term, right: Term): Sort {
    const a = this.#of(left).sort;
    const b = this.#of(right).sort;
    if (a === b && a !== "bool") return a;
    const both = [a, b];
    if (both.every(floats.isFloatSort)) return "f64";
    if (both.every((sort) => sort === "int" || sort === "real" || floats.isFloatSort(sort))) return "real";
    throw INEXPRESSIBLE;
  }

  #as(term: Term, sort: Sort): Ast {
    const of = this.#of(term);
    if (of.sort === sort) return of.ast;
    if (floats.isFloatSort(of.sort) && floats.isFloatSort(sort))
      return floats.converted(this.#z3, { ast: of.ast, sort: of.sort }, sort);
    if (sort !== "real") throw INEXPRESSIBLE;
    if (of.sort === "int") return this.#z3.raw.Z3_mk_int2real(this.#z3.handle, of.ast);
    return this.#realOfFloat(term);
  }

  /** Among reals, float constants (and choices of them) stand for their exact values. */
  #realOfFloat(term: Term): Ast {
    if (term.kind === "ite")
      return this.#z3.ite(this.#of(term.condition).ast, this.#as(term.then, "real"), this.#as(term.else, "real"));
    if (term.kind !== "float" || !Number.isFinite(term.value)) throw INEXPRESSIBLE;
    const exact = rational.fromDouble(term.value);
    return this.#z3.numeral(`${rational.numerator(exact)}/${rational.denominator(exact)}`, this.#z3.sort("real"));
  }

  // --- What types say -----------------------------------------------------------------------------------------------

  #factsOf(node: TermNode): readonly Ast[] {
    switch (node.kind) {
      case "variable":
        return isBoolean(node.variable) ? [] : this.#withinType(node.variable.type, this.constant(node.variable));
      case "apply":
        return this.#withinType(node.type, this.#of(node).ast);
      case "select":
        return this.#elementFacts(node.array, node.index);
      default:
        return [];
    }
  }

  #withinType(type: ValueType, ast: Ast): readonly Ast[] {
    if (type.kind !== "int" && type.kind !== "pointer") return [];
    const z3 = this.#z3;
    return [z3.le(z3.integer(lowest(type)), ast), z3.le(ast, z3.integer(highest(type)))];
  }

  /** The elements of array variables are of the element's type; stored values are whatever the term says. */
  #elementFacts(array: Term, index: Term): readonly Ast[] {
    const position = this.#of(index);
    if (position.sort !== "int") return [];
    const facts: Ast[] = [];
    forEachNode(array, (node) => {
      if (node.kind !== "variable" || node.variable.type.kind !== "array") return;
      const base = this.constant(node.variable);
      const element = this.#z3.raw.Z3_mk_select(this.#z3.handle, base, position.ast);
      facts.push(...this.#withinType(node.variable.type.element, element));
    });
    return facts;
  }
}

function integer(ast: Ast | undefined): Typed {
  if (ast === undefined) throw INEXPRESSIBLE;
  return { ast, sort: "int" };
}
