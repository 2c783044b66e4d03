/** Runs `hone` in process and keeps what it prints: what tests of the command line share. */
import { fileURLToPath } from "node:url";
import { type Environment, processMeter } from "../../src/cli/environment.ts";
import { main } from "../../src/cli/main.ts";
import type { Result, ResultDocument } from "../../src/report/result.ts";
import type { Meter } from "../../src/util/budget.ts";

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
    meter: ownMeter(),
  };
  const code = await main(argv, environment);
  return { code, stdout, stderr };
}

/** The process is shared with other tests: what they have left in its memory is not this command's. */
function ownMeter(): Meter {
  const meter = processMeter();
  const before = meter.memoryMb();
  return { ...meter, memoryMb: () => Math.max(0, meter.memoryMb() - before) };
}

/** The one result of what `--format json` printed. */
export function onlyResult(stdout: string): Result {
  const { results } = JSON.parse(stdout) as ResultDocument;
  if (results.length !== 1) throw new Error(`one result should be printed, not ${results.length}`);
  return results[0] as Result;
}

export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));
