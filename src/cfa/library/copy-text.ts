/**
 * A copy of a library function's text for one call: under another name, with variables of its own, at one place. Arguments that
 * are constants stand for their parameters, and branches that are then not taken are left out.
 */
import { foldConstants, foldTruthValue } from "../../logic/simplify.ts";
import {
  address,
  type Formula,
  integer,
  type MemoryObject,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import { rewrite, type TermNode } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import type { SourceRange } from "../../util/source.ts";
import { GraphAssembly } from "../assemble.ts";
import type { Edge, FunctionGraph, Location, Op } from "../cfa.ts";
import { checkTerm, targetOf, withCheckTerm } from "../op-terms.ts";

/** The call that a copy is for. */
interface Place {
  readonly name: string;
  readonly range: SourceRange;
  readonly newId: () => number;
  /** Where the program has `errno`. */
  readonly errno: readonly (Variable | MemoryObject)[];
  readonly arguments: readonly Term[];
}

/** In the text: gives `errno` a number. */
const SET_ERRNO = "__set_errno";

export function copyOf(text: FunctionGraph, place: Place): FunctionGraph {
  if (text.objects.length > 0) throw new Error(`the text of ${text.name} should have variables only`);
  const { name, range } = place;
  const own = new Map<Variable, Variable>();
  const variableOf = (of: Variable): Variable =>
    memoised(own, of, () => {
      const copy = { ...of, id: place.newId(), function: name, name: of.name.replace(/^.*::/, `${text.name}::`) };
      // A term that folds to one of its parts is looked at again: copies stand for themselves.
      own.set(copy, copy);
      return copy;
    });
  const constants = constantParameters(text, place.arguments);
  const memo = new Map<TermNode, TermNode>();
  const termOf = <N extends Term | Formula>(node: N): N =>
    rewrite(
      node,
      (part) =>
        part.kind === "variable" ? (constants.get(part.variable) ?? variable(variableOf(part.variable))) : folded(part),
      memo,
    );
  const isTaken = ({ op }: Edge): boolean => op.kind !== "assume" || termOf(op.condition).kind !== "false";
  const reached = new Set([text.entry, text.exit]);
  for (const location of reached) for (const edge of location.outgoing) if (isTaken(edge)) reached.add(edge.target);
  const made = new GraphAssembly(name);
  const kept = text.locations.filter((location) => reached.has(location));
  const places = new Map(kept.map((location) => [location, made.location({})]));
  const placeOf = (location: Location) => places.get(location) as ReturnType<typeof made.location>;
  for (const edge of text.edges) {
    if (!reached.has(edge.source) || !isTaken(edge)) continue;
    const { source, target, op, checks } = edge;
    const renamed = checks.map((check) => ({ ...withCheckTerm(check, termOf(checkTerm(check))), range }));
    const ops = isCallOf(op, SET_ERRNO) ? setErrno(place.errno, op) : [renamedOp(op, variableOf, termOf)];
    let at = placeOf(source);
    ops.forEach((one, i) => {
      const next = i === ops.length - 1 ? placeOf(target) : made.location({});
      made.connect(at, next, one, renamed, range);
      at = next;
    });
  }
  return {
    ...text,
    ...made.finish(placeOf(text.entry), placeOf(text.exit)),
    name,
    parameters: text.parameters.map(variableOf),
    variables: text.variables.map(variableOf),
    names: [],
    range,
    library: text.name,
  };
}

/** Parameters that the text does not change, of arguments that are constants. */
function constantParameters(text: FunctionGraph, given: readonly Term[]): ReadonlyMap<Variable, Term> {
  const changed = new Set(text.edges.map(({ op }) => targetOf(op)));
  return new Map(
    text.parameters.flatMap((parameter, i): [Variable, Term][] => {
      const value = given[i];
      return value?.kind === "integer" && !changed.has(parameter) ? [[parameter, value]] : [];
    }),
  );
}

function folded(node: TermNode): TermNode {
  if (node.kind === "eq") return foldTruthValue(node);
  return foldConstants(node, "integers");
}

function isCallOf(op: Op, name: string): op is Extract<Op, { kind: "call" }> {
  return op.kind === "call" && op.callee.kind === "direct" && op.callee.name === name;
}

function setErrno(errno: Place["errno"], { arguments: [number] }: Extract<Op, { kind: "call" }>): readonly Op[] {
  const value = number ?? integer(0);
  const access = { type: intType(32, "signed"), bytes: 4 };
  const ops = errno.map((at): Op => {
    if (!("align" in at)) return { kind: "assign", target: at, value };
    return { kind: "store", address: address(at), value, access };
  });
  return ops.length === 0 ? [{ kind: "skip" }] : ops;
}

function renamedOp(
  op: Op,
  variableOf: (of: Variable) => Variable,
  termOf: <N extends Term | Formula>(node: N) => N,
): Op {
  switch (op.kind) {
    case "skip":
      return op;
    case "assign":
      return { ...op, target: variableOf(op.target), value: termOf(op.value) };
    case "havoc":
      return { ...op, target: variableOf(op.target) };
    case "load":
      return { ...op, target: variableOf(op.target), address: termOf(op.address) };
    case "store":
      return { ...op, address: termOf(op.address), value: termOf(op.value) };
    case "call": {
      const callee = op.callee.kind === "direct" ? op.callee : { ...op.callee, pointer: termOf(op.callee.pointer) };
      return { ...op, target: op.target && variableOf(op.target), callee, arguments: op.arguments.map(termOf) };
    }
    case "return":
      return { ...op, value: op.value && termOf(op.value) };
    case "assume":
      return { ...op, condition: termOf(op.condition) };
    default:
      throw new Error(`the text of the C library should not need "${op.kind}"`);
  }
}
