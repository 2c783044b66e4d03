/** Initialisers as written, with braces and designators, and the compound literals that are made of them. */
import type { Expression, ObjectDeclaration } from "../ast.ts";
import { evaluateInteger } from "../constant.ts";
import { type Designator, type InitialiserItem, type InitialiserSyntax, resolveInitialiser } from "../initialisers.ts";
import type { CType } from "../types.ts";
import { requireSupported } from "./conversions.ts";
import { assignmentExpression, conditionalExpression } from "./expressions.ts";
import { describe, type Session } from "./session.ts";

export function compoundLiteral(session: Session, type: CType, start: number): Expression {
  const syntax = parseInitialiser(session);
  const range = session.rangeFrom(start);
  requireSupported(session, type, range);
  const lifetime = session.isFileScope || session.function === undefined ? "static" : "automatic";
  const resolved = resolveInitialiser(session, type, syntax, lifetime);
  const declaration: ObjectDeclaration = {
    kind: "object",
    name: `<literal ${session.newNumber()}>`,
    type: resolved.type,
    storage: lifetime,
    function: session.function?.declaration.name,
    initialiser: resolved.initialiser,
    addressTaken: false,
    range,
    defined: true,
  };
  if (resolved.tree !== undefined) session.literals.set(declaration, resolved.tree);
  if (resolved.flexibleBytes > 0) declaration.flexibleBytes = resolved.flexibleBytes;
  if (lifetime === "static" && session.unevaluated === 0) session.objects.push(declaration);
  return { kind: "compound-literal", declaration, type: resolved.type, ...range };
}

export function parseInitialiser(session: Session): InitialiserSyntax {
  if (!session.is("{")) return { kind: "expression", expression: assignmentExpression(session) };
  const { start } = session.next();
  const items: InitialiserItem[] = [];
  session.enter();
  while (!session.is("}")) {
    const designators = parseDesignators(session);
    items.push({ designators, value: parseInitialiser(session) });
    if (!session.accept(",")) break;
  }
  session.leave();
  session.expect("}", "to end an initialiser");
  return { kind: "list", items, range: session.rangeFrom(start) };
}

const NO_DESIGNATORS: readonly Designator[] = [];

function parseDesignators(session: Session): readonly Designator[] {
  const { token } = session;
  // GNU's old form: `field: value`.
  if (token.kind === "identifier" && session.peek(1).text === ":") {
    session.next();
    session.next();
    return [{ kind: "member", name: token.text, range: token }];
  }
  if (!session.is(".") && !session.is("[")) return NO_DESIGNATORS;
  const list: Designator[] = [];
  for (;;) {
    if (session.accept(".")) {
      const name = session.next();
      if (name.kind !== "identifier") session.fail(`expected a member name, found ${describe(name)}`, name);
      list.push({ kind: "member", name: name.text, range: name });
    } else if (session.is("[")) list.push(indexDesignator(session));
    else break;
  }
  // GNU's old form `[1] value` has no `=`.
  session.accept("=");
  return list;
}

function indexDesignator(session: Session): Designator {
  const { start } = session.next();
  const low = constantIndex(session);
  const high = session.accept("...") ? constantIndex(session) : low;
  session.expect("]", "after an array index");
  const range = session.rangeFrom(start);
  if (high < low) return session.fail("an empty range of array elements", range);
  return { kind: "index", low, high, range };
}

function constantIndex(session: Session): number {
  const expression = conditionalExpression(session);
  const value = evaluateInteger(expression, session.model);
  if (value === undefined || value < 0n || value > 0xffffffffn)
    return session.fail("an array index in an initialiser should be a constant", expression);
  return Number(value);
}
