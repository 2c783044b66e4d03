/** The conditions of a verdict, a line each: what is assumed, and where. */
import type { RecordedInput } from "../interpreter/inputs.ts";
import type { Trace } from "../interpreter/trace.ts";
import { isOfExecutions } from "../model/assumptions/assumptions.ts";
import type { Model } from "../model/model.ts";
import type { ModelOptions } from "../model/options.ts";
import type { SourceMap, SourceRange } from "../util/source.ts";
import { placeOf } from "./places.ts";

// More would hide the other conditions.
const SHOWN_LINES = 8;

/** Leaves out the places where the proof shows that the assumption holds. */
export function assumptionReports(
  model: Model,
  options: ModelOptions,
  isFact: (what: string, range: SourceRange) => boolean,
): string[] {
  const lines: string[] = [];
  for (const { what, ranges } of model.assumptions) {
    const open = ranges.filter((range) => !isFact(what, range));
    if (open.length > 0 || ranges.length === 0) lines.push(withLines(what, open, model.program.sources));
  }
  return [...(options.environment ?? []), ...settingsAssumed(options), ...lines];
}

/**
 * What a counterexample relies on that its replay cannot show: the compiler's choices in functions that it enters, and answers
 * of functions that are not defined.
 */
export function executionReports(
  { assumptions, program }: Model,
  entered: ReadonlySet<string> | "unknown",
  inputs: readonly RecordedInput[],
): string[] {
  // A place of initialisation belongs to no function.
  const isMet = (range: SourceRange) => {
    const graphs = [...program.functions.values()].filter((graph) => contains(graph.range, range));
    return entered === "unknown" || graphs.length === 0 || graphs.some(({ name }) => entered.has(name));
  };
  const lines: string[] = [];
  for (const { what, ranges } of assumptions) {
    if (!isOfExecutions(what)) continue;
    const met = ranges.filter(isMet);
    if (met.length > 0) lines.push(withLines(what, met, program.sources));
  }
  const answers = new Map<string, SourceRange[]>();
  for (const { kind, name, value, usual, edge, written } of inputs) {
    const isIgnored = written === undefined && edge?.op.kind === "call" && edge.op.target === undefined;
    if (kind !== "external" || name === undefined || edge === undefined || value === usual || isIgnored) continue;
    answers.set(name, [...(answers.get(name) ?? []), edge.range]);
  }
  for (const [name, ranges] of answers)
    lines.push(withLines(`undefined function ${name} may do what the inputs say`, ranges, program.sources));
  return lines;
}

/** The functions that a run has entered; of a long one the first steps are not kept. */
export function enteredIn({ steps, dropped }: Trace): ReadonlySet<string> | "unknown" {
  return dropped > 0 ? "unknown" : new Set(steps.map(({ edge }) => edge.source.function));
}

function contains(outer: SourceRange, inner: SourceRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Why a verdict is empty. */
export function vacuityReport(
  losses: readonly { readonly why: string; readonly ranges: readonly SourceRange[] }[],
  sources: SourceMap,
): string {
  const ways = losses.map(({ why, ranges }) => withLines(why, ranges, sources)).join(", or ");
  return `no execution comes to a check or to the end of the program: ${ways}`;
}

function withLines(what: string, ranges: readonly SourceRange[], sources: SourceMap): string {
  const lines = ranges.map((range) => placeOf(range, sources)?.line).filter((line) => line !== undefined);
  const unique = [...new Set(lines)].sort((a, b) => a - b);
  if (unique.length === 0) return what;
  const shown = unique.slice(0, SHOWN_LINES).join(", ");
  return `${what} at line${unique.length === 1 ? "" : "s"} ${shown}${unique.length > SHOWN_LINES ? ", ..." : ""}`;
}

/** Settings under which the verdict holds: what they leave out no proof has looked at. */
function settingsAssumed({ integers, floats }: ModelOptions): string[] {
  return [
    ...(integers === "math" ? ["integers are unbounded: no operation overflows or wraps (--integers math)"] : []),
    ...(floats === "real" ? ["floating-point numbers are real numbers: nothing is rounded (--floats real)"] : []),
  ];
}
