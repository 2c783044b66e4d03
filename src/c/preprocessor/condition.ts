/**
 * Expressions of `#if` and `#elif` (C11 6.10.1): macros expanded, `defined` and the `__has_` operators answered, names
 * that are left are 0, and arithmetic is that of intmax_t and uintmax_t. Operands that are not evaluated (`0 && 1/0`)
 * are parsed but give no errors.
 */
import type { Diagnostics } from "../../util/diagnostic.ts";
import type { SourceRange } from "../../util/source.ts";
import { applyComparison, applyInteger } from "../constant.ts";
import { characterLiteral } from "../literals.ts";
import { LP64 } from "../types.ts";
import { isPunctuator, type PreprocessingToken } from "./preprocessing-token.ts";

interface Value {
  readonly value: bigint;
  readonly unsigned: boolean;
}

/** Parentheses and prefix operators; deeper expressions are no real code and would use up the stack. */
const DEEPEST = 200;

const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ["*", 10],
  ["/", 10],
  ["%", 10],
  ["+", 9],
  ["-", 9],
  ["<<", 8],
  [">>", 8],
  ["<", 7],
  [">", 7],
  ["<=", 7],
  [">=", 7],
  ["==", 6],
  ["!=", 6],
  ["&", 5],
  ["^", 4],
  ["|", 3],
  ["&&", 2],
  ["||", 1],
]);

/** True, false, or undefined where the expression is wrong (reported). `line` is the directive's range. */
export function evaluateCondition(
  tokens: readonly PreprocessingToken[],
  line: SourceRange,
  diagnostics: Diagnostics,
): boolean | undefined {
  if (tokens.length === 0) {
    diagnostics.error("#if without an expression", line);
    return undefined;
  }
  const evaluation = new Evaluation(tokens, line, diagnostics);
  const value = evaluation.comma();
  evaluation.expectEnd();
  return evaluation.failed ? undefined : value.value !== 0n;
}

class Evaluation {
  failed = false;
  readonly #tokens: readonly PreprocessingToken[];
  readonly #line: SourceRange;
  readonly #diagnostics: Diagnostics;
  #at = 0;
  #depth = 0;
  /** Positive inside an operand that is not evaluated. */
  #skipping = 0;

  constructor(tokens: readonly PreprocessingToken[], line: SourceRange, diagnostics: Diagnostics) {
    this.#tokens = tokens;
    this.#line = line;
    this.#diagnostics = diagnostics;
  }

  comma(): Value {
    let value = this.#conditional();
    while (this.#take(",")) value = this.#conditional();
    return value;
  }

  expectEnd(): void {
    const token = this.#tokens[this.#at];
    if (token !== undefined) this.#fail(`unexpected '${token.text}' in preprocessor expression`, token);
  }

  #fail(message: string, range: SourceRange | undefined): Value {
    if (!this.failed) this.#diagnostics.error(message, range ?? this.#line);
    this.failed = true;
    this.#at = this.#tokens.length;
    return { value: 0n, unsigned: false };
  }

  #take(text: string): boolean {
    if (!isPunctuator(this.#tokens[this.#at], text)) return false;
    this.#at += 1;
    return true;
  }

  #skippingUnless(evaluated: boolean, operand: () => Value): Value {
    if (evaluated) return operand();
    this.#skipping += 1;
    const value = operand();
    this.#skipping -= 1;
    return value;
  }

