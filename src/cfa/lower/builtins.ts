/**
 * Functions that lowering understands by name where the program does not define them: gcc's builtins and the math
 * functions, which become terms. `apply` names: `bswap16/32/64`, `clz32/64`, `ctz32/64`, `clrsb32/64` and `ffs` on the
 * value of that width, `popcount` and `parity` on an unsigned value, and the base names of <math.h> (`sqrt`, not `sqrtf`)
 * with the float type in the term. Whatever is not here is an ordinary undefined function.
 */
import type { Expression } from "../../c/ast.ts";
import { sizeOf } from "../../c/layout.ts";
import { mathRangeTold } from "../../logic/math-ranges.ts";
import {
  address,
  and,
  apply,
  type Formula,
  float,
  floatComparison,
  integer,
  ite,
  lt,
  not,
  or,
  type Term,
  truthValue,
} from "../../logic/term.ts";
import { F32, F64, type FloatType, highest, type IntType, intType, lowest, X87 } from "../../logic/types.ts";
import { contains } from "../../numbers/interval.ts";
import { ERRNO_ADDRESS, keepsErrno } from "../library-results.ts";
import { exact, negation, wrapInto } from "./arithmetic.ts";
import { atomic } from "./atomics.ts";
import { boundsOf } from "./bounds.ts";
import type { CallExpression, Usage } from "./call.ts";
import { type Lowering, plain } from "./context.ts";
import { effect, values } from "./expression.ts";
import { write } from "./lvalue.ts";
import { type Continue, each, type Step } from "./step.ts";

const INT = intType(32, "signed");

/** The lowering of a call to an undefined function that has a meaning here; undefined for all others. */
export function builtin(
  f: Lowering,
  name: string,
  e: CallExpression,
  usage: Usage,
  k: Continue<Term>,
): Step | undefined {
  if (EFFECT_ONLY.has(name))
    return each(
      e.arguments,
      (argument, next) => effect(f, argument, next),
      () => () => k(integer(0)),
    );
  if (name === "__CPROVER_POINTER_OBJECT") {
    f.error("the number of an object may only be compared with that of another: '__CPROVER_POINTER_OBJECT'", e);
    return () => k(integer(0));
  }
  const overflow = overflowBuiltin(f, name, e, k);
  if (overflow !== undefined) return overflow;
  const atomically = atomic(f, name, e, usage, k);
  if (atomically !== undefined) return atomically;
  if (ERRNO_ADDRESS.has(name) && e.arguments.length === 0 && e.type.kind === "pointer")
    return () => k(address(f.program.errnoObject()));
  const build =
    bitBuiltin(f, name, e) ?? (f.program.usesErrno && !keepsErrno(name) ? undefined : mathBuiltin(f, name, e));
  return build === undefined ? undefined : values(f, e.arguments, "right-to-left", (terms) => () => k(build(terms)));
}

const EFFECT_ONLY = new Set(["__builtin___clear_cache", "__sync_synchronize"]);

// --- Overflow ---------------------------------------------------------------------------------------------------------

const OVERFLOW = /^__builtin_(add|sub|mul)_overflow(_p)?$/;

/** The exact result is stored wrapped; the value says whether it did not fit. */
function overflowBuiltin(f: Lowering, name: string, e: CallExpression, k: Continue<Term>): Step | undefined {
  const match = OVERFLOW.exec(name);
  const third = e.arguments[2];
  if (match === null || third === undefined) return undefined;
  const operator = match[1] === "add" ? "+" : match[1] === "sub" ? "-" : "*";
  const resultType = match[2] === undefined && third.type.kind === "pointer" ? third.type.target : third.type;
  const type = f.machine(resultType);
  if (type.kind !== "int") return undefined;
  return values(f, e.arguments, "left-to-right", ([left, right, at]) => {
    const result = exact(operator, left as Term, right as Term);
    const overflowed = or([lt(result, integer(lowest(type))), lt(integer(highest(type)), result)]);
    if (match[2] !== undefined) return () => k(truthValue(overflowed));
    // The store may change what the operands read from; the answer is about their values before it.
    const answer = f.save(truthValue(overflowed), f.machine(e.type), e);
    const place = { kind: "memory", address: at as Term, type: resultType, field: undefined } as const;
    write(f, place, wrapInto(result, type, "conversion"), e);
    return () => k(answer);
  });
}

