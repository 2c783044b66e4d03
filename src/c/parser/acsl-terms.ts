/** Terms of ACSL's annotations: C's expressions without effects, over mathematical numbers. What is not understood is an error that names it. */
import { sizeOf } from "../layout.ts";
import { characterLiteral, numberLiteral } from "../literals.ts";
import { showType } from "../type-operations.ts";
import type { Numbers } from "./acsl-numbers.ts";
import { around, number, other, type Truth, truth, type Value, whole } from "./acsl-values.ts";
import { cast, rvalue, sizeConstant } from "./conversions.ts";
import { parseTypeName } from "./declarators.ts";
import { addressOf, dereference, member, subscript, unary } from "./operators.ts";
import { describe, type Session } from "./session.ts";
import { startsType } from "./specifiers.ts";

/** Who reads what terms are parts of, and have in parentheses. */
interface PredicateReader {
  predicate(): Value;
  truth(value: Value): Truth;
  /** A name that begins with a backslash, at the cursor. */
  special(): Value;
}

export class Terms {
  readonly #session: Session;
  readonly #numbers: Numbers;
  readonly #reader: PredicateReader;

  constructor(numbers: Numbers, reader: PredicateReader) {
    this.#session = numbers.session;
    this.#numbers = numbers;
    this.#reader = reader;
  }

  shift(): Value {
    return this.#leftToRight(["<<", ">>"], () => this.#sum());
  }

  #sum(): Value {
    return this.#leftToRight(["+", "-"], () => this.product());
  }

  product(): Value {
    return this.#leftToRight(["*", "/", "%"], () => this.#unary());
  }

  #leftToRight(operators: readonly string[], operand: () => Value): Value {
    let left = operand();
    while (this.#session.token.kind === "punctuator" && operators.includes(this.#session.token.text)) {
      const operator = this.#session.next().text;
      left = this.#numbers.together(operator, left, operand());
    }
    return left;
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
        return truth(unary(session, "!", this.#reader.truth(operand).expression, range));
      case "*":
        return this.#numbers.lift(this.#numbers.plain(dereference(session, rvalue(session, expression), range)));
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
    const type = this.#numbers.typeFor(around(operand, limits), range);
    return number(unary(session, token.text as "-" | "~", this.#numbers.as(operand, type), range), range, limits);
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
    return this.#numbers.lift(sizeConstant(session, size, range));
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
    return this.#numbers.lift(cast(session, this.#numbers.read(operand.expression), type, range));
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
    if (token.kind === "identifier") return token.text.startsWith("\\") ? this.#reader.special() : this.#name();
    if (session.accept("(")) {
      const inner = this.#reader.predicate();
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
    return this.#numbers.lift({ kind: "object", declaration: entity, type: entity.type, ...range });
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
        const index = this.#reader.predicate();
        session.expect("]", "after an index");
        if (index.kind !== "number") return session.fail("an index should be a whole number", index.expression);
        at = this.#numbers.lift(
          this.#numbers.plain(subscript(session, at.expression, this.#numbers.distance(index, range()), range())),
        );
      } else if ((token.text === "." && session.peek(1).text !== ".") || token.text === "->") {
        session.next();
        const name = session.next();
        if (name.kind !== "identifier") return session.fail(`expected a member name, found ${describe(name)}`, name);
        const object =
          token.text === "." ? at.expression : dereference(session, rvalue(session, at.expression), at.expression);
        at = this.#numbers.lift(member(session, object, name.text, range()));
      } else return at;
    }
  }
}

/** Whether the text is the number: only decimals with few places can be, and only these are tried. */
function isExactDecimal(text: string, value: number): boolean {
  const [, digits, places = ""] = /^(\d+)(?:\.(\d*))?[fF]?$/.exec(text) ?? [];
  if (digits === undefined || digits.length + places.length > 15 || !Number.isFinite(value)) return false;
  const scaled = value * 2 ** 52;
  if (!Number.isInteger(scaled)) return false;
  return BigInt(digits + places) * (1n << 52n) === BigInt(scaled) * 10n ** BigInt(places.length);
}
