/**
 * The world outside: streams, files, the clock. Commands get it as a value, so that tests run them in process and
 * nothing below `cli/` knows that there is a process.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Bundle } from "../tasks/bundle.ts";
import type { Meter } from "../util/budget.ts";

export interface Environment {
  /** Standard output. */
  write(text: string): void;
  /** Standard error: messages. */
  log(text: string): void;
  /** Standard error, where somebody watches: a line, or a few, replaced by the next. */
  progress(text: string): void;
  readonly color: "color" | "plain";
  readonly meter: Meter;
  /** What `--bundle` names, read: the only files that the command reads. */
  readonly bundle?: Bundle | undefined;
  /** Absent: everything happens in this process, and nothing interrupts it. */
  readonly supervision?: Supervision;
}

/** What long work needs to be kept within limits. */
export interface Supervision {
  /** The program of the child process. */
  readonly worker: string;
  /** How this command is started. */
  readonly command: readonly string[];
  /**
   * Aborted by Ctrl-C or SIGTERM, which end the process at once until somebody has asked for this; the reason is the signal's
   * name.
   */
  interruption(): AbortSignal;
}

/** The real one. A reader that goes away (`hone ... | head`) ends the run quietly, as it does for other tools. */
export function processEnvironment(settings: { readonly quiet: boolean }): Environment {
  // Who cannot go back in a line would fill the screen.
  const watched = process.stderr.isTTY === true && !settings.quiet && process.env["TERM"] !== "dumb";
  let shown: readonly string[] = [];
  const clear = () => {
    const [last = "", ...above] = [...shown].reverse();
    if (last !== "") process.stderr.write(`\r${" ".repeat(last.length)}\r`);
    // Up a line and clear it, for each of those above.
    process.stderr.write("\x1b[1A\x1b[2K".repeat(above.length));
    shown = [];
  };
  return {
    write: (text) => {
      clear();
      process.stdout.write(text);
    },
    log: (text) => {
      clear();
      process.stderr.write(text);
    },
    progress: (text) => {
      if (!watched) return;
      clear();
      const lines = text.split("\n").map((line) => line.slice(0, (process.stderr.columns ?? 80) - 1));
      shown = lines;
      process.stderr.write(shown.join("\n"));
    },
    color: wantsColor() ? "color" : "plain",
    meter: processMeter(),
    ...supervised(),
  };
}

/** From the source text (in tests) there is no child to start. */
function supervised(): Pick<Environment, "supervision"> {
  const worker = fileURLToPath(new URL("./worker.js", import.meta.url));
  if (!existsSync(worker)) return {};
  let controller: AbortController | undefined;
  const interruption = () => {
    controller ??= abortOnSignals();
    return controller.signal;
  };
  const command = [process.execPath, ...process.argv.slice(1, 2)];
  return { supervision: { worker, command, interruption } };
}

/** Once only: who presses Ctrl-C twice wants to leave at once. */
function abortOnSignals(): AbortController {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort(signal));
  return controller;
}

/** https://no-color.org: any non-empty NO_COLOR switches colors off. */
function wantsColor(): boolean {
  if (process.env["NO_COLOR"]) return false;
  if (process.env["FORCE_COLOR"]) return true;
  return process.stdout.isTTY === true && process.env["TERM"] !== "dumb";
}

export function processMeter(): Meter {
  return {
    nowMs: () => performance.now(),
    cpuMs: () => {
      const cpu = process.cpuUsage();
      return (cpu.user + cpu.system) / 1000;
    },
    memoryMb: () => process.memoryUsage.rss() / 1048576,
    peakMemoryMb: () => process.resourceUsage().maxRSS / 1024,
  };
}
