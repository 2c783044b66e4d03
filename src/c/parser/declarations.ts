/**
 * Declarations (C11 6.7): what a declarator declares and how redeclarations agree. Everything with linkage is one
 * object however often it is declared.
 */
import type { SourceRange } from "../../util/source.ts";
import type { FunctionDeclaration, ObjectDeclaration, Statement } from "../ast.ts";
import { evaluateInteger } from "../constant.ts";
import { type Lifetime, resolveInitialiser } from "../initialisers.ts";
import {
  compatible,
  composite,
  INT,
  isComplete,
  isVariablyModified,
  showType,
  unqualified,
} from "../type-operations.ts";
import type { CType, FunctionCType } from "../types.ts";
import { annotationOutside, endContract, isAnnotation } from "./acsl.ts";
import { type Attributes, parseAttributes, parseDeclaratorTail } from "./attributes.ts";
import { requireSupported, rvalue } from "./conversions.ts";
import { isUninterpreted, isVocabulary, notUnderstood } from "./cprover.ts";
import { type Declarator, parseDeclarator } from "./declarators.ts";
import { defineFunction } from "./definitions.ts";
import { assignmentExpression, conditionalExpression, stringLiteral } from "./expressions.ts";
import { parseInitialiser } from "./initialiser-syntax.ts";
import { keyword } from "./keywords.ts";
import { recoverable } from "./recovery.ts";
import { describe, type Session } from "./session.ts";
import { applyTypeAttributes, parseSpecifiers, type Specifiers, startsType } from "./specifiers.ts";

// --- File scope ---------------------------------------------------------------------------------------------------

export function parseTranslationUnit(session: Session): void {
  while (session.token.kind !== "end") {
    if (session.accept(";")) continue;
    recoverable(session, () => parseExternal(session));
  }
  for (const object of session.objects) finishTentative(session, object);
  for (const [name, alias] of session.weakNames) {
    const declaration = session.linked.get(name);
    if (declaration !== undefined) noteSymbol(declaration, { weak: true, ...(alias === undefined ? {} : { alias }) });
  }
}

/** A tentative definition that nobody completed: `int a[];` has one element (C11 6.9.2p5). */
function finishTentative(session: Session, object: ObjectDeclaration): void {
  if (!object.defined) return;
  if (object.type.kind === "array" && object.type.length === undefined) object.type = { ...object.type, length: 1 };
  if (!isComplete(object.type))
    session.error(`'${object.name}' has incomplete type '${showType(object.type)}'`, object.range);
}

function parseExternal(session: Session): void {
  if (isAnnotation(session)) {
    annotationOutside(session);
    return;
  }
  parseDeclaration(session);
  endContract(session);
}

function parseDeclaration(session: Session): void {
  const word = keyword(session.token.text);
  if (word === "asm") session.fail("assembly outside of a function is not supported", session.token);
  if (word === "_Static_assert") {
    parseStaticAssert(session);
    return;
  }
  requireDeclaration(session);
  const specifiers = parseSpecifiers(session);
  if (session.accept(";")) {
    declareTagsOnly(session, specifiers);
    return;
  }
  for (let first = true; ; first = false) {
    const { declarator, attributes, type } = parseDeclared(session, specifiers);
    if (first && declarator.function !== undefined && type.kind === "function" && startsBody(session)) {
      defineFunction(session, specifiers, declarator, declarator.function, type, attributes);
      return;
    }
    declare(session, specifiers, declarator, type, attributes);
    if (!session.accept(",")) break;
    parseAttributes(session, attributes);
  }
  endDeclaration(session);
}

/** Contracts stand where a declaration ends. */
function endDeclaration(session: Session): void {
  const { token } = session;
  if (token.kind === "identifier" && isVocabulary(token.text)) notUnderstood(session, token.text, token);
  session.expect(";", "after a declaration");
}

/** A declaration may lack its type, as before C99, but must begin like one. */
function requireDeclaration(session: Session): void {
  if (startsType(session)) return;
  const { token } = session;
  const following = session.peek(1);
  if (token.kind === "identifier" && keyword(token.text) === undefined) {
    if (following.kind === "identifier" || following.text === "*")
      session.fail(`unknown type name '${token.text}'`, token);
    if (["(", "=", ";", ",", "["].includes(following.text)) return;
  }
  if ((token.text === "*" || token.text === "(") && token.kind === "punctuator") return;
  session.fail(`expected a declaration, found ${describe(token)}`, token);
}

