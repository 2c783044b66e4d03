/**
 * Symbolic execution of one path: every havoc becomes a fresh symbol, every variable a term over symbols, and the
 * assumes become constraints. Constants fold on the way, so that on most paths few symbols remain that matter.
 */
import { evaluate, holds } from "../logic/evaluate.ts";
import {
  type ComparisonKind,
  eq,
  FALSE,
  type Formula,
  float,
  integer,
  not,
  select,
  type Term,
  TRUE,
  type Variable,
  variable,
} from "../logic/term.ts";
import { rewrite, substitute, type TermNode } from "../logic/visit.ts";
import type { ModelEdge, ModelOp } from "../model/model.ts";

type Havoc = Extract<ModelOp, { kind: "havoc" }>;

export interface PathSymbol {
  readonly symbol: Variable;
  /** undefined: the variable's value before the path, which no operation set. */
  readonly op: Havoc | undefined;
}

export interface PathConstraints {
  /** In order of creation along the path. */
  readonly symbols: readonly PathSymbol[];
  /** None is TRUE; FALSE is among them when the path contradicts itself. */
  readonly constraints: readonly Formula[];
}

export function pathConstraints(path: readonly ModelEdge[]): PathConstraints {
  const symbols: PathSymbol[] = [];
  const constraints: Formula[] = [];
  const store = new Map<Variable, Term>();
  const fresh = (of: Variable, op: Havoc | undefined): Term => {
    const symbol: Variable = {
      id: SYMBOL_IDS + symbols.length,
      name: `${of.name}#${symbols.length}`,
      type: of.type,
      role: "temporary",
    };
    symbols.push({ symbol, op });
    const term = variable(symbol);
    store.set(of, term);
    return term;
  };
  const read = (of: Variable): Term => store.get(of) ?? fresh(of, undefined);
  for (const edge of path) {
    for (const op of edge.ops) {
      if (op.kind === "havoc") fresh(op.target, op);
      else if (op.kind === "assign") store.set(op.target, foldConstants(substitute(op.value, read)));
      else {
        const constraint = foldConstants(substitute(op.condition, read));
        if (constraint !== TRUE) constraints.push(constraint);
        if (constraint === FALSE) return { symbols, constraints };
      }
    }
  }
  return { symbols, constraints };
}

// Far above any program's variables, and below the names that solvers and interpolation give (see smt/fresh.ts).
const SYMBOL_IDS = 2 ** 34;

const NOTHING = { valueOf: () => undefined };

/** Replaces parts without variables by their values, and element reads through constant indices. */
export function foldConstants<N extends TermNode>(root: N): N {
  return rewrite(root, foldNode);
}

function foldNode(node: TermNode): TermNode {
  switch (node.kind) {
    case "integer":
    case "float":
    case "variable":
    case "true":
    case "false":
    case "and":
    case "or":
    case "store":
    case "address":
      return node;
    case "not":
      return not(node.operand);
    case "select":
      return foldSelect(node);
    case "ite":
      return node;
    case "eq":
      return foldEquality(node);
    case "lt":
    case "le":
    case "feq":
    case "flt":
    case "fle": {
      if (!isConstant(node.left) || !isConstant(node.right)) return node;
      const truth = holds(node, NOTHING);
      return truth === undefined ? node : truth ? TRUE : FALSE;
    }
    default:
      return foldArithmetic(node);
  }
}

/** (c ? 1 : 0) == 0, as C's tests of truth values come out, is just not c. */
function foldEquality(node: Extract<Formula, { kind: ComparisonKind }>): Formula {
  const { left, right } = node;
  if (left.kind === "ite" && right.kind === "integer" && left.then.kind === "integer" && left.else.kind === "integer") {
    const then = left.then.value === right.value;
    const otherwise = left.else.value === right.value;
    if (then === otherwise) return then ? TRUE : FALSE;
    return then ? left.condition : not(left.condition);
  }
  if (right.kind === "ite" && left.kind === "integer") return foldEquality(eq(right, left) as typeof node);
  return node;
}

function foldSelect(node: Extract<Term, { kind: "select" }>): Term {
  let array = node.array;
  while (array.kind === "store" && node.index.kind === "integer" && array.index.kind === "integer") {
    if (array.index.value === node.index.value) return array.value;
    array = array.array;
  }
  return array === node.array ? node : select(array, node.index);
}

function foldArithmetic(node: TermNode): TermNode {
  const operands = "left" in node ? [node.left, node.right] : "operand" in node ? [node.operand] : [];
  if (operands.length === 0 || !operands.every((operand) => isConstant(operand))) return node;
  const value = evaluate(node as Term, NOTHING);
  if (typeof value !== "number" && typeof value !== "bigint") return node;
  if (!isFloatTerm(node)) return integer(value);
  return float(Number(value), node.type);
}

type FloatTerm = Extract<
  Term,
  { kind: "fadd" | "fsubtract" | "fmultiply" | "fdivide" | "fremainder" | "fnegate" | "intToFloat" | "floatToFloat" }
>;

function isFloatTerm(node: TermNode): node is FloatTerm {
  return "type" in node && typeof node.type === "object" && node.type.kind === "float";
}

function isConstant(node: TermNode): boolean {
  return node.kind === "integer" || node.kind === "float";
}
