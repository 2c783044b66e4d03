/** Results as JSON: always a document of one shape (schemas/result-v2.schema.json), be it about one program, several or none. */
import { RESULT_VERSION, type Result, type ResultDocument } from "./result.ts";

export interface About {
  readonly toolVersion: string;
  /** Why nothing was run. */
  readonly problem?: string;
}

export function jsonReport(results: readonly Result[], { toolVersion, problem }: About): string {
  const document: ResultDocument = {
    version: RESULT_VERSION,
    tool: { name: "hone", version: toolVersion },
    ...(problem === undefined ? {} : { problem }),
    results,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
