/**
 * A Result for people: what was found, where, how it comes about, and under which conditions the verdict holds. The
 * last line is the verdict alone, for scripts. Reads the Result only; source lines are looked up by the caller's function.
 */
import { createColors } from "picocolors";
import { checkName } from "../model/properties.ts";
import { cutLine, printable } from "../util/code-frame.ts";
import { counted } from "../util/counted.ts";
import type {
  CheckReport,
  ConditionReport,
  CounterexampleReport,
  FoldReport,
  Invariant,
  NamedValue,
  Place,
  Result,
  StepReport,
} from "./result.ts";
import { summaryOf, violationsOf } from "./violations.ts";

export interface TextOptions {
  readonly color: "color" | "plain";
  readonly detail: "verdict" | "normal" | "verbose";
  /** The text of a line, without its end. */
  readonly sourceLine: (file: string, line: number) => string | undefined;
}

type Colors = ReturnType<typeof createColors>;

// What fits on a screen; the JSON result has all of it.
const SHOWN_STEPS = 25;
const SHOWN_INPUTS = 20;
const SHOWN_NOTES = 10;
const SHOWN_VALUES = 8;

export function textReport(result: Result, options: TextOptions): string {
  const colors = createColors(options.color === "color");
  const lines: string[] = [];
  if (options.detail !== "verdict") {
    lines.push(...headline(result, options, colors));
    if (result.counterexample !== undefined) lines.push(...counterexample(result.counterexample, options));
    for (const { violation, counterexample: run } of violationsOf(result).slice(1)) {
      lines.push("", ...violated(violation, options, colors));
      if (run !== undefined) lines.push(...counterexample(run, options));
    }
    lines.push(...checkTable(result, options, colors));
    lines.push(...invariants(result), ...conditions(result));
    if (options.detail === "verbose") lines.push(...statistics(result));
  }
  if (result.cached === true && options.detail !== "verdict") lines.push("", cacheLine(result));
  lines.push(`hone: ${verdictWord(result, colors)}`, "");
  return forTerminal(lines.join("\n"));
}

