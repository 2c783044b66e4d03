/** WebAssembly modules that scripts/build-kernels.mjs has compiled into the program as text. */

// The part of the WebAssembly interface that is used: the compiler's own types would come with those of browsers.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

/** Compiles the bytes, which takes a few milliseconds; each call of the result is an instance with memory of its own. */
export function loadKernel(base64: string): (imports: object) => unknown {
  const module = new WebAssembly.Module(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  return (imports) => new WebAssembly.Instance(module, imports).exports;
}
