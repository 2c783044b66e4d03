/** Where the program computes with floats: an operation whose result a wider register could keep more digits of. */
import type { Program } from "../../cfa/cfa.ts";
import { termsOf } from "../../cfa/op-terms.ts";
import type { TermNode } from "../../logic/visit.ts";
import { forEachNode } from "../../logic/visit.ts";
import type { SourceRange } from "../../util/source.ts";

export function floatArithmetic(program: Program): readonly SourceRange[] {
  const ranges: SourceRange[] = [];
  for (const graph of [program.initialise, ...program.functions.values()]) {
    for (const edge of graph.edges) {
      if (termsOf(edge.op).some(computesWithFloats)) ranges.push(edge.range);
    }
  }
  return ranges;
}

function computesWithFloats(term: TermNode): boolean {
  let found = false;
  forEachNode(term, (node) => {
    found ||= isFloatOperation(node);
  });
  return found;
}

function isFloatOperation(node: TermNode): boolean {
  switch (node.kind) {
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
    case "intToFloat":
    case "floatToFloat":
    case "floatToInt":
    case "feq":
    case "flt":
    case "fle":
      return true;
    case "apply":
      return node.type.kind === "float";
    default:
      return false;
  }
}
