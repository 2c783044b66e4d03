import { describe, expect, it } from "vitest";
import { programOf } from "../../tests/support/c-program.ts";
import { listInputs } from "../interpreter/inputs.ts";
import { Execution } from "./execution.ts";
import { shrink, sizeOf } from "./shrink.ts";

function shrunk(body: string, inputs: readonly (number | bigint)[]) {
  const program = programOf(`int nondet_int(void); unsigned nondet_uint(void); void reach_error(void);
long long nondet_longlong(void); double nondet_double(void); int main(void) { ${body} return 0; }`);
  const execution = new Execution({ program, entry: "main", properties: ["unreach-call", "no-overflow"] });
  const { violation, outcome, inputs: read } = execution.run(listInputs(inputs), 1_000_000);
  if (violation === undefined) throw new Error("the inputs should violate the property");
  const found = { violation, outcome, inputs: read };
  const best = shrink(execution, found);
  // What is handed out has been run: it is run again.
  const again = execution.run(listInputs(best.inputs.map(({ value }) => value)), 1_000_000);
  execution.close();
  expect(again.violation?.property).toBe(violation.property);
  expect("edge" in again.outcome && "edge" in outcome && again.outcome.edge === outcome.edge).toBe(true);
  return { values: best.inputs.map(({ value }) => Number(value)), before: sizeOf(read), after: sizeOf(best.inputs) };
}

describe("smaller inputs", () => {
  it("finds the borders of values", () => {
    expect(shrunk("if (nondet_int() > 953) reach_error();", [2147483647]).values).toEqual([954]);
    expect(shrunk("if (nondet_int() < -953) reach_error();", [-2147483648]).values).toEqual([-954]);
    expect(shrunk("if (nondet_uint() > 255) reach_error();", [-1]).values).toEqual([256]);
    expect(shrunk("if (nondet_longlong() > 1LL << 40) reach_error();", [2n ** 62n]).values).toEqual([2 ** 40 + 1]);
    expect(shrunk("if (nondet_double() > 2.5) reach_error();", [1e300]).values).toEqual([3]);
  });

  it("reads less", () => {
    const { values, before, after } = shrunk(
      "int x, n = 0; while (nondet_int()) { x = nondet_int(); if (x == 7) n++; if (n == 2) reach_error(); }",
      [1, 5, 9, 7, 3, -4, 1, 99, 2, 7],
    );
    expect(values).toEqual([1, 7, 1, 7]);
    expect([before.inputs, after.inputs]).toEqual([10, 4]);
    expect(after.bits).toBeLessThan(before.bits);
  });

  it("stays at the place and with the kind of the violation", () => {
    const body = "int x = nondet_int(); if (x < 10) reach_error(); if (x > 100) reach_error();";
    expect(shrunk(body, [5000]).values).toEqual([101]);
    expect(shrunk("int x = nondet_int(); if (x > 50) reach_error(); x = x - 2147483647;", [-3000]).values).toEqual([
      -2,
    ]);
  });

  it("ends, however much there is to leave out", () => {
    const { values } = shrunk(
      "int n = 0; while (n < 3000) n += nondet_int() > 5; reach_error();",
      Array(3000).fill(1000),
    );
    expect(values.length).toBe(3000);
    expect(values.every((value) => value >= 6)).toBe(true);
  });
});
