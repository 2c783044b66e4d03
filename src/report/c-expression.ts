/**
 * Formulas as C expressions that mean the same, or less: what C cannot say over the names that are given is left out, so that the
 * expression follows from the formula. Terms are mathematical integers, C's operators are not: every operation is written in a type in
 * which operands and result fit, by the ranges of the variables (`c-arithmetic.ts`), with a cast where the operands' own type is
 * too small. Bounds of single variables come first in a conjunction; what follows is evaluated only where they hold (`&&`), so that
 * they count for its ranges.
 */
import { addScaled, type LinearExpression, linearConstraint, linearForm } from "../logic/linear.ts";
import { and, type Formula, not, or, type Term, type Variable } from "../logic/term.ts";
import { type FloatType, type IntType, isIntegral, typeRange } from "../logic/types.ts";
import * as int from "../numbers/int.ts";
import { type Interval, meet } from "../numbers/interval.ts";
import {
  type CInteger,
  type CTerm,
  compared,
  INTEGER,
  LEVELS,
  literal,
  type Ranges,
  sum,
  termText,
} from "./c-arithmetic.ts";
import { type Addresses, pointerBounds, pointerEquation } from "./pointer-text.ts";
import { type Reader, readableFormula } from "./readable-formula.ts";

/** What C calls a variable at the place; undefined where it has no name there, or one that means something else. */
export type NameOf = (variable: Variable) => string | undefined;

/** What the writer calls things at one place, and for whom it writes. */
export interface Words {
  readonly nameOf: NameOf;
  /** Absent: of pointers only null is told. */
  readonly addresses?: Addresses | undefined;
  /**
   * machine: what C computes, with casts where a type is too small. integers: for people, who do not compute; also of types that only
   * some compilers have.
   */
  readonly arithmetic: "machine" | "integers";
}

/** Longer ones tell nobody anything, and take other tools longer than finding their own; each atom is looked at twice. */
const MOST_ATOMS = 800;

/** Undefined where nothing is left to say. */
export function cExpression(formula: Formula, words: Words): string | undefined {
  const counted = { left: MOST_ATOMS };
  const reader: Reader = { names: (of) => words.nameOf(of) !== undefined, rangeOf: ({ type }) => typeRange(type) };
  const readable = readableFormula(
    overAtoms(formula, "holds", (atom) => atom, counted),
    reader,
  );
  const canSay = (atom: Formula) => (write(atom, new Map(), words, "any ranges") === undefined ? TRUE : atom);
  const said = readableFormula(overAtoms(readable, "holds", canSay, counted), reader);
  if (counted.left < 0) return undefined;
  return write(said, new Map(), words)?.text;
}

// --- What can be said ---------------------------------------------------------------------------------------------------------

const TRUE = and([]);

/** Negations only before atoms, and what is said of these: true makes the whole weaker. */
function overAtoms(
  formula: Formula,
  sense: "holds" | "fails",
  said: (atom: Formula) => Formula,
  counted: { left: number },
): Formula {
  if (counted.left < 0) return TRUE;
  switch (formula.kind) {
    case "true":
    case "false":
      return (formula.kind === "true") === (sense === "holds") ? TRUE : or([]);
    case "not":
      return overAtoms(formula.operand, sense === "holds" ? "fails" : "holds", said, counted);
    case "and":
    case "or": {
      const parts = formula.operands.map((part) => overAtoms(part, sense, said, counted));
      return (formula.kind === "and") === (sense === "holds") ? and(parts) : or(parts);
    }
    default: {
      counted.left -= 1;
      return said(sense === "holds" ? formula : not(formula));
    }
  }
}

// --- Text ---------------------------------------------------------------------------------------------------------------------

interface Written {
  readonly text: string;
  readonly level: number;
}

