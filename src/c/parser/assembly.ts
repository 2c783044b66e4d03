/** Inline assembly: opaque, but its operands are checked and kept, since their values change or are read. */
import type { Expression, Statement } from "../ast.ts";
import { isLvalue, markAddressTaken, rvalue } from "./conversions.ts";
import { parseExpression, stringLiteral } from "./expressions.ts";
import { keyword } from "./keywords.ts";
import { describe, type Session } from "./session.ts";

export function parseAsm(session: Session): Statement {
  const { start } = session.next();
  for (;;) {
    const word = keyword(session.token.text);
    if (word === "goto") session.fail("'asm goto' is not supported", session.token);
    if (word !== "volatile" && word !== "inline") break;
    session.next();
  }
  session.expect("(", "after 'asm'");
  const template = text(session);
  const outputs: Expression[] = [];
  const inputs: Expression[] = [];
  // Basic assembly says nothing about what it touches; only an empty one surely touches nothing.
  let memory = template !== "" && session.is(")");
  if (session.accept(":")) parseOperands(session, (constraint) => outputs.push(output(session, constraint)));
  if (session.accept(":")) parseOperands(session, (constraint) => inputs.push(input(session, constraint)));
  if (session.accept(":")) {
    while (session.token.kind === "string") {
      if (text(session) === "memory") memory = true;
      if (!session.accept(",")) break;
    }
  }
  if (session.is(":")) session.fail("'asm goto' is not supported", session.token);
  session.expect(")", "after 'asm'");
  session.expect(";", "after 'asm'");
  return { kind: "asm", outputs, inputs, memory, ...session.rangeFrom(start) };
}

function text(session: Session): string {
  const { token } = session;
  if (token.kind !== "string") session.fail(`expected a string in 'asm', found ${describe(token)}`, token);
  const literal = stringLiteral(session);
  return literal.kind === "string"
    ? String.fromCharCode(...literal.elements.slice(0, -1).map((unit) => unit & 0xff))
    : "";
}

function parseOperands(session: Session, add: (constraint: string) => void): void {
  if (session.is(":") || session.is(")")) return;
  do {
    if (session.accept("[")) {
      session.next();
      session.expect("]", "after an operand name");
    }
    const constraint = text(session);
    session.expect("(", "before an operand");
    add(constraint);
    session.expect(")", "after an operand");
  } while (session.accept(","));
}

function output(session: Session, constraint: string): Expression {
  const operand = parseExpression(session);
  if (!isLvalue(operand)) session.fail("an output of 'asm' should be an lvalue", operand);
  if (/[mgoVX]/.test(constraint)) markAddressTaken(session, operand);
  return operand;
}

function input(session: Session, constraint: string): Expression {
  const operand = parseExpression(session);
  if (isLvalue(operand) && /[moV]/.test(constraint)) markAddressTaken(session, operand);
  return rvalue(session, operand);
}
