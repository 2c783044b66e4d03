/**
 * Random programs with inputs of sixteen bits together, so that all executions can be run: loops, arrays, wraps, shifts,
 * divisions, signed and unsigned types of all widths. No undefined behaviour: sums and products are unsigned, shift counts and
 * indices are masked, divisors are odd.
 */
import { randomWords } from "../../src/interpreter/inputs.ts";
import { runWithGcc } from "../support/gcc.ts";

const TYPES = [
  "unsigned char",
  "signed char",
  "unsigned short",
  "short",
  "unsigned",
  "int",
  "unsigned long long",
] as const;
const VARIABLES = ["a", "b", "c", "d", "e"];
const ARRAYS = ["p", "q"];

/** The body of `static unsigned program(unsigned char x, unsigned char y)`; a value that depends on everything is returned. */
export function boundedProgram(seed: number): string {
  return new Generator(seed).program();
}

class Generator {
  readonly #next: () => number;
  #loops = 0;

  constructor(seed: number) {
    this.#next = randomWords(seed);
  }

  #below(limit: number): number {
    return this.#next() % limit;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)] as T;
  }

  program(): string {
    const scalars = VARIABLES.map(
      (name, i) => `${this.#pick(TYPES)} ${name} = ${i === 0 ? "x" : i === 1 ? "y" : this.#constant()};`,
    );
    const arrays = ARRAYS.map(
      (name) => `${this.#pick(TYPES)} ${name}[8] = {${this.#constant()}, ${this.#constant()}};`,
    );
    const body = this.#block(3, 2 + this.#below(4));
    const sum = [...VARIABLES, ...ARRAYS.map((name) => `${name}[${this.#below(8)}]`)]
      .map((name, i) => `(unsigned)${name} * ${2 * i + 1}u`)
      .join(" + ");
    return [...scalars, ...arrays, ...body, `return (${sum}) & 1023u;`].map((line) => `  ${line}`).join("\n");
  }

  #constant(): string {
    return String(this.#pick([0, 1, 2, 3, 7, 15, 100, 127, 128, 200, 255, 1000, 40000]));
  }

  #block(depth: number, statements: number): string[] {
    return Array.from({ length: statements }, () => this.#statement(depth)).flat();
  }

  #statement(depth: number): string[] {
    const kind = depth === 0 ? this.#below(3) : this.#below(7);
    if (kind < 2) return [`${this.#pick(VARIABLES)} = ${this.#expression(3)};`];
    if (kind === 2) return [`${this.#pick(ARRAYS)}[(${this.#expression(1)}) & 7] = ${this.#expression(2)};`];
    const inner = () => this.#block(depth - 1, 1 + this.#below(2)).map((line) => `  ${line}`);
    if (kind < 5) {
      const otherwise = this.#below(2) === 0 ? ["} else {", ...inner()] : [];
      return [`if (${this.#condition()}) {`, ...inner(), ...otherwise, "}"];
    }
    const counter = `i${this.#loops++}`;
    const bound =
      this.#below(2) === 0
        ? String(2 + this.#below(4))
        : `((unsigned)${this.#pick(VARIABLES)} & ${this.#pick([1, 3, 7])}u)`;
    const leave = this.#below(3) === 0 ? [`  if (${this.#condition()}) break;`] : [];
    return [
      `for (unsigned ${counter} = 0, n${counter} = ${bound}; ${counter} < n${counter}; ${counter}++) {`,
      ...inner(),
      ...leave,
      `  e += ${counter};`,
      "}",
    ];
  }

  #condition(): string {
    return `${this.#expression(2)} ${this.#pick(["<", "<=", "==", "!=", ">", ">="])} ${this.#expression(2)}`;
  }

  #expression(depth: number): string {
    if (depth === 0 || this.#below(4) === 0) {
      const kind = this.#below(4);
      if (kind === 0) return this.#constant();
      if (kind === 1) return `${this.#pick(ARRAYS)}[(unsigned)${this.#pick(VARIABLES)} & 7]`;
      return this.#pick(VARIABLES);
    }
    const [left, right] = [this.#expression(depth - 1), this.#expression(depth - 1)];
    switch (this.#below(8)) {
      case 0:
        return `((unsigned)${left} << ((unsigned)${right} & 31))`;
      case 1:
        return `((unsigned long long)${left} >> ((unsigned)${right} & 63))`;
      case 2:
        return `((unsigned)${left} ${this.#pick(["/", "%"])} ((unsigned)${right} | 1u))`;
      case 3:
        return `(${left} ${this.#pick(["&", "|", "^"])} ${right})`;
      case 4:
        return `(${this.#pick(TYPES)})(${left})`;
      case 5:
        return `(${left} < ${right} ? ${left} : ${right})`;
      default:
        return `((unsigned)${left} ${this.#pick(["+", "-", "*"])} (unsigned)${right})`;
    }
  }
}

/** Prints every value that the program returns, each with the number of inputs that lead to it. */
function exhaustive(body: string): string {
  return `#include <stdio.h>
static unsigned program(unsigned char x, unsigned char y) {
${body}
}
static unsigned seen[1024];
int main(void) {
  for (unsigned i = 0; i < 65536; i++) seen[program(i & 255, i >> 8)]++;
  for (unsigned v = 0; v < 1024; v++) if (seen[v]) printf("%u %u\\n", v, seen[v]);
  return 0;
}
`;
}

/** Calls reach_error where the program returns the value. */
function withError(body: string, value: number): string {
  return `extern unsigned char __VERIFIER_nondet_uchar(void); void reach_error(void);
static unsigned program(unsigned char x, unsigned char y) {
${body}
}
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (program(x, y) == ${value}u) reach_error();
  return 0;
}
`;
}

/**
 * The program with an error that no input reaches, or with one that some input does: where it returns the value that the fewest
 * inputs lead to. What is true is known by running all inputs of the program that gcc makes; a program that returns every value
 * has no error that none reaches.
 */
export function withKnownTruth(
  body: string,
  wanted: "safe" | "unsafe",
  bits: 32 | 64,
): { readonly text: string; readonly truth: "safe" | "unsafe" } {
  const lines = runWithGcc(exhaustive(body), bits).trim().split("\n");
  const seen = new Map(lines.map((line) => line.split(" ").map(Number) as [number, number]));
  const rare = [...seen].sort(([, a], [, b]) => a - b)[0]?.[0] ?? 0;
  const absent = Array.from({ length: 1024 }, (_, i) => i).find((value) => !seen.has(value));
  if (wanted === "safe" && absent !== undefined) return { text: withError(body, absent), truth: "safe" };
  return { text: withError(body, rare), truth: "unsafe" };
}
