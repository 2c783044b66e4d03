/** The runs that `hone bench` and `hone table` keep in the folder of -o, so that an interrupted start goes on where it was. */
import { join } from "node:path";
import { openStore, type Store } from "../tasks/store.ts";
import type { Environment } from "./environment.ts";
import { buildVersion } from "./version.ts";

export function runStore(output: string | undefined, environment: Environment): Store | undefined {
  if (output === undefined) return undefined;
  const onProblem = (message: string) => environment.log(`hone: ${message}; finished runs are not kept\n`);
  return openStore({ folder: join(output, "runs"), version: buildVersion(), onProblem });
}
