/**
 * Macro expansion. Replacement lists that are still being rescanned lie on a stack of contexts; while a macro's
 * context is on it, its name is painted and never expanded again. A context is taken off when somebody asks for a token
 * behind its end, so that a macro's arguments may stand behind it in the enclosing context or in the file: the order
 * that gcc uses where the standard leaves it open.
 *
 * Work is bounded: nested macros can ask for more tokens than memory holds. Past the limits there is one error and
 * macros are no longer expanded.
 */
import { tick } from "../../util/budget.ts";
import type { Diagnostics } from "../../util/diagnostic.ts";
import type { FunctionMacro, Macro } from "./macro.ts";
import type { Names } from "./names.ts";
import {
  FLAG_LINE_START,
  FLAG_PAINTED,
  isPunctuator,
  moved,
  type PreprocessingToken,
  spacedLike,
  withFlags,
} from "./preprocessing-token.ts";
import { type Argument, substitute } from "./substitute.ts";

/** Where tokens come from when no macro is being expanded. */
export interface TokenSource {
  /** The next token of the file, directives carried out. */
  next(): PreprocessingToken;
  /** The same, for the arguments of a macro: undefined where the file ends in which the call began. */
  nextArgument(file: number): PreprocessingToken | undefined;
  /** Whether `(` comes next in the file; takes it if so. */
  takeParenthesis(): PreprocessingToken | undefined;
  /** Identifies the file (the depth of includes) that a call begins in. */
  readonly depth: number;
  /** The expansion of a macro that depends on its place. */
  builtin(macro: Extract<Macro, { kind: "builtin" }>, use: PreprocessingToken): PreprocessingToken | undefined;
}

interface Context {
  readonly tokens: readonly PreprocessingToken[];
  next: number;
  /** Painted while the context is on the stack. */
  readonly macro: Macro | undefined;
  /** The tokens of an argument or a directive: nothing is read past their end. */
  readonly closed: boolean;
}

/** Tokens that macros may make in one program. The largest real programs stay below a tenth. */
const MOST_TOKENS = 1 << 22;
// A token, in units of work: it is read, looked up and perhaps copied.
const TOKEN_WORK = 0.5;

/** Macro calls nested in arguments; each level takes a few frames of the JavaScript stack. */
const DEEPEST_CALL = 200;

export class Expander {
  readonly macros: Map<string, Macro>;
  readonly #source: TokenSource;
  readonly #names: Names;
  readonly #diagnostics: Diagnostics;
  readonly #contexts: Context[] = [];
  readonly #painted = new Set<Macro>();
  #made = 0;
  #depth = 0;

  constructor(macros: Map<string, Macro>, source: TokenSource, names: Names, diagnostics: Diagnostics) {
    this.macros = macros;
    this.#source = source;
    this.#names = names;
    this.#diagnostics = diagnostics;
  }

  /** The next token, fully expanded; undefined at the end of a closed context. */
  next(): PreprocessingToken | undefined {
    for (;;) {
      const token = this.nextUnexpanded();
      if (token === undefined || token.kind !== "identifier") return token;
      const expansion = this.expand(token);
      if (expansion !== undefined) return expansion;
    }
  }

  /** The next token as it stands; undefined at the end of a closed context. */
  nextUnexpanded(): PreprocessingToken | undefined {
    for (;;) {
      tick(TOKEN_WORK);
      const context = this.#contexts[this.#contexts.length - 1];
      if (context === undefined) return this.#source.next();
      const token = context.tokens[context.next];
      if (token !== undefined) {
        context.next += 1;
        return token;
      }
      if (context.closed) return undefined;
      this.#leave();
    }
  }

