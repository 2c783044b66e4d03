/**
 * Native libz3 through koffi. Both are optional: without the package or the library there is no carrier. Handles are
 * `uintptr_t`, which koffi passes as plain numbers, a tenth of the cost of its pointer objects; arrays of handles go
 * through one buffer, since calls do not nest.
 */
import { createRequire } from "node:module";
import { bindAll, type Carrier } from "./carrier.ts";

/** The part of koffi's interface that is used here; the package may be absent, its types too. */
interface Koffi {
  load(path: string): {
    func(name: string, result: string, parameters: readonly string[]): (...o: unknown[]) => unknown;
  };
}

/** Linux with and without development files, macOS, Windows. */
const LIBRARY_NAMES = ["libz3.so.4", "libz3.so", "libz3.dylib", "libz3.dll", "z3.dll"];

const TYPES = {
  handle: "uintptr_t",
  unsigned: "uint32_t",
  int: "int",
  boolean: "bool",
  string: "str",
  words: "void *",
  out: "void *",
  void: "void",
} as const;

export function loadNative(library?: string): Carrier | undefined {
  const koffi = loadKoffi();
  if (koffi === undefined) return undefined;
  for (const name of library === undefined ? LIBRARY_NAMES : [library]) {
    try {
      return bindLibrary(koffi.load(name));
    } catch {
      // Not there, or no libz3: the next name, and in the end no carrier.
    }
  }
  return undefined;
}

function loadKoffi(): Koffi | undefined {
  try {
    const loaded = createRequire(import.meta.url)("koffi") as Koffi & { readonly default?: Koffi };
    return loaded.default ?? loaded;
  } catch {
    return undefined;
  }
}

function bindLibrary(library: ReturnType<Koffi["load"]>): Carrier {
  let words = new BigUint64Array(64);
  const raw = bindAll((name, result, parameters) => {
    const call = library.func(
      name,
      TYPES[result],
      parameters.map((shape) => TYPES[shape]),
    );
    const at = parameters.indexOf("words");
    if (at < 0) return call;
    return (...operands: unknown[]) => {
      const list = operands[at] as readonly number[];
      if (list.length > words.length) words = new BigUint64Array(2 * list.length);
      for (let i = 0; i < list.length; i += 1) words[i] = BigInt(list[i] as number);
      operands[at] = words;
      return call(...operands);
    };
  });
  const ignoreErrors = library.func("Z3_set_error_handler", "void", ["uintptr_t", "void *"]);
  const slot = Object.assign(new BigUint64Array(1), {
    read(): number {
      return Number(slot[0]);
    },
  });
  return { name: "z3", raw, slot, silence: (context) => ignoreErrors(context, null) };
}
