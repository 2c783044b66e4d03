/**
 * Names for people. A local keeps its plain name while nothing else in the program has it; otherwise its function is
 * put in front (`f::x`), and what still clashes (shadowing) is numbered (`f::x#2`).
 */
import type { MemoryObject, Variable } from "../logic/term.ts";

type Named = { name: string; readonly function?: string; readonly role: string };

/** Renames in place, before anybody else sees the program. */
export function makeNamesUnique(variables: readonly Variable[], objects: readonly MemoryObject[]): void {
  const all: Named[] = [
    ...variables,
    ...objects.filter((object) => object.role !== "string" && object.role !== "function"),
  ];
  const count = new Map<string, number>();
  for (const { name } of all) count.set(name, (count.get(name) ?? 0) + 1);
  const taken = new Set<string>(
    all.filter(({ name, function: owner }) => count.get(name) === 1 || owner === undefined).map(({ name }) => name),
  );
  const globals = new Set<string>();
  for (const named of all) {
    if (count.get(named.name) === 1) continue;
    // The first global of a name keeps it; static objects of other units are numbered.
    if (named.function === undefined && !globals.has(named.name)) {
      globals.add(named.name);
      continue;
    }
    const base = named.function === undefined ? named.name : `${named.function}::${named.name}`;
    let name = base;
    for (let i = 2; taken.has(name); i += 1) name = `${base}#${i}`;
    taken.add(name);
    named.name = name;
  }
}
