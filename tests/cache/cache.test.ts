/** `--cache DIR`: what may be taken from an earlier run, and that nothing in the folder makes a wrong verdict. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Result, ResultDocument } from "../../src/report/result.ts";
import { type BuiltCommand, buildCommand } from "../support/built.ts";
import { hone, ROOT } from "../support/command.ts";
import { violations } from "../support/json-schema.ts";
import { THOROUGH } from "../support/thorough.ts";

let folder: string;
let cache: string;
let program: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hone-cache-"));
  cache = join(folder, "kept", "verdicts");
  program = join(folder, "program.c");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DECLARATIONS = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n";
const COUNT = (claim: string) => `${DECLARATIONS}
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 1000) return 0;
  while (i < n) i++;
  if (${claim}) reach_error();
  return 0;
}
`;
const SAFE = COUNT("i != n");
const UNSAFE = COUNT("i == 7");

/** Told without what differs from run to run. */
interface Told {
  readonly cached: boolean;
  readonly verdict: Result["verdict"];
  readonly result: Omit<Result, "cached" | "statistics">;
  readonly statistics: Result["statistics"];
}

async function verify(text: string, ...words: string[]): Promise<Told> {
  writeFileSync(program, text);
  const { stdout } = await hone("verify", "--format", "json", "--timeout", "20", "--cache", cache, ...words, program);
  const [first] = (JSON.parse(stdout) as ResultDocument).results;
  const { cached, statistics, ...result } = first as Result;
  return { cached: cached === true, verdict: result.verdict, result, statistics };
}

function entries(): string[] {
  return readdirSync(cache).map((name) => join(cache, name));
}

const twice = async (text: string, ...words: string[]) =>
  [await verify(text, ...words), await verify(text, ...words)] as const;

describe("a program that has not changed", () => {
  const RECURSIVE = `${DECLARATIONS}
int twice(int n) { if (n <= 0) return 0; return twice(n - 1) + 2; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0; if (twice(n) > 2000) reach_error(); return 0; }`;
  const LOCK = `${DECLARATIONS}
int locked;
void take(void) { if (locked) reach_error(); locked = 1; }
void give(void) { if (!locked) reach_error(); locked = 0; }
int main(void) { while (__VERIFIER_nondet_int()) { take(); if (__VERIFIER_nondet_int()) { give(); take(); } give(); } return 0; }`;
  const SYMBOLIC = `${DECLARATIONS}
int a[2000];
int main(void) {
  for (int i = 0; i < 2000; i++) a[i] = 5;
  for (int i = 0; i < 2000; i++) if (a[i] != 5) reach_error();
  return __VERIFIER_nondet_int();
}`;
  const STEPS = `${DECLARATIONS}
static int part(int x) { return x % 7 * 2; }
int main(void) { int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < 4; i++) s += part(n); if (s > 48) reach_error(); return 0; }`;
  const FLOATS = `${DECLARATIONS}extern double __VERIFIER_nondet_double(void);
int main(void) { double x = __VERIFIER_nondet_double(); if (x > 0.5 && x < 0.75 && x * 2 > 1.25) reach_error(); return 0; }`;
  const LARGE = `${DECLARATIONS}extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) { unsigned long x = __VERIFIER_nondet_ulong(); if (x == 0xfedcba9876543210ul) reach_error(); return 0; }`;
  const ONE_RUN = `${DECLARATIONS}int main(void) { int s = 0; for (int i = 0; i < 9; i++) s += i; if (s != 36) reach_error(); return 0; }`;

  it.each([
    ["by values", "safe", LOCK, "explicit"],
    ["by values and predicates", "safe", SAFE, "explicit+predicate"],
    ["by values of functions", "safe", LOCK, "explicit:memo"],
    ["by polyhedra", "safe", SAFE, "dagger"],
    ["by paths", "safe", SAFE, "path-focusing"],
    ["by contracts", "safe", RECURSIVE, "path-focusing"],
    ["by one element of an array", "safe", SYMBOLIC, "path-focusing+cell"],
    ["by unrolling", "safe", STEPS, "bmc"],
    ["by induction", "safe", SAFE, "k-induction"],
    ["by boxes", "safe", SAFE, "vinta"],
    ["by predicates", "safe", SAFE, "predicate"],
    ["by its one execution", "safe", ONE_RUN, "concrete"],
    ["by whoever comes first", "safe", SAFE, undefined],
    ["by inputs", "unsafe", UNSAFE, undefined],
    ["by floats", "unsafe", FLOATS, undefined],
    ["by an integer of 64 bits", "unsafe", LARGE, undefined],
    ["by giving up", "unknown", SAFE, "concrete"],
  ])("has the same result %s", async (_, verdict, text, engine) => {
    const [first, second] = await twice(text, ...(engine === undefined ? [] : ["--engine", engine]));
    expect(first).toMatchObject({ verdict, cached: false });
    expect(second.cached).toBe(true);
    expect(second.result).toEqual(first.result);
    // No engine was at work.
    expect(Object.keys(second.statistics)).toEqual(["wallMs", "cpuMs", "peakMemoryMb", "work"]);
  });

  it("is told to be from the cache, in text and in JSON that keeps to the schema", async () => {
    await verify(SAFE);
    const text = await hone("verify", "--cache", cache, program);
    expect(text.stdout).toContain("From the cache: its evidence was checked again.\nhone: SAFE\n");
    expect(text.code).toBe(0);
    const json = await hone("verify", "--cache", cache, "--format", "json", program);
    const schema = JSON.parse(readFileSync(join(ROOT, "schemas/result-v2.schema.json"), "utf8"));
    expect(violations(JSON.parse(json.stdout), schema)).toEqual([]);
    expect(JSON.parse(json.stdout).results[0].cached).toBe(true);
  });

  it("gives the test of a counterexample, too", async () => {
    const test = join(folder, "test.c");
    await verify(UNSAFE);
    expect(await verify(UNSAFE, "--test", test)).toMatchObject({ cached: true, verdict: "unsafe" });
    expect(readFileSync(test, "utf8")).toContain("7");
  });

  it("is verified all the same where engines have more to tell", async () => {
    await verify(SAFE, "--engine", "predicate");
    for (const option of ["--html", "--save-precision"]) {
      const words = ["--engine", "predicate", option, join(folder, "written")];
      expect(await verify(SAFE, ...words)).toMatchObject({ cached: false, verdict: "safe" });
    }
  });
});

