/**
 * Random small C programs aimed at what a model of memory gets wrong: aliases, pointers into structures, unions, copies,
 * heap cells of one site, callbacks, recursion, slicing. Each program has a fixed set of declarations and functions with
 * random constants, and a random main. Statements of the form `@K(expression)@;` are places where a value is observed; who
 * uses the program decides what stands there. Undefined behaviour is possible but rare: it ends the concrete run, and what
 * was observed before it stands.
 */
import { randomWords } from "../../src/interpreter/inputs.ts";

export interface Generated {
  /** Lines of C; observations as `@K(expression)@;`. */
  readonly lines: readonly string[];
  readonly observations: number;
  /** One behaviour only: nothing is read from outside. */
  readonly deterministic: boolean;
}

const DECLARATIONS = [
  "#include <stdlib.h>",
  "#include <string.h>",
  "extern int __VERIFIER_nondet_int(void);",
  "extern void __VERIFIER_assume(int);",
  "extern void reach_error(void);",
  "typedef int (*operation)(int *, int);",
  "struct inner { short h; int w; signed char c[3]; };",
  "struct node { int v; struct node *next; int *ref; };",
  "struct big { char tag; struct inner i; struct inner arr[3]; int *p; operation fn; unsigned b1 : 3; int b2 : 5; unsigned b3 : 17; struct inner *to; };",
  "union pun { int w; unsigned char c[8]; short h[2]; float f; int *p; };",
];

class Writer {
  readonly #word: () => number;
  #observations = 0;
  #loops = 0;
  deterministic = true;

  constructor(seed: number) {
    this.#word = randomWords(seed);
  }

  get observations(): number {
    return this.#observations;
  }

  below(limit: number): number {
    return this.#word() % limit;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  constant(): string {
    return this.pick([
      "0",
      "1",
      "2",
      "3",
      "-1",
      "5",
      "-7",
      "100",
      "127",
      "128",
      "255",
      "-128",
      "65535",
      "0x12345678",
      "3u",
      "-2147483647",
      "1ll",
      "256",
      "40000",
      "4294967295u",
    ]);
  }

  /** An index below `limit`. */
  index(limit: number): string {
    const constant = String(this.below(limit));
    return this.pick([constant, constant, constant, `(unsigned)(${this.leaf()}) % ${limit}u`, `(k0 & 1)`]);
  }

  intPlace(): string {
    switch (this.below(16)) {
      case 0:
        return `ga[${this.index(4)}]`;
      case 1:
        return `gb.i.w`;
      case 2:
        return `gb.arr[${this.index(3)}].w`;
      case 3:
        return `gi[${this.index(3)}].w`;
      case 4:
        return "gu.w";
      case 5:
        return `(*gp)`;
      case 6:
        return `(**gpp)`;
      case 7:
        return `(*gpa[${this.index(3)}])`;
      case 8:
        return `(*lp)`;
      case 9:
        return `la[${this.index(3)}]`;
      case 10:
        return "lb.i.w";
      case 11:
        return `(*${this.pointer()})`;
      case 12:
        return "ps->w";
      case 13:
        return "heap[1]";
      default:
        return this.pick(["g0", "g1", "l0", "l1", "k0", "g2"]);
    }
  }

  place(): string {
    if (this.below(3) > 0) return this.intPlace();
    switch (this.below(14)) {
      case 0:
        return `gb.${this.pick(["b1", "b2", "b3", "tag"])}`;
      case 1:
        return `gb.arr[${this.index(3)}].${this.pick(["h", `c[${this.index(3)}]`])}`;
      case 2:
        return `gu.c[${this.index(4)}]`;
      case 3:
        return `gu.h[${this.index(2)}]`;
      case 4:
        return `gsa[${this.index(5)}]`;
      case 5:
        return `lb.${this.pick(["b1", "b2", "b3", "tag", "i.h", "i.c[1]"])}`;
      case 6:
        return `ps->${this.pick(["h", "c[1]", "c[2]"])}`;
      case 7:
        return `matrix[${this.index(2)}][${this.index(3)}]`;
      case 8:
        return `bytes[${this.index(8)}]`;
      case 9:
        return "lb.arr[1].h";
      default:
        return this.pick(["gs", "gc", "gl", "gul", "ls", "luc"]);
    }
  }

  leaf(): string {
    const which = this.below(10);
    if (which < 6) return this.place();
    if (which === 6) return `table[${this.index(5)}]`;
    return this.constant();
  }

