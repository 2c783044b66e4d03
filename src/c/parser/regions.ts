/**
 * Regions at fixed addresses (`FrontEndOptions.regions`): each is an object of that size at that address, defined nowhere; those side by
 * side are one, since a pointer may walk from one into the next. An integer that becomes a pointer points into the one that has its
 * address, or right behind it; what a pointer into one is as an integer the model knows (`model/addresses`). So a conversion is the only
 * way into a region.
 */
import { NO_RANGE } from "../../util/source.ts";
import type { ComparisonOperator, Expression, ObjectDeclaration, Statement } from "../ast.ts";
import { evaluateInteger } from "../constant.ts";
import { layOutRecord } from "../layout.ts";
import type { FixedRegion } from "../options.ts";
import { arrayOf, INT, pointerTo, qualify, sizeType, UNSIGNED_CHAR } from "../type-operations.ts";
import type { CType } from "../types.ts";
import type { Session } from "./session.ts";

/** Where it begins says how its addresses are aligned: to no more than a page. */
const PAGE = 4096;

/** Regions side by side. */
interface Stretch {
  readonly address: number;
  readonly size: number;
  readonly regions: readonly FixedRegion[];
}

/** @param address the integer, as one of a pointer's width. Undefined where no region can have it. */
export function pointerIntoRegion(session: Session, address: Expression, type: CType): Expression | undefined {
  const stretches = stretchesOf(session.regions);
  if (stretches.length === 0) return undefined;
  const constant = evaluateInteger(address, session.model);
  if (constant !== undefined) {
    const found = stretchAt(stretches, Number(constant));
    return found && inside(session, found, { ...address, kind: "integer-constant", value: constant }, type);
  }
  return session.function === undefined ? undefined : whereItPoints(session, stretches, address, type);
}

/** All of them are there, whether the program looks for them or not. */
export function declareRegions(session: Session): void {
  for (const stretch of stretchesOf(session.regions)) objectOf(session, stretch);
}

function stretchesOf(regions: readonly FixedRegion[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const one of regions) {
    const last = found.at(-1);
    if (last !== undefined && last.address + last.size === one.address)
      found[found.length - 1] = { ...last, size: last.size + one.size, regions: [...last.regions, one] };
    else found.push({ address: one.address, size: one.size, regions: [one] });
  }
  return found;
}

/** The one that has the address, or that ends there. */
function stretchAt(stretches: readonly Stretch[], at: number): Stretch | undefined {
  return stretches.find(({ address, size }) => address <= at && at <= address + size);
}

/** `({ uintptr_t t = address; A <= t && t <= A + n ? region + (t - A) : ... : (T *)t; })` */
function whereItPoints(session: Session, stretches: readonly Stretch[], value: Expression, type: CType): Expression {
  const range = { start: value.start, end: value.end };
  const unsigned = sizeType(session.model);
  const held: ObjectDeclaration = {
    kind: "object",
    name: `<address ${session.newNumber()}>`,
    type: unsigned,
    storage: "automatic",
    function: session.function?.declaration.name,
    initialiser: { kind: "scalar", value },
    addressTaken: false,
    range,
    defined: true,
  };
  const place: Expression = { kind: "object", declaration: held, type: unsigned, ...range };
  const read: Expression = { kind: "convert", conversion: "lvalue", operand: place, type: unsigned, ...range };
  const number = (of: number): Expression => ({
    kind: "integer-constant",
    value: BigInt(of),
    type: unsigned,
    ...NO_RANGE,
  });
  const compare = (left: Expression, operator: ComparisonOperator, right: Expression): Expression => {
    return { kind: "comparison", operator, left, right, type: INT, ...NO_RANGE };
  };
  let result: Expression = { kind: "convert", conversion: "value", operand: read, type, ...range };
  for (const stretch of stretches) {
    const left = compare(number(stretch.address), "<=", read);
    const right = compare(read, "<=", number(stretch.address + stretch.size));
    const condition: Expression = { kind: "logical", operator: "&&", left, right, type: INT, ...NO_RANGE };
    const then = inside(session, stretch, read, type);
    result = { kind: "conditional", condition, then, otherwise: result, type, ...range };
  }
  const body: Statement[] = [
    { kind: "declaration", objects: [held], ...range },
    { kind: "expression", expression: result, ...range },
  ];
  return { kind: "statement-expression", body: { kind: "compound", body, ...range }, type, ...range };
}

/** The start, moved by as much as the address lies behind it. */
function inside(session: Session, stretch: Stretch, address: Expression, type: CType): Expression {
  const range = { start: address.start, end: address.end };
  const unsigned = sizeType(session.model);
  const bytes = pointerTo(UNSIGNED_CHAR);
  const declaration = objectOf(session, stretch);
  const operand: Expression = { kind: "object", declaration, type: declaration.type, ...range };
  const start: Expression = { kind: "address-of", operand, type: pointerTo(declaration.type), ...range };
  const pointer: Expression = { kind: "convert", conversion: "value", operand: start, type: bytes, ...range };
  const first: Expression = { kind: "integer-constant", value: BigInt(stretch.address), type: unsigned, ...range };
  const index: Expression =
    address.kind === "integer-constant"
      ? { ...first, value: address.value - BigInt(stretch.address) }
      : { kind: "binary", operator: "-", left: address, right: first, type: unsigned, ...range };
  const sum: Expression = { kind: "pointer-add", operator: "+", pointer, index, scale: 1, type: bytes, ...range };
  return { kind: "convert", conversion: "value", operand: sum, type, ...range };
}

function objectOf(session: Session, { address, regions }: Stretch): ObjectDeclaration {
  const name = `region 0x${address.toString(16)}`;
  const known = session.linked.get(name);
  if (known?.kind === "object") return known;
  let align = 1;
  while (align < PAGE && address % (2 * align) === 0) align *= 2;
  const made: ObjectDeclaration = {
    kind: "object",
    name,
    type: bytesOf(session, regions),
    storage: "extern",
    function: undefined,
    initialiser: undefined,
    addressTaken: true,
    align,
    range: NO_RANGE,
    fixedAddress: address,
    defined: false,
  };
  session.linked.set(name, made);
  session.objects.push(made);
  return made;
}

/** Bytes, those of devices volatile; a structure of both where they lie side by side. */
function bytesOf(session: Session, regions: readonly FixedRegion[]): CType {
  const pieces: { holds: FixedRegion["holds"]; size: number }[] = [];
  for (const { holds, size } of regions) {
    const last = pieces.at(-1);
    if (last?.holds === holds) last.size += size;
    else pieces.push({ holds, size });
  }
  const members = pieces.map(({ holds, size }, i) => ({
    name: `${holds} ${i}`,
    type: arrayOf(holds === "registers" ? qualify(UNSIGNED_CHAR, { volatile: true }) : UNSIGNED_CHAR, size),
  }));
  if (members.length === 1) return (members[0] as { type: CType }).type;
  const body = session.newRecordBody();
  layOutRecord(body, "struct", members, {}, session.model);
  return { kind: "record", variant: "struct", tag: undefined, body };
}
