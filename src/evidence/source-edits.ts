/**
 * Edits of one of a program's files at positions that the lowering recorded. A position counts only where the file itself has
 * the expected text: what comes out of a macro or another file cannot be edited, and the answer says so.
 */
import type { SourceFile, SourceMap, SourceRange } from "../util/source.ts";

export interface Edit {
  /** Offsets in the file; equal for an insertion. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export class EditImpossible extends Error {}

/** Of what another file of the program may have. */
export const ELSEWHERE = "is not in";

export class SourceEdits {
  readonly #file: SourceFile;
  readonly #macros: ReadonlySet<string>;
  readonly #edits: Edit[] = [];

  constructor(sources: SourceMap, file: SourceFile) {
    this.#file = file;
    const names = sources.files.flatMap(({ text }) => [...text.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm)]);
    this.#macros = new Set(names.map((match) => match[1] as string));
  }

  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  /** The file's own text in a range, without macros in it. */
  textOf(range: SourceRange, what: string): { readonly start: number; readonly end: number; readonly text: string } {
    const start = range.start - this.#file.base;
    const end = range.end - this.#file.base;
    if (start < 0 || end > this.#file.text.length || end <= start)
      throw new EditImpossible(`${what} ${ELSEWHERE} ${this.#file.name}`);
    const text = this.#file.text.slice(start, end);
    if ((text.match(/[A-Za-z_]\w*/g) ?? []).some((word) => this.#macros.has(word)))
      throw new EditImpossible(`${what} comes out of a macro`);
    return { start, end, text };
  }

  /** The annotation that the range is in: where its comment begins and ends, and what it says. */
  annotationAt(range: SourceRange): SourceRange & { readonly text: string } {
    const { base, text } = this.#file;
    const at = range.start - base;
    if (at < 0 || range.end - base > text.length)
      throw new EditImpossible(`the annotation that does not hold ${ELSEWHERE} ${this.#file.name}`);
    const start = Math.max(text.lastIndexOf("//@", at), text.lastIndexOf("/*@", at));
    const end = start < 0 ? -1 : text.indexOf(text.startsWith("//", start) ? "\n" : "*/", start);
    if (start < 0 || (end !== -1 && end < at)) throw new EditImpossible("the annotation comes out of a macro");
    return { start, end: end === -1 ? text.length : end, text: text.slice(start + 3, end === -1 ? undefined : end) };
  }

  /** The last character of code before a place; comments are none. */
  codeBefore(at: number): string {
    const { text } = this.#file;
    let last = "";
    for (let i = 0; i < at; ) {
      const skipped = skipBlank(text, i);
      if (skipped > i) {
        if (text[i] !== "/") last = text[i] as string;
        i = skipped;
      } else {
        if (/\S/.test(text[i] as string)) last = text[i] as string;
        i += 1;
      }
    }
    return last;
  }

  insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text });
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text });
  }

  /** Where the declarator that starts with the name before `at` ends: at its comma or semicolon. */
  declaratorEnd(at: number, what: string): number {
    const { text } = this.#file;
    let depth = 0;
    let least = 0;
    for (let i = at; i < text.length; i += 1) {
      const skipped = skipBlank(text, i);
      if (skipped > i) {
        i = skipped - 1;
        continue;
      }
      const char = text[i] as string;
      if (char === "(" || char === "[") depth += 1;
      else if (char === ")" || char === "]") least = Math.min(least, --depth);
      else if (depth === least && (char === "," || char === ";")) return i;
      // An operator: this is an expression, or there is an initialiser already.
      else if (depth === least && !/[\w\s]/.test(char)) break;
    }
    throw new EditImpossible(`the declaration of ${what} is not of a simple form`);
  }

  /** The first position at or after `from` where the pattern matches outside comments and literals. */
  find(pattern: RegExp, from: number, to: number): { readonly start: number; readonly end: number } | undefined {
    const { text } = this.#file;
    const sticky = new RegExp(pattern.source, "y");
    for (let i = from; i < to; i += 1) {
      const skipped = skipBlank(text, i);
      if (skipped > i) {
        i = skipped - 1;
        continue;
      }
      sticky.lastIndex = i;
      const match = sticky.exec(text);
      const inWord = i > 0 && /\w/.test(text[i - 1] as string) && /\w/.test(text[i] as string);
      if (match !== null && !inWord) return { start: i, end: i + match[0].length };
    }
    return undefined;
  }

  /** Text around a place, to see how it is used. */
  around(start: number, end: number): { readonly before: string; readonly after: string } {
    const { text } = this.#file;
    return {
      before: text.slice(Math.max(0, start - 40), start).trimEnd(),
      after: text.slice(end, end + 40).trimStart(),
    };
  }

  apply(): string {
    const { text } = this.#file;
    const sorted = [...this.#edits].sort((a, b) => a.start - b.start || a.end - b.end);
    const parts: string[] = [];
    let at = 0;
    for (const edit of sorted) {
      if (edit.start < at) throw new EditImpossible("two changes of the source overlap");
      parts.push(text.slice(at, edit.start), edit.text);
      at = edit.end;
    }
    return parts.join("") + text.slice(at);
  }
}

/** Past a comment or a literal that starts here. */
function skipBlank(text: string, at: number): number {
  const two = text.slice(at, at + 2);
  if (two === "/*") {
    const end = text.indexOf("*/", at + 2);
    return end === -1 ? text.length : end + 2;
  }
  if (two === "//") {
    const end = text.indexOf("\n", at);
    return end === -1 ? text.length : end;
  }
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return at;
  let i = at + 1;
  while (i < text.length && text[i] !== quote && text[i] !== "\n") i += text[i] === "\\" ? 2 : 1;
  return i + 1;
}
