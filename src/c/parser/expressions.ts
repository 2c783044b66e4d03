/**
 * Expressions (C11 6.5). Binary operators are parsed with explicit operand and operator stacks rather than one
 * function a level of precedence, so that a pair of parentheses costs few stack frames, and long chains cost none.
 */
import type { SourceRange } from "../../util/source.ts";
import type { BinaryOperator, Expression, ObjectDeclaration } from "../ast.ts";
import { alignOf, findMember, preferredAlign, sizeOf } from "../layout.ts";
import { characterLiteral, decode, type Encoding, elementType, encodingOf, numberLiteral } from "../literals.ts";
import {
  arrayOf,
  CHAR,
  compatible,
  isVariable,
  showType,
  sizeType,
  unqualified,
  VOID,
  VOID_POINTER,
  wrapInteger,
} from "../type-operations.ts";
import type { CType, DataModel } from "../types.ts";
import { builtinCall, isBuiltin } from "./builtins.ts";
import { buildCall, implicitFunction } from "./calls.ts";
import { cast, integerConstant, requireSupported, rvalue, settleOperand, sizeConstant } from "./conversions.ts";
import { isVocabulary, objectComparison } from "./cprover.ts";
import { isPlainLvalue, parseEvaluatedTypeName, parseTypeName, withLengths } from "./declarators.ts";
import { compoundLiteral } from "./initialiser-syntax.ts";
import { keyword } from "./keywords.ts";
import {
  addressOf,
  assign,
  binary,
  compoundAssign,
  conditional,
  dereference,
  increment,
  member,
  subscript,
  unary,
} from "./operators.ts";
import { implication } from "./quantifiers.ts";
import { recordComparison } from "./representation.ts";
import { Abandoned, describe, type Session } from "./session.ts";
import { startsType } from "./specifiers.ts";
import { referLabel, statementExpressionBody } from "./statements.ts";

/** An expression with commas. */
export function parseExpression(session: Session): Expression {
  let left = assignmentExpression(session);
  while (session.is(",")) {
    session.next();
    left = binary(session, ",", left, assignmentExpression(session));
  }
  return left;
}

const ASSIGNMENTS: ReadonlyMap<string, string> = new Map(
  ["*", "/", "%", "+", "-", "<<", ">>", "&", "^", "|"].map((operator) => [`${operator}=`, operator]),
);

export function assignmentExpression(session: Session): Expression {
  const left = conditionalExpression(session);
  const { token } = session;
  if (token.kind !== "punctuator") return left;
  const isPlain = token.text === "=";
  const operator = isPlain ? undefined : ASSIGNMENTS.get(token.text);
  if (!isPlain && operator === undefined) return left;
  session.next();
  session.enter();
  const right = assignmentExpression(session);
  session.leave();
  const range = { start: left.start, end: Math.max(left.end, right.end) };
  if (operator === undefined) return assign(session, left, right, range);
  return compoundAssign(session, operator as BinaryOperator, left, right, range);
}

/** Without assignment and comma: what C calls a constant expression when it is constant. */
export function conditionalExpression(session: Session): Expression {
  const condition = binaryExpression(session);
  if (!session.is("?")) return condition;
  session.next();
  session.enter();
  const then = session.is(":") ? undefined : parseExpression(session);
  session.expect(":", "in a conditional expression");
  const otherwise = conditionalExpression(session);
  session.leave();
  return conditional(session, condition, then, otherwise);
}

const IMPLIES = "==>";

const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  // CBMC's implication, two tokens of C's.
  [IMPLIES, 0],
  ["||", 1],
  ["&&", 2],
  ["|", 3],
  ["^", 4],
  ["&", 5],
  ["==", 6],
  ["!=", 6],
  ["<", 7],
  [">", 7],
  ["<=", 7],
  [">=", 7],
  ["<<", 8],
  [">>", 8],
  ["+", 9],
  ["-", 9],
  ["*", 10],
  ["/", 10],
  ["%", 10],
]);

function binaryExpression(session: Session): Expression {
  const first = castExpression(session);
  if (session.token.kind !== "punctuator" || !PRECEDENCE.has(session.token.text)) return first;
  const operands = [first];
  const operators: string[] = [];
  const reduce = (): void => {
    const right = operands.pop() as Expression;
    const left = operands.pop() as Expression;
    operands.push(combined(session, operators.pop() as string, left, right));
  };
  for (;;) {
    const { token } = session;
    const operator = token.text === "==" && session.peek(1).text === ">" ? IMPLIES : token.text;
    const precedence = token.kind === "punctuator" ? PRECEDENCE.get(operator) : undefined;
    if (precedence === undefined) break;
    // Implications group from the right.
    const least = operator === IMPLIES ? precedence + 1 : precedence;
    while (operators.length > 0 && (PRECEDENCE.get(operators[operators.length - 1] as string) as number) >= least)
      reduce();
    session.next();
    if (operator === IMPLIES) session.next();
    operators.push(operator);
    operands.push(castExpression(session));
  }
  while (operators.length > 0) reduce();
  return operands[0] as Expression;
}

