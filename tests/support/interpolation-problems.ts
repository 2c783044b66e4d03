/**
 * Random interpolation problems for tests and for the fuzzer, reproducible from a seed: chains and DAGs whose edges look
 * like steps of a program (guards, assignments, choices between them) or like nothing in particular.
 */
import {
  add,
  and,
  eq,
  FALSE,
  type Formula,
  integer,
  ite,
  le,
  lt,
  multiply,
  not,
  or,
  remainder,
  select,
  store,
  subtract,
  type Term,
  type Variable,
  variable,
  wrap,
} from "../../src/logic/term.ts";
import { arrayType, intType, MATH_INTEGER, REAL, type ValueType } from "../../src/logic/types.ts";
import { variablesOf } from "../../src/logic/visit.ts";
import { isSet } from "../../src/smt/fresh.ts";
import type { DagEdge, DagProblem } from "../../src/smt/interpolator.ts";

/** mulberry32: small, fast, good enough for test data. */
export function randomSource(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)]!,
  };
}

export interface Random {
  /** 0 .. bound-1. */
  below(bound: number): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** What a problem is made of, chosen once a problem so that kinds of problems stay apart. */
interface Flavour {
  readonly type: ValueType;
  readonly largest: number;
  readonly terms: "linear" | "machine" | "memory";
  readonly steps: "program" | "any";
}

function flavour(random: Random): Flavour {
  const kind = random.below(10);
  const type =
    kind < 6 ? MATH_INTEGER : kind < 7 ? REAL : intType(random.pick([4, 8, 32]), random.pick(["signed", "unsigned"]));
  return {
    type,
    largest: random.chance(0.1) ? 2 ** 40 : random.pick([1, 2, 3, 7]),
    terms: type === REAL || random.chance(0.65) ? "linear" : random.chance(0.7) ? "machine" : "memory",
    steps: random.chance(0.6) ? "program" : "any",
  };
}

class Maker {
  readonly random: Random;
  readonly #flavour: Flavour;
  readonly #memory = new Map<Term, Term>();
  #next = 1;

  constructor(random: Random) {
    this.random = random;
    this.#flavour = flavour(random);
  }

