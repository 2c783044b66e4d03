/**
 * Random programs over arrays with inputs of sixteen bits together, so that all executions can be run: loops that fill, copy,
 * reverse, choose and search, forwards and backwards, some of them short by one, some in steps of two beside another, and a loop at the end that returns 1 where an
 * element is not as it should be. The arrays are longer than what can be unrolled at once; no undefined behaviour.
 */
import { randomWords } from "../../src/interpreter/inputs.ts";
import { runWithGcc } from "../support/gcc.ts";

const ARRAYS = ["p", "q", "r"];
const LENGTH = 40;

/** The body of `static unsigned program(unsigned char x, unsigned char y)`; 1 is the error. */
export function arrayProgram(seed: number): string {
  const next = randomWords(seed);
  const below = (limit: number) => next() % limit;
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const value = () => pick(["x", "y", "3", "7", "i", "x + i", "2 * i", "-1"]);
  const test = (of: string) => `${of} ${pick(["==", "!=", "<", "<=", ">", ">="])} ${value()}`;
  const header = () => {
    const first = below(4) === 0 ? 1 : 0;
    const last = below(4) === 0 ? LENGTH - 1 : LENGTH;
    return below(3) === 0
      ? `for (int i = ${last - 1}; i >= ${first}; i--)`
      : `for (int i = ${first}; i < ${last}; i${below(6) === 0 ? " += 2" : "++"})`;
  };
  const statement = (): string => {
    const [to, from] = [pick(ARRAYS), pick(ARRAYS)];
    switch (below(9)) {
      case 0:
      case 1:
        return `${header()} ${to}[i] = ${value()};`;
      case 2:
        return `${header()} ${to}[i] = ${from}[i];`;
      case 3:
        return `${header()} ${to}[i] = ${from}[${LENGTH - 1} - i];`;
      case 4:
        return `${header()} if (${test(`${from}[i]`)}) ${to}[i] = ${value()}; else ${to}[i] = ${from}[i];`;
      case 5:
        return `n = 0; ${header()} if (${test(`${from}[i]`)}) { ${to}[n] = ${from}[i]; n++; }`;
      case 6:
        return `${header()} if (${from}[i] < least) least = ${from}[i];`;
      case 7:
        return `for (int i = 0; i < ${LENGTH / 2}; i++) ${to}[${pick(["i", "2 * i + 1"])}] = ${from}[2 * i + 1];`;
      default:
        return `${to}[${pick(["x % 40", "0", "39", "y % 40"])}] = ${pick(["x", "y", "3", "7"])};`;
    }
  };
  const fills = ARRAYS.map((name) => `${header()} ${name}[i] = ${value()};`);
  const looked = pick([
    () => test(`${pick(ARRAYS)}[i]`),
    () => `${pick(ARRAYS)}[i] ${pick(["!=", "<", ">"])} ${pick(ARRAYS)}[i]`,
    () => `${pick(ARRAYS)}[i] ${pick(["<", ">"])} least`,
    () => `i > 0 && ${pick(["p[i - 1] > p[i]", "q[i - 1] != q[i]"])}`,
    () => `i < ${LENGTH - 1} && ${pick(ARRAYS)}[i] ${pick(["!=", "<", ">"])} ${pick(ARRAYS)}[${LENGTH - 2} - i]`,
    () =>
      `i < ${LENGTH / 2} && ${pick(ARRAYS)}[i] ${pick(["!=", "<", ">"])} ${pick(ARRAYS)}[2 * i${pick(["", " + 1"])}]`,
  ])();
  return [
    ...ARRAYS.map((name) => `int ${name}[${LENGTH}] = {0};`),
    "int n = 0, least = 1000;",
    ...fills.slice(below(3)),
    ...Array.from({ length: 1 + below(3) }, statement),
    `${header()} if (${looked}) return 1;`,
    "return n + least < -5000;",
  ]
    .map((line) => `  ${line}`)
    .join("\n");
}

/** Whether some input leads to 1, by running all of them. */
export function arrayTruth(body: string): "safe" | "unsafe" {
  const printed = runWithGcc(
    `#include <stdio.h>
static unsigned program(unsigned char x, unsigned char y) {
${body}
}
int main(void) {
  for (unsigned i = 0; i < 65536; i++) if (program(i & 255, i >> 8) == 1) return printf("unsafe") < 0;
  return printf("safe") < 0;
}
`,
    64,
  );
  return printed === "unsafe" ? "unsafe" : "safe";
}

export function arrayProgramText(body: string): string {
  return `extern unsigned char __VERIFIER_nondet_uchar(void); void reach_error(void);
static unsigned program(unsigned char x, unsigned char y) {
${body}
}
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (program(x, y) == 1) reach_error();
  return 0;
}
`;
}
