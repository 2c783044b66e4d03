/**
 * Declarators and type names (C11 6.7.6-7). A declarator is read inside out into a list of parts (pointer, array,
 * function), the part nearest to the name first, and the type is built by applying them from the far end.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Expression, ObjectDeclaration } from "../ast.ts";
import { evaluateInteger } from "../constant.ts";
import { sizeOf } from "../layout.ts";
import {
  adjustParameter,
  isComplete,
  isInteger,
  isVariablyModified,
  type QualifierSet,
  qualify,
  showType,
  sizeType,
  unqualified,
  VOID,
} from "../type-operations.ts";
import type { CType } from "../types.ts";
import { type Attributes, parseAttributes, parseDeclaratorTail } from "./attributes.ts";
import { convertScalar, rvalue, sizeConstant } from "./conversions.ts";
import { assignmentExpression } from "./expressions.ts";
import { keyword } from "./keywords.ts";
import { describe, type PendingLengths, type Scope, type Session } from "./session.ts";
import { applyTypeAttributes, parseSpecifiers, startsType } from "./specifiers.ts";

export interface FunctionPart {
  readonly kind: "function";
  readonly parameters: readonly ObjectDeclaration[];
  readonly variadic: boolean;
  readonly unprototyped: boolean;
  /** The names of an old-style definition, `f(a, b) int a, b; {}`. */
  readonly identifiers: readonly string[] | undefined;
  /** Holds the parameters; a definition goes on in it. */
  readonly scope: Scope;
  /** Lengths of variable-length array parameters, to be computed on entry. */
  readonly lengths: PendingLengths;
}

type Part =
  | { readonly kind: "pointer"; readonly qualifiers: QualifierSet }
  | { readonly kind: "array"; readonly length: number | Expression | undefined; readonly range: SourceRange }
  | FunctionPart;

export interface Declarator {
  readonly name: string | undefined;
  readonly type: CType;
  /** Present where the declared thing itself is a function: the parameters as declared. */
  readonly function: FunctionPart | undefined;
  readonly range: SourceRange;
}

/** Whether a name must, may not, or may stand in the declarator. */
export type Naming = "named" | "abstract" | "either";

interface Parsed {
  name: string | undefined;
  nameRange: SourceRange | undefined;
  parts: Part[];
}

export function parseDeclarator(session: Session, base: CType, naming: Naming): Declarator {
  const { start } = session.token;
  const waiting = session.pendingLengths?.length ?? 0;
  const parsed = parseParts(session, naming);
  // gcc computes the lengths of an element before the length of its array.
  const own = session.pendingLengths?.splice(waiting) ?? [];
  session.pendingLengths?.push(...own.reverse());
  const range = parsed.nameRange ?? session.rangeFrom(start);
  let type = base;
  for (let index = parsed.parts.length - 1; index >= 0; index -= 1)
    type = applyPart(session, type, parsed.parts[index] as Part, range);
  const first = parsed.parts[0];
  return { name: parsed.name, type, function: first?.kind === "function" ? first : undefined, range };
}

function parseParts(session: Session, naming: Naming): Parsed {
  const pointers: Part[] = [];
  for (;;) {
    parseAttributes(session, {});
    if (!session.is("*")) break;
    session.next();
    pointers.unshift({ kind: "pointer", qualifiers: parsePointerQualifiers(session) });
  }
  const parsed = parseDirect(session, naming);
  parsed.parts.push(...pointers);
  // A type this deep would overflow whoever walks it.
  if (parsed.parts.length > 500) session.fail("this declarator is nested too deeply", session.token);
  return parsed;
}

function parsePointerQualifiers(session: Session): QualifierSet {
  const qualifiers: QualifierSet = {};
  for (;;) {
    const word = keyword(session.token.text);
    if (word === "const" || word === "volatile") qualifiers[word] = true;
    else if (word === "__attribute__" || word === "__declspec") {
      parseAttributes(session, {});
      continue;
    } else if (word !== "restrict" && word !== "_Atomic") return qualifiers;
    session.next();
  }
}

