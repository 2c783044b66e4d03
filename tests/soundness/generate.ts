/**
 * Random programs aimed at the model: pointers to globals, locals, array elements and structure members, linked
 * structures on the heap, structure copies, calls through pointers, early exits. Free of undefined behaviour by
 * construction but for overflow, at which runs stop.
 */

const HEAD = `
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); void exit(int); void *malloc(unsigned long);
struct s { int a; short b; struct s *n; int v[3]; };
int g0, g1 = 3; static int t[4] = { 1, 2 }; struct s s0, s1; int *p0 = &g0, *p1 = &g1; struct s *q0 = &s0, *q1 = &s1;
static int in(void) { int x = __VERIFIER_nondet_int(); return x & 7; }
static struct s *make(int a) { struct s *m = malloc(sizeof *m); m->a = a; m->b = 1; m->n = m; m->v[0] = m->v[1] = m->v[2] = a; return m; }
`;

export function generateProgram(seed: number): string {
  const random = words(seed);
  const pick = (options: readonly string[]) => options[Math.floor(random() * options.length)] as string;
  const number = (limit: number) => Math.floor(random() * limit);
  const place = (): string =>
    pick(["g0", "g1", "x", "y", "*p0", "*p1", "*r", `t[${number(4)}]`, `t[${pick(["x", "y", "g0"])} & 3]`, "q0->a"]);
  const field = (): string =>
    pick(["q0->a", "q1->a", "q0->n->a", "s0.a", "s1.v[1]", "q1->v[x & 1]", "q0->v[2]", "u.a"]);
  const value = (): string => pick([place(), field(), String(number(9)), "in()", "(int)q0->b"]);
  const expression = (): string =>
    pick([value(), `${value()} + ${value()}`, `${value()} - ${value()}`, `(${value()} & 15) * 3`, `${value()} % 5`]);
  const condition = (): string =>
    pick([`${value()} < ${value()}`, `${value()} == ${number(5)}`, "p0 == p1", "q0 != q1"]);
  const pointer = (): string =>
    pick([
      "&g0",
      "&g1",
      "&x",
      "&y",
      "&t[2]",
      "&t[in() & 3]",
      "p0",
      "p1",
      "r",
      "&q0->a",
      "&q1->v[1]",
      "&s1.a",
      "&u.v[in() & 1]",
    ]);
  const node = (): string => pick(["&s0", "&s1", "q0", "q1", "q0->n", `make(${value()})`, "&u"]);
  const simple = (): string =>
    pick([
      `${pick([place(), field()])} = ${expression()};`,
      `${pick(["p0", "p1", "r"])} = ${pointer()};`,
      `${pick(["q0", "q1", "q0->n", "s1.n"])} = ${node()};`,
      `${pick(["s0", "*q0", "u", "*q1->n"])} = ${pick(["s1", "*q1", "u", "*q0->n"])};`,
      `q0->b = (short)(${value()});`,
      `set(${pointer()}, ${value()});`,
      `${place()} = next(${node()}, ${value()});`,
      `swap(${pointer()}, ${pointer()});`,
      `${place()} += op[in() & 1](${value()}, ${pointer()});`,
      `leave(${condition()});`,
    ]);
  const statement = (depth: number): string => {
    const kind = number(10);
    if (depth === 0 || kind < 6) return simple();
    const block = () => `{ ${statement(depth - 1)} ${statement(depth - 1)} }`;
    if (kind < 9) return `if (${condition()}) ${block()} else ${block()}`;
    return `for (int i = 0; i < ${1 + number(4)}; i++) ${block()}`;
  };
  const statements = (count: number, depth: number) =>
    Array.from({ length: count }, () => statement(depth)).join("\n  ");
  return `${HEAD}
static void set(int *w, int d) { if (d > 2) *w = d; else (*w)--; }
static int next(struct s *c, int d) { if (d > 3) c = c->n; c->v[d & 1] = d; return c->v[2] + c->a; }
static void swap(int *a, int *b) { int c = *a; *a = *b; *b = c; }
static int first(int d, int *w) { return *w + d; } static int second(int d, int *w) { *w = d; return d - 1; }
static int (*op[2])(int, int *) = { first, second };
static void leave(int c) { if (c && in() == 7) exit(1); }
int main(void) {
  int x = in(), y = 2; int *r = &y; struct s u = { 1, 2, &s0 }; s0.n = &s1; s1.n = &u;
  ${statements(10, 2)}
  if (${expression()} == ${number(6)}) { ${statement(1)} if (${condition()}) reach_error(); }
  ${statements(3, 1)}
  if (${condition()}) reach_error();
  return x;
}
`;
}

function words(seed: number): () => number {
  let state = (Math.imul(seed, 2654435761) + 99991) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
