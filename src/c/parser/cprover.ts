/**
 * CBMC's vocabulary with CBMC's meaning (docs/migrating.md): `__CPROVER_` names as they stand in existing proofs. Those that
 * are C in disguise become C here; those that ask about memory, and checks and assumptions, stay calls under a name that
 * lowering, interpreter and model know. Whatever else begins with `__CPROVER_` is an error that names it: a part of a proof
 * is never left out.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Expression } from "../ast.ts";
import { sizeOf } from "../layout.ts";
import {
  BOOL,
  bitsOf,
  CHAR_POINTER,
  commonArithmeticType,
  differenceType,
  INT,
  integerOf,
  isInteger,
  promoted,
  showType,
  sizeType,
  VOID,
  VOID_POINTER,
} from "../type-operations.ts";
import type { CType, FunctionCType, IntegerCType } from "../types.ts";
import { libraryFunction } from "./calls.ts";
import {
  cast,
  convertForAssignment,
  convertScalar,
  integerConstant,
  rvalue,
  scalarValue,
  sizeConstant,
} from "./conversions.ts";
import { binary, conditional } from "./operators.ts";
import type { Session } from "./session.ts";

const PREFIX = "__CPROVER_";

/** Functions of CBMC whose names only begin like its vocabulary: uninterpreted ones, statics of other files, inputs. */
const FUNCTIONS = /^__CPROVER_(?:uninterpreted_|file_local_|nondet)/;

/** A name that means something to CBMC, which nobody declares. */
export function isVocabulary(name: string): boolean {
  return name.startsWith(PREFIX) && !FUNCTIONS.test(name);
}

/** Functions of which only this is known: the same arguments give the same result. */
export function isUninterpreted(name: string): boolean {
  return name.startsWith(`${PREFIX}uninterpreted_`);
}

/** Types that CBMC knows without a declaration. */
export function vocabularyTypes(session: Session): ReadonlyMap<string, CType> {
  return new Map<string, CType>([
    [`${PREFIX}size_t`, sizeType(session.model)],
    [`${PREFIX}ssize_t`, differenceType(session.model)],
    [`${PREFIX}bool`, BOOL],
  ]);
}

type Arguments = readonly Expression[];
type Meaning = (session: Session, list: Arguments, range: SourceRange, name: string) => Expression;

const CONTRACTS = /^(?:requires|ensures|assigns|frees|loop_invariant|decreases|is_fresh|old|return_value|loop_entry)/;

/** A call of one of the vocabulary; quantifiers have a syntax of their own (`quantifiers.ts`). */
export function vocabularyCall(session: Session, name: string, list: Arguments, range: SourceRange): Expression {
  const meaning = MEANINGS.get(name.slice(PREFIX.length));
  if (meaning !== undefined) return meaning(session, list, range, name);
  return notUnderstood(session, name, range);
}

export function notUnderstood(session: Session, name: string, range: SourceRange): never {
  const what = CONTRACTS.test(name.slice(PREFIX.length)) ? " (function and loop contracts are not)" : "";
  return session.fail(
    `'${name}' is not understood${what}: docs/migrating.md lists what is of CBMC's vocabulary`,
    range,
  );
}

// --- Meanings -----------------------------------------------------------------------------------------------------

/** A condition, and a text for people. */
const condition: Meaning = (session, list, range, name) => {
  count(session, name, list, 1, 2, range);
  const [given, message] = list as [Expression, Expression?];
  const truth = convertScalar(session, scalarValue(session, given, `what '${name}' is about`), BOOL);
  const text = message === undefined ? [] : [rvalue(session, message)];
  return call(session, name, [truth, ...text], VOID, range);
};

/** What is reached is no violation: there is nothing to check. */
const reached: Meaning = (session, list, range, name) => {
  count(session, name, list, 1, 2, range);
  return cast(session, list[0] as Expression, VOID, range);
};

/** CBMC has one memory, readable and writable: all three ask the same. */
const accessible: Meaning = (session, list, range, name) => {
  count(session, name, list, 1, 2, range);
  const at = pointer(session, list[0] as Expression, name);
  const { target } = at.type as CType & { kind: "pointer" };
  const size = sizeOf(target, session.model);
  if (list[1] === undefined && size === undefined)
    return session.fail(`'${name}' of a pointer to incomplete '${showType(target)}'`, range);
  const bytes =
    list[1] === undefined
      ? sizeConstant(session, size as number, range)
      : convertForAssignment(session, list[1], sizeType(session.model), `'${name}'`);
  return call(session, `${PREFIX}r_ok`, [cast(session, at, VOID_POINTER, range), bytes], BOOL, range);
};

/** About one pointer, or about two. */
function asks(pointers: 1 | 2, result: (session: Session) => CType): Meaning {
  return (session, list, range, name) => {
    count(session, name, list, pointers, pointers, range);
    const given = list.map((one) => cast(session, pointer(session, one, name), VOID_POINTER, range));
    return call(session, name, given, result(session), range);
  };
}

/** Whether the exact result does not fit the type that C computes in. */
function overflows(operation: "add" | "sub" | "mul"): Meaning {
  return (session, list, range, name) => {
    count(session, name, list, 2, 2, range);
    const [a, b] = list.map((one) => rvalue(session, one)) as [Expression, Expression];
    // CBMC also takes pointers, as numbers of their size.
    const [left, right] = [integerType(session, a, name, range), integerType(session, b, name, range)];
    const type = commonArithmeticType(promoted(left), promoted(right), session.model) as IntegerCType;
    return exact(session, operation, convertScalar(session, a, type), convertScalar(session, b, type), type, range);
  };
}

/**
 * As a product with a power of two. By as many bits as there are, or more, everything but zero is too much; a negative
 * distance is such a distance to CBMC where the value is unsigned, and no overflow where it is signed.
 */
