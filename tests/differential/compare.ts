/** Runs generated programs with gcc and with the interpreter and tells which test functions print something else. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { execute } from "../support/c-program.ts";
import { programText, type TestFunction, testFunction } from "./grammar.ts";

export type Bits = 32 | 64;

export interface Difference {
  readonly bits: Bits;
  readonly text: string;
  readonly expected: string;
  readonly actual: string;
}

/** On 32 bits, SSE arithmetic: x87 would keep more precision than C's types have. */
function gccFlags(bits: Bits): string[] {
  return bits === 64 ? ["-m64"] : ["-m32", "-msse2", "-mfpmath=sse"];
}

export function nativeOutput(text: string, bits: Bits): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "hone-differential-"));
  try {
    const source = join(folder, "test.c");
    const binary = join(folder, "test");
    writeFileSync(source, text);
    const flags = ["-O0", "-w", "-fwrapv", ...gccFlags(bits), source, "-o", binary, "-lm"];
    if (spawnSync("gcc", flags).status !== 0) return undefined;
    return spawnSync(binary, { encoding: "latin1", timeout: 20_000, maxBuffer: 1e8 }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether gcc is there and links programs of this width. */
export function canCompile(bits: Bits): boolean {
  return nativeOutput('#include <stdio.h>\nint main(void) { printf("x"); return 0; }\n', bits) === "x";
}

export function generate(seed: number, count: number): TestFunction[] {
  return fc.sample(testFunction, { seed, numRuns: count });
}

export function differences(functions: readonly TestFunction[], bits: Bits): Difference[] {
  const text = programText(functions);
  const expected = nativeOutput(text, bits);
  if (expected === undefined) throw new Error("gcc should accept generated programs");
  const actual = interpreted(text, bits);
  const [nativeLines, ownLines] = [expected.split("\n"), actual.split("\n")];
  const found: Difference[] = [];
  functions.forEach((of, i) => {
    const [native = "", own] = [nativeLines[i], ownLines[i]];
    // Behind the line at which the interpreter stopped there is nothing to compare.
    if (own !== undefined && native !== own) found.push({ bits, text: of(i), expected: native, actual: own });
  });
  return found;
}

function interpreted(text: string, bits: Bits): string {
  const { outcome, stdout } = execute(text, { bits });
  return outcome.kind === "exit" ? stdout : `${stdout} ${outcome.kind} ${"message" in outcome ? outcome.message : ""}`;
}

/** Only the fields that differ, and the function: what a person needs to find the cause. */
export function show(difference: Difference): string {
  const own = difference.actual.split(" ");
  const fields = difference.expected
    .split(" ")
    .flatMap((field, i) => (field === own[i] ? [] : [`${field} (hone ${own[i]})`]));
  return `-m${difference.bits}: ${fields.join(", ")}\n${difference.text}\n`;
}
