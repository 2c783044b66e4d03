/**
 * ACSL's annotations (`FrontEndOptions.acsl`), which the lexer hands over as tokens between two punctuators: `assert` and `check` are
 * checked where they stand, `admit` is assumed there, a `loop invariant` is checked whenever its loop comes to its head, a `requires` where
 * its function begins. Everything else is an error that names it, or, where only assertions are wanted, left out and told.
 */
import type { SourceRange } from "../../util/source.ts";
import { ANNOTATION_END, ANNOTATION_START } from "../annotation-tokens.ts";
import type { Expression, Statement } from "../ast.ts";
import type { Token } from "../token.ts";
import { BOOL, INT } from "../type-operations.ts";
import { parsePredicate } from "./acsl-predicates.ts";
import { callOf, type Use, violated } from "./acsl-values.ts";
import { convertScalar, integerConstant, scalarValue } from "./conversions.ts";
import { keyword } from "./keywords.ts";
import { Abandoned, describe, type Session } from "./session.ts";

/** A clause that is read where it is needed, in the names that are known there. */
interface Clause {
  readonly tokens: readonly Token[];
  readonly range: SourceRange;
}

export interface AcslState {
  readonly which: "assert" | "all";
  /** Of the loop that follows. */
  invariants: Clause[];
  /** Of the function that follows. */
  contract: Clause[];
  /** What was left out, with the place of the first one and how many there are. */
  readonly left: Map<string, { readonly range: SourceRange; count: number }>;
}

export function newAcslState(which: "assert" | "all"): AcslState {
  return { which, invariants: [], contract: [], left: new Map() };
}

const USES: Readonly<Record<string, Use>> = { assert: "checked", check: "checked", admit: "assumed" };

/**
 * The tokens without the annotations that hold no assertion, where only these are wanted: others may stand anywhere, and may
 * be another tool's.
 */
export function withAssertions(tokens: readonly Token[], { which, left }: AcslState): readonly Token[] {
  if (which === "all") return tokens;
  const kept: Token[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const [token, first, second] = [tokens[i] as Token, tokens[i + 1], tokens[i + 2]];
    const isOther = token.kind === "punctuator" && token.text === ANNOTATION_START;
    if (!isOther || first === undefined || Object.hasOwn(USES, first.text)) {
      kept.push(token);
      continue;
    }
    const isPair = (first.text === "loop" || first.text === "for") && second?.kind === "identifier";
    leaveOut(left, isPair ? `${first.text} ${second.text}` : first.text, first);
    while (tokens[i]?.text !== ANNOTATION_END && i + 1 < tokens.length) i += 1;
  }
  return kept;
}

function leaveOut(left: AcslState["left"], what: string, { start, end }: SourceRange): void {
  const known = left.get(what);
  if (known === undefined) left.set(what, { range: { start, end }, count: 1 });
  else known.count += 1;
}

/** Whether an annotation is at the cursor. */
export function isAnnotation(session: Session): boolean {
  return session.acsl !== undefined && session.token.kind === "punctuator" && session.is(ANNOTATION_START);
}

/** The annotations before a statement: what they check and assume. Those of loops wait for the loop. */
export function annotationsHere(session: Session): Statement[] {
  const found: Statement[] = [];
  const { start, end } = session.token;
  while (isAnnotation(session)) readClauses(session, () => found.push(...statementClause(session)));
  const state = session.acsl as AcslState;
  if (state.invariants.length > 0 && !["for", "while", "do"].includes(keyword(session.token.text) ?? "")) {
    state.invariants = [];
    session.fail("a loop should follow its annotation", { start, end });
  }
  return found;
}

/** An annotation outside of functions. */
export function annotationOutside(session: Session): void {
  readClauses(session, () => {
    const state = session.acsl as AcslState;
    if (session.token.text !== "requires" || state.which !== "all") notUnderstood(session);
    else state.contract.push(clause(session));
  });
}

/** What the function promises to be called with, where its body begins. */
export function contractHere(session: Session): Statement[] {
  const clauses = session.acsl?.contract.splice(0) ?? [];
  if (clauses.length > 0 && session.function !== undefined)
    session.function.declaration.contract = clauses.map(({ tokens }) => tokens);
  return clauses.map((one) => asStatement(checked(session, one)));
}

/** A contract that no function took. */
export function endContract(session: Session): void {
  const [first] = session.acsl?.contract.splice(0) ?? [];
  if (first !== undefined) session.error("a function that is defined here should follow its contract", first.range);
}