/** C's operators, and those that CBMC has besides: implication, structures and objects that are compared. */
function combined(session: Session, operator: string, left: Expression, right: Expression): Expression {
  if (operator === IMPLIES) return implication(session, left, right);
  return (
    objectComparison(session, operator, left, right) ??
    recordComparison(session, operator, left, right) ??
    binary(session, operator, left, right)
  );
}

// --- Unary --------------------------------------------------------------------------------------------------------

function castExpression(session: Session): Expression {
  session.enter();
  const expression = session.is("(") && startsType(session, 1) ? parenthesisedType(session) : unaryExpression(session);
  session.leave();
  return expression;
}

/** A cast or a compound literal. */
function parenthesisedType(session: Session): Expression {
  const { start } = session.next();
  const { type, lengths } = parseEvaluatedTypeName(session);
  session.expect(")", "after a type");
  if (session.is("{")) return postfix(session, compoundLiteral(session, type, start));
  const operand = castExpression(session);
  return withLengths(lengths, cast(session, operand, type, { start, end: Math.max(start, operand.end) }));
}

function unaryExpression(session: Session): Expression {
  const { token } = session;
  if (token.kind === "punctuator") {
    switch (token.text) {
      case "-":
      case "+":
      case "~":
      case "!": {
        session.next();
        const operand = castExpression(session);
        return unary(session, token.text, operand, { start: token.start, end: operand.end });
      }
      case "*": {
        session.next();
        const operand = castExpression(session);
        return dereference(session, operand, { start: token.start, end: operand.end });
      }
      case "&": {
        session.next();
        const operand = castExpression(session);
        return addressOf(session, operand, { start: token.start, end: operand.end });
      }
      case "++":
      case "--": {
        session.next();
        const operand = castExpression(session);
        return increment(session, token.text, "prefix", operand, { start: token.start, end: operand.end });
      }
      case "&&":
        return labelAddress(session);
    }
    return postfix(session, primary(session));
  }
  if (token.kind === "identifier") {
    switch (keyword(token.text)) {
      case "sizeof":
        return parseSizeof(session);
      case "_Alignof":
      case "__alignof__":
        return parseAlignof(session);
      case "__extension__":
        session.next();
        return castExpression(session);
      case "__real":
      case "__imag":
        return session.fail(`'${token.text}' (complex numbers) is not supported`, token);
    }
  }
  return postfix(session, primary(session));
}

function labelAddress(session: Session): Expression {
  const { start } = session.next();
  const token = session.next();
  if (token.kind !== "identifier") session.fail(`expected a label after '&&', found ${describe(token)}`, token);
  const label = referLabel(session, token.text, token);
  return { kind: "label-address", label, type: VOID_POINTER, start, end: token.end };
}

/** The type a `sizeof` or `_Alignof` asks about. */
function operandType(session: Session): {
  type: CType;
  bitField: boolean;
  lengths: readonly ObjectDeclaration[];
  operand: Expression | undefined;
} {
  session.unevaluated += 1;
  let type: CType;
  let bitField = false;
  let lengths: readonly ObjectDeclaration[] = [];
  let operand: Expression | undefined;
  if (session.is("(") && startsType(session, 1)) {
    const { start } = session.next();
    ({ type, lengths } = parseEvaluatedTypeName(session));
    session.expect(")", "after a type");
    if (session.is("{")) type = postfix(session, compoundLiteral(session, type, start)).type;
  } else {
    session.enter();
    operand = unaryExpression(session);
    session.leave();
    type = operand.type;
    bitField = operand.kind === "member" && operand.bitField !== undefined;
  }
  session.unevaluated -= 1;
  settleOperand(session, isVariable(type) ? "evaluated" : "unevaluated");
  return { type, bitField, lengths, operand };
}

