/** Features of a program for people. */

import { PROPERTIES } from "../model/properties.ts";
import type { Features } from "../model/view/features.ts";
import { counted } from "../util/counted.ts";

/** A line a subject; what is not there is not told. */
export function featureLines(features: Features): readonly string[] {
  const { operations, arrays, widths, properties } = features;
  const isAsked = ({ name }: (typeof PROPERTIES)[number]) => properties.includes(name);
  const rows: readonly (readonly [string, readonly (string | false)[]])[] = [
    ["question", [...PROPERTIES.filter(isAsked).map(({ check }) => check), counted(features.checks, "place")]],
    [
      "size",
      [
        features.seen === "part" && "more than is looked at: of a part",
        counted(features.locations, "location"),
        counted(features.edges, "edge"),
        `${counted(features.variables, "variable")}${widths.length === 0 ? "" : ` (${widths.join(", ")} bits)`}`,
        some(features.inputs, "input"),
      ],
    ],
    ["loops", [features.loops === 0 ? "none" : String(features.loops), nested(features.nesting)]],
    [
      "arithmetic",
      [
        operations.products === 0 && operations.bits === 0 && operations.floats === 0 && "linear",
        some(operations.products, "product or quotient of values", "products and quotients of values"),
        some(operations.divisions, "division by a constant", "divisions by constants"),
        some(operations.bits, "bit operation"),
        some(operations.wraps, "wrap"),
        some(operations.floats, "operation on floats", "operations on floats"),
        some(operations.uninterpreted, "function that is not interpreted", "functions that are not interpreted"),
      ],
    ],
    [
      "memory",
      [
        some(arrays.count, "array"),
        some(arrays.reads, "element read", "elements read"),
        some(arrays.writes, "element written", "elements written"),
        some(features.allocations, "allocation"),
      ],
    ],
    [
      "calls",
      [
        some(features.recursive, "recursive function"),
        some(features.indirectCalls, "call by pointer", "calls by pointer"),
      ],
    ],
    ["imprecise", [some(features.overApproximations, "place")]],
  ];
  return rows.flatMap(([subject, parts]) => {
    const told = parts.filter((part) => part !== false);
    return told.length === 0 ? [] : [`  ${subject.padEnd(12)}${told.join(", ")}`];
  });
}

function some(count: number, one: string, many?: string): string | false {
  if (count === 0) return false;
  return many === undefined ? counted(count, one) : `${count} ${count === 1 ? one : many}`;
}

function nested(depth: number): string | false {
  return depth > 1 && `${depth} within each other`;
}
