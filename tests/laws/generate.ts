/**
 * Random variables, terms, formulas and states for the law tests, from one seed a case. A state is built by a random
 * sequence of operations together with witnesses: valuations that concrete execution of the same operations reaches, so
 * that every one of them should be in the state. With few bits the witnesses are all valuations; otherwise a sample.
 */
import type { Domain } from "../../src/domains/domain.ts";
import { evaluate, holds } from "../../src/logic/evaluate.ts";
import * as t from "../../src/logic/term.ts";
import { F32, F64, highest, intType, lowest, MATH_INTEGER, type ValueType } from "../../src/logic/types.ts";
import { forEachNode, type TermNode } from "../../src/logic/visit.ts";
import { fromBig, type Int } from "../../src/numbers/int.ts";

export type Valuation = ReadonlyMap<t.Variable, Int>;

/** A pseudo-random stream: the case is its seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
    for (let i = 0; i < 4; i++) this.next();
  }

  next(): number {
    let s = this.#state;
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    this.#state = s >>> 0;
    return this.#state;
  }

  /** 0 <= result < bound */
  below(bound: number): number {
    return this.next() % bound;
  }

  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

const MACHINE = [3, 4, 5].flatMap((bits) => [intType(bits, "signed"), intType(bits, "unsigned")]);

function pool(types: readonly ValueType[], first: number): t.Variable[] {
  return types.map((type, i) => ({ id: first + i, name: `v${first + i}`, type, role: "local" as const }));
}

const INTEGERS = [...pool(MACHINE, 1), ...pool(MACHINE, 20)];
const UNBOUNDED = pool([MATH_INTEGER, MATH_INTEGER], 40);
const FLOATS = pool([F64, F32], 50);
/** Names nothing else uses, for renaming: partner of id n is id n + 100. */
export const PARTNERS = new Map(
  [...INTEGERS, ...UNBOUNDED, ...FLOATS].map((of) => [of, { ...of, id: of.id + 100, name: `${of.name}'` }]),
);

/** The variables of one case, and a sample (or all) of their valuations. */
export class Case {
  readonly random: Random;
  readonly variables: readonly t.Variable[];
  readonly everything: readonly Valuation[];

  constructor(seed: number) {
    this.random = new Random(seed);
    this.variables = this.#chooseVariables();
    this.everything = this.#chooseValuations();
  }