function parseDirect(session: Session, naming: Naming): Parsed {
  const { token } = session;
  let parsed: Parsed;
  if (token.kind === "identifier" && naming !== "abstract" && keyword(token.text) === undefined) {
    session.next();
    parsed = { name: token.text, nameRange: { start: token.start, end: token.end }, parts: [] };
  } else if (token.kind === "identifier" && naming !== "abstract" && isBuiltInFloatName(token.text)) {
    session.next();
    parsed = { name: token.text, nameRange: { start: token.start, end: token.end }, parts: [] };
  } else if (session.is("(") && isNestedDeclarator(session, naming)) {
    session.next();
    parsed = session.nested(() => parseParts(session, naming));
    session.expect(")", "in a declarator");
  } else if (naming === "named") {
    return session.fail(`expected a name, found ${describe(token)}`, token);
  } else parsed = { name: undefined, nameRange: undefined, parts: [] };
  parseSuffixes(session, parsed);
  return parsed;
}

/** `typedef float _Float32;` in headers made for older compilers. */
function isBuiltInFloatName(text: string): boolean {
  return text.startsWith("_Float");
}

function isNestedDeclarator(session: Session, naming: Naming): boolean {
  if (naming === "named") return true;
  const following = session.peek(1);
  if (following.text === ")" && following.kind === "punctuator") return false;
  if (keyword(following.text) === "__attribute__") return true;
  return !startsType(session, 1) && !(following.text === "..." && following.kind === "punctuator");
}

function parseSuffixes(session: Session, parsed: Parsed): void {
  for (;;) {
    if (session.is("[")) parsed.parts.push(parseArrayPart(session));
    else if (session.is("(")) parsed.parts.push(session.nested(() => parseFunctionPart(session)));
    else return;
  }
}

// --- Arrays -------------------------------------------------------------------------------------------------------

function parseArrayPart(session: Session): Part {
  const { start } = session.next();
  for (;;) {
    const word = keyword(session.token.text);
    if (word !== "static" && word !== "const" && word !== "volatile" && word !== "restrict") break;
    session.next();
  }
  if (session.is("*") && session.peek(1).text === "]") {
    session.next();
    session.next();
    // A prototype's array of unspecified variable length: nothing ever evaluates it.
    const range = session.rangeFrom(start);
    return { kind: "array", length: sizeConstant(session, 1, range), range };
  }
  if (session.accept("]")) return { kind: "array", length: undefined, range: session.rangeFrom(start) };
  const expression = session.nested(() => assignmentExpression(session));
  session.expect("]", "after an array length");
  const range = session.rangeFrom(start);
  return { kind: "array", length: arrayLength(session, expression, range), range };
}

function arrayLength(session: Session, expression: Expression, range: SourceRange): number | Expression {
  const value = rvalue(session, expression);
  if (!isInteger(value.type)) return session.fail(`an array length of type '${showType(value.type)}'`, range);
  const constant = evaluateInteger(value, session.model);
  if (constant === undefined) return variableLength(session, value, range);
  if (constant < 0n) return session.fail("an array of negative length", range);
  if (constant > 0x7fffffffffffn) return session.fail("this array is too large", range);
  return Number(constant);
}

/** In a declaration the length is computed once and kept in a hidden object; elsewhere the expression stays. */
function variableLength(session: Session, value: Expression, range: SourceRange): Expression {
  const length = convertScalar(session, value, sizeType(session.model));
  if (session.lengths === "inline") return length;
  if (session.pendingLengths === undefined)
    return session.fail("the length of an array at file scope should be constant", range);
  const declaration = hiddenLength(session, session.pendingLengths, length, range);
  const object: Expression = {
    kind: "object",
    declaration,
    type: declaration.type,
    start: range.start,
    end: range.end,
  };
  return {
    kind: "convert",
    conversion: "lvalue",
    operand: object,
    type: object.type,
    start: range.start,
    end: range.end,
  };
}

