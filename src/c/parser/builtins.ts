/**
 * `__builtin_` functions, and the `__sync_`/`__atomic_` families. Those that are operators in disguise become
 * constants or ordinary nodes here; those that stand for a library function become a call of it; the rest stay calls
 * under their own name, with argument and result types in place, for the lowering to give them meaning.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Expression } from "../ast.ts";
import { evaluate, evaluateInteger } from "../constant.ts";
import { sizeOf } from "../layout.ts";
import {
  BOOL,
  compatible,
  DOUBLE,
  FLOAT,
  INT,
  LONG,
  LONG_DOUBLE,
  LONG_LONG,
  pointerTo,
  showType,
  sizeType,
  UNSIGNED_INT,
  UNSIGNED_LONG,
  UNSIGNED_LONG_LONG,
  unqualified,
  VOID,
} from "../type-operations.ts";
import type { CType, FloatingCType, FunctionCType, IntegerCType } from "../types.ts";
import { buildCall, libraryFunction } from "./calls.ts";
import {
  convertForAssignment,
  convertNode,
  convertScalar,
  integerConstant,
  isLvalue,
  markAddressTaken,
  rvalue,
  scalarValue,
} from "./conversions.ts";
import { isVocabulary, notUnderstood, vocabularyCall } from "./cprover.ts";
import { parseTypeName } from "./declarators.ts";
import { assignmentExpression, parseArguments, parseExpression } from "./expressions.ts";
import { builtinType, libraryType } from "./library.ts";
import { binary, member, subscript } from "./operators.ts";
import { type Quantifier, quantified } from "./quantifiers.ts";
import { describe, type Session } from "./session.ts";

export function isBuiltin(name: string): boolean {
  return (
    name.startsWith("__builtin_") || name.startsWith("__sync_") || name.startsWith("__atomic_") || isVocabulary(name)
  );
}

/** The current token names a builtin. */
export function builtinCall(session: Session): Expression {
  const token = session.next();
  const { start } = token;
  if (token.text === "__CPROVER_forall" || token.text === "__CPROVER_exists")
    return session.nested(() => quantified(session, token.text.slice(PREFIX_LENGTH) as Quantifier, start));
  if (!session.is("(") && isVocabulary(token.text)) return notUnderstood(session, token.text, token);
  if (!session.is("(")) return session.fail(`'${token.text}' may only be called`, token);
  const special = SPECIAL_SYNTAX.get(token.text);
  if (special !== undefined) return session.nested(() => special(session, start));
  const list = parseArguments(session);
  const range = session.rangeFrom(start);
  if (isVocabulary(token.text)) return vocabularyCall(session, token.text, list, range);
  return callBuiltin(session, token.text, list, range);
}

const PREFIX_LENGTH = "__CPROVER_".length;

const SPECIAL_SYNTAX: ReadonlyMap<string, (session: Session, start: number) => Expression> = new Map([
  ["__builtin_offsetof", offsetOf],
  ["__builtin_types_compatible_p", typesCompatible],
  ["__builtin_choose_expr", chooseExpression],
  ["__builtin_constant_p", constantP],
  ["__builtin_va_arg", variadicArgument],
]);

// --- With types among their operands ------------------------------------------------------------------------------

function offsetOf(session: Session, start: number): Expression {
  session.next();
  const type = parseTypeName(session, "inline");
  session.expect(",", "in 'offsetof'");
  // `&((T *)0)->designator`, built from nodes so that the constant evaluator does the sum.
  const zero = convertNode(integerConstant(0n, INT, session.token), pointerTo(type), "value");
  let place: Expression = { kind: "dereference", operand: zero, type, start, end: start };
  session.unevaluated += 1;
  do {
    const name = session.next();
    if (name.kind !== "identifier") session.fail(`expected a member name, found ${describe(name)}`, name);
    place = member(session, place, name.text, name);
    while (session.accept("[")) {
      const index = parseExpression(session);
      session.expect("]", "after an index");
      place = subscript(session, place, index, index);
    }
  } while (session.accept("."));
  session.unevaluated -= 1;
  session.expect(")", "after 'offsetof'");
  const range = session.rangeFrom(start);
  if (place.kind === "member" && place.bitField !== undefined) return session.fail("offsetof of a bit-field", range);
  const address: Expression =
    place.kind === "dereference"
      ? place.operand
      : { kind: "address-of", operand: place, type: pointerTo(place.type), ...range };
  const value = evaluateInteger(address, session.model);
  if (value !== undefined) return integerConstant(value, sizeType(session.model), range);
  return { ...convertScalar(session, address, sizeType(session.model)), ...range };
}

