/**
 * argv and hone.config.json to settings, by the table of options. A mistake is a value: what is wrong, in a sentence
 * that tells what to do instead.
 */

import { isAbsolute, join } from "node:path";
import type { ConfigFile } from "../tasks/config-file.ts";
import { suggestion } from "../util/suggest.ts";
import { applyCompilerArguments, compilerOption, isCompiler } from "./build/command-line.ts";
import { COMMANDS } from "./commands.ts";
import { type Match, matchOption, type Option } from "./option.ts";
import { OPTIONS, optionsOf } from "./options.ts";
import { type CommandName, defaultSettings, type Settings } from "./settings.ts";

export interface Arguments {
  readonly command: CommandName;
  /** `hone` alone, `hone --help`: no command was named, so the help is about all of them. */
  readonly named: boolean;
  readonly files: readonly string[];
  readonly settings: Settings;
}

export type Parsed = { readonly kind: "arguments"; readonly arguments: Arguments } | UsageError;

interface UsageError {
  readonly kind: "usage";
  readonly message: string;
}

/** @param config hone.config.json, where there is one. */
export function parseArguments(argv: readonly string[], config: Configuration | undefined): Parsed {
  const first = argv[0];
  if (first === "help") return parseHelp(argv.slice(1));
  const named = COMMANDS.find((command) => command.name === first);
  const command: CommandName = named?.name ?? "verify";
  const settings = defaultSettings();
  const problem = config === undefined ? undefined : applyConfig(config, command, settings);
  if (problem !== undefined) return usage(problem);
  const rest = named === undefined ? argv : argv.slice(1);
  const files: string[] = [];
  const configured = { checks: settings.checks, spec: settings.spec };
  Object.assign(settings, NO_QUESTION);
  const error = applyArguments(rest, command, settings, files);
  if (error !== undefined) return usage(error);
  // What is checked is one question: asked on the command line, the configuration's is not asked as well.
  if (settings.checks === undefined && settings.spec === undefined) Object.assign(settings, configured);
  if (named === undefined && first !== undefined && looksLikeCommand(first)) {
    const close = suggestion(
      first,
      COMMANDS.map((one) => one.name),
    );
    if (close !== undefined) return usage(`there is no command "${first}"; did you mean "${close}"?`);
  }
  return { kind: "arguments", arguments: { command, named: named !== undefined, files, settings } };
}

const NO_QUESTION: Pick<Settings, "checks" | "spec"> = { checks: undefined, spec: undefined };

function usage(message: string): UsageError {
  return { kind: "usage", message };
}

/** `hone verfy x.c` is a misspelt command; `hone x.c` and `hone dir/prog` are files. */
function looksLikeCommand(text: string): boolean {
  return /^[a-z]+$/.test(text);
}

function parseHelp(rest: readonly string[]): Parsed {
  const name = rest[0];
  const command = COMMANDS.find((one) => one.name === name);
  if (name !== undefined && command === undefined) return usage(`there is no command "${name}"`);
  const settings = { ...defaultSettings(), help: true };
  const named = command !== undefined;
  return { kind: "arguments", arguments: { command: command?.name ?? "verify", named, files: [], settings } };
}

function applyArguments(argv: readonly string[], command: CommandName, settings: Settings, files: string[]) {
  const options = optionsOf(command);
  const readsProgram = options.some((option) => option.flags.includes("-D"));
  for (let at = 0; at < argv.length; at++) {
    const text = argv[at] as string;
    if (text === "--") {
      files.push(...argv.slice(at + 1));
      return undefined;
    }
    if (!text.startsWith("-") || text === "-") {
      // A command of a build, pasted: from here on everything is the compiler's but hone's long options.
      if (readsProgram && files.length === 0 && isCompiler(text))
        return applyCompilerArguments(argv.slice(at + 1), settings, files, options);
      files.push(text);
      continue;
    }
    const match = matchOption(text, options) ?? (readsProgram ? gccsOption(text, options) : undefined);
    if (match === undefined) return unknownOption(text, command);
    const { option, flag } = match;
    let value = match.value;
    if (option.argument === undefined) {
      if (value !== undefined) return `${flag} takes no argument`;
    } else if (value === undefined) {
      at += 1;
      value = argv[at];
      if (value === undefined) return `${flag} needs an argument: ${flag} ${option.argument}`;
    }
    const error = option.apply(settings, value ?? "", flag);
    if (error !== undefined) return `${value === undefined ? flag : `${flag} ${value}`}: ${error}`;
  }
  return undefined;
}

