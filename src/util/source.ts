/**
 * Positions in source text. All files of one program (the main file, headers, built-in headers) lie one after
 * another in a single virtual text; a position is an offset into it, so that tokens, syntax nodes and edges carry
 * plain numbers. `SourceMap.resolve` turns a position into file, line and column when somebody wants to read it.
 * Tokens that come out of a macro carry the position of the macro's use.
 */

/** A half-open range of positions: `start <= p < end`. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** Where a position is, for people: line and column are 1-based and count physical lines of the file. */
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

export const NO_RANGE: SourceRange = { start: 0, end: 0 };

export class SourceMap {
  readonly #files: SourceFile[] = [];
  readonly #lineStarts = new Map<SourceFile, number[]>();
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

  resolve(position: number): SourcePoint | undefined {
    const file = this.fileAt(position);
    if (file === undefined) return undefined;
    const starts = this.lineStarts(file);
    const offset = position - file.base;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file: file.name, line: low + 1, column: offset - (starts[low] as number) + 1 };
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
