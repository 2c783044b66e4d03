/** How far a campaign is, as a table of one row for those who watch, and its last run below. */

import type { Origin } from "./runner.ts";
import { type BenchRun, isSolved } from "./task.ts";

export class Progress {
  readonly #nowMs: () => number;
  readonly #startMs: number;
  readonly #total: number;
  #done = 0;
  #kept = 0;
  #running = 0;
  #solved = 0;
  #wrong = 0;
  #crashed = 0;
  #last = "";

  constructor(total: number, nowMs: () => number) {
    this.#total = total;
    this.#nowMs = nowMs;
    this.#startMs = nowMs();
  }

  ended(run: BenchRun, origin: Origin): void {
    this.#done += 1;
    if (origin === "kept") this.#kept += 1;
    if (isSolved(run)) this.#solved += 1;
    if (run.outcome === "wrong") this.#wrong += 1;
    if (run.outcome === "crashed") this.#crashed += 1;
    this.#last = `${run.task.set}/${run.task.name} [${run.configuration}]: ${run.verdict}`;
  }

  running(count: number): void {
    this.#running = count;
  }

  /** How many were there from before. */
  get kept(): number {
    return this.#kept;
  }

  table(): string {
    const seconds = (this.#nowMs() - this.#startMs) / 1000;
    const ran = this.#done - this.#kept;
    const rate = seconds > 0 ? ran / seconds : 0;
    const left = ran === 0 ? "?" : duration((this.#total - this.#done) / rate);
    const cells = {
      done: `${this.#done}/${this.#total}`,
      running: String(this.#running),
      solved: String(this.#solved),
      wrong: String(this.#wrong),
      crashed: String(this.#crashed),
      rate: rate >= 1 || rate === 0 ? `${rate.toFixed(1)}/s` : `${(rate * 60).toFixed(1)}/min`,
      left,
    };
    const widths = Object.entries(cells).map(([name, text]) => Math.max(name.length, text.length));
    const line = (texts: readonly string[]) => texts.map((text, at) => text.padStart(widths[at] ?? 0)).join("  ");
    return [line(Object.keys(cells)), line(Object.values(cells)), this.#last].join("\n");
  }
}

/** 7 s, 3 min 20 s, 5 h 12 min. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
