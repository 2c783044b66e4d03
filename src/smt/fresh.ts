/**
 * Variables that no program has: copies of program variables in an unrolling, control variables, names of subterms. One counter
 * a kind numbers them until `release`, so that no two of them have the same id.
 *
 * Ids are above those of any program and ordered by kind. Linear forms merge by id and solvers look at variables in this order,
 * so that a new kind belongs where its variables should come among the others.
 */
import { eq, type Formula, integer, not, type Variable, variable } from "../logic/term.ts";
import { intType, type ValueType } from "../logic/types.ts";
import { onRelease } from "../util/release.ts";

const KINDS = [
  /** The number of rounds of a loop: the only kind that domains see, whose maps need ids below 2^31. */
  "round",
  /** Values and control inside a block, symbols of scripts. */
  "block",
  /** Copies of program variables in an unrolling. */
  "copy",
  /** Unknown values along a path. */
  "symbol",
  /** Names of subterms. */
  "name",
  /** Names of subterms inside a solver. */
  "solver",
  /** What the search for inputs adds. */
  "search",
] as const;

type Kind = (typeof KINDS)[number];

// Programs number their variables densely from 0.
const FIRST_ID = 2 ** 29;
// More than any run makes, and no multiple of 2^32, so that hashes of ids tell kinds apart.
const SPAN = 2 ** 44 + 2 ** 28;

const made = new Map<Kind, number>();

onRelease(() => made.clear());

export function isFresh({ id }: Variable): boolean {
  return id >= FIRST_ID;
}

const BOOLEAN = intType(1, "unsigned");

/** Deterministic: the same calls in a run give variables with the same ids and names. */
export class FreshVariables {
  readonly #kind: Kind;

  constructor(kind: Kind = "block") {
    this.#kind = kind;
  }

  make(name: string, type: ValueType): Variable {
    const earlier = made.get(this.#kind) ?? 0;
    made.set(this.#kind, earlier + 1);
    return { id: FIRST_ID + SPAN * KINDS.indexOf(this.#kind) + earlier, name, type, role: "temporary" };
  }

  /** A Boolean: a variable of one bit. Solvers treat `isSet` of it as a propositional literal. */
  boolean(name: string): Variable {
    return this.make(name, BOOLEAN);
  }
}

/** The atom `b = 1` of a Boolean variable: always written in this way, so that it is one literal. */
export function isSet(boolean: Variable): Formula {
  return eq(variable(boolean), integer(1));
}

export function isClear(boolean: Variable): Formula {
  return not(isSet(boolean));
}
