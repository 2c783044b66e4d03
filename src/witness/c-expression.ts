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
import { type Reader, readableFormula } from "../report/readable-formula.ts";
import { type CTerm, compared, LEVELS, literal, type Ranges, sum, termText } from "./c-arithmetic.ts";

/** What C calls a variable at the place; undefined where it has no name there, or one that means something else. */
export type NameOf = (variable: Variable) => string | undefined;

/** Longer ones tell nobody anything, and take other tools longer than finding their own; each atom is looked at twice. */
const MOST_ATOMS = 800;

/** Undefined where nothing is left to say. */
export function cExpression(formula: Formula, nameOf: NameOf): string | undefined {
  const counted = { left: MOST_ATOMS };
  const reader: Reader = { names: (of) => nameOf(of) !== undefined, rangeOf: ({ type }) => typeRange(type) };
  const readable = readableFormula(
    overAtoms(formula, "holds", (atom) => atom, counted),
    reader,
  );
  const canSay = (atom: Formula) => (write(atom, new Map(), nameOf, "any ranges") === undefined ? TRUE : atom);
  const said = readableFormula(overAtoms(readable, "holds", canSay, counted), reader);
  if (counted.left < 0) return undefined;
  return write(said, new Map(), nameOf)?.text;
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
  nameOf: NameOf,
  mode: "exact" | "any ranges" = "exact",
): Written | undefined {
  switch (formula.kind) {
    case "true":
      return undefined;
    case "false":
      return { text: "0", level: LEVELS.atom };
    case "and":
      return conjunction(formula.operands, ranges, nameOf);
    case "or": {
      const parts = formula.operands.map((part) => write(part, ranges, nameOf));
      if (parts.some((part) => part === undefined)) return undefined;
      return { text: (parts as Written[]).map((part) => within(part, "or")).join(" || "), level: LEVELS.or };
    }
    case "feq":
    case "flt":
    case "fle":
      return floatAtom(formula, nameOf);
    case "not":
      if (formula.operand.kind === "eq") return integerAtom("ne", formula.operand, ranges, nameOf, mode);
      if (formula.operand.kind === "feq" || formula.operand.kind === "flt" || formula.operand.kind === "fle") {
        const inner = floatAtom(formula.operand, nameOf);
        return inner === undefined ? undefined : { text: `!(${inner.text})`, level: LEVELS.unary };
      }
      throw new Error("negations should stand before equations");
    default: {
      const bounds = new Bounds(ranges);
      if (mode === "any ranges" || !bounds.take(formula, nameOf))
        return integerAtom(formula.kind, formula, ranges, nameOf, mode);
      return conjunctionOf(bounds.said(nameOf));
    }
  }
}

/** With parentheses around `&&` in `||` as well, since compilers warn without them. */
function within({ text, level }: Written, outer: "and" | "or"): string {
  return level < (outer === "or" ? LEVELS.equality : LEVELS.and) ? `(${text})` : text;
}

