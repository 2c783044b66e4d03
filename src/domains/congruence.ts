/**
 * Congruences (Granger 1989): x = residue modulo modulus, for each integer variable. Modulus 0 says that x is the
 * residue, modulus 1 nothing. Exact numbers throughout; a wrap to n bits keeps what is known modulo 2^n, and bit
 * operations keep the low bits that are known on both sides.
 *
 * Growing chains only replace moduli by divisors, so join serves as widening.
 * Invariants: 0 <= residue < modulus unless the modulus is 0; variables with modulus 1 are not listed.
 */
import { evaluateBits, wrapInto } from "../logic/evaluate.ts";
import { fold } from "../logic/fold.ts";
import { eq, type Formula, integer, remainder, subtract, type Term, type Variable, variable } from "../logic/term.ts";
import { isIntegral, typeRange } from "../logic/types.ts";
import type { TermNode } from "../logic/visit.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import { contains } from "../numbers/interval.ts";
import type { Domain, Rename } from "./domain.ts";
import { type Points, type Pointwise, pointwise, valueIn, withValue } from "./pointwise.ts";

export interface Congruence {
  readonly modulus: Int;
  readonly residue: Int;
}

export type Congruences = Pointwise<Congruence>;

const ANY: Congruence = { modulus: 1, residue: 0 };

function congruence(modulus: Int, residue: Int): Congruence {
  const size = int.absolute(modulus);
  return { modulus: size, residue: size === 0 ? residue : int.modulo(residue, size) };
}

function exactly(value: Int): Congruence {
  return { modulus: 0, residue: value };
}

function isConstant(a: Congruence): boolean {
  return a.modulus === 0;
}

/** Does b hold wherever a does? */
function implies(a: Congruence, b: Congruence): boolean {
  if (b.modulus === 0) return a.modulus === 0 && a.residue === b.residue;
  return divides(b.modulus, a.modulus) && divides(b.modulus, int.subtract(a.residue, b.residue));
}

function divides(a: Int, b: Int): boolean {
  return b === 0 || (a !== 0 && int.remainderTruncated(b, a) === 0);
}

function joinClasses(a: Congruence, b: Congruence): Congruence {
  if (implies(a, b)) return b;
  if (implies(b, a)) return a;
  const difference = int.subtract(a.residue, b.residue);
  return congruence(int.gcd(int.gcd(a.modulus, b.modulus), difference), a.residue);
}

/** The common solutions: Chinese remaindering. Undefined if there are none. */
function meetClasses(a: Congruence, b: Congruence): Congruence | undefined {
  if (implies(a, b)) return a;
  if (implies(b, a)) return b;
  const common = int.gcd(a.modulus, b.modulus);
  const gap = int.subtract(b.residue, a.residue);
  if (isConstant(a) || isConstant(b) || !divides(common, gap)) return undefined;
  // residue = a.residue + a.modulus * k with a.modulus * k = gap modulo b.modulus
  const step = int.divideExact(b.modulus, common);
  const k = int.modulo(
    int.multiply(int.divideExact(gap, common), inverse(int.divideExact(a.modulus, common), step)),
    step,
  );
  return congruence(int.multiply(a.modulus, step), int.add(a.residue, int.multiply(a.modulus, k)));
}

/** The inverse of a modulo m; they should be coprime. */
function inverse(a: Int, m: Int): Int {
  let [r, next]: [Int, Int] = [m, int.modulo(a, m)];
  let [x, nextX]: [Int, Int] = [0, 1];
  while (next !== 0) {
    const quotient = int.divideFloor(r, next);
    [r, next] = [next, int.subtract(r, int.multiply(quotient, next))];
    [x, nextX] = [nextX, int.subtract(x, int.multiply(quotient, nextX))];
  }
  return int.modulo(x, m);
}

// --- Terms --------------------------------------------------------------------------------------------------------

/** What is known of an integer term; ANY for everything that is no integer. */
function congruenceOf(term: Term, state: Congruences): Congruence {
  return fold<Congruence>(term, (node, resultOf) => step(node, resultOf, state));
}

export function classIn(state: Congruences, of: Variable): Congruence {
  return valueIn(state, of) ?? ANY;
}

function step(node: TermNode, resultOf: (part: TermNode) => Congruence, state: Congruences): Congruence {
  switch (node.kind) {
    case "integer":
      return exactly(node.value);
    case "variable":
      return classIn(state, node.variable);
    case "negate":
      return scaled(resultOf(node.operand), -1);
    case "add":
      return sum(resultOf(node.left), resultOf(node.right));
    case "subtract":
      return sum(resultOf(node.left), scaled(resultOf(node.right), -1));
    case "multiply":
      return product(resultOf(node.left), resultOf(node.right));
    case "divide":
      return quotient(resultOf(node.left), resultOf(node.right));
    case "remainder":
      return remainderClass(resultOf(node.left), resultOf(node.right));
    case "shiftleft":
    case "shiftright":
      return shifted(node.kind, resultOf(node.left), resultOf(node.right));
    case "bitand":
    case "bitor":
    case "bitxor":
      return bitwise(node.kind, resultOf(node.left), resultOf(node.right));
    case "wrap": {
      const operand = resultOf(node.operand);
      if (isConstant(operand)) return exactly(wrapInto(operand.residue, node.type));
      return congruence(int.gcd(operand.modulus, int.powerOfTwo(node.type.bits)), operand.residue);
    }
    case "ite":
      return joinClasses(resultOf(node.then), resultOf(node.else));
    default:
      return ANY;
  }
}

function sum(a: Congruence, b: Congruence): Congruence {
  return congruence(int.gcd(a.modulus, b.modulus), int.add(a.residue, b.residue));
}

