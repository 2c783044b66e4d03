/**
 * How a worker that shares turns with others hears what to do. Engines work synchronously, so the worker waits for its director in
 * the middle of a call: a pipe of its own beside node's channel, read and written so that the process stands still meanwhile. A
 * message is a line of JSON; work without a limit, which JSON has no number for, is left out.
 */
import { readSync, writeSync } from "node:fs";
import type { TurnEnd } from "../engines/schedule.ts";
import type { Direction, Director, ScheduleFacts, TurnReport } from "../engines/shared-turns.ts";

/** Its number in the worker: behind the three streams and node's own channel. */
export const CHANNEL = 4;

/** What a worker says to its director; with what it has spent so far. */
export type WorkerLine = { readonly cpuMs: number; readonly peakMemoryMb: number } & (
  | { readonly kind: "begin"; readonly facts: ScheduleFacts }
  | {
      readonly kind: "ended";
      readonly at: number;
      readonly end: TurnEnd<undefined>;
      readonly report: TurnReport;
    }
);

export function directionLine(direction: Direction): string {
  return `${JSON.stringify(direction)}\n`;
}

function directionOf(line: string): Direction {
  const said = JSON.parse(line) as Direction;
  if (said.kind !== "turn") return said;
  return { ...said, work: said.work ?? Number.POSITIVE_INFINITY, more: said.more ?? Number.POSITIVE_INFINITY };
}

/** Text in, whole lines out. */
export function linesOf(): (text: string) => readonly string[] {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    return lines;
  };
}

/** @param spent what this process has spent so far. */
export function channelDirector(spent: () => { readonly cpuMs: number; readonly peakMemoryMb: number }): Director {
  const split = linesOf();
  const decoder = new TextDecoder();
  const waiting: string[] = [];
  const buffer = new Uint8Array(65_536);
  const say = (line: object) => writeAll(Buffer.from(`${JSON.stringify({ ...line, ...spent() })}\n`));
  return {
    begin: (facts) => say({ kind: "begin", facts }),
    ended: (at, end, report) => say({ kind: "ended", at, end, report }),
    next: () => {
      for (;;) {
        const line = waiting.shift();
        if (line !== undefined) return directionOf(line);
        const length = patiently(() => readSync(CHANNEL, buffer));
        // The director is gone: nobody waits for an answer.
        if (length === 0) process.exit();
        waiting.push(...split(decoder.decode(buffer.subarray(0, length), { stream: true })));
      }
    },
  };
}

function writeAll(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; )
    written += patiently(() => writeSync(CHANNEL, bytes, written, bytes.length - written));
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** Where the pipe is one that does not wait, this does. */
function patiently(transfer: () => number): number {
  for (;;) {
    try {
      return transfer();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE" || code === "ECONNRESET") process.exit();
      if (code !== "EAGAIN") throw error;
      Atomics.wait(PAUSE, 0, 0, 2);
    }
  }
}
