/**
 * Formulas of `logic` as SMT-LIB text over bit-vectors: an integer is a signed vector of as many bits as its value can have, so that Z3 is
 * asked about bits and not about integers. For what `random-terms.ts` writes: counts of shifts are below 64, conversions from
 * floats guarded by their range.
 */
import { floatTypeOf, isFloatTerm } from "../../src/logic/sort.ts";
import type { Formula, Term, Variable } from "../../src/logic/term.ts";
import type { FloatType } from "../../src/logic/types.ts";
import { type Int, toBig } from "../../src/numbers/int.ts";
import { floatLiteral } from "../../src/smt/smtlib/float-text.ts";

interface Vector {
  readonly text: string;
  readonly width: number;
}

/** Of indices: any integer that terms compute. */
const INDEX_WIDTH = 160;

export function declaration({ name, type }: Variable): string {
  const sort =
    type.kind === "int"
      ? `(_ BitVec ${type.bits})`
      : type.kind === "float"
        ? floatSort(type)
        : `(Array (_ BitVec ${INDEX_WIDTH}) (_ BitVec 8))`;
  return `(declare-const ${name} ${sort})`;
}

function floatSort({ format }: FloatType): string {
  return format === "f32" ? "(_ FloatingPoint 8 24)" : "(_ FloatingPoint 11 53)";
}

/** That a variable has a value, or an element of an array. */
export function valueText({ name, type }: Variable, value: Int, index?: Int): string {
  if (type.kind === "float") return `(= ${name} ${floatLiteral(Number(value), type)})`;
  const bits = type.kind === "int" ? type.bits : 8;
  const vector = `(_ bv${BigInt.asUintN(bits, toBig(value))} ${bits})`;
  if (index === undefined) return `(= ${name} ${vector})`;
  return `(= (select ${name} (_ bv${BigInt.asUintN(INDEX_WIDTH, toBig(index))} ${INDEX_WIDTH})) ${vector})`;
}

export function formulaText(formula: Formula): string {
  switch (formula.kind) {
    case "true":
    case "false":
      return formula.kind;
    case "not":
      return `(not ${formulaText(formula.operand)})`;
    case "and":
    case "or":
      return `(${formula.kind} ${formula.operands.map(formulaText).join(" ")})`;
    case "eq":
      return `(= ${aligned(formula.left, formula.right)})`;
    case "lt":
      return `(bvslt ${aligned(formula.left, formula.right)})`;
    case "le":
      return `(bvsle ${aligned(formula.left, formula.right)})`;
    case "feq":
    case "flt":
    case "fle": {
      const name = { feq: "fp.eq", flt: "fp.lt", fle: "fp.leq" }[formula.kind];
      return `(${name} ${floatText(formula.left)} ${floatText(formula.right)})`;
    }
  }
}

function extend({ text, width }: Vector, to: number): string {
  if (width > to) throw new Error("a vector should not be wider than what it is extended to");
  return width === to ? text : `((_ sign_extend ${to - width}) ${text})`;
}

function aligned(left: Term, right: Term): string {
  const [a, b] = [vectorOf(left), vectorOf(right)];
  const width = Math.max(a.width, b.width);
  return `${extend(a, width)} ${extend(b, width)}`;
}

function binary(name: string, left: Term, right: Term, widthOf: (a: number, b: number) => number): Vector {
  const [a, b] = [vectorOf(left), vectorOf(right)];
  const width = widthOf(a.width, b.width);
  return { text: `(${name} ${extend(a, width)} ${extend(b, width)})`, width };
}

function vectorOf(term: Term): Vector {
  const oneMore = (a: number, b: number): number => Math.max(a, b) + 1;
  switch (term.kind) {
    case "integer": {
      const value = toBig(term.value);
      const width = (value < 0n ? -value : value).toString(2).length + 1;
      return { text: `(_ bv${BigInt.asUintN(width, value)} ${width})`, width };
    }
    case "variable": {
      const { name, type } = term.variable;
      if (type.kind !== "int") throw new Error("an integer should stand here");
      return type.signed ? { text: name, width: type.bits } : unsigned({ text: name, width: type.bits });
    }
    case "add":
      return binary("bvadd", term.left, term.right, oneMore);
    case "subtract":
      return binary("bvsub", term.left, term.right, oneMore);
    case "multiply":
      return binary("bvmul", term.left, term.right, (a, b) => a + b);
    case "divide":
      return binary("bvsdiv", term.left, term.right, oneMore);
    case "remainder":
      return binary("bvsrem", term.left, term.right, oneMore);
    case "bitand":
    case "bitor":
    case "bitxor":
      return binary(term.kind.replace("bit", "bv"), term.left, term.right, Math.max);
    case "shiftleft":
      return binary("bvshl", term.left, term.right, (a, b) => Math.max(a, b) + 63);
    case "shiftright":
      return binary("bvashr", term.left, term.right, Math.max);
    case "ite": {
      const [a, b] = [vectorOf(term.then), vectorOf(term.else)];
      const width = Math.max(a.width, b.width);
      return { text: `(ite ${formulaText(term.condition)} ${extend(a, width)} ${extend(b, width)})`, width };
    }
    case "wrap": {
      const { bits } = term.type;
      const whole = vectorOf(term.operand);
      const low = { text: `((_ extract ${bits - 1} 0) ${extend(whole, Math.max(bits, whole.width))})`, width: bits };
      return term.type.kind === "int" && term.type.signed ? low : unsigned(low);
    }
    case "floatToInt":
      return { text: `((_ fp.to_sbv 64) RTZ ${floatText(term.operand)})`, width: 64 };
    case "select":
      return unsigned({
        text: `(select ${arrayText(term.array)} ${extend(vectorOf(term.index), INDEX_WIDTH)})`,
        width: 8,
      });
    default:
      throw new Error(`${term.kind} should have a text`);
  }
}

function unsigned({ text, width }: Vector): Vector {
  return { text: `((_ zero_extend 1) ${text})`, width: width + 1 };
}

function arrayText(term: Term): string {
  if (term.kind === "variable") return term.variable.name;
  if (term.kind !== "store") throw new Error("an array should be a variable or a store");
  const value = `((_ extract 7 0) ${extend(vectorOf(term.value), 16)})`;
  return `(store ${arrayText(term.array)} ${extend(vectorOf(term.index), INDEX_WIDTH)} ${value})`;
}

function floatText(term: Term): string {
  const to = (type: FloatType): string => (type.format === "f32" ? "(_ to_fp 8 24)" : "(_ to_fp 11 53)");
  switch (term.kind) {
    case "float":
      return floatLiteral(term.value, term.type);
    case "variable":
      return term.variable.name;
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide": {
      const name = { fadd: "fp.add", fsubtract: "fp.sub", fmultiply: "fp.mul", fdivide: "fp.div" }[term.kind];
      return `(${name} RNE ${floatText(term.left)} ${floatText(term.right)})`;
    }
    case "fnegate":
      return `(fp.neg ${floatText(term.operand)})`;
    case "intToFloat":
      return `(${to(term.type)} RNE ${vectorOf(term.operand).text})`;
    case "floatToFloat":
      return floatTypeOf(term.operand) === term.type
        ? floatText(term.operand)
        : `(${to(term.type)} RNE ${floatText(term.operand)})`;
    case "ite":
      if (isFloatTerm(term))
        return `(ite ${formulaText(term.condition)} ${floatText(term.then)} ${floatText(term.else)})`;
      break;
  }
  throw new Error(`${term.kind} should be a float`);
}