function typesCompatible(session: Session, start: number): Expression {
  session.next();
  const a = parseTypeName(session, "inline");
  session.expect(",", "between two types");
  const b = parseTypeName(session, "inline");
  session.expect(")", "after two types");
  const same =
    compatible(unqualified(a), unqualified(b)) && !(a.kind === "enum" && b.kind === "enum" && a.tag !== b.tag);
  return integerConstant(same ? 1n : 0n, INT, session.rangeFrom(start));
}

function chooseExpression(session: Session, start: number): Expression {
  session.next();
  const condition = assignmentExpression(session);
  const value = evaluate(condition, session.model);
  session.expect(",", "in '__builtin_choose_expr'");
  if (value === undefined) return session.fail("the first operand should be a constant", condition);
  const isTrue = value !== 0n && value !== 0;
  const first = chosen(session, isTrue);
  session.expect(",", "in '__builtin_choose_expr'");
  const second = chosen(session, !isTrue);
  session.expect(")", "after '__builtin_choose_expr'");
  return { ...(isTrue ? first : second), ...session.rangeFrom(start) };
}

function chosen(session: Session, isChosen: boolean): Expression {
  if (isChosen) return assignmentExpression(session);
  session.unevaluated += 1;
  const expression = assignmentExpression(session);
  session.unevaluated -= 1;
  return expression;
}

function constantP(session: Session, start: number): Expression {
  session.next();
  session.unevaluated += 1;
  const operand = rvalue(session, assignmentExpression(session));
  session.unevaluated -= 1;
  session.expect(")", "after '__builtin_constant_p'");
  const isString = operand.kind === "convert" && operand.conversion === "array" && operand.operand.kind === "string";
  const known = isString || evaluate(operand, session.model) !== undefined;
  if (!known) answerUnoptimised(session, session.rangeFrom(start));
  return integerConstant(known ? 1n : 0n, INT, session.rangeFrom(start));
}

/** An optimiser knows values and sizes that nobody sees in the text; what it knows is not for us to say. */
function answerUnoptimised(session: Session, range: SourceRange): void {
  if (session.unevaluated > 0) return;
  const what = "__builtin_constant_p and __builtin_object_size answer without optimisation, as by gcc";
  session.assumptions.push({ what, range });
}

/** The size of the object where the operand is an array by name, which gcc knows at all its levels. */
function objectSize(session: Session, operand: Expression): bigint | undefined {
  const array = operand.kind === "convert" && operand.conversion === "array" ? operand.operand : operand;
  if (array.kind !== "object" || array.type.kind !== "array") return undefined;
  const size = sizeOf(array.type, session.model);
  return size === undefined ? undefined : BigInt(size);
}

function variadicArgument(session: Session, start: number): Expression {
  session.next();
  const list = assignmentExpression(session);
  session.expect(",", "in 'va_arg'");
  const type = unqualified(parseTypeName(session, "inline"));
  session.expect(")", "after 'va_arg'");
  const operand = variadicList(session, list);
  if (sizeOf(type, session.model) === undefined)
    return session.fail(`va_arg of incomplete '${showType(type)}'`, session.rangeFrom(start));
  return { kind: "variadic", operation: "arg", operands: [operand], type, ...session.rangeFrom(start) };
}

