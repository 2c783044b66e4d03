/**
 * Stands in the place of `src/util/kernel.ts` (scripts/build-web.mjs): the SAT kernel is a file beside the page, which has compiled it
 * before the first check. Bytes that are in the program, those of small kernels, are compiled as everywhere.
 */

let sent: WebAssembly.Module | undefined;

export function takeKernel(module: WebAssembly.Module): void {
  sent = module;
}

/** @param base64 the bytes; none for the kernel that the page has sent. */
export function loadKernel(base64: string): (imports: WebAssembly.Imports) => unknown {
  const module =
    base64 === "" ? sent : new WebAssembly.Module(Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)));
  if (module === undefined) throw new Error("the page should send the kernel before the first check");
  return (imports) => new WebAssembly.Instance(module, imports).exports;
}
