/**
 * The examples of the path-focusing paper (Monniaux and Gonnord, SAS 2011, Listings 1, 2, 4 and 5): the invariants at the
 * loop, with the property off, by path focusing, by the classical analysis, by lookahead widening and guided static analysis; then the verdict with
 * the property on. Whether an invariant implies what the paper states is asked of hone itself, as a small program that
 * assumes the one and asserts the other.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listIn } from "../../tasks/result-file.ts";
import { keyOf } from "../runner.ts";
import { runCellTable } from "./run.ts";
import { absent, type CellTable, type Row, select, type Table, type TableOptions, type TableOutcome } from "./table.ts";

export const pathFocusing: Table = {
  name: "path-focusing",
  summary:
    "examples of the path-focusing paper: invariants by path focusing, classical analysis, lookahead widening, guided analysis",
  run: runPathFocusing,
};

interface Listing {
  readonly name: string;
  /** How the file's name begins. */
  readonly file: string;
  readonly settings: readonly string[];
  /** What the paper states of path focusing, as C; undefined where it is the verdict that counts. */
  readonly states: string | undefined;
  readonly declarations: string;
  /** The paper's words on both. */
  readonly paper: string;
  readonly classical: string;
}

const LISTINGS: readonly Listing[] = [
  {
    name: "sinc",
    file: "listing1",
    settings: ["--domain", "polyhedra", "--floats", "real"],
    states: undefined,
    declarations: "",
    paper: "no division by zero",
    classical: "alarm in any convex domain",
  },
  {
    name: "circular-buffer",
    file: "listing2",
    settings: ["--domain", "box"],
    states: "0 <= x && x <= 99",
    declarations: "int x;",
    paper: "0 <= x <= 99",
    classical: "x >= 0",
  },
  {
    name: "boustrophedon",
    file: "listing4",
    settings: ["--domain", "polyhedra"],
    states: "0 <= x && x <= 1000 && -1 <= d && d <= 1",
    declarations: "int x, d;",
    paper: "0 <= x <= 1000, -1 <= d <= 1",
    classical: "d <= 1, d + 1999 >= 2x (widening up-to)",
  },
  {
    name: "rate-limiter",
    file: "listing5",
    settings: ["--domain", "polyhedra", "--floats", "real"],
    states: "-1000 <= x_old && x_old <= 1000",
    declarations: "float x_old;",
    paper: "-1000 <= x_old <= 1000",
    classical: "not found",
  },
];

const COLUMNS = ["path-focusing", "path-focusing:classical", "path-focusing:lookahead", "path-focusing:guided"].map(
  (name) => ({ name }),
);

/** The listings with the property on. */
function propertyTable(folder: string): CellTable {
  const files = readdirSync(folder);
  return {
    name: "path-focusing",
    title: "listings of the path-focusing paper (Monniaux and Gonnord, SAS 2011), property on",
    rows: LISTINGS.flatMap(({ name, file, settings }): Row[] => {
      const found = files.find((one) => one.startsWith(file));
      return found === undefined ? [] : [{ name, arguments: [...settings, join(folder, found)], expected: "safe" }];
    }),
    columns: [],
    ours: ["path-focusing"],
    count: { statistic: "paths", heading: "paths" },
    paper: () => undefined,
    notes: [],
    claims: () => [],
  };
}

interface ListingCell {
  readonly listing: string;
  readonly column: string;
  /** The invariant, or the verdict. */
  readonly text: string;
  readonly implies: boolean;
}

async function runPathFocusing(options: TableOptions): Promise<TableOutcome> {
  const folder = join(options.root, "path-focusing", "listings");
  if (!existsSync(folder)) return absent(folder);
  if (options.mode === "ablation") return runCellTable(propertyTable(folder), options);
  const rows = select(LISTINGS, options.rows, "row");
  if (typeof rows === "string") return { kind: "problem", message: rows };
  const columns = select(COLUMNS, options.columns, "column");
  if (typeof columns === "string") return { kind: "problem", message: columns };
  const cells: ListingCell[] = [];
  const verdicts = new Map<string, string>();
  for (const listing of rows) {
    const found = readdirSync(folder).find((name) => name.startsWith(listing.file));
    if (found === undefined) return absent(join(folder, listing.file));
    const file = join(folder, found);
    for (const { name } of columns) {
      cells.push({ listing: listing.name, column: name, ...(await cellOf(options, listing, file, name)) });
      options.log(`${listing.name} [${name}]\n`);
    }
    verdicts.set(listing.name, await verdictOf(options, "path-focusing", listing.settings, file));
  }
  const claims = claimsOf(cells, verdicts);
  options.write(`${tableOf(rows, cells, verdicts)}${claims.map((one) => `${one.text}\n`).join("")}`);
  if (options.output !== undefined) writeFiles(options.output, cells, verdicts);
  return { kind: claims.some(({ holds }) => !holds) ? "failed" : "shown" };
}

