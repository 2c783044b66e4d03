/**
 * Of which sorts the parts of a term are. The model's terms are well-sorted, and solvers take that for granted: one that is not may
 * be read by each of them in another way, and what one of them finds true and another one false proves anything. So terms that come from
 * a disk are looked at before a solver sees them.
 */
import { foldInto } from "../logic/fold.ts";
import { typeStep } from "../logic/sort.ts";
import type { Term } from "../logic/term.ts";
import { isIntegral, type ValueType } from "../logic/types.ts";
import { isFormula, type TermNode } from "../logic/visit.ts";
import { CONSTANT_ARRAY } from "../model/model.ts";

/**
 * What a node of a kind is made of: F formulas; N numbers, which are integers or, where floats are real numbers, reals; R floats of
 * one type, or reals; X terms of one sort; A an array, and E one of its elements; T any terms. `*`: any number of them.
 */
const SHAPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...["add", "subtract", "multiply", "divide", "remainder", "bitand", "bitor", "bitxor", "shiftleft", "shiftright"],
      ...["lt", "le"],
    ].map((kind) => [kind, "NN"]),
  ),
  ...Object.fromEntries(
    ["fadd", "fsubtract", "fmultiply", "fdivide", "fremainder", "feq", "flt", "fle"].map((kind) => [kind, "RR"]),
  ),
  ...{ negate: "N", wrap: "N", intToFloat: "N", fnegate: "R", floatToInt: "R", floatToFloat: "R" },
  ...{ not: "F", and: "F*", or: "F*", ite: "FXX", eq: "XX", apply: "T*", select: "AN", store: "ANE" },
};

/** Kinds whose operands have the type of floats that the node names, and those that only name one. */
const OF_ITS_TYPE = new Set(["fadd", "fsubtract", "fmultiply", "fdivide", "fremainder", "fnegate"]);
const TO_ITS_TYPE = new Set([...OF_ITS_TYPE, "intToFloat", "floatToFloat"]);

/** What a node names besides its parts. */
export interface Members {
  readonly name?: string;
  readonly type?: ValueType;
  /** Of a wrap. */
  readonly reason?: "arithmetic" | "conversion";
}

export class Sorts {
  readonly #types = new Map<TermNode, ValueType>();

  /** Whether there is such a kind, and its parts are of its sorts. */
  fit(kind: string, { name, type }: Members, parts: readonly TermNode[]): boolean {
    const shape = Object.hasOwn(SHAPES, kind) ? (SHAPES[kind] as string) : "";
    const sorts = shape.endsWith("*") ? (shape[0] as string).repeat(parts.length) : shape;
    if (shape === "" || sorts.length !== parts.length) return false;
    if (!parts.every((part, at) => isFormula(part) === (sorts[at] === "F"))) return false;
    if (TO_ITS_TYPE.has(kind) && type?.kind !== "float") return false;
    const of = (sort: string) => parts.filter((_, at) => sorts[at] === sort) as Term[];
    const named = OF_ITS_TYPE.has(kind) ? type : undefined;
    if (!this.#areNumbers(of("N")) || !this.#areFloats(of("R"), named) || !this.#areAlike(of("X"))) return false;
    const [array] = of("A");
    if (array !== undefined && !this.#isArrayOf(this.#typeOf(array), of("E"))) return false;
    return kind !== "apply" || name !== CONSTANT_ARRAY || (parts.length === 1 && this.#isArrayOf(type, of("T")));
  }

  #typeOf(term: Term): ValueType {
    return foldInto<ValueType>(this.#types, term, typeStep);
  }

  /** A constant among reals is written as a float. */
  #areNumbers(terms: readonly Term[]): boolean {
    const types = terms.map((term) => this.#typeOf(term));
    if (types.every(isIntegral)) return true;
    const isNumber = (type: ValueType, at: number) =>
      isIntegral(type) || type.kind === "real" || terms[at]?.kind === "float";
    return types.some(({ kind }) => kind === "real") && types.every(isNumber);
  }

  #areFloats(terms: readonly Term[], named: ValueType | undefined): boolean {
    const floats = terms.map((term) => this.#typeOf(term)).filter(({ kind }) => kind !== "real");
    const [first = named] = floats;
    return floats.every((type) => type.kind === "float" && type === first && (named ?? type) === type);
  }

  #areAlike(terms: readonly Term[]): boolean {
    const types = terms.map((term) => this.#typeOf(term));
    const elements = types.flatMap((type) => (type.kind === "array" ? [type.element] : []));
    if (elements.length > 0) return elements.length === types.length && areSame(elements);
    return this.#areNumbers(terms) || this.#areFloats(terms, undefined);
  }

  #isArrayOf(type: ValueType | undefined, elements: readonly Term[]): boolean {
    if (type?.kind !== "array") return false;
    const { element } = type;
    return elements.every((term) => areSame([element, this.#typeOf(term)]) || isRealConstant(element, term));
  }
}

function areSame(types: readonly ValueType[]): boolean {
  return types.every(isIntegral) || types.every((type) => type === types[0]);
}

function isRealConstant(type: ValueType, { kind }: Term): boolean {
  return type.kind === "real" && (kind === "float" || kind === "integer");
}
