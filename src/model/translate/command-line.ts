/**
 * The command line in the model: argc is not negative, argv[argc] is null, the pointers before it point to strings. Strings
 * lie at a fixed distance from each other, so that argv[i] is known where i is; what is in them is unknown. What the
 * program does with the strings is its business; where it may change the array of pointers, nothing is known of that array.
 */
import type { Edge, FunctionGraph } from "../../cfa/cfa.ts";
import {
  add,
  and,
  eq,
  type Formula,
  integer,
  le,
  lt,
  multiply,
  not,
  or,
  subtract,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import type { Analyses } from "../analyses.ts";
import type { Cell } from "../memory/memory.ts";
import type { InputNames, ModelOp } from "../model.ts";
import { modelType } from "../options.ts";
import type { PointsTo, ProgramArguments } from "../pointers/points-to.ts";
import type { Region } from "../pointers/regions.ts";
import { assign, assume, input, inputMemory } from "./outcome.ts";

/** Arguments whose strings have a place of their own. */
const PLACED = 64;
/** Longer than an argument can be on the systems that we know; less where addresses are scarce. */
const LONGEST = 2 ** 20;

/** A pointer of the array, and when it is the one that is read; no value: it may be anything. */
interface PointerRead {
  readonly when: Formula;
  readonly value: Term | undefined;
}

export class CommandLine {
  readonly #t: Analyses;
  readonly #entry: FunctionGraph;
  readonly #given: ProgramArguments | undefined;
  /** The number of arguments that the program was started with, whatever becomes of the parameter. */
  readonly #count: Variable | undefined;
  readonly #word: number;
  #untouched: boolean | undefined;

  constructor(analyses: Analyses) {
    this.#t = analyses;
    this.#entry = analyses.entry;
    this.#given = analyses.pointsTo.arguments;
    this.#count = argumentCount(analyses);
    this.#word = analyses.program.pointerBytes;
  }

  /** What the parameters of the entry function are at the start. */
  start(): readonly ModelOp[] {
    const [first, second, third] = this.#entry.parameters;
    if (first === undefined || this.#count === undefined)
      return this.#entry.parameters.map((parameter) => input(this.#t.variables.of(parameter, 0), undefined));
    const named = (name: string): InputNames => ({ address: 0, nameOf: () => name });
    const ops: ModelOp[] = [
      inputMemory(this.#count, undefined, named(first.name)),
      assume(le(integer(0), variable(this.#count)), undefined),
      assign(this.#t.variables.of(first, 0), variable(this.#count), undefined),
    ];
    const given = this.#given;
    if (second === undefined || given === undefined) return ops;
    const { vector, strings, environment } = given;
    ops.push(assign(this.#t.variables.of(second, 0), integer(this.#baseOf(vector)), undefined));
    for (const cell of this.#t.memory.cellsIn(vector)) if (cell.variable) ops.push(input(cell.variable, undefined));
    for (const cell of this.#t.memory.cellsIn(strings))
      if (cell.variable) ops.push(inputMemory(cell.variable, undefined, this.#characters(strings, cell)));
    if (third === undefined) return ops;
    const target = this.#t.variables.of(third, 0);
    if (environment === undefined) ops.push(input(target, undefined));
    else {
      ops.push(assign(target, integer(this.#baseOf(environment)), undefined));
      for (const cell of this.#t.memory.cellsIn(environment))
        if (cell.variable) ops.push(input(cell.variable, undefined));
    }
    for (const other of this.#entry.parameters.slice(3)) ops.push(input(this.#t.variables.of(other, 0), undefined));
    return ops;
  }

  #baseOf(region: Region): number {
    return this.#t.placementOf(region).base;
  }

  #characters(strings: Region, cell: Cell): InputNames {
    const base = this.#baseOf(strings);
    const pitch = this.#pitch(strings);
    return {
      address: cell.kind === "scalar" ? base + cell.at.offset : undefined,
      nameOf: (address) => `argv[${Math.floor((address - base) / pitch)}][${(address - base) % pitch}]`,
    };
  }

  #pitch(strings: Region): number {
    const { base, end } = this.#t.placementOf(strings);
    return Math.min(LONGEST, Math.floor((end - base) / (PLACED + 1) / 16) * 16);
  }

  /** Reads from the array of pointers; undefined where nothing is known of it, or this is not in it. */
  pointersAt(cell: Cell, address: Term): readonly PointerRead[] | undefined {
    const given = this.#given;
    if (given === undefined || cell.region !== given.vector || this.#count === undefined) return undefined;
    if (cell.shape.bytes !== this.#word || cell.shape.bits !== 8 * this.#word || !this.#isUntouched(given))
      return undefined;
    const base = this.#baseOf(given.vector);
    const end = add(integer(base), multiply(integer(this.#word), variable(this.#count)));
    const placed = integer(base + PLACED * this.#word);
    const scale = integer(this.#pitch(given.strings) / this.#word);
    const string = add(integer(this.#baseOf(given.strings)), multiply(scale, subtract(address, integer(base))));
    return [
      { when: eq(address, end), value: integer(0) },
      { when: and([lt(address, end), lt(address, placed)]), value: string },
      { when: and([not(eq(address, end)), or([le(placed, address), lt(end, address)])]), value: undefined },
    ];
  }

  #isUntouched({ vector }: ProgramArguments): boolean {
    this.#untouched ??= !this.#t.pointsTo.functions.some((graph) =>
      graph.edges.some((edge) => mayWrite(edge, vector, this.#t.pointsTo, this.#t.program.functions)),
    );
    return this.#untouched;
  }
}

function argumentCount({ entry: { name, parameters }, options, variables }: Analyses): Variable | undefined {
  const [first] = parameters;
  if (name !== "main" || first?.type.kind !== "int") return undefined;
  return variables.make(`${first.name} at the start`, modelType(first.type, options), "memory", undefined);
}

/** Sound: whatever is not part of the program and gets a pointer to the region may write it. */
function mayWrite(
  { op }: Edge,
  region: Region,
  pointsTo: PointsTo,
  functions: ReadonlyMap<string, FunctionGraph>,
): boolean {
  const reaches = (term: Term) => pointsTo.targetsOf(term).some((target) => target.region === region);
  switch (op.kind) {
    case "store":
    case "zero":
      return reaches(op.address);
    case "copy":
      return reaches(op.to);
    case "opaque":
      return true;
    case "call":
      if (op.callee.kind === "direct" && functions.has(op.callee.name)) return false;
      return pointsTo.reachableFrom(op.arguments).includes(region);
    default:
      return false;
  }
}
