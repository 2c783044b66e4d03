/**
 * The engine and the domain that docs/add-an-engine.md and docs/add-a-domain.md write are what those pages say: their `ts`
 * blocks are one file, which compiles, is formatted as all others, and does what the page claims of its program.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LP64 } from "../src/cfa/build-source.ts";
import { processMeter } from "../src/cli/environment.ts";
import type { Domain, RegisteredDomain } from "../src/domains/domain.ts";
import { domains } from "../src/domains/index.ts";
import type { Engine, Preset } from "../src/engines/engine.ts";
import { ENGINES, presetNamed } from "../src/engines/index.ts";
import { DEFAULT_MODEL_OPTIONS } from "../src/model/options.ts";
import type { Result } from "../src/report/result.ts";
import { verify } from "../src/verify.ts";
import { checkCase } from "./laws/laws.ts";
import { ROOT } from "./support/command.ts";

interface Page {
  /** The file that the page writes, as it would stand in the repository. */
  readonly text: string;
  readonly program: string;
  /** Where it stands now, its imports leading back to the repository. */
  readonly file: string;
}

const folder = mkdtempSync(join(tmpdir(), "hone-documents-"));
writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
afterAll(() => rmSync(folder, { recursive: true }));

function pageOf(page: string, place: string, name: string): Page {
  const document = readFileSync(join(ROOT, page), "utf8");
  const blocks = (language: string) =>
    [...document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, code]) => code as string);
  const text = blocks("ts").join("\n");
  const home = dirname(join(ROOT, place));
  const file = join(folder, name);
  writeFileSync(
    file,
    text.replace(/ from "(\..*?)";/g, (_, path: string) => ` from ${JSON.stringify(resolve(home, path))};`),
  );
  return { text, program: blocks("c")[0] as string, file };
}

const engine = pageOf("docs/add-an-engine.md", "src/engines/forward/index.ts", "forward.ts");
const domain = pageOf("docs/add-a-domain.md", "src/domains/sign.ts", "sign.ts");

const { forward } = (await import(engine.file)) as { forward: Engine };
const { sign } = (await import(domain.file)) as { sign: Domain<unknown> };
// As a line in the registry would do; each test file has registries of its own.
(ENGINES as Engine[]).push(forward);
(domains as RegisteredDomain[]).push({ domain: sign, summary: "signs" });

function answer(text: string, preset: Preset, domain?: string): Result {
  const frontEnd = { dataModel: LP64, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined };
  return verify(
    { name: "page.c", sources: [{ name: "page.c", text }], frontEnd },
    {
      ...{ toolVersion: "0", model: DEFAULT_MODEL_OPTIONS, timeoutSeconds: 60, memoryMb: 4000 },
      ...{ meter: processMeter(), progress: () => {}, preset, domain },
    },
  ).result;
}

/** The program with one thing changed, which should be there once. */
function twin(program: string, from: string, to: string): string {
  expect(program.split(from)).toHaveLength(2);
  return program.replace(from, to);
}

describe("the code of both pages", () => {
  it("compiles", () => {
    const options = { extends: join(ROOT, "tsconfig.json"), include: [], files: [engine.file, domain.file] };
    const compilerOptions = { typeRoots: [join(ROOT, "node_modules/@types")] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...options, compilerOptions }));
    expect(complaints("tsc", ["-p", folder])).toBe("");
  });

  it("is formatted and linted as all code", () => {
    const files = [engine, domain].map(({ text }, i) => {
      const file = join(folder, `as-written-${i}.ts`);
      writeFileSync(file, text);
      return file;
    });
    expect(complaints("biome", ["check", "--error-on-warnings", `--config-path=${ROOT}`, ...files])).toBe("");
  });
});

/** What a tool of the package has to say where it is not content. */
function complaints(tool: string, argv: readonly string[]): string {
  try {
    execFileSync(join(ROOT, "node_modules/.bin", tool), argv, { cwd: ROOT, encoding: "utf8", stdio: "pipe" });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

describe("the engine", () => {
  const preset = presetNamed("forward");

  it("has at most 150 lines", () => {
    expect(engine.text.trim().split("\n").length).toBeLessThanOrEqual(150);
  });

  it("proves the program, and the checker its certificate", () => {
    const result = answer(engine.program, preset);
    expect(result).toMatchObject({ verdict: "safe", evidence: { kind: "certificate", checked: true } });
    expect(result.evidence?.by).toMatch(/^certificate checker with own: 2 labels/);
  });

  it.each(["lost >= sent", "lost == sent && sent > 1"])("breaks the twin with a run: %s", (condition) => {
    const result = answer(twin(engine.program, "lost > sent", condition), preset);
    expect(result).toMatchObject({ verdict: "unsafe", evidence: { kind: "replay" } });
  });

  it("says why where an error can be neither reached nor excluded", () => {
    // Intervals keep no relation of two variables.
    const result = answer(engine.program, preset, "box");
    expect(result).toMatchObject({ verdict: "unknown", reason: expect.stringMatching(/error/) });
  });
});

describe("the domain", () => {
  it("keeps the laws", () => {
    for (let seed = 1; seed <= 100; seed += 1) checkCase(sign, seed);
  });

  it.each(["forward", "path-focusing:classical"])("is enough for %s to prove the program, but not its twin", (name) => {
    const preset = { ...presetNamed(name), domains: ["sign"] };
    expect(answer(domain.program, preset)).toMatchObject({ verdict: "safe", domain: "sign" });
    expect(answer(twin(domain.program, "!= 0", ">= 0"), preset).verdict).not.toBe("safe");
  });
});
