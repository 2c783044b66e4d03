/**
 * Places as witnesses have them: files by the names that they were given by, physical lines, columns from 1. Only what stands in the
 * text of an input file has one: what comes out of a macro or a header has no place that another tool could find.
 */
import type { FunctionGraph, Program } from "../cfa/cfa.ts";
import { conditionIn, matchesAt, significant } from "../report/loop-text.ts";
import type { SourceFile, SourceRange } from "../util/source.ts";
import type { WitnessLocation } from "./format.ts";

/** The input files of the task, as the program names them. */
export interface Texts {
  readonly program: Program;
  readonly inputFiles: ReadonlySet<string>;
}

/** Tools name files by whatever path they were started with: the last part counts, where it says which file is meant. */
export function fileNamed<F extends { readonly name: string }>(files: readonly F[], name: string): F | undefined {
  const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const [found, ...others] = files.filter((file) => last(file.name) === last(name));
  return files.find((file) => file.name === name) ?? (others.length === 0 ? found : undefined);
}

/** The place of a position, if the expected text stands there. */
export function placeAt(texts: Texts, position: number, expected: RegExp, name: string): WitnessLocation | undefined {
  const { sources } = texts.program;
  const file = fileOf(texts, position);
  const written = sources.written(position);
  if (file === undefined || written === undefined || !matchesAt(file.text, position - file.base, expected))
    return undefined;
  return { file_name: file.name, line: written.line, column: written.column, function: name };
}

/** The input file that the position is in; undefined for headers. */
export function fileOf({ program, inputFiles }: Texts, position: number): SourceFile | undefined {
  const file = program.sources.fileAt(position);
  return file !== undefined && inputFiles.has(file.name) ? file : undefined;
}

/** Where the definition of a function begins: behind the declaration, the definition or the directive before it. */
export function definitionPlace(texts: Texts, { name, range, library }: FunctionGraph): WitnessLocation | undefined {
  const file = library === undefined ? fileOf(texts, range.start) : undefined;
  if (file === undefined) return undefined;
  let start: number | undefined;
  let inDirective = false;
  let lineIsBlank = true;
  let before = "";
  for (const { at, char } of significant(file.text, 0, range.start - file.base + 1)) {
    if (char === "\n") {
      if (inDirective && before !== "\\") inDirective = false;
      lineIsBlank = true;
    } else if (char === "#" && lineIsBlank) inDirective = true;
    else if (!/\s/.test(char)) {
      lineIsBlank = false;
      if (!inDirective) start = char === ";" || char === "}" ? undefined : (start ?? at);
    }
    if (inDirective) start = undefined;
    before = char;
  }
  return start === undefined ? undefined : placeAt(texts, file.base + start, /[A-Za-z_]/, name);
}

/** The keyword with which a loop begins, where it stands in the text. */
export function loopKeyword(texts: Texts, { start }: SourceRange): "while" | "for" | "do" | undefined {
  const file = fileOf(texts, start);
  if (file === undefined) return undefined;
  const [word] = /^(?:while|for|do)\b/.exec(file.text.slice(start - file.base, start - file.base + 8)) ?? [];
  return word as "while" | "for" | "do" | undefined;
}

/** Where the condition of a `for` begins, behind what its first part declares. */
export function conditionOfFor(texts: Texts, { start, end }: SourceRange): number | undefined {
  const file = fileOf(texts, start);
  if (file === undefined) return undefined;
  const at = conditionIn(file.text, start - file.base, end - file.base);
  return at === undefined ? undefined : file.base + at;
}

/** The first statement in the block of a `do`, where nothing but the loop leads to it: no label, no case, no declaration of one. */
export function firstInBody(texts: Texts, { start, end }: SourceRange): number | undefined {
  const file = fileOf(texts, start);
  if (file === undefined) return undefined;
  let behindBrace = false;
  for (const { at, char } of significant(file.text, start - file.base + "do".length, end - file.base)) {
    if (/\s/.test(char)) continue;
    if (!behindBrace) {
      if (char !== "{") return undefined;
      behindBrace = true;
      continue;
    }
    const rest = file.text.slice(at, at + 200);
    const isStatement = /[A-Za-z_*(+-]/.test(char) && !/^(?:case\b|default\b|__|[A-Za-z_]\w*\s*:)/.test(rest);
    return isStatement ? file.base + at : undefined;
  }
  return undefined;
}
