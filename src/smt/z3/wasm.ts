/**
 * The WASM build of Z3 (package `z3-solver`, optional). Only the emscripten module is used, with its synchronous exports:
 * the package's own interface answers `check` with a promise and a thread. Loading is asynchronous all the same, since
 * WebAssembly is compiled in the background.
 *
 * Strings and arrays go through scratch buffers in the module's memory, since calls do not nest.
 */
import { createRequire } from "node:module";
import { bindAll, type Carrier, Z3Failure } from "./carrier.ts";

interface Module {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _set_noop_error_handler(context: number): void;
  UTF8ToString(address: number): string;
}

export async function loadWasm(): Promise<Carrier | undefined> {
  try {
    const load = createRequire(import.meta.url)("z3-solver/build/z3-built.js") as (options: object) => Promise<Module>;
    return bindModule(await load({ printErr: () => undefined }));
  } catch {
    return undefined;
  }
}

function bindModule(module: Module): Carrier {
  const names = new Scratch(module);
  const bytes = new Scratch(module);
  const words = new Scratch(module);
  const result = new Scratch(module);
  const raw = bindAll((name, shape, parameters) => {
    const call = (module as unknown as Record<string, (...operands: number[]) => number>)[`_${name}`];
    if (call === undefined) throw new Z3Failure(`the WASM build has no ${name}`);
    return (...operands: unknown[]) => {
      const passed = parameters.map((parameter, i) => {
        const operand = operands[i];
        if (parameter === "string") return writeString(module, i === 0 ? names : bytes, operand as string);
        if (parameter === "words") return writeWords(module, words, operand as readonly number[]);
        if (parameter === "out") return result.reserve(4);
        return Number(operand);
      });
      const returned = call(...passed);
      if (shape === "handle" || shape === "unsigned") return returned >>> 0;
      if (shape === "string") return module.UTF8ToString(returned >>> 0);
      return shape === "boolean" ? (returned & 0xff) !== 0 : returned;
    };
  });
  const slot = { read: () => module.HEAPU32[result.reserve(4) >>> 2] as number };
  return { name: "z3-wasm", raw, slot, silence: (context) => module._set_noop_error_handler(context) };
}

/** A buffer in the module's memory that only grows. */
class Scratch {
  readonly #module: Module;
  #address = 0;
  #size = 0;

  constructor(module: Module) {
    this.#module = module;
  }

  reserve(bytes: number): number {
    if (bytes > this.#size) {
      if (this.#address !== 0) this.#module._free(this.#address);
      this.#size = Math.max(256, 2 * bytes);
      this.#address = this.#module._malloc(this.#size) >>> 0;
      if (this.#address === 0) throw new Z3Failure("out of memory");
    }
    return this.#address;
  }
}

function writeString(module: Module, into: Scratch, text: string): number {
  const address = into.reserve(text.length + 1);
  // Numerals and names made here are ASCII.
  for (let i = 0; i < text.length; i += 1) module.HEAPU8[address + i] = text.charCodeAt(i);
  module.HEAPU8[address + text.length] = 0;
  return address;
}

function writeWords(module: Module, into: Scratch, list: readonly number[]): number {
  const address = into.reserve(4 * list.length + 4);
  module.HEAPU32.set(list, address >>> 2);
  return address;
}