// --- Bits -------------------------------------------------------------------------------------------------------------

type Build = (operands: readonly Term[]) => Term;

const BITS = /^__builtin_(clz|ctz|clrsb|ffs|popcount|parity)(l|ll)?$/;
const SWAP = /^__builtin_bswap(16|32|64)$/;
const ABSOLUTE = /^(?:__builtin_)?(abs|labs|llabs|imaxabs)$/;

function bitBuiltin(f: Lowering, name: string, e: CallExpression): Build | undefined {
  const swap = SWAP.exec(name);
  if (swap !== null) {
    const type = intType(Number(swap[1]), "unsigned");
    return ([term]) => apply(`bswap${swap[1]}`, [wrapInto(term as Term, type, "conversion")], type);
  }
  const [only] = e.arguments;
  if (ABSOLUTE.test(name)) {
    // Somebody's own function of that name may have other types.
    const type = f.machine(e.type);
    const isUsual = only !== undefined && e.arguments.length === 1 && f.machine(only.type) === type;
    return isUsual && type.kind === "int" && type.signed ? ([term]) => absolute(f, e, term as Term, type) : undefined;
  }
  const match = BITS.exec(name);
  if (match === null) return undefined;
  const operation = match[1] as string;
  const longBits = (sizeOf({ kind: "integer", rank: "long", signed: true }, f.program.model) ?? 8) * 8;
  const width = match[2] === undefined ? 32 : match[2] === "l" ? longBits : 64;
  const sized = operation === "clz" || operation === "ctz" || operation === "clrsb";
  const type = intType(width, operation === "clrsb" ? "signed" : "unsigned");
  return ([term]) => {
    const operand = wrapInto(term as Term, type, "conversion");
    const isUndefined = operation === "clz" || operation === "ctz";
    if (isUndefined && contains(boundsOf(operand), 0)) f.check({ kind: "bit-count", operand, range: plain(e) });
    return apply(sized ? `${operation}${width}` : operation, [operand], INT);
  };
}

function absolute(f: Lowering, e: CallExpression, term: Term, type: IntType): Term {
  // The negation of a number that is not negative always fits: the check holds exactly where abs is defined.
  return ite(lt(term, integer(0)), negation(term, type, plain(e), f.check), term);
}

// --- Floats -----------------------------------------------------------------------------------------------------------

const UNARY_MATH = new Set(
  (
    "fabs sqrt cbrt floor ceil trunc round rint nearbyint exp exp2 expm1 log log2 log10 log1p " +
    "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh"
  ).split(" "),
);
const BINARY_MATH = new Set("fmod remainder pow atan2 hypot fmin fmax fdim copysign".split(" "));

/** A math function by its base name and the type its suffix says; `floor` itself ends in no suffix, `ceilf` does. */
function mathName(name: string): { readonly base: string; readonly type: FloatType } | undefined {
  const plainName = name.replace(/^__builtin_/, "");
  const isMath = (base: string): boolean => UNARY_MATH.has(base) || BINARY_MATH.has(base);
  if (isMath(plainName)) return { base: plainName, type: F64 };
  const base = plainName.slice(0, -1);
  if (!isMath(base)) return undefined;
  if (plainName.endsWith("f")) return { base, type: F32 };
  return plainName.endsWith("l") ? { base, type: X87 } : undefined;
}

function mathBuiltin(f: Lowering, name: string, e: CallExpression): Build | undefined {
  const classified = classification(name, e);
  if (classified !== undefined) return classified;
  const math = mathName(name);
  if (math === undefined) return undefined;
  const count = UNARY_MATH.has(math.base) ? 1 : 2;
  // Without a prototype the arguments are not what the function expects.
  const asPrototyped =
    e.arguments.length === count && e.arguments.every((argument) => floatTypeOf(argument) === math.type);
  if (!asPrototyped || floatTypeOf(e) !== math.type) return undefined;
  const told = mathRangeTold(math.base);
  if (told !== undefined) f.assumeThat(told, e);
  return (terms) => apply(math.base, terms, math.type);
}

