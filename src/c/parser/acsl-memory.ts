/** `\valid(p)`, `\valid(p + (low .. high))`, `\valid_read`: all of these bytes lie in one live object; none where there are none. */
import type { SourceRange } from "../../util/source.ts";
import type { Expression } from "../ast.ts";
import { sizeOf } from "../layout.ts";
import { BOOL, showType, sizeType, VOID_POINTER } from "../type-operations.ts";
import { compare } from "./acsl-comparisons.ts";
import type { Numbers } from "./acsl-numbers.ts";
import type { Terms } from "./acsl-terms.ts";
import { callOf, fits, type Numeric, truth, type Value, whole } from "./acsl-values.ts";
import { cast, convertScalar, rvalue } from "./conversions.ts";
import { binary } from "./operators.ts";
import type { Session } from "./session.ts";

export class Validity {
  readonly #session: Session;
  readonly #numbers: Numbers;
  readonly #terms: Terms;
  readonly #predicate: () => Value;

  constructor(numbers: Numbers, terms: Terms, predicate: () => Value) {
    this.#session = numbers.session;
    this.#numbers = numbers;
    this.#terms = terms;
    this.#predicate = predicate;
  }

  valid(start: number, name: string): Value {
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
    const count = this.#numbers.compute(
      "+",
      this.#number(this.#numbers.compute("-", high, low, range)),
      whole(1n, range),
      range,
    );
    const bytes = this.#number(this.#numbers.compute("*", this.#number(count), one, range));
    const from = binary(session, "+", value, this.#numbers.distance(low, range));
    const isEmpty = compare(this.#numbers, "<", high, low).expression;
    return truth(binary(session, "||", isEmpty, this.#accessible(value, from, bytes, range)));
  }

  #shiftedBase(): { pointer: Expression; low?: Numeric; high?: Numeric } {
    const session = this.#session;
    const first = this.#terms.product();
    if (!session.is("+") || session.peek(1).text !== "(") return { pointer: this.#rest(first) };
    const at = session.at;
    session.next();
    session.next();
    const low = this.#predicate();
    if (!session.is(".")) {
      session.goBack(at);
      return { pointer: this.#rest(first) };
    }
    session.next();
    session.expect(".", "in a range");
    const high = this.#predicate();
    session.expect(")", "after a range");
    return { pointer: first.expression, low: this.#number(low), high: this.#number(high) };
  }

  #rest(first: Value): Expression {
    let left = first;
    while (this.#session.is("+") || this.#session.is("-"))
      left = this.#numbers.together(this.#session.next().text, left, this.#terms.product());
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
    const same = callOf(session, "__CPROVER_same_object", both, BOOL, range);
    return binary(session, "&&", same, this.#inOneObject(at, bytes, range));
  }

  #inOneObject(at: Expression, bytes: Numeric, range: SourceRange): Expression {
    const session = this.#session;
    const type = sizeType(session.model);
    const limits = this.#numbers.rangeOf(type);
    const size = convertScalar(session, this.#numbers.read(bytes.expression), type);
    const asked = callOf(session, "__CPROVER_r_ok", [cast(session, at, VOID_POINTER, range), size], BOOL, range);
    if (fits(bytes, limits)) return asked;
    return binary(session, "&&", this.#numbers.isWithin(bytes, limits, range), asked);
  }
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
