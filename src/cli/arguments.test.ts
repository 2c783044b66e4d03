import { describe, expect, it } from "vitest";
import { type Arguments, type Configuration, configName, parseArguments } from "./arguments.ts";
import { COMMANDS } from "./commands.ts";
import { commandHelp } from "./help.ts";
import { OPTIONS, optionsOf } from "./options.ts";
import { defaultSettings } from "./settings.ts";

function parsed(...argv: string[]): Arguments {
  const result = parseArguments(argv, undefined);
  if (result.kind === "usage") throw new Error(result.message);
  return result.arguments;
}

/** As if it stood in the current folder, or in another one. */
function configured(value: unknown, folder = ""): Configuration {
  return { path: "hone.config.json", folder, value };
}

function problem(argv: string[], config?: unknown): string {
  const result = parseArguments(argv, config === undefined ? undefined : configured(config));
  return result.kind === "usage" ? result.message : "no problem";
}

describe("arguments", () => {
  it("takes a file alone for verify", () => {
    const { command, files, named } = parsed("dir/prog.c");
    expect({ command, files, named }).toEqual({ command: "verify", files: ["dir/prog.c"], named: false });
  });

  it("reads macros as C compilers do, in order", () => {
    const { settings, files } = parsed(
      "cfa",
      "-DA",
      "-D",
      "B=2",
      "-UA",
      "-DC=a=b",
      "-D",
      "F(x)=x",
      "-Iinc",
      "-I",
      "d",
      "x.c",
    );
    expect(settings.macros).toEqual([
      { kind: "define", name: "A", value: "1" },
      { kind: "define", name: "B", value: "2" },
      { kind: "undefine", name: "A" },
      { kind: "define", name: "C", value: "a=b" },
      { kind: "define", name: "F(x)", value: "x" },
    ]);
    expect(settings.includePaths).toEqual(["inc", "d"]);
    expect(files).toEqual(["x.c"]);
    expect(parsed("x.c", "-include", "pre.h").settings.includeFiles).toEqual(["pre.h"]);
  });

  it("reads long options with and without =", () => {
    expect(parsed("x.c", "--timeout=2.5").settings.timeoutSeconds).toBe(2.5);
    expect(parsed("x.c", "--timeout", "3").settings.timeoutSeconds).toBe(3);
    expect(parsed("x.c", "--32").settings.dataModel).toBe("ILP32");
    expect(parsed("--", "--odd-name.c").files).toEqual(["--odd-name.c"]);
    expect(parsed("-").files).toEqual(["-"]);
  });

  it("reads checks", () => {
    expect(parsed("x.c", "--check", "assert, overflow").settings.checks).toEqual(["unreach-call", "no-overflow"]);
    expect(parsed("x.c", "--check", "none").settings.checks).toEqual([]);
    expect(problem(["x.c", "--check", "asserts"])).toContain("assert, error-label");
  });

  it("unites repeated checks, and asks the command line's question instead of the configuration's", () => {
    const checks = (config: unknown, ...argv: string[]) => {
      const result = parseArguments(["x.c", ...argv], config === undefined ? undefined : configured(config));
      if (result.kind === "usage") throw new Error(result.message);
      return [result.arguments.settings.checks, result.arguments.settings.spec];
    };
    const both = ["unreach-call", "valid-deref"];
    expect(checks(undefined, "--check", "assert", "--check", "bounds")).toEqual([both, undefined]);
    expect(checks(undefined, "--check", "assert,bounds", "--check", "assert")).toEqual([both, undefined]);
    expect(checks(undefined, "--check", "none", "--check", "bounds")).toEqual([["valid-deref"], undefined]);
    expect(checks({ check: ["assert", "bounds"] })).toEqual([both, undefined]);
    expect(checks({ check: ["assert", "bounds"] }, "--check", "overflow")).toEqual([["no-overflow"], undefined]);
    expect(checks({ check: ["bounds"] }, "--spec", "a.prp")).toEqual([undefined, "a.prp"]);
    expect(checks({ spec: "a.prp" }, "--check", "none")).toEqual([[], undefined]);
    expect(checks({ spec: "a.prp" })).toEqual([undefined, "a.prp"]);
    expect(checks(undefined, "--spec", "a.prp", "--check", "bounds")).toEqual([["valid-deref"], "a.prp"]);
    expect(problem(["x.c", "--spec", "a.prp", "--spec", "b.prp"])).toContain("one specification");
  });

  it("says what is wrong and what was meant", () => {
    expect(problem(["x.c", "--tiemout", "3"])).toBe("`hone verify` has no option --tiemout; did you mean --timeout?");
    expect(problem(["verfy", "x.c"])).toContain('did you mean "verify"?');
    expect(problem(["x.c", "--timeout"])).toContain("--timeout SECONDS");
    expect(problem(["x.c", "--timeout", "soon"])).toContain("positive number");
    expect(problem(["x.c", "--32=1"])).toBe("--32 takes no argument");
    expect(problem(["x.c", "--steps", "3"])).toContain("`hone run`");
    expect(problem(["x.c", "-D", "1x"])).toContain("needs a name");
    expect(problem(["run", "x.c", "--inputs", "1,two"])).toContain("numbers");
    expect(problem(["x.c", "--lint"])).toContain("--lint");
  });

  it("takes paths of a configuration from where it stands", () => {
    const config = { I: ["include", "/usr/include"], spec: "a.prp", D: "NAME=include" };
    const result = parseArguments(["x.c"], configured(config, "../.."));
    if (result.kind === "usage") throw new Error(result.message);
    const { includePaths, spec, macros } = result.arguments.settings;
    expect(includePaths).toEqual(["../../include", "/usr/include"]);
    expect(spec).toBe("../../a.prp");
    expect(macros).toEqual([{ kind: "define", name: "NAME", value: "include" }]);
  });

  it("takes defaults from hone.config.json, and lets the command line win", () => {
    const config = { $schema: "x", timeout: 5, D: ["A", "B=2"], 32: true, format: "json" };
    const result = parseArguments(["x.c", "--timeout", "7", "--64"], configured(config));
    if (result.kind === "usage") throw new Error(result.message);
    const { settings } = result.arguments;
    expect(settings.timeoutSeconds).toBe(7);
    expect(settings.dataModel).toBe("LP64");
    expect(settings.format.name).toBe("json");
    expect(settings.macros).toHaveLength(2);
    expect(problem(["x.c"], { timout: 5 })).toContain('did you mean "timeout"?');
    expect(problem(["x.c"], { timeout: "never" })).toContain("hone.config.json");
    expect(problem(["x.c"], { link: "yes" })).toContain("true or false");
    expect(problem(["x.c"], [])).toContain("an object");
    // What another command takes is no mistake.
    expect(problem(["x.c"], { steps: 5 })).toBe("no problem");
  });
});

describe("the tables", () => {
  it("have no option twice for a command, nor in the configuration", () => {
    for (const { name } of COMMANDS) {
      const flags = optionsOf(name).flatMap((option) => option.flags);
      expect(new Set(flags).size, name).toBe(flags.length);
    }
    const configured = OPTIONS.filter((option) => option.config !== false);
    expect(new Set(configured.map(configName)).size).toBe(configured.length);
  });

  it("mention every option in the help of its commands", () => {
    for (const { name } of COMMANDS)
      for (const option of optionsOf(name)) for (const flag of option.flags) expect(commandHelp(name)).toContain(flag);
  });

  it("have examples that parse", () => {
    for (const command of COMMANDS) {
      expect(command.examples.length).toBeGreaterThan(0);
      for (const { line } of command.examples) {
        const argv = (line.split(" | ")[0] as string).split(" ").slice(1);
        expect(problem(argv), line).toBe("no problem");
      }
    }
  });

  it("leave the default settings alone", () => {
    parsed("x.c", "-DA", "-Iinc");
    expect(defaultSettings().macros).toEqual([]);
  });
});
