// The command line of a script, and where the benchmark programs are: other people's, no part of this repository
// (docs/tables.md says where they come from).
import { existsSync } from "node:fs";

const words = process.argv.slice(2);

/** What follows NAME on the command line. */
export function option(name, otherwise) {
  return words.includes(name) ? words[words.indexOf(name) + 1] : otherwise;
}

export function isGiven(name) {
  return words.includes(name);
}

/** --root DIR or HONE_BENCHMARKS; without them the script has nothing to do, and ends. */
export function benchmarkRoot(script) {
  const root = option("--root", process.env.HONE_BENCHMARKS || undefined);
  if (root !== undefined && existsSync(root)) return root;
  console.log(
    `${script} skipped: the programs are not here${root === undefined ? "" : ` (${root})`}; give their folder by --root DIR or HONE_BENCHMARKS (docs/tables.md)`,
  );
  process.exit(0);
}
