/**
 * What a term or formula is about, as the program writes it, with its values. Temporaries stand for the expression that they
 * were computed for: a load for the memory it reads, `accounts[1].balance`, a call for its text.
 */
import type { Edge } from "../../cfa/cfa.ts";
import type { StateReader } from "../../interpreter/trace.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import type { ScalarType } from "../../logic/types.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { SourceRange } from "../../util/source.ts";
import type { NamedValue } from "../result.ts";
import { sourceText } from "../source-text.ts";
import { type MemoryMap, numberOf, plainName } from "./memory-map.ts";
import { cellAt, showScalar } from "./values.ts";

// What a person takes in at a glance.
const MOST_OPERANDS = 6;

/** What temporaries of one call stand for, by the edges that have set them. */
export class Origins {
  readonly #cells = new Map<Variable, string>();
  readonly #ranges = new Map<Variable, SourceRange>();
  readonly #map: MemoryMap;

  constructor(map: MemoryMap) {
    this.#map = map;
  }

  /** The state before an edge that gives a temporary its value. */
  note({ op, range }: Edge, state: StateReader): void {
    if (!("target" in op) || op.target?.role !== "temporary") return;
    const address = op.kind === "load" ? numberOf(op.address, state) : undefined;
    const cell = op.kind === "load" && address !== undefined ? cellAt(address, op.access, this.#map)?.name : undefined;
    if (cell === undefined) this.#cells.delete(op.target);
    else this.#cells.set(op.target, cell);
    this.#ranges.set(op.target, range);
  }

  textOf(variable: Variable): string | undefined {
    const range = this.#ranges.get(variable);
    const cell = this.#cells.get(variable);
    return cell ?? (range === undefined ? undefined : sourceText(range, this.#map.program.sources));
  }

  rangeOf(variable: Variable): SourceRange | undefined {
    return this.#ranges.get(variable);
  }
}

/** Each variable of the term once, as far as it has a name and a value. */
export function operandsOf(
  about: Term | Formula,
  state: StateReader,
  origins: Origins | undefined,
  map: MemoryMap,
): NamedValue[] {
  const found: NamedValue[] = [];
  for (const variable of variablesOf(about)) {
    const named = map.namedAs(variable);
    const name = variable.role === "temporary" ? origins?.textOf(variable) : (named?.name ?? plainName(variable.name));
    const value = state.value(variable);
    if (name === undefined || value === undefined || found.some((one) => one.name === name)) continue;
    if (variable.ghost === true || !isName(name, variable)) continue;
    found.push({ name, value: showScalar(value, variable.type as ScalarType, map.shapeOf(variable), map) });
    if (found.length >= MOST_OPERANDS) break;
  }
  return found;
}

/** What the front end has made up (lengths of arrays) has names that no program can have. */
function isName(name: string, { role }: Variable): boolean {
  return role === "temporary" || /^[A-Za-z_]/.test(name);
}
