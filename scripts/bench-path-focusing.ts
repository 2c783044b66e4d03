/**
 * npm run bench:path-focusing [-- --output FILE.svg --limit SECONDS]: a loop with n independent conditionals has 2^n paths.
 * Solver calls and time of path focusing, which asks for the paths that add something, and of the same algorithm with all
 * paths explicit; as a table and as a plot.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { domainNamed, type RegisteredDomain } from "../src/domains/index.ts";
import type { Model } from "../src/model/model.ts";
import { invariantsBy, modelWithoutProperty } from "./path-focusing/analysis.ts";

const options = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  options.includes(name) ? (options[options.indexOf(name) + 1] ?? otherwise) : otherwise;
const limit = Number(option("--limit", "20"));
const output = option("--output", "bench-results/path-focusing-conditionals.svg");

const SIZES = [5, 8, 10, 12, 15, 20, 25, 30, 35, 40];
const PRESETS = ["path-focusing", "path-focusing:explode"];

/** Each conditional may set its own variable; the analysis has to find 0 <= x_i <= i. */
function program(n: number): string {
  const all = Array.from({ length: n }, (_, i) => i + 1);
  const lines = [
    "extern int nondet(void);",
    "int main(void) {",
    ...all.map((i) => `  int x${i} = 0;`),
    "  while (nondet()) {",
    ...all.map((i) => `    if (nondet()) x${i} = ${i};`),
    "  }",
    `  return ${all.map((i) => `x${i}`).join(" + ")};`,
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function modelOf(n: number): Model {
  const source = { name: `conditionals-${n}.c`, text: program(n), dataModel: "LP64" as const, includePaths: [] };
  const model = modelWithoutProperty({ ...source, readFile: () => undefined });
  if (model === undefined) throw new Error("the benchmark should be a C program");
  return model;
}

interface Measured {
  readonly n: number;
  readonly preset: string;
  readonly calls: number;
  readonly seconds: number;
  readonly finished: boolean;
}

const box = domainNamed("box") as RegisteredDomain;
const measured: Measured[] = [];
const given = new Set<string>();
console.log("    n  preset                   calls/paths   seconds");
// Once, so that the first size does not pay for the compiler.
invariantsBy("path-focusing", box, modelOf(3), limit);
for (const n of SIZES) {
  for (const preset of PRESETS) {
    // What is out of time at one size is so at all larger ones.
    if (given.has(preset)) continue;
    const { certificate, statistics, seconds } = invariantsBy(preset, box, modelOf(n), limit);
    const finished = certificate !== undefined;
    if (!finished) given.add(preset);
    const calls = statistics[preset === "path-focusing" ? "solverCalls" : "explicitPaths"] ?? 0;
    measured.push({ n, preset, calls, seconds, finished });
    const time = finished ? seconds.toFixed(2) : `> ${limit}`;
    console.log(`${String(n).padStart(5)}  ${preset.padEnd(24)} ${String(calls).padStart(11)} ${time.padStart(9)}`);
  }
}
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, plot(measured));
console.log(`\nplot: ${output}`);
const finishes = (preset: string, n: number) =>
  measured.some((one) => one.preset === preset && one.n === n && one.finished);
const claim = finishes("path-focusing", 20) && !finishes("path-focusing:explode", 20);
console.log(`${claim ? "PASS" : "FAIL"} at n = 20 path-focusing finishes within ${limit} s and :explode does not`);
process.exitCode = claim ? 0 : 1;

/** Time and calls over n, both logarithmic. */
function plot(points: readonly Measured[]): string {
  const panel = (left: number, title: string, value: (one: Measured) => number) => {
    const [low, high] = extent(points.map(value));
    const x = (n: number) => left + 50 + ((n - 5) / 35) * 300;
    const y = (v: number) => 250 - ((Math.log10(v) - low) / (high - low)) * 210;
    const parts = [`<text x="${left + 200}" y="20" text-anchor="middle">${title}</text>`];
    for (let power = low; power <= high; power += 1) {
      const at = y(10 ** power);
      parts.push(`<line x1="${left + 50}" x2="${left + 350}" y1="${at}" y2="${at}" stroke="#ddd"/>`);
      parts.push(
        `<text x="${left + 44}" y="${at + 4}" text-anchor="end">${power < 0 ? 10 ** power : `10^${power}`}</text>`,
      );
    }
    for (const n of [5, 10, 20, 30, 40]) parts.push(`<text x="${x(n)}" y="268" text-anchor="middle">${n}</text>`);
    PRESETS.forEach((preset, i) => {
      const own = points.filter((one) => one.preset === preset);
      const colour = i === 0 ? "#1f6fb2" : "#c2452d";
      const line = own.map((one) => `${x(one.n).toFixed(1)},${y(value(one)).toFixed(1)}`).join(" ");
      parts.push(`<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/>`);
      for (const one of own) {
        const mark = `cx="${x(one.n).toFixed(1)}" cy="${y(value(one)).toFixed(1)}" r="4" stroke="${colour}"`;
        // Hollow: out of time.
        parts.push(`<circle ${mark} fill="${one.finished ? colour : "white"}"/>`);
      }
      parts.push(`<text x="${left + 60}" y="${44 + 16 * i}" fill="${colour}">${preset}</text>`);
    });
    return parts.join("\n");
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="290" font-family="sans-serif" font-size="12">
<rect width="800" height="290" fill="white"/>
${panel(0, "seconds, n conditionals", (one) => Math.max(one.seconds, 0.001))}
${panel(400, "solver calls; paths for :explode", (one) => Math.max(one.calls, 1))}
</svg>
`;
}

function extent(values: readonly number[]): [number, number] {
  const logs = values.map(Math.log10);
  return [Math.floor(Math.min(...logs)), Math.max(Math.ceil(Math.max(...logs)), Math.floor(Math.min(...logs)) + 1)];
}
