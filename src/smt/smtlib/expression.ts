/** S-expressions, read one at a time and without recursion, so that neither depth nor length of a script matters. */
import { type Lexer, type Position, SmtLibError, type TokenKind } from "./lexer.ts";

export type Expression = Atom | List;

export interface Atom {
  readonly kind: Exclude<TokenKind, "(" | ")" | "end">;
  readonly text: string;
  readonly position: Position;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Expression[];
  readonly position: Position;
}

/** The next expression; undefined at the end of the text. */
export function readExpression(lexer: Lexer): Expression | undefined {
  const open: { items: Expression[]; readonly position: Position }[] = [];
  for (;;) {
    const { kind, text, position } = lexer.next();
    let finished: Expression;
    if (kind === "end") {
      const unclosed = open[open.length - 1];
      if (unclosed === undefined) return undefined;
      throw new SmtLibError("parenthesis is never closed", unclosed.position);
    } else if (kind === "(") {
      open.push({ items: [], position });
      continue;
    } else if (kind === ")") {
      const closed = open.pop();
      if (closed === undefined) throw new SmtLibError("unexpected )", position);
      finished = { kind: "list", ...closed };
    } else {
      finished = { kind, text, position };
    }
    const outer = open[open.length - 1];
    if (outer === undefined) return finished;
    outer.items.push(finished);
  }
}

export function isSymbol(expression: Expression | undefined, text?: string): expression is Atom {
  return expression?.kind === "symbol" && (text === undefined || expression.text === text);
}

export function symbolOf(expression: Expression | undefined, what: string, otherwise: Position): string {
  if (expression?.kind === "symbol") return expression.text;
  throw new SmtLibError(`${what} should be a symbol`, expression?.position ?? otherwise);
}

export function itemsOf(expression: Expression | undefined, what: string, otherwise: Position): readonly Expression[] {
  if (expression?.kind === "list") return expression.items;
  throw new SmtLibError(`${what} should be a list`, expression?.position ?? otherwise);
}
