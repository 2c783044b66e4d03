/** What a binary says of a generated program: the truth that its generator claims, or not. Needs gcc. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Generated } from "./kinds/kind.ts";
import type { Truth } from "./pair.ts";

const ERROR_EXIT = 77;
const ERROR_FUNCTION = `#include <stdlib.h>\nvoid reach_error(void) { _Exit(${ERROR_EXIT}); }\n`;
const SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
const LEVELS = ["-O0", "-O2"];
// Memory that is never freed is no bad access.
const ENVIRONMENT = { ...process.env, ASAN_OPTIONS: "detect_leaks=0" };

export function hasGcc(bits: 32 | 64): boolean {
  const folder = mkdtempSync(join(tmpdir(), "hone-gcc-"));
  try {
    writeFileSync(join(folder, "empty.c"), "int main(void) { return 0; }\n");
    return spawnSync("gcc", [`-m${bits}`, "empty.c"], { cwd: folder }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined: confirmed, or no run can show it. Otherwise what the binary said instead. */
export function contradiction({ text, truth, confirm }: Generated, bits: 32 | 64): string | undefined {
  if (confirm.kind === "none") return undefined;
  const folder = mkdtempSync(join(tmpdir(), "hone-kind-"));
  try {
    writeFileSync(join(folder, "program.c"), text);
    writeFileSync(join(folder, "error.c"), ERROR_FUNCTION);
    const more = confirm.kind === "definitions" ? ["definitions.c"] : [];
    if (confirm.kind === "definitions") writeFileSync(join(folder, "definitions.c"), confirm.text);
    // Optimised, a bad access whose value nobody reads is gone before a sanitizer sees it.
    for (const level of confirm.kind === "sanitizers" ? ["-O0"] : LEVELS) {
      const flags = [`-m${bits}`, "-std=gnu11", "-w", "-fno-builtin-reach_error", level];
      const sanitize = confirm.kind === "sanitizers" ? SANITIZERS : [];
      const files = ["program.c", "error.c", ...more];
      const built = spawnSync("gcc", [...flags, ...sanitize, ...files, "-lm", "-o", "program"], { cwd: folder });
      if (built.status !== 0) return `gcc ${level} refuses it: ${built.stderr.toString().split("\n")[0]}`;
      const said = truthOf(
        spawnSync("./program", [], { cwd: folder, timeout: 10_000, input: "", env: ENVIRONMENT }),
        confirm.kind,
      );
      if (said !== truth) return `gcc ${level} says ${said}`;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function truthOf(
  { status, signal, stderr }: { status: number | null; signal: string | null; stderr: Buffer },
  how: Generated["confirm"]["kind"],
): Truth | string {
  if (status === ERROR_EXIT) return "unsafe";
  if (how === "sanitizers" && /runtime error|AddressSanitizer/.test(stderr.toString())) return "unsafe";
  if (signal !== null) return `killed by ${signal}`;
  return "safe";
}
