/** What `--check` and the library's `checks` can name: the properties by their short names, and names for several at once. */
import { CHECK_GROUPS, PROPERTIES, type Property } from "../model/properties.ts";

export const CHECKS: ReadonlyMap<string, readonly Property[]> = new Map<string, readonly Property[]>([
  ...PROPERTIES.map(({ check, name }): [string, readonly Property[]] => [check, [name]]),
  ...CHECK_GROUPS.map(({ check, properties }): [string, readonly Property[]] => [check, properties]),
]);

/** The properties that names of checks stand for, or what is wrong with them. */
export function propertiesOf(names: readonly string[]): readonly Property[] | string {
  const properties = new Set<Property>();
  for (const name of names) {
    const found = CHECKS.get(name);
    if (found === undefined) return `"${name}" is not a check: ${[...CHECKS.keys()].join(", ")} or none`;
    for (const property of found) properties.add(property);
  }
  return [...properties];
}
