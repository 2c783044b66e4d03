/**
 * Directives. `handleDirective` is called behind a `#` that starts a line and leaves the lexer at the end of that line,
 * or, where a conditional is not taken, at the end of the line of the `#elif`, `#else` or `#endif` that ends the skipping.
 */
import { evaluateCondition } from "./condition.ts";
import { hasOperator } from "./has-operators.ts";
import { parseMacro, sameMacro } from "./macro.ts";
import { handlePragma } from "./pragma.ts";
import { isPunctuator, type PreprocessingToken, spelling } from "./preprocessing-token.ts";
import type { Frame, Session } from "./session.ts";

export function handleDirective(session: Session, hash: PreprocessingToken): void {
  const frame = session.frame;
  const { lexer } = frame;
  const isFirst = lexer.produced === 1;
  lexer.enterDirective();
  const name = lexer.next();
  if (name.kind === "identifier") carryOut(session, frame, hash, name, isFirst);
  else if (name.kind === "number") lineDirective(session, hash, [name, ...readLine(frame)]);
  else if (name.kind !== "newline") {
    session.diagnostics.error(`'${name.text}' is not a preprocessor directive`, name);
    readLine(frame);
  }
  lexer.leaveDirective();
}

function carryOut(
  session: Session,
  frame: Frame,
  hash: PreprocessingToken,
  name: PreprocessingToken,
  isFirst: boolean,
): void {
  const { diagnostics } = session;
  switch (name.text) {
    case "define":
      define(session, name, readLine(frame));
      return;
    case "undef":
      undefine(session, name, readLine(frame));
      return;
    case "include":
    case "include_next":
    case "import":
      include(session, frame, name);
      return;
    case "if":
    case "ifdef":
    case "ifndef":
      conditional(session, frame, hash, name, isFirst);
      return;
    case "elif":
    case "elifdef":
    case "elifndef":
    case "else":
    case "endif":
      laterBranch(session, frame, name);
      return;
    case "line":
      lineDirective(session, hash, session.expander.expandList(readLine(frame)));
      return;
    case "error":
    case "warning": {
      const text = frame.lexer.restOfLine();
      const message = text === "" ? `#${name.text}` : `#${name.text} ${text}`;
      diagnostics.report(name.text, message, { start: hash.start, end: name.end });
      return;
    }
    case "pragma":
      handlePragma(session, readLine(frame), { start: hash.start, end: name.end });
      return;
    case "ident":
    case "sccs":
    case "assert":
    case "unassert":
      readLine(frame);
      return;
    default:
      diagnostics.error(`unknown preprocessor directive '#${name.text}'`, { start: hash.start, end: name.end });
      readLine(frame);
  }
}

/** The tokens up to the end of the directive's line. */
function readLine(frame: Frame): PreprocessingToken[] {
  const tokens: PreprocessingToken[] = [];
  for (let token = frame.lexer.next(); token.kind !== "newline"; token = frame.lexer.next()) tokens.push(token);
  return tokens;
}

/** The macro name that a directive is about; reports what stands there instead. */
function macroName(
  session: Session,
  directive: PreprocessingToken,
  tokens: readonly PreprocessingToken[],
): string | undefined {
  const name = tokens[0];
  if (name === undefined) session.diagnostics.error(`#${directive.text} needs a macro name`, directive);
  else if (name.kind !== "identifier") session.diagnostics.error(`'${name.text}' is not a macro name`, name);
  else return name.text;
  return undefined;
}

function define(session: Session, directive: PreprocessingToken, tokens: PreprocessingToken[]): void {
  const name = macroName(session, directive, tokens);
  if (name === undefined) return;
  if (name === "defined" || hasOperator(name) !== undefined) {
    session.diagnostics.error(`'${name}' cannot be defined as a macro`, tokens[0] as PreprocessingToken);
    return;
  }
  const macro = parseMacro(tokens, session.diagnostics);
  if (macro === undefined) return;
  const previous = session.macros.get(name);
  if (previous !== undefined && !sameMacro(previous, macro)) {
    const notes =
      previous.range.start === 0 ? undefined : [{ message: "previous definition is here", range: previous.range }];
    session.diagnostics.report("warning", `macro '${name}' is redefined`, macro.range, notes);
  }
  session.macros.set(name, macro);
}

