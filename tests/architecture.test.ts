/**
 * The import directions of ARCHITECTURE.md, checked on the source text: who may import whom, and who may see the
 * process, the clock, files and randomness. Exceptions are listed with their reason, and an exception that nothing needs
 * any more fails too. Unit tests beside the code are exempt: they may build what they test from C source.
 */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./support/command.ts";
import { folderOf, type SourceFile, sourceFiles } from "./support/import-graph.ts";

/** A folder of src (or a file directly in it) and what it may import besides itself and `util`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  util: [],
  numbers: [],
  logic: ["numbers"],
  c: ["numbers"],
  cfa: ["numbers", "logic"],
  interpreter: ["numbers", "logic", "cfa"],
  model: ["numbers", "logic", "cfa"],
  domains: ["numbers", "logic"],
  smt: ["numbers", "logic", "cfa", "model"],
  evidence: ["numbers", "logic", "cfa", "interpreter", "model", "smt"],
  engines: ["numbers", "logic", "cfa", "interpreter", "model", "domains", "smt", "evidence"],
  report: ["numbers", "logic", "cfa", "interpreter", "model", "domains", "smt", "evidence", "engines"],
  // What others say of a program, and what is said to others.
  witness: ["numbers", "logic", "cfa", "interpreter", "model", "evidence", "report"],
  "verify.ts": [
    ...["numbers", "logic", "cfa", "interpreter", "model", "domains", "smt"],
    ...["engines", "evidence", "report", "witness"],
  ],
  "check-witness.ts": ["cfa", "interpreter", "model", "evidence", "report", "witness", "verify.ts"],
  "invariants.ts": [
    ...["numbers", "logic", "cfa", "interpreter", "model", "domains", "smt"],
    ...["engines", "evidence", "report", "verify.ts", "witness"],
  ],
  api: [
    ...["cfa", "interpreter", "model", "domains", "engines", "evidence", "report"],
    ...["verify.ts", "invariants.ts", "smt", "tasks"],
  ],
  "index.ts": ["api"],
  tasks: ["model"],
  bench: ["tasks", "engines"],
  cli: [
    ...["numbers", "logic", "cfa", "interpreter", "model", "domains", "engines"],
    ...[
      "evidence",
      "report",
      "verify.ts",
      "invariants.ts",
      "tasks",
      "bench",
      "smt",
      "api",
      "witness",
      "check-witness.ts",
    ],
  ],
};

/** The steps of the model, each of which may import those before it. */
const MODEL_STEPS = [
  ...[
    "properties.ts",
    "model.ts",
    "options.ts",
    "library",
    "property.ts",
    "pointers",
    "memory",
    "analyses.ts",
    "objects-at.ts",
    "addresses",
    "assumptions",
  ],
  ...[
    "uninitialised.ts",
    "read.ts",
    "translate",
    "contracts",
    "view",
    "live.ts",
    "pointed-cells.ts",
    "build.ts",
    "replayed-program.ts",
  ],
];

interface Exception {
  readonly file: string;
  /** The imported file or the forbidden name. */
  readonly what: string;
  readonly reason: string;
}

const CARRIER = "optional packages are found at run time, without an import that would fail where they are absent";

const EXCEPTIONS: readonly Exception[] = [
  { file: "api/sync.ts", what: "performance", reason: "the clock of who hands in none; browsers have it too" },
  {
    file: "engines/splitting/explore.ts",
    what: "domains/box.ts",
    reason: "it asks for ranges of single variables and restricts them, which no other domain offers",
  },
  { file: "smt/z3/native.ts", what: "node:module", reason: CARRIER },
  { file: "smt/z3/wasm.ts", what: "node:module", reason: CARRIER },
];

interface CodeFile extends SourceFile {
  readonly code: string;
}

/** Comments and string contents go, so that words in them are no uses; import paths are read before. */
function stripped(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g,
    (part) => (part.startsWith("/") ? " " : part.startsWith("`") ? templateCode(part) : '""'),
  );
}

/** The `${...}` parts of a template are code. */
function templateCode(template: string): string {
  return [...template.matchAll(/\$\{([^}]*)\}/g)].map((match) => `(${match[1]})`).join(" ");
}

const files: readonly CodeFile[] = sourceFiles(join(ROOT, "src")).map((file) => ({
  ...file,
  code: stripped(file.text),
}));

const used = new Set<Exception>();

function excepted(file: string, what: string): boolean {
  const found = EXCEPTIONS.find((one) => one.file === file && one.what === what);
  if (found !== undefined) used.add(found);
  return found !== undefined;
}

