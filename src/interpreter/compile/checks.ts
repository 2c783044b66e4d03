/** The checks of an edge as JavaScript: what is undefined behaviour, as far as a run should stop there. */
import type { Check } from "../../cfa/cfa.ts";
import type { Term } from "../../logic/term.ts";
import { highest, type IntType, lowest } from "../../logic/types.ts";
import { toBig } from "../../numbers/int.ts";
import { convert, within } from "./code.ts";
import type { TermCompiler } from "./terms.ts";

export interface CompileOptions {
  /**
   * Whether signed overflow ends the run (verification) or wraps, as with -fwrapv: sums, differences and products.
   * `stop` lets left shifts wrap, as compilers do; `stop-shifts` stops at those as well.
   */
  readonly signedOverflow: "stop" | "stop-shifts" | "wrap";
  /** What an index may reach: the whole object, as compilers have it, or only the array that is indexed. */
  readonly bounds: "objects" | "arrays";
  /** Whether a volatile read is an input (verification) or reads memory. */
  readonly volatileReads: "memory" | "input";
  readonly observation: "none" | "edges";
}

/** JavaScript that is true when the check fails; empty where it cannot fail or is not wanted. */
export function failureOf(check: Check, terms: TermCompiler, options: CompileOptions): string {
  switch (check.kind) {
    case "overflow":
      return stopsAt(check, options) ? overflow(check.exact, check.type, terms) : "";
    case "division": {
      const divisor = terms.exact(check.divisor);
      if (divisor.rep === "float" || divisor.low > 0n || divisor.high < 0n) return "";
      return `${divisor.text} === ${divisor.rep === "bigint" ? "0n" : "0"}`;
    }
    case "shift": {
      const count = convert(terms.exact(check.count), "number");
      if (within(count, 0n, BigInt(check.bits - 1))) return "";
      return `${count.text} < 0 || ${count.text} >= ${check.bits}`;
    }
    case "index":
      return options.bounds === "arrays" && check.beyond === "violation"
        ? outside(check.index, check.count, terms)
        : "";
    case "float-to-int": {
      const operand = terms.exact(check.operand).text;
      const low = Number(toBig(lowest(check.type)));
      const high = Number(toBig(highest(check.type)) + 1n);
      // The bounds are exact: low - 1 up to 2^32, and a power of two otherwise.
      const above = check.type.bits <= 32 || !check.type.signed ? `> ${low - 1}` : `>= ${low}`;
      return `!(${operand} ${above} && ${operand} < ${high})`;
    }
  }
}

function outside(index: Term, count: number | undefined, terms: TermCompiler): string {
  const value = terms.exact(index);
  const low = value.low >= 0n;
  const high = count === undefined || value.high < BigInt(count);
  if (low && high) return "";
  const wide = value.rep === "bigint" ? value : convert(value, "number");
  const suffix = wide.rep === "bigint" ? "n" : "";
  const sides = [low ? "" : `${wide.text} < 0${suffix}`, high ? "" : `${wide.text} >= ${count}${suffix}`];
  return sides.filter((side) => side !== "").join(" || ");
}

function stopsAt({ by, exact }: Check & { kind: "overflow" }, { signedOverflow }: CompileOptions): boolean {
  // A quotient that does not fit is no matter of -fwrapv: processors trap there.
  if (signedOverflow === "wrap") return exact.kind === "divide";
  return signedOverflow === "stop-shifts" || by === undefined;
}

function overflow(exact: Term, type: IntType, terms: TermCompiler): string {
  const low = toBig(lowest(type));
  const high = toBig(highest(type));
  let value = terms.exact(exact);
  if (within(value, low, high)) return "";
  if (exact.kind === "multiply" && type.bits <= 32) {
    const left = terms.exact(exact.left);
    const right = terms.exact(exact.right);
    // Rounding is monotone: a product outside the type stays outside when rounded to a double.
    if (left.rep === "number" && right.rep === "number")
      value = { ...value, rep: "number", text: `(${left.text} * ${right.text})` };
  }
  if (value.rep === "number") return `(a = ${value.text}) < ${low} || a > ${high}`;
  const text = convert(value, "bigint").text;
  return `(b = ${text}) < ${low}n || b > ${high}n`;
}
