/**
 * Every command of docs/tutorial.md does what the page says: each `$` line of its console blocks is run, in order, in a copy of
 * docs/tutorial, and prints what stands below it. `npm run accept` writes what is printed into the page.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { hasGcc } from "./support/gcc.ts";
import { THOROUGH } from "./support/thorough.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const page = at("../docs/tutorial.md");
const folder = mkdtempSync(join(tmpdir(), "hone-tutorial-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

cpSync(at("../docs/tutorial"), join(folder, "work"), { recursive: true });
mkdirSync(join(folder, "bin"));
const command = join(folder, "bin", "hone");
writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${at("../bin/hone")}' "$@"\n`);
chmodSync(command, 0o755);
const compiles = hasGcc(64);
if (!compiles) console.warn("tutorial.test: there is no gcc, so that its commands are not run");

/** The block with what its commands print. */
function run(block: string): string {
  const commands = block.split("\n").filter((line) => line.startsWith("$ "));
  const parts = commands.map((line) => {
    const text = line.slice(2);
    if (text.startsWith("cc ") && !compiles) return undefined;
    const path = `${join(folder, "bin")}${delimiter}${process.env["PATH"] ?? ""}`;
    const env = { ...process.env, PATH: path, NO_COLOR: "1" };
    const { stdout } = spawnSync("sh", ["-c", `${text} 2>&1`], { cwd: join(folder, "work"), env, encoding: "utf8" });
    return `${line}\n${stdout}`;
  });
  return parts.includes(undefined) ? block : parts.join("");
}

// A dozen verifications, one after another.
const MINUTES = 5 * 60_000;

// Two dozen processes: `npm test` leaves them to .ci/run.
it.runIf(THOROUGH || process.env["HONE_ACCEPT"] !== undefined)(
  "docs/tutorial.md shows what its commands print",
  () => {
    const text = readFileSync(page, "utf8");
    const shown = text.replace(/(?<=^```console\n)[\s\S]*?(?=^```$)/gm, run);
    if (process.env["HONE_ACCEPT"] !== undefined) writeFileSync(page, shown);
    else expect(shown).toBe(text);
  },
  MINUTES,
);