/** The files of src that a file imports. */
function targetsOf({ imports }: SourceFile): string[] {
  return imports.flatMap(({ target }) => target ?? []);
}

/** Pairs of files that should not be connected, as readable lines. */
function forbiddenImports(): string[] {
  return files.flatMap((file) =>
    targetsOf(file)
      .filter((target) => !allowed(file.path, target) && !excepted(file.path, target))
      .map((target) => `${file.path} imports ${target}`),
  );
}

function allowed(from: string, to: string): boolean {
  const source = folderOf(from);
  const target = folderOf(to);
  if (target === "util") return true;
  if (source === "engines" && target === "engines") return mayShareEngine(from, to);
  if (source === "model" && target === "model") return stepOf(from) >= stepOf(to);
  // No C syntax past reading, linking and lowering.
  if (target === "c" && source === "cfa") return /^cfa\/(build|read|link|lower)/.test(from);
  // What is asked of the library may be asked in a browser.
  if (source === "api" && target === "tasks") return from.startsWith("api/node/");
  // Engines get domains from the registry through their context; what is no domain but arithmetic they may use.
  if (source === "engines" && target === "domains" && !/^engines\/(context|index)\.ts$/.test(from))
    return /^domains\/(domain|linearise)\.ts$/.test(to);
  return source === target || (MAY_IMPORT[source] ?? []).includes(target);
}

function stepOf(path: string): number {
  const step = MODEL_STEPS.indexOf(path.split("/")[1] as string);
  if (step === -1) throw new Error(`${path} should belong to a step of the model`);
  return step;
}

/** Engines never import each other; the registry imports all. Files beside the folders are shared. */
function mayShareEngine(from: string, to: string): boolean {
  const [, source] = from.split("/") as [string, string];
  const [, target] = to.split("/") as [string, string];
  if (source === target || source === "index.ts" || source === "library.ts") return true;
  return target.endsWith(".ts") && (target !== "index.ts" || source === "ask.ts");
}

/**
 * What both the checker and the engines stand on: a bug there may fool both. Whatever else `evidence` needs is its own, and
 * nothing of it is an engine's.
 */
const SHARED: Readonly<Record<string, string>> = {
  util: "sources and budgets: no reasoning",
  numbers: "exact arithmetic and simplex, tested by their laws",
  logic: "the language in which claims are made, tested against evaluation",
  cfa: "the program itself",
  interpreter: "engines that run programs and replay use the same machine, tested against compiled binaries",
  model: "what claims are about, tested against the interpreter on random inputs",
  smt: "certificates are put to a solver, preferably to the one that the engine did not use",
  "evidence/claim.ts": "the form of a claim",
  "evidence/execution.ts": "running under a property: what an engine finds so is run again",
  "evidence/violation.ts": "what counts as a violation",
};

const byPath = new Map(files.map((file) => [file.path, file]));

/** The given files and all that they import, directly or not. */
function reachedFrom(start: RegExp): ReadonlySet<string> {
  const reached = new Set([...byPath.keys()].filter((path) => start.test(path)));
  for (const path of reached) for (const target of targetsOf(byPath.get(path) as SourceFile)) reached.add(target);
  return reached;
}

/** Tables and variables that change after a module was loaded and that `release` leaves alone. */
const KEPT: Readonly<Record<string, string>> = {
  "c/parser/keywords.ts": "filled when the module is loaded",
  "c/preprocessor/predefined.ts": "predefined macros, one table a data model",
  "cli/compiler-folders.ts": "what the compiler of this machine says, asked once",
  "cli/lsp/processes.ts": "the processes that are alive, to be taken along at the end",
  "evidence/implied-values.ts": "the depth of a recursion, zero after it",
  "interpreter/memory.ts": "empty memories, nothing of a program in them",
  "logic/types.ts": "types are compared by identity, constants of modules included, and there are few",
  "tasks/files.ts":
    "which files there are to read, put back by who changed it; what a language server's worker reads in their place",
  "smt/sat/wasm-solver.ts": "the compiled kernel; its instances are the solvers'",
  "smt/smtlib/bits/sorts.ts": "sorts are compared by identity, constants of modules included, and there are few",
  "util/budget.ts": "the budget in force, put back by who changed it",
};

