/** The programs of the menu. Those of `examples/` at the top of the repository are the same files. */
import bankTransfer from "../examples/bank-transfer.c";
import lockProtocol from "../examples/lock-protocol.c";
import ringBuffer from "../examples/ring-buffer.c";
import saturatingCounter from "../examples/saturating-counter.c";
import stringScan from "../examples/string-scan.c";
import absoluteValue from "./examples/absolute-value.c";
import average from "./examples/average.c";
import averageOfTwo from "./examples/average-of-two.c";
import binarySearch from "./examples/binary-search.c";
import collatz from "./examples/collatz.c";
import copyString from "./examples/copy-string.c";
import evenOdd from "./examples/even-odd.c";
import freeList from "./examples/free-list.c";
import matrix from "./examples/matrix.c";
import microseconds from "./examples/microseconds.c";
import narrowDoor from "./examples/narrow-door.c";
import tenCents from "./examples/ten-cents.c";
import tokenBuffer from "./examples/token-buffer.c";
import twoCounters from "./examples/two-counters.c";
import uninitialised from "./examples/uninitialised.c";
import type { Options } from "./options.ts";

export interface Example {
  /** In addresses. */
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly text: string;
  readonly options?: Partial<Options>;
}

const BROKEN: readonly Omit<Example, "group">[] = [
  { name: "bank-transfer", title: "Bank transfer", text: bankTransfer },
  { name: "binary-search", title: "Binary search", text: binarySearch, options: { checks: ["overflow"] } },
  { name: "token-buffer", title: "Token buffer", text: tokenBuffer, options: { checks: ["memory"] } },
  { name: "free-list", title: "Freeing a list", text: freeList, options: { checks: ["memory"] } },
  { name: "average", title: "Average of a week", text: average, options: { checks: ["div-zero"] } },
  { name: "uninitialised", title: "Largest of none", text: uninitialised, options: { checks: ["uninitialised"] } },
  { name: "absolute-value", title: "Absolute value", text: absoluteValue },
  { name: "narrow-door", title: "Narrow door", text: narrowDoor },
  { name: "ten-cents", title: "Ten cents", text: tenCents },
  { name: "microseconds-32", title: "Microseconds, 32 bits", text: microseconds, options: { bits: 32 } },
];

const PROVED: readonly Omit<Example, "group">[] = [
  { name: "ring-buffer", title: "Ring buffer", text: ringBuffer },
  { name: "saturating-counter", title: "Saturating counter", text: saturatingCounter },
  { name: "lock-protocol", title: "Lock protocol", text: lockProtocol },
  { name: "two-counters", title: "Two counters, in pictures", text: twoCounters, options: { engine: "dagger" } },
  { name: "average-of-two", title: "Average of two, by bits", text: averageOfTwo },
  { name: "microseconds", title: "Microseconds, 64 bits", text: microseconds },
  { name: "matrix", title: "Matrix in an array", text: matrix, options: { checks: ["memory"] } },
  { name: "copy-string", title: "Copy of a string", text: copyString, options: { checks: ["assert", "memory"] } },
  { name: "even-odd", title: "Even and odd", text: evenOdd },
  { name: "string-scan", title: "String scan", text: stringScan },
];

const OPEN: readonly Omit<Example, "group">[] = [{ name: "collatz", title: "Collatz", text: collatz }];

export const EXAMPLES: readonly Example[] = [
  ...BROKEN.map((example) => ({ ...example, group: "Broken" })),
  ...PROVED.map((example) => ({ ...example, group: "Proved" })),
  ...OPEN.map((example) => ({ ...example, group: "Open" })),
];
