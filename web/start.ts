/**
 * What is done before anything else, in a file of its own: the worker and its solver are on their way while the page is still reading its
 * own program.
 */
import { compileSolver, startWorker } from "./assets.ts";
import type { ToWorker } from "./messages.ts";

/** A worker that will have its solver. */
function start(): Worker {
  const worker = startWorker();
  void solver.then((module) => worker.postMessage({ kind: "start", solver: module } satisfies ToWorker));
  return worker;
}

const solver = compileSolver();
globalThis.honeWorkers = { first: start(), start };

declare global {
  var honeWorkers: { readonly first: Worker; start(): Worker };
}