  expression(depth = 2): string {
    if (depth === 0) return this.leaf();
    const e = () => this.expression(depth - 1);
    switch (this.below(20)) {
      case 0:
      case 1:
      case 2:
        return `(${e()} ${this.pick(["+", "-", "*"])} ${e()})`;
      case 3:
        return `(${e()} ${this.pick(["&", "|", "^"])} ${e()})`;
      case 4:
        return `(${e()} ${this.pick(["==", "!=", "<", "<=", ">", ">="])} ${e()})`;
      case 5:
        return `(${e()} ${this.pick(["&&", "||"])} ${e()})`;
      case 6:
        return `(${e()} ${this.pick(["/", "%"])} ${this.pick(["3", "-2", "7u", "10ll", "-1"])})`;
      case 7:
        return `((${e()}) >> ${this.below(8)})`;
      case 8:
        return `((unsigned)(${e()}) << ${this.below(31)})`;
      case 9:
        return `((${this.pick(["signed char", "unsigned char", "short", "unsigned short", "unsigned", "long long", "_Bool", "int"])})${e()})`;
      case 10:
        return `(${e()} ? ${e()} : ${e()})`;
      case 11:
        return `(${this.pick(["-", "~", "!"])} ${e()})`;
      case 12:
        return `(${this.pointer()} ${this.pick(["==", "!="])} ${this.pointer()})`;
      case 13:
        return this.pick([
          `add(${this.pointer()}, ${e()} & 7)`,
          `apply(${this.pick(["add", "put", "gb.fn", "lb.fn", "fns[k0 & 1]"])}, ${this.pointer()}, ${e()} & 15)`,
          `recurse(${this.below(4)}, ${this.pointer()})`,
          "counter()",
          `sum(list)`,
          `use(${this.pick(["gb.i", "gi[1]", "lb.arr[2]", "make(l0)", "*ps"])}, ${e()} & 31)`,
          `make(${e()} & 255).w`,
          `(*choose(${e()}))`,
          `fact(${this.below(5)})`,
        ]);
      case 14:
        return this.pick([
          "(int)strlen(text)",
          "memcmp(ga, la, 8) == 0",
          'strcmp(text, "abc") == 0',
          "(int)sizeof(gb)",
          "(pa - ga)",
          "(int)(lf * 2)",
        ]);
      case 15:
        return `(${this.intPlace()}${this.pick(["++", "--"])})`;
      case 16:
        return `(${this.place()} = ${e()})`;
      case 17:
        return `((const unsigned char *)&${this.pick(["gb.i.w", "g0", "ga[2]", "gl", "lb.i"])})[${this.below(4)}]`;
      default:
        return this.leaf();
    }
  }

  /** A valid `int *`. */
  pointer(): string {
    switch (this.below(18)) {
      case 0:
        return `&ga[${this.index(4)}]`;
      case 1:
        return `(ga + ${this.index(4)})`;
      case 2:
        return "&gb.i.w";
      case 3:
        return `&gb.arr[${this.index(3)}].w`;
      case 4:
        return `&gi[${this.index(3)}].w`;
      case 5:
        return `gpa[${this.index(3)}]`;
      case 6:
        return "*gpp";
      case 7:
        return "gb.p";
      case 8:
        return `choose(${this.leaf()})`;
      case 9:
        return `(int *)((char *)&gb.i + 4)`;
      case 10:
        return "&list->v";
      case 11:
        return "list->ref";
      case 12:
        return `(${this.leaf()} ? ${this.pick(["gp", "lp", "&g1"])} : ${this.pick(["&l0", "heap", "&la[1]"])})`;
      case 13:
        return "(int *)(unsigned long)gp";
      case 14:
        return "&ps->w";
      default:
        return this.pick(["&g0", "&g1", "&l0", "&l1", "gp", "lp", "pa", "heap", "&lb.i.w", "(int *)&gu"]);
    }
  }

  pointerPlace(): string {
    return this.pick(["gp", "lp", "*gpp", `gpa[${this.index(3)}]`, "gb.p", "lb.p", "list->ref", "*lpp"]);
  }

