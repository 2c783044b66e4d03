/** Circuits of constants are constants: what the functions of <math.h> say is compared with the machine's. */
import { describe, expect, it } from "vitest";
import { randomWords } from "../../interpreter/inputs.ts";
import { applyMathematics } from "../../interpreter/library/mathematics.ts";
import { apply, float } from "../../logic/term.ts";
import { F32, F64 } from "../../logic/types.ts";
import { Circuit } from "./circuit.ts";
import { BINARY32, BINARY64, Floats, type Word } from "./floats.ts";
import { mathematicsOf } from "./mathematics.ts";
import { constantOf, type Vector, Vectors } from "./vectors.ts";

const circuit = new Circuit();
const vectors = new Vectors(circuit);
const floats = new Floats(circuit, vectors);
const bytes = new DataView(new ArrayBuffer(8));
const CORNERS = [0, -0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 1e300, 2 ** 52 + 0.5, Infinity, -Infinity, NaN];

function numberOf(word: Word): number | undefined {
  const pattern = constantOf([...word, 0]);
  if (pattern === undefined) return undefined;
  if (word.length === 32) bytes.setUint32(0, Number(pattern));
  else bytes.setBigUint64(0, pattern);
  return word.length === 32 ? bytes.getFloat32(0) : bytes.getFloat64(0);
}

describe.each([
  ["float", F32, BINARY32],
  ["double", F64, BINARY64],
] as const)("functions of %s as circuits", (_, type, format) => {
  const round = type === F32 ? Math.fround : (value: number) => value;
  const word = randomWords(11);
  const operand = (): number => {
    const corner = CORNERS[word() % (2 * CORNERS.length)];
    if (corner !== undefined) return round(corner);
    bytes.setUint32(0, word());
    bytes.setUint32(4, word());
    return word() % 2 === 0 ? round((word() | 0) / 2 ** (word() % 34)) : round(bytes.getFloat64(0));
  };
  const said = (name: string, operands: readonly number[]): Vector | undefined => {
    const term = apply(
      name,
      operands.map((one) => float(one, type)),
      type,
    );
    if (term.kind !== "apply") throw new Error("an application should be one");
    const words = operands.map((one) => floats.constant(one, format));
    const fresh = () => Array.from({ length: type === F32 ? 32 : 64 }, () => circuit.input());
    return mathematicsOf({ circuit, vectors, floats, fresh }, words, term, () => format);
  };

  it.each(["floor", "ceil", "trunc", "round", "rint", "nearbyint", "sqrt"])("%s", (name) => {
    for (let i = 0; i < 150; i += 1) {
      const a = operand();
      const expected = applyMathematics(name, [a]);
      expect(numberOf(said(name, [a]) as Word), `${name}(${a})`).toBe(round(Number(expected)));
    }
  });

  it.each(["fmin", "fmax", "copysign"])("%s", (name) => {
    for (let i = 0; i < 150; i += 1) {
      const [a, b] = [operand(), operand()];
      const expected = applyMathematics(name, [a, b]);
      const found = numberOf(said(name, [a, b]) as Word);
      // What C leaves open is not a constant, but where both choices come to the same.
      if (expected !== undefined) expect(found, `${name}(${a}, ${b})`).toBe(Number(expected));
      else expect(found === undefined || Number.isNaN(found), `${name}(${a}, ${b})`).toBe(true);
    }
  });
});
