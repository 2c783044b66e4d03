/**
 * The world outside: streams, files, the clock. Commands get it as a value, so that tests run them in process and
 * nothing below `cli/` knows that there is a process.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Meter } from "../verify.ts";

export interface Environment {
  /** Standard output. */
  write(text: string): void;
  /** Standard error: messages. */
  log(text: string): void;
  /** Standard error, where somebody watches: the line is replaced by the next. */
  progress(line: string): void;
  readonly color: "color" | "plain";
  readonly meter: Meter;
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
  const watched = process.stderr.isTTY === true && !settings.quiet;
  let shown = 0;
  const clear = () => {
    if (shown > 0) process.stderr.write(`\r${" ".repeat(shown)}\r`);
    shown = 0;
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
    progress: (line) => {
      if (!watched) return;
      clear();
      const text = line.slice(0, (process.stderr.columns ?? 80) - 1);
      process.stderr.write(text);
      shown = text.length;
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

// Larger files than any C program we know of (the largest of SV-COMP has 2 MB); beyond it somebody passed the wrong file.
const LARGEST_FILE = 64 * 1024 * 1024;

export type FileText = { readonly kind: "text"; readonly text: string } | FileProblem;

export interface FileProblem {
  readonly kind: "problem";
  /** Follows the file's name and a colon. */
  readonly message: string;
}

/** The text of a file or `-`, or in one phrase why there is none. */
export function readText(path: string): FileText {
  try {
    if (path !== "-") {
      const status = statSync(path);
      if (status.isDirectory()) return problem("is a directory, not a file");
      if (status.size > LARGEST_FILE)
        return problem(`is too large (${status.size} bytes; the limit is ${LARGEST_FILE})`);
    }
    const bytes = readFileSync(path === "-" ? 0 : path);
    if (bytes.length > LARGEST_FILE) return problem(`is too large (the limit is ${LARGEST_FILE} bytes)`);
    if (bytes.includes(0)) return problem("is a binary file (it contains a zero byte)");
    return { kind: "text", text: bytes.toString("utf8") };
  } catch (error) {
    return problem(systemMessage(error));
  }
}

function problem(message: string): FileProblem {
  return { kind: "problem", message };
}

export function systemMessage(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case "ENOENT":
      return "no such file";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EISDIR":
      return "is a directory, not a file";
    case "EEXIST":
      return "is something else than a folder";
    case "ENOTDIR":
      return "part of the path is not a directory";
    case "ENOSPC":
      return "no space left on the device";
    case "EROFS":
      return "the file system is read-only";
    case "ELOOP":
      return "too many symbolic links";
    case "ENAMETOOLONG":
      return "the name is too long";
    case "EDQUOT":
    case "EFBIG":
      return "no more can be written (a quota or a limit on the size of files)";
    case "EAGAIN":
      return "nothing can be read from it";
    case undefined:
      // Not from the system: a bug, which must not be taken for a bad file.
      throw error;
    default:
      return `cannot be accessed (${code})`;
  }
}
