/**
 * Substitution: a macro's replacement list with the arguments in place (C11 6.10.3.1 to 6.10.3.3), before rescanning.
 * `#` takes an argument as written, operands of `##` are not expanded, all other occurrences take the expanded
 * argument. GNU: in `, ## __VA_ARGS__` the comma vanishes with an absent argument and is not pasted otherwise.
 */
import type { Diagnostics } from "../../util/diagnostic.ts";
import { Lexer } from "../lexer.ts";
import type { Element } from "./macro.ts";
import type { Names } from "./names.ts";
import {
  FLAG_LINE_START,
  FLAG_SPACE,
  isPunctuator,
  moved,
  type PreprocessingKind,
  type PreprocessingToken,
  spacedLike,
} from "./preprocessing-token.ts";

export interface Argument {
  readonly tokens: readonly PreprocessingToken[];
  /** The variadic argument of a call that stops before it, `f(a)` for `f(x, ...)`. */
  readonly absent: boolean;
  /** The argument fully macro-expanded; computed on first use. */
  expanded(): readonly PreprocessingToken[];
}

export interface Substitution {
  readonly arguments: readonly Argument[];
  readonly variadic: boolean;
  /** Range that tokens out of the replacement list get: the macro's use. */
  readonly start: number;
  readonly end: number;
  readonly names: Names;
  readonly diagnostics: Diagnostics;
}

/** Longer tokens come only from macros made to exhaust memory by pasting or quoting. */
const LONGEST_TOKEN = 1 << 20;

export function substitute(elements: readonly Element[], call: Substitution): PreprocessingToken[] {
  const result = substituteElements(elements, call);
  return result.some((token) => token.kind === "placemarker")
    ? result.filter((token) => token.kind !== "placemarker")
    : result;
}

function substituteElements(elements: readonly Element[], call: Substitution): PreprocessingToken[] {
  const result: PreprocessingToken[] = [];
  for (const element of elements) {
    const piece = substituteElement(element, call);
    const left = result[result.length - 1];
    if (!element.pastesLeft || left === undefined) {
      for (const token of piece) result.push(token);
      continue;
    }
    if (isVariadicParameter(element, call) && isPunctuator(left, ",")) {
      if (argumentOf(element, call)?.absent) result.pop();
      else for (const token of piece) result.push(token);
      continue;
    }
    result.pop();
    const right = piece[0] as PreprocessingToken;
    for (const token of paste(left, right, call)) result.push(token);
    for (let index = 1; index < piece.length; index += 1) result.push(piece[index] as PreprocessingToken);
  }
  return result;
}

function isVariadicParameter(element: Element, call: Substitution): boolean {
  return (
    call.variadic &&
    element.kind === "parameter" &&
    element.form === "plain" &&
    element.index === call.arguments.length - 1
  );
}

function argumentOf(element: Element, call: Substitution): Argument | undefined {
  return element.kind === "parameter" ? call.arguments[element.index] : undefined;
}

/** Never empty where `##` is next to the element: a placemarker stands for nothing. */
function substituteElement(element: Element, call: Substitution): readonly PreprocessingToken[] {
  const pastes = element.pastesLeft || element.pastesRight;
  switch (element.kind) {
    case "token":
      return [moved(element.token, call.start, call.end, element.token.flags & ~FLAG_LINE_START)];
    case "parameter": {
      const argument = call.arguments[element.index];
      if (argument === undefined) return pastes ? [made("placemarker", "", element, call)] : [];
      if (element.form === "string") return [made("string", quoted(argument.tokens, call), element, call)];
      return spaced(pastes ? argument.tokens : argument.expanded(), element, call);
    }
    case "optional": {
      const variadic = call.arguments[call.arguments.length - 1];
      const present = variadic !== undefined && variadic.expanded().length > 0;
      const tokens = present ? substitute(element.elements, call) : [];
      if (element.form === "string") return [made("string", quoted(tokens, call), element, call)];
      return spaced(tokens, element, call);
    }
  }
}

function made(kind: PreprocessingKind, text: string, element: Element, call: Substitution): PreprocessingToken {
  return { kind, text, start: call.start, end: call.end, flags: element.token.flags & FLAG_SPACE };
}

/** The tokens with the white space of the parameter that they replace. */
function spaced(
  tokens: readonly PreprocessingToken[],
  element: Element,
  call: Substitution,
): readonly PreprocessingToken[] {
  const first = tokens[0];
  if (first === undefined) {
    return element.pastesLeft || element.pastesRight ? [made("placemarker", "", element, call)] : [];
  }
  const spacedFirst = spacedLike(first, element.token);
  return spacedFirst === first ? tokens : [spacedFirst, ...tokens.slice(1)];
}

/** The `#` operator: the spelling of the tokens as a string literal. */
function quoted(tokens: readonly PreprocessingToken[], call: Substitution): string {
  let text = '"';
  for (const [index, token] of tokens.entries()) {
    if (index > 0 && (token.flags & FLAG_SPACE) !== 0) text += " ";
    const literal = token.kind === "string" || token.kind === "character";
    text += literal ? token.text.replace(/["\\]/g, "\\$&") : token.text;
    if (text.length > LONGEST_TOKEN) {
      call.diagnostics.error("macro expansion makes a string that is too long", call);
      return '""';
    }
  }
  // A lone backslash at the end would take the closing quote with it; gcc drops it.
  let backslashes = 0;
  while (text[text.length - 1 - backslashes] === "\\") backslashes += 1;
  return `${backslashes % 2 === 1 ? text.slice(0, -1) : text}"`;
}

/** The `##` operator: one token, or both where they do not form one (an error). */
function paste(left: PreprocessingToken, right: PreprocessingToken, call: Substitution): PreprocessingToken[] {
  if (left.kind === "placemarker") return [spacedLike(right, left)];
  if (right.kind === "placemarker") return [left];
  const text = left.text + right.text;
  if (text.length > LONGEST_TOKEN) {
    call.diagnostics.error("macro expansion makes a token that is too long", call);
    return [left];
  }
  const lexer = new Lexer({ name: "", text, base: 0 }, call.names, call.diagnostics);
  const comment = text.startsWith("//") || text.startsWith("/*");
  const token = comment ? undefined : lexer.next();
  if (token === undefined || token.text.length === 0 || lexer.position !== text.length) {
    call.diagnostics.error(`pasting '${shortened(left)}' and '${shortened(right)}' does not give a valid token`, call);
    return [left, right];
  }
  return [moved(token, call.start, call.end, left.flags & FLAG_SPACE)];
}

function shortened(token: PreprocessingToken): string {
  return token.text.length > 40 ? `${token.text.slice(0, 40)}...` : token.text;
}
