/** The registry of the papers' tables. Adding a table is one line here. */
import { dagger } from "./dagger.ts";
import { explicitTable } from "./explicit.ts";
import { pathFocusing } from "./path-focusing.ts";
import { absent, type Table, type TableOptions, type TableOutcome } from "./table.ts";
import { vintaTable } from "./vinta.ts";

export type { TableOptions, TableOutcome } from "./table.ts";

export const TABLES: readonly Table[] = [dagger, pathFocusing, explicitTable, vintaTable];

export async function runTable(
  name: string,
  { root, ...options }: Omit<TableOptions, "root"> & { readonly root: string | undefined },
): Promise<TableOutcome> {
  const table = TABLES.find((one) => one.name === name);
  if (table === undefined)
    return {
      kind: "problem",
      message: `there is no table "${name}"; there are ${TABLES.map((one) => one.name).join(", ")}`,
    };
  return root === undefined ? absent(undefined) : table.run({ ...options, root });
}
