/**
 * Where the pointers in a term come from. A pointer is an object and an offset; a term hands on the pointers of its
 * variables, moved by a progression (`p + 4 * i` moves those of p by multiples of 4). Integers count as well: a pointer
 * may be cast to an integer, computed with, and cast back.
 *
 * Two rules of C keep this useful: a pointer plus an integer points into the pointer's object, whatever the integer
 * holds; and the difference of two pointers is a plain number. Whatever else is done with an integer that holds a
 * pointer may move it anywhere in its object.
 */
import type { MemoryObject, Term, Variable } from "../../logic/term.ts";
import { forEachNode, isFormula, type TermNode } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import {
  ANYWHERE,
  EXACT,
  greatestCommonDivisor,
  join,
  type Move,
  type Progression,
  progression,
  sum,
} from "./strides.ts";

export type Flow =
  | { readonly kind: "variable"; readonly variable: Variable; readonly move: Move }
  | { readonly kind: "object"; readonly object: MemoryObject; readonly move: Move };

interface Summary {
  readonly flows: readonly Flow[];
  /** What the term is as a plain integer. */
  readonly number: Progression;
  /** The term has the type of a pointer, so that C's rules for pointers apply. */
  readonly pointer: boolean;
}

const NUMBER: Summary = { flows: [], number: ANYWHERE, pointer: false };

/** More sources than this are not told apart by how they are moved: sums of thousands of terms stay linear. */
const FLOW_LIMIT = 12;

/** What is known of a variable as a plain integer. */
export type Numbers = (variable: Variable) => Progression;

export function flowsOf(term: Term, numbers: Numbers): readonly Flow[] {
  if (term.kind === "variable") return [{ kind: "variable", variable: term.variable, move: EXACT }];
  if (term.kind === "integer" || term.kind === "float") return [];
  return summaryOf(term, numbers).flows;
}

/** The term as a plain integer. */
export function numberOf(term: Term, numbers: Numbers): Progression {
  return summaryOf(term, numbers).number;
}

function summaryOf(term: Term, numbers: Numbers): Summary {
  const summaries = new Map<TermNode, Summary>();
  const partOf = (part: Term) => summaries.get(part) ?? NUMBER;
  forEachNode(term, (node) => {
    if (!isFormula(node)) summaries.set(node, summarise(node, partOf, numbers));
  });
  return summaries.get(term) ?? NUMBER;
}

function summarise(term: Term, of: (part: Term) => Summary, numbers: Numbers): Summary {
  switch (term.kind) {
    case "integer": {
      const value = typeof term.value === "number" ? progression(term.value, 0) : ANYWHERE;
      return { flows: [], number: value, pointer: false };
    }
    case "variable":
      return {
        flows: [{ kind: "variable", variable: term.variable, move: EXACT }],
        number: numbers(term.variable),
        pointer: term.variable.type.kind === "pointer",
      };
    case "address":
      return { flows: [{ kind: "object", object: term.object, move: EXACT }], number: ANYWHERE, pointer: true };
    case "add":
      return addition(of(term.left), of(term.right));
    case "subtract":
      return subtraction(of(term.left), of(term.right));
    case "wrap":
      return wrapped(of(term.operand), term.type.kind === "pointer", term.type.bits);
    case "multiply":
      return { ...scrambled([of(term.left), of(term.right)]), number: product(of(term.left), of(term.right)) };
    case "shiftleft":
      return { ...scrambled([of(term.left), of(term.right)]), number: shifted(of(term.left), of(term.right)) };
    case "negate": {
      const operand = of(term.operand);
      const { offset, stride } = operand.number;
      return { ...scrambled([operand]), number: progression(-offset, stride) };
    }
    case "ite": {
      const then = of(term.then);
      const otherwise = of(term.else);
      return {
        flows: union(then.flows, otherwise.flows),
        number: join(then.number, otherwise.number),
        pointer: then.pointer || otherwise.pointer,
      };
    }
    case "apply":
      return scrambled(term.arguments.map(of));
    case "float":
    case "intToFloat":
    case "floatToFloat":
    case "fnegate":
    case "floatToInt":
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
      // An address that went through floating-point arithmetic is no longer one.
      return NUMBER;
    case "select":
    case "store":
      return NUMBER;
    default:
      return scrambled([of(term.left), of(term.right)]);
  }
}

