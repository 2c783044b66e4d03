/**
 * Table 1 of "Automatically Refining Abstract Interpretations" (Gulavani, Chakraborty, Nori, Rajamani, TACAS 2008): for
 * each program the domain, and for each configuration seconds and refinements; `*` did not finish in 2000 s, `!` could
 * not make progress. The columns of other tools are left out. A primed program is the unprimed one with the invariants of
 * an initial widening pass added as assumptions; the paper gives figures of its own for these.
 */
import type { Figure } from "./table.ts";

const COLUMNS = ["dagger", "tree+join", "tree+itp", "dag+join", "dag+itp", "gr06"] as const;

export interface PaperRow {
  readonly name: string;
  readonly group: string;
  readonly domain: "octagon" | "polyhedra";
  readonly expected: "safe" | "unsafe";
  readonly figures: ReadonlyMap<string, Figure>;
}

const TEXT = `
# Sendmail
p1-ok octagon safe 4.64 9 1940 18408 11.2 16 131.5 412 5.76 9 * *
p2-ok octagon safe 0.27 4 35.8 3996 0.77 4 64.23 1332 0.39 4 * *
p3-ok octagon safe 0.15 0 18.4 1 18.3 1 0.15 0 0.14 0 * *
p1-bad octagon unsafe 3.31 11 2.81 33 8 17 3.53 19 21.7 38 12 33
p2-bad octagon unsafe 0.06 1 0.08 1 0.08 1 0.06 1 0.06 1 0.1 1
p3-bad octagon unsafe 4.91 49 1735 2402 252 203 30.85 64 101 53 * *
# STING
seesaw polyhedra safe 0.04 2 * * 0.05 2 * * 0.05 2 0.82 6
bkley polyhedra safe 0.04 1 0.04 0 0.04 0 0.05 1 0.04 1 0.10 2
bk-nat polyhedra safe 0.06 2 0.09 2 0.06 1 0.11 4 0.07 2 0.43 3
hsort polyhedra safe 0.14 3 * * 0.16 3 * * 0.14 3 0.72 3
efm polyhedra safe 0.09 1 0.09 1 0.09 1 0.08 1 0.09 1 0.06 0
lifo polyhedra safe 0.31 2 0.57 2 0.55 2 0.38 3 0.32 2 3.3 6
lifnat polyhedra safe 0.49 3 * * 1.46 5 * * 0.48 3 29.55 12
cars polyhedra safe 19.5 8 * * 17.6 8 * * 19.5 8 * *
barbr polyhedra safe 3.46 8 * * 4.80 7 * * 3.44 8 10.5 6
swim polyhedra safe 0.60 2 2.46 13 0.60 2 1.49 9 0.60 2 11.1 6
swim1 polyhedra safe 0.72 3 2.57 13 0.79 3 1.54 9 0.72 3 11.2 6
hsort1 polyhedra safe 0.07 1 * * 0.08 1 * * 0.15 1 * *
barbr1 polyhedra safe 0.63 2 * * 1.15 2 * * 0.62 2 * *
lifnat1 polyhedra safe 0.59 6 * * 8.71 23 * * 0.74 5 * *
# Miscellaneous
f1a polyhedra safe 0.01 0 0.01 0 0.01 0 0.01 0 0.01 0 0.01 0
ex1 polyhedra safe 0.04 1 * * 0.06 1 * * 0.04 1 * *
f2 polyhedra safe 0.07 1 * * 0.06 1 * * 0.07 1 0.42 2
ex2 polyhedra safe 0.03 0 5.4 0 5.4 0 0.03 0 0.03 0 5.4 0
JM06 octagon safe 0.02 0 0.02 0 0.02 0 0.02 0 0.02 0 0.02 0
# Strengthened with loop invariants of an initial widening pass
p1-ok' octagon safe 4.64 9 1948 18413 8.2 13 121 411 4.76 9 * *
p2-ok' octagon safe 0.27 4 35.8 3996 0.77 4 64.23 1332 0.39 4 * *
JM06' octagon safe 0.02 0 0.02 0 0.02 0 0.02 0 0.02 0 0.02 0
barbr' polyhedra safe 3.46 8 * * 4.80 7 * * 3.44 8 10.5 6
barbr1' polyhedra safe 0.63 2 * * 1.15 2 * * 0.62 2 * *
lifnat1' polyhedra safe 0.59 6 * * 6.71 10 * * 0.74 5 * *
`;

/** Which column of the paper a column of ours stands beside: its DAGGER has two, the paper's configuration and ours. */
export function paperColumn(column: string): string {
  return column === "dagger:paper" ? "dagger" : column;
}

export const PAPER_ROWS: readonly PaperRow[] = parse(TEXT);

function parse(text: string): PaperRow[] {
  const rows: PaperRow[] = [];
  let group = "";
  for (const line of text.trim().split("\n")) {
    if (line.startsWith("# ")) {
      group = line.slice(2);
      continue;
    }
    const [name, domain, expected, ...cells] = line.split(" ");
    const figures = COLUMNS.map(
      (column, at) => [column, figure(cells[2 * at] ?? "", cells[2 * at + 1] ?? "")] as const,
    );
    rows.push({
      name: name as string,
      group,
      domain: domain as PaperRow["domain"],
      expected: expected as PaperRow["expected"],
      figures: new Map(figures),
    });
  }
  return rows;
}

function figure(seconds: string, count: string): Figure {
  if (!/^\d/.test(seconds)) return { kind: "unsolved", mark: seconds };
  return { kind: "solved", seconds: Number(seconds), count: Number(count) };
}
