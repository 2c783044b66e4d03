/** Inline assembly: its template is kept as text, its operands are checked, since their values change or are read. */
import type { AsmOperand, Statement } from "../ast.ts";
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
  const outputs: AsmOperand[] = [];
  const inputs: AsmOperand[] = [];
  // Basic assembly says nothing about what it touches; only an empty one surely touches nothing.
  let memory = template !== "" && session.is(")");
  if (session.accept(":"))
    parseOperands(session, (name, constraint) => outputs.push({ name, constraint, ...output(session, constraint) }));
  if (session.accept(":"))
    parseOperands(session, (name, constraint) => inputs.push({ name, constraint, ...input(session, constraint) }));
  if (session.accept(":")) {
    while (session.token.kind === "string") {
      if (text(session) === "memory") memory = true;
      if (!session.accept(",")) break;
    }
  }
  if (session.is(":")) session.fail("'asm goto' is not supported", session.token);
  session.expect(")", "after 'asm'");
  session.expect(";", "after 'asm'");
  return { kind: "asm", template, outputs, inputs, memory, ...session.rangeFrom(start) };
}

function text(session: Session): string {
  const { token } = session;
  if (token.kind !== "string") session.fail(`expected a string in 'asm', found ${describe(token)}`, token);
  const literal = stringLiteral(session);
  return literal.kind === "string"
    ? String.fromCharCode(...literal.elements.slice(0, -1).map((unit) => unit & 0xff))
    : "";
}

function parseOperands(session: Session, add: (name: string | undefined, constraint: string) => void): void {
  if (session.is(":") || session.is(")")) return;
  do {
    let name: string | undefined;
    if (session.accept("[")) {
      name = session.next().text;
      session.expect("]", "after an operand name");
    }
    const constraint = text(session);
    session.expect("(", "before an operand");
    add(name, constraint);
    session.expect(")", "after an operand");
  } while (session.accept(","));
}

function output(session: Session, constraint: string): Pick<AsmOperand, "value"> {
  const value = parseExpression(session);
  if (!isLvalue(value)) session.fail("an output of 'asm' should be an lvalue", value);
  if (/[mgoVX]/.test(constraint)) markAddressTaken(session, value);
  return { value };
}

function input(session: Session, constraint: string): Pick<AsmOperand, "value" | "place"> {
  const place = parseExpression(session);
  if (!isLvalue(place) || !/[moV]/.test(constraint)) return { value: rvalue(session, place) };
  markAddressTaken(session, place);
  return { value: rvalue(session, place), place };
}
