/**
 * Random sessions with a solver, reproducible from a seed: formulas asserted, pushed, popped and checked with assumptions.
 * A shape fixes what kind of variables, numbers and structure a session has, so that each weakness has sessions that
 * look for it.
 */

import type { Formula, Term, Variable } from "../../../src/logic/term.ts";
import * as t from "../../../src/logic/term.ts";
import { arrayType, intType, MATH_INTEGER, REAL, type ValueType } from "../../../src/logic/types.ts";
import { fromBig, type Int } from "../../../src/numbers/int.ts";
import { isSet } from "../../../src/smt/fresh.ts";
import { type Random, randomSource } from "../interpolation-problems.ts";

export type Step =
  | { readonly kind: "assert"; readonly formula: Formula }
  | { readonly kind: "push" }
  | { readonly kind: "pop" }
  | { readonly kind: "check"; readonly assumptions: readonly Formula[] };

export interface Session {
  readonly shape: string;
  readonly steps: readonly Step[];
}

interface Shape {
  readonly name: string;
  /** Types of variables; a session takes some of each. */
  readonly types: readonly ValueType[];
  readonly variables: readonly [least: number, most: number];
  /** Largest coefficient; numbers beyond 2^53 where it is. */
  readonly coefficient: number | bigint;
  readonly constant: number | bigint;
  /** Of a linear sum. */
  readonly terms: number;
  /** Of the Boolean structure. */
  readonly depth: number;
  readonly relations: readonly ("eq" | "ne" | "lt" | "le")[];
  /** Operations beyond linear sums, by chance. */
  readonly operations: readonly ("ite" | "wrap" | "divide" | "remainder" | "bits" | "select" | "product")[];
}

const BIT = intType(1, "unsigned");
const TINY = intType(3, "signed");
const BYTE = intType(8, "unsigned");
const INT = intType(32, "signed");
const UNSIGNED = intType(32, "unsigned");
const LONG = intType(64, "signed");

/** Everything in QF_LIA and QF_LRA, unless the name says otherwise. */
const SHAPES: readonly Shape[] = [
  shape("small domains", { types: [TINY, BYTE], variables: [2, 4] }),
  shape("machine integers", { types: [INT, UNSIGNED], coefficient: 7, constant: 1000 }),
  shape("big coefficients", {
    types: [MATH_INTEGER, LONG],
    coefficient: 2n ** 70n,
    constant: 2n ** 80n,
    variables: [2, 3],
  }),
  shape("limits of types", { types: [INT, UNSIGNED, LONG], coefficient: 3, constant: 2n ** 31n + 1n }),
  shape("equalities", {
    types: [MATH_INTEGER, INT],
    relations: ["eq", "eq", "eq", "ne", "le"],
    terms: 4,
    coefficient: 9,
  }),
  shape("disequalities", {
    types: [TINY],
    relations: ["ne", "ne", "ne", "le"],
    variables: [3, 5],
    coefficient: 1,
    terms: 2,
  }),
  shape("if-then-else", { types: [BYTE, INT], operations: ["ite"] }),
  shape("wraps and division", { types: [BYTE, INT], operations: ["wrap", "divide", "remainder"] }),
  shape("deep structure", { types: [INT, BIT], depth: 7, terms: 2, variables: [4, 8] }),
  shape("propositional", { types: [BIT], depth: 6, variables: [5, 12], terms: 1 }),
  shape("differences", { types: [MATH_INTEGER], coefficient: 1, terms: 2, variables: [4, 8], constant: 9, depth: 4 }),
  shape("reals", { types: [REAL], relations: ["eq", "ne", "lt", "le"], coefficient: 6 }),
  shape("big reals", { types: [REAL], coefficient: 2n ** 60n, constant: 2n ** 66n }),
  shape("mixed integers and reals", { types: [REAL, INT], depth: 3 }),
  shape("unbounded integers", { types: [MATH_INTEGER], coefficient: 5, depth: 4 }),
  shape("everything linear", { types: [INT, BYTE, BIT], operations: ["ite", "wrap", "divide", "remainder"], depth: 4 }),
  // Not linear: the own solver abstracts, and should not claim more than it knows.
  shape("beyond linear: arrays", { types: [BYTE, arrayType(BYTE)], operations: ["select"], variables: [3, 5] }),
  shape("beyond linear: bits and products", {
    types: [TINY],
    operations: ["bits", "product", "ite"],
    variables: [2, 3],
  }),
];

export const SHAPE_NAMES: readonly string[] = SHAPES.map(({ name }) => name);

function shape(name: string, differences: Partial<Shape>): Shape {
  const usual = {
    types: [INT],
    variables: [2, 5],
    coefficient: 4,
    constant: 20,
    terms: 3,
    depth: 2,
    operations: [],
  } as const;
  return { ...usual, relations: ["eq", "ne", "lt", "le"], name, ...differences };
}

