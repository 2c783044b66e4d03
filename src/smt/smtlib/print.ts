/**
 * Formulas of `logic` as an SMT-LIB script that Z3 reads. Wraps, truncating division, shifts and masks by constants are
 * written with div and mod, exactly; floats are IEEE floats; the other bit operations, products of bits of addresses and
 * library functions are uninterpreted, so `unsat` of such a script holds and `sat` need not.
 *
 * A node that is used twice, or that lies deep, is a `define-fun` of its own: the text is as large as the DAG, and its
 * parentheses nest only so far.
 */

import { typeStep } from "../../logic/sort.ts";
import type { Formula, MemoryObject, Term, Variable } from "../../logic/term.ts";
import { highest, isIntegral, lowest, type ValueType } from "../../logic/types.ts";
import { children, isFormula, subterms, type TermNode } from "../../logic/visit.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { lowMask, shiftCount } from "../encode/rewrites.ts";
import { floatLiteral } from "./float-text.ts";
import { showSymbol } from "./model-text.ts";
import { floatSort, typeSort } from "./sorts.ts";

/** Names that mean something to SMT-LIB's theories or to Z3, as far as a C program or an encoding could use them. */
const RESERVED =
  "true false not and or xor implies iff if ite distinct let forall exists as par div mod rem abs to_real to_int is_int " +
  "divisible select store const map default union intersect complement subset concat extract repeat fp NaN RNE RNA RTP " +
  "RTN RTZ Bool Int Real Array List String insert head tail nil pb at assert push pop exit reset pi euler sin cos tan " +
  "asin acos atan sinh cosh tanh bvadd bvsub bvmul bvand bvor bvxor bvnot bvneg rotate_left rotate_right int2bv bv2int";

/** Nesting of parentheses within one definition. */
const DEEPEST = 40;

export interface PrintOptions {
  /** What a comment at the top says, a line each. */
  readonly comments?: readonly string[];
  /** For `(set-info :status ...)`. */
  readonly status?: "sat" | "unsat" | "unknown";
}

export function toSmtLib(formulas: readonly Formula[], options: PrintOptions = {}): string {
  return new Printer(formulas).script(options);
}

class Printer {
  readonly #formulas: readonly Formula[];
  readonly #nodes: readonly TermNode[];
  readonly #uses = new Map<TermNode, number>();
  readonly #booleans: ReadonlySet<Variable>;
  readonly #texts = new Map<TermNode, { readonly text: string; readonly depth: number }>();
  readonly #types = new Map<TermNode, ValueType>();
  readonly #names = new Map<Variable | MemoryObject, string>();
  readonly #taken = new Set<string>(RESERVED.split(" "));
  readonly #functions = new Map<string, string>();
  readonly #declarations: string[] = [];
  readonly #ranges: string[] = [];
  readonly #definitions: string[] = [];
  /** Whether a logic with integers, or with reals, and nothing else will do. */
  #theories = { integers: false, reals: false, others: false };

  constructor(formulas: readonly Formula[]) {
    this.#formulas = formulas;
    this.#nodes = subterms(formulas);
    for (const node of this.#nodes) for (const part of children(node)) this.#use(part);
    for (const formula of formulas) this.#use(formula);
    this.#booleans = booleansIn(this.#nodes);
  }

  #use(node: TermNode): void {
    this.#uses.set(node, (this.#uses.get(node) ?? 0) + 1);
  }

