/** What the VINTA paper's evaluation claims, judged on our cells. */
import { atLeast, forAll, solved, sound } from "./claims.ts";
import { type Cell, type Cells, type Claim, countOf } from "./table.ts";
import { PAPER_PROGRAMS } from "./vinta-paper.ts";

// Of the paper's 93 programs vBox solves 71.
const SHARE_OF_VBOX = 71 / PAPER_PROGRAMS;
const SHARE_TOGETHER = 0.8;

type Entry = readonly [row: string, column: string];

export function vintaClaims(cells: Cells): readonly Claim[] {
  const programs = [...new Map(cells.all.map((cell) => [cell.row.name, cell.row])).values()];
  const safe = programs.filter((row) => row.expected === "safe").map((row) => row.name);
  const at = (names: readonly string[], column: string): Entry[] => names.map((name) => [name, column]);
  const servers = safe.filter((name) => /^s3_srvr_/.test(name) && !/^s3_srvr_6\b/.test(name));
  const rings = safe.filter((name) => /^token_ring\.0[1-4]\b/.test(name));
  const everything = programs.map((row) => row.name);
  const wanted = Math.ceil(SHARE_OF_VBOX * everything.length);
  return [
    sound(cells),
    together(cells, everything),
    atLeast(cells, at(everything, "vinta"), wanted, solved, "vinta solves the share of the paper's vBox (71 of 93)"),
    atLeast(cells, at(everything, "vinta:paper"), wanted, solved, "vinta:paper solves that share, too"),
    forAll(cells, at(servers, "vinta:boxes"), solved, "vinta:boxes proves the safe s3_srvr_* but 6"),
    forAll(cells, at(rings, "vinta:boxes"), solved, "vinta:boxes proves token_ring.01 to .04"),
    fewerRefinements(cells),
  ];
}

function together(cells: Cells, programs: readonly string[]): Claim {
  const columns = ["vinta", "vinta:boxes"];
  const both = programs.map((name) => columns.map((column) => cells.at(name, column)));
  const count = both.filter((pair) => pair.some((cell) => cell !== undefined && solved(cell))).length;
  const open = both.filter(
    (pair) => pair.some((cell) => cell === undefined) && !pair.some((cell) => cell !== undefined && solved(cell)),
  ).length;
  const wanted = Math.ceil(SHARE_TOGETHER * programs.length);
  const text = `vinta and vinta:boxes together solve ${count} of ${programs.length} (at least 80 %: ${wanted})`;
  return { kind: count >= wanted ? "pass" : count + open < wanted ? "fail" : "open", text };
}

/** The paper's example for the use of guided refinement: 1 refinement against 38. */
function fewerRefinements(cells: Cells): Claim {
  const [guided, unguided] = ["vinta:boxes:paper", "ufo:boxes"].map((column) => cells.at("s3_srvr_2.cil-1", column));
  const what = "s3_srvr_2 with boxes: VintaRef needs fewer refinements than UfoRef";
  if (guided === undefined || unguided === undefined) return { kind: "open", text: what };
  const [few, many] = [guided, unguided].map((cell: Cell) => countOf(cell, "refinements") ?? 0) as [number, number];
  // UfoRef may run out of time: then it had already made so many.
  const holds = solved(guided) && few < many;
  return {
    kind: holds ? "pass" : "fail",
    text: `${what}: ${few} against ${many}${solved(unguided) ? "" : " and more"}`,
  };
}
