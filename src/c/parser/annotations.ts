/**
 * Expressions that somebody else has written for places of the program (`FrontEndOptions.annotations`): each is read where its place is, in
 * the scope that is open there, and becomes a check, `(expression) || (error(), 0)`. A check of a loop is evaluated whenever its condition
 * is, before it, and for `do` also before the body; one of a statement before the statement; one of a branch with its condition, about its
 * value; those of a function where it is entered and left (`contracts.ts`). Expressions have no side effects, so that nothing else changes.
 */
import { NO_RANGE, type SourceRange } from "../../util/source.ts";
import type { Expression, FunctionDeclaration, Statement } from "../ast.ts";
import type { Annotation } from "../options.ts";
import type { Token } from "../token.ts";
import { INT, VOID } from "../type-operations.ts";
import { scalarValue } from "./conversions.ts";
import { parseExpression } from "./expressions.ts";
import { hasEffects } from "./quantifiers.ts";
import { Abandoned, describe, type Session } from "./session.ts";

/** Called where an annotation does not hold. */
const VIOLATED = "__hone_annotation_violated";

/** An annotation of this file, as tokens. */
export interface PlacedAnnotation {
  readonly annotation: Annotation;
  readonly position: number;
  readonly tokens: readonly Token[];
}

export class Annotations {
  readonly #at = new Map<number, PlacedAnnotation[]>();
  readonly #found = new Set<Annotation>();
  #violated: FunctionDeclaration | undefined;

  constructor(placed: readonly PlacedAnnotation[]) {
    for (const one of placed) this.#at.set(one.position, [...(this.#at.get(one.position) ?? []), one]);
  }

  has(position: number): boolean {
    return this.#at.has(position);
  }

  /** The checks at one of the positions, which stand for one place. */
  checksAt(session: Session, positions: readonly number[], kind: Annotation["kind"]): Expression[] {
    return positions.flatMap((position) =>
      this.#ofKind(position, kind).flatMap((placed) => this.#check(session, placed)),
    );
  }

  /** The values that a function's contract keeps from its entry. */
  keptAt(session: Session, position: number): { readonly name: string; readonly value: Expression }[] {
    return this.#ofKind(position, "at-entry").flatMap(({ annotation, tokens }) => {
      const value = this.#read(session, tokens);
      return value === undefined ? [] : [{ name: annotation.keptAs ?? annotation.name, value }];
    });
  }

  /** Whether a contract of the function speaks of what was passed by the names of its parameters. */
  asksForArguments(position: number): boolean {
    return (this.#at.get(position) ?? []).some(({ annotation }) => annotation.parameters === "as-passed");
  }

  /** The checks of what the function ensures. */
  ensuredAt(session: Session, position: number, parameters: "as-left" | "as-passed"): Expression[] {
    return this.#ofKind(position, "ensures").flatMap((placed) =>
      (placed.annotation.parameters ?? "as-left") === parameters ? this.#check(session, placed) : [],
    );
  }

  #ofKind(position: number, kind: Annotation["kind"]): PlacedAnnotation[] {
    return (this.#at.get(position) ?? []).filter(({ annotation }) => {
      if (annotation.kind !== kind) return false;
      this.#found.add(annotation);
      return true;
    });
  }

  /** The condition of the branch whose keyword is at the position, with what is said of its value. */
  conditionAt(position: number, condition: Expression): Expression {
    let result = condition;
    for (const { annotation, tokens } of this.#at.get(position) ?? []) {
      if (annotation.kind !== "branch") continue;
      this.#found.add(annotation);
      const { start, end } = tokens[0] as Token;
      const range: SourceRange = { start, end };
      const [zero, one] = [0n, 1n].map(
        (value): Expression => ({ kind: "integer-constant", value, type: INT, ...range }),
      );
      const [otherwise, holds] = [zero as Expression, one as Expression];
      const failed = (value: Expression) => this.#failed(value, range);
      const parts =
        annotation.text === "1"
          ? // biome-ignore lint/suspicious/noThenProperty: `then` is C's branch
            { then: failed(holds), otherwise }
          : // biome-ignore lint/suspicious/noThenProperty: `then` is C's branch
            { then: holds, otherwise: failed(otherwise) };
      result = { kind: "conditional", condition: result, ...parts, type: INT, ...range };
    }
    return result;
  }

  /** Those whose place is none. */
  get lost(): readonly PlacedAnnotation[] {
    return [...this.#at.values()].flat().filter(({ annotation }) => !this.#found.has(annotation));
  }

  #check(session: Session, { tokens }: PlacedAnnotation): Expression[] {
    const value = this.#read(session, tokens);
    return value === undefined ? [] : [this.#orViolated(value)];
  }

  #read(session: Session, tokens: readonly Token[]): Expression | undefined {
    try {
      return session.elsewhere(tokens, () => {
        const expression = scalarValue(session, parseExpression(session), "an annotation");
        if (session.token.kind !== "end")
          session.fail(`expected the end, found ${describe(session.token)}`, session.token);
        if (hasEffects(expression, "no calls"))
          session.fail("an expression with side effects, or with calls", expression);
        return expression;
      });
    } catch (error) {
      // It is told; the program itself has nothing to do with it.
      if (error instanceof Abandoned) return undefined;
      throw error;
    }
  }

  #orViolated(value: Expression): Expression {
    const range: SourceRange = { start: value.start, end: value.end };
    const zero: Expression = { kind: "integer-constant", value: 0n, type: INT, ...range };
    return { kind: "logical", operator: "||", left: value, right: this.#failed(zero, range), type: INT, ...range };
  }

  /** The value, behind the call that says that the annotation is violated. */
  #failed(value: Expression, range: SourceRange): Expression {
    const declaration = this.#declaration();
    const callee: Expression = { kind: "function", declaration, type: declaration.type, ...range };
    const left: Expression = { kind: "call", callee, arguments: [], type: VOID, ...range };
    return { kind: "comma", left, right: value, type: INT, ...range };
  }

  #declaration(): FunctionDeclaration {
    this.#violated ??= {
      kind: "function",
      name: VIOLATED,
      type: { kind: "function", result: VOID, parameters: [], variadic: false, unprototyped: false },
      parameters: [],
      body: undefined,
      range: NO_RANGE,
      implicit: true,
      addressTaken: false,
    };
    return this.#violated;
  }
}

/** The statement behind the checks. */
export function behindChecks(checks: readonly Expression[], statement: Statement): Statement {
  if (checks.length === 0) return statement;
  // The last one of `({ ... })` is its value.
  if (statement.kind === "expression")
    return { ...statement, expression: conditionBehind(checks, statement.expression) };
  const range = { start: statement.start, end: statement.end };
  return { kind: "compound", body: [...checksOf(checks), statement], ...range };
}

export function checksOf(checks: readonly Expression[]): Statement[] {
  return checks.map((expression) => ({ kind: "expression", expression, start: expression.start, end: expression.end }));
}

/** The condition behind the checks; a loop without one goes on. */
export function conditionBehind<C extends Expression | undefined>(
  checks: readonly Expression[],
  condition: C,
): C | Expression {
  let result: C | Expression = condition;
  for (const left of [...checks].reverse()) {
    const range = { start: left.start, end: left.end };
    const right: Expression = result ?? { kind: "integer-constant", value: 1n, type: INT, ...range };
    result = { kind: "comma", left, right, type: right.type, ...range };
  }
  return result;
}
