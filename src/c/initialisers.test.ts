import { describe, expect, it } from "vitest";
import { bodyOf, findObject, parseText } from "../../tests/support/c.ts";
import { hasGcc, runWithGcc } from "../../tests/support/gcc.ts";
import type { Initialiser, InitialiserEntry } from "./ast.ts";
import { sizeOf } from "./layout.ts";
import { type CType, type DataModel, ILP32, LP64 } from "./types.ts";

/** Objects of static storage whose bytes gcc and hone should agree on; each is called x. */
const OBJECTS: readonly string[] = [
  "int x = 3;",
  "int x = { 3 };",
  "unsigned char x = 300;",
  "double x = 1.5;",
  "float x = 3;",
  "int x[3] = { 1, 2 };",
  "int x[] = { 1, 2, 3, };",
  "int x[] = { [3] = 1, 2, [0] = 5 };",
  "int x[6] = { [1 ... 3] = 7, 8 };",
  "int x[2][3] = { 1, 2, 3, 4 };",
  "int x[2][3] = { { 1 }, { 2, 3 } };",
  "int x[][2] = { 1, 2, 3 };",
  "int x[2][2] = { [1] = { 1 }, [0][1] = 2, 3, 4 };",
  "int x[3][2] = { [0 ... 1][1] = 5, 6 };",
  'char x[] = "abc";',
  'char x[3] = "abc";',
  'char x[8] = "ab\\0c\\xff";',
  'char x[] = { "abc" };',
  'char x[2][4] = { "ab", "cd" };',
  "char x[2][4] = { { \"ab\" }, { 'c', 'd' } };",
  'unsigned char x[] = "\\377é";',
  '__typeof__(L""[0]) x[] = L"a\\u20ac";',
  'unsigned short x[] = u"a€";',
  'unsigned x[] = U"a€";',
  "struct { int a; char b; double c; } x = { 1, 2, 3 };",
  "struct { int a; struct { char b, c; } d; int e; } x = { 1, 2, 3, 4 };",
  "struct { int a; struct { char b, c; } d; int e; } x = { 1, { 2 }, 4 };",
  "struct { int a; struct { char b, c; } d; int e; } x = { .d.c = 1, 5 };",
  "struct { int a; struct { char b, c; } d; int e; } x = { .d = { .c = 1 }, 5, .a = 9 };",
  "struct { int a[3]; int b; } x[2] = { 1, 2, 3, 4, 5 };",
  "struct { int a[3]; int b; } x[2] = { [1] = { { 1 }, 2 }, [0].a[1] = 3, 4, 5 };",
  "struct { int a, b; } x[] = { { 1 }, 2, 3, { 4, 5 } };",
  "struct { int a; union { char b; int c; }; struct { int d, e; }; } x = { 1, { 2 }, { 3, 4 } };",
  "struct { int a; union { char b; int c; }; struct { int d, e; }; } x = { 1, 2, 3, 4 };",
  "struct { int a; union { char b; int c; }; struct { int d, e; }; } x = { .c = -1, .e = 2 };",
  "struct { int a; union { char b; int c; }; struct { int d, e; }; } x = { .c = -1, 7, 8 };",
  "union { char a; int b; double c; } x = { 300 };",
  "union { char a; int b; double c; } x = { .c = 1.5 };",
  "union { struct { int a, b; } s; int c[4]; } x = { 1, 2 };",
  "struct { union { int a; char b; } u[2]; int c; } x = { 1, 2, 3 };",
  "struct { unsigned a : 3, b : 5; int : 4; int c : 7; long long d : 33; } x = { 5, 20, -3, -1 };",
  "struct { unsigned a : 3, b : 5; int : 0; int c : 7; } x = { .c = -2, .a = 9 };",
  "struct __attribute__((packed)) { char a; int b; short c : 5; short d : 12; } x = { 1, 2, 3, -4 };",
  "struct { int a; int b[]; } x = { 1, { 2, 3, 4 } };",
  'struct { int a; char b[]; } x = { 1, "abc" };',
  "struct { char a; long double b; } x = { 1 };",
  "struct { struct { } e; int a; } x = { { }, 3 };",
  "struct { int a; } x = { };",
  "struct p { int x, y; } x = (struct p){ 3, 4 };",
  "struct p { int x, y; }; struct { struct p a[2]; int b; } x = { { { 1, 2 }, (struct p){ .y = 5 } }, 6 };",
  "int x[] = (int[]){ 1, 2, 3 };",
  "struct { int a, b; } x = { b: 1, a: 2 };",
  "int x[4] = { 1, 2, 3, 4, [1] = 9, [1] = 8 };",
  "struct { struct { int a, b; } s; } x = { .s = { 1, 2 }, .s.b = 3 };",
  "struct { char a[3]; char b; } x = { \"ab\", 'c' };",
  "struct { char a[2][2]; int b; } x = { { { 1 }, 2, 3 }, 4 };",
  "_Bool x[] = { 2, 0, 0.5 };",
  "enum { A = 3, B } x[] = { B, A };",
  "short x[] = { 70000, -1, 'a' };",
  "int x[3] = { [2] = 1, };",
  "struct { int a, b; } x[4] = { [0 ... 3] = { 1, 2 }, [2] = { .a = 9 } };",
  "struct { int a, b; } x[4] = { [0 ... 3] = { 1, 2 }, [2].a = 9, 8 };",
  "struct { struct { int a, b; } s; } x = { .s = { 1, 2 }, .s = { .b = 3 } };",
  'struct { char a[4], b[4]; } x = { .a = "abc", .a = "x", .b = "abc", .b[1] = 7 };',
  "struct { int a[3]; struct { int c, d; } b; } x = { .b.d = 5, .a[1] = 2, 3, { 7 } };",
  "struct { union { int a; char b; struct { int c, d; } e; } u; int f; } x = { .u.e = { -1, -1 }, .u.b = 2, 9 };",
  "struct { union { int a; struct { int c, d; } e; } u; int f; } x = { .u = { .e = { 3, 4 } }, .u.e.d = 2 };",
  "struct p { int x, y; }; struct { struct p a; int b; } x = { .a = (struct p){ 1, 2 }, .a.x = 3 };",
  "int x[2][2][3] = { [0 ... 1][1] = { 1, 2, 3 }, [1][1][1] = 7, 8 };",
  "struct { int a; struct { } e; int z[0]; int b; } x = { 1, 2, 3, 4 };",
  "struct { int a; struct { int b, c; } d[2]; } x = { .d = { { 1, 2 }, { 3, 4 } }, .a = 5, 6, };",
];

