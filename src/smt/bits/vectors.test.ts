/** Circuits over inputs, evaluated for all values of small operands. */
import { describe, expect, it } from "vitest";
import { Circuit, TRUE } from "./circuit.ts";
import { type Vector, Vectors } from "./vectors.ts";

const WIDTH = 5;
const ALL = Array.from({ length: 2 ** WIDTH }, (_, i) => i - 2 ** (WIDTH - 1));

/** Calls `check` with the value of a vector or signal, for all values of the two operands. */
function forAll(
  make: (vectors: Vectors, a: Vector, b: Vector) => readonly Vector[],
  check: (a: number, b: number, values: readonly number[]) => void,
): void {
  for (const rewriting of ["on", "off"] as const) {
    const circuit = new Circuit(rewriting);
    const operand = (): Vector => Array.from({ length: WIDTH }, () => circuit.input());
    const [a, b] = [operand(), operand()];
    const made = make(new Vectors(circuit), a, b);
    for (const x of ALL)
      for (const y of ALL) {
        const bits = new Map([...a.map((s, i) => [s, x >> i] as const), ...b.map((s, i) => [s, y >> i] as const)]);
        const values = circuit.evaluate((gate) => (bits.get(2 * gate) ?? 0) & 1);
        const bit = (signal: number) => ((values[signal >> 1] as number) ^ signal) & 1;
        const numbers = made.map((vector) =>
          vector.reduce((sum, signal, i) => sum + (i === vector.length - 1 ? -1 : 1) * bit(signal) * 2 ** i, 0),
        );
        check(x, y, numbers);
      }
  }
}

it("is told of while it is made, and can be stopped there and gone on with", () => {
  const told: number[] = [];
  let enough = 0;
  const circuit: Circuit = new Circuit("on", () => {
    told.push(circuit.size);
    if (told.length === enough) throw new RangeError("enough");
  });
  const operand = (): Vector => Array.from({ length: 128 }, () => circuit.input());
  const [a, b] = [operand(), operand()];
  const vectors = new Vectors(circuit);
  enough = 2;
  expect(() => vectors.multiply(a, b)).toThrow("enough");
  const product = vectors.multiply(a, b);
  expect(Math.max(...told.map((size, i) => size - (told[i - 1] ?? 0)))).toBeLessThan(10_000);
  const values = circuit.evaluate((gate) => (gate % 2 === 0 ? 1 : 0));
  const number = (vector: Vector) =>
    BigInt.asIntN(
      vector.length,
      vector.reduce(
        (sum, signal, i) => sum | (BigInt(((values[signal >> 1] as number) ^ signal) & 1) << BigInt(i)),
        0n,
      ),
    );
  expect(number(product)).toBe(number(a) * number(b));
});

describe("division", () => {
  it("is C's", () => {
    const divided = (vectors: Vectors, a: Vector, b: Vector) => {
      const { quotient, remainder } = vectors.divide(a, b);
      return [quotient, remainder];
    };
    forAll(divided, (a, b, [quotient, remainder]) => {
      if (b === 0) return;
      expect([a, b, quotient, remainder]).toEqual([a, b, Math.trunc(a / b) + 0, (a % b) + 0]);
    });
  });

  it("has the facts that it tells of remainders, and tells none where the divisor is constant", () => {
    const facts = (vectors: Vectors, a: Vector, b: Vector) => {
      const told = vectors.remainderFacts(a, b, vectors.divide(a, b).remainder);
      expect(told).not.toContain(TRUE);
      return [...told.map((fact) => [fact, 0])];
    };
    forAll(facts, (_, b, values) => {
      expect(values).toHaveLength(2);
      if (b !== 0) expect(values).toEqual([1, 1]);
    });
    const vectors = new Vectors(new Circuit());
    expect(vectors.remainderFacts([2, 4, 0], [1, 1, 0], [2, 4, 0])).toEqual([]);
  });
});
