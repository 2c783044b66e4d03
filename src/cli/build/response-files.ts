/** `@file` on a command line: the words of that file in its place, as compilers have it. */
import { isAbsolute, join } from "node:path";
import { readHeader } from "../../tasks/files.ts";
import { wordsOf } from "./words.ts";

// As deep as anybody writes them; one that names itself ends here.
const DEEPEST = 10;

/** A word whose file is not there stays what it is. */
export function expandResponseFiles(argv: readonly string[], folder = "", depth = 0): string[] {
  return argv.flatMap((word) => {
    if (!/^@./.test(word) || depth === DEEPEST) return [word];
    const path = word.slice(1);
    const text = readHeader(folder === "" || isAbsolute(path) ? path : join(folder, path));
    const words = text === undefined ? undefined : wordsOf(text);
    return words === undefined ? [word] : expandResponseFiles(words, folder, depth + 1);
  });
}