  #chooseVariables(): t.Variable[] {
    const chosen = new Set<t.Variable>();
    const count = 2 + this.random.below(2);
    while (chosen.size < count) chosen.add(this.random.pick(INTEGERS));
    if (this.random.chance(4)) chosen.add(this.random.pick(UNBOUNDED));
    if (this.random.chance(6)) chosen.add(this.random.pick(FLOATS));
    return [...chosen];
  }

  #chooseValuations(): Valuation[] {
    const finite = this.variables.every((of) => of.type.kind === "int");
    const size = finite
      ? this.variables.reduce((product, of) => product * 2 ** (of.type as { bits: number }).bits, 1)
      : Infinity;
    if (size <= 1024 && this.random.chance(16)) return enumerate(this.variables);
    return Array.from({ length: 12 }, () => new Map(this.variables.map((of) => [of, this.value(of)])));
  }

  /** Some value of a variable's type, often at its ends. */
  value(of: t.Variable): Int {
    const { type } = of;
    if (type.kind === "int") {
      if (this.random.chance(4)) return this.random.pick([lowest(type), highest(type)]);
      return Number(lowest(type)) + this.random.below(2 ** type.bits);
    }
    if (type.kind === "float") return this.float(type.format);
    return this.random.chance(10) ? this.#large() : this.random.below(41) - 20;
  }

  #large(): Int {
    const size = 2n ** BigInt(50 + this.random.below(20)) + BigInt(this.random.below(100));
    return fromBig(this.random.chance(2) ? size : -size);
  }

  float(format: string): number {
    const special = [0, -0, 1, -1, 0.5, 3.25, -7.75, 1e10, -1e300, Infinity, -Infinity, Number.NaN, 0.1, 5e-324];
    const value = this.random.pick(special);
    return format === "f32" ? Math.fround(value) : value;
  }

  integers(): t.Variable[] {
    return this.variables.filter((of) => of.type.kind !== "float");
  }

  floats(): t.Variable[] {
    return this.variables.filter((of) => of.type.kind === "float");
  }

  constant(): t.Term {
    if (this.random.chance(40)) return t.integer(this.#large());
    return t.integer(this.random.chance(4) ? this.random.below(60) - 30 : this.random.below(9) - 4);
  }

  term(depth: number): t.Term {
    const { random } = this;
    if (depth <= 0 || random.chance(4))
      return random.chance(3) ? this.constant() : t.variable(random.pick(this.integers()));
    const a = () => this.term(depth - 1);
    switch (random.below(16)) {
      case 0:
      case 1:
      case 2:
        return t.add(a(), a());
      case 3:
      case 4:
        return t.subtract(a(), a());
      case 5:
        return t.multiply(this.constant(), a());
      case 6:
        return t.multiply(a(), a());
      case 7:
        return t.divide(a(), a());
      case 8:
        return t.remainder(a(), a());
      case 9:
        return t.bits(random.pick(["bitand", "bitor", "bitxor"] as const), a(), a());
      case 10:
        return t.bits(random.pick(["shiftleft", "shiftright"] as const), a(), t.integer(random.below(5)));
      case 11:
        return t.bits(
          random.pick(["shiftleft", "shiftright"] as const),
          a(),
          t.wrap(a(), intType(3, "unsigned"), "conversion"),
        );
      case 12:
        return t.ite(this.formula(depth - 1), a(), a());
      case 13:
        return t.negate(a());
      case 14: {
        const floats = this.floats();
        if (floats.length === 0) return a();
        return t.floatToInt(this.floatTerm(depth - 1), random.pick(MACHINE));
      }
      default:
        return t.wrap(a(), random.pick(MACHINE), random.pick(["arithmetic", "conversion"] as const));
    }
  }

  floatTerm(depth: number): t.Term {
    const { random } = this;
    const type = random.pick([F32, F64]);
    if (depth <= 0 || random.chance(3)) {
      const of = random.pick(this.floats());
      return random.chance(3) ? t.float(this.float(type.format), type) : t.floatToFloat(t.variable(of), type);
    }
    const a = () => t.floatToFloat(this.floatTerm(depth - 1), type);
    if (random.chance(5)) return t.floatNegate(a(), type);
    if (random.chance(5)) return t.intToFloat(this.term(depth - 1), type);
    const kind = random.pick(["fadd", "fsubtract", "fmultiply", "fdivide", "fremainder"] as const);
    return t.floatBinary(kind, a(), a(), type);
  }

  formula(depth: number): t.Formula {
    const { random } = this;
    if (depth > 0 && random.chance(3)) {
      const parts = Array.from({ length: 2 + random.below(2) }, () => this.formula(depth - 1));
      const result = random.chance(2) ? t.and(parts) : t.or(parts);
      return random.chance(4) ? t.not(result) : result;
    }
    const atom = this.#atom(depth);
    return random.chance(3) ? t.not(atom) : atom;
  }

  #atom(depth: number): t.Formula {
    const { random } = this;
    const compare = random.pick([t.eq, t.lt, t.le]);
    if (this.floats().length > 0 && random.chance(3))
      return t.floatComparison(random.pick(["feq", "flt", "fle"] as const), this.floatTerm(1), this.floatTerm(1));
    const x = () => t.variable(random.pick(this.integers()));
    switch (random.below(5)) {
      case 0:
        return compare(x(), this.constant());
      case 1:
        return compare(t.add(x(), x()), this.constant());
      case 2:
        return compare(t.subtract(x(), x()), this.constant());
      default:
        return compare(this.term(depth), this.term(depth));
    }
  }

  /** A target and a value for it; mostly wrapped to the target's type, as the lowering does. */
  assignment(): { target: t.Variable; value: t.Term } {
    const target = this.random.pick(this.variables);
    const { type } = target;
    if (type.kind === "float") return { target, value: t.floatToFloat(this.floatTerm(2), type) };
    const value = this.random.chance(3) ? this.simpleValue() : this.term(2);
    if (type.kind !== "int" || this.random.chance(4)) return { target, value };
    return { target, value: t.wrap(value, type, "arithmetic") };
  }

  /** c, x + c or c - x: what octagons assign exactly. */
  simpleValue(): t.Term {
    const x = t.variable(this.random.pick(this.integers()));
    return this.random.pick([this.constant(), t.add(x, this.constant()), t.subtract(this.constant(), x)]);
  }
}

