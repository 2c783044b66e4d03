/** What the DAGGER paper's Table 1 and its discussion claim, judged on our cells. */
import { atLeast, forAll, solved, sound } from "./claims.ts";
import { PAPER_ROWS, type PaperRow } from "./dagger-paper.ts";
import { type Cell, type Cells, type Claim, countOf } from "./table.ts";

// Of the 22 safe programs; where we need more, another choice among equally good interpolants may be all there is to it.
const NO_MORE_REFINEMENTS = 17;
// As many under the paper's own configuration: nothing of ours may make up for a difference there.
const NO_MORE_AS_PRINTED = 18;
// What the table allows each program, whatever the limit of the run.
const SECONDS = 20;

const isPrimed = (row: PaperRow): boolean => row.name.endsWith("'");

/** Columns that were not run at all are not spoken of. */
export function daggerClaims(cells: Cells): readonly Claim[] {
  const at = (column: string, rows: readonly PaperRow[]) => rows.map((row) => [row.name, column] as const);
  const solvedInPaper = (column: string) => PAPER_ROWS.filter((row) => row.figures.get(column)?.kind === "solved");
  const safe = PAPER_ROWS.filter((row) => row.expected === "safe" && !isPrimed(row));
  const inTime = (cell: Cell): boolean => solved(cell) && cell.run.wallSeconds <= SECONDS;
  const wasRun = (column: string) => cells.all.some((cell) => cell.column.name === column);
  const claims = [sound(cells)];
  if (wasRun("dagger"))
    claims.push(
      forAll(cells, at("dagger", solvedInPaper("dagger")), inTime, `dagger: the paper's verdict within ${SECONDS} s`),
      atLeast(
        cells,
        at("dagger", safe),
        NO_MORE_REFINEMENTS,
        noMoreRefinements,
        "dagger: no more refinements than in the paper, safe programs",
      ),
    );
  if (wasRun("dagger:paper"))
    claims.push(
      forAll(cells, at("dagger:paper", safe), solved, "dagger:paper: solves the paper's own programs"),
      atLeast(
        cells,
        at("dagger:paper", safe),
        NO_MORE_AS_PRINTED,
        noMoreRefinements,
        "dagger:paper: no more refinements than in the paper",
      ),
    );
  for (const column of ["tree+itp", "dag+itp", "gr06"].filter(wasRun))
    claims.push(
      forAll(cells, at(column, solvedInPaper(column)), solved, `${column}: solves what it solves in the paper`),
    );
  if (wasRun("gr06")) {
    const failedInPaper = PAPER_ROWS.filter((row) => row.figures.get("gr06")?.kind === "unsolved" && !isPrimed(row));
    claims.push(
      forAll(
        cells,
        at("gr06", failedInPaper),
        (cell) => !solved(cell),
        "gr06: solves none of those it fails on in the paper",
      ),
    );
  }
  return claims;
}

function noMoreRefinements(cell: Cell): boolean {
  const count = countOf(cell, "refinements");
  if (!solved(cell) || cell.paper?.kind !== "solved") return false;
  return count !== undefined && count <= (cell.paper.count ?? 0);
}
