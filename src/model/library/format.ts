/** Conversions of printf and scanf formats, as far as memory is concerned. */
import { modifiedBytes } from "../../cfa/library/length-modifier.ts";

interface Conversion {
  /** none: no memory. string: at most `limit` bytes of one are read (print) or written (scan). number: `bytes` bytes are written. */
  readonly memory: "none" | "string" | "number" | "unknown";
  readonly limit?: number | undefined;
  readonly bytes?: number;
  /** Which of the values it is about. */
  readonly value: number;
  /** Characters it prints at most, without those of its string; undefined where nobody can tell. */
  readonly length: number | undefined;
}

export interface Format {
  readonly conversions: readonly Conversion[];
  /** Characters printed at most, strings left out; undefined where nobody can tell. */
  readonly length: number | undefined;
}

const PRINT = /%(?:%|([-+ #0']*)(\d+|\*)?(?:\.(-?\d+|\*)?)?(hh|h|ll|l|j|z|t|L|q)?([a-zA-Z]))/y;
const SCAN = /%(?:%|(\*)?(\d+)?(hh|h|ll|l|j|z|t|L|q|m)?(\[\^?\]?[^\]]*\]|[a-zA-Z]))/y;

/** Undefined where the format is not one that C knows. */
export function printFormat(text: string, word: number): Format | undefined {
  const conversions: Conversion[] = [];
  let value = 0;
  let length: number | undefined = 0;
  const more = (count: number | undefined): void => {
    length = length === undefined || count === undefined ? undefined : length + count;
  };
  for (let at = 0; at < text.length; ) {
    if (text[at] !== "%") {
      more(1);
      at += 1;
      continue;
    }
    PRINT.lastIndex = at;
    const match = PRINT.exec(text);
    if (match === null) return undefined;
    at += match[0].length;
    const [whole, flags = "", width, precision, size = "", letter] = match;
    if (letter === undefined) {
      more(1);
      continue;
    }
    if (width === "*") value += 1;
    if (precision === "*") value += 1;
    const open = width === "*" || flags.includes("'");
    const least = open ? undefined : Number(width ?? 0);
    if (letter === "s") {
      // A length that an argument gives is not followed; `%.s` prints nothing.
      const limit = precision === undefined ? (whole.includes(".") ? 0 : undefined) : Number(precision);
      const unknown = size !== "" || precision === "*";
      conversions.push({ memory: unknown ? "unknown" : "string", limit, value, length: least });
      more(unknown ? undefined : least);
    } else if (letter === "n") {
      conversions.push({ memory: "number", bytes: numberBytes(size, word), value, length: 0 });
    } else {
      const digits = printedDigits(letter, size, flags);
      const exact = precision === "*" ? undefined : Number(precision ?? 0) + 3;
      const most =
        digits === undefined || exact === undefined || least === undefined
          ? undefined
          : Math.max(digits, least, precision === undefined ? 0 : exact);
      conversions.push({ memory: letter === "S" ? "unknown" : "none", value, length: most });
      more(most);
    }
    value += 1;
  }
  return { conversions, length };
}

export function scanFormat(text: string, word: number): Format | undefined {
  const conversions: Conversion[] = [];
  let value = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] !== "%") {
      at += 1;
      continue;
    }
    SCAN.lastIndex = at;
    const match = SCAN.exec(text);
    if (match === null) return undefined;
    at += match[0].length;
    const [, suppressed, width, size = "", letter] = match;
    if (letter === undefined || suppressed !== undefined) continue;
    const limit = width === undefined ? undefined : Number(width);
    if (size === "m" || (size === "l" && /^[sc[]/.test(letter)))
      conversions.push({ memory: "unknown", value, length: 0 });
    else if (letter === "s" || letter.startsWith("[")) conversions.push({ memory: "string", limit, value, length: 0 });
    else if (letter === "c") conversions.push({ memory: "number", bytes: limit ?? 1, value, length: 0 });
    else conversions.push({ memory: "number", bytes: scannedBytes(letter, size, word), value, length: 0 });
    value += 1;
  }
  return { conversions, length: 0 };
}

/** The most characters an integer takes; the others are not followed. */
function printedDigits(letter: string, size: string, flags: string): number | undefined {
  const bits = size === "hh" ? 8 : size === "h" ? 16 : size === "" ? 32 : 64;
  const digits = (base: number) => (2n ** BigInt(bits) - 1n).toString(base).length;
  const prefix = flags.includes("#") ? 2 : 0;
  if (letter === "c") return 1;
  if (letter === "d" || letter === "i") return (2n ** BigInt(bits - 1)).toString().length + 1;
  if (letter === "u") return digits(10);
  if (letter === "x" || letter === "X") return digits(16) + prefix;
  return letter === "o" ? digits(8) + prefix : undefined;
}

function numberBytes(size: string, word: number): number {
  return size === "L" ? 16 : modifiedBytes(size, word);
}

function scannedBytes(letter: string, size: string, word: number): number {
  if (/[aAeEfFgG]/.test(letter)) return size === "L" ? (word === 4 ? 12 : 16) : size === "l" ? 8 : 4;
  return letter === "p" ? word : numberBytes(size, word);
}
