/**
 * The server's side of its workers. One stays, and reads what is typed; each verification has a process of its own, which is killed
 * when nobody wants to know any more. At most one verifies at a time: the machine is the user's.
 */
import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import type { Message, Task } from "./messages.ts";

/** How a task ended: as it should, by somebody who does not want it any more, or with what went wrong. */
export type Ended = { readonly kind: "done"; readonly problem?: string } | { readonly kind: "aborted" };

export interface TaskOptions {
  /** Megabytes of heap. */
  readonly memoryMb: number;
  /** It is killed where it says nothing for so long. */
  readonly silentMs: number;
  readonly signal?: AbortSignal | undefined;
  onMessage(message: Message): void;
}

// Half of what "below normal" is: its time limit goes by the clock, and somebody waits for it, too.
const POLITE = 5;
// Node's own code and stacks come on top.
const HEAP_SHARE = 0.8;

// More than any file takes that is written by hand.
const READING_MS = 20_000;
const READING_MB = 2000;

/** Those that are alive, to be taken along at the end. */
const alive = new Set<ChildProcess>();

export function killAll(): void {
  for (const child of alive) child.kill("SIGKILL");
}

function started(program: string, memoryMb: number): ChildProcess {
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${Math.max(64, Math.floor(memoryMb * HEAP_SHARE))}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  alive.add(child);
  child.once("close", () => alive.delete(child));
  return child;
}

/** One task in a process that is there already, or that ends with it. */
function ask(child: ChildProcess, task: Task, { silentMs, signal, onMessage }: Omit<TaskOptions, "memoryMb">) {
  return new Promise<Ended>((resolve) => {
    const settle = (ended: Ended) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      child.off("message", onTold);
      child.off("close", onClose);
      child.off("error", onError);
      resolve(ended);
    };
    const kill = (ended: Ended) => {
      child.kill("SIGKILL");
      settle(ended);
    };
    const onAbort = () => kill({ kind: "aborted" });
    const timer = setTimeout(() => kill({ kind: "done", problem: "time limit reached" }), silentMs);
    const onTold = (message: Message) => {
      // Progress is made within the limit of a question, which what was told before does not move.
      if (message.kind !== "progress") timer.refresh();
      if (message.kind === "done") settle(message);
      else onMessage(message);
    };
    const onClose = (code: number | null, by: string | null) =>
      settle({ kind: "done", problem: `the analysis ended without an answer (${by ?? `exit code ${code}`})` });
    const onError = ({ message }: Error) => settle({ kind: "done", problem: message });
    child.on("message", onTold);
    child.on("close", onClose);
    child.on("error", onError);
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted === true) return onAbort();
    child.send(task, () => {
      // One that is dead already says so by its end.
    });
  });
}

/** A process of its own for one task. */
async function inProcess(program: string, task: Task, options: TaskOptions): Promise<Ended> {
  if (options.signal?.aborted === true) return { kind: "aborted" };
  const child = started(program, options.memoryMb);
  // Who types comes first.
  if (child.pid !== undefined) lower(child.pid);
  const ended = await ask(child, task, options);
  child.kill("SIGKILL");
  return ended;
}

function lower(pid: number): void {
  try {
    setPriority(pid, POLITE);
  } catch {
    // It is over already, or the system does not let us: it is a courtesy.
  }
}

/** What a process of its own says to a task, or what went wrong. */
export async function answerOf(program: string, task: Task): Promise<Message | string> {
  let answer: Message | undefined;
  const ended = await inProcess(program, task, {
    ...{ memoryMb: READING_MB, silentMs: READING_MS },
    onMessage: (message) => {
      answer = message;
    },
  });
  return answer ?? problemOf(ended);
}

function problemOf(ended: Ended): string {
  return ended.kind === "done" ? (ended.problem ?? "there is no answer") : "it was stopped";
}

/** Tasks one after the other, each in a process of its own. */
export class Verifiers {
  readonly #program: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(program: string) {
    this.#program = program;
  }

  run(task: Task, options: TaskOptions): Promise<Ended> {
    const mine = this.#last.then(() => inProcess(this.#program, task, options));
    this.#last = mine.catch(() => {});
    // Who waits for his turn need not, where nobody wants to know any more.
    return Promise.race([mine, aborted(options.signal)]);
  }
}

/** When it is not wanted any more; never, where nobody can say so. */
export function aborted(signal: AbortSignal | undefined): Promise<Ended> {
  return new Promise((resolve) => {
    const end = () => resolve({ kind: "aborted" });
    if (signal?.aborted === true) end();
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** The process that stays; one that dies is replaced. Tasks wait for each other. */
export class Reader {
  readonly #program: string;
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(program: string) {
    this.#program = program;
  }

  /** The answer, or what went wrong. */
  ask(task: Task): Promise<Message | string> {
    const mine = this.#last.then(() => this.#ask(task));
    this.#last = mine.catch(() => {});
    return mine;
  }

  async #ask(task: Task): Promise<Message | string> {
    if (this.#child === undefined || this.#child.killed || !this.#child.connected)
      this.#child = started(this.#program, READING_MB);
    let answer: Message | undefined;
    const ended = await ask(this.#child, task, {
      silentMs: READING_MS,
      onMessage: (message) => {
        answer = message;
      },
    });
    return answer ?? problemOf(ended);
  }
}
