/** Graph views as text for people, as dot for pictures and as JSON for programs. */
import { memoised } from "../../util/memo.ts";
import type { GraphView, NodeView } from "./graph.ts";

export function graphText(view: GraphView): string {
  const leaving = new Map<number, string[]>();
  for (const edge of view.edges) {
    const line = edge.line === undefined ? "" : `  // line ${edge.line}`;
    const text = `    -> ${edge.target}: ${edge.operations.join("; ")}${line}`;
    memoised(leaving, edge.source, () => []).push(text);
  }
  const lines = [view.title];
  for (const node of view.nodes) {
    lines.push(`  ${nodeTitle(node)}`, ...(leaving.get(node.id) ?? []));
  }
  return `${lines.join("\n")}\n`;
}

function nodeTitle(node: NodeView): string {
  const notes = [...(node.kind === "ordinary" ? [] : [node.kind]), ...node.notes];
  return notes.length === 0 ? String(node.id) : `${node.id} (${notes.join(", ")})`;
}

/** One digraph with a cluster for each view. */
export function graphDot(views: readonly GraphView[]): string {
  const lines = ["digraph hone {", '  node [shape=circle, fontname="monospace"];', '  edge [fontname="monospace"];'];
  for (const [index, view] of views.entries()) {
    lines.push(`  subgraph cluster_${index} {`, `    label=${quote(view.title)};`);
    for (const node of view.nodes)
      lines.push(`    n${index}_${node.id} [label=${quote(nodeTitle(node))}${nodeStyle(node)}];`);
    for (const edge of view.edges)
      lines.push(
        `    n${index}_${edge.source} -> n${index}_${edge.target} [label=${quote(edge.operations.join("\n"))}];`,
      );
    lines.push("  }");
  }
  lines.push("}");
  return `${lines.join("\n")}\n`;
}

function nodeStyle(node: NodeView): string {
  switch (node.kind) {
    case "entry":
      return ", style=bold";
    case "exit":
    case "end":
      return ", shape=doublecircle";
    case "error":
      return ", color=red";
    case "unmodelled":
      return ", style=dashed";
    case "ordinary":
      return "";
  }
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\l")}"`;
}

export function graphJson(file: string, views: readonly GraphView[]): string {
  return `${JSON.stringify({ version: 1, file, graphs: views }, undefined, 2)}\n`;
}
