/** Function definitions (C11 6.9.1), old-style ones and the inline ones of system headers included. */
import type { SourceRange } from "../../util/source.ts";
import type { FunctionDeclaration, ObjectDeclaration } from "../ast.ts";
import {
  adjustParameter,
  compatible,
  defaultPromoted,
  INT,
  isComplete,
  showType,
  unqualified,
  unsupportedIn,
} from "../type-operations.ts";
import type { CType, FunctionCType } from "../types.ts";
import type { Attributes } from "./attributes.ts";
import { convertScalar, requireSupported, rvalue } from "./conversions.ts";
import { declareFunction, newObject, noteLinkage, parseDeclared } from "./declarations.ts";
import type { Declarator, FunctionPart } from "./declarators.ts";
import { describe, type Scope, type Session } from "./session.ts";
import { parseSpecifiers, type Specifiers, startsType } from "./specifiers.ts";
import { functionBody } from "./statements.ts";

export function defineFunction(
  session: Session,
  specifiers: Specifiers,
  declarator: Declarator,
  part: FunctionPart,
  declared: FunctionCType,
  attributes: Attributes,
): void {
  const name = declarator.name as string;
  const { range } = declarator;
  if (specifiers.storage === "typedef") session.fail("a function definition declared 'typedef'", range);
  const known = session.linked.get(name);
  const prototype = known?.kind === "function" && !known.type.unprototyped ? known.type : undefined;
  const passing = prototype === undefined ? "promoted" : "declared";
  const oldStyle = part.identifiers === undefined ? undefined : parseOldParameters(session, part, passing);
  const parameters = oldStyle?.parameters ?? part.parameters;
  if (oldStyle !== undefined && prototype !== undefined && parameters.length !== prototype.parameters.length)
    session.fail(`'${name}' has ${prototype.parameters.length} parameters in its prototype`, range);
  const type =
    oldStyle === undefined ? declared : { ...declared, parameters: parameters.map((p) => unqualified(p.type)) };
  if (known?.kind === "function" && known.body !== undefined && !session.replaceable.has(known))
    session.fail(`redefinition of function '${name}'`, range);
  const declaration = declareFunction(session, name, type, attributes, range);
  noteLinkage(declaration, specifiers);
  if (specifiers.isInline && (specifiers.storage === "extern" || attributes.gnuInline))
    session.replaceable.add(declaration);
  else session.replaceable.delete(declaration);
  declaration.range = range;
  declaration.definition = Math.min(specifiers.range.start, range.start);
  if (attributes.gnuInline && specifiers.storage === "extern" && hasForeignBody(session, declaration, parameters)) {
    skipBody(session);
    return;
  }
  checkSignature(session, declaration, parameters);
  declaration.parameters = parameters;
  for (const parameter of parameters) (parameter as { function: string | undefined }).function = name;
  const locals = [...part.lengths, ...(oldStyle?.locals ?? [])];
  for (const local of locals) (local as { function: string | undefined }).function = name;
  declaration.body = functionBody(session, declaration, part.scope, locals);
}

/**
 * GNU `extern inline` bodies in system headers are only a faster form of a function that exists elsewhere: one that
 * hone cannot read (vector intrinsics, argument packs of checked printf) is as good as a declaration.
 */
function hasForeignBody(
  session: Session,
  declaration: FunctionDeclaration,
  parameters: readonly ObjectDeclaration[],
): boolean {
  if (unsupportedIn(declaration.type.result) !== undefined) return true;
  if (parameters.some(({ type }) => unsupportedIn(type) !== undefined)) return true;
  for (let distance = 0, depth = 0; ; distance += 1) {
    const { text, kind } = session.peek(distance);
    if (text === "{") depth += 1;
    else if (text === "}") depth -= 1;
    else if (text.startsWith("__builtin_ia32_") || text.startsWith("__builtin_va_arg_pack")) return true;
    if (depth === 0 || kind === "end") return false;
  }
}

function skipBody(session: Session): void {
  let depth = 0;
  do {
    if (session.is("{")) depth += 1;
    else if (session.is("}")) depth -= 1;
    session.next();
  } while (depth > 0 && session.token.kind !== "end");
}

function checkSignature(
  session: Session,
  declaration: FunctionDeclaration,
  parameters: readonly ObjectDeclaration[],
): void {
  const { result } = declaration.type;
  if (result.kind !== "void" && !isComplete(result))
    session.fail(`'${declaration.name}' returns incomplete '${showType(result)}'`, declaration.range);
  requireSupported(session, result, declaration.range);
  for (const parameter of parameters) {
    if (!isComplete(parameter.type))
      session.fail(`parameter '${parameter.name}' has incomplete type '${showType(parameter.type)}'`, parameter.range);
    requireSupported(session, parameter.type, parameter.range);
  }
}

interface OldParameters {
  readonly parameters: readonly ObjectDeclaration[];
  /** Copies of parameters that arrive promoted: a `char` parameter is passed as an int. */
  readonly locals: readonly ObjectDeclaration[];
}

/**
 * `int f(a, b) char a; int b; { ... }`: arguments arrive promoted and are converted on entry, unless a prototype was
 * seen, which governs the calls.
 */
function parseOldParameters(session: Session, part: FunctionPart, passing: "promoted" | "declared"): OldParameters {
  const declared = new Map<string, { type: CType; range: SourceRange }>();
  while (!session.is("{")) parseOldDeclaration(session, part, declared);
  const parameters: ObjectDeclaration[] = [];
  const locals: ObjectDeclaration[] = [];
  for (const name of part.identifiers ?? []) {
    const { type, range } = declared.get(name) ?? { type: INT, range: session.token };
    const passed = passing === "promoted" ? defaultPromoted(type) : type;
    const isPromoted = passed !== type && !compatible(passed, unqualified(type));
    const parameter = newObject(
      session,
      isPromoted ? `<${name}>` : name,
      isPromoted ? passed : type,
      "parameter",
      range,
    );
    parameters.push(parameter);
    const local = isPromoted ? promotedCopy(session, name, type, parameter) : undefined;
    if (local !== undefined) locals.push(local);
    declareIn(part.scope, name, local ?? parameter);
  }
  return { parameters, locals };
}

function parseOldDeclaration(
  session: Session,
  part: FunctionPart,
  declared: Map<string, { type: CType; range: SourceRange }>,
): void {
  if (!startsType(session)) session.fail(`expected '{', found ${describe(session.token)}`, session.token);
  const specifiers = parseSpecifiers(session);
  if (!session.is(";")) {
    do {
      const { declarator, type } = parseDeclared(session, specifiers);
      const name = declarator.name as string;
      if (part.identifiers?.includes(name) !== true) session.fail(`'${name}' is not a parameter`, declarator.range);
      declared.set(name, { type: adjustParameter(type), range: declarator.range });
    } while (session.accept(","));
  }
  session.expect(";", "after a parameter declaration");
}

function promotedCopy(session: Session, name: string, type: CType, parameter: ObjectDeclaration): ObjectDeclaration {
  const { range } = parameter;
  const local = newObject(session, name, type, "automatic", range);
  const place = {
    kind: "object" as const,
    declaration: parameter,
    type: parameter.type,
    start: range.start,
    end: range.end,
  };
  local.initialiser = { kind: "scalar", value: convertScalar(session, rvalue(session, place), type) };
  return local;
}

function declareIn(scope: Scope, name: string, object: ObjectDeclaration): void {
  if (scope.names === undefined) scope.names = new Map();
  scope.names.set(name, object);
}