/** Undefined: nothing is said. "any ranges": whether it could be said if ranges were small enough. */
function write(
  formula: Formula,
  ranges: Ranges,
  words: Words,
  mode: "exact" | "any ranges" = "exact",
): Written | undefined {
  switch (formula.kind) {
    case "true":
      return undefined;
    case "false":
      return { text: "0", level: LEVELS.atom };
    case "and":
      return conjunction(formula.operands, ranges, words);
    case "or": {
      const parts = formula.operands.map((part) => write(part, ranges, words));
      if (parts.some((part) => part === undefined)) return undefined;
      return { text: (parts as Written[]).map((part) => within(part, "or")).join(" || "), level: LEVELS.or };
    }
    case "feq":
    case "flt":
    case "fle":
      return floatAtom(formula, words);
    case "not":
      if (formula.operand.kind === "eq") return integerAtom("ne", formula.operand, ranges, words, mode);
      if (formula.operand.kind === "feq" || formula.operand.kind === "flt" || formula.operand.kind === "fle") {
        const inner = floatAtom(formula.operand, words);
        return inner === undefined ? undefined : { text: `!(${inner.text})`, level: LEVELS.unary };
      }
      throw new Error("negations should stand before equations");
    default: {
      const bounds = new Bounds(ranges);
      if (mode === "any ranges" || !bounds.take(formula, words))
        return integerAtom(formula.kind, formula, ranges, words, mode);
      return conjunctionOf(bounds.said(words));
    }
  }
}

/** With parentheses around `&&` in `||` as well, since compilers warn without them. */
function within({ text, level }: Written, outer: "and" | "or"): string {
  return level < (outer === "or" ? LEVELS.equality : LEVELS.and) ? `(${text})` : text;
}

function conjunction(parts: readonly Formula[], ranges: Ranges, words: Words): Written | undefined {
  const bounds = new Bounds(ranges);
  const others = parts.filter((part) => !bounds.take(part, words));
  const texts = bounds.said(words);
  for (const part of others) {
    const written = write(part, bounds.ranges, words);
    if (written !== undefined) texts.push(within(written, "and"));
  }
  return conjunctionOf(texts);
}

function conjunctionOf(texts: readonly string[]): Written | undefined {
  const kept = [...new Set(texts)];
  if (kept.length === 0) return undefined;
  return { text: kept.join(" && "), level: kept.length === 1 ? LEVELS.equality : LEVELS.and };
}

/** The conjuncts that bound one variable, as one interval each; where it is the type's own, nothing is said. */
class Bounds {
  readonly #outer: Ranges;
  readonly #own = new Map<Variable, Interval>();

  constructor(outer: Ranges) {
    this.#outer = outer;
  }

  take(formula: Formula, words: Words): boolean {
    if (formula.kind !== "le" && formula.kind !== "lt" && formula.kind !== "eq") return false;
    const constraint = constraintOf(formula.kind, formula.left, formula.right);
    if (constraint === undefined) return false;
    const { expression, relation } = constraint;
    const [of] = expression.variables;
    if (of === undefined || expression.variables.length > 1 || words.nameOf(of) === undefined) return false;
    if (!isInteger(of, words) && !isPointer(of)) return false;
    const [factor = 1] = expression.coefficients;
    const limit = int.negate(expression.constant);
    // Canonical constraints over one variable have the factor 1 or -1.
    if (factor !== 1 && factor !== -1) return false;
    const bound = int.multiply(limit, factor);
    const low = relation === "eq" || factor === -1 ? bound : -Infinity;
    const high = relation === "eq" || factor === 1 ? bound : Infinity;
    this.#own.set(of, meet(this.#own.get(of) ?? rangeIn(this.#outer, of), { low, high }));
    return true;
  }

