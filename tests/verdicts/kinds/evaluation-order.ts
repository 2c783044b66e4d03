/**
 * Expressions whose value depends on the order in which their operands are evaluated. Each construct knows what C allows (a
 * set of values) and which of them gcc takes: at all its levels the same, as the runner confirms. Half of the programs ask
 * about gcc's order, the others about every order.
 */
import { below, type Generated, type Kind, pick } from "./kind.ts";

type Word = () => number;

/** Some statements that leave a value in `seen`, what it is with gcc, and all that C allows. */
interface Construct {
  readonly statements: string;
  readonly gcc: number;
  readonly allowed: readonly number[];
}

const PRELUDE = `extern void reach_error(void);
int trace, g, i, seen, a[8], *p;
struct pair { int x, y; } one, two, *q;
int step(int digit) { trace = trace * 10 + digit; return digit; }
int set(int value) { g = value; return 1; }
int move(int to) { i = to; p = a + to; q = &two; return 7; }
int through(int *at, int value) { *at = value; return 1; }
int two_of(int x, int y) { return x * 10 + y; }
int three_of(int x, int y, int z) { return x * 100 + y * 10 + z; }
int (*table[4])(int, int) = {two_of, two_of, two_of, two_of};
`;

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [first, ...rest]),
  );
}

function digitsOf(order: readonly number[]): number {
  return order.reduce((all, digit) => all * 10 + digit, 0);
}

/** Different digits in some order. */
function digits(word: Word, count: number): number[] {
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return Array.from({ length: count }, () => all.splice(below(word, all.length), 1)[0] as number);
}

/** Calls that leave a trace, all orders of which C allows. */
function traced(expression: string, gcc: readonly number[]): Construct {
  return {
    statements: `trace = 0; ${expression}; seen = trace;`,
    gcc: digitsOf(gcc),
    allowed: permutations(gcc).map(digitsOf),
  };
}

/** Two values, of which gcc takes the first. */
function either(statements: string, gcc: number, other: number): Construct {
  return { statements, gcc, allowed: [gcc, other] };
}

const CONSTRUCTS: readonly ((word: Word) => Construct)[] = [
  (word) => {
    const [x, y] = digits(word, 2) as [number, number];
    return traced(`two_of(step(${x}), step(${y}))`, [y, x]);
  },
  (word) => {
    const [x, y, z] = digits(word, 3) as [number, number, number];
    return traced(`three_of(step(${x}), step(${y}), step(${z}))`, [z, y, x]);
  },
  (word) => {
    const [x, y, z] = digits(word, 3) as [number, number, number];
    return traced(`two_of(two_of(step(${x}), step(${y})), step(${z}))`, [z, y, x]);
  },
  (word) => {
    const [x, y] = digits(word, 2) as [number, number];
    return traced(`(void)(step(${x}) ${pick(word, ["+", "-", "*", "&", "<", "==", "|"])} step(${y}))`, [x, y]);
  },
  (word) => {
    const [x, y, z] = digits(word, 3) as [number, number, number];
    return traced(`(void)(step(${x}) - step(${y}) * step(${z}))`, [x, y, z]);
  },
  (word) => {
    const [x, y, z] = digits(word, 3) as [number, number, number];
    const shuffled = pick(word, permutations([0, 1, 2]));
    const value = [x, y, z];
    const list = shuffled.map((at) => `[${at}] = step(${value[at]})`).join(", ");
    return traced(`int list[3] = {${list}}; (void)list`, [x, y, z]);
  },
  (word) => {
    const [x, y] = digits(word, 2) as [number, number];
    return traced(`struct pair made = (struct pair){.y = step(${y}), .x = step(${x})}; (void)made`, [x, y]);
  },
  (word) => {
    const [x, y, z] = [1 + below(word, 3), ...digits(word, 9).filter((digit) => digit > 3)] as [number, number, number];
    return traced(`table[step(${x})](step(${y}), step(${z}))`, [x, z, y]);
  },
  (word) => {
    const [before, after] = digits(word, 2) as [number, number];
    const operator = pick(word, ["+", "*", "|", "^"] as const);
    const of = (left: number) => ({ "+": left + 1, "*": left, "|": left | 1, "^": left ^ 1 })[operator];
    return either(`g = ${before}; seen = g ${operator} set(${after});`, of(after), of(before));
  },
  (word) => {
    const [before, after] = digits(word, 2) as [number, number];
    return either(`g = ${before}; seen = g - set(${after});`, before - 1, after - 1);
  },
  (word) => {
    const [before, after] = digits(word, 2) as [number, number];
    const sign = pick(word, [1, -1]);
    return either(`g = ${before}; g ${sign === 1 ? "+=" : "-="} set(${after}); seen = g;`, after + sign, before + sign);
  },
  (word) => {
    const [before, after] = digits(word, 2) as [number, number];
    return either(`one.x = ${before}; q = &one; seen = one.x + through(&q->x, ${after});`, before + 1, after + 1);
  },
  (word) => {
    const [before, after] = digits(word, 2) as [number, number];
    return either(
      `int local = ${before}; seen = two_of(local, through(&local, ${after}));`,
      after * 10 + 1,
      before * 10 + 1,
    );
  },
  (word) => {
    const [from, to] = digits(word, 9).filter((digit) => digit < 8) as [number, number];
    return either(`i = ${from}; a[i] = move(${to}); seen = a[${to}];`, 0, 7);
  },
  (word) => {
    const [from, to] = digits(word, 9).filter((digit) => digit < 8) as [number, number];
    return either(`i = ${from}; a[i] += move(${to}); seen = a[${to}];`, 7, 0);
  },
  (word) => {
    const [from, to] = digits(word, 9).filter((digit) => digit < 8) as [number, number];
    return either(`i = ${from}; a[i] = move(${to}) + 1; seen = a[${to}];`, 8, 0);
  },
  (word) => {
    const [from, to] = digits(word, 9).filter((digit) => digit < 8) as [number, number];
    return either(`p = a + ${from}; *p = move(${to}); seen = a[${from}];`, 7, 0);
  },
  (word) => {
    const member = pick(word, ["x", "y"]);
    const to = below(word, 8);
    return pick(word, [
      either(`q = &one; q->${member} = move(${to}); seen = one.${member};`, 7, 0),
      either(`q = &one; q->${member} += move(${to}); seen = one.${member};`, 0, 7),
    ]);
  },
];

function generate(word: Word): Generated {
  const { statements, gcc, allowed } = pick(word, CONSTRUCTS)(word);
  const order = pick(word, ["gcc", "any"] as const);
  const possible = order === "gcc" ? [gcc] : allowed;
  const truth = pick(word, ["safe", "unsafe"] as const);
  const others = [...allowed, 1000 + below(word, 9)].filter((value) => !possible.includes(value));
  const tested = pick(word, truth === "unsafe" ? possible : others);
  const text = `${PRELUDE}int main(void) {\n  ${statements}\n  if (seen == ${tested}) reach_error();\n  return 0;\n}\n`;
  const options = order === "gcc" ? [] : ["--evaluation-order", "any"];
  const isShown = truth === "safe" || tested === gcc;
  const confirm: Generated["confirm"] = isShown
    ? { kind: "runs" }
    : { kind: "none", why: "C allows an order that gcc does not use" };
  return { text, truth, options, confirm };
}

export const evaluationOrder: Kind = { name: "evaluation-order", generate };