  simple(): string {
    switch (this.below(30)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return `${this.place()} = ${this.expression()};`;
      case 6:
      case 7:
        return `${this.place()} ${this.pick(["+=", "-=", "*=", "^=", "|=", "&="])} ${this.expression(1)};`;
      case 8:
      case 9:
      case 10:
        return `${this.pointerPlace()} = ${this.pointer()};`;
      case 11:
        return `gpp = ${this.pick(["&gp", "&lp", "&gpa[1]", "&gb.p", "&list->ref", "lpp"])};`;
      case 12:
        return `lpp = ${this.pick(["&gp", "&lp", "gpp", `&gpa[${this.index(3)}]`, "&lb.p"])};`;
      case 13:
        return `ps = ${this.pick(["&gb.i", "&lb.i", `&gb.arr[${this.index(3)}]`, `&gi[${this.index(3)}]`, "gi + 1", "(struct inner *)heap2", "gb.to"])};`;
      case 14:
        return this.pick([
          "gb = lb;",
          "lb = gb;",
          "gb.i = gi[1];",
          "*ps = gb.arr[2];",
          "gi[2] = *ps;",
          "gb.arr[1] = lb.i;",
          "gb.to = ps;",
          "gb.arr[0] = make(l1);",
        ]);
      case 15:
        return this.pick([
          "memcpy(ga, la, sizeof la);",
          "memcpy(&gb.i, &gi[1], sizeof gi[1]);",
          "memcpy(&l0, &g1, 4);",
          "memset(ga, 0, sizeof ga);",
          "memset(&ga[1], 1, 8);",
          "memset(&gb.arr, 0, sizeof gb.arr);",
          "memcpy(bytes, &gb.i, 8);",
          "memcpy(&gp, &lp, sizeof gp);",
          "memmove(ga, ga + 1, 12);",
          "memcpy(ga + 1, &gi[0].w, 4);",
          "memset(&luc, -1, 1);",
          "memcpy(&lb, &gb, sizeof lb);",
          "memcpy(heap2, ps, sizeof *ps);",
          "memset(bytes + 2, l1, 3);",
          "memcpy(gpa, &gpa[1], sizeof(int *));",
          'strcpy(text, "xyz");',
          "text[1] = 0;",
        ]);
      case 16:
        return this.pick([
          "list = push(list, l0);",
          "list = push(list, 3);",
          "if (list->next) list = list->next;",
          "list->next = 0;",
          "list->v = g1;",
          "if (list->next) list->next->v = l1;",
        ]);
      case 17:
        return this.pick(["gb.fn = put;", "gb.fn = add;", "lb.fn = gb.fn;", "fns[1] = put;", "fns[0] = fns[1];"]);
      case 18:
        return this.pick([
          "swap(&gp, &lp);",
          "swap(&gpa[0], &gpa[2]);",
          "swap(gpp, lpp);",
          "swap(&gb.p, &gp);",
          "redirect(&lp, &g1);",
        ]);
      case 19:
        return this.pick([
          "pa = ga + 2;",
          "pa = &ga[1];",
          "if (pa < ga + 3) pa++;",
          "if (pa > ga) pa--;",
          "pa[0] = 4;",
          "pa[-(pa - ga)] = 8;",
        ]);
      case 20:
        return this.pick([
          "lf = (float)l0;",
          "lf = lf * 0.5f + 1;",
          "gu.f = lf;",
          "l1 = lf > -1000 && lf < 1000 ? (int)lf : 3;",
        ]);
      case 21:
        return this.pick([
          "{ int *q = malloc(8); q[0] = l0; q[1] = 7; l1 = q[0] + q[1]; free(q); }",
          "{ int *q = calloc(2, 4); q[1] = 5; g0 = q[0] + q[1]; free(q); }",
          "heap = realloc(heap, 24);",
          "{ int l0 = 5; l0 += g1; ga[1] = l0; }",
          "{ static int s = 4; s += 3; l1 = s; }",
          "bump();",
          "{ int t[2] = {l0, g1}; int *q = t; q[1] += 2; l0 = q[0] + t[1]; }",
        ]);
      case 22:
        return `{ unsigned char *q = (unsigned char *)${this.pick(["&g0", "&gb.i", "ga", "&gl", "la"])}; q[${this.below(8) % 4}] = ${this.constant()}; }`;
      case 23:
        return this.pick([
          "gl = gl * 3 + l0;",
          "gul = gul - 5;",
          "gul >>= 3;",
          "l0 = (l0, g1);",
          "gs = gc = l1;",
          "l0 = g0 > 2 && (g1 = 4) || (l1 = 2);",
        ]);
      case 24:
        return `*${this.pointer()} = ${this.expression(1)};`;
      default:
        return `@${this.#observations++}(${this.expression(1)})@;`;
    }
  }

  block(count: number, depth: number): string {
    return Array.from({ length: count }, () => this.statement(depth)).join(" ");
  }

  statement(depth: number): string {
    if (depth === 0) return this.simple();
    const inner = () => this.block(1 + this.below(2), depth - 1);
    switch (this.below(14)) {
      case 0:
      case 1:
        return `if (${this.expression(1)}) { ${inner()} } else { ${inner()} }`;
      case 2: {
        const i = `i${this.#loops++}`;
        return `for (int ${i} = 0; ${i} < ${this.below(4)}; ${i}++) { ${inner()} }`;
      }
      case 3: {
        const i = `i${this.#loops++}`;
        return `{ int ${i} = ${1 + this.below(3)}; do { ${inner()} if (${this.leaf()} == 3) ${this.pick(["break", "continue"])}; k0 = ${i}; } while (--${i} > 0); }`;
      }
      case 4:
        return `switch (${this.expression(1)}) { case 0: ${inner()} case 1: ${inner()} break; case -1: break; default: ${inner()} }`;
      case 5: {
        const i = `i${this.#loops++}`;
        return `{ int ${i} = 0; again${i}: ${inner()} if (++${i} < ${this.below(3)}) goto again${i}; }`;
      }
      default:
        return this.simple();
    }
  }

