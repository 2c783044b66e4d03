/**
 * npm run bench:bits -- --table FILE.tsv --root DIR [--only TEXT] [--seconds 60] [--sat own-sat|cadical|hand-over|proved] [--yardstick minisat]
 * Programs at fixed unwindings (scripts/bits/unwinding.ts says what that means here), each in a process of its own: reading,
 * model, circuits and clauses, then one question to the SAT solver. Beside it what the table says of CBMC on the same program
 * and unwinding. The table has a line of names: program, unwind, variables, clauses, result, cbmc_cpu_s, minisat_cpu_s.
 *
 * Where a native minisat is installed, it answers the table's yardstick: it runs on our formulas, and shows how fast the
 * machine is at SAT beside our kernel. Times are processor time, garbage collection and compilation included.
 *
 * PASS: ours takes at most twice CBMC's time in total, and has at most as many variables and clauses in total.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FALSE, TRUE } from "../src/smt/bits/circuit.ts";
import { BitsSession } from "../src/smt/bits/session.ts";
import { loadCadical } from "../src/smt/sat/cadical.ts";
import { handingOver } from "../src/smt/sat/hand-over.ts";
import type { SatFactory, SatSolver } from "../src/smt/sat/sat.ts";
import { provedSat, wasmSat } from "../src/smt/sat/wasm-solver.ts";
import { Budget, BudgetExceeded } from "../src/util/budget.ts";
import { modelOfFile, unwound } from "./bits/unwinding.ts";

interface Measured {
  readonly blocks: number;
  readonly gates: number;
  readonly variables: number;
  readonly clauses: number;
  readonly conflicts: number;
  readonly buildSeconds: number;
  readonly satSeconds: number;
  readonly totalSeconds: number;
  readonly megabytes: number;
  readonly answer: string;
  /** Whether the model gave up precision somewhere: then `sat` is less than it says. */
  readonly exact: boolean;
}

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    table: { type: "string" },
    root: { type: "string", default: process.env["HONE_BENCHMARKS"] ?? "" },
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "60" },
    sat: { type: "string", default: "own-sat" },
    yardstick: { type: "string", default: "minisat" },
    /** Of the processes that measure one program: what they are asked, and where the formula goes. */
    child: { type: "boolean", default: false },
    dimacs: { type: "string" },
  },
});

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

// --- One program, in a process of its own -------------------------------------------------------------------------------

/** Keeps what the solver is told, to write it down. */
function recording(factory: SatFactory, clauses: number[][]): SatFactory {
  const create = (): SatSolver => {
    const solver = factory.create();
    const addClause = solver.addClause.bind(solver);
    solver.addClause = (literals) => {
      clauses.push([...literals]);
      addClause(literals);
    };
    return solver;
  };
  return { name: factory.name, create };
}

function dimacs(variables: number, clauses: readonly (readonly number[])[]): string {
  const signed = (literal: number) => ((literal & 1) === 0 ? (literal >> 1) + 1 : -(literal >> 1) - 1);
  const lines = clauses.map((clause) => [...clause.map(signed), 0].join(" "));
  return [`p cnf ${variables} ${clauses.length}`, ...lines, ""].join("\n");
}

async function kernelNamed(name: string): Promise<SatFactory> {
  if (name === "proved") return provedSat;
  if (name === "cadical") return loadCadical();
  return name === "hand-over" ? handingOver(wasmSat, await loadCadical()) : wasmSat;
}

async function measure(file: string, rounds: number): Promise<Measured> {
  const seconds = Number(given.seconds);
  const budget = new Budget(() => (cpuSeconds() > seconds ? "time limit" : undefined));
  const tick = (work: number) => budget.tick(work);
  const output = given.dimacs;
  const kept: number[][] = [];
  const kernel = await kernelNamed(given.sat);
  const session = new BitsSession({ tick }, output === undefined ? kernel : recording(kernel, kept));
  const start = cpuSeconds();
  const model = modelOfFile(file);
  let blocks = 0;
  let built = start;
  let answer: string;
  try {
    const { goal, blocks: all } = unwound(model, session, rounds, tick);
    blocks = all;
    const assumed = goal <= TRUE ? [] : [session.literalOf(goal)];
    for (const literal of assumed) session.sat.addClause([literal]);
    built = cpuSeconds();
    answer = goal === FALSE ? "unsat" : session.search([], Number.POSITIVE_INFINITY);
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    answer = built === start ? "build over" : "over";
  }
  const end = cpuSeconds();
  if (built === start) built = end;
  const { gates, variables, clauses } = session.size;
  if (output !== undefined) writeFileSync(output, dimacs(variables, kept));
  return {
    blocks,
    gates,
    variables,
    clauses,
    conflicts: session.sat.statistics.conflicts,
    buildSeconds: built - start,
    satSeconds: end - built,
    totalSeconds: end,
    megabytes: process.resourceUsage().maxRSS / 1024,
    answer,
    exact: model.overApproximations.length === 0,
  };
}

// --- All of them ----------------------------------------------------------------------------------------------------------

interface Row {
  readonly program: string;
  readonly unwind: number;
  readonly variables: number;
  readonly clauses: number;
  readonly result: string;
  readonly cbmc: number;
  readonly minisat: string;
}

function rowsOf(table: string): Row[] {
  const [head, ...lines] = readFileSync(table, "utf8").trim().split("\n");
  const names = head?.split("\t") ?? [];
  return lines.map((line) => {
    const cells = line.split("\t");
    const cell = (name: string) => cells[names.indexOf(name)] ?? "";
    const [unwind, variables, clauses] = ["unwind", "variables", "clauses"].map((name) => Number(cell(name)));
    return {
      program: cell("program"),
      unwind: unwind as number,
      variables: variables as number,
      clauses: clauses as number,
      result: cell("result"),
      cbmc: Number(cell("cbmc_cpu_s")),
      minisat: cell("minisat_cpu_s"),
    };
  });
}

