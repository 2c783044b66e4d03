/** A function applied to operands, and what functions say of operands they cannot take. */
import { type Position, SmtLibError } from "../lexer.ts";
import { type Scalar, type Sort, showSort, widthOfSort } from "./sorts.ts";
import type { BitTerm, Terms } from "./term.ts";

export interface Application {
  readonly name: string;
  /** Of `(_ name 7 0)`. */
  readonly indices: readonly number[];
  readonly operands: readonly BitTerm[];
  readonly position: Position;
  readonly terms: Terms;
}

export type BitOperator = (application: Application) => BitTerm;

export function wrong(message: string, { position }: Application): never {
  throw new SmtLibError(message, position);
}

/** The operands, as many as there should be. */
export function operandsOf(application: Application, least: number, most = least): readonly BitTerm[] {
  const { name, operands } = application;
  if (operands.length < least || operands.length > most)
    wrong(`wrong number of operands for ${name}: ${operands.length}`, application);
  return operands;
}

export function indicesOf(application: Application, count: number): readonly number[] {
  const { name, indices } = application;
  if (indices.length !== count) wrong(`${name} should have ${count} indices`, application);
  return indices;
}

export function requireSort(term: BitTerm, sort: Sort, application: Application): BitTerm {
  if (term.sort !== sort)
    wrong(`operands of ${application.name} should be ${showSort(sort)}, not ${showSort(term.sort)}`, application);
  return term;
}

export function requireKind(term: BitTerm, kind: Sort["kind"], application: Application): BitTerm {
  if (term.sort.kind !== kind)
    wrong(`operands of ${application.name} should be of sort ${kind}, not ${showSort(term.sort)}`, application);
  return term;
}

/** Operands that are of one sort of the kind. */
export function alike(
  kind: Sort["kind"],
  application: Application,
  least: number,
  most = least,
): readonly [BitTerm, ...BitTerm[]] {
  const operands = operandsOf(application, least, most) as readonly [BitTerm, ...BitTerm[]];
  requireKind(operands[0], kind, application);
  for (const operand of operands) requireSort(operand, operands[0].sort, application);
  return operands;
}

export function widthOf(term: BitTerm): number {
  return widthOfSort(term.sort as Scalar);
}
