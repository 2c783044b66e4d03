/**
 * Among which numbers the results of functions of <math.h> are whose last places C leaves open. That a library keeps to it is an
 * assumption, told where one is called.
 */

interface MathRange {
  readonly low: number;
  readonly high: number;
  /** What an infinite operand gives. */
  readonly infinite: "number" | "nan";
}

const UNIT = { low: -1, high: 1 } as const;
const NOT_NEGATIVE: MathRange = { low: 0, high: Number.POSITIVE_INFINITY, infinite: "number" };

const RANGES: Readonly<Record<string, MathRange>> = {
  sin: { ...UNIT, infinite: "nan" },
  cos: { ...UNIT, infinite: "nan" },
  tanh: { ...UNIT, infinite: "number" },
  exp: NOT_NEGATIVE,
  exp2: NOT_NEGATIVE,
  hypot: NOT_NEGATIVE,
};

/** By the name without a suffix; undefined where nothing is known. */
export function mathRange(name: string): MathRange | undefined {
  return Object.hasOwn(RANGES, name) ? RANGES[name] : undefined;
}

/** The assumption, as a person reads it. */
export function mathRangeTold(name: string): string | undefined {
  const range = mathRange(name);
  if (range === undefined) return undefined;
  return Number.isFinite(range.high)
    ? `${name} gives numbers from ${range.low} to ${range.high}`
    : `${name} gives no negative numbers`;
}
