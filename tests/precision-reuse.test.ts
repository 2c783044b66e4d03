/** `--save-precision` and `--precision` (docs/precision.md). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ResultDocument } from "../src/report/result.ts";
import { hone } from "./support/command.ts";
import { violations } from "./support/json-schema.ts";

const folder = mkdtempSync(join(tmpdir(), "hone-precision-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A machine that values follow, around a bound that they cannot. */
const machine = (claim: string, more = "") => `
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
${more === "" ? "" : "int rounds = 0;"}
int main(void) {
  int state = 0, i = 0, n = __VERIFIER_nondet_int();
  ${more}
  if (n > 0) {
    while (state != 2) {
      if (state == 0) state = 1;
      else if (i < n) { i = i + 1; state = 0; }
      else state = 2;
    }
    if (${claim}) reach_error();
  }
  return 0;
}
`;
const SAFE = file("safe.c", machine("i > n || state != 2"));
const UNSAFE = file("unsafe.c", machine("i >= n"));
const CHANGED = file("changed.c", machine("i > n || state != 2 || i < 0", "if (n > 100) n = 100;"));

async function run(program: string, engine: string, ...more: string[]) {
  const { code, stdout, stderr } = await hone(
    ...["verify", "--integers", "math", "--format", "json", "--engine", engine, ...more, program],
  );
  // Bad input has none.
  const [result] = (JSON.parse(stdout) as ResultDocument).results;
  return { code, stderr, verdict: result?.verdict, refinements: result?.statistics.refinements ?? 0 };
}

describe.each(["predicate", "predicate:cartesian", "explicit+predicate", "explicit:full+predicate"])("%s", (engine) => {
  const saved = join(folder, `${engine}.json`);

  it("starts from what it ended with, also where the program has changed", async () => {
    const first = await run(SAFE, engine, "--save-precision", saved);
    expect(first).toMatchObject({ code: 0, verdict: "safe" });
    expect(first.refinements).toBeGreaterThan(0);
    expect(await run(SAFE, engine, "--precision", saved)).toMatchObject({
      verdict: "safe",
      refinements: 0,
      stderr: "",
    });
    const changed = await run(CHANGED, engine);
    const again = await run(CHANGED, engine, "--precision", saved);
    expect(again.verdict).toBe("safe");
    expect(again.refinements).toBeLessThan(changed.refinements);
    expect((await run(UNSAFE, engine, "--precision", saved)).verdict).toBe("unsafe");
  });

  it("says the same whatever is in the file", async () => {
    const sums = [1, 2, 3, 5].flatMap((factor) => [
      { sum: { "main::i": factor, "main::n": -1 }, relation: "<=", bound: 7 * factor },
      { sum: { "main::state": 1, "main::gone": factor }, relation: "=", bound: "-99999999999999999999" },
    ]);
    const nonsense = {
      ...{ version: 1, engine: "nobody" },
      places: [
        { function: "main", line: 1, text: "no such line", variables: ["main::n", "x"], predicates: sums },
        { function: "main", line: 9, text: "while (state != 2) {", predicates: [{ not: { any: sums } }], asked: true },
        { function: "gone", line: 3, text: "", variables: [{ array: "a", index: 3 }] },
      ],
      everywhere: ["main::i", { array: "main::i", index: 0 }],
      handedOver: ["main::state"],
    };
    const path = file(`${engine}-nonsense.json`, JSON.stringify(nonsense));
    const { verdict, stderr } = await run(SAFE, engine, "--precision", path);
    expect(verdict).toBe("safe");
    for (const note of ['no function "gone"', 'no variable "main::gone"', '"main::i" is of another type'])
      expect(stderr).toContain(note);
    expect((await run(UNSAFE, engine, "--precision", path)).verdict).toBe("unsafe");
  });
});

describe("the values' precision", () => {
  const flags = `
    extern int __VERIFIER_nondet_int(void); void reach_error(void);
    int main(void) {
      int lock = 0, got = 0, noise = 0;
      while (__VERIFIER_nondet_int()) {
        noise = noise + 1;
        if (__VERIFIER_nondet_int()) { lock = 1; got = 1; }
        if (got) { if (lock != 1) reach_error(); lock = 0; got = 0; }
      }
      return 0;
    }`;

  it("is of variables by line, and another engine may start from it", async () => {
    const program = file("flags.c", flags);
    const saved = join(folder, "flags.json");
    const first = await run(program, "explicit", "--save-precision", saved);
    expect(first.verdict).toBe("safe");
    expect(first.refinements).toBeGreaterThan(0);
    for (const engine of ["explicit", "explicit+predicate"])
      expect(await run(program, engine, "--precision", saved)).toMatchObject({ verdict: "safe", refinements: 0 });
    const text = readFileSync(saved, "utf8");
    expect(text).toContain("main::lock");
    expect(text).not.toContain("main::noise");
  });
});

describe("the file", () => {
  it("follows its schema", async () => {
    const schema = JSON.parse(readFileSync("schemas/precision-v1.schema.json", "utf8"));
    const saved = join(folder, "schema.json");
    await run(SAFE, "explicit+predicate", "--save-precision", saved);
    const precision = JSON.parse(readFileSync(saved, "utf8"));
    expect(violations(precision, schema)).toEqual([]);
    expect(violations({ ...precision, places: [{}] }, schema)).not.toEqual([]);
  });

  it.each([
    ["no JSON", "places", "it is not JSON"],
    ["another version", '{"version":2}', '"version": 1 is expected'],
    ["no list", '{"version":1,"engine":"e","places":{}}', '"places": a list is expected'],
    [
      "a bad predicate",
      '{"version":1,"engine":"e","places":[{"function":"f","line":1,"text":"","predicates":[{"sum":{"x":1.5}}]}],"everywhere":[],"handedOver":[]}',
      '"places", item 1: "predicates", item 1: "sum": factors by names are expected',
    ],
  ])("is bad input where it is none: %s", async (name, text, message) => {
    const path = file(`${name}.json`, text);
    const { code, stderr, verdict } = await run(SAFE, "predicate", "--precision", path);
    expect({ code, verdict }).toEqual({ code: 2, verdict: undefined });
    expect(stderr).toBe(`hone: --precision ${path}: ${message}\n`);
  });

  it("is asked of engines that have one, and of places that can be written", async () => {
    const missing = await run(SAFE, "predicate", "--precision", join(folder, "missing.json"));
    expect(missing.code).toBe(2);
    const impact = await run(SAFE, "predicate:impact", "--save-precision", join(folder, "impact.json"));
    expect(impact.code).toBe(2);
    expect(impact.stderr).toContain('the engine "predicate:impact" has no precision; these have: explicit,');
    const nowhere = await run(SAFE, "predicate", "--save-precision", join(folder, "none", "x.json"));
    expect(nowhere.code).toBe(2);
    expect(nowhere.stderr).toContain("there is no such folder");
  });
});
