/**
 * Tables 1 and 2 of "Craig Interpretation" (Albarghouthi, Gurfinkel, Chechik, SAS 2012), without the columns of other
 * tools: totals over 93 programs of SV-COMP 2012 within 500 s each, and seconds on 21 safe ones. The paper says how many
 * refinements s3_srvr_2 took with boxes: 1 with VintaRef, 38 with UfoRef.
 */
import type { Figure } from "./table.ts";

/** The paper's name of each of our columns: its configuration, and ours beside it. */
export const PAPER_COLUMNS: ReadonlyMap<string, string> = new Map([
  ["vinta:paper", "vBox"],
  ["vinta", "vBox"],
  ["ufo:box:paper", "uBox"],
  ["ufo:box", "uBox"],
  ["vinta:boxes:paper", "vBoxes"],
  ["vinta:boxes", "vBoxes"],
  ["ufo:boxes", "uBoxes"],
  ["ufo:interp", "uInterp"],
]);

export interface Totals {
  readonly solved: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly safeSeconds: number;
  readonly unsafeSeconds: number;
}

export const PAPER_PROGRAMS = 93;

const totals = (safe: number, unsafe: number, safeSeconds: number, unsafeSeconds: number): Totals => ({
  solved: safe + unsafe,
  safe,
  unsafe,
  safeSeconds,
  unsafeSeconds,
});

export const PAPER_TOTALS: ReadonlyMap<string, Totals> = new Map([
  ["vBox", totals(20, 51, 539, 41)],
  ["uBox", totals(19, 49, 1162, 78)],
  ["vBoxes", totals(25, 42, 596, 1186)],
  ["uBoxes", totals(18, 42, 808, 1923)],
  ["uInterp", totals(20, 50, 1457, 78)],
]);

const TABLE_2 = `
program vBoxes uBoxes vBox uBox
s3_clnt_1 0.30 0.30 8.61 13.67
s3_clnt_2 0.3 0.30 8.79 13.45
s3_clnt_3 0.30 0.29 9.01 6.80
s3_clnt_4 0.30 0.30 9.55 8.52
s3_srvr_1a 0.15 - 1.08 -
s3_srvr_1b 0.02 0.02 - -
s3_srvr_1 0.00 0.00 0.00 0.00
s3_srvr_2 0.64 115.48 - 115.13
s3_srvr_3 0.75 123.57 69.70 123.61
s3_srvr_4 0.59 168.44 85.81 168.08
s3_srvr_6 473.15 319.00 74.87 359.39
s3_srvr_7 13.82 - - 274.12
s3_srvr_8 0.69 78.53 245.52 76.12
token_ring.01 0.94 - 4.05 -
token_ring.02 2.53 - 18.29 -
token_ring.03 6.06 - - -
token_ring.04 18.22 - - -
token_ring.05 76.29 - - -
token_ring.06 - - - -
token_ring.07 - - - -
token_ring.08 - - - -
`;

const [HEADER = [], ...LINES] = TABLE_2.trim()
  .split("\n")
  .map((line) => line.split(" "));

const REFINEMENTS: ReadonlyMap<string, number> = new Map([
  ["s3_srvr_2 vBoxes", 1],
  ["s3_srvr_2 uBoxes", 38],
]);

/** What the paper says of a safe program under one of its configurations; undefined where it says nothing. */
export function paperFigure(program: string, configuration: string): Figure | undefined {
  const cell = LINES.find(([name]) => name === program)?.[HEADER.indexOf(configuration)];
  if (cell === undefined) return undefined;
  if (cell === "-") return { kind: "unsolved", mark: "-" };
  return { kind: "solved", seconds: Number(cell), count: REFINEMENTS.get(`${program} ${configuration}`) };
}
