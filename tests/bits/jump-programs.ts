/**
 * Random programs whose control flow has no structure: labels, and jumps from anywhere to anywhere, so that loops have several
 * entries, overlap and are left into each other. A counter of steps ends every execution. The inputs have sixteen bits together,
 * so that all executions can be run (`exhaustive` in bounded-programs.ts).
 */
import { randomWords } from "../../src/interpreter/inputs.ts";

const VARIABLES = ["a", "b", "c"];

/** The body of `static unsigned program(unsigned char x, unsigned char y)`, as in bounded-programs.ts. */
export function jumpProgram(seed: number): string {
  const next = randomWords(seed);
  const below = (limit: number) => next() % limit;
  const pick = <T>(from: readonly T[]) => from[below(from.length)] as T;
  const operand = () => (below(3) === 0 ? String(pick([1, 2, 3, 5, 64, 129])) : pick(VARIABLES));
  const assignment = () =>
    `${pick(VARIABLES)} = (unsigned char)(${operand()} ${pick(["+", "-", "^", "&", "*"])} ${operand()});`;
  const labels = Array.from({ length: 3 + below(4) }, (_, i) => `L${i}`);
  const jump = () => {
    const condition = `${operand()} ${pick(["<", "==", ">", "!="])} ${operand()}`;
    return below(4) === 0 ? `goto ${pick(labels)};` : `if (${condition}) goto ${pick(labels)};`;
  };
  const step = "if (steps == 0) goto out; steps--;";
  const body = labels.flatMap((label) => [
    `${label}: ${step}`,
    ...Array.from({ length: 1 + below(3) }, () => (below(2) === 0 ? assignment() : jump())),
  ]);
  return [
    `unsigned char a = x, b = y, c = ${below(256)}; unsigned steps = ${3 + below(6)};`,
    `${jump()}`,
    ...body,
    "out:",
    "return ((unsigned)a + 3u * b + 5u * c) & 1023u;",
  ]
    .map((line) => `  ${line}`)
    .join("\n");
}