export function randomSession(seed: number): Session {
  const random = randomSource(seed);
  const of = SHAPES[seed % SHAPES.length] as Shape;
  const writer = new Writer(of, random);
  const steps: Step[] = [];
  let depth = 0;
  const length = random.between(2, 7);
  for (let i = 0; i < length; i += 1) {
    const choice = random.below(6);
    if (choice === 0) {
      steps.push({ kind: "push" });
      depth += 1;
    } else if (choice === 1 && depth > 0) {
      steps.push({ kind: "pop" });
      depth -= 1;
    } else if (choice === 2 && i > 0) steps.push(writer.check());
    else steps.push({ kind: "assert", formula: writer.formula(of.depth) });
  }
  steps.push(writer.check());
  return { shape: of.name, steps };
}

class Writer {
  readonly #shape: Shape;
  readonly #random: Random;
  readonly #scalars: Variable[] = [];
  readonly #arrays: Variable[] = [];
  /** Operations inside operations. */
  #nesting = 0;

  constructor(of: Shape, random: Random) {
    this.#shape = of;
    this.#random = random;
    const count = random.between(...of.variables);
    for (let id = 0; id < count; id += 1) {
      const type = id < of.types.length ? (of.types[id] as ValueType) : random.pick(of.types);
      const made: Variable = { id, name: `v${id}`, type, role: "local" };
      (type.kind === "array" ? this.#arrays : this.#scalars).push(made);
    }
  }

  check(): Step {
    const count = this.#random.pick([0, 0, 1, 2, 4]);
    return { kind: "check", assumptions: Array.from({ length: count }, () => this.formula(this.#random.below(2))) };
  }

  formula(depth: number): Formula {
    const random = this.#random;
    if (depth === 0 || random.chance(0.15)) return this.#atom();
    const parts = Array.from({ length: random.between(2, 3) }, () => this.formula(depth - 1));
    const junction = random.chance(0.5) ? t.and(parts) : t.or(parts);
    return random.chance(0.2) ? t.not(junction) : junction;
  }

  #atom(): Formula {
    const random = this.#random;
    const bit = random.pick(this.#scalars);
    if (bit.type === BIT && random.chance(0.8)) return random.chance(0.5) ? isSet(bit) : t.not(isSet(bit));
    const left = this.#sum();
    const right = random.chance(0.6) ? t.integer(this.#number(this.#shape.constant)) : this.#sum();
    switch (random.pick(this.#shape.relations)) {
      case "eq":
        return t.eq(left, right);
      case "ne":
        return t.ne(left, right);
      case "lt":
        return t.lt(left, right);
      case "le":
        return t.le(left, right);
    }
  }

  #sum(): Term {
    const random = this.#random;
    let sum = this.#summand();
    for (let i = random.below(this.#shape.terms); i > 0; i -= 1)
      sum = random.chance(0.7) ? t.add(sum, this.#summand()) : t.subtract(sum, this.#summand());
    return sum;
  }

  #summand(): Term {
    const random = this.#random;
    const isPlain = this.#shape.operations.length === 0 || this.#nesting > 1 || random.chance(0.6);
    this.#nesting += 1;
    const base = isPlain ? this.#variable() : this.#operation();
    this.#nesting -= 1;
    return random.chance(0.4) ? base : t.multiply(t.integer(this.#number(this.#shape.coefficient)), base);
  }

  #variable(): Term {
    return t.variable(this.#random.pick(this.#scalars));
  }

  #operation(): Term {
    const random = this.#random;
    const divisor = t.integer(random.pick([2, 3, 7, -3, 10]));
    switch (random.pick(this.#shape.operations)) {
      case "ite":
        return t.ite(this.#atom(), this.#sum(), this.#sum());
      case "wrap":
        return t.wrap(this.#sum(), random.pick([BYTE, intType(8, "signed"), UNSIGNED, INT, TINY]), "conversion");
      case "divide":
        return t.divide(this.#sum(), divisor);
      case "remainder":
        return t.remainder(this.#sum(), divisor);
      case "bits":
        return t.bits(random.pick(["bitand", "bitor", "bitxor"]), this.#variable(), this.#variable());
      case "product":
        return t.multiply(this.#variable(), this.#variable());
      case "select":
        return this.#element();
    }
  }

  #element(): Term {
    const random = this.#random;
    if (this.#arrays.length === 0) return this.#variable();
    let array = t.variable(random.pick(this.#arrays));
    const stored = t.wrap(this.#variable(), BYTE, "conversion");
    if (random.chance(0.5)) array = t.store(array, this.#variable(), stored);
    return t.select(array, random.chance(0.7) ? this.#variable() : t.integer(random.below(4)));
  }

  #number(largest: number | bigint): Int {
    const random = this.#random;
    if (typeof largest === "number") return random.between(-largest, largest);
    // Around powers of two, where representations end.
    if (random.chance(0.3)) return random.between(-9, 9);
    const bits = largest.toString(2).length - 1;
    const power = 2n ** BigInt(random.chance(0.5) ? bits : random.below(bits));
    const value = power + BigInt(random.between(-2, 2)) + (random.chance(0.3) ? BigInt(random.below(2 ** 31)) : 0n);
    return fromBig(random.chance(0.5) ? value : -value);
  }
}
