/**
 * <math.h> on doubles. Functions that IEEE 754 defines exactly are exact; the others are as precise as the JavaScript
 * engine's, which may differ from glibc's in the last place. Names ending in `f` round to float, in `l` are doubles.
 */
import type { Value } from "../values.ts";
import type { LibraryFunction, LibraryTable } from "./library.ts";

function halfAway(x: number): number {
  const whole = Math.trunc(x);
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : Object.is(x, -0) ? x : x < 0 && whole === 0 ? -0 : whole;
}

function halfEven(x: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 4503599627370496) return x;
  const low = Math.floor(x);
  const rest = x - low;
  const result = rest > 0.5 || (rest === 0.5 && low % 2 !== 0) ? low + 1 : low;
  return result === 0 && (x < 0 || Object.is(x, -0)) ? -0 : result;
}

function minimum(a: number, b: number): number {
  return Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b);
}

function maximum(a: number, b: number): number {
  return Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b);
}

function power(a: number, b: number): number {
  // C says 1 where JavaScript says NaN.
  if (a === 1 || (a === -1 && !Number.isFinite(b) && !Number.isNaN(b))) return 1;
  return a ** b;
}

function isNegative(x: number): boolean {
  return x < 0 || Object.is(x, -0);
}

/** a - n * b with n the integer nearest to a / b, ties to even; exact, since `%` is. */
function ieeeRemainder(a: number, b: number): number {
  if (!Number.isFinite(a) || b === 0 || Number.isNaN(b)) return NaN;
  if (!Number.isFinite(b)) return a;
  const size = Math.abs(b);
  // Modulo twice the divisor, so that the parity of the quotient is known; 2 * size may overflow for huge divisors.
  let rest = size <= Number.MAX_VALUE / 2 ? Math.abs(a) % (2 * size) : Math.abs(a);
  if (rest > size / 2) {
    rest -= size;
    if (rest >= size / 2) rest -= size;
  }
  return isNegative(a) ? -rest : rest;
}

type Calculation = (a: number, b: number) => number;

/** Those that JavaScript has under the same name. */
const COMMON = (
  "sqrt cbrt floor ceil trunc sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp expm1 log log2 log10 " +
  "log1p hypot"
).split(" ");

const FUNCTIONS: Readonly<Record<string, Calculation>> = {
  ...Object.fromEntries(COMMON.map((name) => [name, Math[name as "hypot"] as Calculation])),
  fabs: (a) => Math.abs(a),
  round: halfAway,
  rint: halfEven,
  nearbyint: halfEven,
  remainder: ieeeRemainder,
  exp2: (a) => 2 ** a,
  pow: power,
  fmod: (a, b) => a % b,
  fmin: minimum,
  fmax: maximum,
  fdim: (a, b) => (a > b ? a - b : Number.isNaN(a) || Number.isNaN(b) ? NaN : 0),
  copysign: (a, b) => (isNegative(b) ? -Math.abs(a) : Math.abs(a)),
  ldexp: (a, b) => scale(a, b),
  scalbn: (a, b) => scale(a, b),
  huge_val: () => Infinity,
  inf: () => Infinity,
  nan: () => NaN,
};

// In two steps at most subnormal results round once: the first step is exact.
function scale(a: number, exponent: number): number {
  if (exponent > 1000) return a * 2 ** 1000 * 2 ** Math.min(exponent - 1000, 1000);
  if (exponent < -1000) return a * 2 ** -1000 * 2 ** Math.max(exponent + 1000, -1000);
  return a * 2 ** exponent;
}

const TESTS: Readonly<Record<string, (a: number) => number>> = {
  isnan: (a) => (Number.isNaN(a) ? 1 : 0),
  isinf: (a) => (a === Infinity ? 1 : a === -Infinity ? -1 : 0),
  isinf_sign: (a) => (a === Infinity ? 1 : a === -Infinity ? -1 : 0),
  isfinite: (a) => (Number.isFinite(a) ? 1 : 0),
  finite: (a) => (Number.isFinite(a) ? 1 : 0),
  signbit: (a) => (isNegative(a) ? 1 : 0),
  isnormal: (a) => (classify(a, SMALLEST_NORMAL) === 4 ? 1 : 0),
  isnormalf: (a) => (classify(a, SMALLEST_NORMAL_FLOAT) === 4 ? 1 : 0),
  fpclassify: (a) => classify(a, SMALLEST_NORMAL),
  fpclassifyf: (a) => classify(a, SMALLEST_NORMAL_FLOAT),
};

