/** Terms from a disk: what was written comes back, and what no program has is not read, since solvers would each take it in their own way. */
import { describe, expect, it } from "vitest";
import { add, eq, float, floatComparison, integer, le, or, select, type Variable, variable } from "../logic/term.ts";
import { arrayType, F32, F64, intType, REAL, showType } from "../logic/types.ts";
import { CONSTANT_ARRAY } from "../model/model.ts";
import type { Plain } from "./kept-plain.ts";
import { finderIn, TermReader, TermWriter } from "./kept-terms.ts";

const INT = intType(32, "signed");
const TYPES = { n: INT, x: F32, y: F64, z: REAL, a: arrayType(INT), f: arrayType(F64) };
const VARIABLES = Object.entries(TYPES).map(([name, type], id): Variable => ({ id, name, type, role: "global" }));
const of = (name: keyof typeof TYPES) => variable(VARIABLES.find((one) => one.name === name) as Variable);
/** As it is kept. */
const kept = (name: keyof typeof TYPES): Plain => ["variable", [name, showType(TYPES[name]), "global", null, 0]];
const [N, X, Y, A, F] = [kept("n"), kept("x"), kept("y"), kept("a"), kept("f")];

function written(...terms: Parameters<TermWriter["write"]>[0][]) {
  const writer = new TermWriter();
  const places = terms.map((term) => writer.write(term));
  return { places, nodes: writer.nodes };
}

const readerOf = (nodes: readonly Plain[]) =>
  new TermReader(
    nodes,
    finderIn(() => VARIABLES),
  );

/** The last node as a formula. */
const read = (...nodes: Plain[]) => readerOf(nodes).formula(nodes.length - 1);

describe("terms that were kept", () => {
  it("are the same when they are read, in a process or in another one", () => {
    const terms = [
      le(add(of("n"), integer(2n ** 70n)), integer(5)),
      or([floatComparison("flt", float(0.5, F32), of("x")), floatComparison("fle", of("y"), float(0.1, F64))]),
      le(add(of("z"), float(0.1, F64)), integer(3)),
      eq(select(of("a"), of("n")), integer(1)),
    ];
    const { places, nodes } = written(...terms);
    const reader = readerOf(JSON.parse(JSON.stringify(nodes)));
    expect(places.map((place) => reader.formula(place))).toEqual(terms);
  });

  const ONE: Plain = ["integer", 1];
  const APPLIED = (type: Plain, name = "g"): Plain => ["apply", [name, type]];
  it.each<[string, ...Plain[]]>([
    ["a type without bits", APPLIED(["int", 0, true]), ONE, ["eq", null, 0, 1]],
    ["a type with less than none", APPLIED(["int", -3, false]), ONE, ["eq", null, 0, 1]],
    ["a type of half a bit", APPLIED(["int", 0.5, false]), ONE, ["eq", null, 0, 1]],
    ["a pointer without bits", APPLIED(["pointer", 0]), ONE, ["eq", null, 0, 1]],
    ["a type that is too wide", APPLIED(["int", 1e9, false]), ONE, ["eq", null, 0, 1]],
    [
      "an array in no places",
      APPLIED(["array", ["int", 32, true], { first: 0, stride: 4, count: 0 }]),
      A,
      ["eq", null, 0, 1],
    ],
    ["an integer that is rounded", N, ["integer", 2 ** 60], ["eq", null, 0, 1]],
    ["half an integer", N, ["integer", 0.5], ["le", null, 0, 1]],
    ["a float that its type does not have", X, ["float", [0.1, ["float", "f32"]]], ["flt", null, 1, 0]],
    ["an integer beside a float", N, X, ["eq", null, 0, 1]],
    ["a float in the order of integers", X, ONE, ["le", null, 0, 1]],
    ["a sum of floats as of integers", X, ONE, ["add", null, 0, 1], ["le", null, 2, 1]],
    ["an integer compared with a float's bits", N, ["float", [0.5, ["float", "f64"]]], ["le", null, 0, 1]],
    ["floats of two types", X, Y, ["flt", null, 0, 1]],
    ["a float of another type than it says", X, ["fadd", ["float", "f64"], 0, 0], Y, ["feq", null, 1, 2]],
    ["an integer for a float", N, ["fnegate", ["float", "f64"], 0], Y, ["feq", null, 1, 2]],
    ["a float without a type", Y, ["fnegate", null, 0], ["feq", null, 0, 1]],
    ["arrays of different elements", A, F, ["eq", null, 0, 1]],
    ["an array beside a number", A, N, ["eq", null, 0, 1]],
    ["a float in an array of integers", A, N, X, ["store", null, 0, 1, 2], ["eq", null, 3, 0]],
    ["an element at a float", A, X, ["select", null, 0, 1], ONE, ["eq", null, 2, 3]],
    ["an array of nothing", APPLIED(["array", ["int", 32, true], null], CONSTANT_ARRAY), A, ["eq", null, 0, 1]],
    ["a number of equal elements", ONE, ["apply", [CONSTANT_ARRAY, ["int", 32, true]], 0], N, ["eq", null, 1, 2]],
    ["a choice between sorts", N, X, ["true", null], ["ite", null, 2, 0, 1], ONE, ["eq", null, 3, 4]],
    ["a kind that there is not", N, ["constructor", null, 0]],
  ])("are not read with %s", (_, ...nodes) => {
    expect(() => read(...nodes)).toThrow(/what was kept should be/);
  });
});