/** Operands of `variadic` nodes are lvalues of type va_list. */
function variadicList(session: Session, list: Expression): Expression {
  if (list.type.kind === "va_list" && isLvalue(list)) {
    markAddressTaken(session, list);
    return list;
  }
  return session.fail(`'${showType(list.type)}' is not a va_list`, list);
}

// --- Ordinary operands --------------------------------------------------------------------------------------------

const COMPARE: Readonly<Record<string, string>> = {
  __builtin_isgreater: ">",
  __builtin_isgreaterequal: ">=",
  __builtin_isless: "<",
  __builtin_islessequal: "<=",
};

const CLASSIFY: ReadonlySet<string> = new Set(
  ["isnan", "isinf", "isinf_sign", "isfinite", "isnormal", "signbit", "signbitf", "signbitl"].map(
    (n) => `__builtin_${n}`,
  ),
);

const INFINITY_TYPES: Readonly<Record<string, FloatingCType>> = {
  __builtin_inf: DOUBLE,
  __builtin_inff: FLOAT,
  __builtin_infl: LONG_DOUBLE,
  __builtin_huge_val: DOUBLE,
  __builtin_huge_valf: FLOAT,
  __builtin_huge_vall: LONG_DOUBLE,
};

const NAN_TYPES: Readonly<Record<string, FloatingCType>> = {
  __builtin_nan: DOUBLE,
  __builtin_nanf: FLOAT,
  __builtin_nanl: LONG_DOUBLE,
  __builtin_nans: DOUBLE,
  __builtin_nansf: FLOAT,
  __builtin_nansl: LONG_DOUBLE,
};

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function callBuiltin(session: Session, name: string, list: readonly Expression[], range: SourceRange): Expression {
  const infinity = own(INFINITY_TYPES, name);
  if (infinity !== undefined)
    return { kind: "floating-constant", value: Number.POSITIVE_INFINITY, type: infinity, ...range };
  const nan = own(NAN_TYPES, name);
  if (nan !== undefined) return { kind: "floating-constant", value: Number.NaN, type: nan, ...range };
  const operator = own(COMPARE, name);
  if (operator !== undefined) {
    requireCount(session, name, list, 2, range);
    return binary(session, operator, list[0] as Expression, list[1] as Expression);
  }
  if (name === "__builtin_isunordered" || name === "__builtin_islessgreater") {
    requireCount(session, name, list, 2, range);
    const common = binary(session, "==", list[0] as Expression, list[1] as Expression);
    if (common.kind !== "comparison") return session.fail(`'${name}' of these operands`, range);
    return genericCall(session, name, [common.left, common.right], INT, range);
  }
  if (CLASSIFY.has(name)) return classify(session, name, list, range);
  if (name === "__builtin_fpclassify") return classifyAmong(session, name, list, range);
  if (/_overflow(_p)?$/.test(name)) return overflowCall(session, name, list, range);
  if (name.startsWith("__sync_") || name.startsWith("__atomic_")) return atomicCall(session, name, list, range);
  return specialCall(session, name, list, range) ?? libraryCall(session, name, list, range);
}

function requireCount(
  session: Session,
  name: string,
  list: readonly Expression[],
  count: number,
  range: SourceRange,
): void {
  if (list.length < count) session.fail(`too few arguments to '${name}'`, range);
  if (list.length > count) session.fail(`too many arguments to '${name}'`, range);
}