function floatTypeOf(e: Expression): FloatType | undefined {
  if (e.type.kind !== "floating") return undefined;
  return e.type.rank === "float" ? F32 : e.type.rank === "double" ? F64 : X87;
}

const CLASSIFY = /^(?:__builtin_|__)?(isnan|isinf|isfinite|finite|isnormal|signbit|fpclassify|isinf_sign)[fl]?$/;
const ORDERED = /^__builtin_(islessgreater|isunordered)$/;

/** isnan and its kin, on an argument of any floating type. */
function classification(name: string, e: CallExpression): Build | undefined {
  const ordered = ORDERED.exec(name);
  if (ordered !== null && e.arguments.length === 2)
    return ([left, right]) => truthValue(ordering(ordered[1] as string, left as Term, right as Term));
  const match = CLASSIFY.exec(name);
  const argument = e.arguments[e.arguments.length - 1];
  const type = argument === undefined ? undefined : floatTypeOf(argument);
  if (match === null || type === undefined || e.type.kind !== "integer") return undefined;
  // gcc's __builtin_fpclassify takes the five answers first.
  if (match[1] === "fpclassify" && e.arguments.length === 6)
    return (terms) => fpClass(terms[5] as Term, type, terms.slice(0, 5));
  if (e.arguments.length !== 1) return undefined;
  return ([term]) => classify(match[1] as string, term as Term, type);
}

function classify(test: string, term: Term, type: FloatType): Term {
  const isNumber = floatComparison("feq", term, term);
  const infinity = float(Number.POSITIVE_INFINITY, type);
  const size = apply("fabs", [term], type);
  switch (test) {
    case "isnan":
      return truthValue(not(isNumber));
    case "isinf":
    case "isinf_sign":
      // glibc tells the infinities apart; C asks for something that is not zero.
      return ite(
        floatComparison("feq", term, infinity),
        integer(1),
        ite(floatComparison("feq", term, float(Number.NEGATIVE_INFINITY, type)), integer(-1), integer(0)),
      );
    case "isfinite":
    case "finite":
      return truthValue(floatComparison("flt", size, infinity));
    case "isnormal":
      return truthValue(
        and([floatComparison("fle", smallestNormal(type), size), floatComparison("flt", size, infinity)]),
      );
    case "fpclassify":
      // As glibc has them: FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO.
      return fpClass(term, type, [0, 1, 4, 3, 2].map(integer));
    default:
      // What is subnormal depends on the format.
      return apply(type.format === "f32" ? `${test}f` : test, [term], INT);
  }
}

/** What is normal depends on the format: 2^-126 for float, 2^-1022 for double. */
function smallestNormal(type: FloatType): Term {
  return float(type === F32 ? 2 ** -126 : 2 ** -1022, type);
}

/** Chooses one of five answers: not a number, infinite, normal, subnormal, zero. */
function fpClass(term: Term, type: FloatType, answers: readonly Term[]): Term {
  const [nan, infinite, normal, subnormal, zero] = answers as [Term, Term, Term, Term, Term];
  const size = apply("fabs", [term], type);
  const isInfinite = floatComparison("feq", size, float(Number.POSITIVE_INFINITY, type));
  const isZero = floatComparison("feq", size, float(0, type));
  const isSmall = floatComparison("flt", size, smallestNormal(type));
  const ofNumber = ite(isInfinite, infinite, ite(isZero, zero, ite(isSmall, subnormal, normal)));
  return ite(floatComparison("feq", term, term), ofNumber, nan);
}

function ordering(test: string, left: Term, right: Term): Formula {
  if (test === "islessgreater") return or([floatComparison("flt", left, right), floatComparison("flt", right, left)]);
  return or([not(floatComparison("feq", left, left)), not(floatComparison("feq", right, right))]);
}
