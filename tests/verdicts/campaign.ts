/**
 * Puts a generated program through the verifier and compares with what runs of it show. A value that some run observes at
 * a place is reachable: the program that calls reach_error there for this value is never safe. Where the program has one
 * behaviour only, an error for any other value is unreachable: that program is never unsafe.
 */
import { type FrontEndOptions, ILP32, LP64 } from "../../src/cfa/build-source.ts";
import { findPreset } from "../../src/engines/index.ts";
import { randomInputs, randomWords } from "../../src/interpreter/inputs.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "../../src/model/options.ts";
import type { SatFactory } from "../../src/smt/sat/sat.ts";
import { release } from "../../src/util/release.ts";
import { verify } from "../../src/verify.ts";
import { execute } from "../support/c-program.ts";
import { generate } from "./grammar.ts";

export interface Setting {
  /** Name of a preset. */
  readonly engine: string;
  readonly calls?: "inline" | "summaries";
  readonly bits: 32 | 64;
  readonly slicing: "on" | "off";
  readonly signedOverflow: "assume-none" | "wrap";
  /** Proves again what engines over bits claim; the search of the linear solver where none is given. */
  readonly sat?: SatFactory;
}

export type Answer = "safe" | "unsafe" | "unknown";

export interface Wrong {
  readonly seed: number;
  readonly setting: Setting;
  readonly answer: Answer;
  /** For a wrong `safe`: the seed of the inputs that reach the error. */
  readonly inputs: number;
  readonly text: string;
}

/** Work units times 4096 for one verification. */
const WORK = 60;
const STEPS = 20_000;

/** A clock that advances by a millisecond whenever it is looked at: every 4096 units of work. */
export function workMeter() {
  let now = 0;
  return { nowMs: () => (now += 1), cpuMs: () => 0, memoryMb: () => 0, peakMemoryMb: () => 0 };
}

export function frontEndFor(bits: 32 | 64): FrontEndOptions {
  const dataModel = bits === 32 ? ILP32 : LP64;
  return { dataModel, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined };
}

export function answerOf(
  text: string,
  setting: Setting,
  properties: ModelOptions["properties"] = ["unreach-call"],
  work = WORK,
): { readonly answer: Answer; readonly reason: string } {
  const { bits, slicing, signedOverflow } = setting;
  try {
    const { result, kind } = verify(
      {
        name: "test.c",
        sources: [{ name: "test.c", text }],
        frontEnd: frontEndFor(bits),
      },
      {
        toolVersion: "test",
        model: { ...DEFAULT_MODEL_OPTIONS, properties, slicing, signedOverflow },
        preset: findPreset(setting.engine),
        sat: setting.sat,
        ...(setting.calls === undefined ? {} : { engineOptions: { calls: setting.calls } }),
        timeoutSeconds: work / 1000,
        memoryMb: 1000,
        meter: workMeter(),
        progress: () => {},
      },
    );
    if (kind === "bad-input") throw new Error(`refused: ${result.reason}`);
    return { answer: result.verdict, reason: result.reason ?? "" };
  } finally {
    release();
  }
}

const runOptions = (setting: Setting, inputs: number) => ({
  bits: setting.bits,
  steps: STEPS,
  inputs: randomInputs(inputs),
  signedOverflow: setting.signedOverflow === "wrap" ? ("wrap" as const) : ("stop" as const),
});

/** Whether a run of the text with these inputs calls reach_error. */
function reaches(text: string, setting: Setting, inputs: number): boolean {
  return execute(text, runOptions(setting, inputs)).outcome.kind === "error";
}

const OBSERVER = `#include <stdio.h>\nstatic void observe(int place, long long value) { printf("%d %lld\\n", place, value); }`;
const OBSERVATION = /@(\d+)\((.*?)\)@;/g;

function withObservations(lines: readonly string[], write: (place: number, expression: string) => string): string {
  const text = lines.join("\n").replace(OBSERVATION, (_, place, expression) => write(Number(place), expression));
  return `${text}\n`;
}

interface Seen {
  readonly place: number;
  readonly value: string;
}

/** The values seen in one run, in order. */
function observe(lines: readonly string[], setting: Setting, inputs: number): Seen[] {
  const text = withObservations(lines, (place, expression) => `observe(${place}, ${expression});`);
  const { stdout } = execute(`${OBSERVER}\n${text}`, runOptions(setting, inputs));
  return stdout.split("\n").flatMap((line) => {
    const [place, value] = line.split(" ");
    return value === undefined ? [] : [{ place: Number(place), value }];
  });
}

function literal(value: string): string {
  return value === "-9223372036854775808" ? "(-9223372036854775807ll - 1)" : `${value}ll`;
}

