import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../tests/support/thorough.ts";
import { wasmSat } from "../sat/wasm-solver.ts";
import { Circuit, type Signal } from "./circuit.ts";
import { BitsSession } from "./session.ts";
import { Trials } from "./trials.ts";
import { constant, type Vector, Vectors } from "./vectors.ts";

const byte = (circuit: Circuit): Vector => [...Array.from({ length: 8 }, () => circuit.input()), 0];

/** Gates over inputs that are each chosen by a number. */
function grown(inputs: number, choices: readonly number[]): { readonly circuit: Circuit; readonly last: Signal } {
  const circuit = new Circuit();
  const signals: Signal[] = Array.from({ length: inputs }, () => circuit.input());
  for (const choice of choices) {
    const [a, b] = [signals[choice % signals.length] as Signal, signals[(choice >> 8) % signals.length] as Signal];
    const sign = (choice >> 16) & 1;
    signals.push((choice >> 17) % 2 === 0 ? circuit.and(a ^ sign, b) : circuit.xor(a ^ sign, b));
  }
  return { circuit, last: signals[signals.length - 1] as Signal };
}

/** What the bytes become in some rounds of division by what they became. */
function churned(circuit: Circuit, x: Vector, y: Vector, rounds: number): Vector {
  const vectors = new Vectors(circuit);
  const odd = (a: Vector) => vectors.bitwise("bitor", a, constant(1n));
  let [a, b] = [x, y];
  for (let i = 0; i < rounds; i++) {
    const product = vectors.multiply(vectors.add(a, constant(BigInt(40 * i + 7))), vectors.add(b, constant(3n)));
    [a, b] = [b, vectors.divide(product, odd(a)).remainder.slice(0, 8).concat(0)];
  }
  return b;
}

/** The same of numbers. */
function churnedNumber(x: number, y: number, rounds: number): number {
  let [a, b] = [x, y];
  for (let i = 0; i < rounds; i++) [a, b] = [b, (((a + 40 * i + 7) * (b + 3)) % (a | 1)) & 255];
  return b;
}

describe("trials", () => {
  it("find a case in which all holds where there is one, and none elsewhere", () => {
    const inputs = fc.integer({ min: 1, max: 8 });
    const choices = fc.array(fc.integer({ min: 0, max: 2 ** 18 - 1 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(inputs, choices, fc.boolean(), (count, chosen, other) => {
        const { circuit, last } = grown(count, chosen);
        const conditions = other ? [last, 2] : [last];
        const holds = (values: readonly number[]) => {
          const all = circuit.evaluate((gate) => values[gate - 1] ?? 0);
          return conditions.every((one) => (((all[one >> 1] as number) ^ one) & 1) === 1);
        };
        const cases = Array.from({ length: 2 ** count }, (_, at) =>
          Array.from({ length: count }, (_, i) => (at >> i) & 1),
        );
        const found = new Trials(circuit, conditions).find(() => undefined);
        expect(found !== undefined).toBe(cases.some(holds));
        const values = Array.from({ length: count }, () => 0);
        for (const signal of found ?? []) values[(signal >> 1) - 1] = (signal & 1) ^ 1;
        if (found !== undefined) expect(holds(values)).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each(["sat", "unsat"])("decide what a search would go on about: %s", (expected) => {
    const rounds = 6;
    const session = new BitsSession({}, wasmSat);
    const { circuit } = session.blaster;
    const [x, y] = [byte(circuit), byte(circuit)];
    const reached = new Map<number, number>();
    for (let at = 0; at < 2 ** 16; at++) {
      const end = churnedNumber(at & 255, at >> 8, rounds);
      reached.set(end, (reached.get(end) ?? 0) + 1);
    }
    const [rarest] = [...reached].reduce((a, b) => (b[1] < a[1] ? b : a));
    const never = Array.from({ length: 256 }, (_, end) => end).find((end) => !reached.has(end));
    const end = expected === "sat" ? rarest : (never as number);
    const goal = new Vectors(circuit).equal(churned(circuit, x, y, rounds), constant(BigInt(end)));
    expect(session.decide(goal, Number.POSITIVE_INFINITY)).toBe(expected);
    expect(session.sat.statistics.conflicts).toBeLessThan(20_000);
    if (expected === "sat") {
      const bits = session.evaluated();
      expect(churnedNumber(Number(bits.number(x)), Number(bits.number(y)), rounds)).toBe(end);
    }
    session.dispose();
  });
});