  #conditional(): Value {
    const condition = this.#binary(1);
    if (!this.#take("?")) return condition;
    if (this.#depth > DEEPEST) return this.#fail("preprocessor expression is nested too deeply", undefined);
    this.#depth += 1;
    const holds = condition.value !== 0n;
    const left = this.#skippingUnless(holds, () => this.comma());
    if (!this.#take(":")) return this.#fail("expected ':' in preprocessor expression", this.#tokens[this.#at]);
    const right = this.#skippingUnless(!holds, () => this.#conditional());
    this.#depth -= 1;
    const unsigned = left.unsigned || right.unsigned;
    return wrap((holds ? left : right).value, unsigned);
  }

  /** Operators of at least this precedence; all are left-associative. */
  #binary(least: number): Value {
    let left = this.#unary();
    for (;;) {
      const token = this.#tokens[this.#at];
      const precedence = token?.kind === "punctuator" ? PRECEDENCE.get(token.text) : undefined;
      if (token === undefined || precedence === undefined || precedence < least) return left;
      this.#at += 1;
      const text = token.text;
      const known = (text === "&&" && left.value === 0n) || (text === "||" && left.value !== 0n);
      const right = this.#skippingUnless(!known, () => this.#binary(precedence + 1));
      left = this.#apply(token, left, right);
    }
  }

  #unary(): Value {
    const token = this.#tokens[this.#at];
    if (token === undefined) return this.#fail("preprocessor expression ends too early", undefined);
    if (this.#depth > DEEPEST) return this.#fail("preprocessor expression is nested too deeply", token);
    this.#at += 1;
    this.#depth += 1;
    const value = this.#operand(token);
    this.#depth -= 1;
    return value;
  }

  #operand(token: PreprocessingToken): Value {
    switch (token.kind) {
      case "identifier":
        return { value: 0n, unsigned: false };
      case "number":
        return integer(token.text) ?? this.#fail(`'${token.text}' is not an integer`, token);
      case "character":
        return this.#character(token);
      case "punctuator":
        break;
      default:
        return this.#fail(`unexpected ${token.text} in preprocessor expression`, token);
    }
    if (token.text === "(") {
      const value = this.comma();
      if (!this.#take(")")) return this.#fail("expected ')' in preprocessor expression", this.#tokens[this.#at]);
      return value;
    }
    if (!["+", "-", "!", "~"].includes(token.text)) {
      return this.#fail(`unexpected '${token.text}' in preprocessor expression`, token);
    }
    const { value, unsigned } = this.#unary();
    if (token.text === "!") return { value: value === 0n ? 1n : 0n, unsigned: false };
    if (token.text === "~") return wrap(~value, unsigned);
    return token.text === "-" ? wrap(-value, unsigned) : { value, unsigned };
  }

  /** As in the program, but for its type: the data models agree on the values of all characters. */
  #character(token: PreprocessingToken): Value {
    const literal = characterLiteral(token.text, LP64);
    if (literal.kind === "malformed") return this.#fail(`${token.text} is not a character constant`, token);
    return { value: literal.value, unsigned: false };
  }

  #apply(token: PreprocessingToken, left: Value, right: Value): Value {
    const unsigned = left.unsigned || right.unsigned;
    const a = wrap(left.value, unsigned).value;
    const b = wrap(right.value, unsigned).value;
    switch (token.text) {
      case "&&":
        return truth(left.value !== 0n && right.value !== 0n);
      case "||":
        return truth(left.value !== 0n || right.value !== 0n);
      case "<<":
        return shift(left, right.unsigned ? right.value : BigInt.asIntN(64, right.value));
      case ">>":
        return shift(left, -right.value);
      case "/":
      case "%":
        if (b === 0n) {
          return this.#skipping > 0 ? left : this.#fail("division by zero in preprocessor expression", token);
        }
        return wrap(applyInteger(token.text, a, b, 64) as bigint, unsigned);
      default:
        return PRECEDENCE.get(token.text) === 6 || PRECEDENCE.get(token.text) === 7
          ? { value: applyComparison(token.text, a, b), unsigned: false }
          : wrap(applyInteger(token.text, a, b, 64) as bigint, unsigned);
    }
  }
}

function truth(holds: boolean): Value {
  return { value: holds ? 1n : 0n, unsigned: false };
}

function wrap(value: bigint, unsigned: boolean): Value {
  return { value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value), unsigned };
}

/** Left by `count`, right where it is negative; counts past the width give what gcc's preprocessor gives. */
function shift(operand: Value, count: bigint): Value {
  if (count >= 64n) return { value: 0n, unsigned: operand.unsigned };
  if (count >= 0n) return wrap(operand.value << count, operand.unsigned);
  return wrap(operand.value >> (count < -64n ? 64n : -count), operand.unsigned);
}

/** Value of an integer constant, undefined where the preprocessing number is none. */
function integer(text: string): Value | undefined {
  const match =
    /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uU]?(?:ll|LL|[lLzZ])?|(?:ll|LL|[lLzZ])[uU])$/.exec(text);
  if (match === null) return undefined;
  const digits = match[1] as string;
  const octal = /^0[0-7]+$/.test(digits);
  const value = BigInt(octal ? `0o${digits.slice(1)}` : digits.toLowerCase());
  // A decimal constant too large for intmax_t is taken as unsigned, with a warning in gcc.
  const unsigned = /[uU]/.test(match[2] as string) || value >= 1n << 63n;
  return wrap(value, unsigned);
}
