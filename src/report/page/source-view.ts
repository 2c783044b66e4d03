/** The program's files with line numbers: what was checked where, and notes under the lines that they are about. */
import { checkName } from "../../model/properties.ts";
import { memoised } from "../../util/memo.ts";
import type { CheckReport, Result } from "../result.ts";
import { violationsOf } from "../violations.ts";
import { highlighted } from "./highlight.ts";
import { escapeHtml } from "./text.ts";

export interface PageSource {
  readonly name: string;
  readonly text: string;
}

/** Something to say about a line. */
export interface Note {
  readonly kind: "violated" | "invariant" | "assumed" | "approximated" | "related" | "diagnosed";
  readonly label: string;
  readonly text: string;
}

// A longer file is no page any more: what is beyond is left out, and that is said.
const MOST_LINES = 20_000;

export function sourceViews(result: Result, sources: readonly PageSource[]): string {
  const shown = sources.filter((source) => isShown(result, source.name));
  if (shown.length === 0) return '<p class="quiet missing">The source is not here.</p>';
  const notes = notesOf(result);
  const checks = checksOf(result);
  const views = shown.map(({ name, text }, at) => {
    const lines = text.split(/\r\n|\n|\r/);
    if (lines.at(-1) === "") lines.pop();
    const rows = highlighted(lines.slice(0, MOST_LINES)).map((code, index) =>
      row(code, index + 1, at, checks.get(`${name}:${index + 1}`), notes.get(`${name}:${index + 1}`) ?? []),
    );
    const rest = lines.length - MOST_LINES;
    const more = rest > 0 ? `<p class="quiet missing">${rest} more lines are not shown.</p>` : "";
    const title = `<div class="caption"><h2>${escapeHtml(name)}</h2>${at === 0 ? legend(result) : ""}</div>`;
    return `<div class="view" data-file="${escapeHtml(name)}">${title}<table class="code">${rows.join("\n")}</table>${more}</div>`;
  });
  return views.join("\n");
}

/** Only the signs that can be there. */
function legend(result: Result): string {
  const here = new Set([...checksOf(result).values()].map(({ state }) => state));
  const states = BADNESS.filter((state) => here.has(state));
  if (states.length === 0) return "";
  const items = states.map(
    (state) => `<span><b class="mark ${state}">${MARKS[state].sign}</b> ${MARKS[state].title}</span>`,
  );
  return `<p class="legend-line">${items.join("")}</p>`;
}

/** Files that the user named, and those that the result is about. */
function isShown({ file, files, counterexample, violation, invariants }: Result, name: string): boolean {
  const named = [file, ...(files ?? []), violation?.file, ...invariants.map((one) => one.file)];
  return named.includes(name) || (counterexample?.steps.some((step) => step.file === name) ?? false);
}

export type CheckState = CheckReport["status"];

/** Of several checks in a line the worst is shown. */
const BADNESS: readonly CheckState[] = ["violated", "open", "proved", "unreached"];

export const MARKS: Readonly<Record<CheckState, { readonly sign: string; readonly title: string }>> = {
  proved: { sign: "✓", title: "proved for all inputs" },
  violated: { sign: "✗", title: "violated" },
  open: { sign: "?", title: "not decided" },
  unreached: { sign: "–", title: "no way leads there" },
};

/** By `file:line`: the worst of what is checked there, and what that is, each text once with what it is checked for. */
export function checksOf(result: Result): Map<string, { state: CheckState; texts: string[] }> {
  const { checks } = result;
  const lines = new Map<string, Map<string, string[]>>();
  const states = new Map<string, CheckState>();
  for (const { file, line, text, property, status } of checks ?? []) {
    states.set(`${file}:${line}`, worse(states.get(`${file}:${line}`), status));
    const texts = memoised(lines, `${file}:${line}`, () => new Map<string, string[]>());
    memoised(texts, text, () => []).push(checkName(property ?? ""));
  }
  const found = new Map<string, { state: CheckState; texts: string[] }>();
  const told = (text: string, names: readonly string[]) =>
    result.properties.length > 1 ? `${text} (${[...new Set(names)].join(", ")})` : text;
  for (const [key, texts] of lines)
    found.set(key, { state: states.get(key) ?? "open", texts: [...texts].map((one) => told(...one)) });
  for (const { violation } of violationsOf(result)) {
    const key = `${violation.file}:${violation.line}`;
    found.set(key, { state: "violated", texts: found.get(key)?.texts ?? [] });
  }
  return found;
}

function worse(a: CheckState | undefined, b: CheckState): CheckState {
  return a !== undefined && BADNESS.indexOf(a) < BADNESS.indexOf(b) ? a : b;
}

/** By `file:line`: what there is to say about it. */
export function notesOf(result: Result): Map<string, Note[]> {
  const found = new Map<string, Note[]>();
  const add = (file: string, line: number, note: Note): void => {
    const key = `${file}:${line}`;
    found.set(key, [...(found.get(key) ?? []), note]);
  };
  for (const { violation } of violationsOf(result)) {
    add(violation.file, violation.line, { kind: "violated", label: violation.message, text: violation.why ?? "" });
    for (const { file, line, message } of violation.related ?? [])
      add(file, line, { kind: "related", label: "here", text: message });
  }
  for (const { file, line, expression, holds, forEvery } of result.invariants) {
    const always = forEvery === undefined ? "always" : `always, for every index ${forEvery.join(", ")}`;
    add(file, line, {
      kind: "invariant",
      label: holds === undefined ? always : "while a check is ahead",
      text: expression,
    });
  }
  for (const { what, file, line } of result.overApproximations)
    if (line > 0) add(file ?? result.file, line, { kind: "approximated", label: "not modelled exactly", text: what });
  for (const assumption of result.assumptions) {
    const [, what = assumption, lines = ""] = /^(.*) at lines? ([\d, ]+)/.exec(assumption) ?? [];
    for (const line of lines.split(",").map(Number))
      if (line > 0) add(result.file, line, { kind: "assumed", label: "assumed", text: what });
  }
  for (const { file, line, severity, message } of result.diagnostics ?? [])
    add(file, line, { kind: "diagnosed", label: severity, text: message });
  return found;
}

function row(
  code: string,
  line: number,
  file: number,
  check: { readonly state: CheckState; readonly texts: readonly string[] } | undefined,
  notes: readonly Note[],
): string {
  const mark =
    check === undefined
      ? "<td></td>"
      : `<td class="mark ${check.state}" title="${escapeHtml([MARKS[check.state].title, ...check.texts.slice(0, 6)].join("\n"))}">${MARKS[check.state].sign}</td>`;
  const id = file === 0 ? `L${line}` : `L${line}-${file}`;
  const under = notes.map(
    (note) =>
      `<tr class="note ${note.kind}"><td></td><td></td><td><div><span class="label">${escapeHtml(note.label)}</span> ${codeIn(note.text)}</div></td></tr>`,
  );
  return `<tr id="${id}" data-line="${line}"><td class="at">${line}</td>${mark}<td class="text">${code}</td></tr>${under.join("")}`;
}

/** Text in which backquotes are around what stands in the program. */
export function codeIn(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
