/**
 * Addresses in C's words. To engines an object has a constant address, which means nothing to a reader: `p == 4104` is `p == &a[2]`,
 * `p == 4096 + 4 * i` is `p == &a[i]`, and two bounds inside one object are `&a[0] <= p && p <= &a[10]`. Sound: a value is only told of an
 * object where it is known to lie in it, or at its end; order and difference of objects are the model's own and never told.
 */
import type { Shape } from "../cfa/shape.ts";
import type { LinearExpression } from "../logic/linear.ts";
import type { Variable } from "../logic/term.ts";
import * as int from "../numbers/int.ts";
import { add, type Interval, isInfinite, meet, point, scale } from "../numbers/interval.ts";
import { type CTerm, sum } from "./c-arithmetic.ts";
import { bytesOf } from "./explain/parts.ts";

/** An object by the name that it has at the place. */
interface NamedObject {
  readonly name: string;
  readonly address: number;
  /** In bytes; 0 of a function. */
  readonly size: number;
  readonly shape: Shape | undefined;
}

export interface Addresses {
  /** The object there, its end included, where the pointer may be said to point to it. */
  objectAt(address: int.Int, pointer: Variable): NamedObject | undefined;
  /** What the pointer points to; undefined where its type does not say (`void *`), or nobody knows its type. */
  pointeeOf(pointer: Variable): Shape | undefined;
}

/** The object in which all of the interval lies. */
function around({ low, high }: Interval, pointer: Variable, addresses: Addresses): NamedObject | undefined {
  if (isInfinite(low) || isInfinite(high)) return undefined;
  const object = addresses.objectAt(low as int.Int, pointer);
  return object !== undefined && high <= object.address + object.size ? object : undefined;
}

/** What an interval of its values says of a pointer: nothing, that it is not null, or where it points. */
export function pointerBounds(
  pointer: Variable,
  name: string,
  range: Interval,
  addresses: Addresses | undefined,
): string[] {
  const { low, high } = range;
  if (low === high && low === 0) return [`${name} == 0`];
  const notNull = low > 0 ? [`${name} != 0`] : [];
  const object = addresses && around(range, pointer, addresses);
  if (addresses === undefined || object === undefined) return notNull;
  const pointee = addresses.pointeeOf(pointer);
  const at = (offset: number) => addressText(object, pointee, [], offset);
  if (low === high) {
    const text = at(Number(low) - object.address);
    return text === undefined ? notNull : [`${name} == ${text}`];
  }
  // Weaker where the bounds lie between elements.
  const bytes = pointee === undefined ? 1 : bytesOf(pointee);
  if (pointee === undefined || bytes === 0) return notNull;
  const [first, last] = [Number(low) - object.address, Number(high) - object.address];
  const [from, to] = [at(first - (first % bytes)), at(Math.ceil(last / bytes) * bytes)];
  // Pointers of other types are not ordered by C.
  if (from === undefined || to === undefined || `${from}${to}`.includes("void")) return notNull;
  return [`${from} <= ${name}`, `${name} <= ${to}`];
}

/** `p == &a[i]`, `p == q`: an equation between a pointer and what else is in the expression. */
export function pointerEquation(
  { variables, coefficients, constant }: LinearExpression,
  nameOf: (of: Variable) => string | undefined,
  addresses: Addresses | undefined,
  term: (of: Variable) => CTerm | undefined,
  rangeOf: (of: Variable) => Interval,
): string | undefined {
  const pointers = variables.filter(({ type }) => type.kind === "pointer");
  const [pointer, other] = pointers;
  if (pointer === undefined || addresses === undefined || pointers.some(({ volatile }) => volatile)) return undefined;
  const name = nameOf(pointer);
  const sign = coefficients[variables.indexOf(pointer)] as int.Int;
  if (name === undefined || (sign !== 1 && sign !== -1)) return undefined;
  if (other !== undefined) {
    const second = nameOf(other);
    const isSame =
      variables.length === 2 && constant === 0 && int.add(coefficients[0] as int.Int, coefficients[1] as int.Int) === 0;
    if (!isSame || second === undefined) return undefined;
    const [a, b] = [addresses.pointeeOf(pointer), addresses.pointeeOf(other)];
    return a === undefined || b === undefined || isLike(a, b) ? `${name} == ${second}` : `${name} == (void *)${second}`;
  }
  const parts = variables.flatMap((of, i) =>
    of === pointer ? [] : [{ of, factor: int.multiply(coefficients[i] as int.Int, int.negate(sign)) }],
  );
  const start = int.multiply(constant, int.negate(sign));
  const range = parts.reduce((total, { of, factor }) => add(total, scale(rangeOf(of), factor)), point(start));
  const object = around(meet(range, rangeOf(pointer)), pointer, addresses);
  if (object === undefined) return undefined;
  const indices = parts.map(({ of, factor }) => ({ factor, term: term(of) }));
  const text = addressText(object, addresses.pointeeOf(pointer), indices, Number(start) - object.address);
  return text === undefined ? undefined : `${name} == ${text}`;
}

