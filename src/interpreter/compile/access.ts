/**
 * Loads and stores as JavaScript. The fast way tests that the address is a small aligned integer and that the shadow
 * says READY for all bytes, then touches a typed array; everything else (unaligned, uninitialised, out of bounds, bits
 * of a unit) is left to `R.load` and `R.store`. At a known place of an object that outlives the access the bounds
 * need no test.
 */
import type { Access } from "../../cfa/cfa.ts";
import { type Code, valueOfType } from "./code.ts";

/** What is known of an address at compile time. */
export type KnownAddress =
  /** Inside a global object that is initialised and never goes away. */
  | { readonly kind: "static"; readonly address: number; readonly writable: boolean }
  /** Inside an object of the current frame. */
  | { readonly kind: "frame"; readonly offset: number }
  | { readonly kind: "anywhere"; readonly text: string };

const READY32 = "0x07070707";

/** The array through which memory is seen, and the binary logarithm of its elements' size. */
interface TypedArray {
  readonly array: string;
  readonly log2: 0 | 1 | 2 | 3;
}

function typedArrayOf(access: Access): TypedArray | undefined {
  const type = access.type;
  if (access.bitOffset !== undefined) return undefined;
  switch (type.kind) {
    case "int": {
      if (type.bits !== access.bytes * 8 && type.bits !== 1) return undefined;
      const sign = type.signed ? "I" : "U";
      const log2 = [1, 2, 4, 8].indexOf(access.bytes);
      return log2 === -1 ? undefined : { array: `${sign}${access.bytes * 8}`, log2: log2 as TypedArray["log2"] };
    }
    case "float":
      if (type.format === "f32") return { array: "F32", log2: 2 };
      return type.format === "f64" ? { array: "F64", log2: 3 } : undefined;
    case "pointer":
      return type.bits === 32 ? { array: "U32", log2: 2 } : undefined;
    default:
      return undefined;
  }
}

/** The shadow's words of an element at an address, each with what it holds where all bytes are ready. */
function shadowWords(log2: TypedArray["log2"], at: string): readonly (readonly [word: string, ready: string])[] {
  if (log2 === 0) return [[`X8[${at}]`, "7"]];
  if (log2 === 1) return [[`X16[${at} >> 1]`, "0x0707"]];
  const first = [`X32[${at} >> 2]`, READY32] as const;
  return log2 === 2 ? [first] : [first, [`X32[(${at} >> 2) + 1]`, READY32]];
}

function shadowIsReady(log2: TypedArray["log2"], at: string): string {
  return shadowWords(log2, at)
    .map(([word, ready]) => `${word} === ${ready}`)
    .join(" && ");
}

const ALIGNED = ["", "(a & 1) === 0 && ", "(a & 3) === 0 && ", "(a & 7) === 0 && "] as const;

function element(typed: TypedArray, at: string | number): string {
  const index = typeof at === "number" ? `${at >> typed.log2}` : typed.log2 === 0 ? at : `${at} >> ${typed.log2}`;
  return `${typed.array}[${index}]`;
}

function isFarPointer(access: Access): boolean {
  return access.type.kind === "pointer" && access.type.bits === 64 && access.bitOffset === undefined;
}

function asBool(access: Access, text: string): string {
  return access.type.kind === "int" && access.type.bits === 1 ? `(${text} !== 0 ? 1 : 0)` : text;
}

/** An expression for the value there. `site` is the edge, for reports. */
export function loadCode(access: Access, index: number, known: KnownAddress, site: string): Code {
  return valueOfType(loadText(access, index, known, site), access.type);
}

function loadText(access: Access, index: number, known: KnownAddress, site: string): string {
  const typed = isFarPointer(access) ? FAR : typedArrayOf(access);
  const at = addressText(known);
  if (typed === undefined) return `R.load(${at}, ${index}, ${site})`;
  const read = (where: string | number): string =>
    typed === FAR
      ? `U32[${typeof where === "number" ? where >> 2 : `${where} >> 2`}]`
      : asBool(access, element(typed, where));
  const high = typed === FAR ? " && I32[(a >> 2) + 1] === 0" : "";
  if (known.kind === "static" && known.address % 2 ** typed.log2 === 0 && typed !== FAR) return read(known.address);
  const aligned = known.kind === "frame" && known.offset % 2 ** typed.log2 === 0;
  const guard = aligned ? `((a = ${at}), true)` : `(a = ${at}) === (a | 0) && ${ALIGNED[typed.log2]}true`;
  return `(${guard} && ${shadowIsReady(typed.log2, "a")}${high} ? ${read("a")} : R.load(a, ${index}, ${site}))`.replace(
    "true && ",
    "",
  );
}

// A 64-bit pointer is held as a number: its upper half is zero for every valid address.
const FAR: TypedArray = { array: "U32", log2: 3 };

function addressText(known: KnownAddress): string {
  switch (known.kind) {
    case "static":
      return `${known.address}`;
    case "frame":
      return `(fp + ${known.offset})`;
    case "anywhere":
      return known.text;
  }
}

/** Statements that write `value` (text in the representation of the access's type). */
export function storeText(access: Access, index: number, known: KnownAddress, value: string, site: string): string {
  const typed = isFarPointer(access) ? FAR : typedArrayOf(access);
  const at = addressText(known);
  if (typed === undefined) return `R.store(${at}, ${value}, ${index}, ${site});`;
  const simple = /^[\w.]+$/.test(value);
  const prefix = simple ? "" : `b = ${value}; `;
  const text = simple ? value : "b";
  const slow = `R.store(a, ${text}, ${index}, ${site});`;
  if (typed === FAR) {
    const guard = `(a = ${at}) === (a | 0) && ${ALIGNED[3]}${shadowIsReady(3, "a")} && ${text} === (${text} | 0)`;
    return `${prefix}if (${guard}) { I32[a >> 2] = ${text}; I32[(a >> 2) + 1] = ${text} >> 31; } else ${slow}`;
  }
  if (known.kind === "static" && known.writable && known.address % 2 ** typed.log2 === 0)
    return `${prefix}${element(typed, known.address)} = ${text};`;
  if (known.kind === "frame" && known.offset % 2 ** typed.log2 === 0)
    return `${prefix}a = ${at}; ${element(typed, "a")} = ${text}; ${makeReady(typed.log2)}`;
  const guard = `(a = ${at}) === (a | 0) && ${ALIGNED[typed.log2]}${shadowIsReady(typed.log2, "a")}`;
  return `${prefix}if (${guard}) ${element(typed, "a")} = ${text}; else ${slow}`;
}

function makeReady(log2: TypedArray["log2"]): string {
  return shadowWords(log2, "a")
    .map(([word, ready]) => `${word} = ${ready};`)
    .join(" ");
}
