/** Comparisons of ACSL's terms: of numbers exactly, of pointers and floating-point numbers as in C. */
import type { Expression } from "../ast.ts";
import { DOUBLE, INT, isArithmetic, showType, VOID_POINTER } from "../type-operations.ts";
import type { Numbers } from "./acsl-numbers.ts";
import { around, type Fact, type Numeric, type Truth, truth, type Value } from "./acsl-values.ts";
import { cast, convertScalar, integerConstant, rvalue } from "./conversions.ts";
import { binary } from "./operators.ts";

/** Whole numbers up to here are floating-point numbers. */
const EXACT = 1n << 53n;

export function compare(numbers: Numbers, operator: string, left: Value, right: Value): Truth {
  const session = numbers.session;
  if (left.kind === "truth" || right.kind === "truth")
    return session.fail("a predicate cannot be compared: '<==>' says that two hold together", right.expression);
  if (left.kind === "number" && right.kind === "number") {
    const type = numbers.typeFor(around(left, right), right.expression);
    const expression = binary(session, operator, numbers.as(left, type), numbers.as(right, type));
    return { kind: "truth", expression, facts: [...factsOf(numbers, operator, left, right)] };
  }
  return truth(binary(session, operator, comparable(numbers, left, right), comparable(numbers, right, left)));
}

function* factsOf(numbers: Numbers, operator: string, left: Numeric, right: Numeric): Iterable<Fact> {
  const turned: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
  for (const [one, other, said] of [
    [left, right, operator],
    [right, left, turned[operator] ?? operator],
  ] as const) {
    const index = numbers.indexOf(one.expression);
    if (index === undefined) continue;
    if (said === "<" || said === "<=") yield { index, high: other.high - (said === "<" ? 1n : 0n) };
    else if (said === ">" || said === ">=") yield { index, low: other.low + (said === ">" ? 1n : 0n) };
  }
}

/** Pointers with each other and with 0; floating-point numbers as C has them, with numbers that are exact among them. */
function comparable(numbers: Numbers, value: Value, other: Value): Expression {
  const session = numbers.session;
  if (value.kind === "other") {
    const read = rvalue(session, value.expression);
    if (read.type.kind !== "pointer" && !isArithmetic(read.type))
      return session.fail(`'${showType(read.type)}' cannot be compared`, value.expression);
    return read;
  }
  const against = rvalue(session, other.expression).type;
  if (against.kind === "pointer" && value.kind === "number" && value.low === 0n && value.high === 0n)
    return cast(session, integerConstant(0n, INT, value.expression), VOID_POINTER, value.expression);
  if (against.kind === "floating" && value.kind === "number" && -EXACT <= value.low && value.high <= EXACT)
    return convertScalar(session, numbers.read(value.expression), DOUBLE);
  return session.fail(`this cannot be compared with '${showType(against)}'`, value.expression);
}
