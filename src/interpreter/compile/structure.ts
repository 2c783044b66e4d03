/**
 * Control flow from a graph: labelled blocks, loops and breaks, so that the JavaScript compiler sees loops as loops.
 * The translation follows the dominator tree (Ramsey, "Beyond Relooper", ICFP 2022): a node's code holds the code of
 * the nodes it dominates; a node with several forward predecessors follows a labelled block that is left by `break`;
 * a loop head is a labelled `for (;;)`. An irreducible or very deeply nested graph becomes a switch in a loop.
 * Emission keeps its own stack of tasks, so that its depth does not depend on the program.
 */

import { type Adjacency, immediateDominators, type Order, reversed, reversePostorder } from "../../util/dominators.ts";

/** A graph to emit. Node 0 is the entry; every node is reachable. */
export interface FlowGraph {
  readonly successors: Adjacency;
  /** The statements of a node, without the jump at its end. */
  readonly body: (node: number) => string;
  /** The ways out of a node, in the given order of its successors. */
  readonly arms: (node: number, order: readonly number[]) => readonly Arm[];
  /** What stands before a jump backwards. */
  readonly backEdge: string;
}

/** One way out of a node. The arms are tried in order; the text of the last is reached when no other was taken. */
export interface Arm {
  /** Ends with an opening brace, or is empty. */
  readonly open: string;
  readonly statements: string;
  readonly successor: number;
  readonly close: string;
}

type Task = string | { readonly node: number } | { readonly from: number; readonly to: number };

// The JavaScript parser recurses on nesting; far below what overflows its stack.
const DEEPEST_NESTING = 400;

export function emitFlow(graph: FlowGraph): string {
  const order = reversePostorder(0, graph.successors);
  const predecessors = reversed(graph.successors);
  return structured(graph, structureOf(graph.successors, predecessors, order)) ?? switched(graph);
}

/** What emission needs to know of a reducible graph. */
interface Structure {
  readonly order: Order;
  readonly isLoop: Uint8Array;
  /** Nodes that are reached by `break`: several forward predecessors, or behind a loop. */
  readonly isLabelled: Uint8Array;
  /** Labelled nodes whose code follows a block inside this node's loop, and behind this node's loop; last first. */
  readonly merges: readonly (readonly number[])[];
  readonly followers: readonly (readonly number[])[];
  /** How much code stands inside a node's. */
  readonly sizes: Int32Array;
}

function structureOf(successors: Adjacency, predecessors: Adjacency, order: Order): Structure | undefined {
  const dominator = immediateDominators(order, predecessors);
  const count = successors.length;
  const forwardPredecessors = new Int32Array(count);
  const isLoop = new Uint8Array(count);
  for (const node of order.vertices) {
    for (const next of successors[node] ?? []) {
      if ((order.position[next] as number) > (order.position[node] as number))
        forwardPredecessors[next] = (forwardPredecessors[next] as number) + 1;
      else if (dominates(next, node, order, dominator)) isLoop[next] = 1;
      else return undefined;
    }
  }
  const loops = innermostLoops(predecessors, isLoop, order);
  const isLabelled = new Uint8Array(count);
  const merges: number[][] = successors.map(() => []);
  const followers: number[][] = successors.map(() => []);
  const sizes = new Int32Array(count).fill(1);
  for (let i = order.vertices.length - 1; i > 0; i -= 1) {
    const node = order.vertices[i] as number;
    const above = dominator[node] as number;
    const left = loopLeft(node, above, loops, isLoop);
    const parent = left ?? above;
    sizes[parent] = (sizes[parent] as number) + (sizes[node] as number);
    if (left === undefined && (forwardPredecessors[node] as number) <= 1) continue;
    isLabelled[node] = 1;
    (left === undefined ? merges : followers)[parent]?.push(node);
  }
  return { order, isLoop, isLabelled, merges, followers, sizes };
}

/** The head of the innermost loop around each node (a head is not in its own); -1 for none. Inner loops come first. */
function innermostLoops(predecessors: Adjacency, isLoop: Uint8Array, order: Order): Int32Array {
  const loops = new Int32Array(predecessors.length).fill(-1);
  const outermost = (node: number): number => {
    let at = node;
    while (loops[at] !== -1) at = loops[at] as number;
    return at;
  };
  for (let i = order.vertices.length - 1; i >= 0; i -= 1) {
    const head = order.vertices[i] as number;
    if (isLoop[head] === 0) continue;
    const work = (predecessors[head] ?? []).filter((from) => (order.position[from] as number) >= i);
    while (work.length > 0) {
      const node = outermost(work.pop() as number);
      if (node === head) continue;
      loops[node] = head;
      for (const from of predecessors[node] ?? []) if ((order.position[from] as number) > i) work.push(from);
    }
  }
  return loops;
}

