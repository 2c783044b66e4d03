/**
 * Statements (C11 6.8). Chains that grow long in real programs (`else if`, runs of labels and cases) are collected in
 * a loop and built from the end, so that only true nesting uses the stack.
 */
import type { SourceRange } from "../../util/source.ts";
import type { CompoundStatement, Expression, FunctionDeclaration, ObjectDeclaration, Statement } from "../ast.ts";
import { evaluateInteger } from "../constant.ts";
import { isInteger, showType, VOID, wrapInteger } from "../type-operations.ts";
import type { CType, IntegerCType } from "../types.ts";
import { annotationsHere, contractHere, invariantsHere, isAnnotation } from "./acsl.ts";
import { behindChecks, checksOf, conditionBehind } from "./annotations.ts";
import { parseAsm } from "./assembly.ts";
import { parseAttributes } from "./attributes.ts";
import { endByContract, enterByContract, leaveByContract } from "./contracts.ts";
import { convertForAssignment, promote, rvalue, scalarValue } from "./conversions.ts";
import { isVocabulary, notUnderstood } from "./cprover.ts";
import { parseLocalDeclaration } from "./declarations.ts";
import { conditionalExpression, parseExpression } from "./expressions.ts";
import { keyword } from "./keywords.ts";
import { recoverable } from "./recovery.ts";
import { describe, type FunctionContext, type Scope, type Session, type SwitchContext } from "./session.ts";
import { startsType } from "./specifiers.ts";

// --- Functions and blocks -----------------------------------------------------------------------------------------

/** The body of a function, in the scope of its parameters; `locals` come to life before its first statement. */
export function functionBody(
  session: Session,
  declaration: FunctionDeclaration,
  scope: Scope,
  locals: readonly ObjectDeclaration[],
): CompoundStatement {
  const context: FunctionContext = {
    declaration,
    labels: new Map(),
    switches: [],
    loops: 0,
    breakables: 0,
    undeclared: new Set(),
    contract: undefined,
  };
  const outer = session.function;
  session.function = context;
  session.scopes.push(scope);
  const { start } = session.token;
  const first: Statement[] = locals.length === 0 ? [] : [{ kind: "declaration", objects: locals, start, end: start }];
  context.contract = enterByContract(session, declaration, first);
  first.push(...contractHere(session));
  const block = blockItems(session, first);
  const body = { ...block, body: [...block.body, ...endByContract(session, context)] };
  session.popScope();
  for (const [label, { defined, range }] of context.labels)
    if (!defined) session.error(`label '${label.replace(/@.*/, "")}' is used but not defined`, range);
  session.function = outer;
  return body;
}

/** From `{` to `}`, without a scope of its own. */
function blockItems(session: Session, body: Statement[] = []): CompoundStatement {
  const { start } = session.expect("{", "to begin a block");
  while (!session.is("}")) {
    if (session.token.kind === "end") session.fail("missing '}' at the end of the file", session.token);
    const item = recoverable(session, () => blockItem(session, body));
    if (item !== undefined) body.push(item);
    // What was abandoned may have been an `if`: its else branch is then read as a statement of its own.
    else if (keyword(session.token.text) === "else") session.next();
  }
  session.next();
  return { kind: "compound", body, ...session.rangeFrom(start) };
}

function compound(session: Session): CompoundStatement {
  session.enter(BLOCK_DEPTH);
  session.pushScope();
  const block = blockItems(session);
  session.popScope();
  session.leave(BLOCK_DEPTH);
  return block;
}

function blockItem(session: Session, before: Statement[]): Statement | undefined {
  if (isAnnotation(session)) {
    before.push(...annotationsHere(session));
    return undefined;
  }
  const { token, annotations } = session;
  if (token.kind === "identifier") {
    if (keyword(token.text) === "__label__") return localLabels(session);
    const isLabel = session.peek(1).text === ":" && keyword(token.text) === undefined;
    if (!isLabel && isDeclaration(session)) {
      // Before it, since a block around would end the scope of what it declares.
      before.push(...checksOf(annotations?.checksAt(session, [token.start], "statement") ?? []));
      return parseLocalDeclaration(session);
    }
  }
  return statement(session);
}

function isDeclaration(session: Session): boolean {
  const { token } = session;
  const word = keyword(token.text);
  if (word === "_Static_assert") return true;
  // An attribute or __extension__ may also begin a statement: `__attribute__((fallthrough));`, `__extension__ ({ })`.
  if (word === "__extension__") return startsType(session, 1);
  if (word === "__attribute__") return attributeBeginsDeclaration(session);
  if (startsType(session)) return true;
  if (word !== undefined || session.lookup(token.text) !== undefined) return false;
  const following = session.peek(1);
  if (following.kind === "identifier" && keyword(following.text) === undefined)
    session.fail(`unknown type name '${token.text}'`, token);
  return false;
}

