/** Scripts that hone writes, read by Z3 (where there is one) and by hone itself, against the own solver's answer. */
import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { b, declare, f, formula, S4, x, y, z } from "../../../tests/support/encode.ts";
import { runs } from "../../../tests/support/thorough.ts";
import {
  add,
  address,
  and,
  apply,
  bits,
  eq,
  type Formula,
  float,
  floatBinary,
  floatComparison,
  floatToInt,
  integer,
  intToFloat,
  le,
  lt,
  multiply,
  not,
  or,
  type Term,
  variable,
} from "../../logic/term.ts";
import { F32, F64, intType, REAL } from "../../logic/types.ts";
import { FreshVariables, isSet } from "../fresh.ts";
import { ownSolver } from "../own/solver.ts";
import type { Answer } from "../solver.ts";
import { type RecordedQuery, recordingSolvers, runScript, toSmtLib } from "./index.ts";

/** Z3's own reader of SMT-LIB. */
function nativeZ3(): ((script: string) => string) | undefined {
  try {
    const library = createRequire(import.meta.url)("koffi").load("libz3.so.4");
    const makeContext = library.func("Z3_mk_context", "uintptr_t", ["uintptr_t"]);
    const makeConfig = library.func("Z3_mk_config", "uintptr_t", []);
    const ignoreErrors = library.func("Z3_set_error_handler", "void", ["uintptr_t", "void *"]);
    const evaluate = library.func("Z3_eval_smtlib2_string", "str", ["uintptr_t", "str"]);
    const removeContext = library.func("Z3_del_context", "void", ["uintptr_t"]);
    return (script) => {
      const context = makeContext(makeConfig());
      ignoreErrors(context, null);
      const output = evaluate(context, `(set-option :rlimit 2000000)\n${script}`) as string;
      removeContext(context);
      return output.trim();
    };
  } catch {
    return undefined;
  }
}

const z3 = nativeZ3();

function own(formulas: readonly Formula[]): Answer {
  const solver = ownSolver.create({ limit: 20_000 });
  for (const each of formulas) solver.assert(each);
  return solver.check();
}

function replay(script: string): string[] {
  const output: string[] = [];
  const result = runScript(script, ownSolver, (line) => output.push(line), { limit: 20_000 });
  expect(result).toMatchObject({ kind: "done" });
  return output;
}

describe.skipIf(z3 === undefined)("read by Z3", () => {
  test("random formulas are accepted and have the same answer", () => {
    const seen = { sat: 0, unsat: 0, unknown: 0 };
    fc.assert(
      fc.property(formula, formula, (left, right) => {
        const output = z3!(toSmtLib([left, right]));
        expect(output).toMatch(/^(?:sat|unsat|unknown)$/);
        const answer = own([left, right]);
        seen[answer] += 1;
        // Uninterpreted functions make a script weaker than the formulas; division by zero makes them apart.
        if (answer === "sat") expect(output).not.toBe("unsat");
        if (output === "unsat") expect(answer).not.toBe("sat");
      }),
      { numRuns: runs(80) },
    );
    expect(Math.min(seen.sat, seen.unsat)).toBeGreaterThan(3);
  });

  test("floats, library functions, addresses, reals", () => {
    const single = declare("single", F32);
    const real = declare("real", REAL);
    const object = { id: 1, name: "buffer", role: "global", size: 4, align: 4 } as const;
    const half = floatBinary("fdivide", float(1, F64), float(2, F64), F64);
    const cases: readonly (readonly [Formula, string])[] = [
      [floatComparison("flt", variable(f), variable(f)), "unsat"],
      [floatComparison("feq", half, float(0.5, F64)), "sat"],
      [not(floatComparison("feq", half, float(0.5, F64))), "unsat"],
      [not(floatComparison("feq", float(Number.NaN, F64), float(Number.NaN, F64))), "sat"],
      [floatComparison("fle", float(-0, F32), variable(single)), "sat"],
      [eq(floatToInt(float(-2.75, F64), intType(32, "signed")), integer(-2)), "sat"],
      [not(floatComparison("feq", intToFloat(integer(-3), F64), float(-3, F64))), "unsat"],
      [not(eq(apply("g", [variable(x)], S4), apply("g", [add(variable(x), integer(0))], S4))), "unsat"],
      [le(address(object), integer(0)), "unsat"],
      [and([lt(integer(1), variable(real)), lt(variable(real), integer(2)), eq(variable(z), integer(1))]), "sat"],
      [and([eq(variable(real), variable(z)), lt(integer(1), variable(z)), lt(variable(real), integer(2))]), "unsat"],
      [lt(variable(real), float(0.5, F64)), "sat"],
      [not(eq(bits("bitxor", variable(x), variable(y)), bits("bitxor", variable(x), variable(y)))), "unsat"],
    ];
    for (const [each, answer] of cases) expect([each, z3!(toSmtLib([each]))]).toEqual([each, answer]);
  });
});

