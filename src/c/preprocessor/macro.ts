/**
 * Macros as data, and how a `#define` line becomes one. A replacement list is a list of elements: a token, a parameter
 * (as it is or after `#`), or a `__VA_OPT__` group; each knows whether `##` stands before or behind it, so that
 * substitution walks the list once.
 */
import type { Diagnostics } from "../../util/diagnostic.ts";
import { NO_RANGE, type SourceRange } from "../../util/source.ts";
import { FLAG_SPACE, isPunctuator, type PreprocessingToken } from "./preprocessing-token.ts";

/** Macros whose expansion depends on where they stand. */
export type BuiltinName = "file" | "base-file" | "line" | "counter" | "include-level" | "pragma";

export type Macro =
  | {
      readonly kind: "object";
      readonly name: string;
      readonly elements: readonly Element[];
      readonly range: SourceRange;
    }
  | {
      readonly kind: "function";
      readonly name: string;
      readonly elements: readonly Element[];
      readonly range: SourceRange;
      readonly parameters: readonly string[];
      /** The last parameter takes all remaining arguments. */
      readonly variadic: boolean;
    }
  | { readonly kind: "builtin"; readonly name: string; readonly builtin: BuiltinName; readonly range: SourceRange };

export type FunctionMacro = Extract<Macro, { kind: "function" }>;

interface Position {
  /** The token it was read from, for white space and messages. */
  readonly token: PreprocessingToken;
  pastesLeft: boolean;
  pastesRight: boolean;
}

export type Element = Position &
  (
    | { readonly kind: "token" }
    | { readonly kind: "parameter"; readonly index: number; readonly form: "plain" | "string" }
    | { readonly kind: "optional"; readonly elements: readonly Element[]; readonly form: "plain" | "string" }
  );

/** Makes the macro of a `#define` line (the tokens after the word define), or reports why not. */
export function parseMacro(tokens: readonly PreprocessingToken[], diagnostics: Diagnostics): Macro | undefined {
  const name = tokens[0];
  if (name === undefined) return undefined;
  const range = { start: name.start, end: name.end };
  const next = tokens[1];
  if (next === undefined || !isPunctuator(next, "(") || (next.flags & FLAG_SPACE) !== 0) {
    const elements = parseElements(tokens, 1, undefined, diagnostics);
    return elements && { kind: "object", name: name.text, elements, range };
  }
  const head = parseParameters(tokens, diagnostics);
  if (head === undefined) return undefined;
  const elements = parseElements(tokens, head.next, head, diagnostics);
  if (elements === undefined) return undefined;
  const { parameters, variadic } = head;
  return { kind: "function", name: name.text, elements, range, parameters, variadic };
}

interface ParameterList {
  readonly parameters: readonly string[];
  readonly indices: ReadonlyMap<string, number>;
  readonly variadic: boolean;
  /** Index of the first token of the replacement list. */
  readonly next: number;
}

function parseParameters(tokens: readonly PreprocessingToken[], diagnostics: Diagnostics): ParameterList | undefined {
  const parameters: string[] = [];
  const indices = new Map<string, number>();
  const fail = (message: string, at: number): undefined => {
    diagnostics.error(message, tokens[at] ?? tokens[tokens.length - 1] ?? NO_RANGE);
    return undefined;
  };
  let at = 2;
  if (isPunctuator(tokens[at], ")")) return { parameters, indices, variadic: false, next: at + 1 };
  for (;;) {
    const token = tokens[at];
    if (isPunctuator(token, "...")) {
      indices.set("__VA_ARGS__", parameters.length);
      parameters.push("__VA_ARGS__");
      if (!isPunctuator(tokens[at + 1], ")")) return fail("expected ')' after '...' in macro parameters", at + 1);
      return { parameters, indices, variadic: true, next: at + 2 };
    }
    if (token?.kind !== "identifier") return fail("expected a parameter name in macro definition", at);
    if (indices.has(token.text)) return fail(`duplicate macro parameter '${token.text}'`, at);
    indices.set(token.text, parameters.length);
    parameters.push(token.text);
    const after = tokens[at + 1];
    if (isPunctuator(after, "...")) {
      if (!isPunctuator(tokens[at + 2], ")")) return fail("expected ')' after '...' in macro parameters", at + 2);
      return { parameters, indices, variadic: true, next: at + 3 };
    }
    if (isPunctuator(after, ")")) return { parameters, indices, variadic: false, next: at + 2 };
    if (!isPunctuator(after, ",")) return fail("expected ',' or ')' in macro parameters", at + 1);
    at += 2;
  }
}

