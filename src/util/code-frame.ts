/**
 * Diagnostics for people: `file:line:column: error: message`, then the source line with the range underlined, then the
 * notes in the same form. Columns in the heading count characters, 1-based, as editors do; in the frame tabs are
 * expanded, so that the underline stands below its text in any terminal. Long lines are shown through a window
 * around the range.
 */
import type { Diagnostic } from "./diagnostic.ts";
import type { SourceMap, SourcePoint, SourceRange } from "./source.ts";

export interface FrameOptions {
  readonly color: "color" | "plain";
}

const TAB_WIDTH = 8;
/** Longer lines (generated code) are cut to a window of this many columns. */
const WIDEST_LINE = 160;

type Style = "bold" | "red" | "magenta" | "cyan" | "blue";

const CODES: Readonly<Record<Style, string>> = { bold: "1", red: "1;31", magenta: "1;35", cyan: "1;36", blue: "34" };

const SEVERITY_STYLE: Readonly<Record<Diagnostic["severity"], Style>> = {
  error: "red",
  warning: "magenta",
  note: "cyan",
};

/** Ends without a line break. */
export function renderDiagnostic(diagnostic: Diagnostic, sources: SourceMap, options: FrameOptions): string {
  const parts = [renderPart(diagnostic.severity, diagnostic.message, diagnostic.range, sources, options)];
  for (const note of diagnostic.notes ?? []) {
    parts.push(renderPart("note", note.message, note.range, sources, options));
  }
  return parts.join("\n");
}

/** The lines of the frame alone, without a heading; empty where the range lies in no file. */
function renderFrame(range: SourceRange, sources: SourceMap, style: Style, options: FrameOptions): string[] {
  const file = sources.fileAt(range.start);
  const written = sources.written(range.start);
  const point = sources.resolve(range.start);
  if (file === undefined || written === undefined || point === undefined) return [];
  const line = sources.lineText(file, written.line);
  const from = point.column - 1;
  // A range over several lines is underlined to the end of its first one.
  const to = Math.max(from + 1, Math.min(from + (range.end - range.start), line.length));
  const shown = visible(line, from, to);
  const number = String(point.line).padStart(5);
  const bar = paint("|", "blue", options);
  const underline = `^${"~".repeat(Math.max(0, shown.end - shown.start - 1))}`;
  return [
    `${paint(number, "blue", options)} ${bar} ${shown.text}`.trimEnd(),
    `${" ".repeat(number.length)} ${bar} ${" ".repeat(shown.start)}${paint(underline, style, options)}`,
  ];
}

function renderPart(
  severity: Diagnostic["severity"],
  message: string,
  range: SourceRange,
  sources: SourceMap,
  options: FrameOptions,
): string {
  const style = SEVERITY_STYLE[severity];
  const point = sources.resolve(range.start);
  const place = point === undefined ? "" : `${paint(`${placeText(point)}:`, "bold", options)} `;
  const heading = `${place}${paint(`${severity}:`, style, options)} ${paint(printable(message), "bold", options)}`;
  return [heading, ...renderFrame(range, sources, style, options)].join("\n");
}

function placeText(point: SourcePoint): string {
  return `${printable(point.file)}:${point.line}:${point.column}`;
}

interface Visible {
  readonly text: string;
  /** Columns of the underline in the text shown. */
  readonly start: number;
  readonly end: number;
}

/** What is printed of a line for the characters `[from, to)`. */
function visible(line: string, from: number, to: number): Visible {
  const { text, first, before, after } = cutLine(line, from);
  return expanded(text, from - first, Math.min(to - first, text.length), before, after);
}

/** Of a long line what is around a position: from which character on, with the dots that stand for the rest. */
export function cutLine(line: string, at: number) {
  if (line.length <= WIDEST_LINE) return { text: line, first: 0, before: "", after: "" };
  // A quarter of the window before the position: what follows it explains more.
  const first = Math.max(0, Math.min(at - WIDEST_LINE / 4, line.length - WIDEST_LINE));
  const text = line.slice(first, first + WIDEST_LINE);
  return { text, first, before: first > 0 ? "..." : "", after: first + WIDEST_LINE < line.length ? "..." : "" };
}

/** Tabs become blanks up to the next stop; other control characters, which would disturb a terminal, one sign each. */
function expanded(line: string, from: number, to: number, before: string, after: string): Visible {
  let text = before;
  let start = -1;
  let end = -1;
  for (let at = 0; at <= line.length; at += 1) {
    if (at === from) start = text.length;
    if (at === to) end = text.length;
    const character = line[at];
    if (character === undefined) break;
    if (character === "\t") text += " ".repeat(TAB_WIDTH - (text.length % TAB_WIDTH));
    else text += printable(character);
  }
  if (start === -1) start = text.length;
  return { text: text + after, start, end: Math.max(end, start + 1) };
}

/** Control characters (escape sequences of a hostile file, line breaks) made visible, one for one. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

function paint(text: string, style: Style, options: FrameOptions): string {
  return options.color === "color" ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
}
