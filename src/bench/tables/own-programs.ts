/** Where the programs of our own stand: in `benchmarks/`, beside the sources as beside the built command. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// From src/bench/tables it is three levels up, from dist one.
const LEVELS = 4;

/** The path of `benchmarks/NAME`, or undefined where the installation has none. */
export function ownProgram(name: string): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS; level += 1) {
    const path = join(folder, "benchmarks", name);
    if (existsSync(path)) return path;
    folder = dirname(folder);
  }
  return undefined;
}
