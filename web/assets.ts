/**
 * Where the worker's program and the solver come from: files beside the page, by relative addresses; or, where everything is one file
 * (which may be opened from a disk, where pages may load nothing), elements of the page.
 */

const packedWorker = document.querySelector("#worker-text");
const packedSolver = document.querySelector("#solver-bytes");

let workerAddress: string | undefined;

export function startWorker(): Worker {
  workerAddress ??=
    packedWorker === null
      ? "worker.js"
      : URL.createObjectURL(new Blob([packedWorker.textContent ?? ""], { type: "text/javascript" }));
  return new Worker(workerAddress);
}

export async function compileSolver(): Promise<WebAssembly.Module> {
  if (packedSolver !== null) {
    const binary = atob((packedSolver.textContent ?? "").trim());
    return WebAssembly.compile(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  }
  // Not streamed: hosts that do not know the type of the file are hosts, too.
  const response = await fetch("solver.wasm");
  if (!response.ok) throw new Error(`solver.wasm: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
