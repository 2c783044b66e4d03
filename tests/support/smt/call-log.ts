/**
 * Calls to solvers as bytes, for another process to replay. Terms have their identity and order by this process' table: who
 * reads them builds them anew, in the order in which they were built here.
 */
import { deserialize, serialize } from "node:v8";
import * as t from "../../../src/logic/term.ts";
import { children, forEachNode, type TermNode, withChildren } from "../../../src/logic/visit.ts";
import type { Call } from "./recorder.ts";

interface Packed {
  /** Parts before wholes, so that nothing is deep when it is written. */
  readonly nodes: readonly TermNode[];
  readonly calls: readonly Call[];
}

export function packed(calls: readonly Call[]): Uint8Array {
  const nodes = new Set<TermNode>();
  const visit = (node: TermNode) => void nodes.add(node);
  for (const call of calls) {
    if (call.kind === "assert") forEachNode(call.formula, visit, nodes);
    if (call.kind === "check") forEachNode(call.assumptions, visit, nodes);
  }
  const log: Packed = { nodes: [...nodes].sort((a, b) => a.id - b.id), calls };
  return serialize(log);
}

export function unpacked(bytes: Uint8Array): readonly Call[] {
  const { nodes, calls } = deserialize(bytes) as Packed;
  const anew = new Map<TermNode, TermNode>();
  const of = <N extends TermNode>(node: N): N => anew.get(node) as N;
  for (const node of nodes) anew.set(node, rebuilt(node, children(node).map(of)));
  return calls.map((call) => {
    if (call.kind === "assert") return { ...call, formula: of(call.formula) };
    if (call.kind === "check") return { ...call, assumptions: call.assumptions.map(of) };
    return call;
  });
}

function rebuilt(node: TermNode, parts: readonly TermNode[]): TermNode {
  switch (node.kind) {
    case "integer":
      return t.integer(node.value);
    case "float":
      return t.float(node.value, node.type);
    case "variable":
      return t.variable(node.variable);
    case "address":
      return t.address(node.object);
    case "true":
      return t.TRUE;
    case "false":
      return t.FALSE;
    default:
      return withChildren(node, parts);
  }
}
