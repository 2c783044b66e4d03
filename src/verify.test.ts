/** What goes wrong inside an engine is an attempt that failed, told as such, and nothing else is lost by it. */
import { describe, expect, it } from "vitest";
import { LP64 } from "./cfa/build-source.ts";
import { processMeter } from "./cli/environment.ts";
import { chosenDomain, type EngineContext, type Preset } from "./engines/engine.ts";
import { presetNamed } from "./engines/index.ts";
import { DEFAULT_MODEL_OPTIONS } from "./model/options.ts";
import { type VerifyOptions, verify } from "./verify.ts";

const SOURCE =
  "int nondet(void); void reach_error(void); int main(void) { if (nondet() == 7) reach_error(); return 0; }";

function ask(options: Partial<VerifyOptions>, text = SOURCE) {
  return verify(
    {
      name: "x.c",
      sources: [{ name: "x.c", text }],
      frontEnd: { dataModel: LP64, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined },
    },
    {
      toolVersion: "0",
      model: DEFAULT_MODEL_OPTIONS,
      preset: undefined,
      timeoutSeconds: 60,
      memoryMb: 4000,
      meter: processMeter(),
      progress: () => {},
      ...options,
    },
  );
}

function broken(run: Preset["run"]): Preset {
  return { name: "broken", summary: "", run };
}

const endless = (depth: number): number => 1 + endless(depth + 1);

describe("an engine's internal error", () => {
  it.each([
    [
      "an exception",
      () => {
        throw new Error("a label should exist");
      },
      /^internal error: a label should exist$/,
    ],
    [
      "a stack overflow",
      () => {
        endless(0);
        throw new Error("should not be reached");
      },
      /^internal error: Maximum call stack/,
    ],
  ] as const)("is told in the result: %s", (_, run, reason) => {
    const { kind, result, internalErrors } = ask({ preset: broken(run as Preset["run"]) });
    expect(kind).toBe("failed");
    expect(result).toMatchObject({ verdict: "unknown", attempts: [{ engine: "broken" }] });
    expect(result.reason).toMatch(reason);
    expect(internalErrors).toMatchObject([{ engine: "broken" }]);
  });
});

describe("an engine without what it needs", () => {
  it.each([
    ["a domain that is not there", (_: unknown, context: EngineContext) => context.domainNamed("heptagon"), "heptagon"],
    ["a domain that it did not ask for", (_: unknown, context: EngineContext) => chosenDomain(context), "none"],
  ] as const)("gives up, and that is no bug: %s", (_, run, name) => {
    const { kind, result, internalErrors } = ask({ preset: broken(run as unknown as Preset["run"]) });
    expect(kind).toBe("verified");
    expect(result).toMatchObject({ verdict: "unknown", reason: `there is no domain "${name}"` });
    expect(internalErrors).toEqual([]);
  });
});

describe("a trial", () => {
  it("answers as the whole run does, and by the same engine", () => {
    const trial = ask({ rounds: "first" });
    expect(trial.kind).toBe("verified");
    const whole = ask({ rounds: "all" });
    expect([trial.result.verdict, trial.result.engine]).toEqual([whole.result.verdict, whole.result.engine]);
    expect(trial.result.statistics["work"]).toBe(whole.result.statistics["work"]);
  });
});

describe("signed overflow that wraps", () => {
  const model = { ...DEFAULT_MODEL_OPTIONS, signedOverflow: "wrap" as const };
  const program = (error: string) =>
    `int nondet(void); void reach_error(void);
     int main(void) { int x = nondet(); int y = x + 1; if (${error}) reach_error(); return 0; }`;

  it.each(["concrete", "bmc"])("is replayed as %s saw it", (name) => {
    const preset = presetNamed(name);
    expect(ask({ preset, model }, program("y < x")).result.verdict).toBe("unsafe");
    expect(ask({ preset, model }, program("y < x && x != 2147483647")).result.verdict).not.toBe("unsafe");
    expect(ask({ preset }, program("y < x")).result.verdict).not.toBe("unsafe");
  });

  it("is not that of a quotient", () => {
    const text = program("y < x && y / (x - 2147483647 - 1) < 0");
    expect(ask({ preset: presetNamed("bmc"), model }, text).result.verdict).not.toBe("unsafe");
  });
});
