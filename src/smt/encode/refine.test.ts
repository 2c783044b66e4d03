/** Refined definitions: true for all operands, and no longer for the candidate that they were refined for. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { declare } from "../../../tests/support/encode.ts";
import { type Environment, evaluate, holds, type Value } from "../../logic/evaluate.ts";
import {
  bits,
  divide,
  eq,
  integer,
  multiply,
  remainder,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { MATH_INTEGER } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import { FreshVariables } from "../fresh.ts";
import { TermLowering } from "./term-lowering.ts";

const x = declare("x", MATH_INTEGER);
const y = declare("y", MATH_INTEGER);
const operations: Readonly<Record<string, Term>> = {
  product: multiply(variable(x), variable(y)),
  square: multiply(variable(x), variable(x)),
  quotient: divide(variable(x), variable(y)),
  remainder: remainder(variable(x), variable(y)),
  "left shift": bits("shiftleft", variable(x), variable(y)),
  "right shift": bits("shiftright", variable(x), variable(y)),
  "common bits": bits("bitand", variable(x), variable(y)),
};

const small = fc.integer({ min: -40, max: 40 });
const any = fc.oneof(small, fc.integer({ min: -100_000, max: 100_000 }));

test.each(Object.keys(operations))("%s", (name) => {
  const term = operations[name]!;
  const operand = name.includes("shift") ? fc.integer({ min: 0, max: 12 }) : any;
  let refined = 0;
  fc.assert(
    fc.property(any, operand, fc.integer({ min: 1, max: 9 }), any, operand, (a, b, off, u, v) => {
      const lowering = new TermLowering(new FreshVariables());
      const [result] = lowering.lower(eq(term, integer(77))).names;
      const environment = (values: ReadonlyMap<Variable, Value>): Environment => ({ valueOf: (of) => values.get(of) });
      const candidate = new Map<Variable, Value>([
        [x, a],
        [y, b],
      ]);
      const exact = evaluate(term, environment(candidate));
      if (exact === undefined) return;
      candidate.set(result!, Number(exact) + (off % 2 === 0 ? off : -off));
      const needed = lowering.refine(result!, (of) => candidate.get(of) as Int);
      const definitions = needed.flatMap((of) => [...lowering.definition(of)]);
      refined += needed.length > 0 ? 1 : 0;
      const extend = (values: Map<Variable, Value>): Environment => {
        for (const of of needed)
          if (!values.has(of)) values.set(of, evaluate(lowering.termOf(of)!, environment(values))!);
        return environment(values);
      };
      expect(definitions.every((each) => holds(each, extend(candidate)) === true)).toBe(false);
      const others = new Map<Variable, Value>([
        [x, u],
        [y, v],
      ]);
      if (evaluate(term, environment(others)) === undefined) return;
      expect(definitions.filter((each) => holds(each, extend(others)) !== true)).toEqual([]);
    }),
    { numRuns: 150 },
  );
  expect(refined).toBeGreaterThan(50);
});
