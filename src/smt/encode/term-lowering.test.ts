/**
 * Lowering against evaluation: with names set to the values of their terms, the definitions hold and the lowered formula
 * is as true as the original; and where all names are exact, the definitions leave them no other value.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { b, declare, f, formula, m, n, S4, valuation, x, y, z } from "../../../tests/support/encode.ts";
import { runs } from "../../../tests/support/thorough.ts";
import { type Environment, evaluate, holds, type Value } from "../../logic/evaluate.ts";
import { comparisonConstraint } from "../../logic/linear.ts";
import { showFormula } from "../../logic/print.ts";
import {
  add,
  and,
  apply,
  eq,
  type Formula,
  floatComparison,
  integer,
  le,
  lt,
  multiply,
  not,
  or,
  select,
  store,
  type Term,
  truthValue,
  type Variable,
  variable,
  wrap,
} from "../../logic/term.ts";
import { F64, intType, isIntegral } from "../../logic/types.ts";
import { forEachNode } from "../../logic/visit.ts";
import { type Int, toBig } from "../../numbers/int.ts";
import { FreshVariables, isSet } from "../fresh.ts";
import { TermLowering } from "./term-lowering.ts";

const I32 = intType(32, "signed");

type Valuation = typeof valuation extends fc.Arbitrary<infer V> ? V : never;

function assignment(values: Valuation): Map<Variable, Value> {
  return new Map<Variable, Value>([
    [x, values.x],
    [y, values.y],
    [z, values.z],
    [b, values.b],
    [m, values.m],
    [n, values.n],
  ]);
}

function environment(values: ReadonlyMap<Variable, Value>): Environment {
  return { valueOf: (of) => values.get(of) };
}

/** The values of all names; undefined where a term has none. */
function extend(lowering: TermLowering, names: readonly Variable[], values: Map<Variable, Value>): boolean {
  for (const name of names) {
    const value = evaluate(lowering.termOf(name)!, environment(values));
    if (value === undefined) return false;
    values.set(name, value);
  }
  return true;
}

function definitions(lowering: TermLowering, names: readonly Variable[]): Formula[] {
  return names.flatMap((name) => [...lowering.definition(name)]);
}

describe("random formulas", () => {
  test("definitions hold, and the lowered formula is as true as the original", () => {
    fc.assert(
      fc.property(formula, valuation, (original, chosen) => {
        const lowering = new TermLowering(new FreshVariables());
        const { formula: lowered, names } = lowering.lower(original);
        const values = assignment(chosen);
        if (!extend(lowering, names, values)) return;
        for (const definition of definitions(lowering, names)) {
          if (holds(definition, environment(values)) !== true)
            throw new Error(`${showFormula(definition)} should hold for ${showFormula(original)}`);
        }
        const truth = holds(original, environment(values));
        if (truth === undefined) return;
        expect(holds(lowered, environment(values))).toBe(truth);
        expect(holds(lowering.restore(lowered), environment(values))).toBe(truth);
      }),
      { numRuns: runs(700) },
    );
  });

  test("the definitions of exact names leave them no other value", () => {
    fc.assert(
      fc.property(formula, valuation, fc.integer({ min: -20, max: 20 }), (original, chosen, by) => {
        const lowering = new TermLowering(new FreshVariables());
        const { names } = lowering.lower(original);
        const values = assignment(chosen);
        if (by === 0 || !names.every((name) => lowering.isExact(name)) || !extend(lowering, names, values)) return;
        const all = definitions(lowering, names);
        for (const name of names) {
          const reads = lowering.termOf(name)?.kind === "select";
          const value = values.get(name) as Int;
          values.set(name, Number(value) + by);
          if (!reads) expect(all.every((definition) => holds(definition, environment(values)) === true)).toBe(false);
          values.set(name, value);
        }
      }),
      { numRuns: runs(400) },
    );
  });

  test("only linear atoms remain", () => {
    fc.assert(
      fc.property(formula, (original) => {
        const lowering = new TermLowering(new FreshVariables());
        const { formula: lowered, names } = lowering.lower(original);
        for (const part of [lowered, ...definitions(lowering, names)]) {
          forEachNode(part, (node) => {
            if (node.kind === "eq" || node.kind === "le" || node.kind === "lt")
              expect(comparisonConstraint(node)).toBeDefined();
            if (node.kind === "variable") expect(isIntegral(node.variable.type)).toBe(true);
          });
        }
      }),
      { numRuns: runs(150) },
    );
  });
});

