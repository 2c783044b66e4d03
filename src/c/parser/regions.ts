/**
 * Regions at fixed addresses (`FrontEndOptions.regions`): each is an object of that size at that address, defined nowhere. An integer that
 * becomes a pointer points into the region that has its address, or right behind it; what a pointer into one is as an integer the model
 * knows (`model/addresses`). So a conversion is the only way into a region.
 */
import { NO_RANGE } from "../../util/source.ts";
import type { ComparisonOperator, Expression, ObjectDeclaration, Statement } from "../ast.ts";
import { evaluateInteger } from "../constant.ts";
import type { FixedRegion } from "../options.ts";
import { arrayOf, INT, pointerTo, qualify, sizeType, UNSIGNED_CHAR } from "../type-operations.ts";
import type { CType } from "../types.ts";
import type { Session } from "./session.ts";

/** Where it begins says how its addresses are aligned: to no more than a page. */
const PAGE = 4096;

/** @param address the integer, as one of a pointer's width. Undefined where no region can have it. */
export function pointerIntoRegion(session: Session, address: Expression, type: CType): Expression | undefined {
  const { regions } = session;
  if (regions.length === 0) return undefined;
  const constant = evaluateInteger(address, session.model);
  if (constant !== undefined) {
    const region = regionAt(regions, Number(constant));
    return region && inside(session, region, { ...address, kind: "integer-constant", value: constant }, type);
  }
  return session.function === undefined ? undefined : whereItPoints(session, address, type);
}

/** All of them are there, whether the program looks for them or not. */
export function declareRegions(session: Session): void {
  for (const region of session.regions) objectOf(session, region);
}

/** The one that has the address; the one that ends there, if none has. */
function regionAt(regions: readonly FixedRegion[], at: number): FixedRegion | undefined {
  const own = regions.find(({ address, size }) => address <= at && at < address + size);
  return own ?? regions.find(({ address, size }) => at === address + size);
}

/** `({ uintptr_t t = address; A <= t && t < A + n ? region + (t - A) : ... : (T *)t; })` */
function whereItPoints(session: Session, value: Expression, type: CType): Expression {
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
  const choose = (condition: Expression, region: FixedRegion) => {
    const then = inside(session, region, read, type);
    result = { kind: "conditional", condition, then, otherwise: result, type, ...range };
  };
  for (const region of session.regions) choose(compare(read, "==", number(region.address + region.size)), region);
  for (const region of session.regions) {
    const left = compare(number(region.address), "<=", read);
    const right = compare(read, "<", number(region.address + region.size));
    choose({ kind: "logical", operator: "&&", left, right, type: INT, ...NO_RANGE }, region);
  }
  const body: Statement[] = [
    { kind: "declaration", objects: [held], ...range },
    { kind: "expression", expression: result, ...range },
  ];
  return { kind: "statement-expression", body: { kind: "compound", body, ...range }, type, ...range };
}

/** The region's start, moved by as much as the address lies behind it. */
function inside(session: Session, region: FixedRegion, address: Expression, type: CType): Expression {
  const range = { start: address.start, end: address.end };
  const unsigned = sizeType(session.model);
  const bytes = pointerTo(UNSIGNED_CHAR);
  const declaration = objectOf(session, region);
  const operand: Expression = { kind: "object", declaration, type: declaration.type, ...range };
  const start: Expression = { kind: "address-of", operand, type: pointerTo(declaration.type), ...range };
  const pointer: Expression = { kind: "convert", conversion: "value", operand: start, type: bytes, ...range };
  const first: Expression = { kind: "integer-constant", value: BigInt(region.address), type: unsigned, ...range };
  const index: Expression =
    address.kind === "integer-constant"
      ? { ...first, value: address.value - BigInt(region.address) }
      : { kind: "binary", operator: "-", left: address, right: first, type: unsigned, ...range };
  const sum: Expression = { kind: "pointer-add", operator: "+", pointer, index, scale: 1, type: bytes, ...range };
  return { kind: "convert", conversion: "value", operand: sum, type, ...range };
}

function objectOf(session: Session, { address, size, holds }: FixedRegion): ObjectDeclaration {
  const name = `region 0x${address.toString(16)}`;
  const known = session.linked.get(name);
  if (known?.kind === "object") return known;
  const array = arrayOf(holds === "registers" ? qualify(UNSIGNED_CHAR, { volatile: true }) : UNSIGNED_CHAR, size);
  let align = 1;
  while (align < PAGE && address % (2 * align) === 0) align *= 2;
  const made: ObjectDeclaration = {
    kind: "object",
    name,
    type: array,
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
