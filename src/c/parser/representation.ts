/**
 * An object as the scalars and bytes that it consists of, padding included, so that a statement about all its bytes ("they
 * are zero", "they are those of another object") is one about members. Every byte belongs to exactly one piece, and a piece
 * has a type in which equal values are equal bytes: floats and Booleans are numbers of their size here.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Expression } from "../ast.ts";
import { sizeOf } from "../layout.ts";
import {
  CHAR_POINTER,
  INT,
  isComplete,
  isInteger,
  pointerTo,
  UNSIGNED_CHAR,
  UNSIGNED_INT,
  UNSIGNED_LONG_LONG,
  unqualified,
  VOID_POINTER,
} from "../type-operations.ts";
import type { CType } from "../types.ts";
import { cast, integerConstant, isLvalue } from "./conversions.ts";
import { addressOf, binary, dereference, unary } from "./operators.ts";
import type { Session } from "./session.ts";

export interface Piece {
  readonly offset: number;
  readonly type: CType;
}

/** Pieces beyond this are too many for one expression. */
const MOST_PIECES = 1024;

/** The pieces of an object of this type in order; undefined where it is incomplete or has too many. */
export function piecesOf(session: Session, type: CType): readonly Piece[] | undefined {
  const size = isComplete(type) ? sizeOf(type, session.model) : undefined;
  if (size === undefined || size === 0) return undefined;
  const pieces: Piece[] = [];
  const covered = new Set<number>();
  const pending: Piece[] = [{ offset: 0, type }];
  while (pending.length > 0) {
    const { offset, type: part } = pending.pop() as Piece;
    const bytes = sizeOf(part, session.model);
    if (bytes === undefined || pieces.length + pending.length > MOST_PIECES) return undefined;
    const inner = partsOf(part, offset, bytes, session);
    if (inner !== undefined) {
      pending.push(...inner);
      continue;
    }
    pieces.push({ offset, type: asNumber(part, bytes) });
    for (let at = offset; at < offset + bytes; at += 1) covered.add(at);
  }
  for (let at = 0; at < size; at += 1) if (!covered.has(at)) pieces.push({ offset: at, type: UNSIGNED_CHAR });
  return pieces.length > MOST_PIECES ? undefined : pieces.sort((a, b) => a.offset - b.offset);
}

/** What an aggregate consists of; undefined for what is read as a whole. Unions and units of bit-fields are bytes. */
function partsOf(type: CType, offset: number, bytes: number, session: Session): readonly Piece[] | undefined {
  if (type.kind === "record") {
    const members = type.body.members ?? [];
    if (type.variant === "union" || members.some(({ bitField }) => bitField !== undefined)) return [];
    return members
      .filter((member) => isComplete(member.type))
      .map((one) => ({ offset: offset + one.offset, type: one.type }));
  }
  if (type.kind === "array") {
    const size = sizeOf(type.element, session.model) ?? 0;
    const count = size === 0 ? 0 : bytes / size;
    if (count > MOST_PIECES) return Array.from({ length: MOST_PIECES + 1 }, () => ({ offset, type: UNSIGNED_CHAR }));
    return Array.from({ length: count }, (_, i) => ({ offset: offset + i * size, type: type.element }));
  }
  const isWhole = type.kind === "pointer" || (bytes <= 8 && (isInteger(type) || type.kind === "floating"));
  return isWhole ? undefined : [];
}

/** A type of this size in which the value tells the bytes. */
function asNumber(type: CType, bytes: number): CType {
  if (type.kind === "pointer") return VOID_POINTER;
  if (type.kind === "floating") return bytes === 4 ? UNSIGNED_INT : UNSIGNED_LONG_LONG;
  if (type.kind === "integer" && type.rank === "bool") return UNSIGNED_CHAR;
  return unqualified(type);
}

/** How many of the conditions hold, all of which are evaluated: a sum, since `&` of what looks at addresses would look at their bits. */
export function countOf(session: Session, truths: readonly Expression[], range: SourceRange): Expression {
  const none = integerConstant(0n, INT, range);
  return truths.reduce((left, right) => ({ ...binary(session, "+", left, right), ...range }), none);
}

/** Whether all the conditions hold. */
export function allOf(session: Session, truths: readonly Expression[], range: SourceRange): Expression {
  const all = integerConstant(BigInt(truths.length), INT, range);
  return { ...binary(session, "==", countOf(session, truths, range), all), ...range };
}

/** The piece of the object that the pointer points to. */
export function pieceAt(
  session: Session,
  pointer: Expression,
  { offset, type }: Piece,
  range: SourceRange,
): Expression {
  const bytes = cast(session, pointer, CHAR_POINTER, range);
  const at = binary(session, "+", bytes, integerConstant(BigInt(offset), INT, range));
  return { ...dereference(session, cast(session, at, pointerTo(type), range), range), ...range };
}

/** Whether the objects that both point to have the same bytes. */
function sameBytes(
  session: Session,
  type: CType,
  left: Expression,
  right: Expression,
  range: SourceRange,
): Expression | undefined {
  const pieces = piecesOf(session, type);
  if (pieces === undefined) return undefined;
  const equal = (piece: Piece): Expression => ({
    ...binary(session, "==", pieceAt(session, left, piece, range), pieceAt(session, right, piece, range)),
    ...range,
  });
  return allOf(session, pieces.map(equal), range);
}

/** `==` and `!=` of structures, which CBMC has; undefined for what is none. */
export function recordComparison(
  session: Session,
  operator: string,
  left: Expression,
  right: Expression,
): Expression | undefined {
  if (operator !== "==" && operator !== "!=") return undefined;
  if (left.type.kind !== "record" || right.type.kind !== "record" || left.type.body !== right.type.body)
    return undefined;
  if (!isLvalue(left) || !isLvalue(right)) return undefined;
  const range = { start: left.start, end: Math.max(left.end, right.end) };
  const [a, b] = [addressOf(session, left, range), addressOf(session, right, range)];
  const same = sameBytes(session, left.type, a, b, range);
  if (same === undefined) return undefined;
  session.warn(`'${operator}' of structures, as CBMC has it: all their bytes are compared`, range);
  return operator === "==" ? same : unary(session, "!", same, range);
}
