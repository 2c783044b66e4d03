/**
 * Calls through pointers of another type than the function has (C11 6.3.2.3p8): the model passes what fits and converts it,
 * where compilers pass registers that the function may not look at. Told wherever a pointer may point to such a function.
 */
import { calledByOwnType, type Program, type Signature } from "../../cfa/cfa.ts";
import type { ScalarType } from "../../logic/types.ts";
import { namesCalled, type PointsTo } from "../pointers/points-to.ts";
import type { Tell } from "./assumptions.ts";

export function tellCallTypes(program: Program, pointsTo: PointsTo, tell: Tell): void {
  for (const { edges } of pointsTo.functions) {
    for (const edge of edges) {
      const { op, range } = edge;
      if (op.kind !== "call" || op.callee.kind !== "indirect") continue;
      const { signature } = op.callee;
      for (const name of namesCalled(edge, pointsTo)) {
        const own = program.functions.get(name)?.signature;
        if (own !== undefined && !agree(own, signature, op.target !== undefined)) tell(calledByOwnType(name), range);
      }
    }
  }
}

function agree(own: Signature, called: Signature, isUsed: boolean): boolean {
  if (isUsed && !isAlike(own.result, called.result)) return false;
  if (own.resultByAddress?.bytes !== called.resultByAddress?.bytes) return false;
  if (own.unprototyped || called.unprototyped) return true;
  if (own.variadic !== called.variadic || own.parameters.length !== called.parameters.length) return false;
  return own.parameters.every((type, i) => isAlike(type, called.parameters[i]));
}

/** Passed alike: integers of one width, and pointers, whatever to. */
function isAlike(a: ScalarType | undefined, b: ScalarType | undefined): boolean {
  if (a === undefined || b === undefined || a.kind !== b.kind) return a === b;
  if (a.kind === "float" && b.kind === "float") return a.format === b.format;
  return !("bits" in a && "bits" in b) || a.bits === b.bits;
}
