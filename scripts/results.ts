/**
 * npm run results -- --root DIR [--only NAME,NAME] [--out bench-results] [--render]: what hone solves, written to docs/results.
 *
 * Runs the campaigns of scripts/results/campaigns.ts by `hone bench`, one run at a time, and keeps every finished run below --out, so that a
 * start that was stopped is gone on with, and the next build starts anew. Behind each campaign its page in docs/results is written:
 * counts by family, a quantile plot, every run as CSV, and what machine it was and how busy. --render writes the pages only, from
 * what has been run. A campaign that was not run to its end has no page.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRuns } from "../src/bench/compare.ts";
import { quantilePlot } from "../src/bench/quantile-plot.ts";
import { csv } from "../src/bench/summary.ts";
import { type BenchRun, isSolved } from "../src/bench/task.ts";
import { ENGINES } from "../src/engines/index.ts";
// @ts-expect-error a script without types
import { benchmarkRoot } from "./benchmarks.mjs";
import { type Campaign, campaigns } from "./results/campaigns.ts";

const PAGES = "docs/results";

const { values } = parseArgs({
  options: {
    root: { type: "string" },
    only: { type: "string" },
    out: { type: "string", default: "bench-results" },
    render: { type: "boolean", default: false },
  },
});
const root: string = benchmarkRoot("results");
// One preset an engine: the first is the one that takes turns.
const all = campaigns(ENGINES.flatMap(({ presets: [first] }) => (first === undefined ? [] : [first.name])));
const names = values.only?.split(",") ?? all.map(({ name }) => name);
const strange = names.find((name) => all.every((campaign) => campaign.name !== name));
if (strange !== undefined) {
  console.error(`results: there is no campaign "${strange}": ${all.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
let bad = 0;
for (const campaign of all.filter(({ name }) => names.includes(name))) {
  const folder = join(values.out, campaign.name);
  if (!values.render && !run(campaign, folder)) break;
  if (!existsSync(join(folder, "machine.json"))) console.log(`${campaign.name}: not run to its end`);
  else bad += page(campaign, folder);
}
writeIndex();
process.exitCode = bad === 0 ? 0 : 1;

/** Whether it came to its end. */
function run({ name, families, sample, timeoutSeconds, engines }: Campaign, folder: string): boolean {
  const isSet = (family: string) => existsSync(join(root, family, "INDEX.tsv"));
  const sets = families === "all" ? readdirSync(root).filter(isSet) : families.filter(isSet);
  const began = new Date();
  const before = loadavg()[0] ?? 0;
  console.log(`${name}: ${sets.length} families, ${timeoutSeconds} s a run`);
  const { status } = spawnSync(
    process.execPath,
    [
      ...[
        "bin/hone",
        "bench",
        ...sets.map((set) => join(root, set)),
        "--timeout",
        String(timeoutSeconds),
        "-o",
        folder,
      ],
      ...(sample === undefined ? [] : ["--sample", String(sample)]),
      ...(engines === undefined ? [] : ["--configs", engines.join(",")]),
    ],
    { stdio: "inherit" },
  );
  // 1: it found something wrong or crashed, which the page tells.
  if (status !== 0 && status !== 1) return false;
  const machine = {
    began: began.toISOString(),
    ended: new Date().toISOString(),
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: [before, loadavg()[0] ?? 0].map((load) => load.toFixed(1)),
    commit: spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout.trim(),
  };
  writeFileSync(join(folder, "machine.json"), `${JSON.stringify(machine, undefined, 1)}\n`);
  return true;
}

