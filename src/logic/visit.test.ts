import { describe, expect, test } from "vitest";
import { showTerm } from "./print.ts";
import * as t from "./term.ts";
import { F64, intType } from "./types.ts";
import { children, rewrite, substitute, subterms, variablesOf, withChildren } from "./visit.ts";

const I32 = intType(32, "signed");

function declare(name: string, id: number): t.Variable {
  return { id, name, type: I32, role: "local", function: "f" };
}

const [a, b, c] = [declare("a", 0), declare("b", 1), declare("c", 2)];
const [x, y, z] = [t.variable(a), t.variable(b), t.variable(c)];

// One node of every kind that has parts.
const everyKind: readonly (t.Term | t.Formula)[] = [
  t.add(x, y),
  t.subtract(x, y),
  t.multiply(x, y),
  t.divide(x, y),
  t.remainder(x, y),
  t.negate(x),
  t.bits("bitand", x, y),
  t.bits("shiftright", x, y),
  t.wrap(x, I32, "arithmetic"),
  t.ite(t.eq(x, y), x, z),
  t.floatBinary("fdivide", x, y, F64),
  t.floatNegate(x, F64),
  t.intToFloat(x, F64),
  t.floatToInt(x, I32),
  t.floatToFloat(x, F64),
  t.apply("f", [x, y, z], I32),
  t.select(x, y),
  t.store(x, y, z),
  t.not(t.eq(x, y)),
  t.and([t.eq(x, y), t.lt(y, z)]),
  t.or([t.eq(x, y), t.le(y, z)]),
  t.floatComparison("flt", x, y),
];

describe("walks", () => {
  test.each(everyKind.map((node) => [node.kind, node] as const))("%s is rebuilt as itself", (_, node) => {
    expect(withChildren(node, children(node))).toBe(node);
    const swap = new Map([
      [a, y],
      [b, x],
    ]);
    expect(substitute(node, swap)).not.toBe(node);
    expect(substitute(substitute(node, swap), swap)).toBe(node);
  });

  test("parts come before wholes, each once", () => {
    const shared = t.add(x, y);
    const nodes = subterms(t.multiply(shared, t.subtract(shared, z)));
    expect(nodes.map((node) => showTerm(node as t.Term))).toEqual([
      "a",
      "b",
      "a + b",
      "c",
      "a + b - c",
      "(a + b) * (a + b - c)",
    ]);
  });

  test("variables come in order of occurrence", () => {
    expect([...variablesOf([t.add(z, x), y])]).toEqual([c, a, b]);
  });

  test("a replacement stays what it is where all around it folds away", () => {
    const swap = new Map([
      [a, y],
      [b, x],
      [c, t.integer(0)],
    ]);
    expect(substitute(t.add(x, z), swap)).toBe(y);
    expect(substitute(t.ite(t.eq(z, t.integer(0)), x, y), swap)).toBe(y);
  });

  test("substitution is simultaneous", () => {
    const result = substitute(
      t.subtract(x, y),
      new Map([
        [a, t.add(y, t.integer(1))],
        [b, x],
      ]),
    );
    expect(showTerm(result)).toBe("b + 1 - a");
  });

  test("deep and shared DAGs are walked in linear time", () => {
    let node = x;
    for (let i = 0; i < 50_000; i += 1) node = t.add(node, node);
    expect(subterms(node)).toHaveLength(50_001);
    expect(variablesOf(node).size).toBe(1);
    expect(variablesOf(substitute(node, new Map([[a, y]])))).toEqual(new Set([b]));
    expect(rewrite(node, (part) => (part.kind === "add" ? part.left : part))).toBe(x);
  });
});