/** Files that keep something between calls: a variable, or a table that starts empty. CONSTANTS do not change. */
function keepers(): CodeFile[] {
  const variable = /^(export )?let \w/m;
  const table = /^(export )?const [a-z]\w*(: [^=\n]+)? = (new (Map|Set)(<[^\n]*>)?\(\)|\[\]);/m;
  return files.filter(
    ({ path, code }) => !/^smt\/sat\/kernel\//.test(path) && (variable.test(code) || table.test(code)),
  );
}

/** Names of the outside world, and where they may be used. */
const OUTSIDE: readonly { readonly name: RegExp; readonly what: string; readonly where: RegExp }[] = [
  { name: /\bprocess\b\s*[.[]/, what: "process", where: /^(cli|bench|tasks|api\/node)\/|^util\/budget\.ts$/ },
  { name: /\bDate\b/, what: "Date", where: /^(cli|bench|tasks|api\/node)\/|^util\/budget\.ts$/ },
  { name: /\bperformance\b\s*\./, what: "performance", where: /^(cli|bench|tasks|api\/node)\/|^util\/budget\.ts$/ },
  { name: /\bMath\s*\.\s*random\b/, what: "Math.random", where: /^$/ },
  { name: /\bsetTimeout\b|\bsetInterval\b/, what: "timers", where: /^(cli|bench|api\/node)\// },
  { name: /\bconsole\b\s*\./, what: "console", where: /^$/ },
];

function forbiddenUses(): string[] {
  const found: string[] = [];
  for (const file of files) {
    for (const { name, what, where } of OUTSIDE)
      if (name.test(file.code) && !where.test(file.path) && !excepted(file.path, what))
        found.push(`${file.path} uses ${what}`);
    for (const { specifier } of file.imports)
      if (
        specifier.startsWith("node:") &&
        !/^(cli|bench|tasks|api\/node)\//.test(file.path) &&
        !excepted(file.path, specifier)
      )
        found.push(`${file.path} imports ${specifier}`);
  }
  return found;
}

describe("architecture", () => {
  it("knows every folder of src", () => {
    const unknown = [...new Set(files.map((file) => folderOf(file.path)))].filter((group) => !(group in MAY_IMPORT));
    expect(unknown).toEqual([]);
  });

  it("lets imports go in one direction", () => {
    expect(forbiddenImports()).toEqual([]);
  });

  it("keeps process, clock, files and randomness at the edge", () => {
    expect(forbiddenUses()).toEqual([]);
  });

  it("has no default exports, enums or inheritance but from Error", () => {
    const found = files.flatMap(({ path, code }) => [
      ...(/\bexport\s+default\b/.test(code) ? [`${path}: default export`] : []),
      ...(/^\s*(export\s+)?(const\s+)?enum\s/m.test(code) ? [`${path}: enum`] : []),
      ...[...code.matchAll(/\bclass\s+\w+[^{]*\bextends\s+(\w+)/g)]
        .filter((match) => match[1] !== "Error")
        .map((match) => `${path}: class extends ${match[1]}`),
    ]);
    expect(found).toEqual([]);
  });

  it("keeps the checker apart from the engines", () => {
    const checker = reachedFrom(/^evidence\//);
    expect([...checker].filter((path) => folderOf(path) === "engines")).toEqual([]);
    const engines = reachedFrom(/^engines\/[^/]+\//);
    const both = [...checker].filter((path) => engines.has(path));
    const shared = both.map((path) => (folderOf(path) === "evidence" ? path : folderOf(path)));
    expect([...new Set(shared)].sort()).toEqual(Object.keys(SHARED).sort());
  });

  it("empties what modules keep", () => {
    const kept = keepers().filter(({ code }) => !/\bonRelease\(/.test(code));
    expect(kept.map(({ path }) => path).sort()).toEqual(Object.keys(KEPT).sort());
  });

  it("needs all of its exceptions", () => {
    forbiddenImports();
    forbiddenUses();
    expect(EXCEPTIONS.filter((one) => !used.has(one))).toEqual([]);
  });

  it("sees what it should see", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text under test.
    expect(stripped('// process.exit\nconst a = "process.env"; `x ${process.pid}`')).toContain("process.pid");
    expect(stripped('// process.exit\nconst a = "process.env";')).not.toContain("process");
    expect(allowed("domains/box.ts", "smt/solver.ts")).toBe(false);
    expect(allowed("engines/vinta/run.ts", "engines/dagger/run.ts")).toBe(false);
    expect(allowed("model/view/slice.ts", "c/ast.ts")).toBe(false);
    expect(allowed("model/pointers/flows.ts", "model/view/slice.ts")).toBe(false);
    expect(allowed("cfa/lower/expression.ts", "c/ast.ts")).toBe(true);
  });
});
