/**
 * Constant evaluation with C's semantics (C11 6.6) over typed expressions: integers as bigint in the range of their
 * type, floats as numbers rounded to their format. A pointer evaluates to its address where that is a plain number,
 * which makes the `(size_t)&((struct S *)0)->m` idiom a constant; addresses of objects have no value here, but
 * `isStaticInitialiser` knows them as what a static object may start from. Long operator chains lean left, so the
 * left spine is walked in a loop.
 */
import type { Expression } from "./ast.ts";
import { bitsOf, integerOf, isInteger, wrapInteger } from "./type-operations.ts";
import type { CType, DataModel } from "./types.ts";

export type Constant = bigint | number;

/** The value of a constant expression; undefined where it is not one (or divides by zero). */
export function evaluate(expression: Expression, model: DataModel): Constant | undefined {
  const spine: (Expression & { kind: "binary" | "comparison" | "logical" | "comma" })[] = [];
  let at = expression;
  while (at.kind === "binary" || at.kind === "comparison" || at.kind === "logical") {
    spine.push(at);
    at = at.left;
  }
  let value = evaluateLeaf(at, model);
  for (let index = spine.length - 1; index >= 0; index -= 1) {
    if (value === undefined) return undefined;
    value = applyOperator(spine[index] as Expression, value, model);
  }
  return value;
}

/** The value of an integer constant expression. */
export function evaluateInteger(expression: Expression, model: DataModel): bigint | undefined {
  if (expression.kind === "integer-constant") return expression.value;
  const value = evaluate(expression, model);
  return typeof value === "bigint" ? value : undefined;
}

function evaluateLeaf(expression: Expression, model: DataModel): Constant | undefined {
  switch (expression.kind) {
    case "integer-constant":
    case "floating-constant":
      return expression.value;
    case "convert":
      return evaluateConversion(expression, model);
    case "unary": {
      const operand = evaluate(expression.operand, model);
      return operand === undefined ? undefined : applyUnary(expression.operator, operand, expression.type, model);
    }
    case "conditional":
      return evaluateConditional(expression, model);
    case "address-of":
      return addressOf(expression.operand, model);
    case "pointer-add": {
      const pointer = evaluate(expression.pointer, model);
      const index = evaluate(expression.index, model);
      if (typeof pointer !== "bigint" || typeof index !== "bigint" || expression.scaleExpression) return undefined;
      const step = index * BigInt(expression.scale);
      return BigInt.asUintN(model.pointerBytes * 8, expression.operator === "+" ? pointer + step : pointer - step);
    }
    case "pointer-difference": {
      const left = evaluate(expression.left, model);
      const right = evaluate(expression.right, model);
      if (typeof left !== "bigint" || typeof right !== "bigint" || expression.scale === 0) return undefined;
      return wrapTo(
        BigInt.asIntN(model.pointerBytes * 8, left - right) / BigInt(expression.scale),
        expression.type,
        model,
      );
    }
    default:
      return undefined;
  }
}

function evaluateConditional(expression: Expression & { kind: "conditional" }, model: DataModel): Constant | undefined {
  const condition = evaluate(expression.condition, model);
  if (condition === undefined) return undefined;
  if (!isTrue(condition)) return evaluate(expression.otherwise, model);
  return expression.then === undefined ? condition : evaluate(expression.then, model);
}

/** The address of an lvalue that hangs on a constant pointer. */
function addressOf(lvalue: Expression, model: DataModel): bigint | undefined {
  let offset = 0n;
  let at = lvalue;
  while (at.kind === "member") {
    offset += BigInt(at.offset);
    at = at.object;
  }
  if (at.kind !== "dereference") return undefined;
  const base = evaluate(at.operand, model);
  return typeof base === "bigint" ? BigInt.asUintN(model.pointerBytes * 8, base + offset) : undefined;
}

function evaluateConversion(expression: Expression & { kind: "convert" }, model: DataModel): Constant | undefined {
  if (expression.conversion === "array") return addressOf(expression.operand, model);
  if (expression.conversion !== "value" && expression.conversion !== "same") return undefined;
  const operand = evaluate(expression.operand, model);
  return operand === undefined ? undefined : convertConstant(operand, expression.type, model);
}

/** What a constant becomes in another scalar type; undefined where C leaves it undefined. */
export function convertConstant(value: Constant, to: CType, model: DataModel): Constant | undefined {
  if (to.kind === "floating") {
    const real = Number(value);
    return to.rank === "float" ? Math.fround(real) : real;
  }
  if (to.kind === "pointer") {
    return typeof value === "bigint" ? BigInt.asUintN(model.pointerBytes * 8, value) : undefined;
  }
  if (!isInteger(to)) return undefined;
  if (typeof value === "bigint") return wrapInteger(value, to, model);
  if (integerOf(to).rank === "bool") return value !== 0 ? 1n : 0n;
  if (!Number.isFinite(value)) return undefined;
  const truncated = BigInt(Math.trunc(value));
  return wrapInteger(truncated, to, model) === truncated ? truncated : undefined;
}

function isTrue(value: Constant): boolean {
  return typeof value === "bigint" ? value !== 0n : value !== 0;
}

function truth(value: boolean): bigint {
  return value ? 1n : 0n;
}