function addition(left: Summary, right: Summary): Summary {
  const number = sum(left.number, right.number);
  const pointer = left.pointer || right.pointer;
  if (left.pointer && !right.pointer) return { flows: indexed(left.flows, right.number), number, pointer };
  if (right.pointer && !left.pointer) return { flows: indexed(right.flows, left.number), number, pointer };
  return { flows: union(moved(left.flows, right.number), moved(right.flows, left.number)), number, pointer };
}

function subtraction(left: Summary, right: Summary): Summary {
  const { offset, stride } = right.number;
  const negative = progression(-offset, stride);
  const number = sum(left.number, negative);
  if (left.pointer && right.pointer) return { flows: [], number, pointer: false };
  if (left.pointer) return { flows: indexed(left.flows, negative), number, pointer: true };
  return { flows: union(moved(left.flows, negative), moved(right.flows, ANYWHERE)), number, pointer: false };
}

function wrapped(operand: Summary, pointer: boolean, bits: number): Summary {
  // Wrapping adds a multiple of 2^bits. A pointer that wraps has left its object, which is undefined behaviour.
  const { offset, stride } = operand.number;
  const unchanged = pointer || (stride === 0 && offset >= 0 && offset < 2 ** (bits - 1));
  const number = unchanged ? operand.number : sum(operand.number, progression(0, 2 ** bits));
  return { flows: operand.flows, number, pointer };
}

/** (a + m s)(b + n t) = a b + (multiples of a t, b s and s t). */
function product({ number: left }: Summary, { number: right }: Summary): Progression {
  const mixed = greatestCommonDivisor(left.offset * right.stride, right.offset * left.stride);
  const offset = left.offset * right.offset;
  const stride = greatestCommonDivisor(mixed, left.stride * right.stride);
  return Number.isSafeInteger(offset) && Number.isSafeInteger(stride) ? progression(offset, stride) : ANYWHERE;
}

function shifted(left: Summary, right: Summary): Progression {
  const count = right.number;
  return count.stride === 0 && count.offset >= 0 && count.offset < 31
    ? scaled(left.number, 2 ** count.offset)
    : ANYWHERE;
}

function scaled(of: Progression, factor: number): Progression {
  if (factor === 0) return EXACT;
  return progression(of.offset * factor, Math.abs(of.stride * factor));
}

function scrambled(parts: readonly Summary[]): Summary {
  let flows: readonly Flow[] = [];
  for (const part of parts) flows = union(flows, moved(part.flows, ANYWHERE));
  return { flows, number: ANYWHERE, pointer: false };
}

function moved(flows: readonly Flow[], by: Progression): readonly Flow[] {
  if (flows.length === 0 || (by.offset === 0 && by.stride === 0)) return flows;
  return flows.map((flow) => ({ ...flow, move: sum(flow.move, by) }));
}

/** As an index moves a pointer: what it started from is kept apart from distances that are computed. */
function indexed(flows: readonly Flow[], by: Progression): readonly Flow[] {
  if (by.offset === 0 && by.stride === 0) return flows;
  return flows.map((flow) => {
    const { move } = flow;
    const start = move.stride === 0 ? move.offset : move.from;
    const from = start === undefined ? undefined : start + (by.stride === 0 ? by.offset : 0);
    const together = sum(move, by);
    return { ...flow, move: together.stride === 0 || from === undefined ? together : { ...together, from } };
  });
}

function union(a: readonly Flow[], b: readonly Flow[]): readonly Flow[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const all = [...a];
  const known = new Map<Variable | MemoryObject, Flow[]>();
  const keep = (flow: Flow) => memoised(known, sourceOf(flow), () => []).push(flow);
  for (const flow of a) keep(flow);
  for (const flow of b) {
    const same = known.get(sourceOf(flow)) ?? [];
    if (same.some(({ move }) => isSame(move, flow.move))) continue;
    keep(flow);
    all.push(flow);
  }
  if (all.length <= FLOW_LIMIT) return all;
  // One flow a source, over the least common progression.
  const joined: Flow[] = [];
  for (const flows of known.values()) {
    const [first, ...others] = flows as [Flow, ...Flow[]];
    joined.push({ ...first, move: others.reduce((move, flow) => join(move, flow.move), first.move) });
  }
  return joined;
}

function isSame(a: Move, b: Move): boolean {
  return a.offset === b.offset && a.stride === b.stride && a.from === b.from;
}

function sourceOf(flow: Flow): Variable | MemoryObject {
  return flow.kind === "variable" ? flow.variable : flow.object;
}
