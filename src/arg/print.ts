/** The graph for people and tools: dot with covering as dashed arrows, and plain JSON. */
import type { Arg, NodeId } from "./arg.ts";

export interface ArgNodeRecord {
  readonly id: NodeId;
  readonly location: number;
  readonly function: string;
  readonly label: string;
  readonly parent?: NodeId;
  readonly coveredBy?: NodeId;
}

export function argToJson<L>(arg: Arg<L>, showLabel: (label: L) => string): ArgNodeRecord[] {
  return [...arg.nodes()].map((id) => {
    const location = arg.location(id);
    const parent = arg.parent(id);
    const coveredBy = arg.coveredBy(id);
    return {
      id,
      location: location.id,
      function: location.point.function,
      label: showLabel(arg.label(id)),
      ...(parent === undefined ? {} : { parent }),
      ...(coveredBy === undefined ? {} : { coveredBy }),
    };
  });
}

export function argToDot<L>(arg: Arg<L>, showLabel: (label: L) => string): string {
  const lines = ["digraph arg {", '  node [shape=box, fontname="monospace"];'];
  for (const node of argToJson(arg, showLabel)) {
    const style =
      arg.location(node.id).kind === "error" ? ", color=red" : node.coveredBy === undefined ? "" : ", style=dashed";
    lines.push(
      `  n${node.id} [label="${escapeDot(`${node.id}: ${node.function} ${node.location}\n${node.label}`)}"${style}];`,
    );
    if (node.parent !== undefined) lines.push(`  n${node.parent} -> n${node.id};`);
    if (node.coveredBy !== undefined)
      lines.push(`  n${node.id} -> n${node.coveredBy} [style=dashed, constraint=false];`);
  }
  return `${[...lines, "}"].join("\n")}\n`;
}

function escapeDot(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
