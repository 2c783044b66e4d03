/** Ordinary objects seen through volatile lvalues keep what was stored; objects that are defined volatile do not. */
import { below, type Generated, type Kind, pick } from "./kind.ts";

interface Shape {
  readonly global: string;
  readonly local: string;
  /** The object by its own name, and a volatile lvalue of it. */
  readonly own: string;
  readonly seen: string;
}

function shape(word: () => number, start: number, volatile: "volatile " | ""): Shape {
  const shapes: readonly Shape[] = [
    { global: "", local: `${volatile}int a = ${start}; volatile int *p = &a;`, own: "a", seen: "*p" },
    { global: `${volatile}int a = ${start};`, local: "volatile int *p = &a;", own: "a", seen: "*p" },
    { global: "", local: `${volatile}int a[3] = {1, ${start}, 3}; volatile int *p = a;`, own: "a[1]", seen: "p[1]" },
    {
      global: `struct s { volatile int other; ${volatile}int m; } a[2] = {{1, 2}, {3, ${start}}};`,
      local: "volatile struct s *p = a + 1;",
      own: "a[1].m",
      seen: "p->m",
    },
    {
      global: "static int get(volatile int *p) { return *p; }",
      local: `volatile int other = 5; int dummy = get(&other); ${volatile}int a = ${start}; (void)dummy;`,
      own: "a",
      seen: "get(&a)",
    },
    { global: `${volatile}int a = ${start};`, local: "", own: "a", seen: "*(volatile int *)&a" },
  ];
  return pick(word, shapes);
}

function generate(word: () => number): Generated {
  const defined = below(word, 4) === 0;
  let value = below(word, 100);
  const { global, local, own, seen } = shape(word, value, defined ? "volatile " : "");
  const steps: string[] = [];
  for (let i = below(word, 3); i >= 0; i -= 1) {
    const by = below(word, 50);
    const place = seen.includes("get(") || below(word, 2) === 0 ? own : seen;
    const kind = below(word, 3);
    value = kind === 0 ? value + by : kind === 1 ? value - by : by;
    steps.push(`${place} ${kind === 0 ? "+=" : kind === 1 ? "-=" : "="} ${by};`);
  }
  // What is defined volatile may hold anything: no check that could fail is safe there.
  const unsafe = defined || below(word, 2) === 0;
  const check = unsafe && !defined ? `${seen} == ${value}` : `${seen} != ${value}`;
  const text = `extern void reach_error(void);
${global}
int main(void) {
  ${local}
  ${steps.join("\n  ")}
  if (${check}) reach_error();
  return 0;
}
`;
  const confirm = defined ? { kind: "none" as const, why: "no device changes it" } : { kind: "runs" as const };
  return { text, truth: unsafe ? "unsafe" : "safe", options: [], confirm };
}

export const volatileObjects: Kind = { name: "volatile", generate };
