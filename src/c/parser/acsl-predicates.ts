/**
 * The predicates of ACSL's annotations, as C expressions that mean the same; their terms are in `acsl-terms.ts`. Comparisons chain
 * (`0 <= i < n`), nothing has an effect, and what has no value (a quotient by zero) violates the annotation. What is not understood is an
 * error that names it.
 */
import type { Expression } from "../ast.ts";
import { BOOL, INT, LONG_LONG, showType, VOID_POINTER } from "../type-operations.ts";
import { compare } from "./acsl-comparisons.ts";
import { Validity } from "./acsl-memory.ts";
import { Numbers } from "./acsl-numbers.ts";
import { Terms } from "./acsl-terms.ts";
import { around, other, type Truth, truth, type Use, type Value } from "./acsl-values.ts";
import { cast, convertScalar, integerConstant, scalarValue } from "./conversions.ts";
import { binary, conditional, unary } from "./operators.ts";
import { implication, type QuantifiedVariable, type Quantifier, quantify, variableOfType } from "./quantifiers.ts";
import { describe, type Session } from "./session.ts";

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
  readonly #numbers: Numbers;
  readonly #terms: Terms;
  readonly #memory: Validity;

  constructor(session: Session, use: Use) {
    this.#session = session;
    this.#use = use;
    this.#numbers = new Numbers(session, use);
    this.#terms = new Terms(this.#numbers, this);
    this.#memory = new Validity(this.#numbers, this.#terms, () => this.predicate());
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
      const type = this.#numbers.typeFor(limits, otherwise.expression);
      return {
        kind: "number",
        expression: conditional(session, test, this.#numbers.as(then, type), this.#numbers.as(otherwise, type)),
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
    const right = this.#numbers.knowing(facts, () => this.truth(this.#implication()));
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
      const right = this.#numbers.knowing(facts, () => this.truth(this.#bits("|")));
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
      return truth(binary(session, "!=", this.#numbers.read(expression), integerConstant(0n, INT, expression)));
    const scalar = scalarValue(session, expression, "a predicate");
    if (scalar.type.kind !== "pointer") return session.fail(`'${showType(scalar.type)}' is no predicate`, expression);
    return truth(unary(session, "!", unary(session, "!", scalar, expression), expression));
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
      left = this.#numbers.together(operator, left, inner());
    }
  }

  #chain(): Value {
    const session = this.#session;
    const first = this.#terms.shift();
    const links: { operator: string; right: Value }[] = [];
    while (session.token.kind === "punctuator" && COMPARISONS.has(session.token.text)) {
      const { token } = session;
      // `==>` and `<==>`.
      const next = session.peek(1);
      if (token.text === "==" && next.text === ">" && next.start === token.end) break;
      if (token.text === "<=" && next.text === "=" && next.start === token.end) break;
      session.next();
      links.push({ operator: token.text, right: this.#terms.shift() });
      this.#direction(links.map(({ operator }) => operator));
    }
    if (links.length === 0) return first;
    let left = first;
    let all: Truth | undefined;
    for (const { operator, right } of links) {
      const one = compare(this.#numbers, operator, left, right);
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

  // --- Names with a backslash ---------------------------------------------------------------------------------------

  special(): Value {
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
        return this.#memory.valid(token.start, token.text);
      default:
        return session.fail(
          `'${token.text}' is not understood: docs/migrating.md lists what is of ACSL's vocabulary`,
          range,
        );
    }
  }

  #quantified(quantifier: Quantifier, start: number): Value {
    const session = this.#session;
    const name = `'\\${quantifier}'`;
    if (this.#use === "assumed" && session.function === undefined)
      return session.fail(`${name} outside of a function`, session.token);
    return truth(
      quantify(session, {
        quantifier,
        name,
        start,
        values: "bounded",
        variable: () => this.#binder(name),
        read: (index) => this.#numbers.within(index, () => this.truth(this.predicate()).expression),
      }),
    );
  }

  /** `integer` is all of them: the bounds, which there have to be, make it one of C's. */
  #binder(name: string): QuantifiedVariable {
    const session = this.#session;
    const found = this.#isInteger() ? this.#integer() : variableOfType(session, name);
    if (session.is(","))
      return session.fail(
        `one variable at a time: ${name} integer i; 0 <= i < n ==> ${name} integer j; ...`,
        found.range,
      );
    session.expect(";", `behind the variable of ${name}`);
    return found;
  }

  #isInteger(): boolean {
    return this.#session.token.text === "integer" && this.#session.lookup("integer") === undefined;
  }

  #integer(): QuantifiedVariable {
    const session = this.#session;
    session.next();
    const token = session.next();
    if (token.kind !== "identifier") return session.fail(`expected a name, found ${describe(token)}`, token);
    const range = { start: token.start, end: token.end };
    return { name: token.text, type: LONG_LONG, range, numbers: "whole" };
  }
}
