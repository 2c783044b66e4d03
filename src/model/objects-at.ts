/**
 * Which declared object an address of the model's layout belongs to, for those who print what was proved: `p == 4104` is
 * `p == &a[2]` to a reader. Objects of which several may be alive have no such addresses. Where the program makes pointers of
 * numbers there is no answer at all: 4104 may then be a number.
 */
import type { FunctionGraph, Op, Program } from "../cfa/cfa.ts";
import { termsOf } from "../cfa/op-terms.ts";
import type { Term } from "../logic/term.ts";
import { forEachNode, variablesOf } from "../logic/visit.ts";
import type { Int } from "../numbers/int.ts";
import type { Analyses } from "./analyses.ts";
import { FIRST_ADDRESS } from "./memory/layout.ts";
import type { ObjectPlace } from "./model.ts";

/** The end of an object belongs to it: what lies next is further away. */
export function objectsAt({ program, pointsTo, placementOf }: Analyses): (address: Int) => ObjectPlace | undefined {
  let places: readonly ObjectPlace[] | undefined;
  return (address) => {
    places ??= makesPointers(program)
      ? []
      : pointsTo.regions.flatMap((region): ObjectPlace[] => {
          const { kind, object } = region;
          const size = object?.role === "function" ? 0 : region.size;
          if (kind !== "object" || object === undefined || size === undefined || object.role === "string") return [];
          const { base, many } = placementOf(region);
          return many ? [] : [{ object, address: base, size }];
        });
    return places.find((one) => one.address <= address && address <= one.address + one.size);
  };
}

/** Whether a number becomes a pointer somewhere, those at which no object lies left aside. */
function makesPointers(program: Program): boolean {
  return [...program.functions.values(), program.initialise].some((graph) =>
    graph.edges.some(({ op }) => makesPointer(op, graph, program)),
  );
}

function makesPointer(op: Op, graph: FunctionGraph, program: Program): boolean {
  let found = pointersIn(op, graph, program).some(isNumber);
  forEachNode(termsOf(op), (node) => {
    if (node.kind === "wrap" && node.type.kind === "pointer") found ||= isNumber(node.operand);
  });
  return found;
}

/** What the operation stores, hands over or gives as a pointer. */
function pointersIn(op: Op, { signature }: FunctionGraph, { functions }: Program): readonly Term[] {
  switch (op.kind) {
    case "assign":
      return op.target.type.kind === "pointer" ? [op.value] : [];
    case "store":
      return op.access.type.kind === "pointer" ? [op.value] : [];
    case "return":
      return op.value !== undefined && signature.result?.kind === "pointer" ? [op.value] : [];
    case "call": {
      if (op.callee.kind === "indirect") return op.arguments.filter(({ kind }) => kind === "integer");
      const { parameters = [] } = functions.get(op.callee.name)?.signature ?? {};
      return op.arguments.filter((_, i) => parameters[i]?.kind === "pointer");
    }
    default:
      return [];
  }
}

/** Nothing in it is an address; of a constant: it could be taken for that of an object. */
function isNumber(term: Term): boolean {
  if (term.kind === "integer") return term.value >= FIRST_ADDRESS && term.value < HIGHEST;
  if (term.kind === "ite") return isNumber(term.then) || isNumber(term.else);
  let holdsAddress = [...variablesOf(term)].some(({ type, address }) => type.kind === "pointer" || address === true);
  forEachNode(term, ({ kind }) => {
    // Memory and library functions give pointers where pointers are asked for.
    holdsAddress ||= kind === "address" || kind === "select" || kind === "apply";
  });
  return !holdsAddress;
}

/** What the layout uses of 64 bits. */
const HIGHEST = 2 ** 47;
