/** hone as a library: what the core answers, and what becomes of its answers behind an executor. */
import { describe, expect, it } from "vitest";
import {
  checkIn,
  checkSync,
  type Executor,
  InternalError,
  invariantsIn,
  invariantsSync,
  type Outcome,
  parse,
  perform,
  registerDomain,
  registerEngine,
  runSync,
  type Task,
} from "../src/api/core.ts";
import { ROOT } from "./support/command.ts";
import { sourceFiles } from "./support/import-graph.ts";

const UNSAFE = `#include <assert.h>
int input(void);
int main(void) { int x = input(); assert(x != 7); return 0; }
`;
const LOOP = `int input(void);
int main(void) { int i = 0; while (i < 10) i++; return i; }
`;

describe("the core", () => {
  it("checks a text, with the defaults of the command line", () => {
    const result = checkSync(UNSAFE);
    expect(result).toMatchObject({ verdict: "unsafe", file: "program.c", violation: { line: 3 } });
    expect(result.configuration).toMatchObject({ timeoutSeconds: 60, dataModel: "LP64", entry: "main" });
    expect(result.counterexample?.inputs).toEqual([{ value: "7", source: "input()" }]);
  });

  it("links files by their names and finds headers among them", () => {
    const files = {
      "src/main.c":
        '#include <assert.h>\n#include "../include/three.h"\nint main(void) { assert(three() == THREE); }\n',
      "src/three.c": '#include "three.h"\nint three(void) { return THREE; }\n',
      "include/three.h": "#define THREE 3\nint three(void);\n",
    };
    expect(checkSync(files, { includePaths: ["include"] })).toMatchObject({
      verdict: "safe",
      files: ["src/main.c", "src/three.c"],
    });
    expect(checkSync(files).diagnostics?.[0]).toMatchObject({ file: "src/three.c", line: 1, severity: "error" });
  });

  it("reads headers from elsewhere only where that is asked for", () => {
    const text = '#include "three.h"\nint main(void) { return THREE; }\n';
    const around = { readFile: (path: string) => (path === "three.h" ? "#define THREE 3\n" : undefined) };
    expect(runSync(text, { headers: "disk" }, around)).toMatchObject({ kind: "exit", status: 3 });
    expect(runSync(text, {}, around).kind).toBe("bad-input");
  });

  it("takes options, and refuses those that make no sense", () => {
    const overflow = "int input(void); int main(void) { return input() + 1; }";
    expect(checkSync(overflow, { checks: ["overflow"] }).verdict).toBe("unsafe");
    expect(checkSync(overflow, { checks: ["assert"] }).verdict).toBe("safe");
    expect(checkSync(UNSAFE, { dataModel: "ILP32", floats: "real" }).configuration).toMatchObject({
      ...{ dataModel: "ILP32", floats: "real", integers: "machine" },
    });
    expect(checkSync(UNSAFE, { defines: { main: "other" }, entry: "other" }).verdict).toBe("unsafe");
    expect(() => checkSync(UNSAFE, { checks: ["asert"] })).toThrow(/"asert" is not a check/);
    expect(() => checkSync(UNSAFE, { engine: "dager" })).toThrow(/did you mean "dagger"/);
    expect(() => checkSync(UNSAFE, { timeout: 0 })).toThrow(RangeError);
    expect(() => checkSync({ "a.h": "" })).toThrow(/\.c or \.i/);
    expect(() => checkSync(7 as never)).toThrow(TypeError);
  });

  it("says what is wrong with the options of runs and of reading", () => {
    expect(() => runSync(UNSAFE, { inputs: "7" } as never)).toThrow("inputs should be a list of numbers");
    expect(() => runSync(UNSAFE, { inputs: [Number.NaN] })).toThrow("inputs should be a list of numbers");
    expect(() => runSync(UNSAFE, { memory: 5 } as never)).toThrow('there is no option "memory"');
    expect(() => parse(UNSAFE, { define: {} } as never)).toThrow('did you mean "defines"?');
  });

  it("finds invariants, and says why there are none", () => {
    const found = invariantsSync(LOOP);
    expect(found).toMatchObject({ kind: "invariants", invariants: [{ function: "main", line: 2 }] });
    expect(invariantsSync("int main(void) {")).toMatchObject({ kind: "bad-input", diagnostics: [{ line: 1 }] });
    expect(invariantsSync(LOOP, { entry: "start" })).toMatchObject({ kind: "none" });
  });

  it("runs a program, and a counterexample again", () => {
    const hello = '#include <stdio.h>\nint main(void) { printf("h\\xc3\\xa9\\n"); fputs("e", stderr); return 3; }';
    expect(runSync(hello)).toMatchObject({ kind: "exit", status: 3, stdout: "hé\n", stderr: "e" });
    const { counterexample } = checkSync(UNSAFE);
    const again = runSync(UNSAFE, { replay: counterexample as NonNullable<typeof counterexample> });
    expect(again).toMatchObject({ kind: "error", place: { line: 3 }, counterexample: { inputs: [{ value: "7" }] } });
    const looking = `extern int __VERIFIER_nondet_int(void); void reach_error(void); int a, b;
int main(void) { long d = (long)&a - (long)&b; if (d != 0 && __VERIFIER_nondet_int() == 5) reach_error(); return 0; }`;
    const found = checkSync(looking).counterexample;
    expect(runSync(looking, { replay: found as NonNullable<typeof found> }).kind).toBe("error");
    expect(runSync(UNSAFE, { inputs: ["0x7"] }).kind).toBe("error");
    expect(runSync(UNSAFE, { inputs: [8n] }).kind).toBe("exit");
    expect(() => runSync(UNSAFE, { inputs: ["seven"] })).toThrow(/not a number/);
    expect(() => runSync(UNSAFE, { inputs: [1], seed: 2 })).toThrow(/exclude/);
  });

  it("parses", () => {
    const { program, diagnostics } = parse(UNSAFE);
    expect([...(program?.functions.keys() ?? [])]).toEqual(["main"]);
    expect(diagnostics).toEqual([]);
    expect(parse("int x = ;")).toMatchObject({ program: undefined, diagnostics: [{ severity: "error", line: 1 }] });
  });

  it("refuses to register what is there, or for nobody", () => {
    const preset = { name: "dagger", summary: "", run: () => ({ kind: "unknown" as const, reason: "" }) };
    expect(() => registerEngine({ name: "mine", summary: "", presets: [preset] })).toThrow(/"dagger" already/);
    expect(() => registerEngine({ name: "mine", summary: "", presets: [] })).toThrow(/should have a preset/);
    const domain = { domain: { name: "mine" } as never, summary: "" };
    expect(() => registerDomain(domain, ["bmc"])).toThrow(/no engine "bmc" that works with a domain/);
  });

  it("imports nothing of node, directly or not", () => {
    const files = new Map(sourceFiles(`${ROOT}/src`).map((file) => [file.path, file]));
    const reached = new Set(["api/core.ts"]);
    const named: string[] = [];
    for (const path of reached)
      for (const { target, specifier, kind } of files.get(path)?.imports ?? []) {
        if (kind === "type") continue;
        if (target !== undefined) reached.add(target);
        else if (specifier.startsWith("node:")) named.push(`${path}: ${specifier}`);
      }
    expect(named).toEqual([]);
    expect(reached.size).toBeGreaterThan(100);
  });
});