export interface Tally {
  safe: number;
  unsafe: number;
  unknown: number;
  readonly wrong: Wrong[];
  readonly broken: { readonly seed: number; readonly why: string }[];
}

export function newTally(): Tally {
  return { safe: 0, unsafe: 0, unknown: 0, wrong: [], broken: [] };
}

/** One program, a few of its observations, one setting each. */
export function tryProgram(seed: number, tally: Tally, engine?: Pick<Setting, "engine" | "calls">): void {
  const word = randomWords(seed + 77_777);
  const { lines, deterministic } = generate(seed);
  const setting: Setting = {
    engine: word() % 3 === 0 ? "explicit:full" : "explicit",
    bits: word() % 2 === 0 ? 32 : 64,
    slicing: word() % 3 === 0 ? "off" : "on",
    signedOverflow: word() % 3 === 0 ? "assume-none" : "wrap",
    ...engine,
  };
  try {
    for (let inputs = 1; inputs <= (deterministic ? 1 : 2); inputs += 1) {
      const seen = observe(lines, setting, seed + inputs);
      if (seen.length === 0) continue;
      const program: Program = { seed, lines, deterministic, setting, inputs: seed + inputs, seen };
      if (word() % 2 === 0) compareAll(program, tally);
      else compareOne(program, word(), tally);
    }
  } catch (error) {
    tally.broken.push({ seed, why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

interface Program {
  readonly seed: number;
  readonly lines: readonly string[];
  readonly deterministic: boolean;
  readonly setting: Setting;
  readonly inputs: number;
  readonly seen: readonly Seen[];
}

/** The error needs one value at one place: the rest may be sliced away. */
function compareOne(program: Program, random: number, tally: Tally): void {
  const { lines, seen } = program;
  const { place, value } = seen[random % seen.length] as Seen;
  const withTest = (test: string) =>
    withObservations(lines, (at, e) =>
      at === place ? `{ long long seen = ${e}; if (${test}) reach_error(); }` : `(void)(${e});`,
    );
  note(program, withTest(`seen == ${literal(value)}`), "safe", tally);
  if (!program.deterministic || random % 7 !== 0) return;
  const values = [...new Set(seen.filter((one) => one.place === place).map((one) => one.value))];
  note(program, withTest(values.map((one) => `seen != ${literal(one)}`).join(" && ")), "unsafe", tally);
}

/** The error needs all the values of the run, in their order: one that the model has wrong shows. */
function compareAll(program: Program, tally: Tally): void {
  const { lines, seen } = program;
  let sum = 0n;
  for (const { place, value } of seen) sum = BigInt.asUintN(32, sum * 31n + BigInt(value) + BigInt(place));
  const last = (seen.at(-1) as Seen).place;
  const text = withObservations(lines, (at, e) => {
    const test = at === last ? ` if (seen_sum == ${sum}u && seen_count == ${seen.length}) reach_error();` : "";
    return `{ long long seen = ${e}; seen_sum = seen_sum * 31u + (unsigned)seen + ${at}u; seen_count++;${test} }`;
  });
  note(program, `unsigned seen_sum; int seen_count;\n${text}`, "safe", tally);
}

function note({ seed, setting, inputs }: Program, text: string, never: Answer, tally: Tally): void {
  const { answer } = answerOf(text, setting);
  tally[answer] += 1;
  if (answer === never) tally.wrong.push({ seed, setting, answer, inputs, text });
}

/** Removes lines and single statements as long as the answer stays wrong. */
export function minimise(wrong: Wrong): string {
  if (wrong.answer !== "safe") return wrong.text;
  const still = (text: string): boolean => {
    try {
      return reaches(text, wrong.setting, wrong.inputs) && answerOf(text, wrong.setting).answer === "safe";
    } catch {
      return false;
    }
  };
  const splitters = [/(?<=\n)/, /(?<=[;{}]) /, /(?<=[;{}])/, /(?<=[,;{}()+=&|*<>?:-])|(?=[,;{}()+=&|*<>?:-])/];
  let text = wrong.text;
  for (const splitter of splitters) {
    let pieces = text.split(splitter);
    const joint = splitter.source.endsWith(" ") ? " " : "";
    for (let size = Math.max(1, pieces.length >> 2); size >= 1; size = size === 1 ? 0 : size >> 1) {
      for (let at = 0; at < pieces.length; ) {
        const fewer = [...pieces.slice(0, at), ...pieces.slice(at + size)];
        if (still(fewer.join(joint))) pieces = fewer;
        else at += size;
      }
    }
    text = pieces.join(joint);
  }
  return text;
}