function declareTagsOnly(session: Session, specifiers: Specifiers): void {
  if (!specifiers.declaresTag) session.warn("this declaration declares nothing", specifiers.range);
}

function startsBody(session: Session): boolean {
  return session.is("{") || (!session.is(";") && !session.is(",") && !session.is("=") && startsType(session));
}

/** A declarator with its attributes, and the type they make. */
export function parseDeclared(
  session: Session,
  specifiers: Specifiers,
): { declarator: Declarator; attributes: Attributes; type: CType } {
  if (specifiers.implicitInt) session.warn("a declaration without a type: 'int' is assumed", session.token);
  const attributes: Attributes = { ...specifiers.attributes };
  const declarator = parseDeclarator(session, specifiers.type ?? INT, "named");
  const own: Attributes = {};
  parseDeclaratorTail(session, own);
  const type = applyTypeAttributes(session, declarator.type, own, declarator.range);
  if (own.align !== undefined) attributes.align = Math.max(attributes.align ?? 1, own.align);
  const promises = [...(attributes.promises ?? []), ...(own.promises ?? [])];
  return { declarator, attributes: { ...own, ...attributes, ...(promises.length > 0 && { promises }) }, type };
}

export function parseStaticAssert(session: Session): void {
  const { start } = session.next();
  session.expect("(", "after '_Static_assert'");
  const condition = conditionalExpression(session);
  if (session.accept(",")) {
    if (session.token.kind !== "string") session.fail("expected a string in '_Static_assert'", session.token);
    stringLiteral(session);
  }
  session.expect(")", "after '_Static_assert'");
  session.expect(";", "after '_Static_assert'");
  const value = evaluateInteger(rvalue(session, condition), session.model);
  if (value === undefined) session.error("the condition of '_Static_assert' should be constant", condition);
  else if (value === 0n) session.error("a static assertion fails", session.rangeFrom(start));
}

// --- Block scope --------------------------------------------------------------------------------------------------

/** A declaration in a block: the statement that brings its automatic objects to life, if it has any. */
export function parseLocalDeclaration(session: Session): Statement | undefined {
  const { start } = session.token;
  if (keyword(session.token.text) === "_Static_assert") {
    parseStaticAssert(session);
    return undefined;
  }
  const objects: ObjectDeclaration[] = [];
  const pending = session.pendingLengths;
  session.pendingLengths = objects;
  const specifiers = parseSpecifiers(session);
  if (!session.is(";")) {
    do {
      parseAttributes(session, specifiers.attributes);
      const { declarator, attributes, type } = parseDeclared(session, specifiers);
      if (declarator.function !== undefined && session.is("{"))
        session.fail("nested functions are not supported", session.token);
      const object = declare(session, specifiers, declarator, type, attributes);
      if (object?.storage === "automatic") objects.push(object);
    } while (session.accept(","));
  } else declareTagsOnly(session, specifiers);
  endDeclaration(session);
  session.pendingLengths = pending;
  return objects.length === 0 ? undefined : { kind: "declaration", objects, ...session.rangeFrom(start) };
}

// --- What a declarator declares -----------------------------------------------------------------------------------

/** Declares the name and reads its initialiser; answers the object, if it is one. */
function declare(
  session: Session,
  specifiers: Specifiers,
  declarator: Declarator,
  type: CType,
  attributes: Attributes,
): ObjectDeclaration | undefined {
  const name = declarator.name as string;
  if (specifiers.storage === "typedef") {
    declareTypedef(session, name, type, attributes, declarator.range);
    return undefined;
  }
  if (type.kind === "function") {
    if (session.is("=")) session.fail(`function '${name}' is initialised like a variable`, session.token);
    noteLinkage(declareFunction(session, name, type, attributes, declarator.range), specifiers);
    return undefined;
  }
  if (specifiers.type === undefined) return declareAuto(session, specifiers, name, declarator.range);
  return declareObject(session, specifiers, name, type, attributes, declarator.range);
}

