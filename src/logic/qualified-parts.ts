/**
 * Which bytes of an object were defined with a qualifier, be it the whole object or members of its structs. What is volatile
 * may change by itself, and what is const may not be changed, however it is accessed: an ordinary object has its stored
 * value through a volatile lvalue too, and may be written where a pointer to const was cast.
 */
import type { MemoryObject } from "./term.ts";

/** In every `period` bytes of the object (an element of an array of structs), these parts are qualified. */
export interface QualifiedParts {
  readonly period: number;
  readonly spans: readonly { readonly offset: number; readonly bytes: number }[];
}

/** Of the places at `offset + k * stride`, `bytes` bytes each: do all of them touch the parts, some, or none? */
export function touching(
  parts: true | QualifiedParts | undefined,
  offset: number,
  stride: number,
  bytes: number,
): "all" | "some" | "none" {
  if (parts === undefined) return "none";
  if (parts === true) return "all";
  const { period, spans } = parts;
  const step = stride === 0 ? period : divisor(stride, period);
  const first = stride === 0 ? modulo(offset, period) : modulo(offset, step);
  let touched = 0;
  let places = 0;
  for (let at = first; at < period; at += step) {
    places += 1;
    if (spans.some((span) => meets(at, bytes, span, period))) touched += 1;
  }
  return touched === 0 ? "none" : touched === places ? "all" : "some";
}

/** Whether the bytes from `at` on, inside the first period, meet the part in this or a later one. */
function meets(at: number, bytes: number, { offset, bytes: length }: QualifiedParts["spans"][number], period: number) {
  const next = at < offset + length ? offset : offset + period;
  return next < at + bytes;
}

/** Of the places at `offset + k * stride`, `bytes` bytes each: are all of them volatile, some, or none? */
export function volatility(
  object: MemoryObject | undefined,
  offset: number,
  stride: number,
  bytes: number,
): "all" | "some" | "none" {
  return touching(object?.volatile, offset, stride, bytes);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

function divisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