function specialCall(
  session: Session,
  name: string,
  list: readonly Expression[],
  range: SourceRange,
): Expression | undefined {
  switch (name) {
    case "__builtin_expect":
    case "__builtin_expect_with_probability":
      return expectation(session, name, list, range);
    case "__builtin_assume_aligned":
      if (list.length < 2) return session.fail(`too few arguments to '${name}'`, range);
      return rvalue(session, list[0] as Expression);
    case "__builtin_va_start":
    case "__builtin_va_end":
    case "__builtin_va_copy":
      return variadicOperation(session, name, list, range);
    case "__builtin_prefetch":
      if (list.length === 0) return session.fail(`too few arguments to '${name}'`, range);
      return convertNode(rvalue(session, list[0] as Expression), VOID, "void");
    case "__builtin_object_size":
    case "__builtin_dynamic_object_size": {
      requireCount(session, name, list, 2, range);
      // What gcc answers where it does not know: the largest size, or zero for the minimum.
      const kind = evaluateInteger(list[1] as Expression, session.model) ?? 0n;
      const largest = BigInt.asUintN(session.model.pointerBytes * 8, -1n);
      const known = objectSize(session, list[0] as Expression);
      if (known === undefined) answerUnoptimised(session, range);
      return integerConstant(known ?? (kind < 2n ? largest : 0n), sizeType(session.model), range);
    }
    case "__builtin_LINE":
    case "__builtin_va_arg_pack":
    case "__builtin_va_arg_pack_len":
    case "__builtin_apply":
    case "__builtin_apply_args":
    case "__builtin_return":
    case "__builtin_setjmp":
    case "__builtin_longjmp":
    case "__builtin_shuffle":
    case "__builtin_complex":
      return session.fail(`'${name}' is not supported`, range);
    default:
      return undefined;
  }
}

/** The value of the first operand; what it is expected to be matters only for its side effects. */
function expectation(session: Session, name: string, list: readonly Expression[], range: SourceRange): Expression {
  const [value, expected] = list;
  if (value === undefined || expected === undefined) return session.fail(`too few arguments to '${name}'`, range);
  const result = { ...convertForAssignment(session, value, LONG, `'${name}'`), ...range };
  return evaluate(expected, session.model) !== undefined ? result : binary(session, ",", expected, result);
}

function variadicOperation(
  session: Session,
  name: string,
  list: readonly Expression[],
  range: SourceRange,
): Expression {
  const operation = name.slice("__builtin_va_".length) as "start" | "end" | "copy";
  requireCount(session, name, list, operation === "end" ? 1 : 2, range);
  // The last named parameter, second operand of va_start, only says where the variable arguments begin.
  const lists = operation === "start" ? list.slice(0, 1) : list;
  const operands = lists.map((expression) => variadicList(session, expression));
  return { kind: "variadic", operation, operands, type: VOID, ...range };
}

function classify(session: Session, name: string, list: readonly Expression[], range: SourceRange): Expression {
  requireCount(session, name, list, 1, range);
  const value = rvalue(session, list[0] as Expression);
  if (value.type.kind !== "floating") return session.fail(`'${name}' of '${showType(value.type)}'`, range);
  return genericCall(session, name.replace(/signbit[fl]/, "signbit"), [value], INT, range);
}

/** Five answers and the number they are about. */
function classifyAmong(session: Session, name: string, list: readonly Expression[], range: SourceRange): Expression {
  requireCount(session, name, list, 6, range);
  const value = rvalue(session, list[5] as Expression);
  if (value.type.kind !== "floating") return session.fail(`'${name}' of '${showType(value.type)}'`, range);
  const answers = list.slice(0, 5).map((answer) => convertScalar(session, scalarValue(session, answer, name), INT));
  return genericCall(session, name, [...answers, value], INT, range);
}

/** A call whose arguments keep their own types. */
function genericCall(
  session: Session,
  name: string,
  list: readonly Expression[],
  result: CType,
  range: SourceRange,
): Expression {
  const type: FunctionCType = { kind: "function", result, parameters: [], variadic: false, unprototyped: true };
  const declaration = libraryFunction(session, name, type, range);
  const callee: Expression = { kind: "function", declaration, type, ...range };
  return { kind: "call", callee, arguments: list, type: result, ...range };
}

const OVERFLOW_TYPES: Readonly<Record<string, IntegerCType>> = {
  s: INT,
  sl: LONG,
  sll: LONG_LONG,
  u: UNSIGNED_INT,
  ul: UNSIGNED_LONG,
  ull: UNSIGNED_LONG_LONG,
};

