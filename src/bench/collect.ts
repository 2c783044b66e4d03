/**
 * Which tasks a folder or file holds. A folder with an INDEX.tsv is a set with expected verdicts; other folders hold
 * SV-COMP task definitions, else plain programs, and sets in the folders below. A plain program may say what is
 * expected of it in a comment at its top: `expect: safe` or `expect: unsafe`.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readText } from "../tasks/files.ts";
import { type IndexRow, parseIndex } from "../tasks/index-file.ts";
import { checkable } from "../tasks/property-file.ts";
import { parseTask } from "../tasks/task-file.ts";
import type { BenchTask } from "./task.ts";

export interface CollectOptions {
  /** At most this many tasks of a set, chosen by a hash of their names, so that the choice is stable. */
  readonly sample: number | undefined;
  /** reachability: rows of an index about bounds or overflows are left out. */
  readonly properties: "reachability" | "all";
  /** The folder of the benchmark sets: what is not found as it stands is looked for there. */
  readonly root?: string | undefined;
}

/** The tasks, or what is wrong with one of the paths. */
export function collectTasks(paths: readonly string[], options: CollectOptions): readonly BenchTask[] | string {
  const tasks: BenchTask[] = [];
  for (const given of paths) {
    const path = foundAt(given, options.root);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) return `${given}: no such file`;
    if (status.isDirectory()) tasks.push(...folderTasks(path, options));
    else tasks.push(...fileTask(path));
  }
  return tasks;
}

/** What is not found as it stands is looked for among the benchmark sets. */
export function foundAt(given: string, root: string | undefined): string {
  return existsSync(given) || root === undefined ? given : join(root, given);
}

function folderTasks(folder: string, options: CollectOptions): BenchTask[] {
  const index = join(folder, "INDEX.tsv");
  if (existsSync(index)) return sampled(indexTasks(folder, readFileSync(index, "utf8"), options), options);
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const definitions = files.filter((name) => name.endsWith(".yml"));
  const programs = definitions.length > 0 ? definitions : files.filter((name) => /\.[ci]$/.test(name));
  const here = sampled(
    programs.flatMap((name) => fileTask(join(folder, name))),
    options,
  );
  const below = entries.filter((entry) => entry.isDirectory());
  return [...here, ...below.flatMap((entry) => folderTasks(join(folder, entry.name), options))];
}

/** On a command line a file should be one, whatever it is called: neither an option nor a file with options. */
function wordOf(path: string): string {
  return /^[-@]/.test(path) ? `./${path}` : path;
}

function setName(folder: string): string {
  return basename(resolve(folder));
}

function indexTasks(folder: string, text: string, options: CollectOptions): BenchTask[] {
  const tasks: BenchTask[] = [];
  for (const [name, row] of parseIndex(text)) {
    const path = join(folder, name);
    if (!/\.[ci]$/.test(name) || !["true", "false"].includes(row.expected) || !existsSync(path)) continue;
    const isReachability = row.check === undefined || row.check === "error-label";
    if (options.properties === "reachability" && !isReachability) continue;
    const expected = row.expected === "true" ? "safe" : "unsafe";
    tasks.push({ set: setName(folder), name, arguments: [...rowArguments(row), wordOf(path)], expected });
  }
  return tasks;
}

function rowArguments({ dataModel, check, defines }: IndexRow): string[] {
  const checked = check === undefined ? [] : ["--check", check];
  return [dataModel === "LP64" ? "--64" : "--32", ...checked, ...defines.map((name) => `-D${name}`)];
}

function fileTask(path: string): BenchTask[] {
  const set = setName(dirname(path));
  const name = basename(path);
  const read = readText(path);
  // `hone verify` says what is wrong with it, and the run counts as crashed.
  if (read.kind === "problem") return [{ set, name, arguments: [wordOf(path)], expected: undefined }];
  const { text } = read;
  if (!/\.ya?ml$/.test(path)) {
    const [, expected] = /\bexpect: (safe|unsafe)\b/.exec(text.slice(0, 1000)) ?? [];
    return [{ set, name, arguments: [wordOf(path)], expected: expected as BenchTask["expected"] }];
  }
  const parsed = parseTask(text);
  if (parsed.kind === "problem") return [{ set, name, arguments: [wordOf(path)], expected: undefined }];
  const { propertyFiles, expected } = parsed.task;
  const at = propertyFiles.findIndex((file) => checkable(join(dirname(path), file)));
  if (propertyFiles.length > 0 && at === -1) return [];
  const verdict = expected[at];
  return [
    { set, name, arguments: [wordOf(path)], expected: verdict === undefined ? undefined : verdict ? "safe" : "unsafe" },
  ];
}

function sampled(tasks: readonly BenchTask[], { sample }: CollectOptions): BenchTask[] {
  if (sample === undefined || tasks.length <= sample) return [...tasks];
  const key = (task: BenchTask) => createHash("sha1").update(task.name).digest("hex");
  const ordered = tasks.map((task) => ({ task, key: key(task) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  return ordered
    .slice(0, sample)
    .map(({ task }) => task)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
