/** Inline assembly that hands on, hides, stores or writes through pointers (x86). */
import { below, type Generated, type Kind, pick } from "./kind.ts";

/** Statements after which `*p = now` or the like has changed x from `before`. */
type Maker = (now: number) => string;

const HIDDEN: readonly Maker[] = [
  (now) => `int *p; asm("" : "=r"(p) : "0"(&x)); *p = ${now};`,
  (now) => `unsigned long h = (unsigned long)&x; asm("" : "+r"(h)); *(int *)h = ${now};`,
  (now) => `int *p; asm("mov %1, %0" : "=r"(p) : "r"(&x)); *p = ${now};`,
  (now) => `struct { int *m; } s; asm("mov %1, %0" : "=r"(s.m) : "r"(&x)); *s.m = ${now};`,
  (now) => `int *p = &y; asm volatile("mov %1, (%0)" : : "r"(&p), "r"(&x) : "memory"); *p = ${now};`,
  (now) => `int *p = &y; asm("mov %1, %0" : "=m"(p) : "r"(&x)); *p = ${now};`,
  (now) => `asm("movl $${now}, %0" : "=m"(x));`,
  (now) => `asm("movl $${now}, %0" : "=r"(x));`,
  (now) => `int t = ${now}; asm("movl %1, %0" : "=r"(x) : "r"(t));`,
  (now) => `asm volatile("movl %1, (%0)" : : "r"(&x), "r"(${now}) : "memory");`,
  (now) => `void (*f)(int *, int); asm("" : "=r"(f) : "0"(set)); f(&x, ${now});`,
  (now) => `void (*f)(int *, int) = reset; asm("mov %1, %0" : "=r"(f) : "r"(set)); f(&x, ${now});`,
  (now) => `int t = x; asm("" : "=r"(t) : "0"(${now})); x = t;`,
];

function generate(word: () => number): Generated {
  const [before, now] = [below(word, 100), 100 + below(word, 100)];
  const unsafe = below(word, 2) === 0;
  const check = pick(
    word,
    unsafe ? [`x == ${now}`, `x != ${before}`, `x > ${before}`] : [`x == ${before}`, `x != ${now}`, `y == ${now}`],
  );
  const text = `extern void reach_error(void);
static void set(int *p, int v) { *p = v; }
static void reset(int *p, int v) { *p = v - v; }
int main(void) {
  int x = ${before}, y = 300;
  (void)set; (void)reset;
  ${pick(word, HIDDEN)(now)}
  ${below(word, 3) === 0 ? 'asm volatile("" ::: "memory");' : ""}
  if (${check}) reach_error();
  return 0;
}
`;
  return { text, truth: unsafe ? "unsafe" : "safe", options: [], confirm: { kind: "runs" } };
}

export const assembly: Kind = { name: "assembly", generate };
