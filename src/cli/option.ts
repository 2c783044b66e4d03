/** What an option is, and how the values of options are read. */

import { propertiesOf } from "../api/checks.ts";
import type { ParameterRequest } from "../cfa/build-source.ts";
import type { Property } from "../model/properties.ts";
import type { CommandName, Settings } from "./settings.ts";

export interface Option {
  /** `--name` or, for the options that C compilers have, `-X`. */
  readonly flags: readonly string[];
  /** Name of the argument in the help; absent for a switch. */
  readonly argument?: string;
  /** `-DNAME` as well as `-D NAME`, as C compilers do. */
  readonly attached?: true;
  readonly help: string;
  /** One of the few that most people use: on the first screen of the help, in these words where they are others. */
  readonly common?: string;
  /** Undefined: every command takes it. */
  readonly commands?: readonly CommandName[];
  /** Absent where the option makes no sense as a default in hone.config.json. */
  readonly config?: false;
  /** Stores the value; returns what is wrong with it, or undefined. */
  readonly apply: (settings: Settings, value: string, flag: string) => string | undefined;
}

/** Options of one theme, under one heading of the help. */
export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

/** What an argument of the command line is. */
export interface Match {
  readonly option: Option;
  readonly flag: string;
  /** Undefined where it follows, or where there is none. */
  readonly value: string | undefined;
}

export function matchOption(text: string, options: readonly Option[]): Match | undefined {
  for (const option of options) {
    if (option.flags.includes(text)) return { option, flag: text, value: undefined };
  }
  for (const option of options) {
    for (const flag of option.flags) {
      if (flag.startsWith("--") && text.startsWith(`${flag}=`))
        return { option, flag, value: text.slice(flag.length + 1) };
      if (option.attached && text.startsWith(flag)) return { option, flag, value: text.slice(flag.length) };
    }
  }
  return undefined;
}

export function store(assign: (settings: Settings, value: string) => unknown): Option["apply"] {
  return (settings, value) => {
    assign(settings, value);
    return undefined;
  };
}

export function oneOf<V extends string>(
  values: readonly V[],
  assign: (settings: Settings, value: V) => unknown,
): Option["apply"] {
  return (settings, text) => {
    const value = values.find((one) => one === text);
    if (value === undefined) return `${oneOfThese(values)} is expected`;
    assign(settings, value);
    return undefined;
  };
}

/** Repetitions unite: a check that was asked for is never lost. What CBMC always checks it checks besides. */
export function addChecks(settings: Settings, value: string, always: readonly Property[]): string | undefined {
  const checks = parseChecks(value);
  if (typeof checks === "string") return checks;
  settings.checks = [...new Set([...(settings.checks ?? []), ...always, ...checks])];
  return undefined;
}

/** The properties that a list of check names stands for, or what is wrong with it. */
function parseChecks(text: string): readonly Property[] | string {
  return text.trim() === "none" ? [] : propertiesOf(text.split(",").map((part) => part.trim()));
}

/** "text, json or sarif". */
export function oneOfThese(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

export function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** `16`, `n`, `n,null`, `16,string`. */
export function parameterRequest(text: string): ParameterRequest | string {
  let request: ParameterRequest = {};
  for (const part of text.split(",").map((one) => one.trim())) {
    if (part === "null") request = { ...request, null: true };
    else if (part === "string") request = { ...request, string: true };
    else if (isBound(part)) request = { ...request, count: Number(part) };
    else if (/^[A-Za-z_$][\w$]*$/.test(part)) request = { ...request, count: part };
    else return `"${part}" is not a number of elements, a parameter, null or string`;
  }
  return request;
}

export function isNumber(text: string): boolean {
  return /^[+-]?(\d+|0[xX][0-9a-fA-F]+|(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?|inf|nan)$/.test(text);
}

export function isBound(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}

export function positiveNumber(text: string): number | undefined {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value > 0 ? value : undefined;
}