function parseSizeof(session: Session): Expression {
  const { start } = session.next();
  const { type, bitField, lengths, operand } = operandType(session);
  const range = session.rangeFrom(start);
  if (bitField) return session.fail("sizeof of a bit-field", range);
  requireSupported(session, type, range);
  if (isVariable(type)) return variableSizeof(session, type, lengths, operand, range);
  const size = sizeOf(type, session.model);
  if (size === undefined) return session.fail(`sizeof of incomplete '${showType(type)}'`, range);
  return sizeConstant(session, size, range);
}

/** The operand is evaluated where its type has a variable length. */
function variableSizeof(
  session: Session,
  of: CType,
  lengths: readonly ObjectDeclaration[],
  operand: Expression | undefined,
  range: SourceRange,
): Expression {
  const type = sizeType(session.model);
  const size: Expression = { kind: "sizeof-variable", of, type, ...range };
  if (operand === undefined || isPlainLvalue(operand)) return withLengths(lengths, size);
  const left: Expression = { kind: "convert", conversion: "void", operand, type: VOID, ...range };
  return { kind: "comma", left, right: size, type, ...range };
}

function parseAlignof(session: Session): Expression {
  const word = keyword(session.token.text);
  const { start } = session.next();
  const { type, operand } = operandType(session);
  const { model } = session;
  if (operand !== undefined) return sizeConstant(session, alignOfOperand(operand, model), session.rangeFrom(start));
  const align = word === "_Alignof" ? alignOf(type, model) : preferredAlign(type, model);
  return sizeConstant(session, align, session.rangeFrom(start));
}

/** GNU: the alignment of an object, as it was declared, or of a member in its structure; otherwise that of the type. */
function alignOfOperand(operand: Expression, model: DataModel): number {
  const natural = preferredAlign(operand.type, model);
  if (operand.kind === "object") return operand.declaration.align ?? natural;
  if (operand.kind !== "member" || operand.object.type.kind !== "record") return natural;
  return findMember(operand.object.type.body.members ?? [], operand.name)?.member.align ?? natural;
}

// --- Postfix ------------------------------------------------------------------------------------------------------

function postfix(session: Session, start: Expression): Expression {
  let at = start;
  for (;;) {
    const { token } = session;
    if (token.kind !== "punctuator") return at;
    switch (token.text) {
      case "(":
        at = buildCall(session, at, parseArguments(session), session.rangeFrom(at.start));
        break;
      case "[": {
        session.next();
        const index = parseExpression(session);
        session.expect("]", "after an index");
        at = subscript(session, at, index, session.rangeFrom(at.start));
        break;
      }
      case ".":
      case "->":
        at = memberAccess(session, at, token.text);
        break;
      case "++":
      case "--":
        session.next();
        at = increment(session, token.text, "postfix", at, session.rangeFrom(at.start));
        break;
      default:
        return at;
    }
  }
}

function memberAccess(session: Session, object: Expression, operator: "." | "->"): Expression {
  session.next();
  const name = session.next();
  if (name.kind !== "identifier") session.fail(`expected a member name, found ${describe(name)}`, name);
  const range = session.rangeFrom(object.start);
  return member(session, operator === "." ? object : dereference(session, object, object), name.text, range);
}

export function parseArguments(session: Session): Expression[] {
  session.next();
  const list: Expression[] = [];
  if (session.accept(")")) return list;
  session.enter();
  do {
    list.push(assignmentExpression(session));
  } while (session.accept(","));
  session.leave();
  session.expect(")", "after the arguments");
  return list;
}

// --- Primary ------------------------------------------------------------------------------------------------------

function primary(session: Session): Expression {
  const { token } = session;
  switch (token.kind) {
    case "identifier":
      return identifier(session);
    case "number":
      return numberConstant(session);
    case "character": {
      session.next();
      const literal = characterLiteral(token.text, session.model);
      if (literal.kind === "malformed") return session.fail(literal.message, token);
      return integerConstant(literal.value, literal.type, token);
    }
    case "string":
      return stringLiteral(session);
    case "punctuator":
      if (token.text === "(") return parenthesised(session);
  }
  return session.fail(`expected an expression, found ${describe(token)}`, token);
}

function parenthesised(session: Session): Expression {
  const { start } = session.next();
  if (session.is("{")) return statementExpression(session, start);
  const expression = parseExpression(session);
  session.expect(")", "to close a parenthesis");
  return expression;
}

function statementExpression(session: Session, start: number): Expression {
  if (session.function === undefined)
    return session.fail("a statement expression outside of a function", session.token);
  const { body, type } = statementExpressionBody(session);
  session.expect(")", "after a statement expression");
  return { kind: "statement-expression", body, type, ...session.rangeFrom(start) };
}