const shiftOverflows: Meaning = (session, list, range, name) => {
  count(session, name, list, 2, 2, range);
  const [a, b] = list.map((one) => rvalue(session, one)) as [Expression, Expression];
  const type = promoted(integerType(session, a, name, range));
  const by = promoted(integerType(session, b, name, range));
  const bits = BigInt(bitsOf(type, session.model));
  const wide: IntegerCType = { kind: "integer", rank: "int128", signed: true };
  const distance = convertScalar(session, b, wide);
  const value = convertScalar(session, a, type);
  const number = (of: bigint) => integerConstant(of, wide, range);
  const never = integerConstant(0n, INT, range);
  const isNegative = integerOf(by).signed ? binary(session, "<", distance, number(0n)) : never;
  const outside = binary(session, "||", isNegative, binary(session, "<=", number(bits), distance));
  // Where the distance is outside, the answer is known without the power.
  const within = conditional(session, outside, number(0n), distance);
  const power = binary(session, "<<", number(1n), within);
  const fits = exact(session, "mul", value, power, type, range);
  const isSomething = binary(session, "!=", value, integerConstant(0n, type, range));
  const beyond = integerOf(type).signed ? conditional(session, isNegative, never, isSomething) : isSomething;
  return { ...conditional(session, outside, beyond, fits), ...range };
};

const negationOverflows: Meaning = (session, list, range, name) => {
  count(session, name, list, 1, 1, range);
  const a = rvalue(session, list[0] as Expression);
  const type = promoted(integerType(session, a, name, range));
  return exact(
    session,
    "sub",
    convertScalar(session, integerConstant(0n, INT, range), type),
    convertScalar(session, a, type),
    type,
    range,
  );
};

/** One thread. */
const nothing: Meaning = (session, _list, range) => cast(session, integerConstant(0n, INT, range), VOID, range);

const asBool = (): CType => BOOL;

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ["assume", condition],
  ["assert", condition],
  ["precondition", condition],
  ["postcondition", condition],
  ["cover", reached],
  ["r_ok", accessible],
  ["w_ok", accessible],
  ["rw_ok", accessible],
  ["same_object", asks(2, asBool)],
  ["POINTER_OBJECT", asks(1, (session) => sizeType(session.model))],
  ["POINTER_OFFSET", asks(1, (session) => differenceType(session.model))],
  ["OBJECT_SIZE", asks(1, (session) => sizeType(session.model))],
  ["overflow_plus", overflows("add")],
  ["overflow_minus", overflows("sub")],
  ["overflow_mult", overflows("mul")],
  ["overflow_shl", shiftOverflows],
  ["overflow_unary_minus", negationOverflows],
  ["havoc_object", havoc],
  ["atomic_begin", nothing],
  ["atomic_end", nothing],
]);

/** Objects have numbers only to be compared: `POINTER_OBJECT(p) == POINTER_OBJECT(q)`. */
export function objectComparison(
  session: Session,
  operator: string,
  left: Expression,
  right: Expression,
): Expression | undefined {
  if (operator !== "==" && operator !== "!=") return undefined;
  const [p, q] = [objectOf(left), objectOf(right)];
  if (p === undefined || q === undefined) return undefined;
  const range = { start: left.start, end: Math.max(left.end, right.end) };
  const same = call(session, `${PREFIX}same_object`, [p, q], BOOL, range);
  return { ...binary(session, operator, same, integerConstant(1n, INT, range)), ...range };
}

function objectOf(expression: Expression): Expression | undefined {
  if (expression.kind !== "call" || expression.callee.kind !== "function") return undefined;
  return expression.callee.declaration.name === `${PREFIX}POINTER_OBJECT` ? expression.arguments[0] : undefined;
}

/** Any content: what a function does that is given a pointer to write characters through, to the end of the object. */
function havoc(session: Session, list: Arguments, range: SourceRange, name: string): Expression {
  count(session, name, list, 1, 1, range);
  const at = cast(session, pointer(session, list[0] as Expression, name), CHAR_POINTER, range);
  return call(session, name, [at], VOID, range);
}

// --- Building -----------------------------------------------------------------------------------------------------

function count(session: Session, name: string, list: Arguments, least: number, most: number, range: SourceRange): void {
  if (list.length < least) session.fail(`too few arguments to '${name}'`, range);
  if (list.length > most) session.fail(`too many arguments to '${name}'`, range);
}

function pointer(session: Session, given: Expression, name: string): Expression {
  const value = rvalue(session, given);
  if (value.type.kind !== "pointer") return session.fail(`'${name}' needs a pointer`, given);
  return value;
}

function integerType(session: Session, value: Expression, name: string, range: SourceRange): IntegerCType {
  if (value.type.kind === "pointer") return sizeType(session.model);
  if (!isInteger(value.type)) return session.fail(`'${name}' of '${showType(value.type)}'`, range);
  return integerOf(value.type);
}

function exact(
  session: Session,
  operation: "add" | "sub" | "mul",
  left: Expression,
  right: Expression,
  type: IntegerCType,
  range: SourceRange,
): Expression {
  const witness = integerConstant(0n, type, range);
  return call(session, `__builtin_${operation}_overflow_p`, [left, right, witness], BOOL, range);
}

function call(session: Session, name: string, list: Arguments, result: CType, range: SourceRange): Expression {
  const parameters = list.map((one) => one.type);
  const type: FunctionCType = { kind: "function", result, parameters, variadic: false, unprototyped: false };
  const declaration = libraryFunction(session, name, type, range);
  const callee: Expression = { kind: "function", declaration, type, ...range };
  return { kind: "call", callee, arguments: list, type: result, ...range };
}