function declareTypedef(session: Session, name: string, type: CType, attributes: Attributes, range: SourceRange): void {
  const here = session.lookupHere(name);
  const aligned = attributes.align === undefined ? type : { ...type, align: attributes.align };
  if (here !== undefined) {
    if (here.kind !== "typedef") session.fail(`'${name}' is declared as something else`, range);
    if (!compatible(unqualified(here.type), unqualified(type)) && !isVariablyModified(type))
      session.fail(`'${name}' is '${showType(here.type)}' already, not '${showType(type)}'`, range);
  }
  if (attributes.transparentUnion && type.kind === "record") type.body.transparent = true;
  if (session.is("=")) session.fail(`typedef '${name}' is initialised`, session.token);
  session.declare(name, { kind: "typedef", type: aligned });
}

export function declareFunction(
  session: Session,
  name: string,
  type: FunctionCType,
  attributes: Attributes,
  range: SourceRange,
): FunctionDeclaration {
  const known = session.linked.get(name);
  if (known?.kind === "object") return session.fail(`'${name}' is declared as a variable already`, range);
  const here = session.lookupHere(name);
  if (here !== undefined && here !== known) return session.fail(`'${name}' is declared as something else`, range);
  if (known === undefined) {
    const declaration: FunctionDeclaration = {
      kind: "function",
      name,
      type,
      parameters: [],
      body: undefined,
      range,
      addressTaken: false,
      ...(attributes.noreturn && { noreturn: attributes.noreturn }),
      ...(attributes.promises && { promises: attributes.promises }),
      ...((attributes.pure || isUninterpreted(name)) && { pure: true as const }),
    };
    noteSymbol(declaration, attributes);
    session.linked.set(name, declaration);
    session.functions.push(declaration);
    session.declare(name, declaration);
    return declaration;
  }
  mergeFunction(session, known, type, range);
  noteSymbol(known, attributes);
  if (attributes.noreturn) known.noreturn = true;
  if (attributes.pure) known.pure = true;
  if (attributes.promises !== undefined) known.promises = [...(known.promises ?? []), ...attributes.promises];
  session.declare(name, known);
  return known;
}

/** What one declaration says about the symbol it says for all. */
function noteSymbol(declaration: FunctionDeclaration | ObjectDeclaration, attributes: Attributes): void {
  if (attributes.symbol !== undefined) declaration.symbol = attributes.symbol;
  if (attributes.weak) declaration.weak = true;
  if (attributes.alias !== undefined) declaration.alias = attributes.alias;
}

/** One declaration that says `static` or `inline` says it for all. */
export function noteLinkage(declaration: FunctionDeclaration, specifiers: Specifiers): void {
  if (specifiers.storage === "static") declaration.internal = true;
  if (specifiers.isInline) declaration.inline = true;
}

function mergeFunction(session: Session, known: FunctionDeclaration, type: FunctionCType, range: SourceRange): void {
  // CBMC takes these, and its own, however they are declared.
  if (known.body === undefined && (isUninterpreted(known.name) || isVocabulary(known.name))) return;
  if (compatible(known.type, type)) {
    // What an old-style definition receives does not change by a prototype behind it.
    const isFixed = known.body !== undefined && known.type.unprototyped;
    if (!isFixed) known.type = composite(known.type, type) as FunctionCType;
    return;
  }
  const message = `'${known.name}' is '${showType(known.type)}' already, not '${showType(type)}'`;
  const oldStyle = known.type.unprototyped || type.unprototyped;
  if (known.implicit) session.warn(message, range);
  else if (!oldStyle || !compatible(known.type.result, type.result)) session.fail(message, range);
  if (known.implicit || known.type.unprototyped) known.type = type;
}

function declareAuto(session: Session, specifiers: Specifiers, name: string, range: SourceRange): ObjectDeclaration {
  if (!session.is("=")) session.fail("'__auto_type' needs an initialiser", range);
  session.next();
  const value = rvalue(session, assignmentExpression(session));
  const isStatic = specifiers.storage === "static" || session.isFileScope;
  const object = newObject(session, name, value.type, isStatic ? "static" : "automatic", range);
  object.initialiser = { kind: "scalar", value };
  if (isStatic) session.objects.push(object);
  session.declare(name, object);
  return object;
}

