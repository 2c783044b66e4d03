/**
 * Sets of integers of the form { offset + n * stride | n an integer }; stride 0 is the single integer `offset`. They
 * describe where in an object a pointer may point: a field of a structure, that field in any element of an array, or
 * (stride 1) anywhere. Canonical: 0 <= offset < stride unless the stride is 0.
 */

export interface Progression {
  readonly offset: number;
  readonly stride: number;
}

/** How a pointer is moved: by members of a progression. */
export interface Move extends Progression {
  /** The constants among what was added to it, where nothing but constants and computed distances were; absent where that is the offset. */
  readonly from?: number;
}

export const ANYWHERE: Progression = { offset: 0, stride: 1 };
/** No way off: a pointer as it is. */
export const EXACT: Progression = { offset: 0, stride: 0 };

/** Beyond these, offsets are no longer told apart: no C object of interest is that large. */
const LARGEST_OFFSET = 2 ** 31;
const LARGEST_STRIDE = 2 ** 19;

export function progression(offset: number, stride: number): Progression {
  if (stride === 0) return Math.abs(offset) < LARGEST_OFFSET ? { offset, stride } : ANYWHERE;
  const period = stride <= LARGEST_STRIDE ? stride : greatestPowerOfTwoDivisor(stride);
  return { offset: residue(offset, period), stride: period };
}

function greatestPowerOfTwoDivisor(value: number): number {
  let power = 1;
  while (power < LARGEST_STRIDE && value % (power * 2) === 0) power *= 2;
  return power;
}

export function residue(value: number, modulus: number): number {
  const rest = value % modulus;
  return (rest < 0 ? rest + modulus : rest) + 0;
}

export function greatestCommonDivisor(a: number, b: number): number {
  let x = Math.abs(a);
  let y = Math.abs(b);
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** { x + y }. */
export function sum(a: Progression, b: Progression): Progression {
  return progression(a.offset + b.offset, greatestCommonDivisor(a.stride, b.stride));
}

/** The least progression that contains both. */
export function join(a: Progression, b: Progression): Progression {
  const stride = greatestCommonDivisor(greatestCommonDivisor(a.stride, b.stride), a.offset - b.offset);
  return progression(a.offset, stride);
}

export function contains(larger: Progression, smaller: Progression): boolean {
  if (larger.stride === 0) return smaller.stride === 0 && smaller.offset === larger.offset;
  return smaller.stride % larger.stride === 0 && residue(smaller.offset - larger.offset, larger.stride) === 0;
}

/** A run of `width` bytes or bits at every member of a progression: what an access may touch. */
export interface Span extends Progression {
  readonly width: number;
}

/** Can a byte or bit belong to both? */
export function overlap(a: Span, b: Span): boolean {
  const stride = greatestCommonDivisor(a.stride, b.stride);
  if (stride === 0) return a.offset < b.offset + b.width && b.offset < a.offset + a.width;
  const distance = residue(b.offset - a.offset, stride);
  return distance < a.width || stride - distance < b.width;
}
