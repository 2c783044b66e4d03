/**
 * Pragmas. `pack` changes the layout of records, `weak` the linkage of a name, `CPROVER check` what is asked: they go on to the parser. `once`, `push_macro` and `pop_macro` are
 * the preprocessor's own; those that change meaning in ways hone does not model are errors; the rest (diagnostics,
 * optimisation, OpenMP) leaves the meaning of a sequential program alone and is dropped.
 */
import type { SourceRange } from "../../util/source.ts";
import { Lexer } from "../lexer.ts";
import { isPunctuator, moved, type PreprocessingToken, spelling } from "./preprocessing-token.ts";
import type { Session } from "./session.ts";

export function handlePragma(session: Session, tokens: readonly PreprocessingToken[], range: SourceRange): void {
  const word = tokens[0]?.kind === "identifier" ? tokens[0].text : "";
  switch (word) {
    case "once":
      if (session.frame.included !== undefined) session.frame.included.once = true;
      return;
    case "pack":
    case "weak":
    case "CPROVER": {
      const end = Math.max(range.end, tokens[tokens.length - 1]?.end ?? 0);
      const text = spelling([tokens[0] as PreprocessingToken, ...session.expander.expandList(tokens.slice(1))]);
      session.pragmas.push({ kind: "pragma", text, start: range.start, end, flags: 0 });
      return;
    }
    case "push_macro":
    case "pop_macro":
      stackMacro(session, tokens, word);
      return;
    case "scalar_storage_order":
    case "ms_struct":
    case "redefine_extname":
      session.diagnostics.error(`#pragma ${word} is not supported`, range);
      return;
  }
}

function stackMacro(session: Session, tokens: readonly PreprocessingToken[], action: "push_macro" | "pop_macro"): void {
  if (!isPunctuator(tokens[1], "(") || tokens[2]?.kind !== "string") return;
  const name = tokens[2].text.slice(1, -1);
  if (action === "push_macro") {
    const stack = session.pushedMacros.get(name) ?? [];
    stack.push(session.macros.get(name));
    session.pushedMacros.set(name, stack);
    return;
  }
  const stack = session.pushedMacros.get(name);
  if (stack === undefined || stack.length === 0) return;
  const meaning = stack.pop();
  if (meaning === undefined) session.macros.delete(name);
  else session.macros.set(name, meaning);
}

/** The operator `_Pragma("...")`, read behind its name from the expanded input. */
export function pragmaOperator(session: Session, operator: PreprocessingToken): void {
  const { expander, diagnostics } = session;
  const open = expander.next();
  const string = isPunctuator(open, "(") ? expander.next() : undefined;
  const close = string?.kind === "string" ? expander.next() : undefined;
  if (string === undefined || !isPunctuator(close, ")")) {
    diagnostics.error("_Pragma takes a string literal in parentheses", operator);
    return;
  }
  const quote = string.text.indexOf('"');
  const text = string.text.slice(quote + 1, -1).replace(/\\(["\\])/g, "$1");
  const lexer = new Lexer({ name: "_Pragma", text, base: 0 }, session.names, diagnostics);
  lexer.enterDirective();
  const tokens: PreprocessingToken[] = [];
  for (let token = lexer.next(); token.kind !== "newline"; token = lexer.next()) {
    tokens.push(moved(token, operator.start, operator.end, token.flags));
  }
  handlePragma(session, tokens, operator);
}