function hiddenLength(
  session: Session,
  into: PendingLengths,
  length: Expression,
  range: SourceRange,
): ObjectDeclaration {
  const declaration: ObjectDeclaration = {
    kind: "object",
    name: `<length ${session.newNumber()}>`,
    type: sizeType(session.model),
    storage: "automatic",
    function: session.function?.declaration.name,
    initialiser: { kind: "scalar", value: length },
    addressTaken: false,
    range: { start: range.start, end: range.end },
    defined: true,
  };
  into.push(declaration);
  return declaration;
}

// --- Functions ----------------------------------------------------------------------------------------------------

function parseFunctionPart(session: Session): FunctionPart {
  session.next();
  const saved = session.pendingLengths;
  const savedMode = session.lengths;
  session.pendingLengths = [];
  session.lengths = "hidden";
  session.pushScope();
  const { parameters, variadic, unprototyped, identifiers } = parseParameterList(session);
  const { scope, pendingLengths: lengths } = session;
  // After an error recovery restores these.
  session.popScope();
  session.pendingLengths = saved;
  session.lengths = savedMode;
  return { kind: "function", parameters, variadic, unprototyped, identifiers, scope, lengths };
}

type ParameterList = Pick<FunctionPart, "parameters" | "variadic" | "unprototyped" | "identifiers">;

function parseParameterList(session: Session): ParameterList {
  if (session.accept(")")) return { parameters: [], variadic: false, unprototyped: true, identifiers: [] };
  if (session.token.kind === "identifier" && !startsType(session)) return parseIdentifierList(session);
  const parameters: ObjectDeclaration[] = [];
  let variadic = false;
  for (;;) {
    if (session.accept("...")) {
      variadic = true;
      break;
    }
    const parameter = parseParameter(session);
    if (parameter.type.kind === "void") {
      if (parameters.length > 0 || !session.is(")") || parameter.name !== "")
        session.fail("a parameter of type void", parameter.range);
      break;
    }
    parameters.push(parameter);
    if (!session.accept(",")) break;
  }
  session.expect(")", "after the parameters");
  return { parameters, variadic, unprototyped: false, identifiers: undefined };
}

function parseIdentifierList(session: Session): ParameterList {
  const identifiers: string[] = [];
  do {
    const token = session.next();
    if (token.kind !== "identifier") session.fail(`expected a parameter name, found ${describe(token)}`, token);
    const after = session.token;
    if (!session.is(",") && !session.is(")")) {
      if (after.kind === "identifier" || session.is("*")) session.fail(`unknown type name '${token.text}'`, token);
      session.fail(`expected ',' or ')' after '${token.text}', found ${describe(after)}`, after);
    }
    identifiers.push(token.text);
  } while (session.accept(","));
  session.expect(")", "after the parameter names");
  return { parameters: [], variadic: false, unprototyped: true, identifiers };
}

function parseParameter(session: Session): ObjectDeclaration {
  const { start } = session.token;
  if (!startsType(session)) {
    if (session.token.kind === "identifier") session.fail(`unknown type name '${session.token.text}'`, session.token);
    session.fail(`expected a parameter, found ${describe(session.token)}`, session.token);
  }
  const specifiers = parseSpecifiers(session);
  if (specifiers.type === undefined) return session.fail("'__auto_type' in a parameter", specifiers.range);
  const declarator = parseDeclarator(session, specifiers.type, "either");
  const attributes: Attributes = {};
  parseDeclaratorTail(session, attributes);
  const range = session.rangeFrom(start);
  const type = adjustParameter(applyTypeAttributes(session, declarator.type, attributes, range));
  const parameter: ObjectDeclaration = {
    kind: "object",
    name: declarator.name ?? "",
    type,
    storage: "parameter",
    function: undefined,
    initialiser: undefined,
    addressTaken: false,
    range,
    defined: true,
  };
  const written = declarator.type;
  if (written.kind === "array" && written.length !== undefined) parameter.declaredLength = written.length;
  if (parameter.name !== "") {
    if (session.lookupHere(parameter.name) !== undefined) session.fail(`two parameters '${parameter.name}'`, range);
    session.declare(parameter.name, parameter);
  }
  return parameter;
}

// --- Building the type --------------------------------------------------------------------------------------------

