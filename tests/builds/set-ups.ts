/**
 * Builds as people have them: each folder here is a small project with a setup.json, which says how it is prepared, with which one
 * command hone reads it, and which place of the original files is reported.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface SetUp {
  readonly name: string;
  readonly what: string;
  /** Programs that preparing it takes. */
  readonly needs?: readonly string[];
  readonly prepare?: readonly (readonly string[])[];
  readonly command: readonly string[];
  readonly verdict: string;
  /** How the place of the violation starts. */
  readonly position: string;
  /** Other questions to the same build. */
  readonly also?: readonly {
    readonly command: readonly string[];
    readonly verdict?: string;
    readonly error?: string;
  }[];
}

/** Undefined: as it should be. */
export type Outcome = { readonly kind: "good" } | { readonly kind: "skipped" | "bad"; readonly why: string };

const FOLDER = "tests/builds";
const HONE = resolve("bin/hone");

export function setUps(): readonly SetUp[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, ...JSON.parse(readFileSync(join(FOLDER, name, "setup.json"), "utf8")) }) as SetUp);
}

export function tryOut(one: SetUp): Outcome {
  const missing = (one.needs ?? []).filter((tool) => spawnSync(tool, ["--version"]).status !== 0);
  if (missing.length > 0) return { kind: "skipped", why: `${missing.join(", ")} is not installed` };
  const folder = mkdtempSync(join(tmpdir(), "hone-build-"));
  try {
    cpSync(join(FOLDER, one.name), folder, { recursive: true });
    return tryIn(folder, one);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function tryIn(folder: string, one: SetUp): Outcome {
  const bad = (why: string): Outcome => ({ kind: "bad", why });
  for (const [tool = "", ...rest] of one.prepare ?? []) {
    const made = spawnSync(tool, rest, { cwd: folder, encoding: "utf8" });
    if (made.status !== 0) return bad(`${tool} failed:\n${made.stdout}${made.stderr}`);
  }
  const ask = (command: readonly string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [HONE, ...command], { cwd: folder, encoding: "utf8" });
    return {
      text: `${stdout}${stderr}`,
      verdict: /^hone: (\w+)$/m.exec(stdout)?.[1],
      place: stdout.split("\n")[0] ?? "",
    };
  };
  const first = ask(one.command);
  if (first.verdict !== one.verdict || !first.place.startsWith(one.position))
    return bad(`hone ${one.command.join(" ")} should say ${one.verdict} at ${one.position}\n${first.text}`);
  for (const { command, verdict, error } of one.also ?? []) {
    const answer = ask(command);
    if (answer.verdict !== verdict || !answer.text.includes(error ?? ""))
      return bad(`hone ${command.join(" ")} should say ${verdict ?? error}\n${answer.text}`);
  }
  return { kind: "good" };
}