/** What a program brings along should not move the cursor or turn the text around: only colours stay, and tabs. */
function forTerminal(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  const control = /\u001b\[\d+m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
  return text.replace(control, (one) => (one.length > 1 ? one : printable(one)));
}

function cacheLine({ verdict }: Result): string {
  const how = verdict === "unknown" ? "of a run with the same limits" : "its evidence was checked again";
  return `From the cache: ${how}.`;
}

export function verdictWord(result: Result, colors: Colors): string {
  switch (result.verdict) {
    case "safe":
      return colors.green("SAFE");
    case "unsafe":
      return colors.red("UNSAFE");
    case "unknown":
      return colors.yellow("UNKNOWN");
  }
}

function headline(result: Result, options: TextOptions, colors: Colors): string[] {
  const { violation } = result;
  switch (result.verdict) {
    case "safe":
      return [`${result.file}: safe for all inputs: ${asked(result)} (${evidenceOf(result)})`];
    case "unknown":
      return [
        `${result.file}: ${asked(result)}: cannot tell: ${result.reason}`,
        ...(result.attempts ?? []).map((attempt) => `  ${attempt.engine}: ${attempt.reason}`),
        ...help(result),
      ];
    case "unsafe":
      if (violation === undefined) return [`${result.file}: ${asked(result)} is violated`];
      return violated(violation, options, colors);
  }
}

// What is said at once; the table (-v) and the JSON result have all of them.
const SHOWN_OPEN = 5;

function help({ help }: Result): string[] {
  if (help === undefined) return [];
  const { proved, open, omittedOpen = 0, atWork, next } = help;
  const shown = open.slice(0, SHOWN_OPEN);
  const rest = open.length - shown.length + omittedOpen;
  const total = proved + open.length + omittedOpen;
  return [
    "",
    ...(proved === 0 ? [] : [`Proved all the same: ${proved} of ${counted(total, "check")}`]),
    ...shown.map(({ text, why, at, ...place }) => {
      const fault = why === undefined ? "" : `: ${why}${at === undefined ? "" : ` (line ${at.line})`}`;
      return `Open: ${showPlace(place)} ${cutLine(text.replace(/\s+/g, " "), 0).text}${fault}`;
    }),
    ...(rest > 0 ? [`  ... ${rest} more`] : []),
    ...(atWork === undefined ? [] : [`Still at work: ${atWork.engine} (${atWork.reached})`]),
    `Next: ${next}`,
  ];
}

function violated(violation: NonNullable<Result["violation"]>, options: TextOptions, colors: Colors): string[] {
  return [
    `${showPlace(violation)}: ${colors.red("error")}: ${violation.message} (${kindOf(violation)})`,
    ...frame(violation, options, colors),
    ...(violation.why === undefined ? [] : [`  ${colors.bold(violation.why)}`]),
    ...(violation.related ?? []).map((one) => `  ${one.file}:${one.line}: ${one.message}`),
  ];
}

const STATUS: Readonly<Record<CheckReport["status"], { readonly word: string; readonly color: keyof Colors }>> = {
  proved: { word: "proved", color: "green" },
  violated: { word: "violated", color: "red" },
  open: { word: "open", color: "yellow" },
  unreached: { word: "not reached", color: "dim" },
};

/** Where each check was asked about on its own, or somebody wants to see everything: all of them. */
function checkTable(result: Result, { detail }: TextOptions, colors: Colors): string[] {
  const { checks = [], configuration, properties, verdict } = result;
  if (checks.length === 0 || (configuration["allViolations"] !== true && detail !== "verbose")) return [];
  const places = checks.map(showPlace);
  const width = Math.max(...places.map((place) => place.length));
  const rows = checks.map(({ status, text, property }, i) => {
    const { word, color } = STATUS[status];
    const paint = colors[color] as (text: string) => string;
    const kind = properties.length > 1 && property !== undefined ? `   (${checkName(property)})` : "";
    const what = cutLine(text.replace(/\s+/g, " "), 0);
    return `  ${(places[i] as string).padEnd(width)}  ${paint(word.padEnd(11))}  ${what.text}${what.after}${kind}`;
  });
  const isRelative = verdict !== "safe" && checks.some(({ status }) => status === "proved");
  return [
    "",
    `${summaryOf(checks)}`,
    ...rows,
    ...(isRelative ? ["  Proved: no execution violates it before it violates another check."] : []),
  ];
}

/** What was asked, in the words of `--check`; the one that everybody asks is called what it is. */
function asked({ properties }: Result): string {
  return properties.map(wordFor).join(", ") || "nothing";
}

function wordFor(property: string): string {
  if (property === "unreach-call") return "assertions and error calls";
  return checkName(property);
}

/** An assertion is one; of others it is said how they are asked about. */
function kindOf({ property }: { readonly property: string }): string {
  return `--check ${checkName(property)}`;
}

function evidenceOf({ engine, evidence }: Result): string {
  return evidence.kind === "no-site" ? evidence.by : `${engine}, ${evidence.by}`;
}

function frame(place: Place, options: TextOptions, colors: Colors): string[] {
  const line = options.sourceLine(place.file, place.line);
  if (line === undefined) return [];
  const number = String(place.line);
  const { text, first, before, after } = cutLine(line, place.column - 1);
  // Tabs stay tabs in front of the caret, so that it stands under its character.
  const indent = `${before}${text.slice(0, place.column - 1 - first)}`.replace(/[^\t]/g, " ");
  return [
    `  ${colors.dim(`${number} |`)} ${before}${text}${after}`,
    `  ${" ".repeat(number.length)} ${colors.dim("|")} ${indent}${colors.red("^")}`,
  ];
}

function counterexample(report: CounterexampleReport, options: TextOptions): string[] {
  const lines = [
    "",
    report.inputs.length === 0 ? "The program reads no inputs." : "Inputs, in the order they are read:",
  ];
  for (const input of report.inputs.slice(0, SHOWN_INPUTS)) lines.push(`  ${input.source} = ${input.value}`);
  if (report.inputs.length > SHOWN_INPUTS) lines.push(`  ... ${report.inputs.length - SHOWN_INPUTS} more`);
  return [...lines, ...traceLines(report, options)];
}

/** The last steps of a run, with source lines and values. */
export function traceLines(report: CounterexampleReport, options: Omit<TextOptions, "detail">): string[] {
  const colors = createColors(options.color === "color");
  const shown = report.steps.slice(-SHOWN_STEPS);
  const omitted = (report.omittedSteps ?? 0) + report.steps.length - shown.length;
  if (shown.length === 0) return [];
  const lines: string[] = [];
  lines.push(
    "",
    omitted > 0 ? `Trace (the last ${shown.length} of ${counted(shown.length + omitted, "step")}):` : "Trace:",
  );
  const width = Math.max(...shown.map((step) => showPlace(step).length));
  for (const step of shown) lines.push(traceLine(step, width, options, colors));
  return lines;
}

function traceLine(step: StepReport, width: number, options: Omit<TextOptions, "detail">, colors: Colors): string {
  const { text, before, after } = cutLine(options.sourceLine(step.file, step.line) ?? "", step.column - 1);
  const line = `  ${showPlace(step).padEnd(width)}  ${before}${text.trim()}${after}`;
  if (step.folded !== undefined) return `${line}   ${colors.yellow(`[${showFold(step.folded)}]`)}`;
  const told = [showConditions(step.conditions ?? []), listed(step.assignments.map(showNamed)).join(", ")];
  const values = told.filter((part) => part !== "").join("; ");
  return values === "" ? line : `${line}   ${colors.cyan(`[${values}]`)}`;
}

function showNamed({ name, value }: NamedValue): string {
  return `${name} = ${value}`;
}

/** `n < 10 is false, n > 10000 is false (n = 10)`; where a text is a name, `done is 0`. */
export function showConditions(conditions: readonly ConditionReport[]): string {
  const values = new Map(conditions.flatMap((one) => one.values.map(({ name, value }) => [name, value] as const)));
  const told = conditions.map(({ text, holds }) => {
    const own = values.get(text);
    values.delete(text);
    return `${text} is ${own ?? (holds ? "true" : "false")}`;
  });
  const operands = [...values].map(([name, value]) => `${name} = ${value}`);
  return told.join(", ") + (operands.length === 0 ? "" : ` (${operands.join(", ")})`);
}

/** `x 5000, s: 0 -> 12497500`. */
export function showFold({ what, times, changes, omittedChanges = 0 }: FoldReport): string {
  const head = what === "iterations" ? `x ${times}` : `${counted(times, "step")}${what === "call" ? " inside" : ""}`;
  const all = changes.map(({ name, from, to }) => `${name}: ${from ?? "?"} -> ${to}`);
  return [head, ...listed(all, omittedChanges)].join(", ");
}

function listed(texts: readonly string[], further = 0): readonly string[] {
  const rest = texts.length - SHOWN_VALUES + further;
  return rest <= 0 ? texts : [...texts.slice(0, SHOWN_VALUES), `... ${rest} more`];
}

function invariants(result: Result): string[] {
  if (result.invariants.length === 0) return [];
  const shown = result.invariants.slice(0, SHOWN_NOTES);
  const rest = result.invariants.length - shown.length;
  return [
    "",
    "Invariants:",
    ...shown.map((one) => `  ${showPlace(one)} ${one.function}: ${one.expression}${showHolds(one)}`),
    ...(rest > 0 ? [`  ... ${rest} more`] : []),
  ];
}

/** Behind an invariant: of what it holds, and where, unless that is everywhere. */
export function showHolds({ holds, forEvery = [] }: Invariant): string {
  const every = forEvery.length === 0 ? [] : [`for every index ${forEvery.join(", ")}`];
  const until = holds === undefined ? [] : ["as long as a check can still be reached"];
  const said = [...every, ...until];
  return said.length === 0 ? "" : `   (${said.join(", ")})`;
}

function conditions(result: Result): string[] {
  const lines: string[] = [];
  if (result.assumptions.length > 0) lines.push(`Assuming: ${result.assumptions.join("; ")}`);
  if (result.vacuous !== undefined) lines.push(`Vacuous: ${result.vacuous}`);
  // An over-approximation weakens only what could not be shown.
  if (result.verdict === "unknown" && result.overApproximations.length > 0) {
    lines.push("Not modelled exactly:");
    const shown = result.overApproximations.slice(0, SHOWN_NOTES);
    for (const one of shown) lines.push(`  ${one.file === undefined ? "" : `${one.file}:`}${one.line}: ${one.what}`);
    const rest = result.overApproximations.length - shown.length;
    if (rest > 0) lines.push(`  ... ${rest} more`);
  }
  if (result.verdict === "unsafe") lines.push("", `Evidence: ${result.evidence.by}`, ...harnessLines(result));
  return lines;
}

function harnessLines({ harness }: Result): string[] {
  if (harness === undefined) return [];
  return [harness.command === undefined ? `Test: none can be made: ${harness.reason}` : `Test: ${harness.command}`];
}

function statistics(result: Result): string[] {
  const entries = Object.entries(result.statistics).map(([name, value]) => `${name} ${Math.round(value * 100) / 100}`);
  const schedule = (result.schedule ?? []).map((reason) => `Schedule: ${reason}`);
  return [...excludedBy(result), ...schedule, `Statistics: ${entries.join(", ")}`];
}

/** Who did the work. */
function excludedBy({ excluded = [] }: Result): string[] {
  if (excluded.length === 0) return [];
  return [`Excluded by: ${excluded.map((one) => `${one.by} (${counted(one.places, "place")})`).join(", ")}`];
}

export function showPlace(place: Place): string {
  return `${printable(place.file)}:${place.line}:${place.column}`;
}
