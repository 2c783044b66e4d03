/**
 * Doubles as text, exactly as glibc prints them: every double is a dyadic rational, so its decimal expansion is finite
 * and rounding (to nearest, ties to even on the exact value) is done on BigInts.
 */

interface Dyadic {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const scratch = new DataView(new ArrayBuffer(8));

function dyadic(magnitude: number): Dyadic {
  scratch.setFloat64(0, magnitude);
  const bits = scratch.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 };
}

function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator - quotient * denominator) * 2n;
  if (twice > denominator || (twice === denominator && (quotient & 1n) === 1n)) return quotient + 1n;
  return quotient;
}

/** magnitude * 10^scale, rounded to an integer. */
function scaled(magnitude: number, scale: number): bigint {
  const { mantissa, exponent } = dyadic(magnitude);
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (scale >= 0) numerator *= 10n ** BigInt(scale);
  else denominator *= 10n ** BigInt(-scale);
  return roundedQuotient(numerator, denominator);
}

/** `%.<digits>f` of a finite non-negative double, without a point when `digits` is 0. */
export function fixed(magnitude: number, digits: number): string {
  const text = scaled(magnitude, digits)
    .toString()
    .padStart(digits + 1, "0");
  if (digits === 0) return text;
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The digits of `%.<digits>e` (digits + 1 of them) and the decimal exponent. */
export function scientific(magnitude: number, digits: number): { readonly digits: string; readonly exponent: number } {
  if (magnitude === 0) return { digits: "0".repeat(digits + 1), exponent: 0 };
  let exponent = Math.floor(Math.log10(magnitude));
  // The logarithm may be off by one either way; rounding may carry into a new digit.
  if (compareWithPower(magnitude, exponent) < 0) exponent -= 1;
  else if (compareWithPower(magnitude, exponent + 1) >= 0) exponent += 1;
  let text = scaled(magnitude, digits - exponent).toString();
  if (text.length > digits + 1) {
    exponent += 1;
    text = scaled(magnitude, digits - exponent).toString();
  }
  return { digits: text, exponent };
}

function compareWithPower(magnitude: number, power: number): number {
  const { mantissa, exponent } = dyadic(magnitude);
  const left = mantissa * (exponent > 0 ? 1n << BigInt(exponent) : 1n) * (power < 0 ? 10n ** BigInt(-power) : 1n);
  const right = (exponent < 0 ? 1n << BigInt(-exponent) : 1n) * (power > 0 ? 10n ** BigInt(power) : 1n);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `%a` of a finite non-negative double: hexadecimal digits of the fraction and the binary exponent. */
export function hexadecimal(magnitude: number, digits: number | undefined): string {
  if (magnitude === 0) return `0x0${digits ? `.${"0".repeat(digits)}` : ""}p+0`;
  const { mantissa, exponent } = dyadic(magnitude);
  const subnormal = mantissa < 0x10000000000000n;
  let unit = mantissa;
  let power = subnormal ? -1022 : exponent + 52;
  let places = 13;
  if (digits !== undefined && digits < 13) {
    unit = roundedQuotient(mantissa, 1n << BigInt(4 * (13 - digits)));
    places = digits;
  }
  let lead = unit >> BigInt(4 * places);
  let fraction = (unit & ((1n << BigInt(4 * places)) - 1n)).toString(16).padStart(places, "0");
  if (places === 0) fraction = "";
  if (lead > 1n && !subnormal && digits === undefined) {
    lead >>= 1n;
    power += 1;
  }
  if (digits === undefined) fraction = fraction.replace(/0+$/, "");
  else fraction = fraction.padEnd(digits, "0");
  return `0x${lead}${fraction === "" ? "" : `.${fraction}`}p${power < 0 ? "-" : "+"}${Math.abs(power)}`;
}
