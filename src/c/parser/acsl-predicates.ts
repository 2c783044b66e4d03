/**
 * The predicates and terms of ACSL's annotations, as C expressions that mean the same. Numbers are mathematical there: each term
 * comes with the range that its types leave it, and is computed in a type that holds it, at most 128 bits wide. Comparisons chain
 * (`0 <= i < n`), nothing has an effect, and what has no value (a quotient by zero) violates the annotation. What is not understood is an
 * error that names it.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Expression, ObjectDeclaration } from "../ast.ts";
import { sizeOf } from "../layout.ts";
import { characterLiteral, numberLiteral } from "../literals.ts";
import {
  BOOL,
  bitsOf,
  DOUBLE,
  differenceType,
  INT,
  INT128,
  integerOf,
  isArithmetic,
  isInteger,
  LONG_LONG,
  showType,
  sizeType,
  unqualified,
  VOID,
  VOID_POINTER,
} from "../type-operations.ts";
import type { CType, FunctionCType, IntegerCType } from "../types.ts";
import { libraryFunction } from "./calls.ts";
import { cast, convertScalar, integerConstant, rvalue, scalarValue, sizeConstant } from "./conversions.ts";
import { newObject, parseDeclared } from "./declarations.ts";
import { parseTypeName } from "./declarators.ts";
import { addressOf, binary, conditional, dereference, member, subscript, unary } from "./operators.ts";
import { implication, type Quantifier, quantify } from "./quantifiers.ts";
import { describe, type Entity, type Session } from "./session.ts";
import { parseSpecifiers, startsType } from "./specifiers.ts";

/** Called where an annotation does not hold. */
const ACSL_VIOLATED = "__hone_acsl_violated";

/** What a comparison says of the variable of a quantifier. */
interface Fact {
  readonly index: ObjectDeclaration;
  readonly low?: bigint;
  readonly high?: bigint;
}

interface Limits {
  readonly low: bigint;
  readonly high: bigint;
}

type Value =
  | { readonly kind: "truth"; readonly expression: Expression; readonly facts: readonly Fact[] }
  /** Of an integer type that holds all of its range; an lvalue where it was written as one. */
  | ({ readonly kind: "number"; readonly expression: Expression } & Limits)
  /** Pointers, floating-point numbers, structures. */
  | { readonly kind: "other"; readonly expression: Expression };

type Numeric = Value & { readonly kind: "number" };
type Truth = Value & { readonly kind: "truth" };

/** `admit` is assumed: a part without a value cannot be. */
export type Use = "checked" | "assumed";

/** The predicate at the cursor. */
export function parsePredicate(session: Session, use: Use): Expression {
  // `assert name: predicate`.
  while (
    (session.token.kind === "identifier" || session.token.kind === "string") &&
    session.peek(1).text === ":" &&
    session.peek(2).text !== ":"
  ) {
    session.next();
    session.next();
  }
  const reader = new Predicates(session, use);
  return reader.truth(reader.predicate()).expression;
}

const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", ">", ">=", "==", "!="]);

class Predicates {
  readonly #session: Session;
  readonly #use: Use;
  readonly #ranges = new Map<ObjectDeclaration, Limits>();

  constructor(session: Session, use: Use) {
    this.#session = session;
    this.#use = use;
  }

  // --- Predicates, weakest first ------------------------------------------------------------------------------------

