/**
 * Steps of the lowering that stay within terms: an operation is written with simpler ones, exactly. A read of an updated
 * array compares indices; masks of bits are remainders of powers of two, so `x & c` is a sum over the runs of ones of `c`.
 * The answer is undefined where a node has no such step.
 */
import {
  add,
  bits,
  eq,
  floatComparison,
  integer,
  ite,
  multiply,
  or,
  select,
  subtract,
  type Term,
} from "../../logic/term.ts";
import type { TermNode } from "../../logic/visit.ts";
import { CONSTANT_ARRAY } from "../../model/model.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";

/** More runs of ones than this make a mask no simpler than the bits themselves. */
const RUNS = 4;
/** Wider than any C type; larger counts are excluded by the edge's checks. */
const LARGEST_SHIFT = 256;

export function simplerNode(node: TermNode): TermNode | undefined {
  switch (node.kind) {
    case "select":
      return readOfUpdate(node.array, node.index);
    case "shiftleft": {
      const count = shiftCount(node.right);
      return count === undefined ? undefined : multiply(integer(int.powerOfTwo(count)), node.left);
    }
    case "bitand":
      return maskOf(node.right) !== undefined ? masked(node.left, maskOf(node.right)!) : constantMaskLeft(node);
    // NaN makes all three false, so this holds for all floats.
    case "fle":
      return or([floatComparison("flt", node.left, node.right), floatComparison("feq", node.left, node.right)]);
    case "feq":
      // Equality is symmetric; one order makes it one name.
      return node.left.id > node.right.id ? floatComparison("feq", node.right, node.left) : undefined;
    default:
      return undefined;
  }
}

export function shiftCount(count: Term): number | undefined {
  if (count.kind !== "integer") return undefined;
  return count.value >= 0 && count.value <= LARGEST_SHIFT ? Number(count.value) : undefined;
}

function readOfUpdate(array: Term, index: Term): Term | undefined {
  if (array.kind === "store") {
    if (array.index === index) return array.value;
    return ite(eq(array.index, index), array.value, select(array.array, index));
  }
  if (array.kind === "ite") return ite(array.condition, select(array.then, index), select(array.else, index));
  if (array.kind === "apply" && array.name === CONSTANT_ARRAY) return array.arguments[0];
  return undefined;
}

function constantMaskLeft(node: { readonly left: Term; readonly right: Term }): Term | undefined {
  const mask = maskOf(node.left);
  return mask === undefined ? undefined : masked(node.right, mask);
}

function maskOf(term: Term): bigint | undefined {
  return term.kind === "integer" ? int.toBig(term.value) : undefined;
}

/** `x & mask`; undefined for 2^k - 1, which is the simplest, and for masks of many runs. */
function masked(operand: Term, mask: bigint): Term | undefined {
  if (mask === 0n) return integer(0);
  if (mask === -1n) return operand;
  // x & m = x - (x & ~m).
  if (mask < 0n) return subtract(operand, bits("bitand", operand, integer(int.fromBig(-mask - 1n))));
  const runs = runsOf(mask);
  if (runs.length > RUNS || (runs.length === 1 && runs[0]!.start === 0)) return undefined;
  let sum: Term = integer(0);
  for (const { start, length } of runs) {
    const low = start === 0 ? operand : bits("shiftright", operand, integer(start));
    const part = bits("bitand", low, integer(int.subtract(int.powerOfTwo(length), 1)));
    sum = add(sum, multiply(integer(int.powerOfTwo(start)), part));
  }
  return sum;
}

function runsOf(mask: bigint): { readonly start: number; readonly length: number }[] {
  const runs: { start: number; length: number }[] = [];
  let at = 0;
  for (let rest = mask; rest > 0n; rest >>= 1n, at += 1) {
    if ((rest & 1n) === 0n) continue;
    const last = runs[runs.length - 1];
    if (last !== undefined && last.start + last.length === at) last.length += 1;
    else runs.push({ start: at, length: 1 });
  }
  return runs;
}

/** Whether `x & mask` is a sum of few remainders. */
export function hasFewRuns(mask: Int): boolean {
  const big = int.toBig(mask);
  return runsOf(big < 0n ? -big - 1n : big).length <= RUNS;
}

/** k if the term is the constant 2^k - 1, k > 0. */
export function lowMask(term: Term): number | undefined {
  const mask = maskOf(term);
  if (mask === undefined || mask <= 0n) return undefined;
  const runs = runsOf(mask);
  return runs.length === 1 && runs[0]!.start === 0 ? runs[0]!.length : undefined;
}
