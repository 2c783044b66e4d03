/**
 * Terms and formulas as circuits, exactly as `logic/evaluate.ts` defines them. An integer is a vector as wide as its values
 * need, a float a packed word, a formula a signal. Where evaluation is undefined (a zero divisor, a float that does not
 * fit, a function nobody knows) the circuit gives something: a model is evaluated before anyone sees it, and what has no
 * model here has none that evaluates.
 *
 * A wrap is a truncation. Below it only the lowest bits of sums, products and bit operations matter (`demandOn`), so that
 * a product modulo 2^32 costs 32 columns, not 64.
 *
 * All walks are iterative: block formulas are deep.
 */

import { LARGEST_SHIFT } from "../../logic/evaluate.ts";
import { namedType } from "../../logic/sort.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import type { FloatType, ValueType } from "../../logic/types.ts";
import { children, isFormula, type TermNode } from "../../logic/visit.ts";
import { toBig } from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import { ArrayCircuits } from "./arrays.ts";
import { Circuit, FALSE, GATES_A_UNIT, type Signal, TRUE } from "./circuit.ts";
import { FloatFunctions } from "./float-functions.ts";
import { Floats, type Format, formatOf, widthOf } from "./floats.ts";
import { functionOf } from "./functions.ts";
import { mathematicsOf } from "./mathematics.ts";
import { constant, constantOf, type Division, lowBits, signOf, trim, type Vector, Vectors } from "./vectors.ts";

/** A term that has no circuit: unbounded numbers, long double. The message names it. */
export class Refused extends Error {}

/** Nodes of terms: some milliseconds between two ticks. They count as gates do, of which the circuit tells. */
const NODES_A_TICK = 1024;
/** More bits than any C computation has: what is wider comes of counts or factors that no check excludes. */
const WIDEST = 4096;
const MOST_SHIFTED = constant(BigInt(LARGEST_SHIFT));

/** What follows from the circuit of a vector, but a search would find out again and again. */
interface Facts {
  readonly of: Vector;
  readonly facts: readonly Signal[];
}

export class Blaster {
  readonly circuit: Circuit;
  readonly #vectors: Vectors;
  readonly #floats: Floats;
  readonly arrays: ArrayCircuits;
  readonly inputs = new Map<Variable, Vector>();
  readonly #signals = new Map<Formula, Signal>();
  readonly #values = new Map<Term, Vector>();
  /** Lowest bits only, of terms whose whole value nobody has asked for. */
  readonly #lows = new Map<Term, Vector>();
  /** Conditions under which what has been made so far is defined: divisors are not zero, counts not negative. */
  readonly defined = new Set<Signal>();
  readonly #divisions = new Map<Term, Map<Term, Division>>();
  #facts: Facts[] = [];
  /** Arrays whose parts are made. */
  readonly #arrayTerms = new Set<Term>();
  readonly #types = new Map<Term, ValueType | undefined>();
  /** Told of every gate's worth of work. */
  readonly #tick: (work: number) => void;