async function cellOf(
  options: TableOptions,
  { settings, states, declarations }: Listing,
  file: string,
  preset: string,
): Promise<{ readonly text: string; readonly implies: boolean }> {
  if (states === undefined) {
    const verdict = await verdictOf(options, preset, settings, file);
    return { text: verdict === "safe" ? "no alarm" : "alarm", implies: verdict === "safe" };
  }
  const line = ["invariants", file, "--engine", preset, ...settings, "--format", "json"];
  const answer = (await answerOf(options, line)) as {
    readonly invariants?: readonly { readonly function: string; readonly expression: string }[];
  };
  const text = answer?.invariants?.find((one) => one.function === "main")?.expression ?? "true";
  return { text, implies: await follows(options, settings, declarations, text, states) };
}

async function follows(
  options: TableOptions,
  settings: readonly string[],
  declarations: string,
  from: string,
  to: string,
): Promise<boolean> {
  if (from === "true") return false;
  const folder = mkdtempSync(join(tmpdir(), "hone-table-"));
  const file = join(folder, "follows.c");
  writeFileSync(
    file,
    `extern void reach_error(void);\nint main(void) { ${declarations} if (${from}) if (!(${to})) reach_error(); return 0; }\n`,
  );
  const verdict = await verdictOf(options, "path-focusing", settings, file);
  rmSync(folder, { recursive: true });
  return verdict === "safe";
}

async function verdictOf(
  options: TableOptions,
  preset: string,
  settings: readonly string[],
  file: string,
): Promise<string> {
  const line = ["verify", file, "--engine", preset, ...settings, "--format", "json"];
  const answer = (await answerOf(options, line)) as { readonly verdict?: string } | undefined;
  return answer?.verdict ?? "unknown";
}

/** What `hone` says to the line as JSON, from the store where it has said so before. */
async function answerOf({ hone, timeoutSeconds, store }: TableOptions, words: readonly string[]): Promise<unknown> {
  const [command = "", ...leading] = hone;
  const line = [...words, "--timeout", `${timeoutSeconds}`];
  const key = keyOf(line);
  const kept = store?.recall(key);
  if (kept !== undefined) return kept;
  // The exit code tells the verdict; the text is what counts here.
  const text = await new Promise<string>((resolve) =>
    execFile(command, [...leading, ...line], { encoding: "utf8" }, (_, output) => resolve(output)),
  );
  const answer = parsed(text);
  if (answer !== undefined) store?.keep(key, answer);
  return answer;
}

function parsed(text: string): unknown {
  try {
    return listIn(JSON.parse(text))[0];
  } catch {
    return undefined;
  }
}

interface ListingClaim {
  readonly holds: boolean;
  readonly text: string;
}

function claimsOf(cells: readonly ListingCell[], verdicts: ReadonlyMap<string, string>): ListingClaim[] {
  const claim = (holds: boolean, text: string) => ({ holds, text: `${holds ? "PASS" : "FAIL"} ${text}` });
  const found = cells.map(({ listing, column, implies }) => {
    if (column === "path-focusing") return [claim(implies, `${listing}: found by path-focusing`)];
    return column === "path-focusing:classical" ? [claim(!implies, `${listing}: not found by ${column}`)] : [];
  });
  return [
    ...found.flat(),
    ...[...verdicts].map(([name, verdict]) => claim(verdict === "safe", `${name}: ${verdict} with the property on`)),
  ];
}

function tableOf(
  rows: readonly Listing[],
  cells: readonly ListingCell[],
  verdicts: ReadonlyMap<string, string>,
): string {
  const lines = ["Invariants at the loop, property off (Monniaux and Gonnord, SAS 2011)", ""];
  for (const { name, paper, classical, settings } of rows) {
    lines.push(`${name} (${settings.join(" ")})`);
    lines.push(`  paper: path focusing      ${paper}`, `  paper: classical          ${classical}`);
    for (const { column, text, implies } of cells.filter((cell) => cell.listing === name))
      lines.push(`  ${column.padEnd(26)}${text}${implies ? "" : "  (weaker than the paper's)"}`);
    lines.push(`  with the property on      ${verdicts.get(name)}`, "");
  }
  return `${lines.join("\n")}\n`;
}

function writeFiles(folder: string, cells: readonly ListingCell[], verdicts: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  const data = { version: 1, table: "path-focusing", cells, verdicts: Object.fromEntries(verdicts) };
  writeFileSync(join(folder, "path-focusing.json"), `${JSON.stringify(data, undefined, 1)}\n`);
}
