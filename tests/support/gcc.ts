/** For tests only: run a C program through the machine's gcc and read what it prints. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether gcc can build and run for the word size. */
export function hasGcc(bits: 32 | 64): boolean {
  try {
    return runWithGcc("int main(void) { return 0; }", bits) === "";
  } catch {
    return false;
  }
}

/** What the program prints. */
export function runWithGcc(text: string, bits: 32 | 64): string {
  const folder = mkdtempSync(join(tmpdir(), "hone-gcc-"));
  try {
    const source = join(folder, "program.c");
    const binary = join(folder, "program");
    writeFileSync(source, text);
    execFileSync("gcc", [`-m${bits}`, "-w", "-O0", "-o", binary, source], { stdio: ["ignore", "ignore", "pipe"] });
    return execFileSync(binary, { encoding: "utf8", maxBuffer: 1 << 26 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether gcc takes the text for C, warnings aside. */
export function gccAccepts(text: string, bits: 32 | 64): boolean {
  const run = spawnSync("gcc", [`-m${bits}`, "-w", "-fsyntax-only", "-x", "c", "-"], { input: text });
  return run.status === 0;
}