  get ranges(): Ranges {
    return new Map([...this.#outer, ...this.#own]);
  }

  said(words: Words): string[] {
    return [...this.#own].flatMap(([of, { low, high }]) => {
      const { low: least, high: most } = rangeIn(this.#outer, of);
      const name = words.nameOf(of) ?? "";
      if (isPointer(of)) return pointerBounds(of, name, { low, high }, words.addresses);
      const variable = variableText(of, this.#outer, words);
      if (variable === undefined) return [];
      if (low > high) return ["0"];
      if (low === high && least !== most) return said(compared("==", variable, literal(low)));
      return [
        ...(low > least ? said(compared("<=", literal(low), variable)) : []),
        ...(high < most ? said(compared("<=", variable, literal(high))) : []),
      ];
    });
  }
}

function said(written: CTerm | undefined): string[] {
  return written === undefined ? [] : [written.text];
}

function rangeIn(ranges: Ranges, of: Variable): Interval {
  return ranges.get(of) ?? typeRange(of.type);
}

/** As a canonical linear constraint, where it is one that has variables. */
function constraintOf(relation: "le" | "lt" | "eq", left: Term, right: Term) {
  const [l, r] = [linearForm(left), linearForm(right)];
  if (l === undefined || r === undefined) return undefined;
  const constraint = linearConstraint(relation, addScaled(l, -1, r));
  return typeof constraint === "string" ? undefined : constraint;
}

// --- Atoms --------------------------------------------------------------------------------------------------------------------

type Relation = "eq" | "ne" | "lt" | "le";

const OPERATORS = { eq: "==", ne: "!=", lt: "<", le: "<=" } as const;

function integerAtom(
  relation: Relation,
  { left, right }: { readonly left: Term; readonly right: Term },
  ranges: Ranges,
  words: Words,
  mode: "exact" | "any ranges",
): Written | undefined {
  const constraint = constraintOf(relation === "ne" ? "eq" : relation, left, right);
  if (constraint !== undefined) {
    const { variables } = constraint.expression;
    if (variables.some((of) => of.type.kind === "pointer"))
      return pointerAtom(relation, constraint.expression, ranges, words, mode);
    if (!variables.every((of) => isInteger(of, words) && words.nameOf(of) !== undefined)) return undefined;
    if (mode === "any ranges") return { text: "", level: LEVELS.equality };
    return linearAtom(relation === "lt" ? "le" : relation, constraint.expression, ranges, words);
  }
  const variable = (of: Variable) => (isInteger(of, words) ? variableText(of, ranges, words) : undefined);
  const [l, r] = [termText(left, variable), termText(right, variable)];
  return l === undefined || r === undefined ? undefined : compared(OPERATORS[relation], l, r);
}

/** `2 * x + 1 <= y`: what has a negative factor stands on the other side. */
function linearAtom(
  relation: Relation,
  { variables, coefficients, constant }: LinearExpression,
  ranges: Ranges,
  words: Words,
): Written | undefined {
  // The constant stands where no variable does, or where it is positive.
  const signs = coefficients.map(int.sign);
  const side = (sign: 1 | -1): CTerm | undefined => {
    const parts = variables.flatMap((of, i) =>
      signs[i] === sign
        ? [{ factor: int.absolute(coefficients[i] as int.Int), term: variableText(of, ranges, words) }]
        : [],
    );
    const rest = int.multiply(constant, sign);
    const hasRest = parts.length === 0 || (int.sign(rest) > 0 && signs.some((one) => one === -sign));
    return sum(parts, hasRest ? rest : 0);
  };
  const [left, right] = [side(1), side(-1)];
  if (left === undefined || right === undefined) return undefined;
  // `d == 2 * c` reads better than the other way round.
  const turned = (relation === "eq" || relation === "ne") && isName(right) && !isName(left);
  return turned ? compared(OPERATORS[relation], right, left) : compared(OPERATORS[relation], left, right);
}

function isName({ level, constant }: CTerm): boolean {
  return level === LEVELS.atom && constant !== true;
}

/** Addresses are the model's own: they are told as those of objects that have names, or not at all. */
function pointerAtom(
  relation: Relation,
  expression: LinearExpression,
  ranges: Ranges,
  words: Words,
  mode: "exact" | "any ranges",
): Written | undefined {
  const { variables, coefficients, constant } = expression;
  const [of, ...others] = variables;
  const name = of === undefined || of.volatile ? undefined : words.nameOf(of);
  const equality = (text: string): Written => ({ text, level: LEVELS.equality });
  if (of === undefined || name === undefined) return undefined;
  if (others.length === 0) {
    if (relation === "ne") return int.sign(constant) === 0 ? equality(`${name} != 0`) : undefined;
    // Bounds are told together, where both lie in one object; one from below says that it is not null.
    const bound = int.multiply(int.negate(constant), coefficients[0] as int.Int);
    const isTold = coefficients[0] === -1 || relation === "eq" || words.addresses?.objectAt(bound, of) !== undefined;
    return isTold ? equality(name) : undefined;
  }
  if (relation !== "eq") return undefined;
  if (mode === "any ranges")
    return words.addresses !== undefined && variables.every((one) => words.nameOf(one) !== undefined)
      ? equality(name)
      : undefined;
  const term = (one: Variable) => (isInteger(one, words) ? variableText(one, ranges, words) : undefined);
  const text = pointerEquation(expression, words.nameOf, words.addresses, term, (one) => rangeIn(ranges, one));
  return text === undefined ? undefined : equality(text);
}

function isPointer({ type, volatile }: Variable): boolean {
  return type.kind === "pointer" && volatile !== true;
}

/** Integers as C has them without extensions; a bit-field behaves as what it is promoted to. To people any integer is one. */
function isInteger(of: Variable, { arithmetic }: Words): boolean {
  if (!isIntegral(of.type) || of.type.kind === "pointer" || of.address === true) return false;
  return arithmetic === "integers" || (of.type.kind === "int" && of.volatile !== true && isPlain(of.type));
}

function isPlain({ bits }: IntType): boolean {
  return bits <= 32 || bits === 64;
}

function variableText(of: Variable, ranges: Ranges, words: Words): CTerm | undefined {
  const name = words.nameOf(of);
  if (name === undefined || !isInteger(of, words)) return undefined;
  return { text: name, level: LEVELS.atom, type: promoted(of.type, words), range: rangeIn(ranges, of) };
}

function promoted(type: Variable["type"], { arithmetic }: Words): CInteger {
  if (arithmetic === "integers" || type.kind !== "int") return INTEGER;
  const { bits, signed } = type;
  // Types that are smaller than int become int when something is done with them.
  return bits < 32 ? { bits: 32, signed: true } : { bits: bits as 32 | 64, signed };
}

// --- Floats -------------------------------------------------------------------------------------------------------------------

function floatAtom(
  { kind, left, right }: Formula & { readonly kind: "feq" | "flt" | "fle" },
  words: Words,
): Written | undefined {
  const operator = { feq: "==", flt: "<", fle: "<=" }[kind];
  const [l, r] = [floatText(left, words), floatText(right, words)];
  if (l === undefined || r === undefined) return undefined;
  return { text: `${l} ${operator} ${r}`, level: kind === "feq" ? LEVELS.equality : LEVELS.relation };
}

/** Variables and constants: what arithmetic gives depends on how exactly the machine computes. */
function floatText(term: Term, words: Words): string | undefined {
  if (term.kind === "variable") {
    const { type, volatile } = term.variable;
    const isExact = words.arithmetic === "integers" || (type.kind === "float" && type.format !== "x87" && !volatile);
    return type.kind === "float" && isExact ? words.nameOf(term.variable) : undefined;
  }
  return term.kind === "float" ? floatLiteral(term.value, term.type) : undefined;
}

/** Undefined where C has no constant for it, or computes with more than hone does. */
export function floatLiteral(value: number, { format }: FloatType): string | undefined {
  if (!Number.isFinite(value) || format === "x87") return undefined;
  const digits = Object.is(value, -0) ? "-0.0" : String(value);
  return `${/[.e]/.test(digits) ? digits : `${digits}.0`}${format === "f32" ? "f" : ""}`;
}
