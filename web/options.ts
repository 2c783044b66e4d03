/** What can be chosen beside the program, and how it is asked of the library. What a link says is looked at before it is believed. */
import type { CheckOptions } from "../src/api/options.ts";

export interface Options {
  /** Names of checks, as `--check` takes them. */
  readonly checks: readonly string[];
  readonly bits: 32 | 64;
  /** A preset; undefined where engines take turns. */
  readonly engine: string | undefined;
  /** Seconds. */
  readonly timeout: number;
}

export const DEFAULT_OPTIONS: Options = { checks: ["assert"], bits: 64, engine: undefined, timeout: 30 };

const LONGEST_TIMEOUT = 3600;
const NAME = /^[\w:+-]{1,60}$/;

export function checkOptions({ checks, bits, engine, timeout }: Options): CheckOptions {
  const dataModel = bits === 32 ? "ILP32" : "LP64";
  return { checks, dataModel, timeout, ...(engine === undefined ? {} : { engine }) };
}

/** Options out of anything: what makes no sense is as if it were not there. */
export function optionsFrom(value: unknown): Options {
  const { checks, bits, engine, timeout } = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const named = Array.isArray(checks) ? checks.filter((one) => typeof one === "string" && NAME.test(one)) : [];
  return {
    checks: named.length > 0 ? named : DEFAULT_OPTIONS.checks,
    bits: bits === 32 ? 32 : 64,
    engine: typeof engine === "string" && NAME.test(engine) ? engine : undefined,
    timeout: typeof timeout === "number" ? limited(timeout) : DEFAULT_OPTIONS.timeout,
  };
}

export function limited(timeout: number): number {
  return Number.isFinite(timeout)
    ? Math.min(Math.max(Math.round(timeout), 1), LONGEST_TIMEOUT)
    : DEFAULT_OPTIONS.timeout;
}

/** The members that are not the default: a link says no more than it has to. */
export function differences(options: Options): Partial<Options> {
  return Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULT_OPTIONS[name as keyof Options]),
    ),
  );
}

/** The command that asks the same. */
export function commandLine({ checks, bits, engine, timeout }: Options): string {
  const words = ["hone", "program.c", `--check ${checks.join(",")}`, `--timeout ${timeout}`];
  if (bits === 32) words.push("--32");
  if (engine !== undefined) words.push(`--engine ${engine}`);
  return words.join(" ");
}
