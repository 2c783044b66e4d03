/**
 * Inputs worth trying. First the plain ones: always zero, one, minus one, the least and the greatest value. Then random
 * sequences, seeded by their number: values that the program itself compares with (and their neighbours), values that
 * programs branch on, and runs of one value, since loops often ask the same question again and again.
 */
import type { Program } from "../cfa/cfa.ts";
import { highest, isIntegral, lowest, type ScalarType } from "../logic/types.ts";
import { forEachNode, type TermNode } from "../logic/visit.ts";
import { type InputRequest, type InputSource, type InputValue, randomInputs, randomWords } from "./inputs.ts";

/** Candidates are numbered from 0, without end; the same number gives the same inputs. */
export function candidate(number: number, constants: readonly InputValue[]): InputSource {
  switch (number) {
    case 0:
      return { next: ({ usual }) => usual ?? 0 };
    case 1:
      return { next: ({ type, usual }) => (type.kind === "pointer" ? (usual ?? 0) : 1) };
    case 2:
      return { next: ({ type, usual }) => (type.kind === "pointer" ? (usual ?? 0) : -1) };
    case 3:
      return { next: (request) => extreme(request, "lowest") };
    case 4:
      return { next: (request) => extreme(request, "highest") };
    default:
      return mixed(number, constants);
  }
}

function extreme({ type, usual }: InputRequest, end: "lowest" | "highest"): InputValue {
  if (type.kind === "int") return end === "lowest" ? lowest(type) : highest(type);
  if (type.kind === "pointer") return usual ?? 0;
  return end === "lowest" ? -1e6 : 1e6;
}

function mixed(seed: number, constants: readonly InputValue[]): InputSource {
  const word = randomWords(seed);
  const random = randomInputs(seed);
  // Each candidate has its own taste: how often it asks the constants, how often it repeats itself.
  const fromConstants = constants.length === 0 ? 0 : word() % 4;
  const repeats = word() % 3;
  let last: InputValue | undefined;
  return {
    next: (request) => {
      if (request.type.kind === "pointer") return request.usual ?? 0;
      const choice = word() % 4;
      if (last !== undefined && choice < repeats && word() % 2 === 0) return last;
      last = choice < fromConstants ? nearConstant(constants, request.type, word) : random.next(request);
      return last;
    },
  };
}

function nearConstant(constants: readonly InputValue[], type: ScalarType, word: () => number): InputValue {
  const value = constants[word() % constants.length] as InputValue;
  if (!isIntegral(type)) return Number(value);
  if (typeof value === "number" && !Number.isInteger(value)) return Math.trunc(value) || 0;
  // The comparison is as often strict as not: the neighbours matter as much as the constant.
  const shift = (word() % 4) - 1;
  if (shift > 1) return value;
  return typeof value === "bigint" ? value + BigInt(shift) : value + shift;
}

// More would make each less likely to be drawn.
const MOST_CONSTANTS = 200;

/** The numbers in the program's conditions and assignments, in the order of their first use. */
export function constantsOf(program: Program): readonly InputValue[] {
  const found = new Set<InputValue>();
  const collect = (node: TermNode) => {
    if (node.kind === "integer") found.add(node.value);
    if (node.kind === "float" && Number.isFinite(node.value)) found.add(node.value);
  };
  for (const graph of program.functions.values()) {
    for (const { op } of graph.edges) {
      if (op.kind === "assume") forEachNode(op.condition, collect);
      else if (op.kind === "assign") forEachNode(op.value, collect);
      if (found.size >= MOST_CONSTANTS) return [...found];
    }
  }
  return [...found];
}
