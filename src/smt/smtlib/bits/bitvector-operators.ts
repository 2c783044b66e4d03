/**
 * The theory FixedSizeBitVectors and the functions of the logic QF_BV (SMT-LIB 2.7). Derived functions are written as the standard
 * defines them.
 */
import {
  type Application,
  alike,
  type BitOperator,
  indicesOf,
  operandsOf,
  requireKind,
  widthOf,
  wrong,
} from "./application.ts";
import { BOOL, bitVector } from "./sorts.ts";
import type { BitTerm, Operator, Terms } from "./term.ts";

/** Widths beyond this are refused, so that no index asks for more memory than there is. */
const WIDEST = 65_536;
/** Of products and quotients, whose circuits are quadratic: some ten million gates. */
const WIDEST_PRODUCT = 2048;

function unary(operator: Operator): BitOperator {
  return (application) => {
    const [a] = alike("BitVec", application, 1);
    return application.terms.make(operator, a.sort, [a]);
  };
}

function binary(operator: Operator, widest = WIDEST): BitOperator {
  return (application) => {
    const operands = alike("BitVec", application, 2);
    limitWidth(widthOf(operands[0]), widest, application);
    return application.terms.make(operator, operands[0].sort, operands);
  };
}

/** Associates to the left. */
function several(operator: Operator, widest = WIDEST): BitOperator {
  return (application) => {
    const operands = alike("BitVec", application, 2, Infinity);
    limitWidth(widthOf(operands[0]), widest, application);
    return application.terms.make(operator, operands[0].sort, operands);
  };
}

function relation(operator: Operator, order: "as written" | "swapped"): BitOperator {
  return (application) => {
    const [a, b] = alike("BitVec", application, 2) as [BitTerm, BitTerm];
    return application.terms.make(operator, BOOL, order === "as written" ? [a, b] : [b, a]);
  };
}

/** What a function of two vectors of one width is written as. */
function derived(write: (a: BitTerm, b: BitTerm, on: Writer) => BitTerm, widest = WIDEST - 1): BitOperator {
  return (application) => {
    const [a, b] = alike("BitVec", application, 2) as [BitTerm, BitTerm];
    limitWidth(widthOf(a), widest, application);
    return write(a, b, new Writer(application.terms));
  };
}

/** Short names for what derived functions are written with. */
class Writer {
  readonly terms: Terms;

  constructor(terms: Terms) {
    this.terms = terms;
  }

  make(operator: Operator, a: BitTerm, ...others: readonly BitTerm[]): BitTerm {
    return this.terms.make(operator, a.sort, [a, ...others]);
  }

  subtract(a: BitTerm, b: BitTerm): BitTerm {
    return this.make("bvadd", a, this.make("bvneg", b));
  }

  isNegative(a: BitTerm): BitTerm {
    const top = widthOf(a) - 1;
    return this.terms.equal(this.terms.extract(top, top, a), this.terms.constant(bitVector(1), 1n));
  }

  magnitude(a: BitTerm): BitTerm {
    return this.terms.ite(this.isNegative(a), this.make("bvneg", a), a);
  }

  zero(like: BitTerm): BitTerm {
    return this.terms.constant(like.sort, 0n);
  }

  least(like: BitTerm): BitTerm {
    return this.terms.constant(like.sort, 1n << BigInt(widthOf(like) - 1));
  }

  /** Whether the exact result, in words wide enough for it, is more than the lowest bits say. */
  overflows(operator: Operator, a: BitTerm, b: BitTerm, extension: "zero_extend" | "sign_extend", by: number): BitTerm {
    const { terms } = this;
    const exact = this.make(operator, terms.extend(extension, by, a), terms.extend(extension, by, b));
    const kept = terms.extract(widthOf(a) - 1, 0, exact);
    return terms.not(terms.equal(exact, terms.extend(extension, by, kept)));
  }
}

function concat(application: Application): BitTerm {
  const operands = operandsOf(application, 2, Infinity);
  for (const operand of operands) requireKind(operand, "BitVec", application);
  narrow(
    operands.reduce((sum, operand) => sum + widthOf(operand), 0),
    application,
  );
  return application.terms.pack(operands);
}

function narrow(width: number, application: Application): void {
  if (width > WIDEST) wrong(`a bit-vector of ${width} bits is not supported`, application);
}

function limitWidth(width: number, widest: number, application: Application): void {
  if (width > widest) wrong(`${application.name} of ${width} bits is not supported`, application);
}

function extension(kind: "zero_extend" | "sign_extend"): BitOperator {
  return (application) => {
    const [by] = indicesOf(application, 1) as [number];
    const [a] = alike("BitVec", application, 1);
    narrow(widthOf(a) + by, application);
    return application.terms.extend(kind, by, a);
  };
}

function rotation(direction: "left" | "right"): BitOperator {
  return (application) => {
    const { terms } = application;
    const [index] = indicesOf(application, 1) as [number];
    const [a] = alike("BitVec", application, 1);
    const width = widthOf(a);
    const left = direction === "left" ? index % width : (width - (index % width)) % width;
    if (left === 0) return a;
    return terms.pack([terms.extract(width - left - 1, 0, a), terms.extract(width - 1, width - left, a)]);
  };
}

