/** Judging a paper's claims on the cells that were run: a claim about cells that were left out stays open. */
import { isSolved } from "../task.ts";
import type { Cell, Cells, Claim } from "./table.ts";

/** The claim that a condition holds for all of these cells; the ones for which it does not are named. */
export function forAll(
  cells: Cells,
  wanted: readonly (readonly [row: string, column: string])[],
  holds: (cell: Cell) => boolean,
  text: string,
): Claim {
  return atLeast(cells, wanted, wanted.length, holds, text);
}

/** The claim that a condition holds for at least so many of these cells. */
export function atLeast(
  cells: Cells,
  wanted: readonly (readonly [row: string, column: string])[],
  least: number,
  holds: (cell: Cell) => boolean,
  text: string,
): Claim {
  const found = wanted.map(([row, column]) => cells.at(row, column)).filter((cell) => cell !== undefined);
  const failing = found.filter((cell) => !holds(cell));
  const missing = wanted.length - found.length;
  const good = found.length - failing.length;
  const names = failing.map((cell) => nameOf(cell, wanted));
  const but = names.length === 0 ? "" : `; not ${names.join(", ")}`;
  const kind = good >= least ? "pass" : good + missing < least ? "fail" : "open";
  const asked = missing === 0 ? `${good} of ${wanted.length}` : `${good} of ${found.length} that were run`;
  return { kind, text: `${text}: ${asked}${least === wanted.length ? "" : ` (at least ${least})`}${but}` };
}

function nameOf(cell: Cell, wanted: readonly (readonly [string, string])[]): string {
  const several = new Set(wanted.map(([, column]) => column)).size > 1;
  return several ? `${cell.row.name} [${cell.column.name}]` : cell.row.name;
}

/** No cell may contradict what is expected, and none may crash. */
export function sound(cells: Cells): Claim {
  const bad = cells.all.filter((cell) => cell.run.outcome === "wrong" || cell.run.outcome === "crashed");
  const names = bad.map((cell) => `${cell.row.name} [${cell.column.name}] ${cell.run.outcome}`);
  const text = `of ${cells.all.length} runs none wrong, none crashed`;
  return bad.length === 0 ? { kind: "pass", text } : { kind: "fail", text: `${text}: ${names.join(", ")}` };
}

export function solved(cell: Cell): boolean {
  return isSolved(cell.run);
}
