/**
 * Terms and formulas as text, close to C, with the fewest parentheses that keep the structure: `wrap_i32(x + 1)` is a
 * signed operation's result, `(u8)x` a conversion, `&a` the address of an object. The writer keeps its own stack, so
 * depth does no harm; since a DAG may be exponentially larger when written out, text past `limit` is cut with `...`.
 */
import { negate } from "../numbers/int.ts";
import type { Formula, MemoryObject, Term, Variable } from "./term.ts";
import { type FloatType, showType } from "./types.ts";
import type { TermNode } from "./visit.ts";

export interface PrintOptions {
  /** How variables are written; their names unless said otherwise. */
  readonly name?: (variable: Variable) => string;
  /** How objects are written after `&`; their names unless said otherwise. */
  readonly object?: (object: MemoryObject) => string;
  /** Characters after which the text is cut. */
  readonly limit?: number;
}

// More than a terminal shows of one term; whoever wants all of a block formula says so.
const DEFAULT_LIMIT = 20_000;

// Precedences of C: the higher, the tighter.
const CONDITIONAL = 3;
const OR = 4;
const AND = 5;
const EQUALITY = 9;
const RELATION = 10;
const SUM = 12;
const UNARY = 14;
const ATOM = 16;

const BINARY: Readonly<Record<string, { readonly text: string; readonly level: number }>> = {
  add: { text: "+", level: SUM },
  subtract: { text: "-", level: SUM },
  multiply: { text: "*", level: 13 },
  divide: { text: "/", level: 13 },
  remainder: { text: "%", level: 13 },
  bitand: { text: "&", level: 8 },
  bitxor: { text: "^", level: 7 },
  bitor: { text: "|", level: 6 },
  shiftleft: { text: "<<", level: 11 },
  shiftright: { text: ">>", level: 11 },
  fadd: { text: "+", level: SUM },
  fsubtract: { text: "-", level: SUM },
  fmultiply: { text: "*", level: 13 },
  fdivide: { text: "/", level: 13 },
  eq: { text: "==", level: EQUALITY },
  feq: { text: "==", level: EQUALITY },
  lt: { text: "<", level: RELATION },
  flt: { text: "<", level: RELATION },
  le: { text: "<=", level: RELATION },
  fle: { text: "<=", level: RELATION },
};

/** Text still to be written: a piece as it is, or a node that needs parentheses where it binds looser than `level`. */
type Item = string | { readonly node: TermNode; readonly level: number };

export function showTerm(term: Term, options: PrintOptions = {}): string {
  return show(term, options);
}

export function showFormula(formula: Formula, options: PrintOptions = {}): string {
  return show(formula, options);
}

function show(root: TermNode, options: PrintOptions): string {
  const limit = options.limit ?? DEFAULT_LIMIT;
  const names: Names = {
    name: options.name ?? ((variable) => variable.name),
    object: options.object ?? ((object) => object.name),
  };
  const stack: Item[] = [{ node: root, level: 0 }];
  let text = "";
  while (stack.length > 0) {
    const item = stack.pop() as Item;
    if (typeof item === "string") text += item;
    else {
      const own = levelOf(item.node);
      const pieces = piecesOf(item.node, own, names);
      if (own < item.level) stack.push(")");
      for (let i = pieces.length - 1; i >= 0; i -= 1) stack.push(pieces[i] as Item);
      if (own < item.level) stack.push("(");
    }
    if (text.length > limit) return `${text.slice(0, limit)}...`;
  }
  return text;
}

function levelOf(node: TermNode): number {
  switch (node.kind) {
    case "integer":
      return node.value < 0 ? UNARY : ATOM;
    case "float":
      return node.value < 0 || Object.is(node.value, -0) ? UNARY : ATOM;
    case "variable":
    case "apply":
    case "select":
    case "store":
    case "fremainder":
    case "true":
    case "false":
      return ATOM;
    case "wrap":
      return node.reason === "arithmetic" ? ATOM : UNARY;
    case "ite":
      return CONDITIONAL;
    case "and":
      return AND;
    case "or":
      return OR;
    case "not":
      return isEquality(node.operand) ? EQUALITY : UNARY;
    case "address":
    case "negate":
    case "fnegate":
    case "intToFloat":
    case "floatToInt":
    case "floatToFloat":
      return UNARY;
    default:
      return (BINARY[node.kind] as { level: number }).level;
  }
}

type Names = Required<Pick<PrintOptions, "name" | "object">>;

function piecesOf(node: TermNode, own: number, names: Names): Item[] {
  switch (node.kind) {
    case "integer":
      return [String(node.value)];
    case "float":
      return [showFloat(node.value, node.type)];
    case "variable":
      return [names.name(node.variable)];
    case "address":
      return [`&${names.object(node.object)}`];
    case "negate":
    case "fnegate":
      // `- -x`: one more level keeps two signs apart.
      return ["-", { node: node.operand, level: UNARY + 1 }];
    case "wrap":
      return node.reason === "arithmetic"
        ? [`wrap_${showType(node.type)}(`, { node: node.operand, level: 0 }, ")"]
        : [`(${showType(node.type)})`, { node: node.operand, level: UNARY }];
    case "intToFloat":
    case "floatToInt":
    case "floatToFloat":
      return [`(${showType(node.type)})`, { node: node.operand, level: UNARY }];
    case "ite":
      return [
        { node: node.condition, level: OR },
        " ? ",
        { node: node.then, level: OR },
        " : ",
        { node: node.else, level: CONDITIONAL },
      ];
    case "apply":
      return [`${node.name}(`, ...list(node.arguments, ", ", 0), ")"];
    case "select":
      return [{ node: node.array, level: ATOM }, "[", { node: node.index, level: 0 }, "]"];
    case "store":
      return ["store(", ...list([node.array, node.index, node.value], ", ", 0), ")"];
    case "fremainder":
      return ["fmod(", ...list([node.left, node.right], ", ", 0), ")"];
    case "true":
    case "false":
      return [node.kind];
    case "not":
      return isEquality(node.operand)
        ? infix(node.operand.left, "!=", node.operand.right, EQUALITY)
        : ["!", { node: node.operand, level: UNARY }];
    case "and":
      return list(node.operands, " && ", AND + 1);
    case "or":
      return list(node.operands, " || ", OR + 1);
    case "add":
      // `x + -1` reads better as `x - 1`.
      if (node.right.kind === "integer" && node.right.value < 0)
        return [{ node: node.left, level: SUM }, ` - ${String(negate(node.right.value))}`];
      return infix(node.left, "+", node.right, own);
    default:
      return infix(node.left, (BINARY[node.kind] as { text: string }).text, node.right, own);
  }
}

type Equality = Formula & { readonly kind: "eq" | "feq" };

function isEquality(formula: Formula): formula is Equality {
  return formula.kind === "eq" || formula.kind === "feq";
}

// All of C's binary operators associate to the left.
function infix(left: Term, operator: string, right: Term, level: number): Item[] {
  return [{ node: left, level }, ` ${operator} `, { node: right, level: level + 1 }];
}

function list(nodes: readonly TermNode[], separator: string, level: number): Item[] {
  return nodes.flatMap((node, i): Item[] => (i === 0 ? [{ node, level }] : [separator, { node, level }]));
}

function showFloat(value: number, type: FloatType): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  const digits = Object.is(value, -0) ? "-0" : String(value);
  const suffix = type.format === "f32" ? "f" : type.format === "x87" ? "L" : "";
  return (/[.e]/.test(digits) ? digits : `${digits}.0`) + suffix;
}
