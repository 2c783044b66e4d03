/** Which objects are bytes to engines that take them, and what others see of the same program. */
import { describe, expect, test } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import { buildModelParts } from "../build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../options.ts";

const PRELUDE = `
extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
`;

/** Regions that are bytes, with how many variables they are. */
function bytesOf(text: string): Record<string, number> {
  const { bytes } = buildModelParts(programOf(PRELUDE + text), { ...DEFAULT_MODEL_OPTIONS, slicing: "off" });
  const found: Record<string, number> = {};
  if (bytes === undefined) return found;
  const { memory } = bytes().translation;
  for (const { region } of memory.cells) if (memory.isBytes(region)) found[region.name] = memory.cellsIn(region).length;
  return found;
}

describe("objects that are bytes", () => {
  test("a union whose members are both used, one variable a byte", () => {
    expect(bytesOf("union { int i; char c[4]; } u; int main(void) { u.i = 1; return u.c[0]; }")).toEqual({ u: 4 });
  });

  test("one array where an offset is computed", () => {
    const text = "unsigned w; int main(void) { return ((char *)&w)[__VERIFIER_nondet_uint() % 4] + w; }";
    expect(bytesOf(text)).toEqual({ w: 1 });
  });

  test("what is copied into bytes", () => {
    const text = "int a, b; int main(void) { memcpy(&b, &a, 4); return ((char *)&b)[1] + b; }";
    expect(bytesOf(text)).toEqual({ a: 4, b: 4 });
  });

  test("a fill with a byte that is not known", () => {
    expect(bytesOf("int a; int main(void) { memset(&a, __VERIFIER_nondet_uint(), 4); return a; }")).toEqual({ a: 4 });
  });

  test.each([
    ["accessed in one layout", "struct { int i; char c; } s, t; int main(void) { s.i = 1; t = s; return t.i + t.c; }"],
    ["filled with a constant", "struct { int i; short h; } s; int main(void) { memset(&s, -1, 8); return s.i + s.h; }"],
    ["that hold pointers", "union { int *p; char c[8]; } u; int x; int main(void) { u.p = &x; return u.c[0]; }"],
    ["that are volatile", "volatile union { int i; char c[4]; } u; int main(void) { u.i = 1; return u.c[0]; }"],
    ["with a long double", "union { long double d; char c[16]; } u; int main(void) { u.d = 1; return u.c[0]; }"],
  ])("not objects %s", (_, text) => {
    expect(bytesOf(text)).toEqual({});
  });

  test("others see the access as unknown, and that is recorded", () => {
    const text = "union { int i; char c[4]; } u; int main(void) { u.i = 1; if (u.c[0] != 1) reach_error(); return 0; }";
    const { model } = buildModelParts(programOf(PRELUDE + text), DEFAULT_MODEL_OPTIONS);
    const work = [model.entry];
    for (const location of work) for (const { target } of model.edgesFrom(location)) work.push(target);
    expect(model.overApproximations.map(({ what }) => what)).toContain("overlapping accesses of different types");
    const exact = model.bytes?.();
    const followed = exact === undefined ? [] : [exact.entry];
    for (const location of followed) for (const { target } of exact?.edgesFrom(location) ?? []) followed.push(target);
    expect(exact?.overApproximations).toEqual([]);
  });
});
