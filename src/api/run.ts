/** One run of a program, exactly as C defines it: what it printed, how it ended, and for an error the way there. */
import { endsFor } from "../evidence/execution.ts";
import type { RunEnd } from "../interpreter/end.ts";
import {
  type InputSource,
  type InputValue,
  listInputs,
  type RecordedInput,
  randomInputs,
  recordInputs,
  zeroInputs,
} from "../interpreter/inputs.ts";
import { type Options, run, VERIFICATION } from "../interpreter/run.ts";
import { trace } from "../interpreter/trace.ts";
import type { ModelOptions } from "../model/options.ts";
import { replayedProgram } from "../model/replayed-program.ts";
import { counterexampleReport, parseValue } from "../report/counterexample.ts";
import { diagnosticReports, placeOf } from "../report/places.ts";
import type { CounterexampleReport, DiagnosticReport, Place } from "../report/result.ts";
import { describeEnd } from "../report/run-end.ts";
import { release } from "../util/release.ts";
import { mallocMode } from "./cbmc-vocabulary.ts";
import { checkOptions } from "./checked-options.ts";
import { asProperties, type ReadOptions } from "./options.ts";
import { filesOf, type ProgramText } from "./program.ts";
import { readFor, type Surroundings } from "./sync.ts";

export interface RunOptions extends ReadOptions {
  /** What the program reads, in order; then 0. */
  readonly inputs?: readonly (number | bigint | string)[];
  /** What the program reads is random, the same for the same number. */
  readonly seed?: number;
  /** What the program reads is that of a counterexample. */
  readonly replay?: Pick<CounterexampleReport, "inputs">;
  /** What ends the run besides assertions and error calls, as with `--check`. */
  readonly checks?: readonly string[];
  /** wrap (default), or assume-none: the run ends where a signed integer overflows. */
  readonly signedOverflow?: ModelOptions["signedOverflow"];
  readonly malloc?: ModelOptions["malloc"];
  /** The run is stopped after so many edges (default a billion). */
  readonly steps?: number;
  /** Seconds after which a run in a worker is stopped (default 60). */
  readonly timeout?: number;
}

export type RunResult =
  | {
      readonly kind: RunEnd["kind"];
      /** In a phrase: "the program ended with status 0". */
      readonly message: string;
      /** Of `exit`. */
      readonly status?: number;
      /** Where it ended, for anything but `exit`. */
      readonly place?: Place;
      readonly stdout: string;
      readonly stderr: string;
      /** For an error: what was read, and the way there. */
      readonly counterexample?: CounterexampleReport;
    }
  | { readonly kind: "bad-input"; readonly diagnostics: readonly DiagnosticReport[] };

const DEFAULT_STEPS = 1_000_000_000;

/** Runs the program once, in the caller's own thread. */
export function runSync(
  program: ProgramText,
  options: RunOptions = {},
  around: Pick<Surroundings, "readFile"> = {},
): RunResult {
  checkOptions("run", options);
  const files = filesOf(program);
  const checks = options.checks ?? [];
  const source = sourceOf(options);
  try {
    const { program: written, diagnostics, sources, entry } = readFor(files, options, checks, around);
    if (written === undefined) return { kind: "bad-input", diagnostics: diagnosticReports(diagnostics, sources) };
    if (!written.functions.has(entry)) throw new RangeError(`there is no function "${entry}" to start from`);
    const read = options.replay === undefined ? written : replayedProgram(written, entry, asProperties(checks));
    const output = { stdout: textCollector(), stderr: textCollector() };
    const recorded: RecordedInput[] = [];
    const how: Options = {
      ...(options.replay === undefined ? {} : VERIFICATION),
      ...(options.signedOverflow === undefined
        ? {}
        : { signedOverflow: options.signedOverflow === "wrap" ? "wrap" : "stop" }),
      ...endsFor(asProperties(checks), "own"),
      ...{ malloc: mallocMode(options.malloc, files.sources), entry, steps: options.steps ?? DEFAULT_STEPS },
      inputs: recordInputs(source, recorded),
      stdout: output.stdout.add,
      stderr: output.stderr.add,
    };
    const end = run(read, how);
    const silent = { stdout: () => {}, stderr: () => {} };
    const story = () => trace(read, { ...how, inputs: listInputs(recorded.map(({ value }) => value)), ...silent });
    const edge = "edge" in end ? end.edge : undefined;
    const place = edge === undefined ? undefined : placeOf(edge.range, read.sources);
    return {
      kind: end.kind,
      message: describeEnd(end),
      ...(end.kind === "exit" ? { status: end.status } : {}),
      ...(place === undefined ? {} : { place }),
      stdout: output.stdout.text(),
      stderr: output.stderr.text(),
      ...(isError(end) ? { counterexample: counterexampleReport(story(), recorded, read) } : {}),
    };
  } finally {
    release();
  }
}

function isError({ kind }: RunEnd): boolean {
  return kind === "error" || kind === "undefined-behaviour" || kind === "leak";
}

function sourceOf({ inputs, seed, replay }: RunOptions): InputSource {
  if ([inputs, seed, replay].filter((one) => one !== undefined).length > 1)
    throw new TypeError("inputs, seed and replay exclude each other");
  if (seed !== undefined) return randomInputs(seed);
  const given = replay === undefined ? inputs : replay.inputs.map(({ value }) => value);
  return given === undefined ? zeroInputs() : listInputs(given.map(inputOf));
}

function inputOf(given: number | bigint | string): InputValue {
  const value = typeof given === "string" ? parseValue(given) : given;
  if (value === undefined) throw new TypeError(`"${given}" is not a number`);
  return value;
}

/** Bytes as UTF-8, which may come in pieces. */
function textCollector() {
  const decoder = new TextDecoder();
  let text = "";
  return {
    add: (bytes: Uint8Array) => {
      text += decoder.decode(bytes, { stream: true });
    },
    text: () => text + decoder.decode(),
  };
}
