import { describe, expect, it } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import { Execution } from "../../evidence/execution.ts";
import { type InputSource, listInputs, type RecordedInput, zeroInputs } from "../../interpreter/inputs.ts";
import { Corpus, trimmed } from "./corpus.ts";
import { countsOf } from "./coverage.ts";
import { inputsOf, testOf } from "./inputs.ts";

const PROGRAM = programOf(`extern unsigned char __VERIFIER_nondet_uchar(void);
  int main(void) {
    char text[4]; unsigned n = 0; int hits = 0;
    for (;;) { unsigned char c = __VERIFIER_nondet_uchar(); if (c == 0) break; if (n < 4) text[n++] = (char)c; if (c == 'x') hits++; }
    return hits; }`);

const LINES = programOf(`extern unsigned char __VERIFIER_nondet_uchar(void);
  int main(void) {
    for (;;) {
      unsigned char c = __VERIFIER_nondet_uchar(); if (c == 0) break;
      while (c != 0 && c != '\\n') c = __VERIFIER_nondet_uchar();
    }
    return 0; }`);

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
    expect(trimmedText(execution, "aaaaaaaaxaaaaaaa")).toBe("x\0");
  });

  it("are made shorter in the order of asking where several places ask in turn", () => {
    const lines = new Execution({ program: LINES, entry: "main", properties: ["valid-deref"] });
    expect(trimmedText(lines, "aaaa\nbbbbb\nccxcc\nddd\n")).toBe("x\0\0");
  });
});

/** What is left of a text that has an x, as long as what is read has one. */
function trimmedText(execution: Execution, text: string): string {
  const read = (source: InputSource) => execution.count(source, 1000).inputs;
  const given = read(listInputs([...text].map((character) => character.charCodeAt(0))));
  const shorter = trimmed(testOf(given), given, (source) => {
    const inputs = read(source);
    return lettersOf(inputs).includes("x") ? inputs : undefined;
  });
  return lettersOf(read(inputsOf(shorter, zeroInputs(), () => {})));
}

function lettersOf(inputs: readonly RecordedInput[]): string {
  return String.fromCharCode(...inputs.map(({ value }) => Number(value)));
}
