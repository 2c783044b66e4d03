/**
 * Random programs that never end, for k-induction: a graph of places over two bytes of state, a byte of input at each place, and jumps
 * from anywhere to anywhere, so that loops are nested, follow each other and have several entries. There are so few states that all
 * of them are looked at: a program that gcc makes goes over every state at every place with every input, and says which values of an
 * expression are seen at one of the places.
 */
import { randomWords } from "../../src/interpreter/inputs.ts";
import { runWithGcc } from "../support/gcc.ts";

interface Place {
  readonly code: string;
  /** The first whose condition holds. */
  readonly jumps: readonly { readonly condition: string; readonly to: number }[];
}

interface ReactiveProgram {
  readonly start: string;
  readonly places: readonly Place[];
  /** Where the value of the expression is looked at. */
  readonly watched: number;
  readonly watch: string;
}

const WATCHED = ["x", "y", "x ^ y", "x + y", "x & y", "x | y", "x - y", "x * 2 + (y & 1)"];

function reactiveProgram(seed: number): ReactiveProgram {
  const next = randomWords(seed);
  const below = (limit: number) => next() % limit;
  const pick = <T>(from: readonly T[]) => from[below(from.length)] as T;
  const mask = pick([0x3e, 0x7c, 0x1f, 0x55, 0xf0, 0x0f, 0xff, 0x7f]);
  const assignment = () => {
    const d = pick(["x", "y"]);
    return pick([
      `${d} = (${d} + ${pick([2, 4, 6, 8])}) & ${mask};`,
      `${d} ^= ${pick([2, 3, 4, 16, 17])};`,
      `${d} = ${pick([`${d} << 1 | ${d} >> 7`, `(${d} << 1) & ${mask}`, `${d} >> 1`, `(signed char)${d} >> 1`])};`,
      `${d} = ${pick(["x", "y", "in", "in"])} & ${pick([2, 4, 6, 12])};`,
      `${d} &= ${pick(["x", "y", "in", "0xfe", "0x7f", "6"])};`,
      `${d} = ${pick(["x + y", `${d} * ${pick([2, 3, 5])}`, `${d} % ${pick([3, 7, 12])}`, `${d} | ${pick([1, 2, 8])}`])};`,
      "{ unsigned char t = x; x = y; y = t; }",
      `if (${condition()}) ${d} ${pick(["=", "+=", "-="])} ${pick([0, 1, 2, 4, 8])};`,
    ]);
  };
  const condition = (): string =>
    pick([
      ...["in & 1", "in & 2", "in > 100", "in == x", "x == y", "x > y"],
      `x < ${pick([3, 8, 20])}`,
      `y == ${pick([0, 1, 4])}`,
      `(x & ${pick([1, 2, 6])}) == 0`,
    ]);
  const count = 2 + below(5);
  const places = Array.from({ length: count }, (_, i): Place => {
    const jumps = Array.from({ length: 1 + below(2) }, () => ({ condition: condition(), to: below(count) }));
    return {
      code: Array.from({ length: 1 + below(2) }, assignment).join(" "),
      jumps: [...jumps, { condition: "1", to: below(3) === 0 ? below(count) : (i + 1) % count }],
    };
  });
  const start = `x = ${pick(["in", "in & 6", "0", "1", "8"])}; y = ${pick(["0", "x", "1", "x ^ 1"])};`;
  return { start, places, watched: below(count), watch: pick(WATCHED) };
}

/** Prints a digit for each value of a byte: whether it is seen. */
function exhaustive({ start, places, watched, watch }: ReactiveProgram): string {
  const cases = places.map(({ code, jumps }, i) => {
    const seen = i === watched ? `seen[(unsigned char)(${watch})] = 1;` : "";
    return `case ${i}: ${code} ${seen} ${jumps.map(({ condition, to }) => `if (${condition}) { put(${to}, x, y); break; }`).join(" ")}`;
  });
  return `#include <stdio.h>
static unsigned char known[${places.length}][65536], seen[256]; static unsigned queue[${places.length} * 65536], last;
static void put(unsigned place, unsigned char x, unsigned char y) {
  unsigned state = x * 256u + y;
  if (!known[place][state]) { known[place][state] = 1; queue[last++] = place * 65536u + state; }
}
int main(void) {
  unsigned char x, y;
  for (unsigned i = 0; i < 256; i++) { unsigned char in = i; ${start} put(0, x, y); }
  for (unsigned first = 0; first < last; first++)
    for (unsigned i = 0; i < 256; i++) {
      unsigned char in = i; x = queue[first] >> 8; y = queue[first];
      switch (queue[first] >> 16) {
${cases.map((text) => `${text} break;`).join("\n")}
      }
    }
  for (unsigned i = 0; i < 256; i++) putchar('0' + seen[i]);
}
`;
}

function withError({ start, places, watched, watch }: ReactiveProgram, value: number): string {
  const blocks = places.map(({ code, jumps }, i) => {
    const check = i === watched ? `if ((unsigned char)(${watch}) == ${value}) reach_error();` : "";
    const goes = jumps.map(({ condition, to }) => `if (${condition}) goto P${to};`).join(" ");
    return `P${i}: in = __VERIFIER_nondet_uchar(); ${code} ${check} ${goes}`;
  });
  return `extern unsigned char __VERIFIER_nondet_uchar(void); void reach_error(void);
int main(void) {
  unsigned char x, y, in = __VERIFIER_nondet_uchar(); ${start}
${blocks.join("\n")}
}
`;
}

/** The program of a seed with an error for a value that is never seen, or for one that is; what is true of it. */
export function reactiveWithTruth(
  seed: number,
  wanted: "safe" | "unsafe",
): { readonly text: string; readonly truth: "safe" | "unsafe" } {
  const program = reactiveProgram(seed);
  const digits = [...runWithGcc(exhaustive(program), 64)];
  const all = digits.map((digit, value) => ({ value, isSeen: digit === "1" }));
  const fitting = all.filter(({ isSeen }) => isSeen === (wanted === "unsafe"));
  const { value, isSeen } = (fitting.length > 0 ? fitting : all)[
    (7 * seed) % (fitting.length || all.length)
  ] as (typeof all)[number];
  return { text: withError(program, value), truth: isSeen ? "unsafe" : "safe" };
}
