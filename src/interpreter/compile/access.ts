/**
 * Loads and stores as JavaScript. The fast way tests that the address is a small aligned integer and that the shadow
 * says READY for all bytes, then touches a typed array; everything else (unaligned, uninitialised, out of bounds, bits
 * of a unit) is left to `R.load` and `R.store`. At a known place of an object that outlives the access the bounds
 * need no test.
 */
import type { Access } from "../../cfa/cfa.ts";
import { type Code, valueOfType } from "./code.ts";

/** What is known of an address at compile time. */
export type Place =
  /** Inside a global object that is initialised and never goes away. */
  | { readonly kind: "static"; readonly address: number; readonly writable: boolean }
  /** Inside an object of the current frame. */
  | { readonly kind: "frame"; readonly offset: number }
  | { readonly kind: "anywhere"; readonly text: string };

const READY32 = "0x07070707";

interface View {
  readonly array: string;
  readonly log2: 0 | 1 | 2 | 3;
}

function viewOf(access: Access): View | undefined {
  const type = access.type;
  if (access.bitOffset !== undefined) return undefined;
  switch (type.kind) {
    case "int": {
      if (type.bits !== access.bytes * 8 && type.bits !== 1) return undefined;
      const sign = type.signed ? "I" : "U";
      const log2 = [1, 2, 4, 8].indexOf(access.bytes);
      return log2 === -1 ? undefined : { array: `${sign}${access.bytes * 8}`, log2: log2 as View["log2"] };
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

function shadowIsReady(log2: View["log2"], at: string): string {
  switch (log2) {
    case 0:
      return `X8[${at}] === 7`;
    case 1:
      return `X16[${at} >> 1] === 0x0707`;
    case 2:
      return `X32[${at} >> 2] === ${READY32}`;
    case 3:
      return `X32[${at} >> 2] === ${READY32} && X32[(${at} >> 2) + 1] === ${READY32}`;
  }
}

const ALIGNED = ["", "(a & 1) === 0 && ", "(a & 3) === 0 && ", "(a & 7) === 0 && "] as const;

function element(view: View, at: string | number): string {
  const index = typeof at === "number" ? `${at >> view.log2}` : view.log2 === 0 ? at : `${at} >> ${view.log2}`;
  return `${view.array}[${index}]`;
}

function isFarPointer(access: Access): boolean {
  return access.type.kind === "pointer" && access.type.bits === 64 && access.bitOffset === undefined;
}

function asBool(access: Access, text: string): string {
  return access.type.kind === "int" && access.type.bits === 1 ? `(${text} !== 0 ? 1 : 0)` : text;
}

/** An expression for the value at the place. `site` is the edge, for reports. */
export function loadCode(access: Access, index: number, place: Place, site: string): Code {
  return valueOfType(loadText(access, index, place, site), access.type);
}

function loadText(access: Access, index: number, place: Place, site: string): string {
  const view = isFarPointer(access) ? FAR : viewOf(access);
  const at = addressText(place);
  if (view === undefined) return `R.load(${at}, ${index}, ${site})`;
  const read = (where: string | number): string =>
    view === FAR
      ? `U32[${typeof where === "number" ? where >> 2 : `${where} >> 2`}]`
      : asBool(access, element(view, where));
  const high = view === FAR ? " && I32[(a >> 2) + 1] === 0" : "";
  if (place.kind === "static" && place.address % 2 ** view.log2 === 0 && view !== FAR) return read(place.address);
  const aligned = place.kind === "frame" && place.offset % 2 ** view.log2 === 0;
  const guard = aligned ? `((a = ${at}), true)` : `(a = ${at}) === (a | 0) && ${ALIGNED[view.log2]}true`;
  return `(${guard} && ${shadowIsReady(view.log2, "a")}${high} ? ${read("a")} : R.load(a, ${index}, ${site}))`.replace(
    "true && ",
    "",
  );
}

// A 64-bit pointer is held as a number: its upper half is zero for every valid address.
const FAR: View = { array: "U32", log2: 3 };

function addressText(place: Place): string {
  switch (place.kind) {
    case "static":
      return `${place.address}`;
    case "frame":
      return `(fp + ${place.offset})`;
    case "anywhere":
      return place.text;
  }
}

/** Statements that write `value` (text in the representation of the access's type). */
export function storeText(access: Access, index: number, place: Place, value: string, site: string): string {
  const view = isFarPointer(access) ? FAR : viewOf(access);
  const at = addressText(place);
  if (view === undefined) return `R.store(${at}, ${value}, ${index}, ${site});`;
  const simple = /^[\w.]+$/.test(value);
  const prefix = simple ? "" : `b = ${value}; `;
  const text = simple ? value : "b";
  const slow = `R.store(a, ${text}, ${index}, ${site});`;
  if (view === FAR) {
    const guard = `(a = ${at}) === (a | 0) && ${ALIGNED[3]}${shadowIsReady(3, "a")} && ${text} === (${text} | 0)`;
    return `${prefix}if (${guard}) { I32[a >> 2] = ${text}; I32[(a >> 2) + 1] = ${text} >> 31; } else ${slow}`;
  }
  if (place.kind === "static" && place.writable && place.address % 2 ** view.log2 === 0)
    return `${prefix}${element(view, place.address)} = ${text};`;
  if (place.kind === "frame" && place.offset % 2 ** view.log2 === 0)
    return `${prefix}a = ${at}; ${element(view, "a")} = ${text}; ${makeReady(view.log2)}`;
  const guard = `(a = ${at}) === (a | 0) && ${ALIGNED[view.log2]}${shadowIsReady(view.log2, "a")}`;
  return `${prefix}if (${guard}) ${element(view, "a")} = ${text}; else ${slow}`;
}

function makeReady(log2: View["log2"]): string {
  switch (log2) {
    case 0:
      return "X8[a] = 7;";
    case 1:
      return "X16[a >> 1] = 0x0707;";
    case 2:
      return `X32[a >> 2] = ${READY32};`;
    case 3:
      return `X32[a >> 2] = ${READY32}; X32[(a >> 2) + 1] = ${READY32};`;
  }
}
