/**
 * The import directions of ARCHITECTURE.md, checked on the source text: who may import whom, and who may see the
 * process, the clock, files and randomness. Exceptions are listed with their reason, and an exception that nothing needs
 * any more fails too. Unit tests beside the code are exempt: they may build what they test from C source.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));

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
  evidence: ["numbers", "logic", "cfa", "interpreter", "model", "domains", "smt"],
  engines: ["numbers", "logic", "cfa", "interpreter", "model", "domains", "smt", "evidence"],
  report: ["numbers", "logic", "cfa", "interpreter", "model", "domains", "smt", "evidence", "engines"],
  "verify.ts": [
    ...["numbers", "logic", "cfa", "interpreter", "model", "domains", "smt"],
    ...["engines", "evidence", "report"],
  ],
  "invariants.ts": [
    ...["numbers", "logic", "cfa", "interpreter", "model", "domains", "smt"],
    ...["engines", "evidence", "report", "verify.ts"],
  ],
  "index.ts": ["cfa", "interpreter", "model", "logic", "domains", "engines", "evidence", "report", "verify.ts"],
  tasks: ["model"],
  bench: ["tasks", "engines"],
  cli: [
    ...["numbers", "logic", "cfa", "interpreter", "model", "domains", "engines"],
    ...["evidence", "report", "verify.ts", "invariants.ts", "tasks", "bench", "smt"],
  ],
};

/** The steps of the model, each of which may import those before it. */
const MODEL_STEPS = [
  ...[
    "model.ts",
    "options.ts",
    "library",
    "property.ts",
    "pointers",
    "memory",
    "analyses.ts",
    "addresses",
    "assumptions",
  ],
  ...["read.ts", "translate", "contracts", "view", "live.ts", "build.ts"],
];

interface Exception {
  readonly file: string;
  /** The imported file or the forbidden name. */
  readonly what: string;
  readonly reason: string;
}

const CARRIER = "optional packages are found at run time, without an import that would fail where they are absent";

const ASKS_ENGINES = "asks engines about another program, and proves what they say";

const EXCEPTIONS: readonly Exception[] = [
  { file: "evidence/vacuity.ts", what: "engines/concrete-search/candidates.ts", reason: ASKS_ENGINES },
  { file: "evidence/vacuity.ts", what: "engines/engine.ts", reason: ASKS_ENGINES },
  { file: "evidence/vacuity.ts", what: "engines/index.ts", reason: ASKS_ENGINES },
  { file: "evidence/proved-assumptions.ts", what: "engines/engine.ts", reason: ASKS_ENGINES },
  { file: "evidence/proved-assumptions.ts", what: "engines/index.ts", reason: ASKS_ENGINES },
  { file: "smt/z3/native.ts", what: "node:module", reason: CARRIER },
  { file: "smt/z3/wasm.ts", what: "node:module", reason: CARRIER },
  {
    file: "engines/vinta/index.ts",
    what: "domains/index.ts",
    reason:
      "a preset works with two domains: unions of boxes inside blocks, and plain boxes where those grow too large",
  },
  {
    file: "engines/dagger/index.ts",
    what: "domains/index.ts",
    reason: "the paper's presets have rational octagons, and unbounded integers need no ranges beside the relations",
  },
  {
    file: "engines/dagger/disjuncts.ts",
    what: "domains/powerset.ts",
    reason: "the nodes of the earlier tool hold sets of states of whatever domain was chosen",
  },
];

interface SourceFile {
  readonly path: string;
  readonly code: string;
  readonly imports: readonly string[];
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
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

function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"([^"]+)"/g);
  return [...found].map((match) => match[1] as string);
}

const files: readonly SourceFile[] = listFiles(SOURCE)
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .sort()
  .map((path) => {
    const text = readFileSync(path, "utf8");
    return { path: relative(SOURCE, path), code: stripped(text), imports: importsOf(text) };
  });

function groupOf(path: string): string {
  return path.split("/")[0] as string;
}

const used = new Set<Exception>();

