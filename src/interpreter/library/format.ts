/** The conversions of printf: a format and a supply of arguments to bytes. */
import { modifiedBytes } from "../../cfa/library/length-modifier.ts";
import type { Value } from "../values.ts";
import { fixed, hexadecimal, scientific } from "./decimal.ts";
import { type LibraryContext, readString, textOf, writeByte } from "./library.ts";

interface Conversion {
  readonly left: boolean;
  readonly plus: boolean;
  readonly space: boolean;
  readonly alternate: boolean;
  readonly zero: boolean;
  readonly width: number;
  readonly precision: number | undefined;
  readonly length: string;
  readonly letter: string;
}

const PATTERN = /%([-+ #0']*)(\*|\d+)?(?:\.(\*|-?\d+)?)?(hh|h|ll|l|j|z|t|L|q)?([a-zA-Z%])/y;

/** The formatted text as Latin-1 characters, one a byte. */
export function formatText(context: LibraryContext, format: Uint8Array, next: () => Value): string {
  const text = textOf(format);
  let output = "";
  for (let at = 0; at < text.length; ) {
    const percent = text.indexOf("%", at);
    if (percent === -1) return output + text.slice(at);
    output += text.slice(at, percent);
    PATTERN.lastIndex = percent;
    const match = PATTERN.exec(text);
    if (match === null) context.runtime.unsupported("a malformed printf format");
    at = percent + match[0].length;
    const conversion = conversionOf(match, next);
    if (conversion.letter === "n")
      storeCount(context, Number(next()), output.length, modifiedBytes(conversion.length, context.pointerBytes));
    else output += convert(context, conversion, next);
  }
  return output;
}

function storeCount(context: LibraryContext, to: number, count: number, bytes: number): void {
  for (let i = 0; i < bytes; i += 1) writeByte(context.runtime, to + i, Math.floor(count / 256 ** i) & 255);
}

function conversionOf(match: RegExpExecArray, next: () => Value): Conversion {
  const flags = match[1] as string;
  let left = flags.includes("-");
  let width = match[2] === "*" ? Number(BigInt.asIntN(32, BigInt(next()))) : Number(match[2] ?? 0);
  if (width < 0) {
    left = true;
    width = -width;
  }
  let precision: number | undefined;
  if (match[0].includes(".")) {
    precision = match[3] === "*" ? Number(BigInt.asIntN(32, BigInt(next()))) : Number(match[3] ?? 0);
    if (precision < 0) precision = undefined;
  }
  return {
    left,
    plus: flags.includes("+"),
    space: flags.includes(" "),
    alternate: flags.includes("#"),
    zero: flags.includes("0"),
    width,
    precision,
    length: match[4] ?? "",
    letter: match[5] as string,
  };
}

function convert(context: LibraryContext, of: Conversion, next: () => Value): string {
  switch (of.letter) {
    case "%":
      return "%";
    case "c":
      return pad(of, "", String.fromCharCode(Number(BigInt.asUintN(8, BigInt(next())))), "spaces");
    case "s": {
      const address = Number(next());
      const text =
        address === 0 ? nullText(of) : textOf(readString(context.runtime, address, of.precision ?? Infinity));
      return pad(of, "", text, "spaces");
    }
    case "d":
    case "i":
    case "u":
    case "x":
    case "X":
    case "o":
      return integer(context, of, next());
    case "p": {
      const value = BigInt.asUintN(context.pointerBytes * 8, BigInt(next()));
      return pad(of, "", value === 0n ? "(nil)" : `0x${value.toString(16)}`, "spaces");
    }
    case "f":
    case "F":
    case "e":
    case "E":
    case "g":
    case "G":
    case "a":
    case "A":
      return floating(of, Number(next()));
    default:
      return context.runtime.unsupported(`printf conversion %${of.length}${of.letter}`);
  }
}

// glibc prints "(null)", or nothing where the precision leaves no room for all of it.
function nullText(of: Conversion): string {
  return of.precision !== undefined && of.precision < 6 ? "" : "(null)";
}

function integer(context: LibraryContext, of: Conversion, argument: Value): string {
  const bits = 8 * modifiedBytes(of.length, context.pointerBytes);
  const raw = BigInt(typeof argument === "number" ? Math.trunc(argument) : argument);
  const signed = of.letter === "d" || of.letter === "i";
  const value = signed ? BigInt.asIntN(bits, raw) : BigInt.asUintN(bits, raw);
  const radix = of.letter === "o" ? 8 : of.letter === "x" || of.letter === "X" ? 16 : 10;
  let digits = (value < 0n ? -value : value).toString(radix);
  if (of.letter === "X") digits = digits.toUpperCase();
  if (of.precision === 0 && value === 0n) digits = "";
  digits = digits.padStart(of.precision ?? 1, "0");
  if (of.alternate && radix === 8 && !digits.startsWith("0")) digits = `0${digits}`;
  let prefix = signed ? signOf(of, value < 0n) : "";
  if (of.alternate && radix === 16 && value !== 0n) prefix = `0${of.letter}`;
  return pad(of, prefix, digits, of.precision === undefined ? "zeros" : "spaces");
}

function signOf(of: Conversion, negative: boolean): string {
  return negative ? "-" : of.plus ? "+" : of.space ? " " : "";
}

function floating(of: Conversion, value: number): string {
  const negative = value < 0 || Object.is(value, -0);
  const sign = signOf(of, negative);
  const upper = of.letter < "a";
  const finite = Number.isFinite(value);
  let text = finite ? magnitudeText(of, Math.abs(value)) : Number.isNaN(value) ? "nan" : "inf";
  if (upper) text = text.toUpperCase();
  const isHexadecimal = finite && (of.letter === "a" || of.letter === "A");
  const prefix = isHexadecimal ? sign + text.slice(0, 2) : sign;
  return pad(of, prefix, isHexadecimal ? text.slice(2) : text, finite ? "zeros" : "spaces");
}

function magnitudeText(of: Conversion, magnitude: number): string {
  const precision = of.precision ?? 6;
  switch (of.letter.toLowerCase()) {
    case "f": {
      const text = fixed(magnitude, precision);
      return of.alternate && precision === 0 ? `${text}.` : text;
    }
    case "e": {
      const { digits, exponent } = scientific(magnitude, precision);
      return exponential(digits, exponent, of.alternate ? "point" : "bare");
    }
    case "a": {
      const text = hexadecimal(magnitude, of.precision);
      return of.alternate && !text.includes(".") ? text.replace("p", ".p") : text;
    }
    default:
      return general(magnitude, precision === 0 ? 1 : precision, of.alternate ? "keep" : "strip");
  }
}

function exponential(digits: string, exponent: number, style: "point" | "bare"): string {
  const fraction = digits.slice(1);
  const point = fraction !== "" || style === "point" ? "." : "";
  const power = `${Math.abs(exponent)}`.padStart(2, "0");
  return `${digits[0]}${point}${fraction}e${exponent < 0 ? "-" : "+"}${power}`;
}

function general(magnitude: number, precision: number, zeros: "keep" | "strip"): string {
  const { digits, exponent } = scientific(magnitude, precision - 1);
  if (exponent < -4 || exponent >= precision) {
    const kept = zeros === "keep" ? digits : digits[0] + digits.slice(1).replace(/0+$/, "");
    return exponential(kept, exponent, zeros === "keep" ? "point" : "bare");
  }
  const text = fixed(magnitude, precision - 1 - exponent);
  if (zeros === "keep") return text.includes(".") ? text : `${text}.`;
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function pad(of: Conversion, prefix: string, body: string, fill: "zeros" | "spaces"): string {
  const missing = of.width - prefix.length - body.length;
  if (missing <= 0) return prefix + body;
  if (of.left) return prefix + body + " ".repeat(missing);
  return of.zero && fill === "zeros" ? prefix + "0".repeat(missing) + body : " ".repeat(missing) + prefix + body;
}
