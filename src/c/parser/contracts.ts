/**
 * Contracts that somebody else has written for functions (annotations of the kinds `requires`, `ensures` and `at-entry`), as checks: what
 * is required holds where the function is entered, what is ensured wherever it is left. That is read in the scope of the function's
 * parameters, with a name for the result and for the values that were kept at entry. A function with a result that is left without one
 * has to ensure it of any.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Expression, FunctionDeclaration, ObjectDeclaration, Statement } from "../ast.ts";
import { INT, unqualified } from "../type-operations.ts";
import type { CType } from "../types.ts";
import { checksOf } from "./annotations.ts";
import { convertForAssignment, rvalue } from "./conversions.ts";
import { newObject } from "./declarations.ts";
import type { FunctionContext, Scope, Session } from "./session.ts";

/** What `\result` is called in the text of an annotation. */
export const RESULT = "__hone_result";

/** What is checked wherever a function is left. */
export interface ReturnChecks {
  /** Where the function's name stands. */
  readonly position: number;
  /** How many scopes are open around its parameters. */
  readonly scopes: number;
  /** The parameters, without what the body declares: in C that is one scope. */
  readonly parameters: Scope;
  /** What was passed, by the names of the parameters. */
  readonly passed: ReadonlyMap<string, ObjectDeclaration>;
}

/** Adds what is done first to the function's body, which is about to be read. */
export function enterByContract(
  session: Session,
  declaration: FunctionDeclaration,
  first: Statement[],
): ReturnChecks | undefined {
  const { annotations } = session;
  const position = declaration.range.start;
  if (annotations?.has(position) !== true) return undefined;
  first.push(...checksOf(annotations.checksAt(session, [position], "requires")));
  for (const { name, value } of annotations.keptAt(session, position)) {
    const object = keep(session, name, value, first);
    session.declare(name, object);
  }
  const passed = new Map<string, ObjectDeclaration>();
  if (annotations.asksForArguments(position))
    for (const parameter of declaration.parameters) {
      if (parameter.name === "") continue;
      const value = rvalue(session, objectAt(parameter, declaration.range));
      passed.set(parameter.name, keep(session, `__hone_passed_${parameter.name}`, value, first));
    }
  const scopes = session.scopes.length - 1;
  const { names, tags } = session.scopes[scopes] as Scope;
  const parameters: Scope = { names: new Map(names), tags: new Map(tags), labels: undefined };
  return { position, scopes, parameters, passed };
}

/** A `return` behind the checks. */
export function leaveByContract(session: Session, leave: Statement & { readonly kind: "return" }): Statement {
  const context = session.function as FunctionContext;
  const { contract } = context;
  if (contract === undefined) return leave;
  const { start, end, value } = leave;
  const range = { start, end };
  if (value === undefined)
    return { kind: "compound", body: [...checksHere(session, contract, undefined), leave], ...range };
  const list: Statement[] = [];
  const result = keep(session, RESULT, value, list, range);
  list.push(...checksHere(session, contract, result));
  list.push({ ...leave, value: rvalue(session, objectAt(result, range)) });
  return { kind: "compound", body: list, ...range };
}

/** What is checked behind the last statement. */
export function endByContract(session: Session, { declaration, contract }: FunctionContext): readonly Statement[] {
  if (contract === undefined) return [];
  const { type, name } = declaration;
  if (type.result.kind === "void") return checksHere(session, contract, undefined);
  const range = { start: session.tokens[session.at - 1]?.start ?? 0, end: session.tokens[session.at - 1]?.end ?? 0 };
  const list: Statement[] = [];
  if (name === "main") {
    const zero: Expression = { kind: "integer-constant", value: 0n, type: INT, ...range };
    const value = convertForAssignment(session, zero, type.result, "return");
    const result = keep(session, RESULT, value, list, range);
    return [...list, ...checksHere(session, contract, result)];
  }
  const result = newObject(session, RESULT, unqualified(type.result), "automatic", range);
  return [{ kind: "declaration", objects: [result], ...range }, ...checksHere(session, contract, result)];
}

/** The checks in the scope of the parameters, whatever is open where the function is left. */
function checksHere(
  session: Session,
  { position, scopes, parameters: entered, passed }: ReturnChecks,
  result: ObjectDeclaration | undefined,
): Statement[] {
  const inner = session.scopes.splice(scopes);
  session.scopes.push(entered);
  const read = (parameters: "as-left" | "as-passed"): Expression[] => {
    session.pushScope();
    if (result !== undefined) session.declare(RESULT, result);
    if (parameters === "as-passed") for (const [name, object] of passed) session.declare(name, object);
    const checks = session.annotations?.ensuredAt(session, position, parameters) ?? [];
    session.popScope();
    return checks;
  };
  const checks = [...read("as-left"), ...read("as-passed")];
  session.popScope();
  session.scopes.push(...inner);
  return checksOf(checks);
}

/** A new object with the value, which is declared here. */
function keep(
  session: Session,
  name: string,
  value: Expression,
  list: Statement[],
  range: SourceRange = { start: value.start, end: value.end },
): ObjectDeclaration {
  const object = newObject(session, name, unqualified(value.type as CType), "automatic", range);
  object.initialiser = { kind: "scalar", value };
  list.push({ kind: "declaration", objects: [object], ...range });
  return object;
}

function objectAt(declaration: ObjectDeclaration, { start, end }: SourceRange): Expression {
  return { kind: "object", declaration, type: declaration.type, start, end };
}
