/**
 * What a floating literal says, exactly: formats are rounded to once, from the text. A double in between would round a second time
 * (float), or hide that digits are lost (long double, for which a double stands).
 */

/** numerator / denominator. */
export interface Exact {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

// Beyond what any format has: such a number is no double, and not computed.
const LARGEST_EXPONENT = 20_000;

/** Of a number in decimal notation; undefined where it is beyond all formats. */
export function exactDecimal(text: string): Exact | undefined {
  const [, whole = "", fraction = "", exponent = "0"] = /^([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? [];
  return scaled(BigInt(`0${whole}${fraction}`), 10n, Number(exponent) - fraction.length);
}

/** digits * base^exponent */
export function scaled(digits: bigint, base: bigint, exponent: number): Exact | undefined {
  if (digits === 0n) return { numerator: 0n, denominator: 1n };
  if (Math.abs(exponent) > LARGEST_EXPONENT) return undefined;
  const power = base ** BigInt(Math.abs(exponent));
  return exponent < 0 ? { numerator: digits, denominator: power } : { numerator: digits * power, denominator: 1n };
}

/** Whether a number, none of which is negative, is less than, equal to or more than a double. */
export function compareExact({ numerator, denominator }: Exact, value: number): -1 | 0 | 1 {
  if (value === Infinity) return -1;
  const { significand, exponent } = partsOf(value);
  const right = significand * denominator * (exponent > 0 ? 1n << BigInt(exponent) : 1n);
  const left = numerator * (exponent < 0 ? 1n << BigInt(-exponent) : 1n);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The float nearest to the number, of which the double nearest to it is given; between two the even one. */
export function nearestFloat(exact: Exact | undefined, nearestDouble: number): number {
  const float = Math.fround(nearestDouble);
  if (exact === undefined || float === nearestDouble) return float;
  const other = neighbour(float, nearestDouble);
  const middle = float === Infinity || other === Infinity ? BETWEEN_LARGEST : (float + other) / 2;
  if (middle !== nearestDouble) return float;
  const side = compareExact(exact, nearestDouble);
  if (side === 0) return float;
  return side < 0 ? Math.min(float, other) : Math.max(float, other);
}

// Between the largest float and the next one, if there were one.
const BETWEEN_LARGEST = 2 ** 128 - 2 ** 103;

const scratch = new DataView(new ArrayBuffer(8));

/** The next float in the direction of a double; neither is negative. */
function neighbour(float: number, towards: number): number {
  scratch.setFloat32(0, float);
  scratch.setUint32(0, scratch.getUint32(0) + (towards > float ? 1 : -1));
  return scratch.getFloat32(0);
}

/** value = significand * 2^exponent */
function partsOf(value: number): { readonly significand: bigint; readonly exponent: number } {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0
    ? { significand: fraction, exponent: -1074 }
    : { significand: fraction | 0x10000000000000n, exponent: biased - 1075 };
}