function undefine(session: Session, directive: PreprocessingToken, tokens: readonly PreprocessingToken[]): void {
  const name = macroName(session, directive, tokens);
  if (name !== undefined) session.macros.delete(name);
}

function include(session: Session, frame: Frame, directive: PreprocessingToken): void {
  const mode = directive.text === "include" ? "include" : directive.text === "import" ? "import" : "next";
  const header = frame.lexer.headerName();
  if (header !== undefined) {
    readLine(frame);
    session.include(header, "angles", mode);
    return;
  }
  const written = readLine(frame);
  const tokens = written[0]?.kind === "string" ? written : session.expander.expandList(written);
  const first = tokens[0];
  if (first?.kind === "string" && first.text.startsWith('"')) {
    session.include(first, "quotes", mode);
    return;
  }
  const close = tokens.findIndex((token) => isPunctuator(token, ">"));
  if (isPunctuator(first, "<") && close > 0) {
    const start = first as PreprocessingToken;
    const name = { ...start, kind: "string" as const, text: `<${spelling(tokens.slice(1, close))}>` };
    session.include(name, "angles", mode);
    return;
  }
  session.diagnostics.error(`#${directive.text} expects "file" or <file>`, written[0] ?? directive);
}

function conditional(
  session: Session,
  frame: Frame,
  hash: PreprocessingToken,
  name: PreprocessingToken,
  isFirst: boolean,
): void {
  const line = readLine(frame);
  const taken = branchTaken(session, name, line);
  const entry = { range: { start: hash.start, end: name.end }, taken, sawElse: false };
  if (isFirst) {
    const guard = guardName(name, line);
    frame.guard = guard === undefined ? undefined : { name: guard, closedAt: undefined };
  }
  frame.conditionals.push(entry);
  if (!taken) skipBranch(session, frame);
}

/** The name in `#ifndef NAME` or `#if !defined NAME`. */
function guardName(directive: PreprocessingToken, line: readonly PreprocessingToken[]): string | undefined {
  const names = line.filter((token) => !isPunctuator(token, "(") && !isPunctuator(token, ")"));
  if (directive.text === "ifndef") return names.length === 1 ? names[0]?.text : undefined;
  const isTest = directive.text === "if" && names.length === 3 && isPunctuator(names[0], "!");
  return isTest && names[1]?.text === "defined" ? names[2]?.text : undefined;
}

/** Whether the branch that an `#if`, `#ifdef`, `#elif` ... opens is to be read; a wrong condition counts as false. */
function branchTaken(session: Session, directive: PreprocessingToken, line: readonly PreprocessingToken[]): boolean {
  if (directive.text === "if" || directive.text === "elif") {
    return evaluateCondition(conditionTokens(session, line), directive, session.diagnostics) ?? false;
  }
  const name = macroName(session, directive, line);
  if (name === undefined) return false;
  return isDefined(session, name) === !directive.text.endsWith("ndef");
}

function isDefined(session: Session, name: string): boolean {
  const macro = session.macros.get(name);
  if (macro === undefined) return hasOperator(name) !== undefined;
  return !(macro.kind === "builtin" && macro.builtin === "pragma");
}

/** The line with macros expanded and `defined` and the `__has_` operators replaced by 0 or 1. */
function conditionTokens(session: Session, line: readonly PreprocessingToken[]): PreprocessingToken[] {
  const { expander } = session;
  const result: PreprocessingToken[] = [];
  expander.openList(line);
  for (;;) {
    const token = expander.nextUnexpanded();
    if (token === undefined) break;
    const operator = token.kind === "identifier" ? hasOperator(token.text) : undefined;
    if (token.kind === "identifier" && token.text === "defined") result.push(definedOperator(session, token));
    else if (operator !== undefined) result.push(operator(session, token));
    else if (token.kind !== "identifier") result.push(token);
    else {
      const expansion = expander.expand(token);
      if (expansion !== undefined) result.push(expansion);
    }
  }
  expander.closeList();
  return result;
}