  constructor(tick: (work: number) => void, rewriting: "on" | "off" = "on") {
    this.#tick = tick;
    this.circuit = new Circuit(rewriting, tick);
    this.#vectors = new Vectors(this.circuit);
    this.#floats = new Floats(this.circuit, this.#vectors);
    this.arrays = new ArrayCircuits(this.#vectors, {
      valueOf: (term) => this.#valueOf(term),
      signalOf: (formula) => this.#signalOf(formula),
      fresh: (type) => this.#fresh(type),
      isFloat: (type) => type.kind === "float",
    });
  }

  /** The signal of a formula; throws Refused. */
  formula(root: Formula): Signal {
    const known = this.#signals.get(root);
    if (known !== undefined) return known;
    const nodes = this.#missing(root);
    const demands = this.#demands(nodes);
    nodes.forEach((node, i) => {
      this.#make(node, demands.get(node) ?? Number.POSITIVE_INFINITY);
      if (i % NODES_A_TICK === NODES_A_TICK - 1) this.#tick(1);
    });
    this.#tick(1);
    return this.#signalOf(root);
  }

  /** A variable of one bit that is a signal made elsewhere; it should not have been used before. */
  define(boolean: Variable, signal: Signal): void {
    this.inputs.set(boolean, [signal, FALSE]);
  }

  /** Nodes without a value, parts before wholes. Arrays are read where they are selected from. */
  #missing(root: TermNode): TermNode[] {
    const found: TermNode[] = [];
    const entered = new Set<TermNode>();
    const stack: { readonly node: TermNode; next: number; readonly parts: readonly TermNode[] }[] = [];
    const enter = (node: TermNode): void => {
      if (entered.has(node) || this.#isMade(node)) return;
      entered.add(node);
      stack.push({ node, next: 0, parts: children(node) });
    };
    enter(root);
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as (typeof stack)[number];
      const part = top.parts[top.next];
      if (part === undefined) {
        found.push(top.node);
        stack.pop();
        if (found.length % NODES_A_TICK === 0) this.#tick(NODES_A_TICK / GATES_A_UNIT);
      } else {
        top.next += 1;
        enter(part);
      }
    }
    return found;
  }

  /** The type that a term names (`namedType`), remembered: chains of choices and stores are long, and each of their nodes asks. */
  #typeOf(term: Term): ValueType | undefined {
    const passed: Term[] = [];
    let at = term;
    while ((at.kind === "ite" || at.kind === "store") && !this.#types.has(at)) {
      passed.push(at);
      at = at.kind === "ite" ? at.then : at.array;
    }
    const type = this.#types.has(at) ? this.#types.get(at) : this.#ownType(at);
    for (const each of passed) this.#types.set(each, type);
    return type;
  }

  #ownType(term: Term): ValueType | undefined {
    if (term.kind !== "select") return namedType(term);
    const array = this.#typeOf(term.array);
    return array?.kind === "array" ? array.element : undefined;
  }

  #isArray(term: Term): boolean {
    return term.kind === "store" || this.#typeOf(term)?.kind === "array";
  }

  #isFloatChoice(node: TermNode): boolean {
    return node.kind === "ite" && this.#typeOf(node)?.kind === "float";
  }

  #isMade(node: TermNode): boolean {
    return isFormula(node) ? this.#signals.has(node) : this.#values.has(node) || this.#arrayTerms.has(node);
  }

  /** How many of the lowest bits of each node matter to those above it. */
  #demands(nodes: readonly TermNode[]): Map<TermNode, number> {
    const demands = new Map<TermNode, number>();
    const root = nodes[nodes.length - 1];
    if (root !== undefined) demands.set(root, Number.POSITIVE_INFINITY);
    for (let i = nodes.length - 1; i >= 0; i--) {
      const node = nodes[i] as TermNode;
      const own = demands.get(node) ?? Number.POSITIVE_INFINITY;
      for (const part of children(node)) {
        const demand = this.#isFloatChoice(node) ? Number.POSITIVE_INFINITY : demandOn(node, part, own);
        demands.set(part, Math.max(demands.get(part) ?? 0, demand));
      }
    }
    return demands;
  }

  #make(node: TermNode, demand: number): void {
    if (isFormula(node)) {
      this.#signals.set(node, this.#formula(node));
      return;
    }
    if (this.#isArray(node)) {
      this.#arrayTerms.add(node);
      return;
    }
    const low = Number.isFinite(demand) ? this.#low(node, demand) : undefined;
    if (low !== undefined) this.#lows.set(node, low);
    else this.#values.set(node, this.#value(node));
  }

  #signalOf(formula: Formula): Signal {
    const known = this.#signals.get(formula);
    if (known === undefined) throw new Error("parts of a formula should be made before the whole");
    return known;
  }

  #valueOf(term: Term): Vector {
    const known = this.#values.get(term);
    if (known !== undefined) return known;
    throw new Error("parts of a term should be made before the whole");
  }

  /** The lowest bits of a part, which was made whole or at least that far. */
  #lowOf(term: Term, width: number): Vector {
    const whole = this.#values.get(term);
    return lowBits(whole ?? (this.#lows.get(term) as Vector), width);
  }

  // --- Formulas -----------------------------------------------------------------------------------------------------

  #formula(node: Formula): Signal {
    switch (node.kind) {
      case "true":
        return TRUE;
      case "false":
        return FALSE;
      case "not":
        return this.#signalOf(node.operand) ^ 1;
      case "and":
        return this.#vectors.all(node.operands.map((operand) => this.#signalOf(operand)));
      case "or":
        return this.#vectors.any(node.operands.map((operand) => this.#signalOf(operand)));
      case "eq":
        if (this.#isArray(node.left)) return this.arrays.equal(node.left, node.right);
        return this.#vectors.equal(this.#valueOf(node.left), this.#valueOf(node.right));
      case "lt":
        return this.#vectors.less(this.#valueOf(node.left), this.#valueOf(node.right));
      case "le":
        return this.#vectors.lessOrEqual(this.#valueOf(node.left), this.#valueOf(node.right));
      case "feq":
      case "flt":
      case "fle":
        return this.#floatComparison(node.kind, node.left, node.right);
    }
  }

  #floatComparison(kind: "feq" | "flt" | "fle", left: Term, right: Term): Signal {
    const format = this.#formatOfTerm(left);
    const [a, b] = this.#floatOperands({ left, right }, format);
    if (kind === "feq") return this.#floats.equal(a, b, format);
    return kind === "flt" ? this.#floats.less(a, b, format) : this.#floats.lessOrEqual(a, b, format);
  }

  // --- Terms --------------------------------------------------------------------------------------------------------

  /** The lowest bits alone, where that is cheaper than the whole value; undefined where it is not. */
  #low(node: Term, width: number): Vector | undefined {
    switch (node.kind) {
      case "add":
      case "subtract": {
        if (this.#wholeWidth(node.left, node.right) < width) return undefined;
        const [a, b] = [this.#lowOf(node.left, width), this.#lowOf(node.right, width)];
        if (node.kind === "add") return this.#vectors.addModulo(a, b, FALSE);
        return this.#vectors.addModulo(
          a,
          b.map((signal) => signal ^ 1),
          TRUE,
        );
      }
      case "multiply": {
        const [a, b] = [this.#values.get(node.left), this.#values.get(node.right)];
        if (a !== undefined && b !== undefined && a.length + b.length <= width) return undefined;
        const [x, y] = [a ?? this.#lowOf(node.left, width), b ?? this.#lowOf(node.right, width)];
        return this.#vectors.multiplyModulo(x, y, width);
      }
      case "negate": {
        if ((this.#values.get(node.operand)?.length ?? width) < width) return undefined;
        const operand = this.#lowOf(node.operand, width);
        const flipped = operand.map((signal) => signal ^ 1);
        return this.#vectors.addModulo(flipped, new Array<Signal>(width).fill(FALSE), TRUE);
      }
      case "bitand":
      case "bitor":
      case "bitxor": {
        if (this.#values.has(node.left) && this.#values.has(node.right)) return undefined;
        const [a, b] = [this.#lowOf(node.left, width), this.#lowOf(node.right, width)];
        return lowBits(this.#vectors.bitwise(node.kind, a, b), width);
      }
      case "shiftleft":
        this.defined.add(signOf(this.#valueOf(node.right)) ^ 1);
        return this.#vectors.shiftLeftModulo(this.#lowOf(node.left, width), this.#valueOf(node.right), width);
      case "ite": {
        if (this.#values.has(node.then) && this.#values.has(node.else)) return undefined;
        const [a, b] = [this.#lowOf(node.then, width), this.#lowOf(node.else, width)];
        return lowBits(this.#vectors.mux(this.#signalOf(node.condition), a, b), width);
      }
      default:
        return undefined;
    }
  }

  /** How wide the sum of two terms is at most; infinite where only their lowest bits were made. */
  #wholeWidth(left: Term, right: Term): number {
    const a = this.#values.get(left);
    const b = this.#values.get(right);
    return a === undefined || b === undefined ? Number.POSITIVE_INFINITY : Math.max(a.length, b.length) + 1;
  }

  #value(node: Term): Vector {
    switch (node.kind) {
      case "integer":
        return constant(toBig(node.value));
      case "float":
        return this.#floats.constant(node.value, floatFormat(node.type));
      case "variable":
        return this.#inputOf(node.variable);
      case "address":
        throw new Refused("the address of an object");
      case "add":
        return this.#vectors.add(this.#valueOf(node.left), this.#valueOf(node.right));
      case "subtract":
        return this.#vectors.subtract(this.#valueOf(node.left), this.#valueOf(node.right));
      case "multiply":
        return narrow(this.#vectors.multiply(this.#valueOf(node.left), this.#valueOf(node.right)));
      case "divide":
        return this.#divide(node.left, node.right).quotient;
      case "remainder":
        return this.#divide(node.left, node.right).remainder;
      case "negate":
        return this.#vectors.negate(this.#valueOf(node.operand));
      case "bitand":
      case "bitor":
      case "bitxor":
        return this.#vectors.bitwise(node.kind, this.#valueOf(node.left), this.#valueOf(node.right));
      case "shiftleft":
        this.defined.add(signOf(this.#valueOf(node.right)) ^ 1);
        return this.#shiftLeft(this.#valueOf(node.left), this.#valueOf(node.right));
      case "shiftright":
        this.defined.add(signOf(this.#valueOf(node.right)) ^ 1);
        return this.#vectors.shiftRight(this.#valueOf(node.left), this.#valueOf(node.right));
      case "wrap":
        return this.#wrap(node.operand, node.type.bits, node.type.kind === "int" && node.type.signed);
      case "ite":
        return this.#choice(node);
      case "select":
        return this.arrays.read(node.array, this.#valueOf(node.index));
      case "apply":
        return this.#apply(node);
      default:
        return this.#floatValue(node);
    }
  }

  /** Quotient and remainder of two terms come of one circuit. */
  #divide(left: Term, right: Term): Division {
    const known = memoised(this.#divisions, left, () => new Map<Term, Division>());
    return memoised(known, right, () => {
      const [dividend, divisor] = [this.#valueOf(left), this.#valueOf(right)];
      const defined = this.#vectors.isZero(divisor) ^ 1;
      this.defined.add(defined);
      const division = this.#vectors.divide(dividend, divisor);
      const told = this.#vectors.remainderFacts(dividend, divisor, division.remainder);
      const facts = told.map((fact) => this.circuit.or(defined ^ 1, fact));
      if (facts.length > 0) this.#facts.push({ of: division.remainder, facts });
      return division;
    });
  }

  /** What holds of vectors that take part in a search by now: to be asserted before it. */
  takeFacts(takesPart: (signal: Signal) => boolean): Signal[] {
    const isDue = ({ of }: Facts) => of.some((signal) => signal > TRUE && takesPart(signal));
    const due = this.#facts.filter(isDue);
    if (due.length > 0) this.#facts = this.#facts.filter((one) => !isDue(one));
    return due.flatMap(({ facts }) => facts);
  }

  #choice(node: Extract<Term, { kind: "ite" }>): Vector {
    const condition = this.#signalOf(node.condition);
    const [then, otherwise] = [this.#valueOf(node.then), this.#valueOf(node.else)];
    if (this.#isFloatChoice(node)) return this.#floats.mux(condition, then, otherwise);
    return this.#vectors.mux(condition, then, otherwise);
  }

  /** By no more than evaluation knows of: a count may be any integer, and the result is as wide as the largest makes it. */
  #shiftLeft(a: Vector, count: Vector): Vector {
    const isSmall = this.#vectors.lessOrEqual(count, MOST_SHIFTED);
    this.defined.add(isSmall);
    const few = isSmall === TRUE ? count : [...lowBits(count, MOST_SHIFTED.length - 1), FALSE];
    const most = constantOf(few) ?? 2n ** BigInt(few.length - 1) - 1n;
    const width = a.length + Number(most < 0n ? 0n : most);
    return trim(this.#vectors.shiftLeftModulo(a, few, width));
  }

  #wrap(operand: Term, bits: number, signed: boolean): Vector {
    const whole = this.#values.get(operand);
    if (whole !== undefined && (signed ? whole.length <= bits : isUnsigned(whole, bits))) return whole;
    const low = this.#lowOf(operand, bits);
    return trim(signed ? low : [...low, FALSE]);
  }

  #floatValue(node: Term): Vector {
    const floats = this.#floats;
    switch (node.kind) {
      case "fadd":
        return floats.add(...this.#floatOperands(node, floatFormat(node.type)), floatFormat(node.type));
      case "fsubtract":
        return floats.subtract(...this.#floatOperands(node, floatFormat(node.type)), floatFormat(node.type));
      case "fmultiply":
        return floats.multiply(...this.#floatOperands(node, floatFormat(node.type)), floatFormat(node.type));
      case "fdivide":
        return floats.divide(...this.#floatOperands(node, floatFormat(node.type)), floatFormat(node.type));
      case "fnegate":
        return floats.negate(this.#valueOf(node.operand));
      case "intToFloat":
        return floats.fromInteger(this.#valueOf(node.operand), floatFormat(node.type));
      case "floatToFloat":
        return floats.convert(this.#valueOf(node.operand), this.#formatOfTerm(node.operand), floatFormat(node.type));
      case "floatToInt": {
        const whole = floats.toInteger(this.#valueOf(node.operand), this.#formatOfTerm(node.operand), node.type.bits);
        // What does not fit is undefined: any value of the type will do.
        return node.type.signed
          ? trim(lowBits(whole, node.type.bits))
          : trim([...lowBits(whole, node.type.bits), FALSE]);
      }
      case "fremainder": {
        const [a, b] = this.#floatOperands(node, floatFormat(node.type));
        const rest = new FloatFunctions(this.circuit, this.#vectors, floats).remainder(
          a,
          b,
          floatFormat(node.type),
          "truncated",
        );
        if (rest === undefined) throw new Refused("the remainder of floating-point numbers of double precision");
        return rest;
      }
      default:
        throw new Error(`${node.kind} should not be a value`);
    }
  }

  /** Both in the format of the operation, as C's conversions make them. */
  #floatOperands({ left, right }: { readonly left: Term; readonly right: Term }, format: Format): [Vector, Vector] {
    const [a, b] = [this.#valueOf(left), this.#valueOf(right)];
    if (a.length === widthOf(format) && b.length === widthOf(format)) return [a, b];
    throw new Refused("an operation on floats of different formats");
  }

  #apply(node: Extract<Term, { kind: "apply" }>): Vector {
    const operands = node.arguments.map((operand) => this.#valueOf(operand));
    const fresh = () => this.#fresh(node.type);
    const known = functionOf(node.name, this.#vectors, this.#floats, operands, node);
    if (known !== undefined) return known;
    const parts = { circuit: this.circuit, vectors: this.#vectors, floats: this.#floats, fresh };
    return mathematicsOf(parts, operands, node, (term) => this.#formatOfTerm(term)) ?? fresh();
  }

  #formatOfTerm(term: Term): Format {
    const type = this.#typeOf(term);
    if (type?.kind !== "float") throw new Error("a float term should have a format");
    return floatFormat(type);
  }

  // --- Inputs -------------------------------------------------------------------------------------------------------

  #inputOf(of: Variable): Vector {
    return memoised(this.inputs, of, () => this.#fresh(of.type));
  }

  #fresh(type: ValueType): Vector {
    const bits = (count: number): Signal[] => Array.from({ length: count }, () => this.circuit.input());
    switch (type.kind) {
      case "int":
        return type.signed ? bits(type.bits) : [...bits(type.bits), FALSE];
      case "pointer":
        return [...bits(type.bits), FALSE];
      case "float":
        return bits(widthOf(floatFormat(type)));
      case "integer":
        throw new Refused("an unbounded integer");
      case "real":
        throw new Refused("a real number");
      case "array":
        throw new Refused("an array as a value");
    }
  }
}

/** How many of the lowest bits of `part` matter where `demand` of those of `whole` do, which is no choice between floats. */
function demandOn(whole: TermNode, part: TermNode, demand: number): number {
  switch (whole.kind) {
    case "wrap":
      return whole.type.bits;
    case "add":
    case "subtract":
    case "multiply":
    case "negate":
    case "bitand":
    case "bitor":
    case "bitxor":
      return demand;
    case "shiftleft":
      return part === whole.right ? Number.POSITIVE_INFINITY : demand;
    case "ite":
      return part === whole.condition ? Number.POSITIVE_INFINITY : demand;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function isUnsigned(vector: Vector, bits: number): boolean {
  return vector.length <= bits + 1 && vector[vector.length - 1] === FALSE;
}

function narrow(vector: Vector): Vector {
  if (vector.length > WIDEST) throw new Refused("a product without bound");
  return vector;
}

function floatFormat(type: FloatType): Format {
  const format = formatOf(type);
  if (format === undefined) throw new Refused("long double");
  return format;
}