function enumerate(variables: readonly t.Variable[]): Valuation[] {
  let list: Map<t.Variable, Int>[] = [new Map()];
  for (const of of variables) {
    const type = of.type as Parameters<typeof lowest>[0];
    const values = Array.from({ length: 2 ** type.bits }, (_, k) => Number(lowest(type)) + k);
    list = list.flatMap((known) => values.map((value) => new Map(known).set(of, value)));
  }
  return list;
}

// --- Concrete execution -------------------------------------------------------------------------------------------

export function satisfies(valuation: Valuation, formula: t.Formula): boolean | undefined {
  return holds(formula, { valueOf: (of) => valuation.get(of) });
}

const PARTIAL = new Set(["divide", "remainder", "shiftleft", "shiftright", "floatToInt"]);

/** No operation in it is excluded (a zero divisor, ...) under the valuation, even where its result would not matter. */
function isDefined(valuation: Valuation, node: TermNode): boolean {
  let defined = true;
  forEachNode(node, (part) => {
    if (!defined || !PARTIAL.has(part.kind)) return;
    defined = evaluate(part as t.Term, { valueOf: (of) => valuation.get(of) }) !== undefined;
  });
  return defined;
}

function isOfType(value: Int, type: ValueType): boolean {
  return type.kind !== "int" || (value >= lowest(type) && value <= highest(type));
}

/** The valuation after target := value; undefined where the execution is excluded. */
export function execute(valuation: Valuation, target: t.Variable, value: t.Term): Valuation | undefined {
  const result = evaluate(value, { valueOf: (of) => valuation.get(of) });
  if (result === undefined || typeof result === "object" || !isOfType(result, target.type)) return undefined;
  if (!isDefined(valuation, value)) return undefined;
  return new Map(valuation).set(target, result);
}

/** A state and valuations that should all be in it. */
export interface Witnessed<S> {
  readonly state: S;
  readonly witnesses: readonly Valuation[];
  /** How it was built, for the report of a violation. */
  readonly history: string;
}

export function sameValuation(a: Valuation, b: Valuation): boolean {
  for (const [of, value] of a) if (!Object.is(b.get(of), value)) return false;
  return true;
}

/** A random state over the variables of a case. */
export function build<S>(domain: Domain<S>, from: Case, steps: number): Witnessed<S> {
  let current: Witnessed<S> = { state: domain.top, witnesses: from.everything, history: "top" };
  for (let i = 0; i < steps; i++) current = step(domain, from, current, steps);
  return current;
}

function step<S>(domain: Domain<S>, from: Case, before: Witnessed<S>, steps: number): Witnessed<S> {
  const { random } = from;
  switch (random.below(steps > 2 ? 8 : 6)) {
    case 0:
    case 1:
    case 2:
      return assumed(domain, before, from.formula(1));
    case 3:
    case 4: {
      const { target, value } = from.assignment();
      return assigned(domain, before, target, value);
    }
    case 5:
      return forgotten(domain, from, before, random.pick(from.variables));
    case 6: {
      const other = build(domain, from, 2);
      return {
        state: domain.join(before.state, other.state),
        witnesses: [...before.witnesses, ...other.witnesses].slice(0, 2048),
        history: `join(${before.history}, ${other.history})`,
      };
    }
    default: {
      const other = build(domain, from, 2);
      return {
        state: domain.widen(before.state, other.state),
        witnesses: [...before.witnesses, ...other.witnesses].slice(0, 2048),
        history: `widen(${before.history}, ${other.history})`,
      };
    }
  }
}

export function assumed<S>(domain: Domain<S>, before: Witnessed<S>, condition: t.Formula): Witnessed<S> {
  return {
    state: domain.assume(before.state, condition),
    witnesses: before.witnesses.filter(
      (valuation) => satisfies(valuation, condition) === true && isDefined(valuation, condition),
    ),
    history: `${before.history}; assume #${condition.id}`,
  };
}

export function assigned<S>(domain: Domain<S>, before: Witnessed<S>, target: t.Variable, value: t.Term): Witnessed<S> {
  return {
    state: domain.assign(before.state, target, value),
    witnesses: before.witnesses.flatMap((valuation) => execute(valuation, target, value) ?? []),
    history: `${before.history}; ${target.name} := #${value.id}`,
  };
}

export function forgotten<S>(domain: Domain<S>, from: Case, before: Witnessed<S>, target: t.Variable): Witnessed<S> {
  return {
    state: domain.forget(before.state, target),
    witnesses: before.witnesses.map((valuation) => new Map(valuation).set(target, from.value(target))),
    history: `${before.history}; forget ${target.name}`,
  };
}