function definedOperator(session: Session, operator: PreprocessingToken): PreprocessingToken {
  const { expander } = session;
  let name = expander.nextUnexpanded();
  const parenthesised = isPunctuator(name, "(");
  if (parenthesised) name = expander.nextUnexpanded();
  if (name?.kind !== "identifier") session.diagnostics.error("'defined' needs a macro name", name ?? operator);
  if (parenthesised && !isPunctuator(expander.nextUnexpanded(), ")")) {
    session.diagnostics.error("expected ')' after 'defined'", name ?? operator);
  }
  const answer = name !== undefined && isDefined(session, name.text);
  return { ...operator, kind: "number", text: answer ? "1" : "0" };
}

/** `#elif`, `#else` or `#endif` behind a branch that was read. */
function laterBranch(session: Session, frame: Frame, name: PreprocessingToken): void {
  if (frame.conditionals.length === 0) {
    session.diagnostics.error(`#${name.text} without #if`, name);
    readLine(frame);
    return;
  }
  if (!startsBranch(session, frame, name)) return;
  skipBranch(session, frame);
}

/** Carries out `#elif`, `#else`, `#endif` of the innermost conditional; true where lines are (still) to be skipped. */
function startsBranch(session: Session, frame: Frame, name: PreprocessingToken): boolean {
  const { conditionals } = frame;
  const entry = conditionals[conditionals.length - 1];
  if (entry === undefined) return false;
  const line = readLine(frame);
  if (name.text === "endif") {
    conditionals.pop();
    if (conditionals.length === 0 && frame.guard !== undefined && frame.guard.closedAt === undefined) {
      frame.guard.closedAt = frame.lexer.produced;
    }
    return false;
  }
  // A file with an #else on its guard gives something when it is included again.
  if (conditionals.length === 1 && frame.guard?.closedAt === undefined) frame.guard = undefined;
  if (entry.sawElse) session.diagnostics.error(`#${name.text} after #else`, name);
  if (name.text === "else") entry.sawElse = true;
  if (entry.taken) return true;
  entry.taken = name.text === "else" || branchTaken(session, name, line);
  return !entry.taken;
}

/** Passes over lines until a branch of the innermost conditional is taken or the conditional ends. */
function skipBranch(session: Session, frame: Frame): void {
  const { lexer } = frame;
  let nested = 0;
  for (;;) {
    lexer.leaveDirective();
    const hash = lexer.skipToDirective();
    if (hash === undefined) return;
    lexer.enterDirective();
    const name = lexer.next();
    if (name.kind !== "identifier") continue;
    switch (name.text) {
      case "if":
      case "ifdef":
      case "ifndef":
        nested += 1;
        break;
      case "endif":
        if (nested === 0) {
          startsBranch(session, frame, name);
          return;
        }
        nested -= 1;
        break;
      case "elif":
      case "elifdef":
      case "elifndef":
      case "else":
        if (nested === 0 && !startsBranch(session, frame, name)) return;
        break;
    }
  }
}

/** `#line 12 "name"`, or the marker `# 12 "name" 1 3` of a preprocessed file. */
function lineDirective(session: Session, hash: PreprocessingToken, tokens: readonly PreprocessingToken[]): void {
  const [number, name] = tokens;
  if (number?.kind !== "number" || !/^[0-9]+$/.test(number.text)) {
    session.diagnostics.error("#line needs a line number", number ?? hash);
    return;
  }
  const file = name?.kind === "string" ? name.text.slice(1, -1).replace(/\\(.)/g, "$1") : undefined;
  session.sources.mark({ position: hash.start, line: Number(number.text), name: file });
}
