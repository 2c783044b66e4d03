/**
 * What is done before anything else, in a file of its own: the worker and its solvers are on their way while the page is still reading its
 * own program.
 */
import { compiled, startWorker } from "./assets.ts";
import type { ToWorker } from "./messages.ts";

/** A worker that will have its solvers. */
function start(): Worker {
  const worker = startWorker();
  void modules.then(([kernel, solver]) => worker.postMessage({ kind: "start", kernel, solver } satisfies ToWorker));
  return worker;
}

const modules = Promise.all([compiled("kernel"), compiled("solver")]);
globalThis.honeWorkers = { first: start(), start };

declare global {
  var honeWorkers: { readonly first: Worker; start(): Worker };
}