  /** The token itself where it is not to be expanded; undefined when its expansion has been put in front of the input. */
  expand(token: PreprocessingToken): PreprocessingToken | undefined {
    if ((token.flags & FLAG_PAINTED) !== 0) return token;
    const macro = this.macros.get(token.text);
    if (macro === undefined) return token;
    if (this.#painted.has(macro)) return withFlags(token, token.flags | FLAG_PAINTED);
    switch (macro.kind) {
      case "builtin":
        // Pragmas are carried out when they reach the output, where order with other tokens is known.
        return this.#source.builtin(macro, token) ?? token;
      case "object":
        if (!this.#allowed(macro.elements.length + 1, token)) return token;
        this.#enter(macro, this.#objectTokens(macro, token), token);
        return undefined;
      case "function":
        return this.#call(macro, token);
    }
  }

  /** All tokens of a list (a directive's line, an argument) expanded, and nothing read beyond it. */
  expandList(tokens: readonly PreprocessingToken[]): PreprocessingToken[] {
    const result: PreprocessingToken[] = [];
    this.openList(tokens);
    for (let token = this.next(); token !== undefined; token = this.next()) result.push(token);
    this.closeList();
    return result;
  }

  /** Reads from the list, and nothing beyond, until the matching `closeList`. */
  openList(tokens: readonly PreprocessingToken[]): void {
    this.#contexts.push({ tokens, next: 0, macro: undefined, closed: true });
  }

  closeList(): void {
    while (!(this.#contexts[this.#contexts.length - 1]?.closed ?? true)) this.#leave();
    this.#contexts.pop();
  }

  #leave(): void {
    const context = this.#contexts.pop();
    if (context?.macro !== undefined) this.#painted.delete(context.macro);
  }

  #enter(macro: Macro, tokens: PreprocessingToken[], use: PreprocessingToken): void {
    const first = tokens[0];
    if (first !== undefined) {
      tokens[0] = spacedLike(first, use);
      this.#contexts.push({ tokens, next: 0, macro, closed: false });
      this.#painted.add(macro);
    }
  }

  #objectTokens(macro: Extract<Macro, { kind: "object" }>, use: PreprocessingToken): PreprocessingToken[] {
    const { start, end } = use;
    if (macro.elements.some((element) => element.pastesRight)) {
      const call = { arguments: [], variadic: false, start, end, names: this.#names, diagnostics: this.#diagnostics };
      return substitute(macro.elements, call);
    }
    return macro.elements.map(({ token }) => moved(token, start, end, token.flags & ~FLAG_LINE_START));
  }

  #call(macro: FunctionMacro, name: PreprocessingToken): PreprocessingToken | undefined {
    if (!this.#allowed(macro.elements.length + 1, name)) return name;
    const file = this.#source.depth;
    if (this.#takeParenthesis() === undefined) return name;
    const read = this.#readArguments(macro, name, file);
    if (read === undefined) return undefined;
    const start = name.start;
    // The closing parenthesis may come from elsewhere, such as another macro's replacement.
    const end = Math.max(name.end, read.close.start >= start ? read.close.end : name.end);
    const call = { arguments: read.arguments, variadic: macro.variadic, start, end };
    const tokens = substitute(macro.elements, { ...call, names: this.#names, diagnostics: this.#diagnostics });
    if (this.#allowed(tokens.length, name)) this.#enter(macro, tokens, name);
    return undefined;
  }

  #allowed(count: number, use: PreprocessingToken): boolean {
    const before = this.#made <= MOST_TOKENS;
    this.#made += count;
    if (this.#made <= MOST_TOKENS) return true;
    if (before) this.#diagnostics.error("macro expansion makes too many tokens", use);
    return false;
  }

  #takeParenthesis(): PreprocessingToken | undefined {
    for (;;) {
      const context = this.#contexts[this.#contexts.length - 1];
      if (context === undefined) return this.#source.takeParenthesis();
      const token = context.tokens[context.next];
      if (token !== undefined) {
        if (!isPunctuator(token, "(")) return undefined;
        context.next += 1;
        return token;
      }
      if (context.closed) return undefined;
      this.#leave();
    }
  }

  /** The next token of an argument; undefined where the call cannot be completed. */
  #nextOfArgument(file: number): PreprocessingToken | undefined {
    while (this.#contexts.length > 0) {
      tick(TOKEN_WORK);
      const context = this.#contexts[this.#contexts.length - 1] as Context;
      const token = context.tokens[context.next];
      if (token !== undefined) {
        context.next += 1;
        // A name that is painted now stays so, wherever the argument goes.
        const macro = token.kind === "identifier" ? this.macros.get(token.text) : undefined;
        if (macro === undefined || !this.#painted.has(macro)) return token;
        return withFlags(token, token.flags | FLAG_PAINTED);
      }
      if (context.closed) return undefined;
      this.#leave();
    }
    return this.#source.nextArgument(file);
  }

  #readArguments(
    macro: FunctionMacro,
    name: PreprocessingToken,
    file: number,
  ): { arguments: Argument[]; close: PreprocessingToken } | undefined {
    const lists: PreprocessingToken[][] = [[]];
    const wanted = macro.parameters.length;
    let depth = 0;
    for (;;) {
      const token = this.#nextOfArgument(file);
      if (token === undefined) {
        this.#diagnostics.error(`unterminated argument list of macro '${macro.name}'`, name);
        return undefined;
      }
      if (token.kind === "punctuator") {
        if (token.text === "(") depth += 1;
        else if (token.text === ")") {
          if (depth === 0) return this.#checkedArguments(macro, name, lists, token);
          depth -= 1;
        } else if (token.text === "," && depth === 0 && !(macro.variadic && lists.length >= wanted)) {
          lists.push([]);
          continue;
        }
      }
      (lists[lists.length - 1] as PreprocessingToken[]).push(token);
    }
  }

  #checkedArguments(
    macro: FunctionMacro,
    name: PreprocessingToken,
    lists: PreprocessingToken[][],
    close: PreprocessingToken,
  ): { arguments: Argument[]; close: PreprocessingToken } | undefined {
    const wanted = macro.parameters.length;
    const onlyEmpty = lists.length === 1 && lists[0]?.length === 0;
    if (wanted === 0 && onlyEmpty) return { arguments: [], close };
    const absent = macro.variadic && (lists.length < wanted || (wanted === 1 && onlyEmpty));
    if (macro.variadic && lists.length === wanted - 1) lists.push([]);
    if (lists.length !== wanted) {
      const takes = `${wanted} ${wanted === 1 ? "argument" : "arguments"}`;
      this.#diagnostics.error(`macro '${macro.name}' takes ${takes} but is given ${lists.length}`, name);
      return undefined;
    }
    const lastIndex = wanted - 1;
    return {
      arguments: lists.map((tokens, index) => this.#argument(tokens, absent && index === lastIndex, name)),
      close,
    };
  }

  #argument(tokens: readonly PreprocessingToken[], absent: boolean, use: PreprocessingToken): Argument {
    let expanded: readonly PreprocessingToken[] | undefined;
    return {
      tokens,
      absent,
      expanded: () => {
        expanded ??= this.#expandArgument(tokens, use);
        // Each occurrence in the replacement list copies the argument.
        return this.#allowed(expanded.length, use) ? expanded : [];
      },
    };
  }

  #expandArgument(tokens: readonly PreprocessingToken[], use: PreprocessingToken): readonly PreprocessingToken[] {
    if (!tokens.some((token) => token.kind === "identifier" && this.macros.has(token.text))) return tokens;
    if (this.#depth >= DEEPEST_CALL) {
      this.#diagnostics.error("macro calls are nested too deeply", use);
      // No more expansion: the levels above would otherwise each do the work again.
      this.#made = MOST_TOKENS + 1;
      return tokens;
    }
    this.#depth += 1;
    const result = this.expandList(tokens);
    this.#depth -= 1;
    return result;
  }
}
