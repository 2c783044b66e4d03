/**
 * Walks over terms and formulas. Terms are DAGs that may be deep and share much, so every walk here is iterative and
 * comes to a node once, however many paths lead to it.
 */
import { count } from "../util/budget.ts";
import {
  add,
  and,
  apply,
  bits,
  divide,
  eq,
  type Formula,
  floatBinary,
  floatComparison,
  floatNegate,
  floatToFloat,
  floatToInt,
  intToFloat,
  ite,
  le,
  lt,
  multiply,
  negate,
  not,
  or,
  remainder,
  select,
  store,
  subtract,
  type Term,
  type Variable,
  wrap,
} from "./term.ts";

export type TermNode = Term | Formula;

export function isFormula(node: TermNode): node is Formula {
  switch (node.kind) {
    case "true":
    case "false":
    case "not":
    case "and":
    case "or":
    case "eq":
    case "lt":
    case "le":
    case "feq":
    case "flt":
    case "fle":
      return true;
    default:
      return false;
  }
}

// Coming to a node, in units of work.
const VISIT_WORK = 0.2;

const NONE: readonly TermNode[] = [];

/** The direct parts of a node, in order. */
export function children(node: TermNode): readonly TermNode[] {
  switch (node.kind) {
    case "integer":
    case "float":
    case "variable":
    case "address":
    case "true":
    case "false":
      return NONE;
    case "negate":
    case "wrap":
    case "fnegate":
    case "intToFloat":
    case "floatToInt":
    case "floatToFloat":
    case "not":
      return [node.operand];
    case "ite":
      return [node.condition, node.then, node.else];
    case "apply":
      return node.arguments;
    case "select":
      return [node.array, node.index];
    case "store":
      return [node.array, node.index, node.value];
    case "and":
    case "or":
      return node.operands;
    default:
      return [node.left, node.right];
  }
}

/** Nodes that a walk need not come to again. */
export interface Visited {
  has(node: TermNode): boolean;
}

/**
 * Calls `visit` once for every distinct node under the roots, parts before wholes, left before right; not for those that
 * were `known` before, nor for what is below them. Who asks about terms that contain each other keeps what is known.
 */
export function forEachNode(
  roots: TermNode | readonly TermNode[],
  visit: (node: TermNode) => void,
  known?: Visited,
): void {
  const stack = isList(roots) ? [...roots].reverse() : [roots];
  const seen = new Set<TermNode>();
  const done = new Set<TermNode>();
  while (stack.length > 0) {
    const node = stack[stack.length - 1] as TermNode;
    if (done.has(node) || known?.has(node) === true) {
      stack.pop();
      continue;
    }
    const parts = seen.has(node) ? NONE : children(node);
    seen.add(node);
    if (parts.length === 0) {
      stack.pop();
      done.add(node);
      count(VISIT_WORK);
      visit(node);
      continue;
    }
    for (let i = parts.length - 1; i >= 0; i -= 1) {
      const part = parts[i] as TermNode;
      if (!done.has(part)) stack.push(part);
    }
  }
}

function isList(roots: TermNode | readonly TermNode[]): roots is readonly TermNode[] {
  return Array.isArray(roots);
}

/** All distinct nodes under the roots (themselves included), parts before wholes. */
export function subterms(roots: TermNode | readonly TermNode[]): TermNode[] {
  const nodes: TermNode[] = [];
  forEachNode(roots, (node) => nodes.push(node));
  return nodes;
}

/** The variables that occur, in order of first occurrence from the left. */
export function variablesOf(roots: TermNode | readonly TermNode[]): ReadonlySet<Variable> {
  if (!isList(roots)) return variablesIn(roots);
  const all = new Set<Variable>();
  for (const root of roots) for (const of of variablesIn(root)) all.add(of);
  return all;
}

function variablesIn(root: TermNode): ReadonlySet<Variable> {
  const found = new Set<Variable>();
  if (root.kind === "variable") return found.add(root.variable);
  if (collectVariables(root, found, LARGE) === "all") return found;
  rememberVariables(root);
  const known = remembered.get(root);
  if (known !== undefined && known !== MANY) return known;
  found.clear();
  collectVariables(root, found, Number.POSITIVE_INFINITY);
  return found;
}

/** As `variablesOf`, for who asks about a term once and not about its parts: nothing is remembered. */
export function variablesOfWhole(root: TermNode): ReadonlySet<Variable> {
  const found = new Set<Variable>();
  collectVariables(root, found, Number.POSITIVE_INFINITY);
  return found;
}

/** Wholes before parts, left before right; gives up after so many nodes. */
function collectVariables(root: TermNode, into: Set<Variable>, most: number): "all" | "gave-up" {
  const stack = [root];
  const seen = new Set<TermNode>();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue;
    if (seen.size >= most) return "gave-up";
    seen.add(node);
    count(VISIT_WORK);
    if (node.kind === "variable") into.add(node.variable);
    const parts = children(node);
    for (let i = parts.length - 1; i >= 0; i -= 1) stack.push(parts[i] as TermNode);
  }
  return "all";
}

const LARGE = 64;
const MANY = "many";

/**
 * The variables of each part of a large term, where they are few: the operations of an edge are often parts of each other
 * (each step of a long sum has its range check), and asking about each of them should not walk over all of it.
 */