function applyPart(session: Session, type: CType, part: Part, range: SourceRange): CType {
  switch (part.kind) {
    case "pointer":
      return qualify({ kind: "pointer", target: type }, part.qualifiers);
    case "array":
      return arrayType(session, type, part);
    case "function":
      if (type.kind === "function") return session.fail("a function that returns a function", range);
      if (type.kind === "array") return session.fail("a function that returns an array", range);
      return {
        kind: "function",
        result: unqualified(type),
        parameters: part.parameters.map((parameter) => unqualified(parameter.type)),
        variadic: part.variadic,
        unprototyped: part.unprototyped,
      };
  }
}

function arrayType(session: Session, element: CType, part: Part & { kind: "array" }): CType {
  if (element.kind === "function") return session.fail("an array of functions", part.range);
  if (!isComplete(element)) return session.fail(`an array of incomplete '${showType(element)}'`, part.range);
  const bytes = sizeOf(element, session.model);
  if (bytes !== undefined && typeof part.length === "number" && bytes * part.length > 2 ** 47)
    return session.fail("this array is too large", part.range);
  return { kind: "array", element, length: part.length };
}

/**
 * A type name that is evaluated where it stands, as in casts and sizeof: its variable lengths are saved in hidden objects,
 * which `withLengths` sets. Outside of functions nothing is variable.
 */
export function parseEvaluatedTypeName(session: Session): { type: CType; lengths: readonly ObjectDeclaration[] } {
  if (session.function === undefined) return { type: parseTypeName(session, "inline"), lengths: [] };
  const saved = session.pendingLengths;
  const lengths: ObjectDeclaration[] = [];
  session.pendingLengths = lengths;
  const type = parseTypeName(session, "hidden");
  session.pendingLengths = saved;
  return { type, lengths };
}

/** The expression, after the lengths in its type have been computed. */
export function withLengths(lengths: readonly ObjectDeclaration[], expression: Expression): Expression {
  let at = expression;
  for (const declaration of [...lengths].reverse()) {
    const { type, initialiser } = declaration;
    if (initialiser?.kind !== "scalar") continue;
    const { start, end } = declaration.range;
    const target: Expression = { kind: "object", declaration, type, start, end };
    const left: Expression = { kind: "assign", target, value: initialiser.value, type, start, end };
    at = { kind: "comma", left, right: at, type: at.type, start: at.start, end: at.end };
  }
  return at;
}

/** In `typeof` an operand with a variable length is evaluated where the declaration is. */
export function evaluateOperand(session: Session, operand: Expression): void {
  if (session.lengths === "inline" || session.pendingLengths === undefined) return;
  if (!isVariablyModified(operand.type) || isPlainLvalue(operand)) return;
  const { start, end } = operand;
  const zero = sizeConstant(session, 0, operand);
  const left: Expression = { kind: "convert", conversion: "void", operand, type: VOID, start, end };
  hiddenLength(
    session,
    session.pendingLengths,
    { kind: "comma", left, right: zero, type: zero.type, start, end },
    operand,
  );
}

/** An lvalue that can be evaluated or not, all the same. */
export function isPlainLvalue(expression: Expression): boolean {
  let at = expression;
  for (;;) {
    if (at.kind === "object") return true;
    if (at.kind === "member") at = at.object;
    else if (at.kind === "dereference" || at.kind === "address-of") at = at.operand;
    else if (at.kind === "convert" && at.conversion !== "value") at = at.operand;
    else if (at.kind === "pointer-add" && at.index.kind === "integer-constant") at = at.pointer;
    else return false;
  }
}

/** A type name; variable lengths that stay inline are evaluated by whoever asks for the size, if anybody does. */
export function parseTypeName(session: Session, lengths: Session["lengths"]): CType {
  const saved = session.lengths;
  session.lengths = lengths;
  const specifiers = parseSpecifiers(session);
  if (specifiers.implicitInt && specifiers.range.start === specifiers.range.end)
    return session.fail(`expected a type, found ${describe(session.token)}`, session.token);
  if (specifiers.type === undefined) return session.fail("'__auto_type' in a type name", specifiers.range);
  const { type } = parseDeclarator(session, specifiers.type, "abstract");
  session.lengths = saved;
  return type;
}
