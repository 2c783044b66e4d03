/**
 * Contracts of functions (format 2.1) as annotations: what is required where the function is entered, what is ensured where it is left.
 * `\result` and the values at entry, `\at(x, Old)`, get names that C has. Whether a parameter is, behind the function, what was
 * passed (as in ACSL) or what it is by then, tools take differently: where it makes a difference, both have to hold.
 */
import { type Annotation, type FunctionPlace, RESULT } from "../cfa/read-statements.ts";
import { significant } from "../report/loop-text.ts";
import type { Statement } from "./read.ts";

export interface ContractParts {
  readonly annotations: readonly Annotation[];
  /** Whether two readings of it have to hold. */
  readonly readings: 1 | 2;
}

/** A text: what is wrong with it. */
export function contractAnnotations(
  { value, ensures, line }: Statement,
  place: FunctionPlace,
  at: { readonly file: string; readonly offset: number },
): ContractParts | string {
  const name = (clause: string) => `function_contract (line ${line} of the witness), ${clause}`;
  const annotations: Annotation[] = [];
  if (value !== undefined) {
    if (/\\/.test(value)) return `requires: what it says of a result or of an entry has no meaning there: ${value}`;
    annotations.push({ ...at, kind: "requires", text: value, name: name("requires") });
  }
  if (ensures === undefined) return { annotations, readings: 1 };
  const kept = withoutEntryValues(ensures, (n) => `__hone_at_entry_${line}_${n}`);
  if (typeof kept === "string") return kept;
  kept.values.forEach(({ keptAs, text }, n) => {
    annotations.push({ ...at, kind: "at-entry", text, keptAs, name: name(`value ${n + 1} at entry`) });
  });
  const text = kept.text.replace(/\\result\b/g, RESULT);
  if (/\\/.test(text)) return `ensures: only \\result, \\old(x) and \\at(x, Old) or \\at(x, Pre) are known: ${ensures}`;
  if (text.includes(RESULT) && !place.hasResult) return `ensures: ${place.name} has no result`;
  annotations.push({ ...at, kind: "ensures", text, name: name("ensures") });
  const readings = mentions(text, place.written) ? 2 : 1;
  if (readings === 2)
    annotations.push({
      ...at,
      kind: "ensures",
      text,
      name: name("ensures of what was passed"),
      parameters: "as-passed",
    });
  return { annotations, readings };
}

interface KeptValue {
  readonly keptAs: string;
  readonly text: string;
}

/** The text with names in place of `\at(x, Old)`, `\at(x, Pre)` and `\old(x)`. */
function withoutEntryValues(
  given: string,
  nameOf: (n: number) => string,
): { readonly text: string; readonly values: readonly KeptValue[] } | string {
  const values: KeptValue[] = [];
  let text = "";
  let from = 0;
  for (const found of given.matchAll(/\\(at|old)\s*\(/g)) {
    if (found.index < from) return `ensures: a value at entry inside of another: ${given}`;
    const start = found.index + found[0].length;
    const parts = argumentsFrom(given, start);
    if (parts === undefined) return `ensures: a parenthesis is not closed: ${given}`;
    const [expression = "", label] = parts.list;
    const isAtEntry = found[1] === "old" ? parts.list.length === 1 : parts.list.length === 2 && isEntry(label);
    if (!isAtEntry)
      return `ensures: only values at entry are known (Old or Pre): ${given.slice(found.index, parts.end)}`;
    if (/\\/.test(expression)) return `ensures: there is no such value at entry: ${expression.trim()}`;
    const keptAs = nameOf(values.length + 1);
    values.push({ keptAs, text: expression.trim() });
    text += `${given.slice(from, found.index)}${keptAs}`;
    from = parts.end;
  }
  return { text: text + given.slice(from), values };
}

function isEntry(label: string | undefined): boolean {
  return label !== undefined && /^\s*(?:Old|Pre)\s*$/.test(label);
}

/** What stands between the parenthesis before `from` and the one that closes it, at commas. */
function argumentsFrom(text: string, from: number): { readonly list: string[]; readonly end: number } | undefined {
  const list: string[] = [];
  let depth = 0;
  let start = from;
  for (const { at, char } of significant(text, from, text.length)) {
    if ("([{".includes(char)) depth += 1;
    else if (depth > 0 && ")]}".includes(char)) depth -= 1;
    else if (depth === 0 && (char === "," || char === ")")) {
      list.push(text.slice(start, at));
      start = at + 1;
      if (char === ")") return { list, end: start };
    }
  }
  return undefined;
}

/** Whether one of the names stands there, and not as that of a member. */
function mentions(text: string, names: ReadonlySet<string>): boolean {
  return [...text.matchAll(/(\.|->)?\s*\b([A-Za-z_]\w*)/g)].some(
    ([, member, name]) => member === undefined && names.has(name as string),
  );
}
