/**
 * ACSL's numbers are mathematical: each is computed in a type of C that holds its range, at most 128 bits wide. What has no value (a
 * quotient by zero, a distance that no pointer can be moved by) violates the annotation.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Expression, ObjectDeclaration } from "../ast.ts";
import { bitsOf, differenceType, INT, INT128, integerOf, isInteger, LONG_LONG, showType } from "../type-operations.ts";
import type { CType, IntegerCType } from "../types.ts";
import {
  around,
  type Fact,
  fits,
  type Limits,
  limitsOfAll,
  magnitude,
  max,
  min,
  type Numeric,
  number,
  other,
  type Use,
  type Value,
  violated,
} from "./acsl-values.ts";
import { cast, integerConstant, rvalue } from "./conversions.ts";
import { binary, conditional } from "./operators.ts";
import type { Session } from "./session.ts";

export class Numbers {
  readonly session: Session;
  readonly #use: Use;
  /** Of the variables of quantifiers. */
  readonly #ranges = new Map<ObjectDeclaration, Limits>();

  constructor(session: Session, use: Use) {
    this.session = session;
    this.#use = use;
  }

  // --- Variables of quantifiers -------------------------------------------------------------------------------------

  /** Reads what is said of a variable, which may be any value of its type. */
  within<T>(index: ObjectDeclaration, parse: () => T): T {
    this.#ranges.set(index, this.rangeOf(index.type));
    const result = parse();
    this.#ranges.delete(index);
    return result;
  }

  /** Reads on with what the facts say of the variables of quantifiers. */
  knowing<T>(facts: readonly Fact[], parse: () => T): T {
    const before = facts.map(({ index }) => [index, this.#ranges.get(index)] as const);
    for (const { index, low, high } of facts) {
      const known = this.#ranges.get(index);
      if (known === undefined) continue;
      this.#ranges.set(index, {
        low: low !== undefined && low > known.low ? low : known.low,
        high: high !== undefined && high < known.high ? high : known.high,
      });
    }
    const result = parse();
    for (const [index, known] of before.reverse()) if (known !== undefined) this.#ranges.set(index, known);
    return result;
  }

  /** The variable of a quantifier around, if it is one. */
  indexOf(expression: Expression): ObjectDeclaration | undefined {
    if (expression.kind !== "object") return undefined;
    return this.#ranges.has(expression.declaration) ? expression.declaration : undefined;
  }

  // --- Computing ----------------------------------------------------------------------------------------------------

  together(operator: string, left: Value, right: Value): Value {
    const session = this.session;
    const range = { start: left.expression.start, end: Math.max(left.expression.end, right.expression.end) };
    if (left.kind === "number" && right.kind === "number") return this.compute(operator, left, right, range);
    if (left.kind === "truth" || right.kind === "truth")
      return session.fail(`'${operator}' does not apply to predicates`, range);
    const [a, b] = [left, right].map(({ expression }) => rvalue(session, expression).type) as [CType, CType];
    if (a.kind === "pointer" && right.kind === "number" && (operator === "+" || operator === "-"))
      return other(binary(session, operator, left.expression, this.distance(right, range)));
    if (b.kind === "pointer" && left.kind === "number" && operator === "+")
      return other(binary(session, operator, right.expression, this.distance(left, range)));
    if (a.kind === "pointer" && b.kind === "pointer" && operator === "-")
      return this.lift(binary(session, "-", left.expression, right.expression));
    if (a.kind === "floating" || b.kind === "floating")
      return session.fail("arithmetic with real numbers is not understood: ACSL's is exact", range);
    return session.fail(`'${operator}' does not apply to '${showType(a)}' and '${showType(b)}'`, range);
  }

  compute(operator: string, left: Numeric, right: Numeric, range: SourceRange): Value {
    const session = this.session;
    const limits = this.#limitsOf(operator, left, right, range);
    // A power of two: what is shifted out of C's type is not lost here.
    if (operator === "<<" || operator === ">>") {
      const distance = right.low;
      const type = this.typeFor(around(left, limits), range);
      const value = this.as(left, type);
      if (operator === ">>")
        return number(binary(session, ">>", value, integerConstant(distance, INT, range)), range, limits);
      return number(binary(session, "*", value, integerConstant(1n << distance, type, range)), range, limits);
    }
    const type = this.typeFor(around(around(left, right), limits), range);
    const [a, b] = [this.as(left, type), this.as(right, type)];
    const result = binary(session, operator, a, b);
    const isQuotient = operator === "/" || operator === "%";
    if (!isQuotient || right.low > 0n || right.high < 0n) return number(result, range, limits);
    const zero = binary(session, "!=", b, integerConstant(0n, type, range));
    return number(this.where(zero, result, type, "a divisor that may be 0", range), range, limits);
  }

  #limitsOf(operator: string, a: Limits, b: Limits, range: SourceRange): Limits {
    const corners = (combine: (x: bigint, y: bigint) => bigint): Limits =>
      limitsOfAll([combine(a.low, b.low), combine(a.low, b.high), combine(a.high, b.low), combine(a.high, b.high)]);
    switch (operator) {
      case "+":
        return corners((x, y) => x + y);
      case "-":
        return corners((x, y) => x - y);
      case "*":
        return corners((x, y) => x * y);
      case "/": {
        const most = magnitude(a);
        return { low: a.low < 0n || b.low < 0n ? -most : 0n, high: most };
      }
      case "%": {
        const most = min(magnitude(a), max(magnitude(b) - 1n, 0n));
        return { low: a.low < 0n ? -most : 0n, high: a.high > 0n ? most : 0n };
      }
      case "<<":
      case ">>": {
        if (b.low !== b.high || b.low < 0n || b.low > 126n)
          return this.session.fail(`'${operator}' by what is not a constant is not understood`, range);
        const power = 1n << b.low;
        if (operator === "<<") return { low: a.low * power, high: a.high * power };
        return { low: a.low >> b.low, high: a.high >> b.low };
      }
      default: {
        // `&`, `|`, `^` of two's complement: within the type of both.
        let bits = 1n;
        while (!fits(around(a, b), { low: -(1n << (bits - 1n)), high: (1n << (bits - 1n)) - 1n })) bits += 1n;
        const isNatural = a.low >= 0n && b.low >= 0n;
        return { low: isNatural ? 0n : -(1n << (bits - 1n)), high: (1n << (bits - 1n)) - 1n };
      }
    }
  }

  // --- As C has them ------------------------------------------------------------------------------------------------

  /** What is read in C's way, with the range that its type has. */
  lift(expression: Expression): Value {
    const { type } = expression;
    if (!isInteger(type)) return other(expression);
    const index = this.indexOf(expression);
    const constant = expression.kind === "integer-constant" ? expression.value : undefined;
    const limits =
      index !== undefined
        ? (this.#ranges.get(index) as Limits)
        : constant !== undefined
          ? { low: constant, high: constant }
          : this.rangeOf(type);
    return { kind: "number", expression, ...limits };
  }

  plain(expression: Expression): Expression {
    if (expression.type.volatile === true)
      return this.session.fail("a volatile object is not read in an annotation", expression);
    return expression;
  }

  read(expression: Expression): Expression {
    return rvalue(this.session, this.plain(expression));
  }

  rangeOf(type: CType): Limits {
    if (!isInteger(type)) throw new Error("a number should have an integer type");
    const own = integerOf(type);
    if (own.rank === "bool") return { low: 0n, high: 1n };
    const bits = BigInt(bitsOf(type, this.session.model));
    return own.signed
      ? { low: -(1n << (bits - 1n)), high: (1n << (bits - 1n)) - 1n }
      : { low: 0n, high: (1n << bits) - 1n };
  }

  typeFor(limits: Limits, range: SourceRange): IntegerCType {
    const found = [INT, LONG_LONG, INT128].find((type) => fits(limits, this.rangeOf(type)));
    return found ?? this.session.fail("this number may need more than 128 bits, which is not understood", range);
  }

  as(value: Numeric, type: IntegerCType): Expression {
    return cast(this.session, this.read(value.expression), type, value.expression);
  }

  /** To move a pointer by; a distance that no pointer can be moved by has no value. */
  distance(value: Numeric, range: SourceRange): Expression {
    const type = differenceType(this.session.model);
    const limits = this.rangeOf(type);
    const near = this.as(value, type);
    if (fits(value, limits)) return near;
    return this.where(this.isWithin(value, limits, range), near, type, "an index that may be too large", range);
  }

  isWithin(value: Numeric, { low, high }: Limits, range: SourceRange): Expression {
    const type = this.typeFor(value, range);
    const number = this.as(value, type);
    const parts = [
      ...(value.low < low ? [binary(this.session, "<=", integerConstant(low, type, range), number)] : []),
      ...(value.high > high ? [binary(this.session, "<=", number, integerConstant(high, type, range))] : []),
    ];
    return parts.reduce((all, one) => binary(this.session, "&&", all, one));
  }

  /** The value where there is one; otherwise the annotation does not hold. */
  where(condition: Expression, value: Expression, type: CType, what: string, range: SourceRange): Expression {
    const session = this.session;
    if (this.#use === "assumed") return session.fail(`${what} cannot be assumed about`, range);
    const failing: Expression = {
      kind: "comma",
      left: violated(session, range),
      right: integerConstant(0n, type, range),
      type,
      ...range,
    };
    return { ...conditional(session, condition, cast(session, value, type, range), failing), ...range };
  }
}
