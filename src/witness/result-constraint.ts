/**
 * What a `function_return` waypoint says of the value: comparisons of `\result` with integers, and their conjunctions and disjunctions. Only
 * where C compares as the integers do: an operand that would be converted to another value is none.
 */
import { and, eq, type Formula, integer, le, lt, not, or, type Variable, variable } from "../logic/term.ts";

/** Undefined for a variable of another kind. */
export type ResultConstraint = (result: Variable) => Formula | undefined;

const TOKEN =
  /\s*(\\result|&&|\|\||[=!<>]=|[<>!()]|[-+]?\s*(?:0[xX][0-9a-fA-F]+|\d+)(?:[uU]?[lL]{0,2}|[lL]{1,2}[uU]))\s*/y;

/** C has no word for the least value of a type but a difference, `(-2147483647 - 1)`: as one number. */
export function withLeastValues(text: string): string {
  return text.replace(/\(\s*-\s*(\d+)[lL]{0,2}\s*-\s*1\s*\)/g, (_, digits: string) => `-${BigInt(digits) + 1n}`);
}

/** Undefined where the text is something else. */
export function resultConstraint(written: string): ResultConstraint | undefined {
  const text = withLeastValues(written);
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  const reader = new Reader(tokens);
  const constraint = reader.disjunction();
  return reader.isAtEnd ? constraint : undefined;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  disjunction(): ResultConstraint | undefined {
    return this.#list("||", () => this.#list("&&", () => this.#atom(), and), or);
  }

  #accept(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #list(
    operator: string,
    part: () => ResultConstraint | undefined,
    join: (parts: readonly Formula[]) => Formula,
  ): ResultConstraint | undefined {
    const parts = [part()];
    while (this.#accept(operator)) parts.push(part());
    if (parts.includes(undefined)) return undefined;
    return (result) => {
      const formulas = parts.map((one) => one?.(result));
      return formulas.includes(undefined) ? undefined : join(formulas as Formula[]);
    };
  }

  #atom(): ResultConstraint | undefined {
    if (this.#accept("!")) {
      const operand = this.#accept("(") ? this.disjunction() : undefined;
      if (operand === undefined || !this.#accept(")")) return undefined;
      return (result) => {
        const formula = operand(result);
        return formula === undefined ? undefined : not(formula);
      };
    }
    if (this.#accept("(")) {
      const inner = this.disjunction();
      return this.#accept(")") ? inner : undefined;
    }
    const [left = "", operator = "", right = ""] = this.#tokens.slice(this.#at, this.#at + 3);
    this.#at += 3;
    const turned = left !== "\\result";
    const constant = constantOf(turned ? left : right);
    if (constant === undefined || (turned ? right : left) !== "\\result") return undefined;
    return comparison(turned ? (TURNED[operator] ?? operator) : operator, constant);
  }
}

const TURNED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

interface Constant {
  readonly value: bigint;
  readonly unsigned: boolean;
}

function constantOf(text: string): Constant | undefined {
  const [, sign, digits, suffix = ""] = /^([-+]?)\s*(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$/.exec(text) ?? [];
  // Octal.
  if (digits === undefined || /^0\d/.test(digits)) return undefined;
  const magnitude = BigInt(digits);
  const unsigned = /u/i.test(suffix) || (/^0x/i.test(digits) && magnitude > 0x7fffffffn);
  return { value: sign === "-" ? -magnitude : magnitude, unsigned };
}

function comparison(operator: string, { value, unsigned }: Constant): ResultConstraint | undefined {
  const compare = COMPARISONS[operator];
  if (compare === undefined) return undefined;
  return (result) => {
    const { type } = result;
    if (type.kind !== "int") return undefined;
    // Signed and unsigned operands are compared as unsigned ones: the same only where neither is negative.
    const mixed = (type.signed && unsigned) || (!type.signed && type.bits >= 32 && value < 0n);
    if (mixed) return undefined;
    return compare(variable(result), integer(asInt(value)));
  };
}

function asInt(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

const COMPARISONS: Readonly<
  Record<string, (left: ReturnType<typeof variable>, right: ReturnType<typeof integer>) => Formula>
> = {
  "==": eq,
  "!=": (left, right) => not(eq(left, right)),
  "<": lt,
  "<=": le,
  ">": (left, right) => lt(right, left),
  ">=": (left, right) => le(right, left),
};
