/**
 * One run of the preprocessor: the stack of open files, the macro table, and what directives change. It is the token
 * source of the expander; directives (`directives.ts`) are carried out while tokens are read, so that they may stand
 * inside the arguments of a macro call, as gcc allows.
 */
import type { Diagnostics } from "../../util/diagnostic.ts";
import { NO_RANGE, type SourceFile, type SourceMap, type SourceRange } from "../../util/source.ts";
import { Lexer } from "../lexer.ts";
import type { FrontEndOptions } from "../options.ts";
import { handleDirective } from "./directives.ts";
import { Expander, type TokenSource } from "./expand.ts";
import { type IncludedFile, type IncludeForm, Includes } from "./include.ts";
import type { Macro } from "./macro.ts";
import { Names } from "./names.ts";
import { predefinedMacros } from "./predefined.ts";
import { FLAG_LINE_START, FLAG_SPACE, type PreprocessingKind, type PreprocessingToken } from "./preprocessing-token.ts";
import { looksBinary } from "./splice.ts";

interface Conditional {
  /** The `#if` line, for "unterminated". */
  readonly range: SourceRange;
  /** Whether some branch has been taken already. */
  taken: boolean;
  sawElse: boolean;
}

/** An open file. */
export interface Frame {
  readonly lexer: Lexer;
  /** Undefined for the main file and the command line's directives. */
  readonly included: IncludedFile | undefined;
  readonly conditionals: Conditional[];
  /** The macro of an `#ifndef` that opens the file, and how many tokens the file had made at its `#endif`. */
  guard: { readonly name: string; closedAt: number | undefined } | undefined;
}

/** As in gcc; a cycle of includes without guards ends here. */
const DEEPEST_INCLUDE = 200;
/** Files opened in one program: a cycle that includes twice would otherwise run for ever below the depth limit. */
const MOST_INCLUDES = 20_000;

export class Session implements TokenSource {
  readonly macros: Map<string, Macro>;
  readonly expander: Expander;
  readonly diagnostics: Diagnostics;
  readonly sources: SourceMap;
  readonly names = new Names();
  /** `#pragma push_macro`: the meanings put aside, by name. */
  readonly pushedMacros = new Map<string, (Macro | undefined)[]>();
  /** Pragmas that matter to the parser, waiting for their place in the output. */
  readonly pragmas: PreprocessingToken[] = [];
  readonly #includes: Includes;
  readonly #frames: Frame[] = [];
  readonly #main: SourceFile;
  readonly #annotations: "tokens" | "comments";
  #opened = 0;
  #counter = 0;
  #stopped = false;

  constructor(sources: SourceMap, main: SourceFile, options: FrontEndOptions, diagnostics: Diagnostics) {
    this.sources = sources;
    this.diagnostics = diagnostics;
    this.macros = new Map(predefinedMacros(options.dataModel));
    this.expander = new Expander(this.macros, this, this.names, diagnostics);
    this.#includes = new Includes(sources, options);
    this.#main = main;
    this.#annotations = options.acsl === undefined ? "comments" : "tokens";
    this.open(main, undefined, { start: main.base, end: main.base });
  }

  get frame(): Frame {
    return this.#frames[this.#frames.length - 1] as Frame;
  }

  get depth(): number {
    return this.#frames.length;
  }

  get includes(): Includes {
    return this.#includes;
  }