describe("behind an executor", () => {
  const tasks: Task[] = [];
  /** As a worker has it: nothing but data goes there and comes back. */
  const here = (around: (outcome: Outcome) => Outcome = (outcome) => outcome): Executor => ({
    execute: async (task) => {
      tasks.push(structuredClone(task));
      return structuredClone(around(perform(task)));
    },
  });

  it("answers as the core does, of options that are data", async () => {
    const signal = new AbortController().signal;
    const result = await checkIn(here(), UNSAFE, { signal, onProgress: () => {}, plugins: [], timeout: 20 });
    expect(result).toMatchObject({ verdict: "unsafe", configuration: { timeoutSeconds: 20 } });
    expect(tasks.at(-1)?.options).toEqual({ timeout: 20 });
  });

  it.each([
    [null, "options should be an object"],
    ["fast", "options should be an object"],
    // Who means `checks` would be told about assertions.
    [{ check: ["memory"] }, 'there is no option "check"; did you mean "checks"?'],
    [{ checks: "memory" }, "checks should be a list of names"],
    [{ timeout: "5" }, "timeout should be a positive number"],
    [{ dataModel: "LP32" }, 'dataModel should be "LP64" or "ILP32"'],
    [{ signedOverflow: "wraps" }, 'signedOverflow should be "assume-none" or "wrap"'],
    [{ signal: {} }, "signal should be an AbortSignal"],
    [{ onProgress: 5 }, "onProgress should be a function"],
    [{ engine: null }, "engine should be a text"],
  ])("says what is wrong with the options of who has no types: %j", async (options, message) => {
    await expect(checkIn(here(), UNSAFE, options as never)).rejects.toThrow(message);
    await expect(invariantsIn(here(), UNSAFE, options as never)).rejects.toThrow(message);
  });

  it("rejects with the same errors", async () => {
    await expect(checkIn(here(), UNSAFE, { checks: ["asert"] })).rejects.toThrow(RangeError);
    await expect(checkIn(here(), 7 as never)).rejects.toThrow(TypeError);
    const bug = here(() => ({ kind: "error", name: "Error", message: "interpolant should be one" }));
    await expect(checkIn(bug, UNSAFE)).rejects.toThrow(InternalError);
  });

  it("is unknown where the executor had to end it", async () => {
    const killed = here(() => ({ kind: "ended", reason: "memory limit reached" }));
    expect(await checkIn(killed, UNSAFE, { memory: 50 })).toMatchObject({
      ...{ verdict: "unknown", reason: "memory limit reached", configuration: { memoryMb: 50 } },
    });
  });

  it("rejects with the reason of the signal, before and after", async () => {
    await expect(checkIn(here(), UNSAFE, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    const controller = new AbortController();
    const aborting = here((outcome) => {
      controller.abort();
      return outcome;
    });
    await expect(checkIn(aborting, UNSAFE, { signal: controller.signal })).rejects.toThrow(/abort/);
  });
});