const SMALLEST_NORMAL = 2 ** -1022;
const SMALLEST_NORMAL_FLOAT = 2 ** -126;

/** FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4. */
function classify(a: number, smallestNormal: number): number {
  if (!Number.isFinite(a)) return Number.isNaN(a) ? 0 : 1;
  if (a === 0) return 2;
  return Math.abs(a) < smallestNormal ? 3 : 4;
}

function rounding(of: (x: number) => number): LibraryFunction {
  return (context, operands) => {
    const value = of(Number(operands[0]));
    if (!Number.isFinite(value)) context.runtime.stopUndefined("float-to-int", "rounding of a value without integer");
    return BigInt(value);
  };
}

/** What C and IEEE 754 leave open: the sign of a NaN that was computed, and which of two zeros is the lesser. */
function isOpen(name: string, operands: readonly Value[]): boolean {
  const [a, b] = [Number(operands[0]), Number(operands[1])];
  switch (name.replace(/^__(?:builtin_)?/, "").replace(/(?<=fmin|fmax|copysign|signbit)[fl]$/, "")) {
    case "copysign":
      return Number.isNaN(b);
    case "signbit":
      return Number.isNaN(a);
    case "fmin":
    case "fmax":
      return a === 0 && b === 0 && !Object.is(a, b);
    default:
      return false;
  }
}

function buildTable(): LibraryTable {
  const table: Record<string, LibraryFunction> = {};
  const define = (name: string, of: LibraryFunction): void => {
    const closed: LibraryFunction = (context, operands) =>
      isOpen(name, operands) ? context.runtime.unsupported(`${name} of these numbers`) : of(context, operands);
    for (const prefix of ["", "__builtin_", "__"]) table[prefix + name] = closed;
  };
  for (const [name, of] of Object.entries(FUNCTIONS)) {
    const exact: LibraryFunction = (_context, operands) => of(Number(operands[0]), Number(operands[1]));
    define(name, exact);
    define(`${name}l`, exact);
    define(`${name}f`, (_context, operands) => Math.fround(of(Number(operands[0]), Number(operands[1]))));
  }
  for (const [name, of] of Object.entries(TESTS)) {
    for (const suffix of ["", "f", "l"]) {
      const own = TESTS[name + suffix] ?? of;
      define(name + suffix, (_context, operands) => own(Number(operands[0])));
    }
  }
  for (const suffix of ["", "f", "l"]) {
    for (const prefix of ["l", "ll"]) {
      define(`${prefix}round${suffix}`, rounding(halfAway));
      define(`${prefix}rint${suffix}`, rounding(halfEven));
    }
  }
  return table;
}

export const mathematics: LibraryTable = buildTable();

/** The functions that terms may apply: pure, on scalars. Undefined where the result is not known. */
export function applyMathematics(name: string, operands: readonly Value[]): Value | undefined {
  if (isOpen(name, operands)) return undefined;
  const base = name.replace(/^__(builtin_)?/, "");
  const test = TESTS[base] ?? TESTS[base.replace(/[fl]$/, "")];
  if (test !== undefined) return test(Number(operands[0]));
  const direct = FUNCTIONS[base] ?? (base.endsWith("l") ? FUNCTIONS[base.slice(0, -1)] : undefined);
  if (direct !== undefined) return direct(Number(operands[0]), Number(operands[1]));
  const single = base.endsWith("f") ? FUNCTIONS[base.slice(0, -1)] : undefined;
  return single === undefined ? undefined : Math.fround(single(Number(operands[0]), Number(operands[1])));
}

// The standard leaves their last places open, and libraries differ in them.
const APPROXIMATE = new Set(
  "cbrt sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p pow hypot".split(
    " ",
  ),
);

/** Whether another library may give another result: not where it is plain, as a whole number of whole numbers, or of 0. */
export function isApproximate(name: string, operands: readonly Value[], result: Value): boolean {
  const base = name.replace(/^__(?:builtin_)?/, "");
  if (!APPROXIMATE.has(base) && !APPROXIMATE.has(base.replace(/[fl]$/, ""))) return false;
  if (Number.isNaN(Number(result)) || operands.every((operand) => Number(operand) === 0)) return false;
  return ![...operands, result].every((value) => Number.isSafeInteger(Number(value)));
}