interface IndexPart {
  readonly factor: int.Int;
  readonly term: CTerm | undefined;
}

/** The address so many bytes into the object, in the type of pointers to `pointee`, or as `void *`. */
function addressText(
  { name, size, shape }: NamedObject,
  pointee: Shape | undefined,
  parts: readonly IndexPart[],
  offset: number,
): string | undefined {
  if (size === 0) return parts.length === 0 && offset === 0 ? name : undefined;
  if (parts.length === 0) {
    const path = pathTo(shape, pointee, offset);
    if (path !== undefined) return `&${name}${path}`;
    if (shape !== undefined && pointee !== undefined && isLike(shape, pointee) && offset === bytesOf(shape))
      return `&${name} + 1`;
    return offset === 0 ? `(void *)&${name}` : `(void *)((char *)&${name} + ${offset})`;
  }
  const bytes = shape?.kind === "array" ? shape.bytes : 0;
  if (shape?.kind === "array" && bytes > 0 && parts.every(({ factor }) => Number(factor) % bytes === 0)) {
    const rest = ((offset % bytes) + bytes) % bytes;
    const inner = pathTo(shape.of, pointee, rest);
    const index = indexText(parts, bytes, (offset - rest) / bytes);
    if (inner !== undefined) return index === undefined ? undefined : `&${name}[${index}]${inner}`;
  }
  const distance = indexText(parts, 1, offset);
  return distance === undefined ? undefined : `(void *)((char *)&${name} + (${distance}))`;
}

/** `i`, `2 * i + 1`, `i - 1`, `9 - i`: what is subtracted stands behind. */
function indexText(parts: readonly IndexPart[], bytes: number, constant: number): string | undefined {
  const each = parts.map(({ factor, term }) => ({ factor: Number(factor) / bytes, term }));
  const added = each.filter(({ factor }) => factor > 0);
  const taken = each
    .filter(({ factor }) => factor < 0)
    .map(({ factor, term }) => ({ factor: int.negate(factor), term }));
  const positive = added.length > 0 || constant > 0 ? sum(added, Math.max(constant, 0)) : undefined;
  const negative = taken.length > 0 || constant < 0 ? sum(taken, Math.max(-constant, 0)) : undefined;
  if ((added.length > 0 || constant > 0) && positive === undefined) return undefined;
  if ((taken.length > 0 || constant < 0) && negative === undefined) return undefined;
  if (negative === undefined) return positive?.text ?? "0";
  const isOne = taken.length + (constant < 0 ? 1 : 0) === 1;
  return `${positive?.text ?? "0"} - ${isOne ? negative.text : `(${negative.text})`}`;
}

/** How C calls the part of that shape at the offset, behind the object's name; any part where the shape is not known. */
function pathTo(shape: Shape | undefined, pointee: Shape | undefined, offset: number): string | undefined {
  if (shape === undefined) return undefined;
  if (offset === 0 && (pointee === undefined || isLike(shape, pointee))) return "";
  if (shape.kind === "array" && shape.bytes > 0) {
    const index = Math.floor(offset / shape.bytes);
    // One past the end is an address, too.
    const inner = pathTo(shape.of, pointee, offset - index * shape.bytes);
    return inner === undefined || (inner !== "" && index === shape.count) ? undefined : `[${index}]${inner}`;
  }
  if (shape.kind !== "record") return undefined;
  for (const member of shape.members) {
    if (offset < member.offset || offset >= member.offset + member.bytes || isBitField(member.shape)) continue;
    const inner = pathTo(member.shape, pointee, offset - member.offset);
    if (inner !== undefined) return member.name === undefined ? inner : `.${member.name}${inner}`;
  }
  return undefined;
}

function isBitField(shape: Shape): boolean {
  return shape.kind === "scalar" && shape.access.bitOffset !== undefined;
}

/** Whether they are of one type, as far as a shape tells. */
function isLike(a: Shape, b: Shape, depth = 0): boolean {
  if (a.kind === "scalar" && b.kind === "scalar")
    return a.access.type === b.access.type && a.isCharacter === b.isCharacter && isBitField(a) === isBitField(b);
  if (a.kind === "pointer" && b.kind === "pointer") {
    const [first, second] = [a.to(), b.to()];
    if (first === undefined || second === undefined) return first === second;
    return depth > 2 || isLike(first, second, depth + 1);
  }
  if (a.kind === "array" && b.kind === "array") return a.count === b.count && isLike(a.of, b.of, depth);
  if (a.kind !== "record" || b.kind !== "record" || a.variant !== b.variant || a.members.length !== b.members.length)
    return false;
  return a.members.every((member, i) => {
    const other = b.members[i];
    const isThere = member.name === other?.name && member.offset === other?.offset && member.bytes === other?.bytes;
    return isThere && (depth > 2 || isLike(member.shape, other.shape, depth + 1));
  });
}