function attributeBeginsDeclaration(session: Session): boolean {
  let distance = 1;
  let depth = 0;
  do {
    const { text, kind } = session.peek(distance);
    if (kind === "end") return false;
    if (text === "(") depth += 1;
    else if (text === ")") depth -= 1;
    distance += 1;
  } while (depth > 0);
  return startsType(session, distance);
}

/** The block of `({ ... })` and the type of its last expression. */
export function statementExpressionBody(session: Session): { body: CompoundStatement; type: CType } {
  session.enter();
  const body = compound(session);
  session.leave();
  let last = body.body[body.body.length - 1];
  while (last?.kind === "label") last = last.body;
  return { body, type: last?.kind === "expression" ? last.expression.type : VOID };
}

// --- Labels -------------------------------------------------------------------------------------------------------

function localLabels(session: Session): undefined {
  session.next();
  do {
    const token = session.next();
    if (token.kind !== "identifier") session.fail(`expected a label, found ${describe(token)}`, token);
    const { scope } = session;
    if (scope.labels === undefined) scope.labels = new Map();
    scope.labels.set(token.text, `${token.text}@${session.newNumber()}`);
  } while (session.accept(","));
  session.expect(";", "after '__label__'");
  return undefined;
}

/** The function-wide name of a label: one that `__label__` declares gets a number. */
function uniqueLabel(session: Session, name: string): string {
  for (let index = session.scopes.length - 1; index > 0; index -= 1) {
    const local = session.scopes[index]?.labels?.get(name);
    if (local !== undefined) return local;
  }
  return name;
}

export function referLabel(session: Session, name: string, range: SourceRange): string {
  const context = session.function;
  if (context === undefined) return session.fail("a label outside of a function", range);
  const label = uniqueLabel(session, name);
  if (!context.labels.has(label)) context.labels.set(label, { defined: false, range });
  return label;
}

function defineLabel(session: Session, name: string, range: SourceRange): string {
  const context = session.function as FunctionContext;
  // Others begin threads. That one has a tool hide the function.
  if (isVocabulary(name) && name !== "__CPROVER_HIDE") notUnderstood(session, name, range);
  const label = uniqueLabel(session, name);
  if (context.labels.get(label)?.defined) session.fail(`label '${name}' is defined twice`, range);
  context.labels.set(label, { defined: true, range });
  return label;
}

// --- Statements ---------------------------------------------------------------------------------------------------

type Prefix =
  | { readonly kind: "label"; readonly label: string; readonly start: number }
  | { readonly kind: "case"; readonly low: bigint; readonly high: bigint; readonly start: number }
  | { readonly kind: "default"; readonly start: number };

/** Stack that a statement takes, and what a block takes on top, in the session's unit. */
const STATEMENT_DEPTH = 2;
const BLOCK_DEPTH = 1;

function statement(session: Session): Statement {
  session.enter(STATEMENT_DEPTH);
  const prefixes: Prefix[] = [];
  while (session.token.kind === "identifier" && parsePrefix(session, prefixes));
  const isEmpty = prefixes.length > 0 && endsLabels(session);
  const positions = [...prefixes.map(({ start }) => start), ...(isEmpty ? [] : [session.token.start])];
  const checks = session.annotations?.checksAt(session, positions, "statement") ?? [];
  let result = behindChecks(checks, isEmpty ? emptyStatement(session) : unlabelled(session));
  for (let index = prefixes.length - 1; index >= 0; index -= 1) {
    const prefix = prefixes[index] as Prefix;
    result = { ...prefix, body: result, end: result.end };
  }
  session.leave(STATEMENT_DEPTH);
  return result;
}

/** A label may stand before a declaration or at the end of a block: on an empty statement. */
function endsLabels(session: Session): boolean {
  if (session.is("}")) return true;
  return session.token.kind === "identifier" && isDeclaration(session);
}

function emptyStatement(session: Session): Statement {
  const end = session.previousEnd;
  return { kind: "empty", start: end, end };
}

function parsePrefix(session: Session, prefixes: Prefix[]): boolean {
  const { token } = session;
  const word = keyword(token.text);
  if (word === "case") prefixes.push(...parseCase(session));
  else if (word === "default") {
    session.next();
    session.expect(":", "after 'default'");
    const context = currentSwitch(session, token);
    if (context.hasDefault) session.fail("two 'default' labels in one switch", token);
    context.hasDefault = true;
    prefixes.push({ kind: "default", start: token.start });
  } else if (word === undefined && session.peek(1).text === ":" && session.peek(1).kind === "punctuator") {
    session.next();
    session.next();
    parseAttributes(session, {});
    prefixes.push({ kind: "label", label: defineLabel(session, token.text, token), start: token.start });
  } else return false;
  return true;
}