function scaled(a: Congruence, factor: Int): Congruence {
  return congruence(int.multiply(a.modulus, factor), int.multiply(a.residue, factor));
}

/** (m*i + r) * (n*j + s) = m*n*i*j + m*s*i + n*r*j + r*s */
function product(a: Congruence, b: Congruence): Congruence {
  const both = int.multiply(a.modulus, b.modulus);
  const cross = int.gcd(int.multiply(a.modulus, b.residue), int.multiply(b.modulus, a.residue));
  return congruence(int.gcd(both, cross), int.multiply(a.residue, b.residue));
}

function quotient(a: Congruence, b: Congruence): Congruence {
  if (!isConstant(b) || b.residue === 0) return ANY;
  if (isConstant(a)) return exactly(int.divideTruncated(a.residue, b.residue));
  // Exact division only: then truncation is none.
  if (!divides(b.residue, a.modulus) || !divides(b.residue, a.residue)) return ANY;
  return congruence(int.divideExact(a.modulus, b.residue), int.divideExact(a.residue, b.residue));
}

/** x % k differs from x by a multiple of k. */
function remainderClass(a: Congruence, b: Congruence): Congruence {
  if (isConstant(a) && isConstant(b))
    return b.residue === 0 ? ANY : exactly(int.remainderTruncated(a.residue, b.residue));
  return congruence(int.gcd(a.modulus, int.gcd(b.modulus, b.residue)), a.residue);
}

function shifted(kind: "shiftleft" | "shiftright", a: Congruence, count: Congruence): Congruence {
  if (!isConstant(count) || count.residue < 0 || count.residue > 4096) return ANY;
  const power = int.powerOfTwo(Number(count.residue));
  if (kind === "shiftleft") return scaled(a, power);
  if (isConstant(a)) return exactly(int.divideFloor(a.residue, power));
  if (!divides(power, a.modulus)) return ANY;
  return congruence(int.divideExact(a.modulus, power), int.divideFloor(a.residue, power));
}

function bitwise(kind: "bitand" | "bitor" | "bitxor", a: Congruence, b: Congruence): Congruence {
  const value = evaluateBits(kind, a.residue, b.residue)!;
  if (isConstant(a) && isConstant(b)) return exactly(value);
  // Below the largest power of two that divides both moduli all bits are known.
  const common = int.toBig(int.gcd(a.modulus, b.modulus));
  return congruence(int.fromBig(common & -common), value);
}

// --- Transfer -----------------------------------------------------------------------------------------------------

const CLASSES: Points<Congruence> = {
  includes: (larger, smaller) => implies(smaller, larger),
  join: (a, b) => unlessAny(joinClasses(a, b)),
  meet: (a, b) => meetClasses(a, b) ?? "empty",
  fit(value, of) {
    if (!isIntegral(of.type)) return undefined;
    return isConstant(value) && !contains(typeRange(of.type), value.residue) ? "empty" : unlessAny(value);
  },
  evaluate: congruenceOf,
  assumeAtom,
  toFormulas: (of, { modulus, residue }) => [
    modulus === 0
      ? eq(variable(of), integer(residue))
      : eq(remainder(subtract(variable(of), integer(residue)), integer(modulus)), integer(0)),
  ],
  show: (of, { modulus, residue }) => `${of.name} = ${residue}${modulus === 0 ? "" : ` mod ${modulus}`}`,
};

function unlessAny(a: Congruence): Congruence | undefined {
  return a.modulus === 1 ? undefined : a;
}

export function withClass(state: Congruences, of: Variable, value: Congruence): Congruences {
  return withValue(CLASSES, state, of, value);
}

function assumeAtom(state: Congruences, atom: Formula): Congruences {
  if (atom.kind !== "eq" && atom.kind !== "lt" && atom.kind !== "le") return state;
  const left = congruenceOf(atom.left, state);
  const right = congruenceOf(atom.right, state);
  if (atom.kind !== "eq") {
    const decided = isConstant(left) && isConstant(right);
    const holds = atom.kind === "lt" ? left.residue < right.residue : left.residue <= right.residue;
    return decided && !holds ? "bottom" : state;
  }
  if (meetClasses(left, right) === undefined) return "bottom";
  return solve(solve(state, atom.left, right), atom.right, left);
}

/** The state where a term is in a class; followed through operations with an inverse to one variable. */
function solve(state: Congruences, term: Term, goal: Congruence): Congruences {
  if (state === "bottom") return state;
  switch (term.kind) {
    case "variable": {
      if (!isIntegral(term.variable.type)) return state;
      const common = meetClasses(classIn(state, term.variable), goal);
      return common === undefined ? "bottom" : withClass(state, term.variable, common);
    }
    case "remainder": {
      // x % k = r needs x = r modulo k
      const divisor = congruenceOf(term.right, state);
      if (!isConstant(divisor) || divisor.residue === 0) return state;
      return term.left.kind === "variable"
        ? solve(state, term.left, congruence(int.gcd(goal.modulus, divisor.residue), goal.residue))
        : state;
    }
    case "add":
      if (term.right.kind === "integer")
        return solveVariable(state, term.left, sum(goal, exactly(int.negate(term.right.value))));
      return term.left.kind === "integer"
        ? solveVariable(state, term.right, sum(goal, exactly(int.negate(term.left.value))))
        : state;
    case "subtract":
      return term.right.kind === "integer"
        ? solveVariable(state, term.left, sum(goal, exactly(term.right.value)))
        : state;
    default:
      return state;
  }
}

function solveVariable(state: Congruences, term: Term, goal: Congruence): Congruences {
  return term.kind === "variable" ? solve(state, term, goal) : state;
}

export const congruences: Domain<Congruences> & Rename<Congruences> = pointwise("congruence", CLASSES);