function applyUnary(operator: "-" | "~" | "!", value: Constant, type: CType, model: DataModel): Constant | undefined {
  if (operator === "!") return truth(!isTrue(value));
  if (typeof value === "number") return operator === "-" ? -value : undefined;
  return wrapTo(operator === "-" ? -value : ~value, type, model);
}

function wrapTo(value: bigint, type: CType, model: DataModel): bigint | undefined {
  return isInteger(type) ? wrapInteger(value, type, model) : undefined;
}

function applyOperator(expression: Expression, left: Constant, model: DataModel): Constant | undefined {
  if (expression.kind === "logical") {
    if (isTrue(left) === (expression.operator === "||")) return truth(isTrue(left));
    const right = evaluate(expression.right, model);
    return right === undefined ? undefined : truth(isTrue(right));
  }
  if (expression.kind !== "binary" && expression.kind !== "comparison") return undefined;
  const right = evaluate(expression.right, model);
  if (right === undefined) return undefined;
  if (expression.kind === "comparison") return applyComparison(expression.operator, left, right);
  if (typeof left === "number" || typeof right === "number") {
    const real = applyReal(expression.operator, Number(left), Number(right));
    return real === undefined ? undefined : convertConstant(real, expression.type, model);
  }
  const { type } = expression.left;
  const exact = applyInteger(expression.operator, left, right, isInteger(type) ? bitsOf(type, model) : 0);
  return exact === undefined ? undefined : wrapTo(exact, expression.type, model);
}

export function applyComparison(operator: string, left: Constant, right: Constant): bigint {
  switch (operator) {
    case "==":
      return truth(left === right);
    case "!=":
      return truth(left !== right);
    case "<":
      return truth(left < right);
    case "<=":
      return truth(left <= right);
    case ">":
      return truth(left > right);
    default:
      return truth(left >= right);
  }
}

function applyReal(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    default:
      return undefined;
  }
}

/** @param bits the width of the left operand, which a shift may not exceed. */
export function applyInteger(operator: string, left: bigint, right: bigint, bits: number): bigint | undefined {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0n ? undefined : left / right;
    case "%":
      return right === 0n ? undefined : left % right;
    case "&":
      return left & right;
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    default:
      if (right < 0n || right >= BigInt(bits)) return undefined;
      return operator === "<<" ? left << right : left >> right;
  }
}

// --- What a static object may start from --------------------------------------------------------------------------

/** C11 6.6p7 as gcc reads it: arithmetic constants, addresses of static storage, and sums of the two. */
export function isStaticInitialiser(expression: Expression, model: DataModel): boolean {
  let at = expression;
  // The left spine of an operator chain has been evaluated with its top; evaluating it again would be quadratic.
  let spine = false;
  for (;;) {
    if (!spine && evaluate(at, model) !== undefined) return true;
    spine = false;
    switch (at.kind) {
      case "label-address":
      case "string":
        return true;
      case "address-of":
        return isStaticLvalue(at.operand, model);
      case "function":
        return true;
      case "convert":
        if (at.conversion === "array") return isStaticLvalue(at.operand, model);
        if (at.conversion === "function") return true;
        if (at.conversion === "lvalue") return isConstantObject(at.operand);
        at = at.operand;
        continue;
      case "pointer-add":
        if (!isStaticInitialiser(at.index, model)) return false;
        at = at.pointer;
        continue;
      case "unary":
        at = at.operand;
        continue;
      case "binary":
      case "comparison":
      case "logical":
      case "pointer-difference":
        if (!isStaticInitialiser(at.right, model)) return false;
        if (dividesByZero(at, model)) return false;
        at = at.left;
        spine = at.kind === "binary" || at.kind === "comparison" || at.kind === "logical";
        continue;
      case "conditional": {
        const condition = evaluate(at.condition, model);
        if (condition === undefined && !isStaticInitialiser(at.condition, model)) return false;
        if (at.then !== undefined && condition !== 0n && !isStaticInitialiser(at.then, model)) return false;
        if (condition !== undefined && isTrue(condition)) return true;
        at = at.otherwise;
        continue;
      }
      default:
        return false;
    }
  }
}

function dividesByZero(expression: Expression, model: DataModel): boolean {
  if (expression.kind !== "binary" || (expression.operator !== "/" && expression.operator !== "%")) return false;
  return evaluate(expression.right, model) === 0n;
}

function isStaticLvalue(lvalue: Expression, model: DataModel): boolean {
  let at = lvalue;
  for (;;) {
    switch (at.kind) {
      case "string":
      case "function":
        return true;
      case "object":
      case "compound-literal":
        return at.declaration.storage === "static" || at.declaration.storage === "extern";
      case "member":
        at = at.object;
        continue;
      case "dereference":
        return isStaticInitialiser(at.operand, model);
      default:
        return false;
    }
  }
}

/** gcc lets a `const` object with a constant initialiser stand for its value. */
function isConstantObject(lvalue: Expression): boolean {
  if (lvalue.kind !== "object" && lvalue.kind !== "compound-literal") return false;
  const { declaration } = lvalue;
  if (lvalue.kind === "compound-literal") return declaration.storage === "static";
  return (
    declaration.type.const === true && declaration.type.volatile === undefined && declaration.initialiser !== undefined
  );
}
