/**
 * From Z3's terms back to formulas: what Spacer answers with. Linear arithmetic and Boolean connectives; the bound variable k is the k-th parameter. Operators are told by name, which does not depend on the
 * version as their numbers do. undefined: something else is in it.
 */
import {
  addScaled,
  constantExpression,
  constraintFormula,
  type LinearExpression,
  linearConstraint,
  scale,
  variableExpression,
} from "../../logic/linear.ts";
import { and, FALSE, type Formula, not, or, TRUE, type Variable } from "../../logic/term.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { fromBig } from "../../numbers/int.ts";
import { isSet } from "../fresh.ts";
import type { Ast, Z3Context } from "./context.ts";
import { isBoolean } from "./sorts.ts";

/** Z3_ast_kind */
const NUMERAL = 0;
const APPLICATION = 1;
const BOUND = 2;

/** `form / denominator`, denominator > 0. */
interface Fractional {
  readonly form: LinearExpression;
  readonly denominator: Int;
}

type Read = Formula | Fractional | undefined;

export class FormulaReader {
  readonly #z3: Z3Context;
  readonly #parameters: readonly Variable[];
  readonly #known = new Map<Ast, Read>();

  constructor(z3: Z3Context, parameters: readonly Variable[]) {
    this.#z3 = z3;
    this.#parameters = parameters;
  }

  read(root: Ast): Formula | undefined {
    const stack: Ast[] = [root];
    while (stack.length > 0) {
      const ast = stack[stack.length - 1]!;
      if (this.#known.has(ast)) {
        stack.pop();
        continue;
      }
      const missing = this.#operands(ast).filter((operand) => !this.#known.has(operand));
      if (missing.length > 0) stack.push(...missing);
      else {
        this.#known.set(ast, this.#step(ast));
        stack.pop();
      }
    }
    const result = this.#known.get(root);
    return result !== undefined && "kind" in result ? result : undefined;
  }

  #operands(ast: Ast): Ast[] {
    const { raw, handle } = this.#z3;
    if (raw.Z3_get_ast_kind(handle, ast) !== APPLICATION) return [];
    return Array.from({ length: raw.Z3_get_app_num_args(handle, ast) }, (_, i) => raw.Z3_get_app_arg(handle, ast, i));
  }

  #step(ast: Ast): Read {
    const { raw, handle } = this.#z3;
    switch (raw.Z3_get_ast_kind(handle, ast)) {
      case NUMERAL:
        return numeral(raw.Z3_get_numeral_string(handle, ast));
      case BOUND: {
        const of = this.#parameters[raw.Z3_get_index_value(handle, ast)];
        if (of === undefined) return undefined;
        return isBoolean(of) ? isSet(of) : { form: variableExpression(of), denominator: 1 };
      }
      case APPLICATION: {
        const name = raw.Z3_get_symbol_string(handle, raw.Z3_get_decl_name(handle, raw.Z3_get_app_decl(handle, ast)));
        const operands = this.#operands(ast).map((operand) => this.#known.get(operand));
        const formulas = operands.filter((operand): operand is Formula => operand !== undefined && "kind" in operand);
        if (formulas.length === operands.length) return connective(name, formulas);
        const numbers = operands.filter((operand): operand is Fractional => operand !== undefined && "form" in operand);
        return numbers.length === operands.length ? arithmetic(name, numbers) : undefined;
      }
      default:
        return undefined;
    }
  }
}

function numeral(text: string): Fractional {
  const [above, below = "1"] = text.split("/");
  return { form: constantExpression(fromBig(BigInt(above!))), denominator: fromBig(BigInt(below)) };
}

function connective(name: string, operands: readonly Formula[]): Formula | undefined {
  const [first, second] = operands;
  switch (name) {
    case "true":
      return TRUE;
    case "false":
      return FALSE;
    case "and":
      return and(operands);
    case "or":
      return or(operands);
    case "not":
      return not(first!);
    case "=>":
      return or([not(first!), second!]);
    case "=":
    case "iff":
      return or([and([first!, second!]), and([not(first!), not(second!)])]);
    case "xor":
      return or([and([first!, not(second!)]), and([not(first!), second!])]);
    case "if":
    case "ite":
      return or([and([first!, second!]), and([not(first!), operands[2]!])]);
    default:
      return undefined;
  }
}

function arithmetic(name: string, operands: readonly Fractional[]): Read {
  const [first, second] = operands as [Fractional, Fractional];
  switch (name) {
    case "+":
      return operands.reduce((sum, operand) => combine(sum, 1, operand));
    case "-":
      if (operands.length === 1) return { form: scale(first.form, -1), denominator: first.denominator };
      return operands.reduce((sum, operand) => combine(sum, -1, operand));
    case "*":
      return operands.length === 2 ? product(first, second) : undefined;
    case "to_real":
      return first;
    case "=":
      return comparison("eq", first, second);
    case "<=":
      return comparison("le", first, second);
    case ">=":
      return comparison("le", second, first);
    case "<":
      return comparison("lt", first, second);
    case ">":
      return comparison("lt", second, first);
    default:
      return undefined;
  }
}

function combine(left: Fractional, sign: 1 | -1, right: Fractional): Fractional {
  const denominator = int.lcm(left.denominator, right.denominator);
  const a = scale(left.form, int.divideExact(denominator, left.denominator));
  const factor = int.divideExact(denominator, right.denominator);
  return { form: addScaled(a, int.multiply(sign, factor), right.form), denominator };
}

function product(left: Fractional, right: Fractional): Fractional | undefined {
  const [constant, other] = left.form.variables.length === 0 ? [left, right] : [right, left];
  if (constant.form.variables.length > 0) return undefined;
  const form = scale(other.form, constant.form.constant);
  return { form, denominator: int.multiply(left.denominator, right.denominator) };
}

function comparison(relation: "eq" | "le" | "lt", left: Fractional, right: Fractional): Formula {
  return constraintFormula(linearConstraint(relation, combine(left, -1, right).form));
}
