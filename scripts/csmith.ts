/**
 * npm run test:csmith [-- --count N --first SEED --keep DIR]: random programs of csmith (default options, seeds 1, 2, ...)
 * run by the interpreter and by gcc's binary; the checksums they print should be equal. Passes when all programs that
 * the interpreter runs agree and it runs at least 97 % of those whose binary ends within 5 seconds.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executeProgram, programOf } from "../tests/support/c-program.ts";

const SECONDS = 5;
const REQUIRED_SHARE = 0.97;
const HEADERS = ["/usr/include/csmith", "/usr/include/csmith-2.3.0", "/usr/local/include"].filter((path) =>
  existsSync(join(path, "csmith.h")),
);
// A program whose binary takes 5 seconds may take the interpreter far longer; such a run counts as not run.
const STEP_LIMIT = 2e9;

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

type Verdict =
  | { readonly kind: "equal" }
  | { readonly kind: "different"; readonly expected: string; readonly actual: string }
  | { readonly kind: "not-run"; readonly reason: string }
  | { readonly kind: "skipped"; readonly reason: string };

function compare(seed: number, folder: string): Verdict {
  const source = join(folder, `${seed}.c`);
  const binary = join(folder, `${seed}.out`);
  const generated = spawnSync("csmith", ["--seed", `${seed}`], { encoding: "utf8", maxBuffer: 1e8 });
  if (generated.status !== 0) return { kind: "skipped", reason: "csmith failed" };
  writeFileSync(source, generated.stdout);
  const flags = ["-O0", "-w", "-fwrapv", ...HEADERS.map((path) => `-I${path}`), source, "-o", binary];
  if (spawnSync("gcc", flags).status !== 0) return { kind: "skipped", reason: "gcc failed" };
  const native = spawnSync(binary, { encoding: "utf8", timeout: SECONDS * 1000 });
  rmSync(binary);
  if (native.status !== 0) return { kind: "skipped", reason: `binary did not end within ${SECONDS} s` };
  return interpret(generated.stdout, native.stdout);
}

function interpret(text: string, expected: string): Verdict {
  try {
    const program = programOf(text, { includePaths: HEADERS });
    const { outcome, stdout } = executeProgram(program, { steps: STEP_LIMIT });
    if (outcome.kind !== "exit") {
      const detail = "limit" in outcome ? outcome.limit : "what" in outcome ? outcome.what : "";
      return { kind: "not-run", reason: `${outcome.kind} ${detail}` };
    }
    return stdout === expected ? { kind: "equal" } : { kind: "different", expected, actual: stdout };
  } catch (error) {
    return { kind: "not-run", reason: error instanceof Error ? (error.message.split("\n")[0] as string) : "unknown" };
  }
}

function main(): number {
  if (spawnSync("csmith", ["--version"]).status !== 0 || HEADERS.length === 0) {
    console.log("csmith or its headers are not installed: skipped");
    return 0;
  }
  const count = Number(option("count", "500"));
  const first = Number(option("first", "1"));
  const folder = mkdtempSync(join(tmpdir(), "hone-csmith-"));
  const totals = { equal: 0, different: 0, "not-run": 0, skipped: 0 };
  const reasons = new Map<string, number[]>();
  for (let seed = first; seed < first + count; seed += 1) {
    const verdict = compare(seed, folder);
    totals[verdict.kind] += 1;
    if (verdict.kind === "different")
      console.log(`seed ${seed}: gcc ${verdict.expected.trim()}, hone ${verdict.actual.trim()}`);
    else if (verdict.kind !== "equal") {
      const key = `${verdict.kind}: ${verdict.reason}`;
      reasons.set(key, [...(reasons.get(key) ?? []), seed]);
    }
  }
  rmSync(folder, { recursive: true });
  const eligible = count - totals.skipped;
  const run = totals.equal + totals.different;
  for (const [reason, seeds] of reasons)
    console.log(`${reason}: ${seeds.length} (seeds ${seeds.slice(0, 10).join(" ")})`);
  console.log(
    `programs ${count}, eligible ${eligible}, run ${run}, equal ${totals.equal}, different ${totals.different}`,
  );
  const pass = totals.different === 0 && run >= REQUIRED_SHARE * eligible;
  console.log(`${pass ? "PASS" : "FAIL"}: all that run agree, and at least ${REQUIRED_SHARE * 100} % run`);
  return pass ? 0 : 1;
}

process.exitCode = main();