type Bytes = Uint8Array;

function store(image: Bytes, entry: InitialiserEntry, model: DataModel): void {
  const { value, bitField, offset } = entry;
  const size = sizeOf(entry.type, model) as number;
  if (value.kind === "floating-constant") {
    const view = new DataView(image.buffer);
    if (size === 4) view.setFloat32(offset, value.value, true);
    else if (size === 8) view.setFloat64(offset, value.value, true);
    return;
  }
  if (value.kind !== "integer-constant") throw new Error(`an entry should be constant, not ${value.kind}`);
  const first = 8 * offset + (bitField?.bitOffset ?? 0);
  const width = bitField?.width ?? 8 * size;
  for (let bit = 0; bit < width; bit += 1) {
    const at = first + bit;
    const one = ((value.value >> BigInt(bit)) & 1n) === 1n;
    const byte = image[at >> 3] as number;
    image[at >> 3] = one ? byte | (1 << (at & 7)) : byte & ~(1 << (at & 7));
  }
}

function imageOf(type: CType, initialiser: Initialiser, extra: number, model: DataModel): string {
  const image = new Uint8Array((sizeOf(type, model) as number) + extra);
  const entries = initialiser.kind === "scalar" ? [{ offset: 0, type, value: initialiser.value }] : initialiser.entries;
  for (const entry of entries) store(image, entry, model);
  return Buffer.from(image).toString("hex");
}

function byHone(text: string, model: DataModel): string {
  const { unit, errors } = parseText(`static ${text}`, model);
  expect(errors, text).toEqual([]);
  const { type, initialiser, flexibleBytes } = findObject(unit, "x");
  if (initialiser === undefined) throw new Error("x should be initialised");
  return imageOf(type, initialiser, flexibleBytes ?? 0, model);
}

function byGcc(model: DataModel): string[] {
  const parts = OBJECTS.map((text, index) => {
    const renamed = text.replace(/\bx(?=\s*(\[|=|;))/, `x${index}`).replace(/\bstruct p\b/g, `struct p${index}`);
    return { renamed, use: `dump(&x${index}, sizeof x${index} + EXTRA${index});` };
  });
  const extras = OBJECTS.map((text, index) => `#define EXTRA${index} ${flexible(text)}`).join("\n");
  const program = `#include <stdio.h>\n${extras}\n${parts.map(({ renamed }) => `static ${renamed}`).join("\n")}
    static void dump(void *p, int n) { for (int i = 0; i < n; i++) printf("%02x", ((unsigned char *)p)[i]); printf("\\n"); }
    int main(void) { ${parts.map(({ use }) => use).join("\n")} return 0; }`;
  return runWithGcc(program, model.name === "ILP32" ? 32 : 64)
    .trimEnd()
    .split("\n");
}

function flexible(text: string): number {
  return text.includes("int b[];") ? 12 : text.includes("char b[];") ? 4 : 0;
}

for (const model of [ILP32, LP64]) {
  const bits = model.name === "ILP32" ? 32 : 64;
  describe.skipIf(!hasGcc(bits))(`initialisers against gcc -m${bits} (skipped without gcc)`, () => {
    it("fill the same bytes", () => {
      const expected = byGcc(model);
      const label = (bytes: string, index: number): string => `${bytes}  ${OBJECTS[index]}`;
      expect(OBJECTS.map((text) => byHone(text, model)).map(label)).toEqual(expected.map(label));
    });
  });
}

describe("initialisers", () => {
  it("give every value the type of its place", () => {
    const { unit } = parseText("struct { char c; double d; unsigned u : 3; } x = { 300, 1, 15 };");
    const initialiser = findObject(unit, "x").initialiser;
    const entries = initialiser?.kind === "aggregate" ? initialiser.entries : [];
    expect(entries.map(({ value }) => ("value" in value ? value.value : undefined))).toEqual([44n, 1, 15n]);
    expect(entries.map(({ value }) => value.type)).toEqual(entries.map(({ type }) => type));
  });
  it("copy a struct from an expression", () => {
    const body = bodyOf(
      "struct s { int a, b; }; struct s g(void); void f(void) { struct s x = g(); struct { struct s i; } y = { x }; }",
    );
    const objects = body.flatMap((statement) => (statement.kind === "declaration" ? statement.objects : []));
    expect(objects.map(({ initialiser }) => initialiser?.kind)).toEqual(["scalar", "aggregate"]);
  });
  it("may mention the object itself", () => {
    expect(parseText("struct n { struct n *next; int s; } x = { &x, sizeof x };").errors).toEqual([]);
  });
  it("warn about what does not fit", () => {
    for (const text of [
      "int x[1] = { 1, 2 };",
      "int x = { 1, 2 };",
      'char x[2] = "abc";',
      "struct { int a; } x = { 1, 2 };",
    ])
      expect(parseText(text), text).toMatchObject({ errors: [], warnings: [expect.anything()] });
  });
});
