/**
 * What the types of variables say about a linear expression: the interval of its values. It is syntactic and cheap, and
 * enough to see that most wraps are the identity and most of the others need a case split of two or three.
 */
import type { LinearExpression } from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import { highest, lowest, type ValueType } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";

/** undefined is no bound. */
export interface Interval {
  readonly low: Int | undefined;
  readonly high: Int | undefined;
}

export const ANY: Interval = { low: undefined, high: undefined };

export function between(low: Int | undefined, high: Int | undefined): Interval {
  return { low, high };
}

export function typeInterval(type: ValueType): Interval {
  return type.kind === "int" || type.kind === "pointer" ? between(lowest(type), highest(type)) : ANY;
}

export function expressionInterval(of: LinearExpression, intervalOf: (of: Variable) => Interval): Interval {
  let low: Int | undefined = of.constant;
  let high: Int | undefined = of.constant;
  of.variables.forEach((each, i) => {
    const { low: l, high: h } = scaled(intervalOf(each), of.coefficients[i]!);
    low = low === undefined || l === undefined ? undefined : int.add(low, l);
    high = high === undefined || h === undefined ? undefined : int.add(high, h);
  });
  return { low, high };
}

function scaled({ low, high }: Interval, by: Int): Interval {
  const times = (bound: Int | undefined): Int | undefined =>
    bound === undefined ? undefined : int.multiply(bound, by);
  return by >= 0 ? between(times(low), times(high)) : between(times(high), times(low));
}

export function includes(outer: Interval, inner: Interval): boolean {
  return (
    (outer.low === undefined || (inner.low !== undefined && outer.low <= inner.low)) &&
    (outer.high === undefined || (inner.high !== undefined && inner.high <= outer.high))
  );
}

export function join(a: Interval, b: Interval): Interval {
  return between(
    a.low === undefined || b.low === undefined ? undefined : int.min(a.low, b.low),
    a.high === undefined || b.high === undefined ? undefined : int.max(a.high, b.high),
  );
}

/** The integers of the interval where there are at most `limit` of them. */
export function values({ low, high }: Interval, limit: number): Int[] | undefined {
  if (low === undefined || high === undefined || int.subtract(high, low) >= limit) return undefined;
  const list: Int[] = [];
  for (let value = low; value <= high; value = int.add(value, 1)) list.push(value);
  return list;
}

export function product(a: Interval, b: Interval): Interval {
  if (a.low === undefined || a.high === undefined || b.low === undefined || b.high === undefined) {
    const positive = a.low !== undefined && a.low >= 0 && b.low !== undefined && b.low >= 0;
    return positive ? between(int.multiply(a.low, b.low), undefined) : ANY;
  }
  const corners = [a.low, a.high].flatMap((x) => [b.low!, b.high!].map((y) => int.multiply(x, y)));
  return between(corners.reduce(int.min), corners.reduce(int.max));
}

/** The least interval -2^k .. 2^k - 1, or 0 .. 2^k - 1 where both are non-negative, that holds both: no bit operation leaves it. */
export function bitClosure(a: Interval, b: Interval): Interval {
  const { low, high } = join(a, b);
  if (low === undefined || high === undefined) return low !== undefined && low >= 0 ? between(0, undefined) : ANY;
  let power: Int = 1;
  while (power <= high || int.negate(power) > low) power = int.multiply(power, 2);
  return between(low >= 0 ? 0 : int.negate(power), int.subtract(power, 1));
}
