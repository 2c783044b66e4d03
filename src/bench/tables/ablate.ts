/**
 * `hone table NAME --ablate`: a table's rows under a preset of ours, under the same without each of its extras
 * (engines/extras.ts), and without all of them; then a line an extra: what is no longer solved, and what the work of the others comes
 * to. Refinements and seconds are compared on the rows that are solved both with it and without.
 */
import { ALL_EXTRAS, withoutExtra } from "../../engines/extras.ts";
import { findPreset } from "../../engines/index.ts";
import { sound } from "./claims.ts";
import { type Cell, type Cells, type CellTable, countOf } from "./table.ts";

/** The table of the ablation, or what is wrong with the names of its presets. */
export function ablationOf(table: CellTable, presets: readonly string[] = table.ours): CellTable | string {
  const strange = presets.find((name) => findPreset(name)?.extras === undefined);
  if (strange !== undefined)
    return `--ablate: there is no engine "${strange}" with extras that can be switched off (see \`hone engines\`)`;
  const columns = presets.flatMap((name) => [name, ...ablatedNames(name)]).map((name) => ({ name, preset: name }));
  return {
    name: `${table.name}-ablation`,
    title: `Our extras one by one, on the rows of: ${table.title}`,
    ...{ rows: table.rows, columns, count: table.count, ours: presets },
    paper: () => undefined,
    notes: ["NAME~EXTRA is NAME without that extra, NAME~all without any."],
    claims: (cells) => [sound(cells)],
    summary: (cells) => presets.map((name) => `${ablationText(table, cells, name)}\n`).join(""),
  };
}

function ablatedNames(preset: string): readonly string[] {
  const extras = findPreset(preset)?.extras ?? [];
  return [...extras.map(({ name }) => name), ALL_EXTRAS].map((extra) => withoutExtra(preset, extra));
}

function ablationText(table: CellTable, cells: Cells, preset: string): string {
  const of = (column: string) => cells.all.filter((cell) => cell.column.name === column);
  const all = of(preset);
  if (all.length === 0) return "";
  const lines = [
    ["", "solved", "lost", "won", `${table.count.statistic} with`, "without", "CPU s with", "without"],
    [preset, `${solvedOf(all).length} of ${all.length}`, "", "", "", "", "", ""],
    ...ablatedNames(preset).map((name) => lineOf(table, name, all, of(name))),
  ];
  const widths = (lines[0] as string[]).map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)));
  const text = lines.map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
  return `${[...text, ...ablatedNames(preset).flatMap((name) => changesOf(name, all, of(name)))].join("\n")}\n`;
}

function lineOf({ count }: CellTable, name: string, base: readonly Cell[], without: readonly Cell[]): string[] {
  const { lost, won, both } = comparison(base, without);
  const sum = (of: (cell: Cell) => number, side: 0 | 1) => both.reduce((total, pair) => total + of(pair[side]), 0);
  const counted = (side: 0 | 1) => String(sum((cell) => countOf(cell, count.statistic) ?? 0, side));
  const seconds = (side: 0 | 1) => sum((cell) => cell.run.cpuSeconds, side).toFixed(1);
  const solved = `${solvedOf(without).length} of ${without.length}`;
  return [name, solved, `${lost.length}`, `${won.length}`, counted(0), counted(1), seconds(0), seconds(1)];
}

/** Which rows make the difference. */
function changesOf(name: string, base: readonly Cell[], without: readonly Cell[]): string[] {
  const { lost, won } = comparison(base, without);
  const parts = [
    ...(lost.length === 0 ? [] : [`loses ${lost.join(", ")}`]),
    ...(won.length === 0 ? [] : [`wins ${won.join(", ")}`]),
  ];
  return parts.length === 0 ? [] : [`${name} ${parts.join("; ")}`];
}

interface Comparison {
  /** Names of rows that only one of them solves. */
  readonly lost: readonly string[];
  readonly won: readonly string[];
  readonly both: readonly (readonly [Cell, Cell])[];
}

function comparison(base: readonly Cell[], without: readonly Cell[]): Comparison {
  const [before, after] = [solvedOf(base), solvedOf(without)];
  const only = (these: readonly Cell[], those: readonly Cell[]) =>
    these.filter(({ row }) => !those.some((cell) => cell.row === row)).map(({ row }) => row.name);
  const both = before.flatMap((cell) => {
    const other = after.find(({ row }) => row === cell.row);
    return other === undefined ? [] : [[cell, other] as const];
  });
  return { lost: only(before, after), won: only(after, before), both };
}

function solvedOf(cells: readonly Cell[]): readonly Cell[] {
  return cells.filter(({ run }) => run.outcome === "correct");
}