  variable(name: string): Term {
    return variable(this.#make(name, this.#flavour.type));
  }

  /** The variables of a node: scalars, and an array that the last one stands for when memory is read. */
  state(width: number, index: number): Term[] {
    const scalars = Array.from({ length: width }, (_, k) => this.variable(`${"xyz"[k]}${index}`));
    if (this.#flavour.terms === "memory") {
      const memory = variable(this.#make(`m${index}`, arrayType(MATH_INTEGER)));
      for (const scalar of scalars) this.#memory.set(scalar, memory);
    }
    return scalars;
  }

  boolean(name: string): Variable {
    return this.#make(name, intType(1, "unsigned"));
  }

  #make(name: string, type: ValueType): Variable {
    this.#next += 1;
    return { id: this.#next, name, type, role: "local" };
  }

  constant(): Term {
    const { largest } = this.#flavour;
    return integer(this.random.between(-largest * 3, largest * 3));
  }

  coefficient(): Term {
    const { largest } = this.#flavour;
    const size = this.random.chance(0.7) ? 1 : this.random.between(1, largest);
    return integer(this.random.chance(0.5) ? size : -size);
  }

  sum(terms: readonly Term[]): Term {
    let sum = this.constant();
    const count = this.random.between(1, Math.min(3, terms.length));
    for (let i = 0; i < count; i++) {
      const term = this.random.pick(terms);
      sum = this.random.chance(0.5) ? add(sum, multiply(this.coefficient(), term)) : subtract(sum, term);
    }
    return sum;
  }

  /** A term that linear arithmetic needs names for, now and then. */
  value(terms: readonly Term[]): Term {
    const sum = this.sum(terms);
    if (this.#flavour.terms === "linear" || this.random.chance(0.6)) return sum;
    const memory = this.#memory.get(terms[0]!);
    if (memory !== undefined) return select(memory, sum);
    switch (this.random.below(3)) {
      case 0:
        return wrap(sum, intType(this.random.pick([4, 8]), this.random.pick(["signed", "unsigned"])), "conversion");
      case 1:
        return remainder(sum, integer(this.random.between(2, 5)));
      default:
        return ite(lt(this.random.pick(terms), this.constant()), sum, this.sum(terms));
    }
  }

  atom(terms: readonly Term[]): Formula {
    const left = this.value(terms);
    const right = this.random.chance(0.6) ? this.constant() : this.value(terms);
    const kind = this.random.below(6);
    if (kind === 0) return eq(left, right);
    if (kind === 1) return not(eq(left, right));
    return (kind < 4 ? le : lt)(left, right);
  }

  formula(terms: readonly Term[], depth: number): Formula {
    if (depth === 0 || this.random.chance(0.3)) return this.atom(terms);
    const parts = Array.from({ length: this.random.between(2, 3) }, () => this.formula(terms, depth - 1));
    return this.random.chance(0.5) ? and(parts) : or(parts);
  }

  /** One way through a step: a guard, and a new value for each variable. */
  assignment(before: readonly Term[], after: readonly Term[]): Formula {
    const parts = after.map((to, i) => eq(to, this.random.chance(0.5) ? before[i]! : this.value(before)));
    if (this.random.chance(0.6)) parts.push(this.atom(before));
    const [old, updated] = [this.#memory.get(before[0]!), this.#memory.get(after[0]!)];
    if (old !== undefined && updated !== undefined) {
      parts.push(eq(updated, this.random.chance(0.5) ? old : store(old, this.sum(before), this.sum(before))));
    }
    return and(parts);
  }

  step(before: readonly Term[], after: readonly Term[]): Formula {
    if (this.#flavour.steps === "any") return this.formula([...before, ...after], this.random.between(1, 2));
    return or(Array.from({ length: this.random.between(1, 3) }, () => this.assignment(before, after)));
  }

  first(after: readonly Term[]): Formula {
    return and(after.map((to) => (this.random.chance(0.7) ? eq(to, this.constant()) : this.atom([to]))));
  }

  last(before: readonly Term[]): Formula {
    return and(Array.from({ length: this.random.between(1, 3) }, () => this.atom(before)));
  }
}

export function randomSequence(random: Random): Formula[] {
  const maker = new Maker(random);
  const width = random.between(1, 3);
  const length = random.between(2, 6);
  const state = (i: number): Term[] => maker.state(width, i);
  const flag = isSet(maker.boolean("flag"));
  const guarded = (formula: Formula): Formula =>
    random.chance(0.1) ? or([random.chance(0.5) ? flag : not(flag), formula]) : formula;
  let current = state(0);
  const parts = [guarded(maker.first(current))];
  for (let i = 1; i < length - 1; i++) {
    const following = state(i);
    // A variable that two steps share without their neighbours knowing is in scope in between.
    const local = random.chance(0.3) ? [parts.length > 1 ? random.pick(current) : current[0]!] : [];
    parts.push(guarded(maker.step([...current, ...local], following)));
    current = following;
  }
  parts.push(guarded(maker.last(current)));
  return parts;
}

export function randomDag(random: Random): DagProblem {
  const maker = new Maker(random);
  const nodes = random.between(3, 8);
  const width = random.between(1, 3);
  const states = Array.from({ length: nodes }, (_, i) => maker.state(width, i));
  const edges: DagEdge[] = [];
  const connect = (source: number, target: number): void => {
    const [before, after] = [states[source]!, states[target]!];
    const label =
      source === 0 && target === nodes - 1
        ? FALSE
        : source === 0
          ? maker.first(after)
          : target === nodes - 1
            ? maker.last(before)
            : maker.step(before, after);
    edges.push({ source, target, label });
  };
  // Every node but the first has a predecessor and every node but the last a successor: each lies on a path.
  for (let node = 1; node < nodes - 1; node++) connect(random.chance(0.6) ? node - 1 : random.below(node), node);
  for (let node = 1; node < nodes - 1; node++) {
    if (edges.some((edge) => edge.source === node) && random.chance(0.5)) continue;
    connect(node, random.chance(0.6) ? nodes - 1 : random.between(node + 1, nodes - 1));
  }
  if (!edges.some((edge) => edge.source === nodes - 2)) connect(nodes - 2, nodes - 1);
  for (let i = random.below(3); i > 0; i--) {
    const source = random.below(nodes - 1);
    connect(source, random.between(source + 1, nodes - 1));
  }
  return { nodes, edges };
}

/** The same steps with other errors: its interpolants are a well-labelling that restricts the original. */
export function withOtherExits(problem: DagProblem, random: Random): DagProblem {
  const edges = problem.edges.map((edge) => {
    const [of] = [...variablesOf(edge.label)];
    if (edge.target !== problem.nodes - 1 || of === undefined) return edge;
    const [x, bound] = [variable(of), integer(random.between(-20, 20))];
    return { ...edge, label: random.chance(0.5) ? lt(x, bound) : lt(bound, x) };
  });
  return { ...problem, edges };
}