/** Processor time of minisat on a formula; undefined where it is not installed. */
function minisatSeconds(formula: string, most: number): string | undefined {
  const { stdout, error } = spawnSync(given.yardstick, [`-cpu-lim=${most}`, formula], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (error !== undefined) return undefined;
  const time = /CPU time\s*:\s*([\d.]+)/.exec(stdout)?.[1];
  return time === undefined || /INDETERMINATE|interrupted/i.test(stdout) ? `over ${most}` : time;
}

function ours(file: string, unwind: number, formula: string | undefined): Measured {
  const child = ["--child", file, String(unwind), "--seconds", given.seconds, "--sat", given.sat];
  if (formula !== undefined) child.push("--dimacs", formula);
  const flags = process.env["HONE_NODE_FLAGS"]?.split(" ") ?? [];
  const text = execFileSync(process.execPath, [...flags, process.argv[1] as string, ...child], { encoding: "utf8" });
  return JSON.parse(text.slice(text.lastIndexOf("\n{") + 1)) as Measured;
}

function run(): void {
  const { table, root, only } = given;
  if (table === undefined || !existsSync(table) || !existsSync(root)) {
    console.log(
      "bench:bits skipped: give CBMC's figures by --table FILE.tsv, the programs by --root DIR or HONE_BENCHMARKS (docs/tables.md)",
    );
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "hone-bits-"));
  const yardstick = spawnSync(given.yardstick, ["--help"]).error === undefined;
  const sums = {
    ours: 0,
    sat: 0,
    minisat: 0,
    comparable: 0,
    cbmc: 0,
    variables: 0,
    clauses: 0,
    theirVariables: 0,
    theirClauses: 0,
  };
  let disagreements = 0;
  let over = 0;
  let imprecise = 0;
  console.log(
    [
      "program".padEnd(46),
      "N",
      "blocks",
      "vars",
      "CBMC",
      "clauses",
      "CBMC",
      "build",
      "SAT",
      "all",
      "CBMC",
      "minisat",
      "conflicts",
      "MB",
      "answer",
    ]
      .map((text, i) => (i === 0 ? text : text.padStart(9)))
      .join(""),
  );
  for (const row of rowsOf(table)) {
    if (!row.program.includes(only)) continue;
    const formula = join(folder, "formula.cnf");
    const measured = ours(join(root, row.program), row.unwind, undefined);
    let minisat: string | undefined;
    if (yardstick && !measured.answer.includes("over")) {
      ours(join(root, row.program), row.unwind, formula);
      minisat = minisatSeconds(formula, 60);
      if (minisat !== undefined && !minisat.startsWith("over")) {
        sums.minisat += Number(minisat);
        sums.comparable += measured.satSeconds;
      }
    }
    const same = measured.answer === row.result;
    if (measured.answer.includes("over")) over += 1;
    else if (!same && measured.answer === "sat" && !measured.exact) imprecise += 1;
    else if (!same) disagreements += 1;
    sums.ours += measured.totalSeconds;
    sums.sat += measured.satSeconds;
    sums.cbmc += row.cbmc;
    sums.variables += measured.variables;
    sums.clauses += measured.clauses;
    sums.theirVariables += row.variables;
    sums.theirClauses += row.clauses;
    const cells = [
      String(row.unwind),
      String(measured.blocks),
      String(measured.variables),
      String(row.variables),
      String(measured.clauses),
      String(row.clauses),
      measured.buildSeconds.toFixed(2),
      measured.satSeconds.toFixed(2),
      measured.totalSeconds.toFixed(2),
      row.cbmc.toFixed(2),
      minisat ?? "-",
      String(measured.conflicts),
      measured.megabytes.toFixed(0),
      same ? measured.answer : `${measured.answer} (${row.result})`,
    ];
    console.log(
      row.program.replace(/^.*\//, "").padEnd(46).slice(0, 46) + cells.map((cell) => cell.padStart(9)).join(""),
    );
  }
  rmSync(folder, { recursive: true, force: true });
  const checks: readonly (readonly [boolean, string])[] = [
    [
      disagreements === 0,
      `${disagreements} answers differ from CBMC's, ${imprecise} more where the model is not exact, ${over} did not finish`,
    ],
    [
      sums.ours <= 2 * sums.cbmc && over === 0,
      `${sums.ours.toFixed(1)} s of processor time, CBMC ${sums.cbmc.toFixed(1)} s: ${(sums.ours / sums.cbmc).toFixed(2)} times (at most 2)`,
    ],
    [sums.variables <= sums.theirVariables, `${sums.variables} variables, CBMC ${sums.theirVariables}`],
    [sums.clauses <= sums.theirClauses, `${sums.clauses} clauses, CBMC ${sums.theirClauses}`],
  ];
  if (sums.minisat > 0)
    console.log(
      `minisat on the same formulas: ${sums.minisat.toFixed(1)} s, ours ${sums.comparable.toFixed(1)} s (where minisat finished)`,
    );
  for (const [good, text] of checks) console.log(`${good ? "PASS" : "FAIL"}  ${text}`);
  process.exitCode = checks.every(([good]) => good) ? 0 : 1;
}

if (given.child) {
  const [file, rounds] = positionals as [string, string];
  console.log(`\n${JSON.stringify(await measure(file, Number(rounds)))}`);
} else run();