describe("single cases", () => {
  const lowerNew = (original: Formula) => {
    const lowering = new TermLowering(new FreshVariables());
    return { lowering, ...lowering.lower(original) };
  };

  test("a wrap that cannot wrap needs no name", () => {
    const { names } = lowerNew(le(wrap(add(variable(y), integer(3)), S4, "arithmetic"), integer(2)));
    expect(names.length).toBe(1);
    expect(lowerNew(le(wrap(add(variable(y), integer(-3)), S4, "arithmetic"), integer(2))).names).toEqual([]);
  });

  test("a sum of two signed numbers wraps by cases, an unbounded number by a multiple", () => {
    const sum = lowerNew(le(wrap(add(variable(x), variable(x)), S4, "arithmetic"), integer(2)));
    expect(sum.names.map((name) => name.name)).toEqual(["wrap"]);
    const any = lowerNew(le(wrap(variable(z), I32, "arithmetic"), integer(2)));
    expect(any.names.map((name) => name.name)).toEqual(["wrap", "wraps"]);
  });

  test("a truth value compared with a constant is its condition", () => {
    const condition = eq(variable(x), variable(z));
    const { formula: lowered, names } = lowerNew(eq(truthValue(condition), integer(0)));
    expect(names).toEqual([]);
    expect(lowered).toBe(not(condition));
  });

  test("tests of one bit are one literal", () => {
    expect(lowerNew(lt(integer(0), variable(b))).formula).toBe(isSet(b));
    expect(lowerNew(eq(variable(b), integer(0))).formula).toBe(not(isSet(b)));
  });

  test("a product of variables is abstract, and the same term has the same name", () => {
    const { lowering, names } = lowerNew(le(multiply(variable(z), variable(z)), integer(3)));
    expect(names.length).toBe(1);
    expect(lowering.isExact(names[0]!)).toBe(false);
    expect(lowering.lower(lt(multiply(variable(z), variable(z)), integer(8))).names).toEqual(names);
    expect(lowering.restore(isSet(names[0]!))).toBe(eq(multiply(variable(z), variable(z)), integer(1)));
  });

  test("comparisons of floats are Boolean names", () => {
    const below = floatComparison("flt", variable(f), apply("sqrt", [variable(f)], F64));
    const {
      lowering,
      formula: lowered,
      names,
    } = lowerNew(or([below, floatComparison("fle", variable(f), variable(f))]));
    expect(names.length).toBe(3);
    expect(lowering.restore(lowered)).toBe(
      or([below, floatComparison("flt", variable(f), variable(f)), floatComparison("feq", variable(f), variable(f))]),
    );
  });

  test("depth does no harm", () => {
    let deep: Term = variable(z);
    let array: Term = variable(m);
    for (let i = 0; i < 5_000; i += 1) deep = wrap(add(deep, integer(1)), I32, "arithmetic");
    for (let i = 0; i < 500; i += 1) array = store(array, add(variable(z), integer(i)), integer(i));
    const { names } = lowerNew(and([le(deep, integer(7)), eq(select(array, variable(x)), integer(3))]));
    expect(names.length).toBeGreaterThan(5_000);
  });

  test("numbers beyond 2^53", () => {
    const U64 = intType(64, "unsigned");
    const long = declare("long", U64);
    const { names, lowering } = lowerNew(
      eq(wrap(multiply(integer(3), variable(long)), U64, "arithmetic"), integer(2n ** 64n - 3n)),
    );
    const values = new Map<Variable, Value>([[long, 2n ** 64n - 1n]]);
    expect(extend(lowering, names, values)).toBe(true);
    expect(definitions(lowering, names).every((each) => holds(each, environment(values)))).toBe(true);
    expect(names.map((name) => toBig(values.get(name) as Int))).toContain(2n ** 64n - 3n);
  });

  test("an equality of arrays makes them agree where they are read", () => {
    const {
      lowering,
      names,
      formula: lowered,
    } = lowerNew(
      and([
        eq(variable(m), store(variable(n), variable(x), integer(3))),
        eq(select(variable(m), variable(x)), integer(4)),
      ]),
    );
    // m[x] is 3 by the equality and 4 by the other conjunct: no value of a name can satisfy both.
    const equal = names.find((name) => name.name === "eq")!;
    const read = names.find((name) => name.name === "m[]")!;
    expect(lowered).toBe(and([isSet(equal), eq(variable(read), integer(4))]));
    expect(definitions(lowering, names)).toContain(or([not(isSet(equal)), eq(variable(read), integer(3))]));
  });
});
