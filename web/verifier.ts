/**
 * The page's side of the worker: checks that can be stopped, and diagnostics. A check that is stopped, or that does not keep its limit,
 * takes its worker with it; the next one, which is started at once, says what there is to say about it.
 */
import type { CheckOptions } from "../src/api/options.ts";
import type { Snapshot } from "../src/engines/engine.ts";
import type { Result } from "../src/report/result.ts";
import type { About, FixableDiagnostic, FromWorker, Question, Reached } from "./messages.ts";

export type Checked =
  | { readonly kind: "result"; readonly result: Result; readonly pictures: readonly Snapshot[] }
  /** A bug in hone, or an option that makes no sense. */
  | { readonly kind: "error"; readonly message: string }
  /** Another check was asked for. */
  | { readonly kind: "superseded" };

export interface Watching {
  progress(reached: Reached, picture: Snapshot | undefined): void;
}

// The worker keeps the limit itself; this is for one that is stuck between two looks at the clock.
const GRACE_MS = 3000;
// Pictures of a run that was stopped, as far as they were told.
const MOST_PICTURES = 160;

interface Running {
  readonly id: number;
  readonly program: string;
  readonly options: CheckOptions;
  readonly pictures: Snapshot[];
  reached: Reached | undefined;
  readonly watching: Watching;
  readonly limit: ReturnType<typeof setTimeout>;
  settle(checked: Checked): void;
}

/** What is used of a worker. */
export interface Beside {
  postMessage(message: Question): void;
  terminate(): void;
  addEventListener(kind: "message", hear: (event: { readonly data: FromWorker }) => void): void;
  addEventListener(kind: "error", hear: (event: { readonly message: string }) => void): void;
}

export class Verifier {
  readonly #start: () => Beside;
  #worker: Beside;
  #questions = 0;
  #running: Running | undefined;
  /** The check that was asked for last. */
  #newest = 0;
  /** Questions beside a check. A worker that is ended before it answers leaves them to the next one. */
  readonly #waiting = new Map<number, { readonly question: Question; resolve(answer: FromWorker): void }>();

  constructor({ first, start }: { readonly first: Beside; start(): Beside }) {
    this.#start = start;
    this.#worker = this.#heard(first);
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** One at a time: who is running is stopped. */
  check(program: string, options: CheckOptions, watching: Watching): Promise<Checked> {
    this.#interrupted()?.settle({ kind: "superseded" });
    const id = this.#next();
    this.#newest = id;
    const limitMs = (options.timeout ?? 60) * 1000 + GRACE_MS;
    const limit = setTimeout(() => this.#cut("time limit reached"), limitMs);
    return new Promise((settle) => {
      this.#running = { id, program, options, pictures: [], reached: undefined, watching, limit, settle };
      this.#worker.postMessage({ kind: "check", id, program, options });
    });
  }

  /** Ends what is running; what was reached is its result. */
  stop(): void {
    this.#cut("stopped");
  }

  /** Undefined where a check is running: it would have to wait. */
  async read(program: string, options: CheckOptions): Promise<readonly FixableDiagnostic[] | undefined> {
    if (this.#running !== undefined) return undefined;
    const answer = await this.#answer({ kind: "read", id: this.#next(), program, options });
    return answer.kind === "read" ? answer.diagnostics : undefined;
  }

  async about(): Promise<About> {
    const answer = await this.#answer({ kind: "about", id: this.#next() });
    if (answer.kind !== "about") throw new Error("a worker should say what there is to choose");
    return answer.about;
  }

  #cut(reason: string): void {
    const running = this.#interrupted();
    if (running !== undefined) void this.#told(running, reason).then(running.settle);
  }

  async #told({ id, program, options, reached, pictures }: Running, reason: string): Promise<Checked> {
    const told = reached === undefined ? {} : { reached };
    const answer = await this.#answer({ kind: "ended", id: this.#next(), program, options, reason, ...told });
    if (answer.kind !== "ended") throw new Error("a check that was ended should be told");
    // Who has asked for another one meanwhile waits for that.
    if (this.#newest !== id) return { kind: "superseded" };
    return { kind: "result", result: answer.result, pictures };
  }

  #answer(question: Question): Promise<FromWorker> {
    return new Promise((resolve) => {
      this.#waiting.set(question.id, { question, resolve });
      this.#worker.postMessage(question);
    });
  }

  #heard(worker: Beside): Beside {
    worker.addEventListener("error", ({ message }) => {
      if (worker !== this.#worker) return;
      const why = message || "the worker ended; there may not have been enough memory";
      this.#interrupted()?.settle({ kind: "error", message: why });
    });
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.#worker) this.#hear(data);
    });
    return worker;
  }

  #hear(data: FromWorker): void {
    const running = this.#running;
    if (running === undefined || data.id !== running.id) {
      this.#waiting.get(data.id)?.resolve(data);
      this.#waiting.delete(data.id);
    } else if (data.kind === "progress") {
      const { line, statistics, picture } = data;
      const { pictures, watching } = running;
      running.reached = { line, statistics };
      if (picture !== undefined && picture.title !== pictures.at(-1)?.title) pictures.push(picture);
      if (pictures.length > MOST_PICTURES) pictures.splice(MOST_PICTURES / 2, 1);
      watching.progress(running.reached, picture);
    } else if (data.kind === "checked") {
      this.#ended(running);
      running.settle(checked(data));
    }
  }

  #next(): number {
    this.#questions += 1;
    return this.#questions;
  }

  #ended({ limit }: Running): void {
    clearTimeout(limit);
    this.#running = undefined;
  }

  /** What was running; its worker is replaced. */
  #interrupted(): Running | undefined {
    const running = this.#running;
    if (running === undefined) return undefined;
    this.#ended(running);
    this.#worker.terminate();
    this.#worker = this.#heard(this.#start());
    for (const { question } of this.#waiting.values()) this.#worker.postMessage(question);
    return running;
  }
}

function checked({ outcome, pictures }: Extract<FromWorker, { kind: "checked" }>): Checked {
  switch (outcome.kind) {
    case "answer":
      return { kind: "result", result: outcome.answer as Result, pictures };
    case "ended":
      return { kind: "error", message: outcome.reason };
    case "error":
      return { kind: "error", message: outcome.message };
  }
}
