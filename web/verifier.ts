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
  readonly program: string;
  readonly options: CheckOptions;
  readonly pictures: Snapshot[];
  reached: Reached | undefined;
  stop(reason: string): void;
  supersede(): void;
}

export class Verifier {
  readonly #start: () => Worker;
  #worker: Worker;
  #questions = 0;
  #running: Running | undefined;

  constructor({ first, start }: { readonly first: Worker; start(): Worker }) {
    this.#start = start;
    this.#worker = first;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** One at a time: who is running is stopped. */
  async check(program: string, options: CheckOptions, watching: Watching): Promise<Checked> {
    this.#running?.supersede();
    const worker = this.#worker;
    const id = this.#next();
    const running: Running = {
      program,
      options,
      pictures: [],
      reached: undefined,
      stop: () => {},
      supersede: () => {},
    };
    this.#running = running;
    const done = new Promise<Checked>((resolve) => {
      running.supersede = () => {
        this.#end();
        resolve({ kind: "superseded" });
      };
      running.stop = (reason) => {
        this.#end();
        void this.#told(running, reason).then(resolve);
      };
      worker.addEventListener("error", ({ message }) => {
        if (this.#running !== running) return;
        this.#end();
        resolve({ kind: "error", message: message || "the worker ended; there may not have been enough memory" });
      });
      worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
        if (!("id" in data) || data.id !== id || this.#running !== running) return;
        if (data.kind === "progress") {
          const { line, statistics, picture } = data;
          running.reached = { line, statistics };
          if (picture !== undefined && picture.title !== running.pictures.at(-1)?.title) running.pictures.push(picture);
          if (running.pictures.length > MOST_PICTURES) running.pictures.splice(MOST_PICTURES / 2, 1);
          watching.progress(running.reached, picture);
        } else if (data.kind === "checked") {
          this.#running = undefined;
          resolve(checked(data));
        }
      });
    });
    this.#ask(worker, { kind: "check", id, program, options });
    const timer = setTimeout(() => running.stop("time limit reached"), (options.timeout ?? 60) * 1000 + GRACE_MS);
    try {
      return await done;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends what is running; what was reached is its result. */
  stop(): void {
    this.#running?.stop("stopped");
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

  async #told({ program, options, reached, pictures }: Running, reason: string): Promise<Checked> {
    const told = reached === undefined ? {} : { reached };
    const answer = await this.#answer({ kind: "ended", id: this.#next(), program, options, reason, ...told });
    if (answer.kind !== "ended") throw new Error("a check that was ended should be told");
    return { kind: "result", result: answer.result, pictures };
  }

  #answer(question: Question): Promise<FromWorker> {
    const worker = this.#worker;
    return new Promise((resolve) => {
      const take = ({ data }: MessageEvent<FromWorker>): void => {
        if (!("id" in data) || data.id !== question.id) return;
        worker.removeEventListener("message", take);
        resolve(data);
      };
      worker.addEventListener("message", take);
      this.#ask(worker, question);
    });
  }

  #ask(worker: Worker, message: Question): void {
    worker.postMessage(message);
  }

  #next(): number {
    this.#questions += 1;
    return this.#questions;
  }

  #end(): void {
    this.#running = undefined;
    this.#worker.terminate();
    this.#worker = this.#start();
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
