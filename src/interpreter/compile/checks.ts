/** The checks of an edge as JavaScript: what is undefined behaviour, as far as a run should stop there. */
import { type Check, type CheckKind, kindOf } from "../../cfa/cfa.ts";
import type { Term } from "../../logic/term.ts";
import { highest, type IntType, lowest } from "../../logic/types.ts";
import { toBig } from "../../numbers/int.ts";
import { convert, within } from "./code.ts";
import type { TermCompiler } from "./terms.ts";

export interface CompileOptions {
  /**
   * Whether signed overflow ends the run (verification) or wraps, as with -fwrapv: sums, differences and products. Left
   * shifts wrap, as compilers have them.
   */
  readonly signedOverflow: "stop" | "wrap";
  /**
   * Where the run ends though compilers define what happens: an index that leaves a member or a row, a left shift of or to
   * what is negative, an unsigned result that wraps.
   */
  readonly stopsAt: ReadonlySet<CheckKind>;
  /** Whether a volatile read is an input (verification) or reads memory. */
  readonly volatileReads: "memory" | "input";
  /** edges: every edge is reported. counts: how often branches were taken, and ends of objects accessed, is counted. */
  readonly observation: "none" | "edges" | "counts";
}

/** JavaScript that is true when the check fails; empty where it cannot fail or is not wanted. */
export function failureOf(check: Check, terms: TermCompiler, options: CompileOptions): string {
  switch (check.kind) {
    case "overflow":
      return stopsAtOverflow(check, options) ? overflow(check.exact, check.type, terms) : "";
    case "division":
      return isZero(check.divisor, terms);
    case "shift": {
      const count = convert(terms.exact(check.count), "number");
      if (within(count, 0n, BigInt(check.bits - 1))) return "";
      return `${count.text} < 0 || ${count.text} >= ${check.bits}`;
    }
    case "index":
      return options.stopsAt.has("index") && check.beyond === "violation"
        ? outside(check.index, 0n, check.count === undefined ? undefined : BigInt(check.count) - 1n, terms)
        : "";
    case "float-to-int": {
      const operand = terms.exact(check.operand).text;
      const low = Number(toBig(lowest(check.type)));
      const high = Number(toBig(highest(check.type)) + 1n);
      // The bounds are exact: low - 1 up to 2^32, and a power of two otherwise.
      const above = check.type.bits <= 32 || !check.type.signed ? `> ${low - 1}` : `>= ${low}`;
      return `!(${operand} ${above} && ${operand} < ${high})`;
    }
    case "bit-count":
      return isZero(check.operand, terms);
    case "uninitialised":
      return isZero(check.known, terms);
    case "unsigned-wrap":
    case "conversion":
    case "pointer-overflow":
      return options.stopsAt.has(check.kind) ? overflow(check.exact, check.type, terms) : "";
    case "nan":
    case "float-overflow":
      return options.stopsAt.has(check.kind) ? isZero(check.operand, terms) : "";
    case "negative-shift":
      return options.stopsAt.has("negative-shift") ? outside(check.operand, 0n, undefined, terms) : "";
    case "array-size":
    case "argument":
    case "unreachable": {
      const most = check.most === undefined ? undefined : toBig(check.most);
      return options.stopsAt.has(check.kind) ? outside(check.operand, toBig(check.least), most, terms) : "";
    }
  }
}

function isZero(term: Term, terms: TermCompiler): string {
  const value = terms.exact(term);
  if (value.rep === "float" || value.low > 0n || value.high < 0n) return "";
  return `${value.text} === ${value.rep === "bigint" ? "0n" : "0"}`;
}

function outside(term: Term, least: bigint, most: bigint | undefined, terms: TermCompiler): string {
  const value = terms.exact(term);
  const low = value.low >= least;
  const high = most === undefined || value.high <= most;
  if (low && high) return "";
  const wide = value.rep === "bigint" ? value : convert(value, "number");
  const suffix = wide.rep === "bigint" ? "n" : "";
  const sides = [low ? "" : `${wide.text} < ${least}${suffix}`, high ? "" : `${wide.text} > ${most}${suffix}`];
  return sides.filter((side) => side !== "").join(" || ");
}

function stopsAtOverflow(check: Check & { kind: "overflow" }, { signedOverflow, stopsAt }: CompileOptions): boolean {
  if (check.by === "shift") return stopsAt.has(kindOf(check));
  // A quotient that does not fit is no matter of -fwrapv: processors trap there.
  return signedOverflow === "stop" || check.exact.kind === "divide";
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