export function newObject(
  session: Session,
  name: string,
  type: CType,
  storage: ObjectDeclaration["storage"],
  range: SourceRange,
): ObjectDeclaration {
  return {
    kind: "object",
    name,
    type,
    storage,
    function: session.function?.declaration.name,
    initialiser: undefined,
    addressTaken: false,
    range,
    defined: storage !== "extern",
  };
}

function declareObject(
  session: Session,
  specifiers: Specifiers,
  name: string,
  type: CType,
  attributes: Attributes,
  range: SourceRange,
): ObjectDeclaration {
  if (type.kind === "void") session.fail(`'${name}' is declared void`, range);
  const isLinked = session.isFileScope || specifiers.storage === "extern";
  const object = isLinked
    ? declareLinked(session, specifiers, name, type, range)
    : declareUnlinked(session, specifiers, name, type, range);
  if (attributes.align !== undefined) object.align = Math.max(object.align ?? 1, attributes.align);
  // `register int x asm("eax")` names a register.
  if (object.storage !== "automatic") noteSymbol(object, attributes);
  if (session.is("=")) initialise(session, specifiers, object);
  else if (!isLinked || specifiers.storage === "static") requireComplete(session, object);
  if (object.defined) requireSupported(session, object.type, range);
  return object;
}

function requireComplete(session: Session, object: ObjectDeclaration): void {
  if (isComplete(object.type)) return;
  // A static array of open length at file scope is a tentative definition.
  if (session.isFileScope) return;
  session.fail(`'${object.name}' has incomplete type '${showType(object.type)}'`, object.range);
}

function declareUnlinked(
  session: Session,
  specifiers: Specifiers,
  name: string,
  type: CType,
  range: SourceRange,
): ObjectDeclaration {
  if (session.lookupHere(name) !== undefined) session.fail(`'${name}' is declared twice in one scope`, range);
  const storage = specifiers.storage === "static" ? "static" : "automatic";
  const object = newObject(session, name, type, storage, range);
  if (storage === "static") {
    if (isVariablyModified(type)) session.fail(`the static '${name}' has variable length`, range);
    session.objects.push(object);
  }
  session.declare(name, object);
  return object;
}

function declareLinked(
  session: Session,
  specifiers: Specifiers,
  name: string,
  type: CType,
  range: SourceRange,
): ObjectDeclaration {
  if (isVariablyModified(type)) session.fail(`'${name}' has linkage and variable length`, range);
  const here = session.lookupHere(name);
  const known = session.linked.get(name);
  if (known?.kind === "function") return session.fail(`'${name}' is declared as a function already`, range);
  if (here !== undefined && here !== known) return session.fail(`'${name}' is declared as something else`, range);
  const isExtern = specifiers.storage === "extern";
  if (known === undefined) {
    const storage = specifiers.storage === "static" ? "static" : "extern";
    const made = newObject(session, name, type, storage, range);
    const object = { ...made, function: undefined, defined: !isExtern };
    session.linked.set(name, object);
    session.objects.push(object);
    session.declare(name, object);
    return object;
  }
  if (!compatible(unqualified(known.type), unqualified(type)))
    return session.fail(`'${name}' is '${showType(known.type)}' already, not '${showType(type)}'`, range);
  known.type = composite(known.type, type);
  if (!isExtern && !known.defined) {
    known.defined = true;
    known.range = range;
  }
  session.declare(name, known);
  return known;
}

function initialise(session: Session, specifiers: Specifiers, object: ObjectDeclaration): void {
  const equals = session.next();
  if (specifiers.storage === "extern" && !session.isFileScope)
    session.fail(`'${object.name}' is extern and initialised`, equals);
  if (object.initialiser !== undefined) session.fail(`'${object.name}' is initialised twice`, equals);
  const lifetime: Lifetime = object.storage === "automatic" ? "automatic" : "static";
  const syntax = parseInitialiser(session);
  if (!isComplete(object.type) && !(object.type.kind === "array" && isComplete(object.type.element)))
    session.fail(`'${object.name}' has incomplete type '${showType(object.type)}'`, object.range);
  const resolved = resolveInitialiser(session, object.type, syntax, lifetime);
  object.type = resolved.type;
  object.initialiser = resolved.initialiser;
  object.defined = true;
  if (resolved.flexibleBytes > 0) object.flexibleBytes = resolved.flexibleBytes;
}
