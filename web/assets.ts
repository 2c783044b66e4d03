/**
 * Where the worker's program and its WebAssembly modules come from: files beside the page, by relative addresses; or, where everything is
 * one file (which may be opened from a disk, where pages may load nothing), elements of the page.
 */

const packedWorker = document.querySelector("#worker-text");

let workerAddress: string | undefined;

export function startWorker(): Worker {
  workerAddress ??=
    packedWorker === null
      ? "worker.js"
      : URL.createObjectURL(new Blob([packedWorker.textContent ?? ""], { type: "text/javascript" }));
  return new Worker(workerAddress);
}

/** @param name of the file, without what it ends in; the element is NAME-bytes. */
export async function compiled(name: string): Promise<WebAssembly.Module> {
  const packed = document.querySelector(`#${name}-bytes`);
  if (packed !== null) {
    const binary = atob((packed.textContent ?? "").trim());
    return WebAssembly.compile(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  }
  // Not streamed: hosts that do not know the type of the file are hosts, too.
  const response = await fetch(`${name}.wasm`);
  if (!response.ok) throw new Error(`${name}.wasm: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
