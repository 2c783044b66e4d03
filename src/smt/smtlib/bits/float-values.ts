/**
 * IEEE 754 exactly: a finite number is a fraction of integers, an operation is computed on fractions and rounded once. Written
 * apart from the circuits (`bits/floats.ts`), since it decides whether a model is one. Words have one NaN.
 */
import type { Format } from "../../bits/floats.ts";

/** In the order of their codes. */
export const MODES = ["RNE", "RNA", "RTP", "RTN", "RTZ"] as const;
export type Mode = (typeof MODES)[number];

export function modeOf(code: bigint): Mode {
  return MODES[Number(code)] as Mode;
}

type Unpacked =
  | { readonly kind: "nan" }
  | { readonly kind: "infinite"; readonly negative: boolean }
  /** The sign of zero matters. */
  | { readonly kind: "finite"; readonly negative: boolean; readonly magnitude: Fraction };

/** Not negative; not reduced. */
interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}

function biasOf({ exponentBits }: Format): number {
  return 2 ** (exponentBits - 1) - 1;
}

function powerOfTwo(exponent: number): Fraction {
  return exponent >= 0 ? { above: 1n << BigInt(exponent), below: 1n } : { above: 1n, below: 1n << BigInt(-exponent) };
}

// --- Words ------------------------------------------------------------------------------------------------------------

function signBit({ exponentBits, fractionBits }: Format): bigint {
  return 1n << BigInt(exponentBits + fractionBits);
}

export function infinity(format: Format, negative: boolean): bigint {
  const full = ((1n << BigInt(format.exponentBits)) - 1n) << BigInt(format.fractionBits);
  return negative ? full | signBit(format) : full;
}

export function zero(format: Format, negative: boolean): bigint {
  return negative ? signBit(format) : 0n;
}

export function nan(format: Format): bigint {
  return infinity(format, false) | (1n << BigInt(format.fractionBits - 1));
}

export function unpack(bits: bigint, format: Format): Unpacked {
  const negative = (bits & signBit(format)) !== 0n;
  const fraction = BigInt.asUintN(format.fractionBits, bits);
  const field = Number(BigInt.asUintN(format.exponentBits, bits >> BigInt(format.fractionBits)));
  if (field === 2 ** format.exponentBits - 1) return fraction === 0n ? { kind: "infinite", negative } : { kind: "nan" };
  const significand = field === 0 ? fraction : fraction + (1n << BigInt(format.fractionBits));
  const { above, below } = powerOfTwo(Math.max(field, 1) - biasOf(format) - format.fractionBits);
  return { kind: "finite", negative, magnitude: { above: significand * above, below } };
}

/** All NaNs as one. */
export function canonical(bits: bigint, format: Format): bigint {
  return unpack(bits, format).kind === "nan" ? nan(format) : bits;
}

// --- Rounding ---------------------------------------------------------------------------------------------------------

/** Whether to go from a whole number to the next one, away from zero, where `rest / below` is left. */
function goesUp(whole: bigint, rest: bigint, below: bigint, negative: boolean, mode: Mode): boolean {
  const half = 2n * rest - below;
  switch (mode) {
    case "RNE":
      return half > 0n || (half === 0n && (whole & 1n) === 1n);
    case "RNA":
      return half >= 0n;
    case "RTP":
      return rest !== 0n && !negative;
    case "RTN":
      return rest !== 0n && negative;
    case "RTZ":
      return false;
  }
}