/** Writes what is known of a campaign; how many runs were wrong or crashed. */
function page(campaign: Campaign, folder: string): number {
  const runs = readRuns(join(folder, "bench.json"));
  if (typeof runs === "string") throw new Error(runs);
  const { name, title, timeoutSeconds, within = [] } = campaign;
  const machine = JSON.parse(readFileSync(join(folder, "machine.json"), "utf8"));
  const configurations = [...new Set(runs.map(({ configuration }) => configuration))];
  const told = [
    `# ${title}`,
    "",
    `Written by \`npm run results -- --only ${name}\` at ${machine.commit}: ${machine.began} to ${machine.ended}, one run at a time, ${machine.processor}, ` +
      `${machine.cores} cores, ${machine.memoryGb} GB, node ${machine.node}, load ${machine.load.join(" to ")}. CPU seconds are those of all processes of a run. ` +
      `Every run: [${name}.csv](${name}.csv).`,
    "",
    `![n-th fastest correct result, wall clock](${name}.svg)`,
    "",
    ...configurations.flatMap((configuration) => [
      ...(configurations.length > 1 ? [`## ${configuration}`, ""] : []),
      ...table(
        runs.filter((one) => one.configuration === configuration),
        within,
        timeoutSeconds,
      ),
      "",
    ]),
    ...disagreements(runs),
  ];
  mkdirSync(PAGES, { recursive: true });
  writeFileSync(join(PAGES, `${name}.md`), `${told.join("\n").trimEnd()}\n`);
  writeFileSync(join(PAGES, `${name}.svg`), quantilePlot(runs, timeoutSeconds));
  writeFileSync(join(PAGES, `${name}.csv`), csv("program,configuration,expected,verdict,wall_s,cpu_s", runs.map(row)));
  console.log(`${name}: ${join(PAGES, `${name}.md`)}`);
  return runs.filter(isBad).length;
}

function row({ task, configuration, verdict, wallSeconds, cpuSeconds }: BenchRun) {
  const seconds = [wallSeconds, cpuSeconds].map((one) => one.toFixed(1));
  return [`${task.set}/${task.name}`, configuration, task.expected, verdict, ...seconds];
}

/** A line a family and one for all of them. */
function table(runs: readonly BenchRun[], within: readonly number[], timeoutSeconds: number): string[] {
  const sets = [...new Set(runs.map(({ task }) => task.set))];
  const ofSets = sets.map((set): [string, readonly BenchRun[]] => [set, runs.filter(({ task }) => task.set === set)]);
  const groups: readonly [string, readonly BenchRun[]][] = [...ofSets, ["**all**", runs]];
  const solvedIn = [...within, timeoutSeconds].map((limit) => `solved in ${limit} s`);
  const headings = ["family", "programs", ...solvedIn, "safe", "unsafe", "unknown", "wrong", "crashed", "CPU s"];
  const lines = groups.map(([name, of]) => {
    const solved = of.filter(isSolved);
    const outcomes = (kind: BenchRun["outcome"]) => of.filter(({ outcome }) => outcome === kind).length;
    const cells: readonly (string | number)[] = [
      ...[name, of.length],
      ...within.map((limit) => solved.filter((one) => one.wallSeconds <= limit).length),
      ...[solved.length, solved.filter(({ verdict }) => verdict === "safe").length],
      ...[solved.filter(({ verdict }) => verdict === "unsafe").length],
      ...[outcomes("unknown"), outcomes("wrong"), outcomes("crashed")],
      of.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0).toFixed(0),
    ];
    return cells;
  });
  return [headings, headings.map((_, at) => (at === 0 ? "---" : "---:")), ...lines].map(
    (cells) => `| ${cells.join(" | ")} |`,
  );
}

/** By name: what contradicts the index, whoever is right, and what has no result. */
function disagreements(runs: readonly BenchRun[]): string[] {
  const bad = runs.filter(isBad);
  if (bad.length === 0) return ["No verdict contradicts the index of the programs, and no run crashed.", ""];
  const lines = bad.map(
    ({ task, configuration, outcome, verdict, reason }) =>
      `- ${task.set}/${task.name} (${configuration}): ${outcome === "wrong" ? `${verdict}, where the index says ${task.expected}` : `crashed: ${reason}`}`,
  );
  return [
    "Verdicts that contradict the index of the programs, whoever is right, and runs without a result:",
    "",
    ...lines,
    "",
  ];
}

function isBad({ outcome }: BenchRun): boolean {
  return outcome === "wrong" || outcome === "crashed";
}

/** The page that names the others. */
function writeIndex(): void {
  const written = all.filter(({ name }) => existsSync(join(PAGES, `${name}.md`)));
  if (written.length === 0) return;
  const lines = written.map(({ name, title }) => `- [${title}](${name}.md)`);
  const head = [
    "# Results",
    "",
    "What was measured, by `npm run results -- --root DIR` (docs/tables.md says where the programs come from).",
    "",
  ];
  writeFileSync(join(PAGES, "README.md"), `${[...head, ...lines].join("\n")}\n`);
}
