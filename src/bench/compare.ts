/**
 * Two results of `hone bench`, older and newer: what is newly solved, what was lost, what is wrong now, what takes twice as
 * long. Runs are matched by set, task and configuration; what only one of them has is counted, not judged.
 */
import { readText } from "../tasks/files.ts";
import { type BenchRun, isSolved } from "./task.ts";

export interface Comparison {
  readonly matched: number;
  readonly onlyOlder: number;
  readonly onlyNewer: number;
  readonly newlySolved: readonly Pair[];
  readonly lost: readonly Pair[];
  /** In the newer results, whatever the older ones say. */
  readonly wrong: readonly Pair[];
  readonly slower: readonly Pair[];
}

interface Pair {
  readonly name: string;
  readonly older: BenchRun | undefined;
  readonly newer: BenchRun;
}

const SLOWER_FACTOR = 2;
// What a busy machine adds to a short run says nothing about the verifier.
const LEAST_SECONDS = 0.5;

export function compareRuns(older: readonly BenchRun[], newer: readonly BenchRun[]): Comparison {
  const before = byName(older);
  const pairs = [...byName(newer)].map(
    ([key, { name, run }]): Pair => ({ name, older: before.get(key)?.run, newer: run }),
  );
  const matched = pairs.filter((pair) => pair.older !== undefined);
  const solved = ({ older: one }: Pair) => one !== undefined && isSolved(one);
  return {
    matched: matched.length,
    onlyOlder: before.size - matched.length,
    onlyNewer: pairs.length - matched.length,
    newlySolved: matched.filter((pair) => !solved(pair) && isSolved(pair.newer)),
    lost: matched.filter((pair) => solved(pair) && !isSolved(pair.newer)),
    wrong: pairs.filter(({ newer: run }) => run.outcome === "wrong"),
    slower: matched.filter((pair) => solved(pair) && isSolved(pair.newer) && isSlower(pair)),
  };
}

function isSlower({ older, newer }: Pair): boolean {
  const before = older?.wallSeconds ?? 0;
  return newer.wallSeconds >= SLOWER_FACTOR * before && newer.wallSeconds - before >= LEAST_SECONDS;
}

/** Runs by their names; of those that have the same (folders of one name in several places) the first is the first, and so on. */
function byName(runs: readonly BenchRun[]): ReadonlyMap<string, { readonly name: string; readonly run: BenchRun }> {
  const seen = new Map<string, number>();
  return new Map(
    runs.map((run) => {
      const name = nameOf(run);
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      return [`${nth} ${name}`, { name, run }];
    }),
  );
}

function nameOf({ task, configuration }: BenchRun): string {
  return `${task.set}/${task.name} [${configuration}]`;
}

export function comparisonText(of: Comparison): string {
  const verdict = (run: BenchRun | undefined) =>
    run === undefined ? "" : run.reason === "" ? run.verdict : `${run.verdict}, ${run.reason}`;
  const group = (title: string, pairs: readonly Pair[], line: (pair: Pair) => string) => [
    `${title}: ${pairs.length}`,
    ...pairs.map((pair) => `  ${pair.name}: ${line(pair)}`),
  ];
  const change = ({ older, newer }: Pair) => `${verdict(older)} -> ${verdict(newer)}`;
  const seconds = (run: BenchRun | undefined) => `${(run?.wallSeconds ?? 0).toFixed(1)} s`;
  return [
    `${of.matched} runs in both, ${of.onlyOlder} only in the older, ${of.onlyNewer} only in the newer`,
    ...group("newly solved", of.newlySolved, change),
    ...group("lost", of.lost, change),
    ...group("wrong", of.wrong, ({ newer }) => `${newer.verdict}, where ${newer.task.expected} is expected`),
    ...group("slower by 2x", of.slower, ({ older, newer }) => `${seconds(older)} -> ${seconds(newer)}`),
    "",
  ].join("\n");
}

/** The runs that a bench.json holds; a string is what is wrong with it. */
export function readRuns(path: string): readonly BenchRun[] | string {
  const read = readText(path);
  if (read.kind === "problem") return read.message;
  let data: unknown;
  try {
    data = JSON.parse(read.text);
  } catch (error) {
    return `it is not JSON: ${(error as Error).message}`;
  }
  const { version, runs } = (data ?? {}) as { readonly version?: unknown; readonly runs?: unknown };
  if (version !== 1 || !Array.isArray(runs)) return "results of `hone bench` (version 1) are expected";
  const strange = runs.findIndex((run) => !isRun(run));
  return strange === -1 ? (runs as BenchRun[]) : `run ${strange + 1} is not one of \`hone bench\``;
}

function isRun(value: unknown): boolean {
  const run = value as Partial<BenchRun> | null;
  const texts = [run?.task?.set, run?.task?.name, run?.configuration, run?.outcome, run?.verdict, run?.reason];
  return texts.every((text) => typeof text === "string") && typeof run?.wallSeconds === "number";
}
