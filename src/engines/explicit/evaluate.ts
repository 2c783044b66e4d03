/**
 * exp/v and p/v of the paper (section 2): terms and formulas compiled to closures over a state vector. A term gives a
 * value or undefined (top) when an operand that matters is unknown; a formula gives yes, no or maybe.
 * Undefined behaviour (a zero divisor, a float that does not fit) gives top: the model excludes it elsewhere.
 */
import { evaluateBits, floatToInteger, wrapInto } from "../../logic/evaluate.ts";
import { foldInto } from "../../logic/fold.ts";
import type { Formula, Term } from "../../logic/term.ts";
import { type FloatType, highest, type IntType, lowest, type PointerType } from "../../logic/types.ts";
import { children, type TermNode } from "../../logic/visit.ts";
import * as Int from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import type { Slots } from "./slots.ts";
import type { Value, ValueTable } from "./values.ts";

type Evaluate = (codes: Int32Array) => Value;
/** 1 holds, 0 does not, -1 cannot tell. */
type Truth = 1 | 0 | -1;
type Decide = (codes: Int32Array) => Truth;

// Well below what the stack holds: three calls a level.
const DEEPEST = 500;

/** Compiles terms once: nodes are hash-consed, so one closure serves every occurrence. */
export class Evaluator {
  readonly slots: Slots;
  readonly values: ValueTable;
  readonly #terms = new Map<Term, Evaluate>();
  readonly #formulas = new Map<Formula, Decide>();

  constructor(slots: Slots, values: ValueTable) {
    this.slots = slots;
    this.values = values;
  }

