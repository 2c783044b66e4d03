/**
 * npm run bench:domains -- [--only octagon|polyhedra] [--native doubles|all|none]
 * Runs the numeric domains on the reproducible workload, beside PPL where g++ and libppl-dev are installed (by default on
 * doubles only; `all` includes PPL's exact rationals, which take minutes). Prints medians in microseconds and growth,
 * then a line for each figure that should hold: PASS or FAIL with the numbers. Other libraries' times are their
 * published medians, scaled by how fast PPL is on this machine.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BLOCKS_CHECKSUM, OCTAGON_BASELINES, POLYHEDRA_BASELINES } from "./bench/baselines.ts";
import { benchOctagons } from "./bench/octagon.ts";
import { benchPolyhedra } from "./bench/polyhedra.ts";
import type { BenchRow } from "./bench/workload.ts";

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

const only = option("only");
const native = option("native") ?? "doubles";

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// --- Native programs ----------------------------------------------------------------------------------------------

/** Compiles and runs a program of scripts/bench/native; undefined where that is not possible. */
function runNative(source: string, ...parameters: string[]): string[][] | undefined {
  if (native === "none") return undefined;
  const folder = mkdtempSync(join(tmpdir(), "hone-bench-"));
  try {
    const program = join(folder, "program");
    // The bundle runs from node_modules/.cache, so the source is found from the working directory.
    const file = fileURLToPath(new URL(`file://${process.cwd()}/scripts/bench/native/${source}`));
    execFileSync("g++", ["-O2", file, "-o", program, "-lppl", "-lgmpxx", "-lgmp"], { stdio: "ignore" });
    const output = execFileSync(program, parameters, { encoding: "utf8" });
    return output
      .trim()
      .split("\n")
      .map((line) => line.split("\t"));
  } catch {
    print(`(no native figures: ${source} could not be compiled or run; libppl-dev and g++ are needed)`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function nativeOctagons(): BenchRow[] {
  const rows = new Map<string, { medians: Map<string, number>; row: BenchRow }>();
  for (const [library, kind, n, operation, time, checksum] of runNative(
    "octagon-ppl.cc",
    ...(native === "all" ? [] : ["doubles"]),
  ) ?? []) {
    const size = kind === "blocks" ? `${Number(n) / 5} x 5` : n!;
    const key = `${library} ${size}`;
    let found = rows.get(key);
    if (found === undefined) {
      const medians = new Map<string, number>();
      found = { medians, row: { library: library!, domain: "oct", size, medians, checksum: Number(checksum) } };
      rows.set(key, found);
    }
    found.medians.set(operation!, Number(time));
  }
  return [...rows.values()].map(({ row }) => row);
}

const POLYHEDRA_COLUMNS = ["build", "join", "widen", "assign", "meet1", "project", "leq"];

function nativePolyhedra(): BenchRow[] {
  return (runNative("ppl.cc", "4", "8", "12", "16") ?? []).map(([library, , n, ...rest]) => {
    const medians = new Map(
      POLYHEDRA_COLUMNS.flatMap((name, i) => (rest[i] === "-" ? [] : [[name, Number(rest[i])] as const])),
    );
    const size = Number(n) > 16 ? `${Number(n) / 5} x 5` : n!;
    return { library: library!, domain: "poly", size, medians, checksum: Number(rest[POLYHEDRA_COLUMNS.length]) };
  });
}

// --- Tables and figures -------------------------------------------------------------------------------------------

function printTable(title: string, operations: readonly string[], rows: readonly BenchRow[]): void {
  print(`\n${title}: medians in microseconds`);
  print(
    [
      "library".padEnd(18),
      "size".padStart(7),
      ...operations.map((name) => name.padStart(10)),
      "checksum".padStart(13),
    ].join(" "),
  );
  for (const { library, size, medians, checksum } of rows)
    print(
      [
        library.padEnd(18),
        size.padStart(7),
        ...operations.map((name) => (medians.get(name)?.toFixed(2) ?? "-").padStart(10)),
        checksum.toFixed(1).padStart(13),
      ].join(" "),
    );
}

/** How an operation's time grows with the number of variables: the exponent between neighbouring sizes. */
function printGrowth(operation: string, rows: readonly BenchRow[]): void {
  const points = rows.flatMap(({ size, medians }) =>
    size.includes("x") ? [] : [[Number(size), medians.get(operation)!] as const],
  );
  const exponents = points.slice(1).map(([n, time], i) => {
    const [before, earlier] = points[i]!;
    return `${before}->${n}: n^${(Math.log(time / earlier) / Math.log(n / before)).toFixed(1)}`;
  });
  print(`growth of ${operation}: ${exponents.join(", ")}`);
}

let failures = 0;

function figure(holds: boolean | undefined, what: string, numbers: string): void {
  if (holds === false) failures += 1;
  print(`${holds === undefined ? "----" : holds ? "PASS" : "FAIL"}  ${what}: ${numbers}`);
}

function timeOf(rows: readonly BenchRow[], library: string, size: string, operation: string): number | undefined {
  return rows.find((row) => row.library === library && row.size === size)?.medians.get(operation);
}

/** At most `factor` times the other's time; unknown where that was not measured. */
function within(ours: number | undefined, theirs: number | undefined, factor: number, what: string): void {
  if (ours === undefined || theirs === undefined) figure(undefined, what, "not measured");
  else
    figure(
      ours <= factor * theirs,
      what,
      `${ours.toFixed(1)} us against ${theirs.toFixed(1)} us, ratio ${(ours / theirs).toFixed(2)}`,
    );
}

function octagonFigures(ours: readonly BenchRow[], ppl: readonly BenchRow[]): void {
  const baseline = (library: string, size: number) =>
    OCTAGON_BASELINES.find((row) => row.library === library && row.size === size);
  /** A published median, in this machine's time. */
  const scaled = (library: string, size: number, operation: "closure" | "join" | "widen" | "assign" | "meet1") => {
    const published = baseline(library, size)?.times[operation];
    const here = timeOf(ppl, "ppl-octD", `${size}`, "closure");
    const there = baseline("ppl-octD", size)?.times.closure;
    if (published === undefined) return undefined;
    return here === undefined || there === undefined ? published : (published * here) / there;
  };
  for (const { library, size, checksum } of ours) {
    const reference = library === "hone" ? "ppl-octD" : "crab-split_oct";
    const expected = size.includes("x")
      ? BLOCKS_CHECKSUM
      : (baseline(reference, Number(size))?.checksum ?? ppl.find((row) => row.size === size)?.checksum);
    figure(
      expected === undefined ? undefined : checksum === expected,
      `${library} octagons, ${size} variables, bounds as ${reference}`,
      `${checksum} against ${expected ?? "none"}`,
    );
  }
  const at80 = (operation: string) => timeOf(ours, "hone", "80", operation);
  const pplAt80 = (operation: "closure" | "join" | "widen" | "assign" | "meet1") =>
    timeOf(ppl, "ppl-octD", "80", operation) ?? scaled("ppl-octD", 80, operation);
  within(at80("closure"), scaled("apron-octD", 80, "closure"), 1, "closure at 80 variables ahead of APRON's doubles");
  within(at80("closure"), pplAt80("closure"), 3, "closure at 80 variables within 3x of PPL's doubles");
  for (const operation of ["join", "widen"] as const)
    within(at80(operation), pplAt80(operation), 4, `${operation} at 80 variables within 4x of PPL's doubles`);
  for (const operation of ["meet1", "assign"] as const) {
    within(
      at80(operation),
      scaled("apron-octD", 80, operation),
      1,
      `${operation} at 80 variables ahead of APRON's doubles`,
    );
    within(at80(operation), pplAt80(operation), 1, `${operation} at 80 variables ahead of PPL's doubles`);
  }
  for (const library of ["apron-octMPQ", "ppl-octMPQ"])
    for (const size of [10, 20, 40, 80])
      for (const operation of ["closure", "join", "widen", "assign", "meet1"] as const)
        within(
          timeOf(ours, "hone", `${size}`, operation),
          timeOf(ppl, library, `${size}`, operation) ?? scaled(library, size, operation),
          0.1,
          `${operation} at ${size} variables 10x ahead of ${library}`,
        );
  for (const operation of ["closure", "join", "widen", "assign", "meet1"])
    within(
      timeOf(ours, "hone", "40 x 5", operation),
      timeOf(ppl, "ppl-octD", "40 x 5", operation),
      1,
      `${operation} of 40 independent groups of 5 ahead of PPL's doubles`,
    );
}

function polyhedraFigures(ours: readonly BenchRow[], ppl: readonly BenchRow[]): void {
  for (const { size, checksum } of ours) {
    const expected =
      POLYHEDRA_BASELINES.find((row) => row.size === size && row.library === "ppl-C_Polyhedron")?.checksum ??
      ppl.find((row) => row.size === size)?.checksum;
    figure(
      expected === undefined ? undefined : Math.abs(checksum - expected) <= 0.1,
      `polyhedra, ${size} variables, bounds as PPL`,
      `${checksum.toFixed(1)} against ${expected ?? "none"}`,
    );
  }
  const here = timeOf(ppl, "ppl-C_Polyhedron", "12", "join");
  for (const operation of ["join", "project"] as const) {
    const time = timeOf(ours, "hone", "12", operation);
    within(time, timeOf(ppl, "ppl-C_Polyhedron", "12", operation), 3, `${operation} at 12 variables within 3x of PPL`);
    const [published, there] = ["apron-polkaMPQ", "ppl-C_Polyhedron"].map((library) =>
      POLYHEDRA_BASELINES.find((row) => row.size === "12" && row.library === library),
    );
    const scale = here === undefined ? 1 : here / there!.join;
    within(time, published![operation] * scale, 1, `${operation} at 12 variables ahead of NewPolka`);
  }
  for (const operation of ["build", "join", "meet1", "project"])
    within(
      timeOf(ours, "hone", "40 x 5", operation),
      timeOf(ppl, "ppl-C_Polyhedron", "40 x 5", operation),
      1,
      `${operation} of 40 independent groups of 5 ahead of PPL`,
    );
}

if (only !== "polyhedra") {
  const ours = benchOctagons();
  const ppl = nativeOctagons();
  printTable("octagons", ["closure", "join", "widen", "assign", "meet1", "leq"], [...ours, ...ppl]);
  for (const operation of ["closure", "join", "assign", "meet1"])
    printGrowth(
      operation,
      ours.filter((row) => row.library === "hone"),
    );
  print("");
  octagonFigures(ours, ppl);
}
if (only !== "octagon") {
  const ours = benchPolyhedra();
  const ppl = nativePolyhedra();
  printTable("polyhedra", ["build", "join", "meet1", "project", "leq"], [...ours, ...ppl]);
  for (const operation of ["build", "join", "project"]) printGrowth(operation, ours);
  print("");
  polyhedraFigures(ours, ppl);
}
print(failures === 0 ? "\nall figures hold" : `\n${failures} figures do not hold`);
