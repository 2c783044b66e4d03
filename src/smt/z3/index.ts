/**
 * Z3, if there is one. hone works without: a run that needs Z3 loads it here and gets `undefined` where neither carrier
 * is installed. Which one it is stands in `Z3.version`.
 */
import { onRelease } from "../../util/release.ts";
import type { SolverFactory } from "../solver.ts";
import type { Carrier } from "./carrier.ts";
import { loadNative } from "./native.ts";
import { ContextPool } from "./pool.ts";
import { Z3Solver } from "./solver.ts";
import { loadWasm } from "./wasm.ts";

export interface Z3 {
  /** For people: `4.8.12 (native)`. */
  readonly version: string;
  readonly factory: SolverFactory;
}

interface LoadOptions {
  /** `any`: native if there is one, else WASM. */
  readonly carrier: "native" | "wasm" | "any";
  /** Path or name of the native library, instead of the usual names. */
  readonly library?: string;
}

export async function loadZ3(options: LoadOptions = { carrier: "any" }): Promise<Z3 | undefined> {
  if (options.carrier !== "wasm") {
    const native = loadNativeZ3(options.library);
    if (native !== undefined || options.carrier === "native") return native;
  }
  return loadWasmZ3();
}

const native = new Map<string | undefined, Z3 | undefined>();

/** Synchronous, some milliseconds. */
export function loadNativeZ3(library?: string): Z3 | undefined {
  if (!native.has(library)) native.set(library, withFactory(loadNative(library), "native"));
  return native.get(library);
}

let wasm: Promise<Z3 | undefined> | undefined;

/** Once in a process: the module takes 35 MB and a quarter of a second. */
function loadWasmZ3(): Promise<Z3 | undefined> {
  wasm ??= loadWasm().then((carrier) => withFactory(carrier, "WASM"));
  return wasm;
}

function withFactory(carrier: Carrier | undefined, kind: string): Z3 | undefined {
  if (carrier === undefined) return undefined;
  const pool = new ContextPool(carrier);
  // Translators remember terms.
  onRelease(() => pool.retire());
  const version = carrier.raw.Z3_get_full_version().replace(/^Z3 /, "");
  configure(carrier, version);
  return {
    version: `${version} (${kind})`,
    factory: { name: carrier.name, create: (options) => new Z3Solver(carrier.name, pool, options) },
  };
}

/** Where Z3 does not look at its resource limit it hangs: this keeps it out of there, for incremental solvers. */
function configure({ raw }: Carrier, version: string): void {
  raw.Z3_global_param_set("smt.arith.nl.nra", "false");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  // The newer arithmetic (6) of 4.8.12 hangs in small queries with `mod`; the older one (2) does not.
  if (major === 4 && minor < 12) raw.Z3_global_param_set("smt.arith.solver", "2");
}