  /**
   * Deeper than functions should call each other. Sound: what such a term is stays unknown, and nothing is pinned by it.
   */
  isDeep(node: TermNode): boolean {
    const height = foldInto(this.#heights, node, (part, of) => {
      let most = 0;
      for (const child of children(part)) most = Math.max(most, of(child));
      return most + 1;
    });
    return height > DEEPEST;
  }

  term(term: Term): Evaluate {
    return memoised(this.#terms, term, () => (this.isDeep(term) ? () => undefined : this.#compileTerm(term)));
  }

  formula(formula: Formula): Decide {
    return memoised(this.#formulas, formula, () => (this.isDeep(formula) ? () => -1 : this.#compileFormula(formula)));
  }

  readonly #heights = new Map<TermNode, number>();

  #compileTerm(term: Term): Evaluate {
    switch (term.kind) {
      case "integer":
      case "float": {
        const { value } = term;
        return () => value;
      }
      case "variable":
        return this.#read(term.variable.type.kind === "array" ? undefined : this.slots.scalar(term.variable));
      case "add":
        return this.#integers(term.left, term.right, Int.add);
      case "subtract":
        return this.#integers(term.left, term.right, Int.subtract);
      case "multiply":
        return this.#absorbing(term.left, term.right, Int.multiply);
      case "divide":
        return this.#integers(term.left, term.right, (a, b) => (b === 0 ? undefined : Int.divideTruncated(a, b)));
      case "remainder":
        return this.#integers(term.left, term.right, (a, b) => (b === 0 ? undefined : Int.remainderTruncated(a, b)));
      case "bitand":
        return this.#absorbing(term.left, term.right, (a, b) => evaluateBits("bitand", a, b));
      case "bitor":
      case "bitxor":
      case "shiftleft":
      case "shiftright": {
        const { kind } = term;
        return this.#integers(term.left, term.right, (a, b) => evaluateBits(kind, a, b));
      }
      case "negate": {
        const operand = this.term(term.operand);
        return (codes) => {
          const value = operand(codes);
          return value === undefined ? undefined : Int.negate(value);
        };
      }
      case "wrap":
        return this.#wrap(this.term(term.operand), term.type);
      case "ite":
        return this.#ite(this.formula(term.condition), this.term(term.then), this.term(term.else));
      case "fadd":
        return this.#floats(term.left, term.right, term.type, (a, b) => a + b);
      case "fsubtract":
        return this.#floats(term.left, term.right, term.type, (a, b) => a - b);
      case "fmultiply":
        return this.#floats(term.left, term.right, term.type, (a, b) => a * b);
      case "fdivide":
        return this.#floats(term.left, term.right, term.type, (a, b) => a / b);
      case "fremainder":
        return this.#floats(term.left, term.right, term.type, (a, b) => a % b);
      case "fnegate":
        return this.#float(term.operand, term.type, (a) => -Number(a));
      case "floatToFloat":
        return this.#float(term.operand, term.type, Number);
      case "intToFloat":
        // Sound: a wide integer rounded to double and then to float might round twice.
        return this.#float(term.operand, term.type, (a) =>
          term.type.format === "f32" && !Number.isSafeInteger(Number(a)) ? undefined : Number(a),
        );
      case "floatToInt":
        return this.#floatToInt(this.term(term.operand), term.type);
      case "select":
        return this.#select(term.array, this.term(term.index));
      case "address":
      case "apply":
      case "store":
        return () => undefined;
    }
  }

  #read(slot: number | undefined): Evaluate {
    if (slot === undefined) return () => undefined;
    const { values } = this;
    return (codes) => {
      const code = codes[slot] as number;
      return (code & 1) === 1 ? code >> 1 : values.decode(code);
    };
  }

  #integers(left: Term, right: Term, operation: (a: Int.Int, b: Int.Int) => Value): Evaluate {
    const a = this.term(left);
    const b = this.term(right);
    return (codes) => {
      const x = a(codes);
      if (x === undefined) return undefined;
      const y = b(codes);
      return y === undefined ? undefined : operation(x, y);
    };
  }

  /** Like `#integers`, for operations in which 0 settles the result whatever the other operand. */
  #absorbing(left: Term, right: Term, operation: (a: Int.Int, b: Int.Int) => Value): Evaluate {
    const a = this.term(left);
    const b = this.term(right);
    return (codes) => {
      const x = a(codes);
      if (x === 0) return 0;
      const y = b(codes);
      if (y === 0) return 0;
      return x === undefined || y === undefined ? undefined : operation(x, y);
    };
  }

  #wrap(operand: Evaluate, type: IntType | PointerType): Evaluate {
    const low = lowest(type);
    const high = highest(type);
    return (codes) => {
      const value = operand(codes);
      if (value === undefined || (value >= low && value <= high)) return value;
      return wrapInto(value, type);
    };
  }

  #ite(condition: Decide, then: Evaluate, otherwise: Evaluate): Evaluate {
    return (codes) => {
      const truth = condition(codes);
      if (truth === 1) return then(codes);
      if (truth === 0) return otherwise(codes);
      const value = then(codes);
      return value !== undefined && Object.is(value, otherwise(codes)) ? value : undefined;
    };
  }

  #floats(left: Term, right: Term, type: FloatType, operation: (a: number, b: number) => number): Evaluate {
    const a = this.term(left);
    const b = this.term(right);
    // Sound: long double has more precision than a JS number, so nothing is known about its results.
    if (type.format === "x87") return () => undefined;
    const round = type.format === "f32" ? Math.fround : (x: number) => x;
    return (codes) => {
      const x = a(codes);
      const y = b(codes);
      return x === undefined || y === undefined ? undefined : round(operation(Number(x), Number(y)));
    };
  }

  #float(operand: Term, type: FloatType, operation: (a: Int.Int) => number | undefined): Evaluate {
    const a = this.term(operand);
    if (type.format === "x87") return () => undefined;
    const round = type.format === "f32" ? Math.fround : (x: number) => x;
    return (codes) => {
      const x = a(codes);
      const result = x === undefined ? undefined : operation(x);
      return result === undefined ? undefined : round(result);
    };
  }

  #floatToInt(operand: Evaluate, type: IntType): Evaluate {
    return (codes) => {
      const value = operand(codes);
      return value === undefined ? undefined : floatToInteger(Number(value), type);
    };
  }

  #select(array: Term, index: Evaluate): Evaluate {
    if (array.kind === "variable") {
      const { variable } = array;
      return (codes) => {
        const at = index(codes);
        const slot = at === undefined ? undefined : this.slots.element(variable, at);
        return slot === undefined ? undefined : this.values.decode(codes[slot] as number);
      };
    }
    if (array.kind !== "store") return () => undefined;
    const written = this.term(array.index);
    const value = this.term(array.value);
    const below = this.#select(array.array, index);
    return (codes) => {
      const at = index(codes);
      const other = written(codes);
      if (at === undefined || other === undefined) return undefined;
      return Int.equal(at, other) ? value(codes) : below(codes);
    };
  }

  #compileFormula(formula: Formula): Decide {
    switch (formula.kind) {
      case "true":
        return () => 1;
      case "false":
        return () => 0;
      case "not": {
        const operand = this.formula(formula.operand);
        return (codes) => {
          const truth = operand(codes);
          return truth === -1 ? -1 : truth === 1 ? 0 : 1;
        };
      }
      case "and":
        return this.#junction(formula.operands, 0);
      case "or":
        return this.#junction(formula.operands, 1);
      case "eq":
        return this.#compare(formula.left, formula.right, (a, b) => a === b);
      case "lt":
        return this.#compare(formula.left, formula.right, (a, b) => a < b);
      case "le":
        return this.#compare(formula.left, formula.right, (a, b) => a <= b);
      // On floats `===`, `<` and `<=` of JS are IEEE's: false on NaN, and -0 equals 0.
      case "feq":
        return this.#compareFloats(formula.left, formula.right, (a, b) => a === b);
      case "flt":
        return this.#compareFloats(formula.left, formula.right, (a, b) => a < b);
      case "fle":
        return this.#compareFloats(formula.left, formula.right, (a, b) => a <= b);
    }
  }

  /** `and` is settled by one 0, `or` by one 1. */
  #junction(operands: readonly Formula[], settling: 0 | 1): Decide {
    const parts = operands.map((operand) => this.formula(operand));
    return (codes) => {
      let result: Truth = settling === 0 ? 1 : 0;
      for (const part of parts) {
        const truth = part(codes);
        if (truth === settling) return settling;
        if (truth === -1) result = -1;
      }
      return result;
    };
  }

  #compare(left: Term, right: Term, holds: (a: Int.Int, b: Int.Int) => boolean): Decide {
    const a = this.term(left);
    const b = this.term(right);
    return (codes) => {
      const x = a(codes);
      if (x === undefined) return -1;
      const y = b(codes);
      return y === undefined ? -1 : holds(x, y) ? 1 : 0;
    };
  }

  #compareFloats(left: Term, right: Term, holds: (a: number, b: number) => boolean): Decide {
    return this.#compare(left, right, (a, b) => holds(Number(a), Number(b)));
  }
}
