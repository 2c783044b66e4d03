/**
 * What evaluating an expression may change. Operands are evaluated one after the other; a term built for an earlier
 * operand reads its variables only when the whole expression's edge is taken, so it has to be saved first where a later
 * operand may change one of them.
 */
import type { Expression } from "../../c/ast.ts";
import type { Term } from "../../logic/term.ts";
import { forEachNode } from "../../logic/visit.ts";

/** Bits: calls may change globals, assignments may change anything that has a name. */
export type Effects = number;
export const NO_EFFECTS: Effects = 0;
const CALLS: Effects = 1;
const ASSIGNS: Effects = 2;
export const ALL_EFFECTS: Effects = CALLS | ASSIGNS;
/** Not an effect: there is a comma under operators only, which gcc moves out of them. */
const COMMA: Effects = 4;
/** Nor is this: there is a statement expression, which may jump. */
const STATEMENTS: Effects = 8;

const known = new WeakMap<Expression, Effects>();

export function effectsOf(root: Expression): Effects {
  return everythingOf(root) & (CALLS | ASSIGNS);
}

export function mayAssign(root: Expression): boolean {
  return (everythingOf(root) & ASSIGNS) !== 0;
}

export function containsComma(root: Expression): boolean {
  return (everythingOf(root) & COMMA) !== 0;
}

export function containsStatements(root: Expression): boolean {
  return (everythingOf(root) & STATEMENTS) !== 0;
}

/** Iterative, and each expression is looked at once however often it is asked about. */
function everythingOf(root: Expression): Effects {
  if (isLeaf(root)) return NO_EFFECTS;
  const stack = [root];
  while (stack.length > 0) {
    const expression = stack[stack.length - 1] as Expression;
    if (known.has(expression)) {
      stack.pop();
      continue;
    }
    let effects = ownEffects(expression);
    const waiting = stack.length;
    for (const part of operandsOf(expression)) {
      if (isLeaf(part)) continue;
      const found = known.get(part);
      if (found === undefined) stack.push(part);
      else effects |= found;
    }
    if (stack.length > waiting) continue;
    stack.pop();
    known.set(expression, letsCommasOut(expression) ? effects : effects & ~COMMA);
  }
  return known.get(root) as Effects;
}

export function isLeaf(expression: Expression): boolean {
  switch (expression.kind) {
    case "integer-constant":
    case "floating-constant":
    case "string":
    case "object":
    case "function":
    case "label-address":
      return true;
    case "convert":
      return expression.conversion !== "void" && isPlainOperand(expression.operand);
    default:
      return false;
  }
}

function isPlainOperand(expression: Expression): boolean {
  return expression.kind === "object" || expression.kind === "integer-constant" || expression.kind === "function";
}

function ownEffects(expression: Expression): Effects {
  switch (expression.kind) {
    case "assign":
    case "compound-assign":
    case "increment":
      return ASSIGNS;
    case "call":
      return CALLS;
    case "comma":
      return COMMA;
    // A statement expression can do anything; the others hide a call or an initialisation.
    case "statement-expression":
      return CALLS | ASSIGNS | STATEMENTS;
    case "variadic":
    case "compound-literal":
    case "sizeof-variable":
      return CALLS | ASSIGNS;
    default:
      return NO_EFFECTS;
  }
}

/** gcc moves commas out of operators and conversions. */
function letsCommasOut(expression: Expression): boolean {
  switch (expression.kind) {
    case "comma":
    case "unary":
    case "binary":
    case "comparison":
    case "pointer-add":
    case "pointer-difference":
      return true;
    case "convert":
      return expression.conversion === "value";
    default:
      return false;
  }
}

/** The direct operands of an expression that are evaluated with it. */
export function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "unary":
    case "address-of":
    case "dereference":
    case "convert":
      return [expression.operand];
    case "binary":
    case "comparison":
    case "pointer-difference":
    case "logical":
    case "comma":
      return [expression.left, expression.right];
    case "pointer-add":
      return expression.scaleExpression === undefined
        ? [expression.pointer, expression.index]
        : [expression.pointer, expression.index, expression.scaleExpression];
    case "conditional":
      return expression.then === undefined
        ? [expression.condition, expression.otherwise]
        : [expression.condition, expression.then, expression.otherwise];
    case "assign":
    case "compound-assign":
      return [expression.target, expression.value];
    case "increment":
      return [expression.target];
    case "call":
      return [expression.callee, ...expression.arguments];
    case "member":
      return [expression.object];
    default:
      return [];
  }
}

/** Whether the effects may change the value that the term has now. */
export function mayChange(term: Term, effects: Effects): boolean {
  if (effects === NO_EFFECTS || term.kind === "integer" || term.kind === "address") return false;
  let changes = false;
  forEachNode(term, (node) => {
    if (node.kind !== "variable" || node.variable.role === "temporary") return;
    // No callee can reach a local: its address is never taken.
    if (node.variable.role === "global" || (effects & ASSIGNS) !== 0) changes = true;
  });
  return changes;
}
