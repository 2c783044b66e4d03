/**
 * What travels through the queue, and how it is read: whoever reaches the server can write anything, so that nothing is
 * taken for a task or an answer that has not been looked at member by member. What is wrong is told in one phrase.
 */
import type { Answer, Limits } from "../executor.ts";

/** A task on its way to a worker. */
export interface TaskMessage extends Limits {
  readonly version: 1;
  /** Which build of hone asks: another one may answer otherwise. */
  readonly build: string;
  /** Of `hone verify`. */
  readonly arguments: readonly string[];
  /** The files of the bundle: paths, and hashes of their texts. */
  readonly files: readonly (readonly [path: string, hash: string])[];
  /** Where the files stand on a disk that submitter and workers share; absent: the server has their texts. */
  readonly folder?: string;
}

/** An answer on its way back. */
export interface AnswerMessage {
  readonly end: "orderly" | "other";
  readonly answer: Answer;
}

export type Read<T> =
  | { readonly kind: "message"; readonly message: T }
  | { readonly kind: "problem"; readonly message: string };

// Above all of these somebody means no good: a command line has no thousand words, a program no ten thousand files.
const MOST_WORDS = 1000;
const LONGEST_WORD = 10_000;
const MOST_FILES = 10_000;
const MOST_SECONDS = 7 * 24 * 3600;
const MOST_MB = 10_000_000;
const MOST_STATISTICS = 1000;
const LONGEST_TEXT = 100_000;

export function readTask(data: unknown): Read<TaskMessage> {
  if (!isRecord(data)) return problem("the message is not an object");
  const { version, build, timeoutSeconds, memoryMb, files, folder, ...rest } = data;
  const { arguments: words, ...others } = rest;
  if (version !== 1) return problem(`the message has version ${JSON.stringify(version)?.slice(0, 20)}, 1 is expected`);
  if (!isText(build, 200)) return problem("`build` should be the version of the submitter");
  if (!isList(words, MOST_WORDS, (word) => isText(word, LONGEST_WORD)))
    return problem("`arguments` should be a list of words");
  if (!isLimit(timeoutSeconds, MOST_SECONDS)) return problem("`timeoutSeconds` should be a positive number");
  if (!isLimit(memoryMb, MOST_MB)) return problem("`memoryMb` should be a positive number");
  if (!isList(files, MOST_FILES, isFile)) return problem("`files` should be pairs of a path and a hash");
  if (folder !== undefined && !isText(folder, LONGEST_WORD)) return problem("`folder` should be a path");
  const [strange] = Object.keys(others);
  if (strange !== undefined) return problem(`"${strange.slice(0, 50)}" is no part of a task`);
  return { kind: "message", message: data as unknown as TaskMessage };
}

export function readAnswer(data: unknown): Read<AnswerMessage> {
  if (!isRecord(data) || !isRecord(data["answer"])) return problem("the answer is not an object");
  const { verdict, reason, wallSeconds, cpuSeconds, peakMemoryMb, statistics, evidence, by, log } = data["answer"];
  if (data["end"] !== "orderly" && data["end"] !== "other") return problem("`end` should be orderly or other");
  if (verdict !== "safe" && verdict !== "unsafe" && verdict !== "unknown" && verdict !== "none")
    return problem("the answer has no verdict");
  if (!isText(reason, LONGEST_TEXT)) return problem("`reason` should be a text");
  if (!isAmount(wallSeconds) || !isAmount(cpuSeconds) || !isAmount(peakMemoryMb))
    return problem("times and memory should be numbers");
  if (!isRecord(statistics) || !isList(Object.values(statistics), MOST_STATISTICS, Number.isFinite))
    return problem("`statistics` should be numbers");
  for (const text of [evidence, by, log])
    if (text !== undefined && !isText(text, LONGEST_TEXT)) return problem("`evidence`, `by` and `log` should be texts");
  const answer: Answer = {
    ...{ verdict, reason: printable(reason), wallSeconds, cpuSeconds, peakMemoryMb },
    statistics: statistics as Readonly<Record<string, number>>,
    ...(evidence === undefined ? {} : { evidence: printable(evidence as string) }),
    ...(by === undefined ? {} : { by: printable(by as string) }),
    ...(log === undefined ? {} : { log: printable(log as string) }),
  };
  return { kind: "message", message: { end: data["end"], answer } };
}

/** What may be sent to a terminal: no control characters but line ends and tabs. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "?");
}

function problem(message: string): { readonly kind: "problem"; readonly message: string } {
  return { kind: "problem", message };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest && !value.includes("\0");
}

function isList(value: unknown, most: number, isItem: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= most && value.every(isItem);
}

function isLimit(value: unknown, most: number): value is number {
  return typeof value === "number" && value > 0 && value <= most;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isFile(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [path, hash] = value as readonly unknown[];
  return isText(path, LONGEST_WORD) && path !== "" && typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash);
}