/** `__builtin_add_overflow` and its typed forms, which become the generic one with converted operands. */
function overflowCall(session: Session, name: string, list: readonly Expression[], range: SourceRange): Expression {
  const parts = /^__builtin_([su]?)(add|sub|mul)(l{0,2})_overflow(_p)?$/.exec(name);
  if (parts === null) return session.fail(`'${name}' is not known`, range);
  requireCount(session, name, list, 3, range);
  const fixed = own(OVERFLOW_TYPES, `${parts[1]}${parts[3]}`);
  const values = list.map((expression) => rvalue(session, expression));
  if (fixed !== undefined) {
    values[0] = convertForAssignment(session, values[0] as Expression, fixed, `'${name}'`);
    values[1] = convertForAssignment(session, values[1] as Expression, fixed, `'${name}'`);
  }
  const generic = `__builtin_${parts[2]}_overflow${parts[4] ?? ""}`;
  for (const value of values.slice(0, 2)) {
    if (value.type.kind !== "integer" && value.type.kind !== "enum")
      return session.fail(`'${name}' of '${showType(value.type)}'`, range);
  }
  const target = (values[2] as Expression).type;
  const isFine = parts[4] === undefined ? target.kind === "pointer" : target.kind === "integer";
  if (!isFine) return session.fail(`'${name}' with a result of type '${showType(target)}'`, range);
  return genericCall(session, generic, values, BOOL, range);
}

/** The result of an atomic operation has the type of what its first argument points to. */
function atomicCall(session: Session, name: string, list: readonly Expression[], range: SourceRange): Expression {
  const values = list.map((expression) => rvalue(session, expression));
  const first = values[0]?.type;
  if (/^__(sync_synchronize|atomic_(thread|signal)_fence)$/.test(name))
    return genericCall(session, name, values, VOID, range);
  if (first?.kind !== "pointer") return session.fail(`'${name}' needs a pointer`, range);
  const target = unqualified(first.target);
  const isTest = /_bool_|_compare_exchange|test_and_set$/.test(name) && !name.startsWith("__sync_lock_test");
  const isVoid = /_(store|store_n|load|exchange|clear|release)$/.test(name);
  const result = isTest ? BOOL : isVoid ? VOID : target;
  const converted = values.map((value, index) => {
    const isOperand = index > 0 && value.type.kind !== "pointer" && target.kind !== "record" && target.kind !== "void";
    return isOperand && name.startsWith("__sync_") ? convertForAssignment(session, value, target, `'${name}'`) : value;
  });
  return genericCall(session, name, converted, result, range);
}

/** The operands that the checked forms have on top: flags and object sizes. Elsewhere it is the last one. */
const CHECK_OPERANDS: Readonly<Record<string, readonly number[]>> = {
  printf: [0],
  vprintf: [0],
  sprintf: [1, 2],
  vsprintf: [1, 2],
  snprintf: [2, 3],
  vsnprintf: [2, 3],
};

/** `__builtin_x` as a call of x; the checked forms `__builtin___x_chk` drop what they have on top. */
function libraryCall(session: Session, name: string, list: readonly Expression[], range: SourceRange): Expression {
  const kept = builtinType(session.model, name);
  const checked = /^__builtin___(\w+)_chk$/.exec(name);
  const plain = checked === null ? name.slice("__builtin_".length) : (checked[1] as string);
  const type = kept ?? libraryType(session.model, plain);
  if (type === undefined) return session.fail(`'${name}' is not supported`, range);
  const dropped = own(CHECK_OPERANDS, plain) ?? [list.length - 1];
  const operands = checked === null ? list : list.filter((_, index) => !dropped.includes(index));
  const declaration = libraryFunction(session, kept === undefined ? plain : name, type, range);
  const callee: Expression = { kind: "function", declaration, type, ...range };
  return buildCall(session, callee, operands, range);
}
