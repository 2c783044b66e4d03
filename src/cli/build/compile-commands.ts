/**
 * compile_commands.json: how a build compiles each of its files (https://clang.llvm.org/docs/JSONCompilationDatabase.html). Paths are
 * relative to an entry's `directory`; here they become paths from the working directory, which is what positions show.
 */
import { isAbsolute, join, relative, resolve } from "node:path";
import { isDirectory, readText } from "../../tasks/files.ts";
import { defaultSettings, type Settings } from "../settings.ts";
import { applyCompilerArguments, isCompiler, isOtherLanguage } from "./command-line.ts";
import { expandResponseFiles } from "./response-files.ts";
import { wordsOf } from "./words.ts";

/** One file as the build compiles it. The same file may be there for several targets. */
export interface BuildUnit {
  readonly file: string;
  /** The program or library that it is compiled for, where the name of its object tells. */
  readonly target: string | undefined;
  /** What the command says of the compilation. */
  readonly flags: Settings;
  /** Why it cannot be read as the build compiles it. */
  readonly problem: string | undefined;
}

export type Build =
  | {
      readonly kind: "build";
      readonly path: string;
      readonly units: readonly BuildUnit[];
      /** Files in other languages. */
      readonly others: readonly string[];
    }
  | { readonly kind: "problem"; readonly file: string; readonly message: string };

interface Entry {
  readonly directory: string;
  readonly file: string;
  readonly words: readonly string[];
  readonly output: string | undefined;
}

const HOW = "`cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` or `bear -- make` writes it";

export function readBuild(given: string): Build {
  const path = isDirectory(given) ? join(given, "compile_commands.json") : given;
  const problem = (message: string): Build => ({ kind: "problem", file: path, message });
  const read = readText(path);
  if (read.kind === "problem")
    return problem(read.message === "no such file" ? `${read.message}: ${HOW}` : read.message);
  let data: unknown;
  try {
    data = JSON.parse(read.text);
  } catch (error) {
    return problem(`it is not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(data)) return problem("a list of entries is expected (compile_commands.json)");
  const units = new Map<string, BuildUnit>();
  const others: string[] = [];
  for (const [at, item] of data.entries()) {
    const entry = entryOf(item, resolve(path, ".."));
    if (typeof entry === "string") return problem(`entry ${at + 1}: ${entry}`);
    const file = shown(resolve(entry.directory, entry.file));
    if (isOtherLanguage(entry.file) || /(\+\+|pp|^nvcc)(-\d+)?$/.test(entry.words[0] ?? "")) others.push(file);
    else {
      const unit = unitOf(entry, file);
      // The same file compiled in the same way twice is one file.
      units.set(JSON.stringify([unit.file, unit.target, optionsOf(unit.flags)]), unit);
    }
  }
  return { kind: "build", path, units: [...units.values()], others };
}

function entryOf(item: unknown, folder: string): Entry | string {
  if (typeof item !== "object" || item === null) return "an object is expected";
  const { directory = ".", file, command, arguments: list, output } = item as Record<string, unknown>;
  if (typeof directory !== "string") return '"directory" should be a string';
  if (typeof file !== "string" || file === "") return '"file" is missing';
  if (output !== undefined && typeof output !== "string") return '"output" should be a string';
  const words = wordsIn(command, list);
  if (typeof words === "string") return words;
  const base = resolve(folder, directory);
  const expanded = expandResponseFiles(words, base);
  const named = expanded.indexOf("-o");
  const written = output ?? (named === -1 ? expanded.find((word) => /^-o./.test(word))?.slice(2) : expanded[named + 1]);
  return { directory: base, file, words: expanded, output: written };
}

function wordsIn(command: unknown, list: unknown): string[] | string {
  if (Array.isArray(list)) {
    if (!list.every((word) => typeof word === "string")) return '"arguments" should be strings';
    return list.length === 0 ? '"arguments" is empty' : list;
  }
  if (list !== undefined) return '"arguments" should be a list';
  if (typeof command !== "string") return '"command" or "arguments" is missing';
  const words = wordsOf(command);
  if (words === undefined) return '"command" has a quote that is not closed';
  return words.length === 0 ? '"command" is empty' : words;
}

function unitOf({ directory, words, output }: Entry, file: string): BuildUnit {
  const flags = defaultSettings();
  // What starts the compiler (`env X=1 gcc`, libtool) stands before it; without a known name the first word is it.
  const compiler = words.findIndex(isCompiler);
  const problem = applyCompilerArguments(words.slice(Math.max(compiler, 0) + 1), flags, [], []);
  const place = (path: string) => shown(resolve(directory, path));
  flags.quotePaths = flags.quotePaths.map(place);
  flags.includePaths = flags.includePaths.map(place);
  flags.systemPaths = flags.systemPaths.map(place);
  flags.includeFiles = flags.includeFiles.map((path) => (readText(place(path)).kind === "text" ? place(path) : path));
  return { file, target: output === undefined ? undefined : targetOf(output), flags, problem };
}

/** CMake has `CMakeFiles/NAME.dir/main.c.o`, Meson `NAME.p/main.c.o`. */
function targetOf(output: string): string | undefined {
  const path = output.replaceAll("\\", "/");
  return (/CMakeFiles\/(.+?)\.dir\//.exec(path) ?? /(?:^|\/)([^/]+)\.p\/[^/]*$/.exec(path))?.[1];
}

/** What two compilations have to share to be one. */
export function optionsOf({
  macros,
  quotePaths,
  includePaths,
  systemPaths,
  includeFiles,
  dataModel,
}: Settings): unknown {
  return [macros, quotePaths, includePaths, systemPaths, includeFiles, dataModel];
}

/** From the working directory, unless that is the longer way to say it. */
export function shown(path: string): string {
  const way = relative(".", path) || ".";
  return isAbsolute(way) || way.length > path.length ? path : way;
}
