/**
 * Variables that no program has: copies of program variables in an unrolling, control variables, names of subterms. Their
 * ids start above those of any program, so that they sort last and never meet a program variable.
 *
 * Linear forms merge by id, so that makers of variables that meet in one formula number them apart:
 *   2^30 blocks and scripts, 2^30 + 2^29 copies in an unrolling (vinta), 2^34 symbols of a path (evidence),
 *   2^36 interpolation and focus paths, 2^40 names of the own solver, 2^45 the search for inputs.
 */
import { eq, type Formula, integer, not, type Variable, variable } from "../logic/term.ts";
import { intType, type ValueType } from "../logic/types.ts";

// Programs number their variables densely from 0.
export const FIRST_ID = 2 ** 30;

const BOOLEAN = intType(1, "unsigned");

/** Deterministic: the same calls give variables with the same ids and names. */
export class FreshVariables {
  #next: number;

  constructor(first = FIRST_ID) {
    this.#next = first;
  }

  make(name: string, type: ValueType): Variable {
    const made: Variable = { id: this.#next, name: `${name}`, type, role: "temporary" };
    this.#next += 1;
    return made;
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
