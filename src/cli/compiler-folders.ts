/**
 * Where the compiler of this machine has its headers: what it says itself. It is asked once, and only where a program includes
 * a header that is nowhere else. Only compilers of the usual names are started, never a program that a build file names.
 */
import { spawnSync } from "node:child_process";

const COMPILERS = ["gcc", "cc", "clang"];
// A compiler that says nothing for so long is none.
const PATIENCE_MS = 10_000;

let known: readonly string[] | undefined;

/** Empty where no compiler is installed. */
export function compilerFolders(): readonly string[] {
  known ??= askCompilers();
  return known;
}

function askCompilers(): readonly string[] {
  for (const compiler of COMPILERS) {
    const asked = spawnSync(compiler, ["-E", "-v", "-xc", "/dev/null"], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
      timeout: PATIENCE_MS,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const folders = foldersIn(asked.stderr ?? "");
    if (folders.length > 0) return folders;
  }
  return [];
}

function foldersIn(text: string): readonly string[] {
  const list = /#include <\.\.\.> search starts here:\n([\s\S]*?)\nEnd of search list/.exec(text)?.[1] ?? "";
  return list
    .split("\n")
    .map((line) => line.trim().replace(/ \(framework directory\)$/, ""))
    .filter((line) => line !== "");
}
