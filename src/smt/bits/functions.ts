/** Functions that terms apply and that have circuits: those of `interpreter/library/bits.ts`, the sign and the bits of floats. */
import { BITS_OF_FLOAT, FLOAT_OF_BITS, floatWidth } from "../../logic/float-bits.ts";
import type { Term } from "../../logic/term.ts";
import { FALSE, type Signal } from "./circuit.ts";
import type { Floats } from "./floats.ts";
import { constant, lowBits, signOf, trim, type Vector, type Vectors } from "./vectors.ts";

const BITS = /^(popcount|parity|clz|ctz|clrsb|ffs|bswap)(\d*)$/;
/** Of an operand whose width its function's name leaves open, since it does not matter: more than any type has. */
const WIDEST = 128;

/** Undefined for a function without a circuit: then it is any value of its type. */
export function functionOf(
  name: string,
  vectors: Vectors,
  floats: Floats,
  operands: readonly Vector[],
  term: Extract<Term, { kind: "apply" }>,
): Vector | undefined {
  const [first] = operands;
  if (first === undefined) return undefined;
  if (name === "fabs" && term.type.kind === "float") return floats.absolute(first);
  if (name === BITS_OF_FLOAT) return trim([...first, FALSE]);
  if (name === FLOAT_OF_BITS && term.type.kind === "float") return lowBits(first, floatWidth(term.type));
  const match = BITS.exec(name);
  if (match === null) return undefined;
  const bits = lowBits(first, match[2] === "" ? WIDEST : Number(match[2]));
  switch (match[1]) {
    case "popcount":
      return ones(bits, vectors);
    case "parity":
      return lowBits(ones(bits, vectors), 1).concat(FALSE);
    case "clz":
      return leadingZeros([...bits].reverse(), vectors);
    case "ctz":
      return leadingZeros(bits, vectors);
    case "clrsb":
      return redundantSigns(bits, vectors);
    case "ffs":
      return vectors.mux(vectors.isZero(bits), constant(0n), vectors.add(leadingZeros(bits, vectors), constant(1n)));
    default:
      return trim([...swapped(bits), FALSE]);
  }
}

function ones(bits: readonly Signal[], vectors: Vectors): Vector {
  let sums: Vector[] = bits.map((signal) => [signal, FALSE]);
  while (sums.length > 1) {
    const next: Vector[] = [];
    for (let i = 0; i < sums.length; i += 2)
      next.push(i + 1 < sums.length ? vectors.add(sums[i] as Vector, sums[i + 1] as Vector) : (sums[i] as Vector));
    sums = next;
  }
  return sums[0] ?? constant(0n);
}

/** How many bits from the first on are not set. */
function leadingZeros(bits: readonly Signal[], vectors: Vectors): Vector {
  let count: Vector = constant(BigInt(bits.length));
  for (let i = bits.length - 1; i >= 0; i--) count = vectors.mux(bits[i] as Signal, constant(BigInt(i)), count);
  return count;
}

/** How many bits below the sign are equal to it, up to the first that is not. */
function redundantSigns(bits: readonly Signal[], vectors: Vectors): Vector {
  const sign = signOf(bits);
  const differ = bits.slice(0, -1).map((signal) => vectors.equal([signal], [sign]) ^ 1);
  return leadingZeros(differ.reverse(), vectors);
}

function swapped(bits: readonly Signal[]): Signal[] {
  const swapped: Signal[] = [];
  for (let at = bits.length - 8; at >= 0; at -= 8) swapped.push(...bits.slice(at, at + 8));
  return swapped;
}