/** To be called at the keyword of the loop, and what it gives where its condition or its body is read. */
export function invariantsHere(session: Session): () => Expression[] {
  const clauses = session.acsl?.invariants.splice(0) ?? [];
  return () => clauses.map((one) => checked(session, one));
}

/** What was left out is told under the verdict, each kind of annotation once. */
export function tellLeftOut(session: Session): void {
  for (const [what, { range, count }] of session.acsl?.left ?? []) {
    const times = count === 1 ? "" : ` (${count} of them)`;
    session.assumptions.push({ what: `ACSL's "${what}" is left out${times}`, range });
  }
}

// --- Clauses --------------------------------------------------------------------------------------------------------

/** What is wrong with an annotation is told once, and the program goes on behind it. */
function readClauses(session: Session, read: () => void): void {
  session.next();
  try {
    while (!session.is(ANNOTATION_END) && session.token.kind !== "end") read();
  } catch (error) {
    if (!(error instanceof Abandoned)) throw error;
    skip(session);
  }
  session.expect(ANNOTATION_END, "at the end of an annotation");
}

function skip(session: Session): void {
  while (!session.is(ANNOTATION_END) && session.token.kind !== "end") session.next();
}

function statementClause(session: Session): Statement[] {
  const { token } = session;
  const use = Object.hasOwn(USES, token.text) ? USES[token.text] : undefined;
  if (use !== undefined) {
    session.next();
    const predicate = parsePredicate(session, use);
    session.expect(";", `after '${token.text}'`);
    const range = session.rangeFrom(token.start);
    return [
      asStatement(use === "checked" ? orViolated(session, predicate, range) : assumed(session, predicate, range)),
    ];
  }
  const state = session.acsl as AcslState;
  const isInvariant = token.text === "loop" && session.peek(1).text === "invariant";
  if (!isInvariant || state.which !== "all") notUnderstood(session);
  else {
    session.next();
    state.invariants.push(clause(session));
  }
  return [];
}

/** Leaves the rest of the annotation out, or refuses it. */
function notUnderstood(session: Session): void {
  const state = session.acsl as AcslState;
  const { token } = session;
  const following = session.peek(1);
  const isLoop = (token.text === "loop" || token.text === "for") && following.kind === "identifier";
  const what = isLoop ? `${token.text} ${following.text}` : token.text;
  if (state.which === "all")
    session.fail(
      `ACSL's '${what}' is not understood: docs/migrating.md lists what is of its vocabulary`,
      token.kind === "end" ? token : { start: token.start, end: isLoop ? following.end : token.end },
    );
  leaveOut(state.left, what, token);
  skip(session);
}

/** The words up to its semicolon; the keyword is at the cursor. */
function clause(session: Session): Clause {
  const { start, text } = session.next();
  const from = session.at;
  // A quantifier has a semicolon behind its variable.
  for (let binders = 0; binders > 0 || !session.is(";"); ) {
    if (/^\\(?:forall|exists)$/.test(session.token.text)) binders += 1;
    else if (session.is(";")) binders -= 1;
    if (session.is(ANNOTATION_END) || session.token.kind === "end")
      session.fail(`expected ';' after '${text}', found ${describe(session.token)}`, session.token);
    session.next();
  }
  const tokens = session.tokens.slice(from, session.at);
  const { start: at, end } = session.next();
  return { tokens: [...tokens, { kind: "end", text: "", start: at, end }], range: { start, end } };
}

function checked(session: Session, { tokens, range }: Clause): Expression {
  return session.elsewhere(tokens, () => {
    const predicate = parsePredicate(session, "checked");
    if (session.token.kind !== "end") session.fail(`expected ';', found ${describe(session.token)}`, session.token);
    return orViolated(session, predicate, range);
  });
}

function orViolated(session: Session, predicate: Expression, range: SourceRange): Expression {
  const zero = integerConstant(0n, INT, range);
  const right: Expression = { kind: "comma", left: violated(session, range), right: zero, type: INT, ...range };
  const left = scalarValue(session, predicate, "an annotation");
  return { kind: "logical", operator: "||", left, right, type: INT, ...range };
}

function assumed(session: Session, predicate: Expression, range: SourceRange): Expression {
  const truth = convertScalar(session, scalarValue(session, predicate, "an annotation"), BOOL);
  return callOf(session, "__CPROVER_assume", [truth], { kind: "void" }, range);
}

function asStatement(expression: Expression): Statement {
  return { kind: "expression", expression, start: expression.start, end: expression.end };
}