  functions(): string[] {
    const c = () => this.constant();
    return [
      `int g0 = ${c()}, g1 = ${c()}; static unsigned g2; short gs = 7; signed char gc = -3; long long gl = ${c()}; unsigned long long gul;`,
      `int ga[4] = {1, ${c()}, 3}; short gsa[5] = {1, 2, 3}; int matrix[2][3] = {{1, 2, 3}, {4, ${c()}}}; unsigned char bytes[8]; char text[4] = "abc";`,
      "int *gp = &g0; int **gpp = &gp; int *gpa[3] = {&g0, &g1, ga + 1};",
      "struct big gb; struct inner gi[3] = {{1, 2}, {3, 4, {5, 6}}}; union pun gu;",
      `static const int table[5] = {${c()}, 1, 2, ${c()}, 4};`,
      `int add(int *p, int d) { *p ${this.pick(["+=", "-=", "^="])} d; return *p; }`,
      "int put(int *p, int d) { int old = *p; *p = d; return old; }",
      "operation fns[2] = {add, put};",
      "int apply(operation f, int *p, int x) { return f(p, x); }",
      `int recurse(int n, int *acc) { int own = n; if (n <= 0) return *acc; own += recurse(n - 1, n & 1 ? acc : &own); ${this.pick(["*acc += n;", "", "g1 = own;"])} return own ^ *acc; }`,
      "int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }",
      "int counter(void) { static int c = 3; c += 2; return c; }",
      `void bump(void) { ${this.pick(["g0++;", "gpa[0] = gp;", "(*gp)++;", "gp = &ga[2];", "gb.i.h++;"])} }`,
      "int *choose(int i) { static int own = 9; switch (i & 3) { case 0: return &g0; case 1: return &own; case 2: return gp; default: return &ga[2]; } }",
      "void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }",
      "void redirect(int **which, int *to) { if (*which != to) *which = to; else **which = 1; }",
      "struct node *push(struct node *head, int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = head; n->ref = head ? &head->v : &n->v; return n; }",
      "int sum(struct node *n) { int s = 0; for (int i = 0; n && i < 6; i++, n = n->next) s = s * 2 + n->v; return s; }",
      "struct inner make(int a) { struct inner r = {a, a + 1, {a, 1, 2}}; return r; }",
      "int use(struct inner x, int k) { x.w += k; x.c[1] = k; return x.w + x.h + x.c[1]; }",
    ];
  }

  main(statements: number, inputs: boolean): string[] {
    const lines = [
      "int main(void) {",
      `int l0 = ${this.constant()}, l1 = ${this.constant()}, k0 = 0; short ls = 3; unsigned char luc = 200; float lf = 1.5f;`,
      "int la[3] = {7, 8, 9}; int *lp = &l0; int **lpp = &lp; int *pa = ga; struct big lb; struct inner *ps = &gb.i;",
      "memset(&lb, 0, sizeof lb); lb.fn = put; lb.p = &l1; gb.fn = add; gb.p = &g1; lb.to = &gi[0]; gb.to = &lb.i;",
      "int *heap = malloc(24); heap[0] = 1; heap[1] = 2; void *heap2 = calloc(1, 32);",
      "struct node *list = push(push(0, 4), 5);",
    ];
    if (inputs) {
      this.deterministic = false;
      lines.push("int n0 = __VERIFIER_nondet_int(); __VERIFIER_assume(n0 >= 0 && n0 < 4); k0 = n0;");
      if (this.below(2) === 0) lines.push("l1 = __VERIFIER_nondet_int();");
    }
    for (let i = 0; i < statements; i += 1) lines.push(this.statement(2));
    for (let i = 0; i < 3; i += 1) lines.push(`@${this.#observations++}(${this.expression(1)})@;`);
    for (let i = 0; i < 5; i += 1) lines.push(`@${this.#observations++}(${this.place()})@;`);
    lines.push("return 0;", "}");
    return lines;
  }
}

export function generate(seed: number): Generated {
  const writer = new Writer(seed);
  const functions = writer.functions();
  const main = writer.main(3 + writer.below(10), writer.below(3) === 0);
  return {
    lines: [...DECLARATIONS, ...functions, ...main],
    observations: writer.observations,
    deterministic: writer.deterministic,
  };
}
