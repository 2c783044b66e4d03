/**
 * Control flow from a graph: labelled blocks, loops and breaks, so that the JavaScript compiler sees loops as loops.
 * The translation follows the dominator tree (Ramsey, "Beyond Relooper", ICFP 2022): a node's code holds the code of
 * the nodes it dominates; a node with several forward predecessors follows a labelled block that is left by `break`;
 * a loop head is a labelled `for (;;)`. An irreducible or very deeply nested graph becomes a switch in a loop.
 * Emission keeps its own stack of tasks, so that its depth does not depend on the program.
 */

/** A graph to emit. Node 0 is the entry; every node is reachable. */
export interface FlowGraph {
  readonly successors: readonly (readonly number[])[];
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
  const order = reversePostorder(graph.successors);
  const dominators = immediateDominators(graph.successors, order);
  return structured(graph, order, dominators) ?? switched(graph);
}

/** Numbers of nodes in reverse postorder, by depth-first search without recursion. */
function reversePostorder(successors: readonly (readonly number[])[]): { nodes: number[]; number: Int32Array } {
  const state = new Uint8Array(successors.length);
  const position = new Int32Array(successors.length);
  const stack = [0];
  const post: number[] = [];
  state[0] = 1;
  while (stack.length > 0) {
    const node = stack[stack.length - 1] as number;
    const next = (successors[node] as readonly number[])[position[node] as number];
    if (next === undefined) {
      post.push(node);
      stack.pop();
    } else {
      position[node] = (position[node] as number) + 1;
      if (state[next] === 0) {
        state[next] = 1;
        stack.push(next);
      }
    }
  }
  const nodes = post.reverse();
  const number = new Int32Array(successors.length).fill(-1);
  for (let i = 0; i < nodes.length; i += 1) number[nodes[i] as number] = i;
  return { nodes, number };
}

interface Order {
  readonly nodes: readonly number[];
  readonly number: Int32Array;
}

/** Cooper, Harvey, Kennedy: "A simple, fast dominance algorithm". */
function immediateDominators(successors: readonly (readonly number[])[], order: Order): Int32Array {
  const predecessors: number[][] = successors.map(() => []);
  for (const node of order.nodes) for (const next of successors[node] ?? []) predecessors[next]?.push(node);
  const dominator = new Int32Array(successors.length).fill(-1);
  dominator[0] = 0;
  const meet = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y) {
      while ((order.number[x] as number) > (order.number[y] as number)) x = dominator[x] as number;
      while ((order.number[y] as number) > (order.number[x] as number)) y = dominator[y] as number;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of order.nodes) {
      if (node === 0) continue;
      let best = -1;
      for (const from of predecessors[node] ?? []) {
        if (dominator[from] !== -1) best = best === -1 ? from : meet(best, from);
      }
      if (dominator[node] !== best) {
        dominator[node] = best;
        changed = true;
      }
    }
  }
  return dominator;
}

function structured(graph: FlowGraph, order: Order, dominator: Int32Array): string | undefined {
  const count = graph.successors.length;
  const forwardPredecessors = new Int32Array(count);
  const isLoop = new Uint8Array(count);
  for (const node of order.nodes) {
    for (const next of graph.successors[node] ?? []) {
      if ((order.number[next] as number) > (order.number[node] as number)) {
        forwardPredecessors[next] = (forwardPredecessors[next] as number) + 1;
      } else if (dominates(next, node, order, dominator)) isLoop[next] = 1;
      else return undefined;
    }
  }
  const merges: number[][] = graph.successors.map(() => []);
  const sizes = new Int32Array(count).fill(1);
  for (let i = order.nodes.length - 1; i > 0; i -= 1) {
    const node = order.nodes[i] as number;
    const parent = dominator[node] as number;
    sizes[parent] = (sizes[parent] as number) + (sizes[node] as number);
    // Pushed from the last to the first in reverse postorder: the first is innermost.
    if ((forwardPredecessors[node] as number) > 1) merges[parent]?.push(node);
  }
  const isJump = (from: number, to: number): boolean =>
    (order.number[to] as number) <= (order.number[from] as number) || (forwardPredecessors[to] as number) > 1;

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
      const back = (order.number[task.to] as number) <= (order.number[task.from] as number);
      if (back) tasks.push(`${graph.backEdge} continue L${task.to};`);
      else if ((forwardPredecessors[task.to] as number) > 1) tasks.push(`break B${task.to};`);
      else tasks.push({ node: task.to });
    } else {
      tasks.push(
        ...nodeTasks(graph, task.node, isLoop[task.node] === 1, merges[task.node] as number[], (to) =>
          isJump(task.node, to) ? 0 : (sizes[to] as number),
        ).reverse(),
      );
    }
  }
  return output.join("\n");
}

function dominates(above: number, below: number, order: Order, dominator: Int32Array): boolean {
  let at = below;
  while ((order.number[at] as number) > (order.number[above] as number)) at = dominator[at] as number;
  return at === above;
}

function nodeTasks(
  graph: FlowGraph,
  node: number,
  isLoop: boolean,
  merges: readonly number[],
  sizeOf: (successor: number) => number,
): Task[] {
  const tasks: Task[] = [];
  if (isLoop) tasks.push(`L${node}: for (;;) {`);
  for (const merge of merges) tasks.push(`B${merge}: {`);
  const body = graph.body(node);
  if (body !== "") tasks.push(body);
  // The largest part last: it needs no braces of its own, so that long functions do not nest.
  const successors = graph.successors[node] as readonly number[];
  const order = successors.map((_, index) => index);
  order.sort((a, b) => sizeOf(successors[a] as number) - sizeOf(successors[b] as number) || a - b);
  for (const arm of graph.arms(node, order)) {
    if (arm.open !== "") tasks.push(arm.open);
    if (arm.statements !== "") tasks.push(arm.statements);
    tasks.push({ from: node, to: arm.successor });
    if (arm.close !== "") tasks.push(arm.close);
  }
  for (let i = merges.length - 1; i >= 0; i -= 1) tasks.push("}", { node: merges[i] as number });
  if (isLoop) tasks.push("}");
  return tasks;
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