function excepted(file: string, what: string): boolean {
  const found = EXCEPTIONS.find((one) => one.file === file && one.what === what);
  if (found !== undefined) used.add(found);
  return found !== undefined;
}

/** Pairs of files that should not be connected, as readable lines. */
function forbiddenImports(): string[] {
  const found: string[] = [];
  for (const file of files) {
    for (const specifier of file.imports) {
      if (!specifier.startsWith(".")) continue;
      const target = relative(SOURCE, join(SOURCE, dirname(file.path), specifier));
      if (!allowed(file.path, target) && !excepted(file.path, target)) found.push(`${file.path} imports ${target}`);
    }
  }
  return found;
}

function allowed(from: string, to: string): boolean {
  const source = groupOf(from);
  const target = groupOf(to);
  if (target === "util") return true;
  if (source === "engines" && target === "engines") return mayShareEngine(from, to);
  if (source === "model" && target === "model") return stepOf(from) >= stepOf(to);
  // No C syntax past reading, linking and lowering.
  if (target === "c" && source === "cfa") return /^cfa\/(build|read|link|lower)/.test(from);
  // Engines get domains from the registry through their context; what is no domain but arithmetic they may use.
  if (source === "engines" && target === "domains") return /^domains\/(domain|linearise)\.ts$/.test(to);
  return source === target || (MAY_IMPORT[source] ?? []).includes(target);
}

function stepOf(path: string): number {
  const step = MODEL_STEPS.indexOf(path.split("/")[1] as string);
  if (step === -1) throw new Error(`${path} should belong to a step of the model`);
  return step;
}

/** Engines never import each other; the registry imports all, the portfolio too. Files beside the folders are shared. */
function mayShareEngine(from: string, to: string): boolean {
  const [, source] = from.split("/") as [string, string];
  const [, target] = to.split("/") as [string, string];
  if (source === target || source === "index.ts" || source === "portfolio.ts") return true;
  return target.endsWith(".ts") && target !== "index.ts";
}

/** Names of the outside world, and where they may be used. */
const OUTSIDE: readonly { readonly name: RegExp; readonly what: string; readonly where: RegExp }[] = [
  { name: /\bprocess\b\s*[.[]/, what: "process", where: /^(cli|bench|tasks)\/|^util\/budget\.ts$/ },
  { name: /\bDate\b/, what: "Date", where: /^(cli|bench|tasks)\/|^util\/budget\.ts$/ },
  { name: /\bperformance\b\s*\./, what: "performance", where: /^(cli|bench|tasks)\/|^util\/budget\.ts$/ },
  { name: /\bMath\s*\.\s*random\b/, what: "Math.random", where: /^$/ },
  { name: /\bsetTimeout\b|\bsetInterval\b/, what: "timers", where: /^(cli|bench)\// },
  { name: /\bconsole\b\s*\./, what: "console", where: /^$/ },
];

function forbiddenUses(): string[] {
  const found: string[] = [];
  for (const file of files) {
    for (const { name, what, where } of OUTSIDE)
      if (name.test(file.code) && !where.test(file.path) && !excepted(file.path, what))
        found.push(`${file.path} uses ${what}`);
    for (const specifier of file.imports)
      if (specifier.startsWith("node:") && !/^(cli|bench|tasks)\//.test(file.path) && !excepted(file.path, specifier))
        found.push(`${file.path} imports ${specifier}`);
  }
  return found;
}

describe("architecture", () => {
  it("knows every folder of src", () => {
    const unknown = [...new Set(files.map((file) => groupOf(file.path)))].filter((group) => !(group in MAY_IMPORT));
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

  it("needs all of its exceptions", () => {
    forbiddenImports();
    forbiddenUses();
    expect(EXCEPTIONS.filter((one) => !used.has(one))).toEqual([]);
  });

  it("sees what it should see", () => {
    expect(importsOf('import type { A } from "./a.ts";\nexport * from "../b/c.ts";\nawait import("./d.ts");')).toEqual([
      "./a.ts",
      "../b/c.ts",
      "./d.ts",
    ]);
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