describe("a verdict is not taken from the cache", () => {
  const WITH_HEADER = COUNT("i > LIMIT").replace("int main", '#include "limit.h"\nint main');

  it("where a header has changed", async () => {
    const header = join(folder, "limit.h");
    writeFileSync(header, "#define LIMIT 1000\n");
    expect((await twice(WITH_HEADER))[1]).toMatchObject({ cached: true, verdict: "safe" });
    writeFileSync(header, "#define LIMIT 10\n");
    expect(await verify(WITH_HEADER)).toMatchObject({ cached: false, verdict: "unsafe" });
    writeFileSync(header, "#define LIMIT 1000\n");
    expect(await verify(WITH_HEADER)).toMatchObject({ cached: true, verdict: "safe" });
  });

  it("where a header appears in a folder that is looked into before", async () => {
    const text = WITH_HEADER.replace('"limit.h"', "<limit.h>");
    for (const [name, limit] of [
      ["first", ""],
      ["second", "#define LIMIT 1000\n"],
    ] as const) {
      mkdirSync(join(folder, name));
      if (limit !== "") writeFileSync(join(folder, name, "limit.h"), limit);
    }
    const words = ["-I", join(folder, "first"), "-I", join(folder, "second")];
    expect((await twice(text, ...words))[1]).toMatchObject({ cached: true, verdict: "safe" });
    writeFileSync(join(folder, "first", "limit.h"), "#define LIMIT 10\n");
    expect(await verify(text, ...words)).toMatchObject({ cached: false, verdict: "unsafe" });
  });

  it("where a header appears that was only asked for", async () => {
    const asks = '#if __has_include("there.h")\n#define LIMIT 10\n#else\n#define LIMIT 1000\n#endif';
    const text = WITH_HEADER.replace('#include "limit.h"', asks);
    expect((await twice(text))[1]).toMatchObject({ cached: true, verdict: "safe" });
    writeFileSync(join(folder, "there.h"), "");
    expect(await verify(text)).toMatchObject({ cached: false, verdict: "unsafe" });
    unlinkSync(join(folder, "there.h"));
    expect(await verify(text)).toMatchObject({ cached: true, verdict: "safe" });
  });

  it.each([
    [["-DMORE"]],
    [["--32"]],
    [["--check", "overflow"]],
    [["--entry", "other"]],
    [["--domain", "octagon"]],
    [["--certify", "own"]],
    [["--malloc", "may-fail"]],
    [["--integers", "math"]],
  ])("with other options: %s", async (words) => {
    const text = `${SAFE}\nint other(void) { return 0; }\n`;
    const [first, second] = await twice(text, "--engine", "dagger");
    expect([first.cached, second.cached]).toEqual([false, true]);
    const other = await verify(text, "--engine", "dagger", ...words);
    expect(other).toMatchObject({ cached: false, verdict: "safe" });
    expect((await verify(text, "--engine", "dagger")).cached).toBe(true);
  });

  it("with other limits where it is `unknown`, and with any where it is not", async () => {
    const open = ["--engine", "concrete", "--timeout", "20"];
    expect((await twice(SAFE, ...open))[1]).toMatchObject({ cached: true, verdict: "unknown" });
    expect(await verify(SAFE, "--engine", "concrete", "--timeout", "21")).toMatchObject({ cached: false });
    expect(await verify(SAFE, ...open, "--memory", "1999")).toMatchObject({ cached: false });
    await verify(SAFE, "--timeout", "20");
    const other = await verify(SAFE, "--timeout", "21", "--memory", "1999");
    expect(other).toMatchObject({ cached: true, verdict: "safe" });
    expect(other.result.configuration).toMatchObject({ timeoutSeconds: 21, memoryMb: 1999 });
  });

  it("that another version left", async () => {
    await verify(SAFE);
    for (const path of entries())
      writeFileSync(path, readFileSync(path, "utf8").replace(/"hone":"[^"]*"/, '"hone":"0.0.1 abc"'));
    expect(await verify(SAFE)).toMatchObject({ cached: false, verdict: "safe" });
  });

  it("with --no-cache, nor kept", async () => {
    await verify(SAFE);
    expect((await verify(SAFE, "--no-cache")).cached).toBe(false);
    expect(await verify(UNSAFE, "--no-cache")).toMatchObject({ verdict: "unsafe" });
    expect(entries()).toHaveLength(1);
  });
});

/** An entry with another value, whole and with the right hash: what only somebody who knows the format could write. */
function forge(path: string, value: string): void {
  const [key = ""] = readFileSync(path, "utf8").split(',\n"value":');
  const sum = createHash("sha256")
    .update(key.replace('{"key":', "") + value)
    .digest("hex");
  writeFileSync(path, `${key},\n"value":${value},\n"sha256":"${sum}"}\n`);
}

function keptIn(path: string): string {
  return /,\n"value":(.*),\n"sha256"/s.exec(readFileSync(path, "utf8"))?.[1] ?? "";
}

describe("whatever is in the folder", () => {
  it.each([
    ["safe", SAFE],
    ["unsafe", UNSAFE],
  ])("the verdict is right: %s, with entries cut and bits turned", async (verdict, text) => {
    const verified = () => verify(text, "--engine", "dagger");
    await verified();
    const [path = ""] = entries();
    const whole = readFileSync(path);
    const damaged = (at: number): Buffer => {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] as number) ^ (1 << (at % 8));
      return copy;
    };
    const times = THOROUGH ? 24 : 4;
    for (let time = 0; time < times; time++) {
      const at = Math.floor(((time + 0.5) / times) * whole.length);
      for (const content of [whole.subarray(0, at), damaged(at)]) {
        writeFileSync(path, content);
        expect(await verified()).toMatchObject({ cached: false, verdict });
        // It has been replaced by a good one.
        expect(readFileSync(path).length).toBeGreaterThan(whole.length / 2);
      }
    }
    for (const content of [
      whole.subarray(0, whole.length - 1),
      Buffer.concat([whole, Buffer.from("\n")]),
      Buffer.of(),
    ]) {
      writeFileSync(path, content);
      expect(await verified()).toMatchObject({ cached: false, verdict });
    }
    expect(await verified()).toMatchObject({ cached: true, verdict });
  });

  it("a proof counts only where it is one: that of a twin is not", async () => {
    await verify(SAFE, "--engine", "dagger");
    const proof = keptIn(entries()[0] as string);
    rmSync(cache, { recursive: true });
    await verify(SAFE, "--engine", "dagger");
    const [kept = ""] = entries();
    forge(kept, proof);
    expect(await verify(SAFE, "--engine", "dagger")).toMatchObject({ cached: true, verdict: "safe" });
    rmSync(cache, { recursive: true });
    const wrong = await verify(UNSAFE, "--engine", "dagger");
    expect(wrong.verdict).toBe("unsafe");
    const [other = ""] = entries();
    const inputs = keptIn(other);
    forge(other, proof);
    expect(await verify(UNSAFE, "--engine", "dagger")).toMatchObject({ cached: false, verdict: "unsafe" });
    rmSync(cache, { recursive: true });
    await verify(SAFE, "--engine", "dagger");
    forge(entries()[0] as string, inputs);
    expect(await verify(SAFE, "--engine", "dagger")).toMatchObject({ cached: false, verdict: "safe" });
  });

  it("a proof counts only as it is: not with any of its numbers changed, where that breaks it", async () => {
    await verify(UNSAFE, "--engine", "dagger");
    const [path = ""] = entries();
    const unsafe = keptIn(path);
    rmSync(cache, { recursive: true });
    await verify(SAFE, "--engine", "dagger");
    const [safe = ""] = entries();
    const value = JSON.parse(keptIn(safe)) as { evidence: { certificate: { nodes: unknown[]; labels: unknown[] } } };
    const { certificate } = value.evidence;
    const changed = [
      { ...certificate, labels: [] },
      { ...certificate, nodes: [] },
      { ...certificate, nodes: certificate.nodes.map(() => ["true", null]) },
      { ...certificate, nodes: certificate.nodes.map(() => ["false", null]) },
      { ...certificate, nodes: certificate.nodes.map(() => ["add", null, 0, 0]) },
      { ...certificate, granularity: "sometimes" },
      { ...certificate, places: [] },
      { ...certificate, places: [[[0, null]]] },
      { ...certificate, k: -1 },
      { ...certificate, contracts: [["main", 0, 0, certificate]] },
      null,
    ];
    for (const one of changed) {
      forge(safe, JSON.stringify({ ...value, evidence: { kind: "safe", certificate: one } }));
      expect(await verify(SAFE, "--engine", "dagger")).toMatchObject({ cached: false, verdict: "safe" });
    }
    for (const evidence of [{}, { kind: "executed" }, { kind: "unsafe", inputs: [1, 2] }, 3, null, "safe"]) {
      forge(safe, JSON.stringify({ ...value, evidence }));
      expect(await verify(SAFE, "--engine", "dagger")).toMatchObject({ cached: false, verdict: "safe" });
    }
    rmSync(cache, { recursive: true });
    await verify(UNSAFE, "--engine", "dagger");
    for (const inputs of [[], [0], [6], ["many"], [[]], {}, 7]) {
      forge(path, JSON.stringify({ ...JSON.parse(unsafe), evidence: { kind: "unsafe", inputs } }));
      expect(await verify(UNSAFE, "--engine", "dagger")).toMatchObject({ cached: false, verdict: "unsafe" });
    }
  });

  /** The entry of a program that is unsafe, with evidence that it is safe. */
  async function forged(text: string, engine: string, safe: string, evidenceOf: (kept: string) => unknown) {
    await verify(safe, "--engine", engine);
    const { evidence: _, ...proved } = JSON.parse(keptIn(entries()[0] as string));
    const evidence = evidenceOf(keptIn(entries()[0] as string));
    rmSync(cache, { recursive: true });
    expect(await verify(text, "--engine", engine)).toMatchObject({ verdict: "unsafe" });
    forge(entries()[0] as string, JSON.stringify({ ...proved, evidence, work: 1_000_000 }));
    return verify(text, "--engine", engine);
  }
  const LOOP = (start: string, condition: string, next: string) => `${DECLARATIONS}
int main(void) { ${start}; while (__VERIFIER_nondet_int()) { if (${condition}) reach_error(); ${next}; } return 0; }`;
  const everywhere = (label: number) => ({
    ...{ granularity: "cut-points", locations: [0] },
    labels: Array.from({ length: 60 }, (_, at) => [at, [label]]),
  });

  it.each([
    [-3, false],
    [0, true],
  ])("nothing is proved of types that have no values: %i bits", async (bits, signed) => {
    const type = ["int", bits, signed];
    const nodes = [
      ["apply", ["g", type]],
      ["apply", ["h", type]],
      ["eq", null, 0, 1],
    ];
    const evidence = { kind: "safe", certificate: { ...everywhere(2), nodes } };
    expect(await forged(UNSAFE, "dagger", SAFE, () => evidence)).toMatchObject({ cached: false, verdict: "unsafe" });
  });

  it("an integer in another form is not another integer", async () => {
    const program = (other: string) => LOOP("unsigned long x = 1", `x == ${other}ul`, "x = 9007199254740994ul");
    const [unsafe, safe] = [program("9007199254740994"), program("9007199254740996")];
    const rounded = (kept: string) =>
      JSON.parse(kept.replaceAll('"9007199254740994n"', "9007199254740994")).evidence as unknown;
    expect(await forged(unsafe, "explicit", safe, rounded)).toMatchObject({ cached: false, verdict: "unsafe" });
  });

  it("an `unknown` is not taken for an answer to the program without limits", async () => {
    await verify(SAFE, "--engine", "concrete");
    const unknown = keptIn(entries()[0] as string);
    rmSync(cache, { recursive: true });
    await verify(SAFE);
    forge(entries()[0] as string, unknown);
    expect(await verify(SAFE)).toMatchObject({ cached: false, verdict: "safe" });
  });
});

