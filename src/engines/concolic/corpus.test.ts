import { describe, expect, it } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import { Execution } from "../../evidence/execution.ts";
import { listInputs } from "../../interpreter/inputs.ts";
import { Corpus, trimmed } from "./corpus.ts";
import { countsOf } from "./coverage.ts";
import { testOf } from "./inputs.ts";

const PROGRAM = programOf(`extern unsigned char __VERIFIER_nondet_uchar(void);
  int main(void) {
    char text[4]; unsigned n = 0; int hits = 0;
    for (;;) { unsigned char c = __VERIFIER_nondet_uchar(); if (c == 0) break; if (n < 4) text[n++] = (char)c; if (c == 'x') hits++; }
    return hits; }`);

describe("tests that showed something new", () => {
  const execution = new Execution({ program: PROGRAM, entry: "main", properties: ["valid-deref"] });
  const counted = (text: string) => execution.count(listInputs([...text].map((c) => c.charCodeAt(0)).concat(0)), 1000);

  it("are told by branches, by how often these were taken, and by ends of objects", () => {
    const corpus = new Corpus();
    const isNew = (text: string) => {
      const { counts, inputs } = counted(text);
      return corpus.add([...countsOf(counts)], inputs) !== undefined;
    };
    expect(["", "a", "a", "b", "ab", "x", "abc", "abcd", "abcd"].map(isNew)).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    // The end of `text` is met by a store and by nothing else.
    const stores = (text: string) =>
      [...countsOf(counted(text).counts)].filter(([{ op }]) => op.kind === "store").length;
    expect([stores("abc"), stores("abcd")]).toEqual([0, 1]);
  });

  it("are made shorter as long as they show it", () => {
    const inputsOf = (text: string) => testOf(counted(text).inputs);
    const letters = (test: ReturnType<typeof inputsOf>) =>
      [...test.values()]
        .flat()
        .map((value) => String.fromCharCode(Number(value)))
        .join("");
    const shorter = trimmed(inputsOf("aaaaaaaaxaaaaaaa"), (test) => {
      const text = letters(test).replaceAll("\0", "");
      return text.includes("x") ? inputsOf(text) : undefined;
    });
    expect(letters(shorter)).toBe("x\0");
  });
});
