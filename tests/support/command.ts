/** Runs `hone` in process and keeps what it prints: what tests of the command line share. */
import { fileURLToPath } from "node:url";
import { type Environment, processMeter } from "../../src/cli/environment.ts";
import { main } from "../../src/cli/main.ts";
import type { Result, ResultDocument } from "../../src/report/result.ts";

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function hone(...argv: string[]): Promise<CommandResult> {
  let stdout = "";
  let stderr = "";
  const environment: Environment = {
    write: (text) => {
      stdout += text;
    },
    log: (text) => {
      stderr += text;
    },
    progress: () => {},
    color: "plain",
    meter: processMeter(),
  };
  const code = await main(argv, environment);
  return { code, stdout, stderr };
}

/** The one result of what `--format json` printed. */
export function onlyResult(stdout: string): Result {
  const { results } = JSON.parse(stdout) as ResultDocument;
  if (results.length !== 1) throw new Error(`one result should be printed, not ${results.length}`);
  return results[0] as Result;
}

export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));
