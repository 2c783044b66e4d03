/**
 * Positions in source text. All files of one program (the main file, headers, built-in headers) lie one after
 * another in a single virtual text; a position is an offset into it, so that tokens, syntax nodes and edges carry
 * plain numbers. `SourceMap.resolve` turns a position into file, line and column when somebody wants to read it.
 * Tokens that come out of a macro carry the position of the macro's use.
 *
 * A file that was made from others (a preprocessed one, the output of a generator) says so by `#line` and by line markers.
 * The preprocessor hands them in as marks: for people a position is a place of the original then; `written` is the place
 * in the text that was read, where its characters are.
 */

/** A half-open range of positions: `start <= p < end`. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** A place of a file: line and column are 1-based. */
export interface SourcePoint {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface SourceFile {
  /** The name as the user gave it (or `<built-in>/stdlib.h` for a header that comes with hone). */
  readonly name: string;
  readonly text: string;
  /** Position of the file's first character in the virtual text. */
  readonly base: number;
}

/** What a `#line` says: the line behind it is line `line` of the file `name` (undefined: of the same file as before). */
export interface LineMark {
  readonly position: number;
  readonly line: number;
  readonly name: string | undefined;
}

export const NO_RANGE: SourceRange = { start: 0, end: 0 };

export class SourceMap {
  readonly #files: SourceFile[] = [];
  readonly #lineStarts = new Map<SourceFile, number[]>();
  /** In the order of their positions. */
  readonly #marks = new Map<SourceFile, LineMark[]>();
  // Position 0 belongs to no file: NO_RANGE resolves to nothing.
  #next = 1;

  add(name: string, written: string): SourceFile {
    // Lines of some old files end in a lone carriage return; as line feeds they keep their positions.
    const text = written.includes("\r") && !written.includes("\n") ? written.replaceAll("\r", "\n") : written;
    const file: SourceFile = { name, text, base: this.#next };
    // One position more than characters, so that the end of a file is a position of that file.
    this.#next += text.length + 1;
    this.#files.push(file);
    return file;
  }

  get files(): readonly SourceFile[] {
    return this.#files;
  }

  fileAt(position: number): SourceFile | undefined {
    let low = 0;
    let high = this.#files.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const file = this.#files[middle] as SourceFile;
      if (position < file.base) high = middle - 1;
      else if (position > file.base + file.text.length) low = middle + 1;
      else return file;
    }
    return undefined;
  }

  /** Where a position is, for people: in the original, where the file was made from another one. */
  resolve(position: number): SourcePoint | undefined {
    const written = this.written(position);
    if (written === undefined || this.#marks.size === 0) return written;
    const file = this.fileAt(position) as SourceFile;
    const marks = this.#marks.get(file) ?? [];
    const mark = marks[this.#lastMark(marks, position)];
    if (mark === undefined) return written;
    const line = mark.line + (written.line - this.#lineOf(file, mark.position) - 1);
    // gcc counts what it defines itself as line 0 of the file.
    return { ...written, file: mark.name ?? file.name, line: Math.max(1, line) };
  }

  /** Where a position is in the text that was read. */
  written(position: number): SourcePoint | undefined {
    const file = this.fileAt(position);
    if (file === undefined) return undefined;
    const line = this.#lineOf(file, position);
    return { file: file.name, line, column: position - file.base - (this.lineStarts(file)[line - 1] as number) + 1 };
  }

  /** Notes what a `#line` says. A file that is read again has the same ones again. */
  mark(mark: LineMark): void {
    const file = this.fileAt(mark.position);
    if (file === undefined) return;
    const marks = this.#marks.get(file) ?? [];
    const before = this.#lastMark(marks, mark.position);
    const name = mark.name ?? marks[before]?.name;
    const again = marks[before]?.position === mark.position;
    marks.splice(again ? before : before + 1, again ? 1 : 0, { ...mark, name });
    this.#marks.set(file, marks);
  }

  get marks(): readonly LineMark[] {
    return [...this.#marks.values()].flat();
  }

  /** The line of the text that was read which is this line of the original; of several the first that is not blank. */
  writtenLine(name: string, line: number): { readonly file: SourceFile; readonly line: number } | undefined {
    let blank: { readonly file: SourceFile; readonly line: number } | undefined;
    for (const file of this.#files)
      for (const part of this.#parts(file)) {
        const at = part.first + line - part.line;
        if (part.name !== name || at < part.first || at >= part.end) continue;
        const found = { file, line: at };
        if (this.lineText(file, at).trim() !== "") return found;
        blank ??= found;
      }
    return blank;
  }

  /** A line of a file, without its end. */
  lineText(file: SourceFile, line: number): string {
    const starts = this.lineStarts(file);
    const start = starts[line - 1] ?? 0;
    const end = (starts[line] ?? file.text.length + 1) - 1;
    return file.text.slice(start, Math.max(start, end)).replace(/\r$/, "");
  }

  /** The written lines `first <= l < end` of a file are those of `name` from `line` on. */
  #parts(file: SourceFile): { readonly first: number; readonly end: number; readonly name: string; line: number }[] {
    const marks = this.#marks.get(file) ?? [];
    const starts = marks.map(({ position }) => this.#lineOf(file, position));
    const last = this.lineStarts(file).length + 1;
    const parts = marks.map(({ line, name }, i) => {
      return { first: (starts[i] as number) + 1, end: starts[i + 1] ?? last, name: name ?? file.name, line };
    });
    return [{ first: 1, end: starts[0] ?? last, name: file.name, line: 1 }, ...parts];
  }

  /** Index of the last mark at or before a position, or -1. */
  #lastMark(marks: readonly LineMark[], position: number): number {
    return lastWhere(marks.length, (i) => (marks[i] as LineMark).position <= position);
  }

  #lineOf(file: SourceFile, position: number): number {
    const starts = this.lineStarts(file);
    return lastWhere(starts.length, (i) => (starts[i] as number) <= position - file.base) + 1;
  }

  /** Offsets within the file at which its lines start; computed once per file on first use. */
  lineStarts(file: SourceFile): readonly number[] {
    const known = this.#lineStarts.get(file);
    if (known !== undefined) return known;
    const starts = [0];
    for (let at = file.text.indexOf("\n"); at !== -1; at = file.text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#lineStarts.set(file, starts);
    return starts;
  }
}

/** The last index below `length` of which something holds that holds of the first ones only; -1 where it holds of none. */
function lastWhere(length: number, holds: (index: number) => boolean): number {
  let low = -1;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