  predicate(): Value {
    const session = this.#session;
    session.enter();
    const condition = this.#equivalence();
    session.leave();
    if (!session.accept("?")) return condition;
    const test = this.truth(condition).expression;
    const then = this.predicate();
    session.expect(":", "in a conditional");
    const otherwise = this.predicate();
    if (then.kind === "number" && otherwise.kind === "number") {
      const limits = around(then, otherwise);
      const type = this.#typeFor(limits, otherwise.expression);
      return {
        kind: "number",
        expression: conditional(session, test, this.#as(then, type), this.#as(otherwise, type)),
        ...limits,
      };
    }
    const [a, b] = [this.truth(then).expression, this.truth(otherwise).expression];
    return truth(conditional(session, test, a, b));
  }

  #equivalence(): Value {
    let left = this.#implication();
    while (this.#acceptAll("<=", "=", ">")) left = this.#same(left, this.#implication(), "==");
    return left;
  }

  #implication(): Value {
    const left = this.#disjunction();
    if (!this.#acceptAll("==", ">")) return left;
    const { expression, facts } = this.truth(left);
    const right = this.#knowing(facts, () => this.truth(this.#implication()));
    return truth(implication(this.#session, expression, right.expression));
  }

  #disjunction(): Value {
    let left = this.#exclusion();
    while (this.#session.is("||")) {
      this.#session.next();
      left = truth(this.#logical("||", this.truth(left).expression, this.truth(this.#exclusion()).expression));
    }
    return left;
  }

  #exclusion(): Value {
    let left = this.#conjunction();
    while (this.#acceptAll("^", "^")) left = this.#same(left, this.#conjunction(), "!=");
    return left;
  }

  #conjunction(): Value {
    let left = this.#bits("|");
    while (this.#session.accept("&&")) {
      const { expression, facts } = this.truth(left);
      const right = this.#knowing(facts, () => this.truth(this.#bits("|")));
      left = {
        kind: "truth",
        expression: this.#logical("&&", expression, right.expression),
        facts: [...facts, ...right.facts],
      };
    }
    return left;
  }

  #same(left: Value, right: Value, operator: "==" | "!="): Value {
    const [a, b] = [left, right].map((one) => scalarValue(this.#session, this.truth(one).expression, "a predicate"));
    const flag = (one: Expression) => convertScalar(this.#session, one, BOOL);
    return truth(binary(this.#session, operator, flag(a as Expression), flag(b as Expression)));
  }

  #logical(operator: "&&" | "||", left: Expression, right: Expression): Expression {
    return binary(this.#session, operator, left, right);
  }

  /** A number is true where it is not zero. */
  truth(value: Value): Truth {
    if (value.kind === "truth") return value;
    const session = this.#session;
    const { expression } = value;
    if (value.kind === "number")
      return truth(binary(session, "!=", this.#read(expression), integerConstant(0n, INT, expression)));
    const scalar = scalarValue(session, expression, "a predicate");
    if (scalar.type.kind !== "pointer") return session.fail(`'${showType(scalar.type)}' is no predicate`, expression);
    return truth(unary(session, "!", unary(session, "!", scalar, expression), expression));
  }

  /** Reads on with what the facts say of the variables of quantifiers. */
  #knowing<T>(facts: readonly Fact[], parse: () => T): T {
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

  #acceptAll(...texts: readonly string[]): boolean {
    const session = this.#session;
    const tokens = texts.map((_, i) => session.peek(i));
    const isHere = tokens.every(
      (token, i) =>
        token.kind === "punctuator" && token.text === texts[i] && (i === 0 || token.start === tokens[i - 1]?.end),
    );
    if (isHere) for (const _ of texts) session.next();
    return isHere;
  }

  // --- Comparisons and bits -----------------------------------------------------------------------------------------

  /** C's levels: `&` binds tighter than `^`, and that tighter than `|`; all of them looser than comparisons. */
  #bits(operator: "|" | "^" | "&"): Value {
    const inner = (): Value => {
      if (operator === "|") return this.#bits("^");
      return operator === "^" ? this.#bits("&") : this.#chain();
    };
    let left = inner();
    for (;;) {
      const { token } = this.#session;
      const isDouble = this.#session.peek(1).text === operator && this.#session.peek(1).start === token.end;
      if (token.kind !== "punctuator" || token.text !== operator || isDouble) return left;
      this.#session.next();
      left = this.#together(operator, left, inner());
    }
  }

  #chain(): Value {
    const session = this.#session;
    const first = this.#shift();
    const links: { operator: string; right: Value }[] = [];
    while (session.token.kind === "punctuator" && COMPARISONS.has(session.token.text)) {
      const { token } = session;
      // `==>` and `<==>`.
      const next = session.peek(1);
      if (token.text === "==" && next.text === ">" && next.start === token.end) break;
      if (token.text === "<=" && next.text === "=" && next.start === token.end) break;
      session.next();
      links.push({ operator: token.text, right: this.#shift() });
      this.#direction(links.map(({ operator }) => operator));
    }
    if (links.length === 0) return first;
    let left = first;
    let all: Truth | undefined;
    for (const { operator, right } of links) {
      const one = this.#compare(operator, left, right);
      all =
        all === undefined
          ? one
          : {
              kind: "truth",
              expression: this.#logical("&&", all.expression, one.expression),
              facts: [...all.facts, ...one.facts],
            };
      left = right;
    }
    return all as Value;
  }

  #direction(operators: readonly string[]): void {
    if (operators.length < 2) return;
    const up = operators.every((one) => one === "<" || one === "<=" || one === "==");
    const down = operators.every((one) => one === ">" || one === ">=" || one === "==");
    if (!up && !down)
      this.#session.fail("a chain of comparisons should point in one direction: 0 <= i < n", this.#session.token);
  }

  #compare(operator: string, left: Value, right: Value): Truth {
    const session = this.#session;
    if (left.kind === "truth" || right.kind === "truth")
      return session.fail("a predicate cannot be compared: '<==>' says that two hold together", right.expression);
    if (left.kind === "number" && right.kind === "number") {
      const type = this.#typeFor(around(left, right), right.expression);
      const expression = binary(session, operator, this.#as(left, type), this.#as(right, type));
      return { kind: "truth", expression, facts: [...this.#facts(operator, left, right)] };
    }
    return truth(binary(session, operator, this.#comparable(left, right), this.#comparable(right, left)));
  }

  *#facts(operator: string, left: Numeric, right: Numeric): Iterable<Fact> {
    const turned: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
    for (const [one, other, said] of [
      [left, right, operator],
      [right, left, turned[operator] ?? operator],
    ] as const) {
      const index = this.#indexOf(one.expression);
      if (index === undefined) continue;
      if (said === "<" || said === "<=") yield { index, high: other.high - (said === "<" ? 1n : 0n) };
      else if (said === ">" || said === ">=") yield { index, low: other.low + (said === ">" ? 1n : 0n) };
    }
  }

  #indexOf(expression: Expression): ObjectDeclaration | undefined {
    if (expression.kind !== "object") return undefined;
    return this.#ranges.has(expression.declaration) ? expression.declaration : undefined;
  }

  /** Pointers with each other and with 0; floating-point numbers as C has them, with numbers that are exact among them. */
  #comparable(value: Value, other: Value): Expression {
    const session = this.#session;
    if (value.kind === "other") {
      const read = rvalue(session, value.expression);
      if (read.type.kind !== "pointer" && !isArithmetic(read.type))
        return session.fail(`'${showType(read.type)}' cannot be compared`, value.expression);
      return read;
    }
    const against = rvalue(session, other.expression).type;
    if (against.kind === "pointer" && value.kind === "number" && value.low === 0n && value.high === 0n)
      return cast(session, integerConstant(0n, INT, value.expression), VOID_POINTER, value.expression);
    if (against.kind === "floating" && value.kind === "number" && -EXACT <= value.low && value.high <= EXACT)
      return convertScalar(session, this.#read(value.expression), DOUBLE);
    return session.fail(`this cannot be compared with '${showType(against)}'`, value.expression);
  }

  // --- Terms --------------------------------------------------------------------------------------------------------

  #shift(): Value {
    return this.#leftToRight(["<<", ">>"], () => this.#sum());
  }

  #sum(): Value {
    return this.#leftToRight(["+", "-"], () => this.#product());
  }

  #product(): Value {
    return this.#leftToRight(["*", "/", "%"], () => this.#unary());
  }

  #leftToRight(operators: readonly string[], operand: () => Value): Value {
    let left = operand();
    while (this.#session.token.kind === "punctuator" && operators.includes(this.#session.token.text)) {
      const operator = this.#session.next().text;
      left = this.#together(operator, left, operand());
    }
    return left;
  }

  #together(operator: string, left: Value, right: Value): Value {
    const session = this.#session;
    const range = { start: left.expression.start, end: Math.max(left.expression.end, right.expression.end) };
    if (left.kind === "number" && right.kind === "number") return this.#compute(operator, left, right, range);
    if (left.kind === "truth" || right.kind === "truth")
      return session.fail(`'${operator}' does not apply to predicates`, range);
    const [a, b] = [left, right].map(({ expression }) => rvalue(session, expression).type) as [CType, CType];
    if (a.kind === "pointer" && right.kind === "number" && (operator === "+" || operator === "-"))
      return other(binary(session, operator, left.expression, this.#distance(right, range)));
    if (b.kind === "pointer" && left.kind === "number" && operator === "+")
      return other(binary(session, operator, right.expression, this.#distance(left, range)));
    if (a.kind === "pointer" && b.kind === "pointer" && operator === "-")
      return this.#lift(binary(session, "-", left.expression, right.expression));
    if (a.kind === "floating" || b.kind === "floating")
      return session.fail("arithmetic with real numbers is not understood: ACSL's is exact", range);
    return session.fail(`'${operator}' does not apply to '${showType(a)}' and '${showType(b)}'`, range);
  }

  #compute(operator: string, left: Numeric, right: Numeric, range: SourceRange): Value {
    const session = this.#session;
    const limits = this.#limitsOf(operator, left, right, range);
    // A power of two: what is shifted out of C's type is not lost here.
    if (operator === "<<" || operator === ">>") {
      const distance = right.low;
      const type = this.#typeFor(around(left, limits), range);
      const value = this.#as(left, type);
      if (operator === ">>")
        return number(binary(session, ">>", value, integerConstant(distance, INT, range)), range, limits);
      return number(binary(session, "*", value, integerConstant(1n << distance, type, range)), range, limits);
    }
    const type = this.#typeFor(around(around(left, right), limits), range);
    const [a, b] = [this.#as(left, type), this.#as(right, type)];
    const result = binary(session, operator, a, b);
    const isQuotient = operator === "/" || operator === "%";
    if (!isQuotient || right.low > 0n || right.high < 0n) return number(result, range, limits);
    const zero = binary(session, "!=", b, integerConstant(0n, type, range));
    return number(this.#where(zero, result, type, "a divisor that may be 0", range), range, limits);
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
          return this.#session.fail(`'${operator}' by what is not a constant is not understood`, range);
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

  #unary(): Value {
    const session = this.#session;
    session.enter();
    const value = this.#prefixed();
    session.leave();
    return value ?? this.#postfix(this.#primary());
  }

  #prefixed(): Value | undefined {
    const session = this.#session;
    const { token } = session;
    if (token.kind === "identifier" && token.text === "sizeof") return this.#size();
    if (token.kind !== "punctuator") return undefined;
    if (token.text === "(" && this.#startsCast()) return this.#cast();
    if (!"!-+~*&".includes(token.text)) return undefined;
    session.next();
    const operand = this.#unary();
    const range = session.rangeFrom(token.start);
    const { expression } = operand;
    switch (token.text) {
      case "!":
        return truth(unary(session, "!", this.truth(operand).expression, range));
      case "*":
        return this.#lift(this.#plain(dereference(session, rvalue(session, expression), range)));
      case "&":
        return other(addressOf(session, expression, range));
      case "+":
      case "-":
        if (operand.kind === "other" && rvalue(session, expression).type.kind === "floating")
          return other(unary(session, token.text, expression, range));
    }
    if (operand.kind !== "number") return session.fail(`'${token.text}' needs a number`, range);
    if (token.text === "+") return operand;
    const limits =
      token.text === "-"
        ? { low: -operand.high, high: -operand.low }
        : { low: -operand.high - 1n, high: -operand.low - 1n };
    const type = this.#typeFor(around(operand, limits), range);
    return number(unary(session, token.text as "-" | "~", this.#as(operand, type), range), range, limits);
  }

  #size(): Value {
    const session = this.#session;
    const { start } = session.next();
    if (!session.is("(") || !startsType(session, 1))
      return session.fail("sizeof of an expression is not understood: sizeof(TYPE)", session.token);
    session.next();
    const type = parseTypeName(session, "inline");
    session.expect(")", "after a type");
    const range = session.rangeFrom(start);
    const size = sizeOf(type, session.model);
    if (size === undefined) return session.fail(`sizeof of '${showType(type)}'`, range);
    return this.#lift(sizeConstant(session, size, range));
  }

  #startsCast(): boolean {
    const text = this.#session.peek(1).text;
    if (text === "integer" && this.#session.peek(2).text === ")") return true;
    return startsType(this.#session, 1);
  }

  /** To C's types as C converts; to `integer` nothing happens. */
  #cast(): Value {
    const session = this.#session;
    const { start } = session.next();
    const isWhole = session.token.text === "integer" && session.lookup("integer") === undefined;
    const type = isWhole ? undefined : parseTypeName(session, "inline");
    if (isWhole) session.next();
    session.expect(")", "after a type");
    const operand = this.#unary();
    const range = session.rangeFrom(start);
    if (type === undefined)
      return operand.kind === "number" ? operand : session.fail("'integer' of what is no whole number", range);
    if (operand.kind === "truth") return session.fail("a predicate cannot be converted", range);
    return this.#lift(cast(session, this.#read(operand.expression), type, range));
  }

  #primary(): Value {
    const session = this.#session;
    const { token } = session;
    if (token.kind === "number") return this.#constant();
    if (token.kind === "character") {
      session.next();
      const literal = characterLiteral(token.text, session.model);
      if (literal.kind === "malformed") return session.fail(literal.message, token);
      return whole(literal.value, token);
    }
    if (token.kind === "identifier") return token.text.startsWith("\\") ? this.#special() : this.#name();
    if (session.accept("(")) {
      const inner = this.predicate();
      session.expect(")", "to close a parenthesis");
      return inner;
    }
    return session.fail(`expected a term or a predicate of ACSL, found ${describe(token)}`, token);
  }

  #constant(): Value {
    const session = this.#session;
    const token = session.next();
    const literal = numberLiteral(token.text, session.model);
    if (literal.kind === "malformed") return session.fail(literal.message, token);
    if (literal.kind === "integer") return whole(literal.value, token);
    if (literal.rounded === true || !isExactDecimal(token.text, literal.value))
      return session.fail("a real number that is no floating-point number is not understood", token);
    const range = { start: token.start, end: token.end };
    return other({ kind: "floating-constant", value: literal.value, type: literal.type, ...range });
  }

  #name(): Value {
    const session = this.#session;
    const token = session.next();
    const entity = session.lookup(token.text);
    const range = { start: token.start, end: token.end };
    if (session.is("(")) return session.fail(`the call of '${token.text}' is not understood in an annotation`, token);
    if (entity === undefined) return session.fail(`'${token.text}' is not declared`, token);
    if (entity.kind === "constant") return whole(entity.value, token);
    if (entity.kind === "function")
      return other({ kind: "function", declaration: entity, type: entity.type, ...range });
    if (entity.kind === "typedef") return session.fail(`'${token.text}' is a type`, token);
    return this.#lift({ kind: "object", declaration: entity, type: entity.type, ...range });
  }

  #special(): Value {
    const session = this.#session;
    const token = session.next();
    const range = { start: token.start, end: token.end };
    switch (token.text) {
      case "\\true":
        return truth(integerConstant(1n, INT, range));
      case "\\false":
        return truth(integerConstant(0n, INT, range));
      case "\\null":
        return other(cast(session, integerConstant(0n, INT, range), VOID_POINTER, range));
      case "\\forall":
      case "\\exists":
        return this.#quantified(token.text.slice(1) as Quantifier, token.start);
      case "\\valid":
      case "\\valid_read":
        return this.#valid(token.start, token.text);
      default:
        return session.fail(
          `'${token.text}' is not understood: docs/migrating.md lists what is of ACSL's vocabulary`,
          range,
        );
    }
  }

  #postfix(start: Value): Value {
    const session = this.#session;
    let at = start;
    for (;;) {
      const { token } = session;
      const range = () => session.rangeFrom(at.expression.start);
      if (token.kind !== "punctuator") return at;
      if (token.text === "[") {
        session.next();
        const index = this.predicate();
        session.expect("]", "after an index");
        if (index.kind !== "number") return session.fail("an index should be a whole number", index.expression);
        at = this.#lift(this.#plain(subscript(session, at.expression, this.#distance(index, range()), range())));
      } else if ((token.text === "." && session.peek(1).text !== ".") || token.text === "->") {
        session.next();
        const name = session.next();
        if (name.kind !== "identifier") return session.fail(`expected a member name, found ${describe(name)}`, name);
        const object =
          token.text === "." ? at.expression : dereference(session, rvalue(session, at.expression), at.expression);
        at = this.#lift(member(session, object, name.text, range()));
      } else return at;
    }
  }

  // --- Memory and quantifiers ---------------------------------------------------------------------------------------

  /** `\valid(p)`, `\valid(p + (low .. high))`: all of these bytes lie in one live object; none where there are none. */
  #valid(start: number, name: string): Value {
    const session = this.#session;
    if (session.is("{")) return session.fail(`'${name}' at a label is not understood`, session.token);
    session.expect("(", `after '${name}'`);
    const base = this.#shiftedBase();
    const value = rvalue(session, base.pointer);
    session.expect(")", `after what '${name}' is about`);
    const range = session.rangeFrom(start);
    if (value.type.kind !== "pointer") return session.fail(`'${name}' needs a pointer`, range);
    const size = sizeOf(value.type.target, session.model);
    if (size === undefined || size === 0)
      return session.fail(`'${name}' of a pointer to '${showType(value.type.target)}'`, range);
    const one = whole(BigInt(size), range);
    if (base.low === undefined || base.high === undefined) return truth(this.#accessible(value, value, one, range));
    const { low, high } = base;
    const count = this.#compute("+", this.#number(this.#compute("-", high, low, range)), whole(1n, range), range);
    const bytes = this.#number(this.#compute("*", this.#number(count), one, range));
    const from = binary(session, "+", value, this.#distance(low, range));
    const isEmpty = this.#compare("<", high, low).expression;
    return truth(this.#logical("||", isEmpty, this.#accessible(value, from, bytes, range)));
  }

  #shiftedBase(): { pointer: Expression; low?: Numeric; high?: Numeric } {
    const session = this.#session;
    const first = this.#product();
    if (!session.is("+") || session.peek(1).text !== "(") return { pointer: this.#rest(first) };
    const at = session.at;
    session.next();
    session.next();
    const low = this.predicate();
    if (!session.is(".")) {
      session.at = at;
      session.token = session.tokens[at] as Session["token"];
      return { pointer: this.#rest(first) };
    }
    session.next();
    session.expect(".", "in a range");
    const high = this.predicate();
    session.expect(")", "after a range");
    return { pointer: first.expression, low: this.#number(low), high: this.#number(high) };
  }

  #rest(first: Value): Expression {
    let left = first;
    while (this.#session.is("+") || this.#session.is("-"))
      left = this.#together(this.#session.next().text, left, this.#product());
    return left.expression;
  }

  #number(value: Value): Numeric {
    return value.kind === "number" ? value : this.#session.fail("a whole number is expected", value.expression);
  }

  /** Who moves a pointer into another object has none that points there. */
  #accessible(base: Expression, at: Expression, bytes: Numeric, range: SourceRange): Expression {
    const session = this.#session;
    const root = rootOf(base);
    if (root === at) return this.#inOneObject(at, bytes, range);
    const both = [root, at].map((one) => cast(session, one, VOID_POINTER, range));
    const same = this.#call("__CPROVER_same_object", both, BOOL, range);
    return this.#logical("&&", same, this.#inOneObject(at, bytes, range));
  }

  #inOneObject(at: Expression, bytes: Numeric, range: SourceRange): Expression {
    const session = this.#session;
    const type = sizeType(session.model);
    const limits = this.#rangeOf(type);
    const size = convertScalar(session, this.#read(bytes.expression), type);
    const asked = this.#call("__CPROVER_r_ok", [cast(session, at, VOID_POINTER, range), size], BOOL, range);
    if (fits(bytes, limits)) return asked;
    return this.#logical("&&", this.#isWithin(bytes, limits, range), asked);
  }

  #quantified(quantifier: Quantifier, start: number): Value {
    const session = this.#session;
    const name = `'\\${quantifier}'`;
    if (this.#use === "assumed" && session.function === undefined)
      return session.fail(`${name} outside of a function`, session.token);
    session.pushScope();
    const { type, token } = this.#binder(name);
    if (session.is(","))
      return session.fail(`one variable at a time: ${name} integer i; 0 <= i < n ==> ${name} integer j; ...`, token);
    session.expect(";", `behind the variable of ${name}`);
    const index = newObject(session, token.text, type, "automatic", { start: token.start, end: token.end });
    this.#ranges.set(index, this.#rangeOf(type));
    const from = session.at;
    const readAs = (entity: Entity): Expression => {
      session.at = from;
      session.token = session.tokens[from] as Session["token"];
      session.pushScope();
      session.declare(index.name, entity);
      const expression = this.truth(this.predicate()).expression;
      session.popScope();
      return expression;
    };
    const result = quantify(session, { quantifier, name, index, readAs, start, values: "bounded" });
    this.#ranges.delete(index);
    session.popScope();
    return truth(result);
  }

  /** `integer` is all of them: the bounds, which there have to be, make it one of C's. */
  #binder(name: string): { type: IntegerCType; token: { text: string; start: number; end: number } } {
    const session = this.#session;
    if (session.token.text === "integer" && session.lookup("integer") === undefined) {
      session.next();
      const token = session.next();
      if (token.kind !== "identifier") return session.fail(`expected a name, found ${describe(token)}`, token);
      return { type: LONG_LONG, token };
    }
    if (!startsType(session)) return session.fail(`${name} over what is not understood`, session.token);
    const { declarator, type } = parseDeclared(session, parseSpecifiers(session));
    if (!isInteger(type)) return session.fail(`${name} over a variable that is not an integer`, declarator.range);
    return {
      type: integerOf(unqualified(type) as IntegerCType),
      token: { text: declarator.name ?? "", ...declarator.range },
    };
  }

  // --- Building -----------------------------------------------------------------------------------------------------

  /** What is read in C's way, with the range that its type has. */
  #lift(expression: Expression): Value {
    const { type } = expression;
    if (!isInteger(type)) return other(expression);
    const index = this.#indexOf(expression);
    const constant = expression.kind === "integer-constant" ? expression.value : undefined;
    const limits =
      index !== undefined
        ? (this.#ranges.get(index) as Limits)
        : constant !== undefined
          ? { low: constant, high: constant }
          : this.#rangeOf(type);
    return { kind: "number", expression, ...limits };
  }

  #plain(expression: Expression): Expression {
    if (expression.type.volatile === true)
      return this.#session.fail("a volatile object is not read in an annotation", expression);
    return expression;
  }

  #read(expression: Expression): Expression {
    return rvalue(this.#session, this.#plain(expression));
  }

  #rangeOf(type: CType): Limits {
    if (!isInteger(type)) throw new Error("a number should have an integer type");
    const own = integerOf(type);
    if (own.rank === "bool") return { low: 0n, high: 1n };
    const bits = BigInt(bitsOf(type, this.#session.model));
    return own.signed
      ? { low: -(1n << (bits - 1n)), high: (1n << (bits - 1n)) - 1n }
      : { low: 0n, high: (1n << bits) - 1n };
  }

  #typeFor(limits: Limits, range: SourceRange): IntegerCType {
    const found = [INT, LONG_LONG, INT128].find((type) => fits(limits, this.#rangeOf(type)));
    return found ?? this.#session.fail("this number may need more than 128 bits, which is not understood", range);
  }

  #as(value: Numeric, type: IntegerCType): Expression {
    return cast(this.#session, this.#read(value.expression), type, value.expression);
  }

  /** To move a pointer by; a distance that no pointer can be moved by has no value. */
  #distance(value: Numeric, range: SourceRange): Expression {
    const type = differenceType(this.#session.model);
    const limits = this.#rangeOf(type);
    const near = this.#as(value, type);
    if (fits(value, limits)) return near;
    return this.#where(this.#isWithin(value, limits, range), near, type, "an index that may be too large", range);
  }

  #isWithin(value: Numeric, { low, high }: Limits, range: SourceRange): Expression {
    const type = this.#typeFor(value, range);
    const number = this.#as(value, type);
    const parts = [
      ...(value.low < low ? [binary(this.#session, "<=", integerConstant(low, type, range), number)] : []),
      ...(value.high > high ? [binary(this.#session, "<=", number, integerConstant(high, type, range))] : []),
    ];
    return parts.reduce((all, one) => this.#logical("&&", all, one));
  }

  /** The value where there is one; otherwise the annotation does not hold. */
  #where(condition: Expression, value: Expression, type: CType, what: string, range: SourceRange): Expression {
    const session = this.#session;
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

  #call(name: string, list: readonly Expression[], result: CType, range: SourceRange): Expression {
    return callOf(this.#session, name, list, result, range);
  }
}

export function violated(session: Session, range: SourceRange): Expression {
  return callOf(session, ACSL_VIOLATED, [], VOID, range);
}

export function callOf(
  session: Session,
  name: string,
  list: readonly Expression[],
  result: CType,
  range: SourceRange,
): Expression {
  const place = { start: range.start, end: range.end };
  const parameters = list.map((one) => one.type);
  const type: FunctionCType = { kind: "function", result, parameters, variadic: false, unprototyped: false };
  const declaration = libraryFunction(session, name, type, place);
  const callee: Expression = { kind: "function", declaration, type, ...place };
  return { kind: "call", callee, arguments: list, type: result, ...place };
}

/** Whole numbers up to here are floating-point numbers. */
const EXACT = 1n << 53n;

function truth(expression: Expression): Truth {
  return { kind: "truth", expression, facts: [] };
}

function other(expression: Expression): Value {
  return { kind: "other", expression };
}

function number(expression: Expression, { start, end }: SourceRange, { low, high }: Limits): Numeric {
  return { kind: "number", expression: { ...expression, start, end }, low, high };
}

function whole(value: bigint, { start, end }: SourceRange): Numeric {
  const type = [INT, LONG_LONG].find(
    (_, i) => value >= -(1n << (i === 0 ? 31n : 63n)) && value < 1n << (i === 0 ? 31n : 63n),
  );
  return {
    kind: "number",
    expression: integerConstant(value, type ?? INT128, { start, end }),
    low: value,
    high: value,
  };
}

/** The pointer that others are computed from. */
function rootOf(pointer: Expression): Expression {
  let at = pointer;
  for (;;) {
    if (at.kind === "pointer-add") at = at.pointer;
    else if (at.kind === "convert" && at.operand.type.kind === "pointer") at = at.operand;
    else return at;
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function magnitude({ low, high }: Limits): bigint {
  return max(low < 0n ? -low : low, high < 0n ? -high : high);
}

function limitsOfAll(values: readonly bigint[]): Limits {
  return { low: values.reduce(min), high: values.reduce(max) };
}

function around(a: Limits, b: Limits): Limits {
  return { low: min(a.low, b.low), high: max(a.high, b.high) };
}

function fits(inner: Limits, outer: Limits): boolean {
  return outer.low <= inner.low && inner.high <= outer.high;
}

/** Whether the text is the number: only decimals with few places can be, and only these are tried. */
function isExactDecimal(text: string, value: number): boolean {
  const [, digits, places = ""] = /^(\d+)(?:\.(\d*))?[fF]?$/.exec(text) ?? [];
  if (digits === undefined || digits.length + places.length > 15 || !Number.isFinite(value)) return false;
  const scaled = value * 2 ** 52;
  if (!Number.isInteger(scaled)) return false;
  return BigInt(digits + places) * (1n << 52n) === BigInt(scaled) * 10n ** BigInt(places.length);
}