function conjunction(parts: readonly Formula[], ranges: Ranges, nameOf: NameOf): Written | undefined {
  const bounds = new Bounds(ranges);
  const others = parts.filter((part) => !bounds.take(part, nameOf));
  const texts = bounds.said(nameOf);
  for (const part of others) {
    const written = write(part, bounds.ranges, nameOf);
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

  take(formula: Formula, nameOf: NameOf): boolean {
    if (formula.kind !== "le" && formula.kind !== "lt" && formula.kind !== "eq") return false;
    const constraint = constraintOf(formula.kind, formula.left, formula.right);
    if (constraint === undefined) return false;
    const { expression, relation } = constraint;
    const [of] = expression.variables;
    if (of === undefined || expression.variables.length > 1 || !isInteger(of) || nameOf(of) === undefined) return false;
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

  said(nameOf: NameOf): string[] {
    return [...this.#own].flatMap(([of, { low, high }]) => {
      const { low: least, high: most } = rangeIn(this.#outer, of);
      const variable = variableText(of, this.#outer, nameOf);
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
  nameOf: NameOf,
  mode: "exact" | "any ranges",
): Written | undefined {
  const constraint = constraintOf(relation === "ne" ? "eq" : relation, left, right);
  if (constraint !== undefined) {
    const { variables } = constraint.expression;
    if (variables.some((of) => of.type.kind === "pointer")) return pointerAtom(relation, constraint.expression, nameOf);
    if (!variables.every((of) => isInteger(of) && nameOf(of) !== undefined)) return undefined;
    if (mode === "any ranges") return { text: "", level: LEVELS.equality };
    return linearAtom(relation === "lt" ? "le" : relation, constraint.expression, ranges, nameOf);
  }
  const variable = (of: Variable) => (isInteger(of) ? variableText(of, ranges, nameOf) : undefined);
  const [l, r] = [termText(left, variable), termText(right, variable)];
  return l === undefined || r === undefined ? undefined : compared(OPERATORS[relation], l, r);
}

/** `2 * x + 1 <= y`: what has a negative factor stands on the other side. */
function linearAtom(
  relation: Relation,
  { variables, coefficients, constant }: LinearExpression,
  ranges: Ranges,
  nameOf: NameOf,
): Written | undefined {
  // The constant stands where no variable does, or where it is positive.
  const signs = coefficients.map(int.sign);
  const side = (sign: 1 | -1): CTerm | undefined => {
    const parts = variables.flatMap((of, i) =>
      signs[i] === sign
        ? [{ factor: int.absolute(coefficients[i] as int.Int), term: variableText(of, ranges, nameOf) }]
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

/** Addresses are the model's own: all that can be said of a pointer is whether it is null. */
function pointerAtom(
  relation: Relation,
  { variables, coefficients, constant }: LinearExpression,
  nameOf: NameOf,
): Written | undefined {
  const [of] = variables;
  const name = of === undefined || variables.length > 1 || of.volatile ? undefined : nameOf(of);
  if (name === undefined) return undefined;
  const isZero = int.sign(constant) === 0;
  if (relation === "eq" && isZero) return { text: `${name} == 0`, level: LEVELS.equality };
  // Whatever excludes 0 says that it is not null: `p == 4096`, `4096 <= p`.
  const excludesNull = relation === "eq" ? !isZero : relation === "ne" ? isZero : int.sign(constant) > 0;
  const single = coefficients.length === 1;
  return excludesNull && single ? { text: `${name} != 0`, level: LEVELS.equality } : undefined;
}

/** Integers as C has them without extensions; a bit-field behaves as what it is promoted to. */
function isInteger(of: Variable): of is Variable & { readonly type: IntType } {
  return (
    isIntegral(of.type) && of.type.kind === "int" && of.address !== true && of.volatile !== true && isPlain(of.type)
  );
}

function isPlain({ bits }: IntType): boolean {
  return bits <= 32 || bits === 64;
}

function variableText(of: Variable, ranges: Ranges, nameOf: NameOf): CTerm | undefined {
  const name = nameOf(of);
  if (name === undefined || !isInteger(of)) return undefined;
  const { bits, signed } = of.type;
  // Types that are smaller than int become int when something is done with them.
  const type = bits < 32 ? { bits: 32, signed: true } : { bits: bits as 32 | 64, signed };
  return { text: name, level: LEVELS.atom, type: type as CTerm["type"], range: rangeIn(ranges, of) };
}

// --- Floats -------------------------------------------------------------------------------------------------------------------

function floatAtom(
  { kind, left, right }: Formula & { readonly kind: "feq" | "flt" | "fle" },
  nameOf: NameOf,
): Written | undefined {
  const operator = { feq: "==", flt: "<", fle: "<=" }[kind];
  const [l, r] = [floatText(left, nameOf), floatText(right, nameOf)];
  if (l === undefined || r === undefined) return undefined;
  return { text: `${l} ${operator} ${r}`, level: kind === "feq" ? LEVELS.equality : LEVELS.relation };
}

/** Variables and constants: what arithmetic gives depends on how exactly the machine computes. */
function floatText(term: Term, nameOf: NameOf): string | undefined {
  if (term.kind === "variable") {
    const { type, volatile } = term.variable;
    return type.kind !== "float" || type.format === "x87" || volatile ? undefined : nameOf(term.variable);
  }
  return term.kind === "float" ? floatLiteral(term.value, term.type) : undefined;
}

/** Undefined where C has no constant for it, or computes with more than hone does. */
export function floatLiteral(value: number, { format }: FloatType): string | undefined {
  if (!Number.isFinite(value) || format === "x87") return undefined;
  const digits = Object.is(value, -0) ? "-0.0" : String(value);
  return `${/[.e]/.test(digits) ? digits : `${digits}.0`}${format === "f32" ? "f" : ""}`;
}