  /** Puts a file in front of the input. */
  open(file: SourceFile, included: IncludedFile | undefined, use: SourceRange): void {
    if (looksBinary(file.text)) {
      this.diagnostics.error(`'${file.name}' is not a text file`, use);
      if (this.#frames.length > 0) return;
    }
    this.#opened += 1;
    if (this.#frames.length > DEEPEST_INCLUDE || this.#opened > MOST_INCLUDES) {
      const what = this.#opened > MOST_INCLUDES ? "too many files are included" : "#include is nested too deeply";
      this.stop(what, use);
      return;
    }
    const text = this.#frames.length === 0 && looksBinary(file.text) ? { ...file, text: "" } : file;
    const lexer = new Lexer(text, this.names, this.diagnostics, this.#annotations);
    this.#frames.push({ lexer, included, conditionals: [], guard: undefined });
  }

  /** An error after which going on makes no sense (or no end): the input ends here. */
  stop(message: string, range: SourceRange): void {
    if (!this.#stopped) this.diagnostics.error(message, range);
    this.#stopped = true;
    for (const frame of this.#frames) {
      frame.lexer.finish();
      frame.conditionals.length = 0;
    }
  }

  include(name: PreprocessingToken, form: IncludeForm, mode: "include" | "next" | "import"): void {
    const frame = this.frame;
    const path = name.text.slice(1, -1);
    const place = mode === "next" ? Math.max((frame.included?.place ?? 0) + 1, 1) : 0;
    const found = this.#includes.find(path, form, frame.lexer.file.name, place);
    if (found === undefined) {
      const folder = this.#includes.hint(path);
      const hint = folder === undefined ? "-I DIR says where headers are" : `the compiler has it: -I ${folder}`;
      this.diagnostics.report("error", `header '${path}' is not found`, name, [{ message: hint, range: NO_RANGE }]);
      return;
    }
    const enters = this.#includes.isCompilers(found) && !this.#isInCompilers(frame);
    if (enters) this.diagnostics.report("note", `'${path}' is the compiler's: ${found.file.name}`, name);
    if (this.#isDone(found)) return;
    if (mode === "import") found.once = true;
    this.open(found.file, found, name);
    if (!enters) return;
    for (const file of this.#includes.foundation()) if (!this.#isDone(file)) this.open(file.file, file, name);
  }

  /** Reading it again would give nothing. */
  #isDone({ once, guard }: IncludedFile): boolean {
    return once || (guard !== undefined && this.macros.has(guard));
  }

  #isInCompilers({ included }: Frame): boolean {
    return included !== undefined && this.#includes.isCompilers(included);
  }

  next(): PreprocessingToken {
    for (;;) {
      const token = this.frame.lexer.next();
      if (token.kind === "punctuator") {
        if (token.text !== "#" || (token.flags & FLAG_LINE_START) === 0) return token;
        handleDirective(this, token);
      } else if (token.kind !== "end") return token;
      else if (this.#frames.length === 1) {
        this.#checkClosed();
        return this.#endToken();
      } else this.#close();
    }
  }

  nextArgument(file: number): PreprocessingToken | undefined {
    for (;;) {
      const token = this.frame.lexer.next();
      if (token.kind === "end") {
        if (this.#frames.length <= file) return undefined;
        this.#close();
      } else if (token.kind === "punctuator" && token.text === "#" && (token.flags & FLAG_LINE_START) !== 0) {
        handleDirective(this, token);
      } else return token;
    }
  }

  takeParenthesis(): PreprocessingToken | undefined {
    return this.frame.lexer.takeParenthesis();
  }

  builtin(macro: Extract<Macro, { kind: "builtin" }>, use: PreprocessingToken): PreprocessingToken | undefined {
    const make = (kind: PreprocessingKind, text: string): PreprocessingToken => {
      return { kind, text, start: use.start, end: use.end, flags: use.flags & FLAG_SPACE };
    };
    switch (macro.builtin) {
      case "file":
        return make("string", quotedName(this.sources.resolve(use.start)?.file ?? this.frame.lexer.file.name));
      case "base-file":
        return make("string", quotedName(this.#main.name));
      case "line":
        return make("number", String(this.sources.resolve(use.start)?.line ?? 0));
      case "counter":
        this.#counter += 1;
        return make("number", String(this.#counter - 1));
      case "include-level":
        return make("number", String(this.#frames.length - 1));
      case "pragma":
        return undefined;
    }
  }

  #close(): void {
    this.#checkClosed();
    const frame = this.#frames.pop() as Frame;
    if (frame.included !== undefined && frame.guard?.closedAt === frame.lexer.produced) {
      frame.included.guard = frame.guard.name;
    }
  }

  #checkClosed(): void {
    for (const conditional of this.frame.conditionals.splice(0)) {
      this.diagnostics.error("unterminated conditional directive", conditional.range);
    }
  }

  #endToken(): PreprocessingToken {
    const at = this.#main.base + this.#main.text.length;
    return { kind: "end", text: "", start: at, end: at, flags: FLAG_SPACE };
  }
}

function quotedName(name: string): string {
  return `"${name.replace(/["\\]/g, "\\$&")}"`;
}
