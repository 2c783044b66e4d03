/** Small programs and the models they become, one topic each. */
import { describe, expect, test } from "vitest";
import { programOf } from "../../tests/support/c-program.ts";
import { showFormula, showTerm } from "../logic/print.ts";
import { buildModel } from "./build.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "./model.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "./options.ts";

const EXTERNS = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void __VERIFIER_assume(int);
void *malloc(unsigned long); void exit(int); void abort(void);
`;

function modelOf(text: string, options: Partial<ModelOptions> = {}): Model {
  return buildModel(programOf(EXTERNS + text), { ...DEFAULT_MODEL_OPTIONS, ...options });
}

function explore(model: Model, limit = 5000): { locations: ModelLocation[]; edges: ModelEdge[] } {
  const locations = [model.entry];
  const seen = new Set(locations);
  const edges: ModelEdge[] = [];
  for (const location of locations) {
    for (const edge of model.edgesFrom(location)) {
      edges.push(edge);
      if (seen.has(edge.target) || locations.length >= limit) continue;
      seen.add(edge.target);
      locations.push(edge.target);
    }
  }
  return { locations, edges };
}

function show(op: ModelOp): string {
  if (op.kind === "assume") return `assume ${showFormula(op.condition)}`;
  return op.kind === "assign" ? `${op.target.name} := ${showTerm(op.value)}` : `havoc ${op.target.name}`;
}

function opsOf(model: Model): string[] {
  return explore(model).edges.flatMap((edge) => edge.ops.map(show));
}

function kinds(model: Model): Record<string, number> {
  const count: Record<string, number> = {};
  for (const { kind } of explore(model).locations) count[kind] = (count[kind] ?? 0) + 1;
  return count;
}

describe("memory as variables", () => {
  test("a pointer with one target is that target", () => {
    const ops = opsOf(
      modelOf("int main(void) { int x = 1, *p = &x; *p = __VERIFIER_nondet_int(); if (x > 3) reach_error(); }"),
    );
    expect(ops.some((op) => /^x := /.test(op))).toBe(true);
    expect(ops.join()).not.toMatch(/select|store|p == /);
  });

  test("two targets are told apart by address", () => {
    const text = `int a, b; int main(void) { int *p = __VERIFIER_nondet_int() ? &a : &b; *p = 1; if (a) reach_error(); }`;
    const choices = opsOf(modelOf(text)).filter((op) => /assume p == \d+/.test(op));
    expect(new Set(choices).size).toBe(2);
  });

  test("fields of a structure are variables of their own", () => {
    const text = `struct s { int a; char b; } g; int main(void) { g.a = 3; g.b = 4; if (g.a != 3) reach_error(); }`;
    const ops = opsOf(modelOf(text));
    expect(ops).toContain("g@0 := 3");
    // The other field cannot influence the property.
    expect(ops.join()).not.toMatch(/g@4/);
  });

  test("an array that is indexed by a variable is an array indexed by byte address", () => {
    const text = "int a[9]; int main(void) { int i = __VERIFIER_nondet_int(); a[i] = 1; if (a[2]) reach_error(); }";
    const model = modelOf(text);
    expect(opsOf(model)).toContainEqual(expect.stringMatching(/^a\[4\*\] := store\(a\[4\*\], \d+ \+ i \* 4, 1\)$/));
    expect(model.variables.some(({ type }) => type.kind === "array")).toBe(true);
  });

  test("an array that is indexed by constants only is one variable an element", () => {
    const ops = opsOf(modelOf("int main(void) { int a[3]; a[1] = 5; if (a[1] != 5) reach_error(); }"));
    expect(ops).toContain("a@4 := 5");
  });

  test("each field of heap nodes is an array of its own, and each allocation has a new address", () => {
    const text = `struct n { int d; struct n *next; }; int main(void) { struct n *l = 0;
      for (int i = 0; i < 3; i++) { struct n *m = malloc(sizeof *m); m->d = i; m->next = l; l = m; }
      while (l) { if (l->d > 2) reach_error(); l = l->next; } }`;
    const ops = opsOf(modelOf(text));
    expect(ops).toContainEqual(expect.stringMatching(/^heap1.next := heap1.next \+ 32$/));
    expect(ops).toContainEqual(expect.stringMatching(/^heap1@0 := store/));
    expect(ops).toContainEqual(expect.stringMatching(/^heap1@8 := store/));
  });

  test("a write through another type havocs what it overlaps, and is recorded", () => {
    const text = `union { int i; float f; } u; int main(void) { u.i = 1; u.f = 0.5f; if (u.i == 1) reach_error(); return u.f > 1; }`;
    const model = modelOf(text);
    expect(opsOf(model)).toContain("havoc u");
    expect(model.overApproximations.map(({ what }) => what)).toContain("overlapping accesses of different types");
  });

  test("a structure is copied field by field through an intermediate one", () => {
    const text = `struct s { int a, b; }; int main(void) { struct s x = { 1, 2 }, y, z; y = x; z = y; if (z.b != 2) reach_error(); }`;
    const ops = opsOf(modelOf(text));
    expect(ops).toContain("y@4 := x@4");
    expect(ops).toContain("z@4 := y@4");
  });

  test("an unknown function havocs what its pointers reach and nothing else", () => {
    const text = `extern void f(int *); int main(void) { int x = 1, y = 1, *p = &y; *p = 2; f(&x); if (x + y > 3) reach_error(); }`;
    const model = modelOf(text);
    const ops = opsOf(model);
    expect(ops).toContain("havoc x");
    expect(ops).not.toContain("havoc y");
    expect(model.overApproximations.map(({ what }) => what)).toContain("undefined function f: returns anything");
  });
});

describe("integers", () => {
  const text =
    "int main(void) { int x = __VERIFIER_nondet_int(); unsigned u = x; u += 3; x = x + 1; if (x == (int)u) reach_error(); }";

  test("machine: unsigned arithmetic wraps, signed arithmetic is assumed not to overflow", () => {
    const model = modelOf(text);
    const ops = opsOf(model);
    expect(ops).toContain("x := x + 1");
    expect(ops.some((op) => op === "assume x + 1 <= 2147483647")).toBe(true);
    expect(ops.join("\n")).toMatch(/u := wrap_u32\(|u := \(u32\)/);
    expect(model.assumptions.map(({ what }) => what)).toContain("no signed overflow");
  });

  test("wrap: signed arithmetic wraps and nothing is assumed of it", () => {
    const model = modelOf(text, { signedOverflow: "wrap" });
    opsOf(model);
    expect(model.assumptions.map(({ what }) => what)).not.toContain("no signed overflow");
  });

  test("math: no wraps, unbounded variables", () => {
    const model = modelOf(text, { integers: "math" });
    expect(opsOf(model).join("\n")).not.toMatch(/wrap|\(u32\)|\(i32\)/);
    for (const { type } of model.variables) expect(type.kind).toBe("integer");
  });

  test("real: float arithmetic is exact", () => {
    const float = "int main(void) { double d = __VERIFIER_nondet_int(); d = d + 0.5; if (d > 3) reach_error(); }";
    const model = modelOf(float, { floats: "real" });
    for (const { type } of model.variables) expect(["real", "int"]).toContain(type.kind);
    for (const { ops } of explore(model).edges)
      for (const op of ops) if (op.kind === "assign") expect(op.value.kind).not.toMatch(/^f(add|subtract|multiply)/);
  });
});

describe("calls", () => {
  test("a function is seen once a call string, its variables once", () => {
    const text = `int f(int a) { return a > 2 ? a : 2; }
      int main(void) { if (f(__VERIFIER_nondet_int()) + f(1) < 4) reach_error(); }`;
    const model = modelOf(text);
    const contexts = new Set(explore(model).locations.map(({ context }) => context));
    expect(contexts.size).toBe(3);
    expect(model.variables.filter(({ name }) => name === "a")).toHaveLength(1);
  });

  test("recursion is unrolled, beyond the depth the model says so", () => {
    const text = `int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }
      int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) != n) reach_error(); }`;
    const model = modelOf(text, { recursionDepth: 3 });
    const unmodelled = explore(model).locations.filter(({ kind }) => kind === "unmodelled");
    expect(unmodelled.map(({ reason }) => reason)).toEqual(["recursion of f deeper than 3"]);
    expect(model.variables.filter(({ name }) => /^n(#\d+)?$|f::n/.test(name)).length).toBeGreaterThanOrEqual(3);
  });

  test("a function pointer branches over its targets", () => {
    const text = `int f(void) { return 1; } int g(void) { return 2; } int h(void) { return 3; }
      int main(void) { int (*p)(void) = __VERIFIER_nondet_int() ? f : g; if (p() > 2) reach_error(); return h(); }`;
    const ops = opsOf(modelOf(text));
    expect(ops.filter((op) => /assume p == \d+/.test(op))).toHaveLength(2);
    expect(ops.join()).not.toMatch(/h::return/);
  });

  test("setjmp and threads are not modelled, never ignored", () => {
    const text = "extern int setjmp(void *); int main(void) { int b[9]; if (setjmp(b)) reach_error(); }";
    expect(kinds(modelOf(text))["unmodelled"]).toBe(1);
  });

  test("the budget of call strings", () => {
    const text = `int f(int x) { return x ? x + 1 : 2; } int main(void) { if (f(__VERIFIER_nondet_int()) == 9) reach_error(); }`;
    expect(kinds(modelOf(text, { callStringBudget: 1 }))["unmodelled"]).toBe(1);
  });
});

describe("properties", () => {
  test("reach_error is an error even where it has a body", () => {
    const text = `void my(void) {} extern void __assert_fail(void); int main(void) { if (__VERIFIER_nondet_int()) __assert_fail(); my(); }`;
    expect(kinds(modelOf(text))["error"]).toBe(1);
    const defined = buildModel(
      programOf("void reach_error(void) { } int nondet_int(void); int main(void) { if (nondet_int()) reach_error(); }"),
      DEFAULT_MODEL_OPTIONS,
    );
    expect(kinds(defined)["error"]).toBe(1);
  });

  test("an undefined assert branches, a defined one is ordinary code", () => {
    const text =
      "extern void __VERIFIER_assert(int); int main(void) { __VERIFIER_assert(__VERIFIER_nondet_int() > 3); }";
    expect(kinds(modelOf(text))).toMatchObject({ error: 1, end: 1 });
    const defined = `void __VERIFIER_assert(int c) { if (!c) reach_error(); } int main(void) { __VERIFIER_assert(__VERIFIER_nondet_int()); }`;
    expect(modelOf(defined).propertySites).toHaveLength(1);
  });

  test("the label ERROR", () => {
    const text = "int main(void) { if (__VERIFIER_nondet_int()) goto ERROR; return 0; ERROR: return 1; }";
    expect(kinds(modelOf(text, { properties: ["error-label"] }))["error"]).toBe(1);
    expect(modelOf(text).propertySites).toHaveLength(0);
  });

  test("overflow, division and dereferences have error edges of their own", () => {
    const text = `int a[4]; int main(void) { int x = __VERIFIER_nondet_int(); a[x] = 1; x = x + 1; return 5 / x; }`;
    expect(kinds(modelOf(text, { properties: ["no-overflow"] }))["error"]).toBe(1);
    expect(kinds(modelOf(text, { properties: ["no-div-zero"] }))["error"]).toBe(1);
    expect(kinds(modelOf(text, { properties: ["valid-deref"] }))["error"]).toBe(1);
  });

  test("a program without a site says so", () => {
    expect(modelOf("int main(void) { return 0; }").propertySites).toEqual([]);
  });
});

describe("slicing and the shape of the view", () => {
  test("what cannot influence the property is gone", () => {
    const text = `int log; void note(int v) { if (v > 3) log += v; else log--; }
      int main(void) { int x = __VERIFIER_nondet_int(), y = 0; while (y < x) { note(y); y++; } if (x > 7) reach_error(); }`;
    const model = modelOf(text);
    expect(opsOf(model).join("\n")).not.toMatch(/log|\by\b/);
    expect(model.variables.map(({ name }) => name)).not.toContain("log");
    expect(explore(model).locations.length).toBeLessThan(6);
  });

  test("the conditions of an error that is the only way out of a loop matter", () => {
    const text = "int main(void) { int x = 0; while (1) { x = __VERIFIER_nondet_int(); if (x == 5) reach_error(); } }";
    expect(opsOf(modelOf(text))).toContain("assume x == 5");
  });

  test("a branch to exit matters to what comes after", () => {
    const text = `void guard(int c) { if (c > 5) exit(1); }
      int main(void) { int x = __VERIFIER_nondet_int(); guard(x); if (x > 3) reach_error(); }`;
    expect(opsOf(modelOf(text)).some((op) => /^assume (5 < c|c <= 5)$/.test(op))).toBe(true);
  });

  test("a function that only may loop for ever does not hide the error behind it", () => {
    const text = `void spin(int c) { if (c) for (;;) ; }
      int main(void) { int x = __VERIFIER_nondet_int(); spin(x); reach_error(); }`;
    expect(kinds(modelOf(text))["error"]).toBe(1);
  });

  test("every cycle has a cut point, and paths map back to edges", () => {
    const text = `int main(void) { int x = __VERIFIER_nondet_int(), i = 0;
      for (i = 0; i < x; i++) { int j = i; do { j--; if (j == 77) reach_error(); } while (j > 0); } }`;
    const { locations, edges } = explore(modelOf(text));
    expect(locations.filter(({ cutPoint }) => cutPoint)).toHaveLength(2);
    const rest = new Set(locations.filter(({ cutPoint }) => !cutPoint));
    for (let shrunk = true; shrunk; ) {
      shrunk = false;
      for (const location of rest) {
        if (edges.some((edge) => edge.source === location && rest.has(edge.target))) continue;
        rest.delete(location);
        shrunk = true;
      }
    }
    expect(rest.size).toBe(0);
    for (const { origin } of edges) {
      for (let i = 1; i < origin.length; i += 1) {
        const [before, after] = [origin[i - 1], origin[i]];
        if (before?.source.function === after?.source.function) expect(before?.target).toBe(after?.source);
      }
    }
  });

  test("an assume of the program cuts, and is kept", () => {
    const text =
      "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); if (x < 2) reach_error(); }";
    expect(opsOf(modelOf(text)).some((op) => /^assume .*3 < x/.test(op))).toBe(true);
  });
});
