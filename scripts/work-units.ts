/**
 * npm run bench:work-units [FILE.c ...]: what a unit of work costs. Slices of the portfolio are counted in units
 * (docs/work-units.md), so a unit should take about a microsecond in every engine; this measures it, engine by engine, over
 * the programs of this repository (or those given), each for at most a second.
 */
import { readdirSync, readFileSync } from "node:fs";
import { LP64 } from "../src/cfa/build-source.ts";
import { processMeter } from "../src/cli/environment.ts";
import { defaultPresets, findPreset } from "../src/engines/index.ts";
import { DEFAULT_MODEL_OPTIONS } from "../src/model/options.ts";
import { release } from "../src/util/release.ts";
import { verify } from "../src/verify.ts";

const FOLDERS = ["examples", "tests/verdicts/programs", "tests/verdicts/pairs", "benchmarks/dagger"];
const SECONDS = 1;
// Below this, starting up is what is measured.
const LEAST_MS = 100;

interface Sample {
  readonly file: string;
  readonly ms: number;
  readonly work: number;
}

function programsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".c"));
  return names.sort().map((name) => `${folder}/${name}`);
}

// By its own time: other processes do not matter.
const { cpuMs, memoryMb, peakMemoryMb } = processMeter();
const meter = { nowMs: cpuMs, cpuMs, memoryMb, peakMemoryMb };

const given = process.argv.slice(2);
const names = given.filter((one) => !one.endsWith(".c"));
const chosen = given.filter((one) => one.endsWith(".c"));
const files = chosen.length > 0 ? chosen : FOLDERS.flatMap(programsIn);
const presets = names.length > 0 ? names.map((name) => findPreset(name)) : defaultPresets();

for (const preset of presets) {
  if (preset === undefined) throw new Error("there should be an engine of this name");
  const samples: Sample[] = [];
  for (const file of files) {
    const { result } = verify(
      {
        name: file,
        sources: [{ name: file, text: readFileSync(file, "utf8") }],
        frontEnd: { dataModel: LP64, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined },
      },
      {
        toolVersion: "",
        model: DEFAULT_MODEL_OPTIONS,
        preset,
        timeoutSeconds: SECONDS,
        memoryMb: 2000,
        meter,
        progress: () => {},
      },
    );
    release();
    const spent = result.statistics["cpuMs"] ?? 0;
    if (spent >= LEAST_MS) samples.push({ file, ms: spent, work: result.statistics["work"] ?? 0 });
  }
  const rates = samples.map(({ file, ms, work }) => ({ file, rate: (ms * 1000) / Math.max(1, work) }));
  rates.sort((a, b) => a.rate - b.rate);
  const at = (share: number) => rates[Math.floor(share * (rates.length - 1))];
  const total = samples.reduce((sum, one) => ({ ms: sum.ms + one.ms, work: sum.work + one.work }), { ms: 0, work: 0 });
  console.log(`${preset.name}: ${samples.length} programs, ${((total.ms * 1000) / total.work).toFixed(2)} us a unit`);
  for (const share of [0, 0.1, 0.5, 0.9, 1]) {
    const one = at(share);
    if (one !== undefined)
      console.log(`  ${String(share * 100).padStart(3)} %: ${one.rate.toFixed(3)} us  ${one.file}`);
  }
}