/** One of gcc's options among hone's; `-malloc` is rather a misspelt `--malloc` than one of gcc's `-m`. */
function gccsOption(text: string, options: readonly Option[]): Match | undefined {
  if (options.some(({ flags }) => flags.includes(`-${text.replace(/=.*$/, "")}`))) return undefined;
  // The linker's single letters take anything behind them, so that no misspelt option would be left.
  if (/^-[TuzBA]/.test(text)) return undefined;
  return compilerOption(text);
}

function unknownOption(text: string, command: CommandName): string {
  const flag = /^--[^=]*/.exec(text)?.[0] ?? text;
  const elsewhere = OPTIONS.filter((option) => option.flags.includes(flag)).flatMap(({ commands }) => commands ?? []);
  if (elsewhere.length > 0)
    return `\`hone ${command}\` has no option ${flag}; it belongs to ${elsewhere.map((name) => `\`hone ${name}\``).join(", ")}`;
  const close = suggestion(
    flag,
    optionsOf(command).flatMap((option) => option.flags),
  );
  return `\`hone ${command}\` has no option ${flag}${close === undefined ? "" : `; did you mean ${close}?`}`;
}

/** A file, and where it stands. */
export type Configuration = Omit<Extract<ConfigFile, { readonly kind: "config" }>, "kind">;

/** Options that can stand in hone.config.json. */
export const CONFIGURABLE: readonly Option[] = OPTIONS.filter((option) => option.config !== false);

/** Defaults: the option's name without dashes, and a string, number, boolean or list of strings. */
function applyConfig(
  { path, folder, value: config }: Configuration,
  command: CommandName,
  settings: Settings,
): string | undefined {
  if (typeof config !== "object" || config === null || Array.isArray(config)) return `${path}: an object is expected`;
  for (const [key, value] of Object.entries(config)) {
    if (key === "$schema") continue;
    const named = CONFIGURABLE.filter((one) => configName(one) === key);
    if (named.length === 0) {
      const close = suggestion(key, CONFIGURABLE.map(configName));
      return `${path}: there is no option "${key}"${close === undefined ? "" : `; did you mean "${close}"?`}`;
    }
    const option = named.find(({ commands }) => commands === undefined || commands.includes(command));
    if (option === undefined) continue;
    const error = applyConfigValue(option, namesPath(option) ? below(folder, value) : value, settings);
    if (error !== undefined) return `${path}: "${key}": ${error}`;
  }
  return undefined;
}

/** Its argument is a file or a folder. */
export function namesPath({ argument }: Option): boolean {
  return /^(DIR|FILE)\b/.test(argument ?? "");
}

/** Paths of a configuration are meant from where it stands. */
export function below(folder: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => below(folder, one));
  return typeof value === "string" && folder !== "" ? (isAbsolute(value) ? value : join(folder, value)) : value;
}

export function configName(option: Option): string {
  return (option.flags[0] as string).replace(/^-+/, "");
}

function applyConfigValue(option: Option, value: unknown, settings: Settings): string | undefined {
  if (option.argument === undefined) {
    if (typeof value !== "boolean") return "true or false is expected";
    return value ? option.apply(settings, "", `--${configName(option)}`) : undefined;
  }
  for (const part of Array.isArray(value) ? value : [value]) {
    if (typeof part !== "string" && typeof part !== "number") return "a string, a number or a list of them is expected";
    const error = option.apply(settings, String(part), `--${configName(option)}`);
    if (error !== undefined) return error;
  }
  return undefined;
}
