/** `--watch`: does something now, and again whenever one of the files that it used changes, until it is interrupted. */
import { statSync } from "node:fs";
import { basename } from "node:path";
import type { Environment } from "./environment.ts";
import { EXIT_INTERRUPTED, EXIT_TERMINATED, type ExitCode } from "./exit-codes.ts";

// Soon enough for a person, and nothing for the machine. Looked up rather than notified: editors put new files in the place of
// old ones, which not every system tells.
const INTERVAL_MS = 300;

/** @param work tells which files it used. */
export async function watched(
  work: () => Promise<{ readonly files: readonly string[] }>,
  environment: Environment,
): Promise<ExitCode> {
  const interrupted = environment.supervision?.interruption();
  let before = new Map<string, string>();
  for (;;) {
    const started = stamps([...before.keys()]);
    const { files } = await work();
    // What was not known before the work may have changed during it: rather once too often.
    before = new Map(files.map((file) => [file, started.get(file) ?? stampOf(file)]));
    if (interrupted?.aborted === true) return exitCodeOf(interrupted);
    environment.log("hone: waiting for changes (Ctrl-C ends)\n");
    const changed = await change(before, interrupted);
    if (changed === undefined) return exitCodeOf(interrupted);
    environment.log(`\nhone: ${basename(changed)} has changed\n`);
  }
}

async function change(
  before: ReadonlyMap<string, string>,
  interrupted: AbortSignal | undefined,
): Promise<string | undefined> {
  for (;;) {
    if (interrupted?.aborted === true) return undefined;
    const changed = [...before].find(([file, stamp]) => stampOf(file) !== stamp);
    if (changed !== undefined) return changed[0];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, INTERVAL_MS);
      interrupted?.addEventListener("abort", done, { once: true });
      function done(): void {
        clearTimeout(timer);
        interrupted?.removeEventListener("abort", done);
        resolve();
      }
    });
  }
}

function stamps(files: readonly string[]): Map<string, string> {
  return new Map(files.map((file) => [file, stampOf(file)]));
}

function stampOf(file: string): string {
  const status = statSync(file, { throwIfNoEntry: false });
  return status === undefined ? "none" : `${status.mtimeMs} ${status.size} ${status.ino}`;
}

export function exitCodeOf(interrupted: AbortSignal | undefined): ExitCode {
  return interrupted?.reason === "SIGTERM" ? EXIT_TERMINATED : EXIT_INTERRUPTED;
}
