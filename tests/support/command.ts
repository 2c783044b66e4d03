/** Runs `hone` in process and keeps what it prints: what tests of the command line share. */
import { fileURLToPath } from "node:url";
import { type Environment, processMeter } from "../../src/cli/environment.ts";
import { main } from "../../src/cli/main.ts";

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

export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));