export const BITVECTOR_OPERATORS: Readonly<Record<string, BitOperator>> = {
  concat,
  extract: (application) => {
    const [high, low] = indicesOf(application, 2) as [number, number];
    const [a] = alike("BitVec", application, 1);
    if (high >= widthOf(a) || low > high) wrong("the indices of extract should lie in the operand", application);
    return application.terms.extract(high, low, a);
  },
  repeat: (application) => {
    const [times] = indicesOf(application, 1) as [number];
    const [a] = alike("BitVec", application, 1);
    if (times === 0) wrong("repeat should have a positive index", application);
    narrow(times * widthOf(a), application);
    return application.terms.pack(new Array<BitTerm>(times).fill(a));
  },
  zero_extend: extension("zero_extend"),
  sign_extend: extension("sign_extend"),
  rotate_left: rotation("left"),
  rotate_right: rotation("right"),
  bvnot: unary("bvnot"),
  bvneg: unary("bvneg"),
  bvand: several("bvand"),
  bvor: several("bvor"),
  bvxor: several("bvxor"),
  bvadd: several("bvadd"),
  bvmul: several("bvmul", WIDEST_PRODUCT),
  bvudiv: binary("bvudiv", WIDEST_PRODUCT),
  bvurem: binary("bvurem", WIDEST_PRODUCT),
  bvshl: binary("bvshl"),
  bvlshr: binary("bvlshr"),
  bvashr: binary("bvashr"),
  bvnand: derived((a, b, on) => on.make("bvnot", on.make("bvand", a, b))),
  bvnor: derived((a, b, on) => on.make("bvnot", on.make("bvor", a, b))),
  bvxnor: derived((a, b, on) => on.make("bvnot", on.make("bvxor", a, b))),
  bvsub: derived((a, b, on) => on.subtract(a, b)),
  bvcomp: derived((a, b, { terms }) =>
    terms.ite(terms.equal(a, b), terms.constant(bitVector(1), 1n), terms.constant(bitVector(1), 0n)),
  ),
  bvsdiv: derived((a, b, on) => {
    const quotient = on.make("bvudiv", on.magnitude(a), on.magnitude(b));
    const differ = on.terms.make("xor", BOOL, [on.isNegative(a), on.isNegative(b)]);
    return on.terms.ite(differ, on.make("bvneg", quotient), quotient);
  }, WIDEST_PRODUCT),
  bvsrem: derived((a, b, on) => {
    const rest = on.make("bvurem", on.magnitude(a), on.magnitude(b));
    return on.terms.ite(on.isNegative(a), on.make("bvneg", rest), rest);
  }, WIDEST_PRODUCT),
  // The sign of the divisor.
  bvsmod: derived((a, b, on) => {
    const { terms } = on;
    const rest = on.make("bvurem", on.magnitude(a), on.magnitude(b));
    const negated = on.make("bvneg", rest);
    const whenNegative = terms.ite(on.isNegative(b), negated, on.make("bvadd", negated, b));
    const whenPositive = terms.ite(on.isNegative(b), on.make("bvadd", rest, b), rest);
    const signed = terms.ite(on.isNegative(a), whenNegative, whenPositive);
    return terms.ite(terms.equal(rest, on.zero(rest)), rest, signed);
  }, WIDEST_PRODUCT),
  bvult: relation("bvult", "as written"),
  bvule: relation("bvule", "as written"),
  bvugt: relation("bvult", "swapped"),
  bvuge: relation("bvule", "swapped"),
  bvslt: relation("bvslt", "as written"),
  bvsle: relation("bvsle", "as written"),
  bvsgt: relation("bvslt", "swapped"),
  bvsge: relation("bvsle", "swapped"),
  bvnego: (application) => {
    const [a] = alike("BitVec", application, 1);
    return application.terms.equal(a, new Writer(application.terms).least(a));
  },
  bvuaddo: derived((a, b, on) => on.overflows("bvadd", a, b, "zero_extend", 1)),
  bvsaddo: derived((a, b, on) => on.overflows("bvadd", a, b, "sign_extend", 1)),
  bvumulo: derived((a, b, on) => on.overflows("bvmul", a, b, "zero_extend", widthOf(a)), WIDEST_PRODUCT / 2),
  bvsmulo: derived((a, b, on) => on.overflows("bvmul", a, b, "sign_extend", widthOf(a)), WIDEST_PRODUCT / 2),
  bvusubo: derived((a, b, on) => on.terms.make("bvult", BOOL, [a, b])),
  bvssubo: derived((a, b, on) => {
    const { terms } = on;
    const [x, y] = [terms.extend("sign_extend", 1, a), terms.extend("sign_extend", 1, b)];
    const exact = on.subtract(x, y);
    return terms.not(terms.equal(exact, terms.extend("sign_extend", 1, terms.extract(widthOf(a) - 1, 0, exact))));
  }),
  bvsdivo: derived((a, b, on) => {
    const minusOne = on.make("bvnot", on.zero(b));
    return on.terms.and([on.terms.equal(a, on.least(a)), on.terms.equal(b, minusOne)]);
  }),
};
