/** The table names engines that are there, and what it says of a program is what the program has. */
import { describe, expect, it } from "vitest";
import { modelOf } from "../../tests/support/model.ts";
import type { Property } from "../model/properties.ts";
import { defaultPresets, findPreset } from "./index.ts";
import { planFor, standingsOf } from "./schedule-plan.ts";
import { subjectOf } from "./schedule-subject.ts";
import { CLAIMANT, ROWS, STANDINGS } from "./schedule-table.ts";

const ENGINES = defaultPresets().map(({ name }) => name);

function planOf(body: string, properties: readonly Property[] = ["unreach-call"]) {
  const nondet = "extern int nondet_int(void); extern double nondet_double(void); void reach_error(void);";
  const model = modelOf(`${nondet} int main(void) { ${body} return 0; }`, { properties });
  return planFor(subjectOf(model), ENGINES);
}

const LOOP = "int n = nondet_int(), i = 0; while (i < n) i++; if (i < 0) reach_error();";

describe("the table of the schedule", () => {
  it("names presets that there are, each once in the order, and all of a row in it", () => {
    const placed = STANDINGS.map(({ engine }) => engine);
    expect(placed.filter((name) => name !== CLAIMANT && findPreset(name) === undefined)).toEqual([]);
    expect(new Set(placed).size).toBe(placed.length);
    const named = ROWS.flatMap((row) => [
      ...(row.atOnce ?? []),
      ...(row.first ?? []),
      ...(row.longer ?? []),
      ...(row.notBefore?.engines ?? []),
    ]);
    expect(named.filter((name) => !placed.includes(name))).toEqual([]);
    for (const { notBefore } of ROWS) expect(notBefore?.round ?? 2).toBeGreaterThan(1);
  });

  it("puts engines from outside behind those that are in it", () => {
    const order = standingsOf(["somebody", "bmc", "concrete"]);
    expect(order.map(({ engine }) => engine)).toEqual(["concrete", "bmc", "somebody"]);
    expect(order.at(-1)?.turns).toBe("usual");
  });

  it("begins with bits where they are at stake, and with predicates where a loop is about numbers", () => {
    const bits = planOf(`${LOOP} unsigned x = nondet_int(); if ((x & 3) > 3) reach_error();`);
    const plain = planOf(LOOP);
    expect(plain.first[0]).toBe("explicit+predicate");
    expect(bits.first).toEqual(["bmc", ...plain.first]);
    expect(plain.reasons).toHaveLength(1);
    expect(bits.reasons).toHaveLength(2);
    expect(bits.reasons[0]).toMatch(/^assertions about bits .*: bmc first, because /);
  });

  it("lets who knows nothing of floats wait, and leaves nobody out", () => {
    const floats = planOf(
      "double x = nondet_double(); int i; for (i = 0; i < 9; i++) x = x / 2; if (x > 1e300) reach_error();",
    );
    expect(floats.first).toEqual(["k-induction", "splitting", "bmc"]);
    expect(Object.keys(floats.notBefore)).toContain("dagger");
    expect(floats.first.filter((name) => name in floats.notBefore)).toEqual([]);
    expect(planOf(LOOP).notBefore).toEqual({});
  });

  it("does not take recursion that is cut off for a program without loops", () => {
    const whole = (body: string) =>
      planFor(
        subjectOf(
          modelOf(
            `extern int nondet_int(void); void reach_error(void); int f(int n) { ${body} } int main(void) { if (f(nondet_int()) < 0) reach_error(); return 0; }`,
          ),
        ),
        ENGINES,
      );
    expect(whole("return n < 0 ? -n : n;").atOnce).toEqual(["bmc"]);
    const recursive = whole("return n <= 0 ? 0 : 1 + f(n - 1);");
    expect(recursive.atOnce).toEqual([]);
    expect(recursive.first[0]).toBe("path-focusing");
  });

  it("keeps what was learnt from assertions to them", () => {
    expect(planOf(LOOP, ["unreach-call", "no-overflow"]).first).toEqual([]);
  });

  it("runs a program first that has one execution", () => {
    expect(planOf("int i = 0; while (i < 99999) i++; if (i != 99999) reach_error();").first[0]).toBe("concrete");
  });

  it("has nothing to say of arrays, nor of engines that take no turns", () => {
    const arrays =
      "int a[99], i; for (i = 0; i < 99; i++) a[i] = nondet_int(); if (a[nondet_int() & 63] == 5) reach_error();";
    expect(planOf(arrays.replace(" & 63", ""))).toMatchObject({ first: [], longer: [], reasons: [] });
    const alone = planFor(
      subjectOf(modelOf(`extern int nondet_int(void); void reach_error(void); int main(void) { ${LOOP} }`)),
      ["somebody"],
    );
    expect(alone.reasons).toEqual([]);
  });
});
