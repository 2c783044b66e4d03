/** Calls: arguments converted to the parameters' types, or promoted where there is no prototype (C11 6.5.2.2). */
import type { SourceRange } from "../../util/source.ts";
import type { Expression, FunctionDeclaration } from "../ast.ts";
import { defaultPromoted, INT, showType } from "../type-operations.ts";
import type { CType, FunctionCType } from "../types.ts";
import {
  cast,
  convertForAssignment,
  convertScalar,
  promote,
  requireSupported,
  rvalue,
  transparentMember,
} from "./conversions.ts";
import { libraryType } from "./library.ts";
import type { Session } from "./session.ts";

export function buildCall(
  session: Session,
  callee: Expression,
  list: readonly Expression[],
  range: SourceRange,
): Expression {
  const target = callee.kind === "function" ? callee : designated(rvalue(session, callee));
  const type = functionType(session, target, range);
  const converted = convertArguments(session, type, list, describeCallee(callee), range);
  requireSupported(session, type.result, range);
  return { kind: "call", callee: target, arguments: converted, type: type.result, start: range.start, end: range.end };
}

/** The function itself where a pointer plainly is its address, as in `(&f)(x)`. */
function designated(pointer: Expression): Expression {
  return pointer.kind === "convert" && pointer.conversion === "function" ? pointer.operand : pointer;
}

function functionType(session: Session, callee: Expression, range: SourceRange): FunctionCType {
  const { type } = callee;
  if (type.kind === "function") return type;
  if (type.kind === "pointer" && type.target.kind === "function") return type.target;
  return session.fail(`'${showType(type)}' is not a function`, range);
}

function describeCallee(callee: Expression): string {
  return callee.kind === "function" ? `'${callee.declaration.name}'` : "a function";
}

function convertArguments(
  session: Session,
  type: FunctionCType,
  list: readonly Expression[],
  callee: string,
  range: SourceRange,
): Expression[] {
  if (!type.unprototyped) {
    if (list.length < type.parameters.length) session.fail(`too few arguments to ${callee}`, range);
    if (list.length > type.parameters.length && !type.variadic) session.fail(`too many arguments to ${callee}`, range);
  }
  return list.map((argument, index) => {
    const parameter = type.unprototyped ? undefined : type.parameters[index];
    if (parameter === undefined) return promoteArgument(session, argument);
    return convertArgument(session, argument, parameter, `passing argument ${index + 1} of ${callee}`);
  });
}

function convertArgument(session: Session, argument: Expression, parameter: CType, what: string): Expression {
  const member = transparentMember(session, argument, parameter);
  if (member === undefined) return convertForAssignment(session, argument, parameter, what);
  return cast(session, convertForAssignment(session, argument, member, what), parameter, argument);
}

/** An argument without a parameter type. */
function promoteArgument(session: Session, argument: Expression): Expression {
  const value = rvalue(session, argument);
  if (value.type.kind === "void") return session.fail("a void expression as an argument", argument);
  if (value.type.kind === "floating") return convertScalar(session, value, defaultPromoted(value.type));
  return promote(session, value);
}

/**
 * A function that is called without a declaration. Where the C library has a function of that name it gets that
 * type, as gcc does; otherwise `int f()`.
 */
export function implicitFunction(session: Session, name: string, range: SourceRange): FunctionDeclaration {
  const known = session.linked.get(name);
  if (known?.kind === "function") return known;
  session.warn(`implicit declaration of function '${name}'`, range);
  const type: FunctionCType = libraryType(session.model, name) ?? {
    kind: "function",
    result: INT,
    parameters: [],
    variadic: false,
    unprototyped: true,
  };
  return declared(session, name, type, range);
}

const NORETURN: ReadonlySet<string> = new Set(
  "abort exit _exit _Exit quick_exit __assert_fail __builtin_unreachable __builtin_trap".split(" "),
);

/** Makes a function known to the whole file. */
function register(session: Session, declaration: FunctionDeclaration): FunctionDeclaration {
  session.linked.set(declaration.name, declaration);
  session.functions.push(declaration);
  const file = session.scopes[0]!;
  if (file.names === undefined) file.names = new Map();
  if (!file.names.has(declaration.name)) file.names.set(declaration.name, declaration);
  return declaration;
}

/** The function a `__builtin_` call stands for, declared on first use. */
export function libraryFunction(
  session: Session,
  name: string,
  type: FunctionCType,
  range: SourceRange,
): FunctionDeclaration {
  const known = session.linked.get(name);
  if (known?.kind === "function") return known;
  return declared(session, name, type, range);
}

function declared(session: Session, name: string, type: FunctionCType, range: SourceRange): FunctionDeclaration {
  const declaration: FunctionDeclaration = {
    kind: "function",
    name,
    type,
    parameters: [],
    body: undefined,
    range: { start: range.start, end: range.end },
    // No declaration has been seen, so that one that comes later and says it differently prevails.
    implicit: true,
    addressTaken: false,
  };
  if (NORETURN.has(name)) declaration.noreturn = true;
  if (name.startsWith("__CPROVER_uninterpreted_")) declaration.pure = true;
  return register(session, declaration);
}