/** `head` is undefined for an object-like macro, where `#` is an ordinary token. */
function parseElements(
  tokens: readonly PreprocessingToken[],
  from: number,
  head: ParameterList | undefined,
  diagnostics: Diagnostics,
): readonly Element[] | undefined {
  const elements: Element[] = [];
  let pastes = false;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at] as PreprocessingToken;
    if (isPunctuator(token, "##")) {
      const last = elements[elements.length - 1];
      if (last === undefined || at === tokens.length - 1) {
        diagnostics.error("'##' cannot stand at either end of a macro's replacement", token);
        return undefined;
      }
      last.pastesRight = true;
      pastes = true;
      continue;
    }
    const read = readElement(tokens, at, head, diagnostics);
    if (read === undefined) return undefined;
    read.element.pastesLeft = pastes;
    elements.push(read.element);
    at = read.last;
    pastes = false;
  }
  return elements;
}

interface ReadElement {
  readonly element: Element;
  /** Index of its last token. */
  readonly last: number;
}

function readElement(
  tokens: readonly PreprocessingToken[],
  at: number,
  head: ParameterList | undefined,
  diagnostics: Diagnostics,
): ReadElement | undefined {
  const token = tokens[at] as PreprocessingToken;
  const position = { token, pastesLeft: false, pastesRight: false };
  if (head === undefined) return { element: { ...position, kind: "token" }, last: at };
  const isHash = isPunctuator(token, "#");
  const form = isHash ? "string" : "plain";
  const operandAt = isHash ? at + 1 : at;
  const operand = tokens[operandAt];
  if (operand?.kind === "identifier") {
    const index = head.indices.get(operand.text);
    if (index !== undefined) return { element: { ...position, kind: "parameter", index, form }, last: operandAt };
    if (operand.text === "__VA_OPT__" && head.variadic) {
      const close = closingParenthesis(tokens, operandAt + 1);
      if (close !== undefined) {
        const inner = tokens.slice(operandAt + 1, close).find(({ text }) => text === "__VA_OPT__");
        if (inner !== undefined) {
          diagnostics.error("__VA_OPT__ cannot stand inside __VA_OPT__", inner);
          return undefined;
        }
        const elements = parseElements(tokens.slice(0, close), operandAt + 2, head, diagnostics);
        return elements && { element: { ...position, kind: "optional", elements, form }, last: close };
      }
      diagnostics.error("unterminated __VA_OPT__", operand);
      return undefined;
    }
  }
  if (isHash) {
    diagnostics.error("'#' is not followed by a macro parameter", token);
    return undefined;
  }
  return { element: { ...position, kind: "token" }, last: at };
}

function closingParenthesis(tokens: readonly PreprocessingToken[], open: number): number | undefined {
  if (!isPunctuator(tokens[open], "(")) return undefined;
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (isPunctuator(tokens[at], "(")) depth += 1;
    else if (isPunctuator(tokens[at], ")")) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}

/** Whether a second definition says the same as the first, which C allows (6.10.3p2). */
export function sameMacro(left: Macro, right: Macro): boolean {
  if (left.kind === "builtin" || right.kind === "builtin" || left.kind !== right.kind) return false;
  if (left.kind === "function" && right.kind === "function") {
    if (left.variadic !== right.variadic || left.parameters.length !== right.parameters.length) return false;
    if (left.parameters.some((parameter, index) => parameter !== right.parameters[index])) return false;
  }
  return sameElements(left.elements, right.elements);
}

function sameElements(left: readonly Element[], right: readonly Element[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((element, index) => {
    const other = right[index] as Element;
    if (element.kind !== other.kind || element.token.text !== other.token.text) return false;
    // White space before the first token does not count.
    if (index > 0 && (element.token.flags & FLAG_SPACE) !== (other.token.flags & FLAG_SPACE)) return false;
    if (element.pastesLeft !== other.pastesLeft) return false;
    if (element.kind === "parameter" && other.kind === "parameter") {
      return element.index === other.index && element.form === other.form;
    }
    if (element.kind === "optional" && other.kind === "optional") return sameElements(element.elements, other.elements);
    return true;
  });
}