const remembered = new WeakMap<TermNode, ReadonlySet<Variable> | typeof MANY>();

function rememberVariables(root: TermNode): void {
  forEachNode(root, (node) => remembered.set(node, variablesOfParts(node)), remembered);
}

function variablesOfParts(node: TermNode): ReadonlySet<Variable> | typeof MANY {
  if (node.kind === "variable") return new Set([node.variable]);
  let all: ReadonlySet<Variable> = NO_VARIABLES;
  const parts = children(node);
  for (let i = 0; i < parts.length; i += 1) {
    const more = remembered.get(parts[i] as TermNode) as ReadonlySet<Variable> | typeof MANY;
    if (more === MANY) return MANY;
    // One set serves all nodes with the same variables.
    if (all.size === 0) all = more;
    else if (more !== all && !containsAll(all, more)) all = new Set([...all, ...more]);
    if (all.size > LARGE) return MANY;
  }
  return all;
}

function containsAll(all: ReadonlySet<Variable>, some: ReadonlySet<Variable>): boolean {
  for (const of of some) if (!all.has(of)) return false;
  return true;
}

const NO_VARIABLES: ReadonlySet<Variable> = new Set();

/** The node with other parts, which should be of the sorts of the old ones and as many; the same node for the same parts. */
export function withChildren(node: TermNode, parts: readonly TermNode[]): TermNode {
  const old = children(node);
  return old.every((part, i) => part === parts[i]) ? node : nodeLike(node, parts);
}

/** A node of the same kind, type and name, with these parts; those that have no parts are themselves. */
export function nodeLike(node: TermNode, parts: readonly TermNode[]): TermNode {
  const first = parts[0] as Term;
  const second = parts[1] as Term;
  switch (node.kind) {
    case "integer":
    case "float":
    case "variable":
    case "address":
    case "true":
    case "false":
      return node;
    case "negate":
      return negate(first);
    case "wrap":
      return wrap(first, node.type, node.reason);
    case "fnegate":
      return floatNegate(first, node.type);
    case "intToFloat":
      return intToFloat(first, node.type);
    case "floatToInt":
      return floatToInt(first, node.type);
    case "floatToFloat":
      return floatToFloat(first, node.type);
    case "not":
      return not(parts[0] as Formula);
    case "ite":
      return ite(parts[0] as Formula, second, parts[2] as Term);
    case "apply":
      return apply(node.name, parts as readonly Term[], node.type);
    case "select":
      return select(first, second);
    case "store":
      return store(first, second, parts[2] as Term);
    case "and":
      return and(parts as readonly Formula[]);
    case "or":
      return or(parts as readonly Formula[]);
    case "add":
      return add(first, second);
    case "subtract":
      return subtract(first, second);
    case "multiply":
      return multiply(first, second);
    case "divide":
      return divide(first, second);
    case "remainder":
      return remainder(first, second);
    case "bitand":
    case "bitor":
    case "bitxor":
    case "shiftleft":
    case "shiftright":
      return bits(node.kind, first, second);
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
      return floatBinary(node.kind, first, second, node.type);
    case "eq":
      return eq(first, second);
    case "lt":
      return lt(first, second);
    case "le":
      return le(first, second);
    case "feq":
    case "flt":
    case "fle":
      return floatComparison(node.kind, first, second);
  }
}

/**
 * Rebuilds a node bottom-up: `change` gets each node with its parts already rebuilt, and the node as it was, and answers what
 * stands for it, of the same sort. A node may fold into one of its parts, which has been changed already. The memo holds results for the original nodes and may be shared by calls with the same `change`.
 */
export function rewrite<N extends TermNode>(
  root: N,
  change: (node: TermNode, original: TermNode) => TermNode,
  memo: Map<TermNode, TermNode> = new Map(),
): N {
  const stack: TermNode[] = [root];
  const opened = new Set<TermNode>();
  while (stack.length > 0) {
    const node = stack[stack.length - 1] as TermNode;
    if (memo.has(node)) {
      stack.pop();
      continue;
    }
    const parts = children(node);
    if (parts.length > 0 && !opened.has(node)) {
      opened.add(node);
      for (const part of parts) if (!memo.has(part)) stack.push(part);
      continue;
    }
    stack.pop();
    count(VISIT_WORK);
    const rebuilt =
      parts.length === 0
        ? node
        : withChildren(
            node,
            parts.map((part) => memo.get(part) as TermNode),
          );
    memo.set(node, change(rebuilt, node));
  }
  return memo.get(root) as N;
}

/** Simultaneous substitution of terms for variables. The memo may be shared by calls with the same replacement. */
export function substitute<N extends TermNode>(
  root: N,
  replacement: ReadonlyMap<Variable, Term> | ((variable: Variable) => Term | undefined),
  memo: Map<TermNode, TermNode> = new Map(),
): N {
  const find = typeof replacement === "function" ? replacement : (of: Variable) => replacement.get(of);
  // A replacement is not looked into again, also where all that stood around it has folded away.
  const change = (node: TermNode, original: TermNode) =>
    original.kind === "variable" ? (find(original.variable) ?? node) : node;
  return rewrite(root, change, memo);
}
