/**
 * Tables that the program never changes: what their elements lie between is known wherever one is read. A domain that knows nothing of
 * arrays learns that `digits[i]` is a character and no index of 200.
 *
 * Sound: all that such an array holds at these addresses was stored on the only way from the entry, before any other edge is taken. That way
 * may be gone again: of a cell that is stored twice both values count.
 */
import {
  and,
  eq,
  type Formula,
  integer,
  le,
  lt,
  not,
  or,
  remainder,
  subtract,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model.ts";
import { residue } from "../pointers/strides.ts";
import { withEdges } from "./with-edges.ts";

/** Elements at each address from the first to the last, by the stride. */
interface Table {
  readonly first: number;
  readonly last: number;
  readonly stride: number;
  readonly least: number;
  readonly most: number;
}

/** The same executions, with what is known of elements where they are read; undefined where there are no such tables. */
export function withConstantTables(model: Model, mostLocations: number): Model | undefined {
  const locations = new Set([model.entry]);
  for (const location of locations) {
    if (locations.size > mostLocations) return undefined;
    for (const { target } of model.edgesFrom(location)) locations.add(target);
  }
  const start = startOf(model);
  const tables = tablesIn(start);
  for (const location of locations)
    for (const edge of model.edgesFrom(location))
      if (!start.has(edge)) for (const op of edge.ops) if (op.kind !== "assume") tables.delete(op.target);
  if (tables.size === 0) return undefined;
  return withEdges(model, (location) =>
    model
      .edgesFrom(location)
      .map((edge) => (start.has(edge) ? edge : { ...edge, ops: edge.ops.flatMap((op) => withRange(op, tables)) })),
  );
}

/** The edges that every execution takes first. */
function startOf(model: Model): ReadonlySet<ModelEdge> {
  const start = new Set<ModelEdge>();
  for (let at: ModelLocation = model.entry; !at.cutPoint; ) {
    const [edge, other] = model.edgesFrom(at);
    if (edge === undefined || other !== undefined || start.has(edge)) break;
    start.add(edge);
    at = edge.target;
  }
  return start;
}

function tablesIn(start: ReadonlySet<ModelEdge>): Map<Variable, Table> {
  const stored = new Map<Variable, Map<number, number[]> | "other">();
  for (const { ops } of start)
    for (const op of ops) {
      if (op.kind === "assume" || op.target.type.kind !== "array") continue;
      const cells = stored.get(op.target) ?? new Map<number, number[]>();
      const cell = cells === "other" ? undefined : constantStore(op);
      if (cell === undefined || cells === "other") stored.set(op.target, "other");
      else stored.set(op.target, cells.set(cell.at, [...(cells.get(cell.at) ?? []), cell.value]));
    }
  const tables = new Map<Variable, Table>();
  for (const [array, cells] of stored) {
    const table = cells === "other" ? undefined : tableOf(cells);
    if (table !== undefined) tables.set(array, table);
  }
  return tables;
}

function constantStore(op: ModelOp): { readonly at: number; readonly value: number } | undefined {
  if (op.kind !== "assign" || op.value.kind !== "store") return undefined;
  const { array, index, value } = op.value;
  if (array.kind !== "variable" || array.variable !== op.target) return undefined;
  if (index.kind !== "integer" || value.kind !== "integer") return undefined;
  const [at, of] = [Number(index.value), Number(value.value)];
  return Number.isSafeInteger(at) && Number.isSafeInteger(of) ? { at, value: of } : undefined;
}

/** Undefined where there are gaps. */
function tableOf(cells: ReadonlyMap<number, readonly number[]>): Table | undefined {
  const addresses = [...cells.keys()].sort((a, b) => a - b);
  const [first, second] = addresses;
  if (first === undefined || second === undefined) return undefined;
  const stride = second - first;
  if (addresses.some((at, i) => at !== first + i * stride)) return undefined;
  const values = [...cells.values()].flat();
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { first, last: first + (addresses.length - 1) * stride, stride, least, most };
}

function withRange(op: ModelOp, tables: ReadonlyMap<Variable, Table>): readonly ModelOp[] {
  if (op.kind !== "assign" || op.value.kind !== "select" || op.value.array.kind !== "variable") return [op];
  const table = tables.get(op.value.array.variable);
  if (table === undefined || variablesOf(op.value).has(op.target)) return [op];
  const condition = rangeOf(variable(op.target), op.value.index, table);
  return [op, { kind: "assume", condition, origin: undefined }];
}

/** Outside of the table, and between its elements, anything may stand. */
function rangeOf(value: Term, at: Term, { first, last, stride, least, most }: Table): Formula {
  const outside = [lt(at, integer(first)), lt(integer(last), at)];
  const isElement = residueOf(at, stride) === residue(first, stride);
  const between = isElement ? [] : [not(eq(remainder(subtract(at, integer(first)), integer(stride)), integer(0)))];
  return or([...outside, ...between, and([le(integer(least), value), le(value, integer(most))])]);
}

/** What is left of the term divided by the modulus, where that is always the same. */
function residueOf(term: Term, modulus: number): number | undefined {
  if (modulus === 1) return 0;
  switch (term.kind) {
    case "integer": {
      const value = Number(term.value);
      return Number.isSafeInteger(value) ? residue(value, modulus) : undefined;
    }
    case "add":
    case "subtract": {
      const [left, right] = [residueOf(term.left, modulus), residueOf(term.right, modulus)];
      if (left === undefined || right === undefined) return undefined;
      return residue(term.kind === "add" ? left + right : left - right, modulus);
    }
    case "multiply":
      return residueOf(term.left, modulus) === 0 || residueOf(term.right, modulus) === 0 ? 0 : undefined;
    default:
      return undefined;
  }
}
