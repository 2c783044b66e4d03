/** Our models of the flawed Sendmail routines: known inputs lead to the error, and not where the flaw is repaired. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { execute } from "../../../tests/support/c-program.ts";
import { listInputs } from "../../interpreter/inputs.ts";
import { ownProgram } from "./own-programs.ts";

const repeat = (times: number, part: readonly number[]): number[] => Array.from({ length: times }, () => part).flat();
const code = (character: string): number => character.charCodeAt(0);

/** What leads to the error, in the order in which the models read it. */
const ATTACKS: Readonly<Record<string, readonly number[]>> = {
  // Eight times <>, which moves the limit past the end; then a phrase that fills the buffer.
  "p1-bad": [...repeat(8, [1, code("<"), 0, 0, 0, 1, code(">"), 0]), ...[1, code("<"), 0, 0], ...repeat(40, [1])],
  // A line end as the first decoded character.
  "p2-bad": [65, 0, 66, 0, 67, 0, 68, 0, 1, 0],
  // Backslash and 0xff, again and again.
  "p3-bad": repeat(51, [code("\\"), 1, 0, 0, -1]),
};

// Some of the models read on without end when all they get is zeros.
const STEPS = 20_000;

function outcomeOf(name: string, macros: string, inputs: readonly number[]): string {
  const text = readFileSync(ownProgram(`dagger/${name}.c`) as string, "utf8");
  return execute(`${macros}\n${text}`, { inputs: listInputs(inputs), steps: STEPS }).outcome.kind;
}

describe("models of the flawed Sendmail routines", () => {
  it.each(Object.entries(ATTACKS))("%s: the error is reachable, and not when repaired", (name, inputs) => {
    expect(outcomeOf(name, "", inputs)).toBe("error");
    expect(outcomeOf(name, "#define FIXED", inputs)).not.toBe("error");
  });

  it.each(Object.entries(ATTACKS))("%s: in a larger buffer only the short way is left", (name, inputs) => {
    if (name === "p2-bad") expect(outcomeOf(name, "#define SIZE 200", inputs)).toBe("error");
    else expect(outcomeOf(name, "#define SIZE 200", inputs)).not.toBe("error");
  });
});
