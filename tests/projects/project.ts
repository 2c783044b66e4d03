/**
 * The programs of tests/projects and what their heads say: samples of input, and for each planted bug the check that it violates and an
 * input that shows it.
 *
 * Inputs are numbers in the order in which the program asks, and texts, which stand for their bytes: `1 -7 "ab\n"`. `"a"*3` is the text
 * three times; `len` is the number of values up to the next `;` or the end.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** From the root of the repository, where tests and scripts run. */
const FOLDER = "tests/projects/programs";

/** What a correct project is proved for. */
export const CHECKS = ["bounds", "overflow", "memory"] as const;
export type Check = (typeof CHECKS)[number] | "assert";

interface Bug {
  /** As in `-D BUG=1`. */
  readonly number: number;
  readonly check: Check;
  readonly witness: readonly number[];
}

export interface Project {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly samples: readonly (readonly number[])[];
  readonly bugs: readonly Bug[];
}

export function projects(): Project[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".c"))
    .sort()
    .map((file) => projectOf(file, readFileSync(join(FOLDER, file), "utf8")));
}

function projectOf(file: string, text: string): Project {
  const head = text.slice(0, text.indexOf("*/"));
  const samples = [...head.matchAll(/^ \* sample: (.*)$/gm)].map(([, inputs = ""]) => inputsOf(inputs));
  const bugs = [...head.matchAll(/^ \* bug (\d) (\w+): .*\n \* witness: (.*)$/gm)].map(
    ([, number, check, witness = ""]) => ({
      number: Number(number),
      check: check as Check,
      witness: inputsOf(witness),
    }),
  );
  return { name: file.replace(/\.c$/, ""), file: join(FOLDER, file), text, samples, bugs };
}

function inputsOf(text: string): number[] {
  return text.split(/ ; | ;$/).flatMap((part) => {
    const counted = part.split(/(?:^| )len /);
    const values = (of: string) => [...of.matchAll(/"((?:[^"\\]|\\.)*)"(?:\*(\d+))?|-?\d+/g)].flatMap(valuesOf);
    const [before = "", behind] = counted;
    if (behind === undefined) return values(before);
    return [...values(before), values(behind).length, ...values(behind)];
  });
}

function valuesOf([number, text, times = "1"]: readonly string[]): number[] {
  if (text === undefined) return [Number(number)];
  const bytes = [...text.matchAll(/\\x([0-9a-f]{2})|\\(.)|(.)/g)].map(([, hex, escaped, plain]) => {
    if (hex !== undefined) return Number.parseInt(hex, 16);
    if (escaped === "n") return 10;
    return (escaped ?? plain ?? "").charCodeAt(0);
  });
  return Array.from({ length: Number(times) }, () => bytes).flat();
}
