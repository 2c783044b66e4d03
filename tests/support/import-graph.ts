/**
 * Who imports whom in src, read from the source text without the unit tests: between files and between folders (a file
 * directly in src counts as a folder). `npm run graph` prints it, and fails where it does not go in one direction;
 * tests/import-graph.test.ts compares it with ARCHITECTURE.md.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export interface SourceFile {
  /** Relative to src. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export interface Import {
  /** As it is written: `../logic/term.ts`, `node:fs`. */
  readonly specifier: string;
  /** Relative to src; undefined for what is not of this project. */
  readonly target: string | undefined;
  /** type: gone when the program runs. */
  readonly kind: "value" | "type";
}

/** A statement at the beginning of a line, or `import("...")` anywhere. */
const IMPORT = /^(?:import|export)\b(\s+type\b)?([^;"'`()]*?\bfrom)?\s*"([^"\n]+)"|\bimport\("([^"\n]+)"\)/gm;

export function importsOf(text: string, path = "any.ts"): readonly Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, names = "", stated, called = ""]) => {
    const specifier = stated ?? called;
    const target = specifier.startsWith(".") ? join(dirname(path), specifier) : undefined;
    return { specifier, target, kind: type !== undefined || onlyTypes(names) ? "type" : "value" };
  });
}

/** `{ type A, type B }`. */
function onlyTypes(names: string): boolean {
  const [, inside] = /^\s*\{([^}]*)\}/.exec(names) ?? [];
  return inside?.split(",").every((name) => /^\s*(type\s.*)?$/s.test(name)) ?? false;
}

/**
 * Cycles between files that may be, by the folder in which all of their files lie. Imports of types do not count: they are
 * gone when the program runs, and two types that name each other (a syntax tree and the types in it) are one idea in two
 * files.
 */
const RECURSIVE_FOLDERS: ReadonlyMap<string, string> = new Map([
  ["c/parser", "C's grammar: a type has expressions in it (sizeof, array sizes), an expression types and statements"],
  ["cfa/lower", "C's expressions: places, values, conditions and calls are made of each other"],
]);

/** What is wrong between files and folders, one line each. */
export function wrongImports(files: readonly SourceFile[]): readonly string[] {
  const between = cycles(folderGraph(files)).map((cycle) => `cycle between folders: ${cycle.join(", ")}`);
  const among = cycles(fileGraph(files))
    .filter((cycle) => ![...RECURSIVE_FOLDERS.keys()].some((folder) => cycle.every((path) => dirname(path) === folder)))
    .map((cycle) => `cycle between files: ${cycle.join(", ")}`);
  const needless = [...RECURSIVE_FOLDERS.keys()]
    .filter((folder) => !cycles(fileGraph(files)).some(([path = ""]) => dirname(path) === folder))
    .map((folder) => `${folder} has no cycle any more: its exception can go`);
  return [...between, ...among, ...needless];
}

export function exceptionLines(): readonly string[] {
  return [...RECURSIVE_FOLDERS].map(([folder, reason]) => `${folder}: ${reason}`);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

/** In order of their paths. What is written in another language (the kernels) or made by the build is left out. */
export function sourceFiles(source: string): readonly SourceFile[] {
  return listFiles(source)
    .map((path) => relative(source, path))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !/\/kernel\//.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(source, path), "utf8");
      return { path, text, imports: importsOf(text, path) };
    });
}

export function folderOf(path: string): string {
  return path.split("/")[0] as string;
}

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Files, with the imports that are there when the program runs. */
function fileGraph(files: readonly SourceFile[]): Graph {
  return new Map(
    files.map(({ path, imports }) => [
      path,
      new Set(imports.flatMap(({ target, kind }) => (kind === "value" && target !== undefined ? [target] : []))),
    ]),
  );
}

/** Folders, with all imports: what a type needs is needed to understand the code. */
export function folderGraph(files: readonly SourceFile[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = folderOf(path);
    const others = graph.get(from) ?? new Set();
    for (const { target } of imports)
      if (target !== undefined && folderOf(target) !== from) others.add(folderOf(target));
    graph.set(from, others);
  }
  return graph;
}

/** The sets of nodes that reach each other, each in order; none for a graph that goes in one direction. */
export function cycles(graph: Graph): readonly (readonly string[])[] {
  const reaches = new Map([...graph.keys()].map((node) => [node, reachable(graph, node)]));
  const found = new Map<string, readonly string[]>();
  for (const [node, all] of reaches) {
    if (!all.has(node)) continue;
    const together = [...all].filter((other) => reaches.get(other)?.has(node)).sort();
    found.set(together[0] as string, together);
  }
  return [...found.values()];
}

function reachable(graph: Graph, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...(graph.get(node) ?? []));
  }
  return seen;
}

/** Folders from the ground up: each imports only from lines above its own. Undefined where there is a cycle. */
export function picture(graph: Graph): string | undefined {
  const placed: string[] = [];
  while (placed.length < graph.size) {
    const ready = [...graph].filter(
      ([node, to]) => !placed.includes(node) && [...to].every((one) => placed.includes(one)),
    );
    if (ready.length === 0) return undefined;
    placed.push(...ready.map(([node]) => node).sort());
  }
  const width = Math.max(...placed.map((node) => node.length));
  const line = (node: string) => {
    const below = placed.filter((one) => graph.get(node)?.has(one));
    return `${node.padEnd(width)}  ${below.length === 0 ? "" : `-> ${below.join(", ")}`}`.trimEnd();
  };
  return `${placed.map(line).join("\n")}\n`;
}
