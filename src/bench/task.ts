/**
 * What `hone bench` runs: a task is a program with the arguments it needs and, where known, the expected verdict; a
 * run is a task under a configuration with what came of it.
 */

export interface BenchTask {
  /** The set it belongs to: a folder's or a file's name. */
  readonly set: string;
  /** Name within the set. */
  readonly name: string;
  /** Command-line arguments of `hone verify` that belong to the task: data model, property, defines, the file. */
  readonly arguments: readonly string[];
  readonly expected: "safe" | "unsafe" | undefined;
}

export interface BenchConfiguration {
  /** As given by the user: arguments of `hone verify`, or a preset's name. */
  readonly name: string;
  readonly arguments: readonly string[];
}

/** correct: as expected. unchecked: a verdict where none was expected. crashed: no result, or the limits not kept. */
export type OutcomeKind = "correct" | "wrong" | "unchecked" | "unknown" | "crashed";

export interface BenchRun {
  readonly task: BenchTask;
  readonly configuration: string;
  readonly outcome: OutcomeKind;
  readonly verdict: "safe" | "unsafe" | "unknown" | "none";
  readonly reason: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peakMemoryMb: number;
  readonly statistics: Readonly<Record<string, number>>;
  /** What stands behind the verdict, if it was checked: a replayed run or a certificate. */
  readonly evidence?: string;
  /** What kept the errors out, and of how many places: `interpolants 3, posts 1`. */
  readonly by?: string;
  /** The last that a run without a result has said. */
  readonly log?: string;
}

export function classify(verdict: BenchRun["verdict"], expected: BenchTask["expected"]): OutcomeKind {
  if (verdict === "none") return "crashed";
  if (verdict === "unknown") return "unknown";
  if (expected === undefined) return "unchecked";
  return verdict === expected ? "correct" : "wrong";
}

/** SV-COMP's score: a wrong proof costs most. */
export function scoreOf(run: BenchRun): number {
  if (run.outcome === "correct") return run.verdict === "safe" ? 2 : 1;
  if (run.outcome === "wrong") return run.verdict === "safe" ? -32 : -16;
  return 0;
}

export function isSolved(run: BenchRun): boolean {
  return run.outcome === "correct" || run.outcome === "unchecked";
}

/** `explicit` or `explicit --domain box`: a preset's name stands for `--engine NAME`. */
export function parseConfiguration(text: string): BenchConfiguration {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  const [first, ...rest] = words;
  if (first === undefined) return { name: "default", arguments: [] };
  return { name: text.trim(), arguments: first.startsWith("-") ? words : ["--engine", first, ...rest] };
}