function numberConstant(session: Session): Expression {
  const token = session.next();
  const literal = numberLiteral(token.text, session.model);
  if (literal.kind === "malformed") return session.fail(literal.message, token);
  if (literal.kind === "integer") return integerConstant(literal.value, literal.type, token);
  const { value, type, rounded } = literal;
  const range = { start: token.start, end: token.end };
  return { kind: "floating-constant", value, type, ...(rounded === true ? { rounded } : {}), ...range };
}

/** Adjacent literals joined; the widest prefix decides for all. */
export function stringLiteral(session: Session): Expression {
  const first = session.token;
  const texts = [];
  let encoding: Encoding = "plain";
  while (session.token.kind === "string") {
    const token = session.next();
    if (encodingOf(token.text) !== "plain") encoding = encodingOf(token.text);
    texts.push(token);
  }
  const element = elementType(encoding, session.model);
  const elements: number[] = [];
  for (const token of texts) {
    const units = decode(token.text, encoding);
    if (typeof units === "string") return session.fail(units, token);
    for (const unit of units) elements.push(Number(wrapInteger(BigInt(unit), element, session.model)));
  }
  elements.push(0);
  const type = arrayOf(element, elements.length);
  return { kind: "string", elements, type, ...session.rangeFrom(first.start) };
}

function identifier(session: Session): Expression {
  const { token } = session;
  const entity = session.lookup(token.text);
  if (entity === undefined) return unknownIdentifier(session);
  // The first use of a builtin leaves an implicit declaration behind; a later use is still one of the builtin.
  // So is one of CBMC's vocabulary that the program declares, unless it defines it.
  if (entity.kind === "function" && entity.implicit && isBuiltin(token.text)) return builtinCall(session);
  if (entity.kind === "function" && entity.body === undefined && isVocabulary(token.text)) return builtinCall(session);
  if (entity.kind === "object" && !entity.defined && isVocabulary(token.text)) return builtinCall(session);
  session.next();
  const range = { start: token.start, end: token.end };
  switch (entity.kind) {
    case "object":
      return { kind: "object", declaration: entity, type: entity.type, ...range };
    case "function":
      return { kind: "function", declaration: entity, type: entity.type, ...range };
    case "constant":
      return integerConstant(entity.value, entity.type, range);
    case "typedef":
      return session.fail(`expected an expression, found the type '${token.text}'`, token);
  }
}

function unknownIdentifier(session: Session): Expression {
  const { token } = session;
  const { text } = token;
  const word = keyword(text);
  if (word === "_Generic") return session.nested(() => genericSelection(session));
  if (word !== undefined) return session.fail(`expected an expression, found '${text}'`, token);
  if (text === "__func__" || text === "__FUNCTION__" || text === "__PRETTY_FUNCTION__") return functionName(session);
  if (isBuiltin(text)) return builtinCall(session);
  session.next();
  if (session.is("(")) {
    const declaration = implicitFunction(session, text, token);
    return { kind: "function", declaration, type: declaration.type, start: token.start, end: token.end };
  }
  // Like gcc: once a function and name, so that one missing declaration is one message.
  const reported = session.function?.undeclared;
  if (reported?.has(text)) throw new Abandoned(text);
  reported?.add(text);
  return session.fail(`'${text}' is not declared`, token);
}

function functionName(session: Session): Expression {
  const token = session.next();
  const name = session.function?.declaration.name ?? "";
  const elements = [...name].map((letter) => letter.charCodeAt(0));
  elements.push(0);
  const type = arrayOf({ ...CHAR, const: true }, elements.length);
  return { kind: "string", elements, type, start: token.start, end: token.end };
}

function genericSelection(session: Session): Expression {
  const { start } = session.next();
  session.expect("(", "after '_Generic'");
  session.unevaluated += 1;
  const control = rvalue(session, assignmentExpression(session)).type;
  session.unevaluated -= 1;
  let chosen: Expression | undefined;
  let fallback: Expression | undefined;
  while (session.accept(",")) {
    if (keyword(session.token.text) === "default") {
      session.next();
      session.expect(":", "after 'default'");
      fallback = assignmentExpression(session);
    } else {
      const type = parseTypeName(session, "inline");
      session.expect(":", "after a type");
      const value = assignmentExpression(session);
      if (chosen === undefined && compatible(unqualified(control), type) && type.const === undefined) chosen = value;
    }
  }
  session.expect(")", "to end '_Generic'");
  const result = chosen ?? fallback;
  if (result === undefined)
    return session.fail(`no association of '_Generic' fits '${showType(control)}'`, session.rangeFrom(start));
  return result;
}
