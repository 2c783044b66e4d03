/**
 * A replayed run as the counterexample of a Result: what was read, and which variables got which values where. Steps that
 * show nothing to a person (temporaries, skips) are left out; consecutive steps on one line become one.
 */
import type { Edge, Op, Program } from "../cfa/cfa.ts";
import type { RecordedInput } from "../interpreter/inputs.ts";
import type { Trace, TraceStep } from "../interpreter/trace.ts";
import { coerceTo } from "../interpreter/values.ts";
import type { Variable } from "../logic/term.ts";
import type { ScalarType } from "../logic/types.ts";
import type { SourceMap, SourceRange } from "../util/source.ts";
import { placeOf } from "./places.ts";
import type { CounterexampleReport, InputReport, Place, StepReport } from "./result.ts";

// Enough for people and witnesses; a run of a million steps is not read.
const MOST_STEPS = 10_000;

export function counterexampleReport(
  trace: Trace,
  inputs: readonly RecordedInput[],
  program: Program,
): CounterexampleReport {
  const steps: { place: Place; function: string; assignments: { name: string; value: string }[] }[] = [];
  for (const step of trace.steps) {
    const place = placeOf(step.edge.range, program.sources);
    if (place === undefined) continue;
    const name = step.edge.source.function;
    const last = steps.at(-1);
    const assignments = assignmentsOf(step);
    if (
      last !== undefined &&
      last.function === name &&
      last.place.file === place.file &&
      last.place.line === place.line
    )
      last.assignments.push(...assignments);
    else steps.push({ place, function: name, assignments });
  }
  const kept = steps.slice(-MOST_STEPS);
  const omitted = trace.dropped + steps.length - kept.length;
  const reports: StepReport[] = kept.map((step) => ({
    ...step.place,
    function: step.function,
    assignments: step.assignments,
  }));
  const base = { inputs: inputReports(inputs, program), steps: reports };
  return omitted === 0 ? base : { ...base, omittedSteps: omitted };
}

function assignmentsOf({ edge, value }: TraceStep): { name: string; value: string }[] {
  if (value === undefined) return [];
  const target = targetOf(edge);
  if (target === undefined || target.role === "temporary") return [];
  return [{ name: shortName(target), value: showValue(value, target.type as ScalarType) }];
}

function targetOf({ op }: Edge): Variable | undefined {
  switch (op.kind) {
    case "assign":
    case "havoc":
    case "place":
    case "load":
    case "call":
    case "variadic":
      return op.target;
    default:
      return undefined;
  }
}

/** `main::x` is x to somebody who reads a line of main. */
function shortName(variable: Variable): string {
  return variable.name.slice(variable.name.lastIndexOf(":") + 1);
}

export function inputReports(inputs: readonly RecordedInput[], program: Program): InputReport[] {
  return inputs.map((input) => inputReport(input, program));
}

function inputReport(input: RecordedInput, program: Program): InputReport {
  const source = input.kind === "order" ? orderOf(input, program) : sourceOf(input);
  return { value: showValue(coerceTo(input.value, input.type), input.type), source };
}

/** `order of evaluation: f() before g()`. */
function orderOf({ edge, value }: RecordedInput, { sources }: Program): string {
  const what = "order of evaluation";
  if (edge?.op.kind !== "havoc" || edge.op.why !== "order") return what;
  const plainly = edge.op.choices.map((range) => textOf(range, sources));
  const texts = plainly.map((text, i) =>
    plainly.indexOf(text) === plainly.lastIndexOf(text) ? text : `${text} at ${columnOf(edge.op, i, sources)}`,
  );
  const chosen = Number(value) >= 0 && Number(value) < texts.length ? Number(value) : texts.length - 1;
  const others = texts.filter((_, i) => i !== chosen).join(", ");
  return `${what}: ${texts[chosen]} before ${others}`;
}

function columnOf(op: Op, choice: number, sources: SourceMap): string {
  const range = op.kind === "havoc" && op.why === "order" ? op.choices[choice] : undefined;
  return `column ${sources.resolve(range?.start ?? 0)?.column ?? "?"}`;
}

function textOf({ start, end }: SourceRange, sources: SourceMap): string {
  const file = sources.fileAt(start);
  const place = sources.resolve(start);
  if (file === undefined || place === undefined) return "?";
  // An operand from a macro has the range of the macro's use.
  const text = file.text.slice(start - file.base, end - file.base).replace(/\s+/g, " ");
  return text.length > 40 || text === "" ? `column ${place.column}` : text;
}

function sourceOf({ kind, name, written, usual, value }: RecordedInput): string {
  if (kind === "stdin" || kind === "environment") return name ?? "standard input";
  if (written !== undefined) {
    const place = `argument ${written.argument + 1}, byte ${written.offsets.join(" -> ")}`;
    return `${written.function}() ${value === usual ? "leaves" : "writes"} ${place}`;
  }
  switch (kind) {
    case "argument":
      return name ?? "an argument";
    case "nondet":
    case "external":
      return `${name ?? "unknown"}()`;
    case "uninitialised":
      return name === undefined ? "uninitialised memory" : `${name} (uninitialised)`;
    case "volatile":
      return name === undefined ? "a volatile read" : `${name} (volatile)`;
    case "order":
      return "order of evaluation";
    case "allocation":
      return `${name ?? "malloc"}() ${value === 0 ? "succeeds" : "fails"}`;
    case "parameter":
      return `${name ?? "unknown"} (parameter)`;
    case "address":
      return `${name ?? "&object"} (address)`;
  }
}

/** A decimal integer, or a C float literal, inf or nan: `hone run --inputs` reads it back. */
export function showValue(value: number | bigint, type: ScalarType): string {
  if (typeof value === "bigint") return String(value);
  if (type.kind !== "float" && type.kind !== "real") return String(value);
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** The value that `showValue` printed; undefined if it is none. */
export function parseValue(text: string): number | bigint | undefined {
  if (/^[+-]?(\d+|0[xX][0-9a-fA-F]+)$/.test(text)) {
    const negative = text.startsWith("-");
    const magnitude = BigInt(text.replace(/^[+-]/, ""));
    const value = negative ? -magnitude : magnitude;
    return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
  }
  if (/^[+-]?inf$/.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (text === "nan") return Number.NaN;
  return /^[+-]?(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
}