function currentSwitch(session: Session, range: SourceRange): SwitchContext {
  const context = session.function?.switches.at(-1);
  return context ?? session.fail("a case label outside of a switch", range);
}

function parseCase(session: Session): Prefix[] {
  const { start } = session.next();
  const low = caseValue(session);
  const high = session.accept("...") ? caseValue(session) : low;
  session.expect(":", "after a case value");
  const range = session.rangeFrom(start);
  const context = currentSwitch(session, range);
  if (low > high) {
    session.warn("an empty range in a case label", range);
    return [];
  }
  const overlaps = context.cases.some((other) => low <= other.high && other.low <= high);
  if (overlaps || (low === high && context.seen.has(low))) session.fail(`case ${low} is there twice`, range);
  if (low === high) context.seen.add(low);
  else {
    for (const seen of context.seen)
      if (seen >= low && seen <= high) session.fail(`case ${seen} is there twice`, range);
    context.cases.push({ low, high });
  }
  return [{ kind: "case", low, high, start }];
}

function caseValue(session: Session): bigint {
  const expression = rvalue(session, conditionalExpression(session));
  const value = evaluateInteger(expression, session.model);
  if (value === undefined || !isInteger(expression.type))
    return session.fail("a case value should be an integer constant", expression);
  return wrapInteger(value, currentSwitch(session, expression).type as IntegerCType, session.model);
}

function unlabelled(session: Session): Statement {
  if (isAnnotation(session)) return annotated(session);
  const { token } = session;
  if (token.kind === "punctuator") {
    if (token.text === "{") return compound(session);
    if (token.text === ";") {
      session.next();
      return { kind: "empty", start: token.start, end: token.end };
    }
    return expressionStatement(session);
  }
  switch (keyword(token.text)) {
    case "if":
      return ifChain(session);
    case "while":
      return whileLoop(session);
    case "do":
      return doLoop(session);
    case "for":
      return forLoop(session);
    case "switch":
      return switchStatement(session);
    case "goto":
      return gotoStatement(session);
    case "break":
    case "continue":
      return jump(session);
    case "return":
      return returnStatement(session);
    case "asm":
      return parseAsm(session);
    case "__attribute__":
      parseAttributes(session, {});
      return unlabelled(session);
    case "else":
      return session.fail("'else' without 'if'", token);
    default:
      if (isDeclaration(session)) return session.fail("a declaration where a statement should be", token);
      return expressionStatement(session);
  }
}

/** Annotations and the statement that they stand before, where one statement is expected. */
function annotated(session: Session): Statement {
  const { start } = session.token;
  const body = annotationsHere(session);
  if (!session.is("}")) body.push(statement(session));
  return { kind: "compound", body, ...session.rangeFrom(start) };
}

function expressionStatement(session: Session): Statement {
  // A parenthesis before the expression is no part of it.
  const { start } = session.token;
  const expression = rvalue(session, parseExpression(session));
  session.expect(";", "after an expression");
  return { kind: "expression", expression, ...session.rangeFrom(start) };
}

function condition(session: Session, keywordText: string): Expression {
  session.expect("(", `after '${keywordText}'`);
  const expression = scalarValue(session, parseExpression(session), `the condition of '${keywordText}'`);
  session.expect(")", `after the condition of '${keywordText}'`);
  return expression;
}

function ifChain(session: Session): Statement {
  const clauses: { start: number; condition: Expression; then: Statement }[] = [];
  let otherwise: Statement | undefined;
  for (;;) {
    const { start } = session.next();
    const given = condition(session, "if");
    const test = session.annotations?.conditionAt(start, given) ?? given;
    // biome-ignore lint/suspicious/noThenProperty: `then` is C's branch
    clauses.push({ start, condition: test, then: statement(session) });
    if (keyword(session.token.text) !== "else") break;
    session.next();
    if (keyword(session.token.text) === "if" && session.annotations?.has(session.token.start) !== true) continue;
    otherwise = statement(session);
    break;
  }
  const { end } = session.rangeFrom(session.previousEnd);
  for (let index = clauses.length - 1; index >= 0; index -= 1)
    otherwise = { kind: "if", ...(clauses[index] as (typeof clauses)[0]), otherwise, end };
  return otherwise as Statement;
}

function loopBody(session: Session): Statement {
  const context = session.function as FunctionContext;
  context.loops += 1;
  context.breakables += 1;
  const body = statement(session);
  context.loops -= 1;
  context.breakables -= 1;
  return body;
}

function whileLoop(session: Session): Statement {
  const { start } = session.next();
  const invariants = invariantsHere(session);
  const checks = [...(session.annotations?.checksAt(session, [start], "loop") ?? []), ...invariants()];
  const given = condition(session, "while");
  const test = conditionBehind(checks, session.annotations?.conditionAt(start, given) ?? given);
  const body = loopBody(session);
  return { kind: "while", condition: test, body, ...session.rangeFrom(start) };
}