/** The outermost loop that holds the dominator of a node but not the node: the node's code goes behind that loop. */
function loopLeft(node: number, above: number, loops: Int32Array, isLoop: Uint8Array): number | undefined {
  const around = new Set<number>();
  for (let head = loops[node] as number; head !== -1; head = loops[head] as number) around.add(head);
  let left: number | undefined;
  const first = isLoop[above] === 1 ? above : (loops[above] as number);
  for (let head = first; head !== -1 && !around.has(head); head = loops[head] as number) left = head;
  return left;
}

function structured(graph: FlowGraph, structure: Structure | undefined): string | undefined {
  if (structure === undefined) return undefined;
  const output: string[] = [];
  const tasks: Task[] = [{ node: 0 }];
  let depth = 0;
  while (tasks.length > 0) {
    const task = tasks.pop() as Task;
    if (typeof task === "string") {
      output.push(task);
      if (task.endsWith("{")) depth += 1;
      else if (task === "}") depth -= 1;
      if (depth > DEEPEST_NESTING) return undefined;
    } else if ("from" in task) {
      if (isBack(structure, task.from, task.to)) tasks.push(`${graph.backEdge} continue L${task.to};`);
      else if (structure.isLabelled[task.to] === 1) tasks.push(`break B${task.to};`);
      else tasks.push({ node: task.to });
    } else {
      const parts = nodeTasks(graph, structure, task.node);
      for (let i = parts.length - 1; i >= 0; i -= 1) tasks.push(parts[i] as Task);
    }
  }
  return output.join("\n");
}

function isBack({ order }: Structure, from: number, to: number): boolean {
  return (order.position[to] as number) <= (order.position[from] as number);
}

function dominates(above: number, below: number, order: Order, dominator: Int32Array): boolean {
  let at = below;
  while ((order.position[at] as number) > (order.position[above] as number)) at = dominator[at] as number;
  return at === above;
}

function nodeTasks(graph: FlowGraph, structure: Structure, node: number): Task[] {
  const merges = structure.merges[node] as readonly number[];
  const followers = structure.followers[node] as readonly number[];
  const tasks: Task[] = followers.map((follower) => `B${follower}: {`);
  if (structure.isLoop[node] === 1) tasks.push(`L${node}: for (;;) {`);
  for (const merge of merges) tasks.push(`B${merge}: {`);
  const body = graph.body(node);
  if (body !== "") tasks.push(body);
  for (const arm of graph.arms(node, armOrder(graph, structure, node))) {
    if (arm.open !== "") tasks.push(arm.open);
    if (arm.statements !== "") tasks.push(arm.statements);
    tasks.push({ from: node, to: arm.successor });
    if (arm.close !== "") tasks.push(arm.close);
  }
  for (let i = merges.length - 1; i >= 0; i -= 1) tasks.push("}", { node: merges[i] as number });
  if (structure.isLoop[node] === 1) tasks.push("}");
  for (let i = followers.length - 1; i >= 0; i -= 1) tasks.push("}", { node: followers[i] as number });
  return tasks;
}

/** The largest part last: it needs no braces of its own, so that long functions do not nest. */
function armOrder(graph: FlowGraph, structure: Structure, node: number): number[] {
  const successors = graph.successors[node] as readonly number[];
  const size = (index: number): number => {
    const to = successors[index] as number;
    return isBack(structure, node, to) || structure.isLabelled[to] === 1 ? 0 : (structure.sizes[to] as number);
  };
  return successors.map((_, index) => index).sort((a, b) => size(a) - size(b) || a - b);
}

function switched(graph: FlowGraph): string {
  const output = ["let pc = 0;", "L: for (;;) switch (pc) {"];
  for (let node = 0; node < graph.successors.length; node += 1) {
    output.push(`case ${node}: {`, graph.body(node));
    const successors = graph.successors[node] as readonly number[];
    for (const arm of graph.arms(
      node,
      successors.map((_, index) => index),
    )) {
      const back = arm.successor <= node ? graph.backEdge : "";
      output.push(arm.open, arm.statements, `${back} pc = ${arm.successor}; continue L;`, arm.close);
    }
    output.push("}");
  }
  output.push("}");
  return output.join("\n");
}
