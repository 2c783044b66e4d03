/** What a run may depend on, kind by kind: with one of these, a run without violation proves nothing. */
import { describe, expect, it } from "vitest";
import { programOf } from "../../tests/support/c-program.ts";
import { buildModel } from "../model/build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../model/options.ts";
import { Budget } from "../util/budget.ts";
import { proveByExecution } from "./execution-proof.ts";

const DECLARATIONS = `
void reach_error(void); int rand(void); long time(long *); char *getenv(const char *); int printf(const char *, ...);
void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long);
int strcmp(const char *, const char *); unsigned long strlen(const char *); double sin(double); double sqrt(double);
int memcmp(const void *, const void *, unsigned long); int atexit(void (*)(void)); int strange(int *);
void __VERIFIER_assume(int); int abs(int); char *strcpy(char *, const char *); int getchar(void);
`;

function proofOf(body: string, bits: 32 | 64 = 64): string {
  const program = programOf(`${DECLARATIONS} ${body}`, { bits });
  const question = { program, entry: "main", properties: ["unreach-call"] as const };
  const { assumptions } = buildModel(program, DEFAULT_MODEL_OPTIONS);
  const proof = proveByExecution(question, DEFAULT_MODEL_OPTIONS, assumptions, new Budget());
  return proof.kind === "proved" ? "proved" : proof.reason;
}

const main = (text: string) => `int main(void) { ${text} return 0; }`;

describe("a run that depends on the program alone proves", () => {
  it.each([
    ["arithmetic", main("int s = 0; for (int i = 0; i < 10; i++) s += i; if (s != 45) reach_error();")],
    [
      "pointers inside one object",
      main("int a[4], *p = a; while (p < a + 4) *p++ = 1; if (p - a != 4) reach_error();"),
    ],
    [
      "a list",
      "struct n { struct n *next; int v; }; " +
        main(
          "struct n *h = 0; for (int i = 0; i < 3; i++) { struct n *q = malloc(sizeof *q); q->next = h; q->v = i; h = q; } while (h) h = h->next;",
        ),
    ],
    ["strings", main('char b[9]; strcpy(b, "hello"); if (strlen(b) != 5 || strcmp(b, "hello") != 0) reach_error();')],
    ["different objects", main("int a = 1, b = 2; int *p = &a; if (p == &b) reach_error();")],
    [
      "a struct with a pointer, copied",
      "struct s { int *p; int n; } a, b; int g; " +
        main("a.p = &g; a.n = 3; b = a; *b.p = 4; if (g != 4) reach_error();"),
    ],
    ["arguments that nobody reads", "int main(int argc, char **argv) { return 0; }"],
    ["output", main('printf("%d", 3);')],
    ["an assumption that holds", main("__VERIFIER_assume(1);")],
    ["exact floats", main("double x = sqrt(2.25); if (x != 1.5) reach_error();")],
  ])("%s", (_, body) => expect(proofOf(body)).toBe("proved"));
});

describe("a run proves nothing where it depends on", () => {
  it.each([
    ["an uninitialised variable", main("int x; if (x == 7) reach_error();")],
    ["uninitialised heap", main("int *p = malloc(8); if (p[1] == 7) reach_error();")],
    [
      "bits that nobody set",
      `struct { unsigned a : 4, b : 4; } *q; ${main("q = malloc(4); q->a = 1; if (q->b == 7) reach_error();")}`,
    ],
    [
      "padding",
      "struct s { char c; int i; }; " +
        main("struct s a, b; a.c = b.c = 1; a.i = b.i = 2; if (memcmp(&a, &b, sizeof a)) reach_error();"),
    ],
    ["an initialiser that was jumped over", main("goto in; { int x = 5; in: if (x == 7) reach_error(); }")],
    [
      "an initialiser before the first case",
      `int g; ${main("switch (g) { int x = 5; case 0: if (x == 7) reach_error(); }")}`,
    ],
    ["a volatile object", `volatile int v; ${main("if (v) reach_error();")}`],
    [
      "a volatile structure",
      `struct s { int a, b; }; volatile struct s v; ${main("struct s t = v; if (t.a) reach_error();")}`,
    ],
    [
      "bytes of a volatile object",
      `volatile int v; ${main("int t; memcpy(&t, (void *)&v, 4); if (t) reach_error();")}`,
    ],
    ["the time of compilation", main("if (__TIME__[1] == '7') reach_error();")],
    ["a string onto itself", main('char b[9] = "abc"; strcpy(b + 1, b); if (b[3] != 99) reach_error();')],
    ["an undefined object", `extern int v; ${main("if (v) reach_error();")}`],
    ["an undefined function", main("int v = 0; strange(&v); if (v) reach_error();")],
    ["an argument", "int main(int argc, char **argv) { if (argc == 9) reach_error(); return 0; }"],
    [
      "an argument behind a pointer",
      "int main(int argc, char **argv) { int *p = &argc; if (*p == 9) reach_error(); return 0; }",
    ],
    ["random numbers", main("if (rand() == 5) reach_error();")],
    ["the clock", main("if (time(0) == 5) reach_error();")],
    ["the environment", main('if (getenv("HOME") != 0) reach_error();')],
    ["standard input", main("if (getchar() == 5) reach_error();")],
    ["whether output succeeds", main('if (printf("x") < 0) reach_error();')],
    ["handlers at the end", `void handler(void) { reach_error(); } ${main("atexit(handler);")}`],
    ["how much one string is less", main('if (strcmp("b", "d") == -2) reach_error();')],
    ["digits of a sine", main("if (sin(1.0) > 2) reach_error();")],
    ["long double", main("long double x = 0.1L; if (x > 1) reach_error();")],
    ["inline assembly", main('int x = 0; __asm__("" : "=r"(x)); if (x == 5) reach_error();')],
    ["the order of objects", `int a, b; ${main("if (&b < &a) reach_error();")}`],
    ["neighbours", `int a, b; ${main("if (&a + 1 == &b) reach_error();")}`],
    ["an address as a number", `int a; ${main("if ((unsigned long)&a == 5) reach_error();")}`],
    [
      "the bytes of a pointer",
      `union { int *p; unsigned char c[8]; } u; int g; ${main("u.p = &g; if (u.c[0] == 1) reach_error();")}`,
    ],
    [
      "the bytes of a pointer, copied",
      `int g; ${main("int *p = &g; unsigned char c[8]; memcpy(c, &p, sizeof p); if (c[0] == 1) reach_error();")}`,
    ],
    [
      "whether memory is used again",
      main("int *a = malloc(4); free(a); int *b = malloc(4); if (a == b) reach_error();"),
    ],
    ["whether literals are shared", main('const char *a = "abc", *b = "abc"; if (a == b) reach_error();')],
    ["an overlapping copy", main('char a[8] = "abcdefg"; memcpy(a + 1, a, 4);')],
    ["an assumption that fails", main("__VERIFIER_assume(0);")],
    [
      "the order of evaluation",
      `int g; int next(void) { return ++g; } int pair(int a, int b) { return 10 * a + b; } ${main("if (pair(next(), next()) == 12) reach_error();")}`,
    ],
    ["undefined behaviour", main("int x = 2147483647; x++;")],
  ])("%s", (_, body) => expect(proofOf(body)).not.toBe("proved"));

  it("floats with 32 bits, where x87 keeps more digits", () => {
    const body = main("double x = 0; for (int i = 0; i < 10; i++) x += 0.1; if (x == 1.0) reach_error();");
    expect([proofOf(body, 64), proofOf(body, 32)]).toEqual(["proved", expect.stringContaining("floating-point")]);
  });
});