function doLoop(session: Session): Statement {
  const { start } = session.next();
  const checks = session.annotations?.checksAt(session, [start], "loop") ?? [];
  // ACSL's hold where the body begins, not behind its last round.
  const invariants = invariantsHere(session)();
  const body = behindChecks([...checks, ...invariants], loopBody(session));
  if (keyword(session.token.text) !== "while")
    session.fail(`expected 'while' after the body of 'do', found ${describe(session.token)}`, session.token);
  session.next();
  const test = conditionBehind(checks, condition(session, "while"));
  session.expect(";", "after 'do ... while'");
  return { kind: "do", body, condition: test, ...session.rangeFrom(start) };
}

function forLoop(session: Session): Statement {
  const { start } = session.next();
  const invariants = invariantsHere(session);
  session.expect("(", "after 'for'");
  session.pushScope();
  let initial: Statement | undefined;
  if (session.token.kind === "identifier" && isDeclaration(session)) initial = parseLocalDeclaration(session);
  else if (!session.accept(";")) initial = expressionStatement(session);
  const checks = [...(session.annotations?.checksAt(session, [start], "loop") ?? []), ...invariants()];
  const given = session.is(";") ? undefined : scalarValue(session, parseExpression(session), "the condition of 'for'");
  const told = given === undefined ? undefined : (session.annotations?.conditionAt(start, given) ?? given);
  const test = conditionBehind(checks, told);
  session.expect(";", "after the condition of 'for'");
  const step = session.is(")") ? undefined : rvalue(session, parseExpression(session));
  session.expect(")", "after 'for (...'");
  const body = loopBody(session);
  session.popScope();
  return { kind: "for", initial, condition: test, step, body, ...session.rangeFrom(start) };
}

function switchStatement(session: Session): Statement {
  const { start } = session.next();
  session.expect("(", "after 'switch'");
  const value = promote(session, rvalue(session, parseExpression(session)));
  if (!isInteger(value.type)) session.fail(`a switch on '${showType(value.type)}'`, value);
  session.expect(")", "after the value of 'switch'");
  const context = session.function as FunctionContext;
  context.switches.push({ type: value.type, cases: [], seen: new Set(), hasDefault: false });
  context.breakables += 1;
  const body = statement(session);
  context.breakables -= 1;
  context.switches.pop();
  return { kind: "switch", condition: value, body, ...session.rangeFrom(start) };
}

function gotoStatement(session: Session): Statement {
  const { start } = session.next();
  if (session.accept("*")) {
    const target = rvalue(session, parseExpression(session));
    if (target.type.kind !== "pointer") session.fail(`a computed goto to '${showType(target.type)}'`, target);
    session.expect(";", "after 'goto'");
    return { kind: "computed-goto", target, ...session.rangeFrom(start) };
  }
  const token = session.next();
  if (token.kind !== "identifier") session.fail(`expected a label, found ${describe(token)}`, token);
  const label = referLabel(session, token.text, token);
  session.expect(";", "after 'goto'");
  return { kind: "goto", label, ...session.rangeFrom(start) };
}

function jump(session: Session): Statement {
  const token = session.next();
  const context = session.function as FunctionContext;
  const kind = token.text as "break" | "continue";
  if (kind === "break" && context.breakables === 0) session.fail("'break' outside of a loop or switch", token);
  if (kind === "continue" && context.loops === 0) session.fail("'continue' outside of a loop", token);
  session.expect(";", `after '${kind}'`);
  return { kind, ...session.rangeFrom(token.start) };
}

function returnStatement(session: Session): Statement {
  const { start } = session.next();
  const { type } = (session.function as FunctionContext).declaration;
  if (session.accept(";")) {
    if (type.result.kind !== "void") session.warn("'return' without a value", session.rangeFrom(start));
    return leaveByContract(session, { kind: "return", value: undefined, ...session.rangeFrom(start) });
  }
  const expression = parseExpression(session);
  if (type.result.kind !== "void") {
    const value = convertForAssignment(session, expression, type.result, "return");
    session.expect(";", "after 'return'");
    return leaveByContract(session, { kind: "return", value, ...session.rangeFrom(start) });
  }
  // gcc evaluates the value and drops it.
  const value = rvalue(session, expression);
  session.expect(";", "after 'return'");
  if (value.type.kind !== "void") session.warn("'return' with a value in a function without result", value);
  const range = session.rangeFrom(start);
  const leave = leaveByContract(session, { kind: "return", value: undefined, ...range });
  return { kind: "compound", body: [{ kind: "expression", expression: value, ...range }, leave], ...range };
}