describe("the folder", () => {
  it("is made, and where it cannot be, nothing is run", async () => {
    writeFileSync(join(folder, "file"), "");
    for (const [path, why] of [
      [join(folder, "file"), "is something else than a folder"],
      [join(folder, "file", "below"), "part of the path is not a directory"],
    ] as const) {
      writeFileSync(program, SAFE);
      const { code, stdout, stderr } = await hone("verify", "--cache", path, program);
      expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: `hone: --cache ${path}: ${why}\n` });
    }
  });

  it("can be a default, which is meant from where the configuration stands", async () => {
    const { parseArguments } = await import("../../src/cli/arguments.ts");
    const config = { path: join(folder, "hone.config.json"), folder, value: { cache: "kept" } };
    const parsed = parseArguments(["a.c"], config);
    expect(parsed.kind === "arguments" && parsed.arguments.settings.cache).toBe(join(folder, "kept"));
  });

  it("is not written for a bundle", async () => {
    const bundle = join(folder, "bundle.json");
    writeFileSync(bundle, JSON.stringify([["p.c", SAFE]]));
    const { code, stderr } = await hone("verify", "--bundle", bundle, "--cache", cache, "p.c");
    expect(code).toBe(2);
    expect(stderr).toContain("--cache writes a file, which --bundle does not allow");
  });
});

describe("processes that share a folder", () => {
  let built: BuiltCommand;
  beforeAll(async () => {
    built = await buildCommand();
  }, 60_000);
  afterAll(() => built?.remove());

  it("all give the right verdict, and leave whole entries", async () => {
    const texts = { safe: SAFE, unsafe: UNSAFE };
    const paths = Object.entries(texts).map(([name, text]) => {
      const path = join(folder, `${name}.c`);
      writeFileSync(path, text);
      return path;
    });
    const verdicts = async () => {
      const { stdout } = await built.run("verify", "--format", "json", "--cache", cache, ...paths);
      return (JSON.parse(stdout) as ResultDocument).results;
    };
    const all = await Promise.all([verdicts(), verdicts(), verdicts(), verdicts()]);
    for (const results of all) expect(results.map(({ verdict }) => verdict)).toEqual(["safe", "unsafe"]);
    expect(entries()).toHaveLength(2);
    expect(entries().every((path) => path.endsWith(".json"))).toBe(true);
    expect((await verdicts()).map(({ cached }) => cached)).toEqual([true, true]);
  }, 60_000);
});