  script({ comments = [], status }: PrintOptions): string {
    for (const node of this.#nodes) this.#write(node);
    const lines = comments.map((comment) => `; ${comment.replace(/[\r\n]+/g, " ")}`);
    lines.push(`(set-logic ${this.#logic()})`);
    if (status !== undefined) lines.push(`(set-info :status ${status})`);
    lines.push(...this.#functions.values(), ...this.#declarations, ...this.#ranges, ...this.#definitions);
    for (const formula of this.#formulas) lines.push(`(assert ${this.#textOf(formula)})`);
    lines.push("(check-sat)", "(exit)");
    return `${lines.join("\n")}\n`;
  }

  #logic(): string {
    const { integers, reals, others } = this.#theories;
    if (others) return "ALL";
    return reals ? (integers ? "QF_LIRA" : "QF_LRA") : "QF_LIA";
  }

  #textOf(node: TermNode): string {
    return this.#texts.get(node)!.text;
  }

  #sortOf(node: TermNode): string {
    return isFormula(node) ? "Bool" : typeSort(this.#types.get(node)!);
  }

  #write(node: TermNode): void {
    this.#types.set(
      node,
      typeStep(node, (part) => this.#types.get(part)!),
    );
    const text = this.#nodeText(node);
    const depth = 1 + children(node).reduce((most, part) => Math.max(most, this.#texts.get(part)!.depth), 0);
    const isLeaf = children(node).length === 0 || !text.startsWith("(");
    if (!isLeaf && ((this.#uses.get(node) ?? 0) > 1 || depth > DEEPEST)) {
      const name = this.#unique(`t${this.#definitions.length}`);
      this.#definitions.push(`(define-fun ${name} () ${this.#sortOf(node)} ${text})`);
      this.#texts.set(node, { text: name, depth: 0 });
    } else {
      this.#texts.set(node, { text, depth: isLeaf ? 0 : depth });
    }
  }

  #unique(wanted: string): string {
    let name = wanted;
    for (let i = 1; this.#taken.has(name); i += 1) name = `${wanted}!${i}`;
    this.#taken.add(name);
    return name;
  }

  // --- Names ------------------------------------------------------------------------------------------------------

  #variable(of: Variable): string {
    let name = this.#names.get(of);
    if (name === undefined) {
      // `x!3` could not be told from a second x with a number, nor `t3` from a definition.
      name = showSymbol(this.#unique(/^t\d+$/.test(of.name) ? `${of.name}!v` : of.name));
      this.#names.set(of, name);
      const sort = this.#booleans.has(of) ? "Bool" : typeSort(of.type);
      this.#declarations.push(`(declare-fun ${name} () ${sort})`);
      this.#noteType(of.type);
      if ((of.type.kind === "int" || of.type.kind === "pointer") && !this.#booleans.has(of))
        this.#ranges.push(`(assert (<= ${constant(lowest(of.type))} ${name} ${constant(highest(of.type))}))`);
    }
    return name;
  }

  #noteType(type: ValueType): void {
    if (isIntegral(type)) this.#theories.integers = true;
    else if (type.kind === "real") this.#theories.reals = true;
    else this.#theories.others = true;
  }

  #address(object: MemoryObject): string {
    let name = this.#names.get(object);
    if (name === undefined) {
      name = showSymbol(this.#unique(`&${object.name}`));
      this.#names.set(object, name);
      this.#theories.integers = true;
      this.#declarations.push(`(declare-fun ${name} () Int)`);
      this.#ranges.push(`(assert (< 0 ${name}))`);
    }
    return name;
  }

  /** An uninterpreted function of the sorts of the operands. */
  #uninterpreted(name: string, operands: readonly Term[], sort: string): string {
    this.#theories.others = true;
    const sorts = operands.map((operand) => this.#sortOf(operand));
    const key = `${name} ${sorts.join(" ")} ${sort}`;
    if (!this.#functions.has(key)) {
      const symbol = showSymbol(this.#unique(name));
      this.#functions.set(key, `(declare-fun ${symbol} (${sorts.join(" ")}) ${sort})`);
      this.#functionNames.set(key, symbol);
    }
    return list(this.#functionNames.get(key)!, ...operands.map((operand) => this.#textOf(operand)));
  }

  readonly #functionNames = new Map<string, string>();

  // --- Nodes ------------------------------------------------------------------------------------------------------

  #nodeText(node: TermNode): string {
    switch (node.kind) {
      case "integer":
        return constant(node.value);
      case "float":
        this.#theories.others = true;
        return floatLiteral(node.value, node.type);
      case "variable":
        return this.#variable(node.variable);
      case "address":
        return this.#address(node.object);
      case "true":
      case "false":
        return node.kind;
      case "not":
        return list("not", this.#textOf(node.operand));
      case "and":
      case "or":
        return list(node.kind, ...node.operands.map((operand) => this.#textOf(operand)));
      case "negate":
        return list("-", this.#textOf(node.operand));
      case "wrap":
        return wrapText(this.#textOf(node.operand), node.type);
      case "ite": {
        const sort = this.#sortOf(node);
        return list("ite", this.#textOf(node.condition), this.#as(node.then, sort), this.#as(node.else, sort));
      }
      case "apply":
        return node.arguments.length === 0
          ? this.#uninterpretedConstant(node.name, node.type)
          : this.#uninterpreted(node.name, node.arguments, typeSort(node.type));
      case "select":
        return list("select", this.#textOf(node.array), this.#textOf(node.index));
      case "store":
        return list("store", this.#textOf(node.array), this.#textOf(node.index), this.#textOf(node.value));
      case "fnegate":
        return list("fp.neg", this.#textOf(node.operand));
      case "intToFloat": {
        const operand = list("to_real", this.#textOf(node.operand));
        return list(list("_", "to_fp", ...floatWidths(floatSort(node.type))), "RNE", operand);
      }
      case "floatToFloat":
        return list(list("_", "to_fp", ...floatWidths(floatSort(node.type))), "RNE", this.#textOf(node.operand));
      case "floatToInt":
        return this.#truncation(node.operand);
      default:
        return this.#binaryText(node);
    }
  }

  #uninterpretedConstant(name: string, type: ValueType): string {
    this.#theories.others = true;
    const key = `${name} ${typeSort(type)}`;
    let symbol = this.#functionNames.get(key);
    if (symbol === undefined) {
      symbol = showSymbol(this.#unique(name));
      this.#functionNames.set(key, symbol);
      this.#functions.set(key, `(declare-fun ${symbol} () ${typeSort(type)})`);
    }
    return symbol;
  }

  /** An integer, or a float among reals, where a real is wanted. */
  #as(term: Term, sort: string): string {
    const text = this.#textOf(term);
    if (sort !== "Real" || this.#sortOf(term) === "Real") return text;
    return list(this.#sortOf(term) === "Int" ? "to_real" : "fp.to_real", text);
  }

  #truncation(operand: Term): string {
    this.#theories.others = true;
    const text = this.#sortOf(operand).startsWith("(")
      ? list("fp.to_real", this.#textOf(operand))
      : this.#as(operand, "Real");
    return `(ite (<= 0.0 ${text}) (to_int ${text}) (- (to_int (- ${text}))))`;
  }

  #binaryText(node: TermNode & { readonly left: Term; readonly right: Term }): string {
    const left = this.#textOf(node.left);
    const right = this.#textOf(node.right);
    const sort = this.#sortOf(node.left) === "Int" && this.#sortOf(node.right) === "Int" ? "Int" : "Real";
    const numeric = (symbol: string): string => list(symbol, this.#as(node.left, sort), this.#as(node.right, sort));
    switch (node.kind) {
      case "add":
        return numeric("+");
      case "subtract":
        return numeric("-");
      case "multiply":
        if (node.left.kind !== "integer" && node.right.kind !== "integer") this.#theories.others = true;
        return numeric("*");
      case "divide":
        return this.#quotient(node);
      case "remainder":
        return `(- ${left} (* ${right} ${this.#quotient(node)}))`;
      case "eq":
        if (isBooleanTest(node, this.#booleans)) return left;
        if (this.#sortOf(node.left) === this.#sortOf(node.right)) return list("=", left, right);
        return numeric("=");
      case "le":
        return numeric("<=");
      case "lt":
        return numeric("<");
      case "feq":
      case "flt":
      case "fle":
        return this.#floatComparison(node);
      case "fadd":
      case "fsubtract":
      case "fmultiply":
      case "fdivide":
        return this.#floatArithmetic(node);
      case "shiftleft": {
        const count = shiftCount(node.right);
        if (count !== undefined) return list("*", constant(int.powerOfTwo(count)), left);
        return this.#uninterpreted(node.kind, [node.left, node.right], "Int");
      }
      case "shiftright": {
        const count = shiftCount(node.right);
        if (count !== undefined) return list("div", left, constant(int.powerOfTwo(count)));
        return this.#uninterpreted(node.kind, [node.left, node.right], "Int");
      }
      case "bitand": {
        if (lowMask(node.right) !== undefined) return list("mod", left, constant(int.powerOfTwo(lowMask(node.right)!)));
        if (lowMask(node.left) !== undefined) return list("mod", right, constant(int.powerOfTwo(lowMask(node.left)!)));
        return this.#uninterpreted(node.kind, [node.left, node.right], "Int");
      }
      default:
        return this.#uninterpreted(node.kind, [node.left, node.right], this.#sortOf(node));
    }
  }

  /** SMT-LIB's div rounds so that the remainder is not negative; of a non-negative dividend it truncates. */
  #quotient({ left, right }: { readonly left: Term; readonly right: Term }): string {
    if (right.kind !== "integer") this.#theories.others = true;
    const above = this.#textOf(left);
    const below = this.#textOf(right);
    return `(ite (<= 0 ${above}) (div ${above} ${below}) (- (div (- ${above}) ${below})))`;
  }

  #floatComparison(node: TermNode & { readonly left: Term; readonly right: Term }): string {
    this.#theories.others = true;
    const symbols: Readonly<Record<string, string>> = { feq: "fp.eq", flt: "fp.lt", fle: "fp.leq" };
    return list(symbols[node.kind]!, this.#textOf(node.left), this.#textOf(node.right));
  }

  #floatArithmetic(node: TermNode & { readonly left: Term; readonly right: Term }): string {
    this.#theories.others = true;
    if (this.#sortOf(node.left) === "Real" || this.#sortOf(node.right) === "Real")
      return this.#uninterpreted(node.kind, [node.left, node.right], this.#sortOf(node));
    const symbols: Readonly<Record<string, string>> = {
      fadd: "fp.add",
      fsubtract: "fp.sub",
      fmultiply: "fp.mul",
      fdivide: "fp.div",
    };
    return list(symbols[node.kind]!, "RNE", this.#textOf(node.left), this.#textOf(node.right));
  }
}

/** One-bit variables that are only ever tested for being 1: these are Bool. */
function booleansIn(nodes: readonly TermNode[]): Set<Variable> {
  const booleans = new Set<Variable>();
  const others = new Set<Variable>();
  for (const node of nodes) {
    const test = node.kind === "eq" && node.right.kind === "integer" && node.right.value === 1 ? node.left : undefined;
    for (const part of children(node)) {
      if (part.kind !== "variable") continue;
      const { type } = part.variable;
      if (part === test && type.kind === "int" && type.bits === 1 && !type.signed) booleans.add(part.variable);
      else others.add(part.variable);
    }
  }
  for (const of of others) booleans.delete(of);
  return booleans;
}

function isBooleanTest(node: { readonly left: Term }, booleans: ReadonlySet<Variable>): boolean {
  return node.left.kind === "variable" && booleans.has(node.left.variable);
}

function list(...parts: readonly string[]): string {
  return `(${parts.join(" ")})`;
}

function constant(value: Int): string {
  return value < 0 ? `(- ${int.negate(value)})` : `${value}`;
}

function wrapText(operand: string, type: Extract<Term, { kind: "wrap" }>["type"]): string {
  const modulus = constant(int.powerOfTwo(type.bits));
  const low = lowest(type);
  if (low === 0) return `(mod ${operand} ${modulus})`;
  const half = constant(int.negate(low));
  return `(- (mod (+ ${operand} ${half}) ${modulus}) ${half})`;
}

function floatWidths(sort: string): string[] {
  return sort.includes("8 24") ? ["8", "24"] : ["11", "53"];
}
