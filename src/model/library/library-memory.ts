/** Which memory library functions touch (`cfa/library/functions.ts`), for the checks of the property `valid-deref`. */
import type { Program } from "../../cfa/cfa.ts";
import { libraryRow } from "../../cfa/library/functions.ts";
import type { LibraryMemory } from "../../cfa/library/row.ts";
import { isLibraryFunction, plainName } from "../../cfa/library-results.ts";

const UNLISTED: LibraryMemory = { touches: [], unlisted: true };

const memoryOf = (name: string): LibraryMemory | undefined => libraryRow(name)?.memory;

/** Undefined for what is no library function; its own name counts first, then the one that headers made another of. */
export function libraryMemory(name: string): LibraryMemory | undefined {
  const plain = name.replace(/^__builtin_/, "");
  const row = memoryOf(plain) ?? memoryOf(plain.replace(/^_*(\w+)_chk$/, "$1")) ?? memoryOf(plainName(name));
  return row ?? (isLibraryFunction(name) ? UNLISTED : undefined);
}

/**
 * Which memory a call touches besides what the graph of the called function does. A copy of the library's text does all
 * accesses itself, but those to what the library handed out: streams are no objects of the program.
 */
export function memoryOfCall(program: Program, name: string): LibraryMemory | undefined {
  const graph = program.functions.get(name);
  if (graph === undefined) return libraryMemory(name);
  const row = graph.library === undefined ? undefined : libraryMemory(graph.library);
  const touches = row?.touches.filter(({ extent }) => extent.kind === "handle") ?? [];
  return touches.length === 0 ? undefined : { touches };
}

/** The arguments that may be read as strings: their bytes are followed one by one. */
export function stringArguments({ touches, format }: LibraryMemory, count: number): readonly number[] {
  const strings = new Set<number>();
  for (const { argument, extent } of touches) {
    if (extent.kind === "string" || extent.kind === "string-within" || extent.kind === "appended")
      strings.add(argument);
  }
  if (format !== undefined && typeof format.values === "number")
    for (let i = format.values; i < count; i += 1) strings.add(i);
  return [...strings];
}