function toWhole({ above, below }: Fraction, negative: boolean, mode: Mode): bigint {
  const whole = above / below;
  return goesUp(whole, above % below, below, negative, mode) ? whole + 1n : whole;
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** The float next to a number. */
function round(magnitude: Fraction, negative: boolean, format: Format, mode: Mode): bigint {
  if (magnitude.above === 0n) return zero(format, negative);
  const least = 1 - biasOf(format);
  const guess = bitLength(magnitude.above) - bitLength(magnitude.below);
  const exact = compare(magnitude, powerOfTwo(guess)) >= 0 ? guess : guess - 1;
  const exponent = Math.max(exact, least);
  const quantum = powerOfTwo(exponent - format.fractionBits);
  const places = toWhole(
    { above: magnitude.above * quantum.below, below: magnitude.below * quantum.above },
    negative,
    mode,
  );
  // The hidden bit counts as one step of the exponent's field.
  const bits = (BigInt(exponent - least) << BigInt(format.fractionBits)) + places;
  const highest = infinity(format, false);
  const leaves = mode === "RNE" || mode === "RNA" || mode === (negative ? "RTN" : "RTP");
  const kept = bits < highest ? bits : leaves ? highest : highest - 1n;
  return negative ? kept | signBit(format) : kept;
}

function compare(a: Fraction, b: Fraction): number {
  const difference = a.above * b.below - b.above * a.below;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

// --- Operations -------------------------------------------------------------------------------------------------------

interface Signed {
  readonly above: bigint;
  readonly below: bigint;
}

function signed({ negative, magnitude }: Extract<Unpacked, { kind: "finite" }>): Signed {
  return negative ? { above: -magnitude.above, below: magnitude.below } : magnitude;
}

function roundSigned({ above, below }: Signed, zeroIsNegative: boolean, format: Format, mode: Mode): bigint {
  if (above === 0n) return zero(format, zeroIsNegative);
  return round({ above: above < 0n ? -above : above, below }, above < 0n, format, mode);
}

export function fma(a: bigint, b: bigint, c: bigint, format: Format, mode: Mode): bigint {
  const [x, y, z] = [unpack(a, format), unpack(b, format), unpack(c, format)];
  if (x.kind === "nan" || y.kind === "nan" || z.kind === "nan") return nan(format);
  const negative = x.negative !== y.negative;
  if (x.kind === "infinite" || y.kind === "infinite") {
    if (isZero(x) || isZero(y)) return nan(format);
    return z.kind === "infinite" && z.negative !== negative ? nan(format) : infinity(format, negative);
  }
  if (z.kind === "infinite") return c;
  const [p, q, r] = [signed(x), signed(y), signed(z)];
  const product = { above: p.above * q.above, below: p.below * q.below };
  const sum = { above: product.above * r.below + r.above * product.below, below: product.below * r.below };
  // Both are zero or they cancel: the common sign, or that of the mode.
  const zeroIsNegative = negative === z.negative ? negative : mode === "RTN";
  return roundSigned(sum, zeroIsNegative, format, mode);
}

function isZero(a: Unpacked): boolean {
  return a.kind === "finite" && a.magnitude.above === 0n;
}

export function add(a: bigint, b: bigint, format: Format, mode: Mode): bigint {
  const one = BigInt(biasOf(format)) << BigInt(format.fractionBits);
  return fma(a, one, b, format, mode);
}

export function multiply(a: bigint, b: bigint, format: Format, mode: Mode): bigint {
  const [x, y] = [unpack(a, format), unpack(b, format)];
  if (x.kind === "nan" || y.kind === "nan") return nan(format);
  const negative = x.negative !== y.negative;
  if (x.kind === "infinite" || y.kind === "infinite")
    return isZero(x) || isZero(y) ? nan(format) : infinity(format, negative);
  const above = x.magnitude.above * y.magnitude.above;
  return round({ above, below: x.magnitude.below * y.magnitude.below }, negative, format, mode);
}

export function divide(a: bigint, b: bigint, format: Format, mode: Mode): bigint {
  const [x, y] = [unpack(a, format), unpack(b, format)];
  if (x.kind === "nan" || y.kind === "nan") return nan(format);
  const negative = x.negative !== y.negative;
  if (x.kind === "infinite") return y.kind === "infinite" ? nan(format) : infinity(format, negative);
  if (y.kind === "infinite") return zero(format, negative);
  if (isZero(y)) return isZero(x) ? nan(format) : infinity(format, negative);
  const above = x.magnitude.above * y.magnitude.below;
  return round({ above, below: x.magnitude.below * y.magnitude.above }, negative, format, mode);
}

export function squareRoot(a: bigint, format: Format, mode: Mode): bigint {
  const x = unpack(a, format);
  if (x.kind === "nan" || isZero(x)) return a;
  if (x.negative) return nan(format);
  if (x.kind === "infinite") return a;
  // Twice as many places as the result has, and more: what is left over is told by one bit below them.
  const shift = format.fractionBits + 4 + bitLength(x.magnitude.below);
  const scaled = (x.magnitude.above << BigInt(2 * shift)) / x.magnitude.below;
  const isExact = scaled * x.magnitude.below === x.magnitude.above << BigInt(2 * shift);
  const root = integerRoot(scaled);
  const sticky = isExact && root * root === scaled ? 0n : 1n;
  return round({ above: 2n * root + sticky, below: 1n << BigInt(shift + 1) }, false, format, mode);
}

/** Newton's method from above. */
function integerRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(bitLength(value) / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** a - n * b, n being the integer next to a / b. */
export function remainder(a: bigint, b: bigint, format: Format): bigint {
  const [x, y] = [unpack(a, format), unpack(b, format)];
  if (x.kind === "nan" || y.kind === "nan" || x.kind === "infinite" || isZero(y)) return nan(format);
  if (y.kind === "infinite" || isZero(x)) return a;
  const [p, q] = [x.magnitude, y.magnitude];
  const quotient = toWhole({ above: p.above * q.below, below: p.below * q.above }, false, "RNE");
  const left = { above: p.above * q.below - quotient * q.above * p.below, below: p.below * q.below };
  const result = x.negative ? { above: -left.above, below: left.below } : left;
  return roundSigned(result, x.negative, format, "RNE");
}

export function roundToIntegral(a: bigint, format: Format, mode: Mode): bigint {
  const x = unpack(a, format);
  if (x.kind !== "finite") return a;
  return round({ above: toWhole(x.magnitude, x.negative, mode), below: 1n }, x.negative, format, mode);
}

/** The rounded integer; undefined for NaN and infinities. */
export function toInteger(a: bigint, format: Format, mode: Mode): bigint | undefined {
  const x = unpack(a, format);
  if (x.kind !== "finite") return undefined;
  const whole = toWhole(x.magnitude, x.negative, mode);
  return x.negative ? -whole : whole;
}

export function fromRational(above: bigint, below: bigint, format: Format, mode: Mode): bigint {
  return roundSigned({ above, below }, false, format, mode);
}

export function convert(a: bigint, from: Format, to: Format, mode: Mode): bigint {
  const x = unpack(a, from);
  if (x.kind === "nan") return nan(to);
  return x.kind === "infinite" ? infinity(to, x.negative) : round(x.magnitude, x.negative, to, mode);
}

/** -1, 0 or 1; undefined where one is NaN. */
export function order(a: bigint, b: bigint, format: Format): number | undefined {
  const [x, y] = [unpack(a, format), unpack(b, format)];
  if (x.kind === "nan" || y.kind === "nan") return undefined;
  const place = (one: typeof x): number => (one.kind === "finite" ? 0 : one.negative ? -1 : 1);
  if (x.kind === "infinite" || y.kind === "infinite") return Math.sign(place(x) - place(y));
  const [p, q] = [signed(x), signed(y)];
  const difference = p.above * q.below - q.above * p.below;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
