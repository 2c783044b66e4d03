/**
 * Running the concrete program under a property: shared by the engines that run programs and by replay. Calls of the error
 * functions are errors also where the program gives them a body, so for `unreach-call` these bodies are left out; the
 * label ERROR is watched for on the edges.
 */
import { type Edge, ERROR_LABEL, type ExternalFunction, type FunctionGraph, type Program } from "../cfa/cfa.ts";
import { type RunEnd, Stop } from "../interpreter/end.ts";
import { type InputSource, type RecordedInput, recordInputs } from "../interpreter/inputs.ts";
import { Machine, type MachineOptions } from "../interpreter/machine.ts";
import { machineOptions, type Options, runOptions, VERIFICATION } from "../interpreter/run.ts";
import { Observer, observe, type StateReader, type Trace, trace } from "../interpreter/trace.ts";
import { isErrorFunction } from "../model/library/library.ts";
import type { ExecutionOptions, ModelOptions } from "../model/options.ts";
import { checksOf, type Property } from "../model/properties.ts";
import { isErrorLocation } from "../model/property.ts";
import { tick } from "../util/budget.ts";
import { isSettled, type RunViolation, violationOf } from "./violation.ts";

/** What is left out is as in `DEFAULT_MODEL_OPTIONS`. */
export interface Question extends Partial<ExecutionOptions> {
  readonly program: Program;
  readonly entry: string;
  readonly properties: readonly Property[];
}

export interface ExecutionResult {
  readonly outcome: RunEnd;
  readonly violation: RunViolation | undefined;
  /** What was read, in order: the same values give the same run. */
  readonly inputs: readonly RecordedInput[];
}

/** How often branches were taken and ends of objects accessed, by the edge: times of the edge at the same place. Until the next run. */
export interface Counts {
  readonly edges: readonly Edge[];
  readonly times: Uint32Array;
}

// In units of work: starting a run, a byte of static memory that it sets anew (a few passes over content and shadow), a step of
// it, an input that is recorded, and a step that somebody watches.
const RUN_WORK = 150;
const STATIC_BYTE_WORK = 1 / 1024;
/** The null page and one of small statics: most programs have no more, and RUN_WORK was measured with them. */
const USUAL_STATICS = 8192;
const STEP_WORK = 0.1;
const INPUT_WORK = 1;
const COUNTED_STEP_WORK = 0.15;
const WATCHED_STEP_WORK = 0.5;

/** One program, compiled once, run many times. */
export class Execution {
  readonly #machine: Machine;
  readonly #question: Question;
  readonly #options: Options;
  readonly #startWork: number;
  #watched: Observer | undefined;
  #counting: Machine | undefined;

  constructor(question: Question) {
    this.#question = question;
    this.#options = optionsOf(question);
    this.#machine = new Machine(watchedProgram(question), machineOptions(this.#options));
    this.#startWork = RUN_WORK + STATIC_BYTE_WORK * Math.max(0, this.#machine.layout.stackStart - USUAL_STATICS);
  }

  run(source: InputSource, steps: number): ExecutionResult {
    const inputs: RecordedInput[] = [];
    const outcome = this.#machine.run(runOptions({ ...this.#options, inputs: recordInputs(source, inputs), steps }));
    tick(this.#startWork + STEP_WORK * outcome.steps + INPUT_WORK * inputs.length);
    return { outcome, violation: violationOf(outcome, this.#question), inputs };
  }

  /** The same with counts, but without a look at what is left where the program ends. Other code, compiled once. */
  count(source: InputSource, steps: number): ExecutionResult & { readonly counts: Counts } {
    const inputs: RecordedInput[] = [];
    const options: Options = { ...this.#options, leaks: [], observation: "counts" };
    this.#counting ??= new Machine(watchedProgram(this.#question), machineOptions(options));
    const { counted: edges, counts: times } = this.#counting;
    const outcome = this.#counting.run(runOptions({ ...options, inputs: recordInputs(source, inputs), steps }));
    tick(this.#startWork + COUNTED_STEP_WORK * outcome.steps + INPUT_WORK * inputs.length);
    return { outcome, violation: violationOf(outcome, this.#question), inputs, counts: { edges, times } };
  }

  /** The same with somebody who sees the state before every edge; `onEdge` may end the run. Other code, compiled once. */
  watch(source: InputSource, steps: number, onEdge: (edge: Edge, state: StateReader) => void): ExecutionResult {
    const inputs: RecordedInput[] = [];
    const options = { ...this.#options, inputs: recordInputs(source, inputs), steps };
    this.#watched ??= new Observer(watchedProgram(this.#question), this.#options);
    const outcome = this.#watched.run(options, (edge, state) => {
      tick(WATCHED_STEP_WORK);
      onEdge(edge, state);
    });
    tick(this.#startWork + INPUT_WORK * inputs.length);
    return { outcome, violation: violationOf(outcome, this.#question), inputs };
  }

  /** The run has ended at a violation that nobody asks about. */
  isSettled(outcome: RunEnd): boolean {
    const { properties, settled } = this.#question;
    return settled !== undefined && isSettled(outcome, properties, settled);
  }

  /** Nothing is run any more. */
  close(): void {
    this.#machine.close();
    this.#watched?.close();
    this.#counting?.close();
  }
}

/** The run again, edge by edge. */
export function retell(question: Question, source: InputSource, steps: number): Trace {
  return trace(watchedProgram(question), { ...optionsOf(question), inputs: source, steps });
}

/** The run again, with the state before every edge. */
export function watch(
  question: Question,
  source: InputSource,
  steps: number,
  onEdge: (edge: Edge, state: StateReader) => void,
): RunEnd {
  const watched = (edge: Edge, state: StateReader): void => {
    tick(WATCHED_STEP_WORK);
    onEdge(edge, state);
  };
  return observe(watchedProgram(question), { ...optionsOf(question), inputs: source, steps }, watched);
}

function optionsOf({ entry, properties, signedOverflow, subobjects, malloc = "succeeds" }: Question): Options {
  const wraps = signedOverflow === "wrap" && !properties.includes("no-overflow") ? { signedOverflow } : {};
  const options: Options = { ...VERIFICATION, ...wraps, ...endsFor(properties, subobjects), malloc, entry };
  return properties.includes("error-label") ? { ...options, onEdge: stopAtErrorLabel } : options;
}

/** Where a run ends by what these properties ask about, though a compiled program would go on or be done. */
export function endsFor(
  properties: readonly Property[],
  subobjects: ModelOptions["subobjects"] = "own",
): Pick<MachineOptions, "stopsAt" | "leaks"> {
  const kinds = checksOf(properties).filter((kind) => kind !== "index" || subobjects !== "whole");
  const lost = properties.includes("valid-memtrack") ? (["lost"] as const) : [];
  const kept = properties.includes("valid-memcleanup") ? (["kept"] as const) : [];
  return { stopsAt: new Set(kinds), leaks: [...lost, ...kept] };
}

function stopAtErrorLabel(edge: Edge): void {
  if (isErrorLocation(edge.source, ["error-label"]))
    throw new Stop({ kind: "error", function: `label ${ERROR_LABEL}`, edge });
}

function watchedProgram({ program, properties }: Question): Program {
  const bodies = [...program.functions.values()].filter((graph) => isErrorFunction(graph.name, properties));
  if (bodies.length === 0) return program;
  const functions = new Map<string, FunctionGraph>(program.functions);
  const externals = new Map<string, ExternalFunction>(program.externals);
  for (const { name, signature, range } of bodies) {
    functions.delete(name);
    externals.set(name, { name, signature, noreturn: false, range });
  }
  return { ...program, functions, externals };
}
