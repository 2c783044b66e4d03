/**
 * The functions of the theories Core, Ints and Reals_Ints, as far as they are linear. Integer division and remainder are
 * Euclidean in SMT-LIB (0 <= mod < |divisor|) and truncate in `logic`; the ones are written with the others.
 */
import { and, divide, type Formula, integer, ite, lt, not, or, subtract, type Term } from "../../logic/term.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import * as rational from "../../numbers/rational.ts";
import type { Definitions } from "./definitions.ts";
import { type Position, SmtLibError } from "./lexer.ts";
import {
  type BoolValue,
  bool,
  compare,
  constantNumber,
  constantOf,
  equality,
  type NumberValue,
  number,
  opposite,
  productOf,
  scaledBy,
  sum,
  type Value,
} from "./value.ts";

/** The operands, with checks that fail at the position of the application. */
interface Application {
  readonly name: string;
  readonly operands: readonly Value[];
  readonly position: Position;
  readonly definitions: Definitions;
}

type Operator = (application: Application) => Value;

function formulas({ name, operands, position }: Application, least = 1): Formula[] {
  if (operands.length < least) throw new SmtLibError(`${name} should have at least ${least} operands`, position);
  return operands.map((operand) => {
    if (operand.sort !== "Bool") throw new SmtLibError(`operands of ${name} should be Bool`, position);
    return operand.formula;
  });
}

function numbers({ name, operands, position }: Application, least = 1, most = Infinity): NumberValue[] {
  if (operands.length < least || operands.length > most)
    throw new SmtLibError(`wrong number of operands for ${name}: ${operands.length}`, position);
  return operands.map((operand) => {
    if (operand.sort === "Bool") throw new SmtLibError(`operands of ${name} should be numbers`, position);
    return operand;
  });
}

/** Each operand compared with the next. */
function chain(kind: "le" | "lt", order: "ascending" | "descending"): Operator {
  return (application) => {
    const list = numbers(application, 2);
    const links = list.slice(1).map((next, i) => {
      const [a, b] = order === "ascending" ? [list[i]!, next] : [next, list[i]!];
      return compare(kind, a, b);
    });
    return bool(and(links));
  };
}

function equal(a: Value, b: Value, { name, position }: Application): Formula {
  const formula = equality(a, b);
  if (formula === undefined) throw new SmtLibError(`operands of ${name} should have one sort`, position);
  return formula;
}

function pairs(application: Application): readonly Value[] {
  const { name, operands, position } = application;
  if (operands.length < 2) throw new SmtLibError(`${name} should have at least 2 operands`, position);
  return operands;
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  not: (application) => {
    const list = formulas(application);
    if (list.length !== 1) throw new SmtLibError("not should have one operand", application.position);
    return bool(not(list[0]!));
  },
  and: (application) => bool(and(formulas(application))),
  or: (application) => bool(or(formulas(application))),
  "=>": (application) => {
    const list = formulas(application, 2);
    return bool(or([...list.slice(0, -1).map(not), list[list.length - 1]!]));
  },
  xor: (application) => {
    const list = formulas(application, 2).map(bool);
    return list.reduce((a, b): BoolValue => bool(not(equality(a, b)!)));
  },
  "=": (application) => {
    const operands = pairs(application);
    return bool(and(operands.slice(1).map((next, i) => equal(operands[i]!, next, application))));
  },
  distinct: (application) => {
    const operands = pairs(application);
    return bool(and(operands.flatMap((a, i) => operands.slice(i + 1).map((b) => not(equal(a, b, application))))));
  },
  ite: ({ operands, position, definitions }) => {
    const [condition, then, otherwise] = operands;
    if (operands.length !== 3 || condition?.sort !== "Bool")
      throw new SmtLibError("ite should have a Bool and two further operands", position);
    const value = definitions.choice(condition.formula, then!, otherwise!);
    if (value === undefined) throw new SmtLibError("the branches of ite should have one sort", position);
    return value;
  },
  "+": (application) => numbers(application).reduce(sum),
  "-": (application) => {
    const [first, ...rest] = numbers(application);
    return rest.length === 0 ? opposite(first!) : rest.reduce((value, next) => sum(value, opposite(next)), first!);
  },
  "*": (application) => numbers(application).reduce(productOf),
  "/": (application) => {
    const [first, ...rest] = numbers(application, 2);
    return rest.reduce((value, by): NumberValue => {
      const divisor = constantOf(by);
      if (divisor === undefined || divisor === 0)
        throw new SmtLibError("the divisor should be a constant other than 0", application.position);
      return { ...scaledBy(rational.inverse(divisor), value), sort: "Real" };
    }, first!);
  },
  div: (application) => number("Int", euclidean(application).quotient),
  mod: (application) => number("Int", euclidean(application).remainder),
  abs: (application) => {
    const [operand] = numbers(application, 1, 1);
    const negative = compare("lt", operand!, constantNumber(0, "Int"));
    return application.definitions.choice(negative, opposite(operand!), operand!)!;
  },
  "<=": chain("le", "ascending"),
  "<": chain("lt", "ascending"),
  ">=": chain("le", "descending"),
  ">": chain("lt", "descending"),
  to_real: (application) => ({ ...numbers(application, 1, 1)[0]!, sort: "Real" }),
  to_int: (application) => application.definitions.floor(numbers(application, 1, 1)[0]!),
  is_int: (application) => {
    const [operand] = numbers(application, 1, 1);
    return bool(compare("eq", operand!, application.definitions.floor(operand!)));
  },
};

export function operatorNamed(name: string): Operator | undefined {
  return Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
}

function euclidean(application: Application): { quotient: Term; remainder: Term } {
  const { name, position } = application;
  const [dividend, by] = numbers(application, 2, 2);
  const divisor = constantOf(by!);
  if (divisor === undefined || !rational.isInteger(divisor) || divisor === 0)
    throw new SmtLibError(`the divisor of ${name} should be an integer constant other than 0`, position);
  if (dividend!.sort !== "Int") throw new SmtLibError(`operands of ${name} should be Int`, position);
  return euclideanDivision(dividend!.term, divisor);
}

function euclideanDivision(dividend: Term, divisor: Int): { quotient: Term; remainder: Term } {
  const size = int.absolute(divisor);
  if (dividend.kind === "integer") {
    const floor = int.divideFloor(dividend.value, size);
    return {
      quotient: integer(divisor < 0 ? int.negate(floor) : floor),
      remainder: integer(int.modulo(dividend.value, size)),
    };
  }
  // Truncation rounds down once a negative dividend is moved down by all but one of the divisor.
  const moved = subtract(dividend, ite(lt(dividend, integer(0)), integer(int.subtract(size, 1)), integer(0)));
  const floor = number("Int", divide(moved, integer(size)));
  const quotient = (divisor < 0 ? opposite(floor) : floor).term;
  const remainder = sum(number("Int", dividend), scaledBy(int.negate(size), floor)).term;
  return { quotient, remainder };
}
