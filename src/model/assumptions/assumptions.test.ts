/** Assumptions are told of the program as written: in each of these programs slicing removes the construct. */
import { describe, expect, test } from "vitest";
import { programOf } from "../../../tests/support/cfa.ts";
import { type DataModel, ILP32, LP64 } from "../../c/types.ts";
import { buildModel } from "../build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../options.ts";

const ERROR = "extern void reach_error(void); extern int nondet_int(void);";
const CHECK = "int x = nondet_int(); if (x > 3 && x < 3) reach_error(); return 0;";

function assumptionsIn(text: string, model: DataModel = LP64): string[] {
  return buildModel(programOf(`${ERROR} ${text}`, model), DEFAULT_MODEL_OPTIONS).assumptions.map(({ what }) => what);
}

const ORDER = "operands are evaluated in the order that gcc uses";

describe("order of evaluation", () => {
  const functions = `int g, a[4], *p = a; int set(int v) { g = v; return 1; } int next(void) { return ++g; }
    int add(int x, int y) { return x + y; } int pure(int x) { int y = x; return y + 1; }
    void fill(int *q) { *q = 3; } int own(void) { int y; fill(&y); return y; } int move(void) { p = a + 1; return 1; }
    int leave(void) { extern void exit(int); exit(1); return 0; } int fail(void) { reach_error(); return 0; }`;
  const told = (statement: string) =>
    assumptionsIn(`${functions} int main(void) { int r; ${statement} ${CHECK} }`).includes(ORDER);

  test.each([
    "r = add(next(), next());",
    "r = g + set(1);",
    "r = set(1) - g;",
    "g += set(1);",
    "a[g & 3] = set(1);",
    "*p = move();",
    "r = next() < next();",
    "int z[2] = {next(), next()};",
    "int k = 0, z[2] = {k++, k++};",
    "r = add(g, add(1, set(2)));",
    "r = leave() + fail();",
  ])("is told where calls interfere: %s", (statement) => {
    expect(told(statement)).toBe(true);
  });

  test.each([
    "r = add(pure(1), pure(2));",
    "r = own() + own();",
    "r = set(1) + pure(2);",
    "r = nondet_int() + nondet_int();",
    "a[1] = set(1);",
    "r = next(), r = next();",
    "r = next() && next();",
    "r = g + pure(g);",
    "int z[2] = {next(), 1};",
  ])("is not told where they do not: %s", (statement) => {
    expect(told(statement)).toBe(false);
  });
});

test("with 32 bits the precision of floats is told, with 64 it is known", () => {
  const text = `double d = 0.1; int main(void) { d = d * 3.0; ${CHECK} }`;
  const what = "every floating-point operation is rounded to its type (FLT_EVAL_METHOD 0)";
  expect(assumptionsIn(text, ILP32)).toContain(what);
  expect(assumptionsIn(text, LP64)).not.toContain(what);
  expect(assumptionsIn(`double d = 0.5; int main(void) { ${CHECK} }`, ILP32)).not.toContain(what);
});

describe("unsequenced changes of one object", () => {
  const told = (statement: string) =>
    assumptionsIn(`int a[4]; int add(int x, int y) { return x + y; }
      int main(void) { int i = 0, r = 0; ${statement} ${CHECK} }`).includes(
      "no object is changed unsequenced to another access of it",
    );

  test.each(["i = i++;", "a[i] = i++;", "r = add(i++, i++);", "r = i++ + i;", "if (i++ == i) r = 1;", "i += i++;"])(
    "are told: %s",
    (statement) => {
      expect(told(statement)).toBe(true);
    },
  );

  test.each([
    "i = i + 1;",
    "r = i++;",
    "a[i] = r++;",
    "i = add(i++, 1);",
    "r = (i++, i);",
    "r = i++ && i;",
    "r = i ? i++ : i;",
    "i = r = i;",
  ])("are not told where C sequences them: %s", (statement) => {
    expect(told(statement)).toBe(false);
  });
});
