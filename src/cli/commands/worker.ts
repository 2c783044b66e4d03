/** `hone worker`: takes tasks that `hone bench --queue` submits, until it is stopped. */
import { totalmem } from "node:os";
import { serve } from "../../bench/queue/worker.ts";
import { type Arguments, parseArguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_INTERRUPTED, EXIT_TERMINATED, type ExitCode } from "../exit-codes.ts";
import { onOneThread } from "../one-thread.ts";
import { openServer } from "../queue-server.ts";
import type { Settings } from "../settings.ts";
import { buildVersion } from "../version.ts";

const LINGER_MS = 500;

export async function workerCommand({ files, settings }: Arguments, environment: Environment): Promise<ExitCode> {
  const { supervision } = environment;
  const { queue, queueName, jobs } = settings;
  if (supervision === undefined)
    return problem("`hone worker` starts processes, so it needs the built command", environment);
  if (files.length > 0) return problem("`hone worker` takes no files: they come with the tasks", environment);
  if (queue === undefined) return problem("`hone worker` needs a queue: --queue redis://HOST:PORT", environment);
  const server = await openServer(queue);
  if (typeof server === "string") return problem(server, environment);
  const build = buildVersion();
  const tell = (text: string) => {
    if (!settings.quiet) environment.log(text);
  };
  const interrupted = supervision.interruption();
  tell(`hone ${build}: taking tasks of "${queueName}" at ${server.address.shown}, ${jobs} at a time\n`);
  const stopped = await serve({
    ...server,
    ...{ queueName, build, jobs, interrupted },
    command: onOneThread(supervision.command),
    nowMs: environment.meter.nowMs,
    problemOf: (line) => problemOf(line, settings),
    log: (text) => environment.log(text),
    tell: settings.verbose ? tell : () => {},
  });
  // BullMQ goes on trying where the server is away; that should not keep a worker that has been stopped.
  setTimeout(() => process.exit(), LINGER_MS).unref();
  if (stopped !== undefined) return problem(stopped, environment);
  tell("hone: stopped; what was under way goes back to the queue\n");
  return interrupted.reason === "SIGTERM" ? EXIT_TERMINATED : EXIT_INTERRUPTED;
}

function problem(message: string, environment: Environment): ExitCode {
  environment.log(`hone: ${message}\n`);
  return EXIT_BAD_INPUT;
}

/** A line that makes no sense is for the process to say: it is the same that a run without a queue says. */
function problemOf(line: readonly string[], { mostSeconds, mostMemoryMb }: Settings): string | undefined {
  if (line.some((word) => word.startsWith("@"))) return "files with options do not travel";
  const parsed = parseArguments(line, undefined);
  if (parsed.kind === "usage") return undefined;
  const { command, settings } = parsed.arguments;
  if (command !== "verify" || settings.help || settings.version) return "it does not ask for a verdict";
  if (settings.timeoutSeconds > mostSeconds)
    return `it asks for ${settings.timeoutSeconds} s, and this worker allows ${mostSeconds} (--most-seconds)`;
  const most = mostMemoryMb ?? Math.floor(totalmem() / 1048576);
  if (settings.memoryMb > most)
    return `it asks for ${settings.memoryMb} MB, and this worker allows ${most} (--most-memory)`;
  return undefined;
}