describe("read by hone", () => {
  const linear = fc.letrec<{ term: Term; formula: Formula }>((tie) => ({
    term: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(variable(x), variable(y), variable(z)),
      fc.integer({ min: -9, max: 9 }).map((value) => integer(value)),
      fc.tuple(tie("term"), tie("term")).map(([left, right]) => add(left, right)),
      fc.tuple(fc.integer({ min: -3, max: 3 }), tie("term")).map(([by, term]) => multiply(integer(by), term)),
    ),
    formula: fc.oneof(
      { maxDepth: 3 },
      fc.constant(isSet(b)),
      fc.tuple(tie("term"), tie("term")).map(([left, right]) => le(left, right)),
      fc.tuple(tie("term"), tie("term")).map(([left, right]) => eq(left, right)),
      tie("formula").map((operand) => not(operand)),
      fc.array(tie("formula"), { maxLength: 3 }).map((parts) => and(parts)),
      fc.array(tie("formula"), { maxLength: 3 }).map((parts) => or(parts)),
    ),
  })).formula;

  test("linear formulas have the same answer after a round trip", () => {
    fc.assert(
      fc.property(linear, linear, (left, right) => {
        expect(replay(toSmtLib([left, right]))).toEqual([own([left, right])]);
      }),
      { numRuns: runs(120) },
    );
  });

  test("a shared or deep formula is as large as its DAG", () => {
    let shared: Term = variable(z);
    for (let i = 0; i < 500; i += 1) shared = add(shared, shared);
    let deep: Formula = isSet(b);
    for (let i = 0; i < 1000; i += 1)
      deep = and([or([not(deep), lt(variable(x), integer(i))]), le(integer(-i), variable(x))]);
    const text = toSmtLib([eq(shared, integer(0)), deep]);
    expect(text.length).toBeLessThan(1_000_000);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(10_000);
    expect(replay(text)).toEqual(["sat"]);
  });

  test("names of variables are kept apart", () => {
    const other = declare("x", S4);
    const odd = declare("a|b c", S4);
    const named = declare("t0", S4);
    const reserved = ["ite", "mod", "true", "select", "abs", "push", "if", "let"].map((name) => declare(name, S4));
    const text = toSmtLib([
      lt(variable(x), variable(other)),
      eq(variable(odd), variable(named)),
      ...reserved.map((of) => lt(variable(of), variable(x))),
    ]);
    expect(text.match(/declare-fun/g)?.length).toBe(4 + reserved.length);
    expect(replay(text)).toEqual(["sat"]);
    if (z3 !== undefined) expect(z3(text)).toBe("sat");
  });
});

test("a recording solver writes down every check", () => {
  const queries: RecordedQuery[] = [];
  const solver = recordingSolvers(ownSolver, (query) => queries.push(query)).create();
  const flag = new FreshVariables().boolean("flag");
  solver.assert(or([isSet(flag), lt(variable(x), integer(0))]));
  expect(solver.check()).toBe("sat");
  solver.push();
  solver.assert(not(isSet(flag)));
  expect(solver.check([le(integer(0), variable(x))])).toBe("unsat");
  solver.pop();
  expect(solver.check([le(integer(0), variable(x))])).toBe("sat");
  expect(queries.map(({ number, answer }) => [number, answer])).toEqual([
    [1, "sat"],
    [2, "unsat"],
    [3, "sat"],
  ]);
  for (const { script, answer } of queries) {
    expect(replay(script)).toEqual([answer]);
    expect(script).toContain(`(set-info :status ${answer})`);
    expect(script).toContain("(declare-fun flag () Bool)");
  }
});
