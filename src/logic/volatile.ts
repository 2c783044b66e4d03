/**
 * Which bytes of an object may change by themselves: those that were defined volatile, be it the whole object or members of
 * its structs. How they are read does not matter: an ordinary object has its stored value through a volatile lvalue too.
 */
import type { MemoryObject } from "./term.ts";

/** In every `period` bytes of the object (an element of an array of structs), these parts are volatile. */
export interface VolatileParts {
  readonly period: number;
  readonly spans: readonly { readonly offset: number; readonly bytes: number }[];
}

/** Of the places at `offset + k * stride`, `bytes` bytes each: are all of them volatile, some, or none? */
export function volatility(
  object: MemoryObject | undefined,
  offset: number,
  stride: number,
  bytes: number,
): "all" | "some" | "none" {
  const parts = object?.volatile;
  if (parts === undefined) return "none";
  if (parts === true) return "all";
  const { period, spans } = parts;
  const step = stride === 0 ? period : divisor(stride, period);
  const first = stride === 0 ? modulo(offset, period) : modulo(offset, step);
  let touched = 0;
  let places = 0;
  for (let at = first; at < period; at += step) {
    places += 1;
    if (spans.some((span) => at < span.offset + span.bytes && span.offset < at + bytes)) touched += 1;
  }
  return touched === 0 ? "none" : touched === places ? "all" : "some";
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

function divisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
