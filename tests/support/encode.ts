/**
 * Random formulas over a few variables of small types, with everything that the lowering treats, and valuations of these
 * variables; for the tests of this folder and its neighbours.
 */
import fc from "fast-check";
import type { ArrayValue } from "../../src/logic/evaluate.ts";
import {
  add,
  and,
  bits,
  divide,
  eq,
  type Formula,
  integer,
  ite,
  le,
  lt,
  multiply,
  negate,
  not,
  or,
  remainder,
  select,
  store,
  subtract,
  type Term,
  truthValue,
  type Variable,
  variable,
  wrap,
} from "../../src/logic/term.ts";
import { arrayType, F64, intType, MATH_INTEGER, type ValueType } from "../../src/logic/types.ts";

export const S4 = intType(4, "signed");
const U3 = intType(3, "unsigned");
let ids = 0;
export function declare(name: string, type: ValueType): Variable {
  ids += 1;
  return { id: ids, name, type, role: "local" };
}
export const x = declare("x", S4);
export const y = declare("y", U3);
export const z = declare("z", MATH_INTEGER);
export const b = declare("b", intType(1, "unsigned"));
export const m = declare("m", arrayType(S4));
export const n = declare("n", arrayType(S4));
export const f = declare("f", F64);

// --- Random formulas ----------------------------------------------------------------------------------------------

const constant = fc.integer({ min: -9, max: 9 }).map((value) => integer(value));

export const { formula } = fc.letrec<{ term: Term; array: Term; formula: Formula }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 4, depthIdentifier: "formula", withCrossShrink: true },
    fc.oneof(constant, fc.constantFrom(variable(x), variable(y), variable(z), variable(b))),
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => add(l, r)),
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => subtract(l, r)),
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => multiply(l, r)),
    tie("term").map((operand) => negate(operand)),
    fc
      .tuple(tie("term"), fc.constantFrom(S4, U3, intType(2, "signed")))
      .map(([operand, type]) => wrap(operand, type, "conversion")),
    fc.tuple(tie("term"), constant).map(([l, r]) => divide(l, r)),
    fc.tuple(tie("term"), constant).map(([l, r]) => remainder(l, r)),
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => divide(l, r)),
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => remainder(l, r)),
    fc
      .tuple(fc.constantFrom("bitand" as const, "bitor" as const, "bitxor" as const), tie("term"), tie("term"))
      .map(([kind, l, r]) => bits(kind, l, r)),
    fc
      .tuple(fc.constantFrom("shiftleft" as const, "shiftright" as const), tie("term"), fc.integer({ min: 0, max: 3 }))
      .map(([kind, l, r]) => bits(kind, l, integer(r))),
    fc.tuple(tie("formula"), tie("term"), tie("term")).map(([c, l, r]) => ite(c, l, r)),
    tie("formula").map((c) => truthValue(c)),
    fc.tuple(tie("array"), tie("term")).map(([a, i]) => select(a, i)),
  ),
  array: fc.oneof(
    { maxDepth: 4, depthIdentifier: "formula", withCrossShrink: true },
    fc.constantFrom(variable(m), variable(n)),
    fc.tuple(tie("array"), tie("term"), tie("term")).map(([a, i, v]) => store(a, i, wrap(v, S4, "conversion"))),
    fc.tuple(tie("formula"), tie("array"), tie("array")).map(([c, l, r]) => ite(c, l, r)),
  ),
  formula: fc.oneof(
    { maxDepth: 4, depthIdentifier: "formula", withCrossShrink: true },
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => le(l, r)),
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => lt(l, r)),
    fc.tuple(tie("term"), tie("term")).map(([l, r]) => eq(l, r)),
    fc.tuple(tie("array"), tie("array")).map(([l, r]) => eq(l, r)),
    tie("formula").map((operand) => not(operand)),
    fc.array(tie("formula"), { minLength: 1, maxLength: 3 }).map((parts) => and(parts)),
    fc.array(tie("formula"), { minLength: 1, maxLength: 3 }).map((parts) => or(parts)),
  ),
}));

const elements = fc
  .array(fc.integer({ min: -8, max: 7 }), { minLength: 12, maxLength: 12 })
  .map(
    (list): ArrayValue => ({ elements: new Map(list.map((value, i) => [i - 4, value])), otherwise: list[0] as number }),
  );

export const valuation = fc.record({
  x: fc.integer({ min: -8, max: 7 }),
  y: fc.integer({ min: 0, max: 7 }),
  z: fc.integer({ min: -40, max: 40 }),
  b: fc.integer({ min: 0, max: 1 }),
  m: elements,
  n: elements,
});
