/** A file of the editor as the command would see it: its folder, its configuration, its program. */
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { findConfig } from "../../tasks/config-file.ts";
import { isDirectory, overlay } from "../../tasks/files.ts";
import type { SourceMap } from "../../util/source.ts";
import { below, CONFIGURABLE, configName, namesPath, parseArguments } from "../arguments.ts";
import { engineProblem } from "../engine-choice.ts";
import { type Job, jobsOf } from "../inputs.ts";
import type { Option } from "../option.ts";
import type { Settings } from "../settings.ts";
import type { Subject } from "./messages.ts";

/**
 * Goes to the folder of the file and takes the editor's texts for the files' own; what the configuration there and the editor's
 * settings say, or what is wrong with them.
 */
export function settingsIn({ file, overlays, options, root }: Subject): Settings | string {
  const folder = dirname(file);
  // A new file may be shown before its folder is made.
  if (!isDirectory(folder)) return `${folder}: there is no such folder`;
  process.chdir(folder);
  // Behind a link the folder has another name here than in the editor.
  const real = realpathSync(folder);
  const texts = new Map(overlays);
  for (const [path, text] of overlays) if (dirname(path) === folder) texts.set(join(real, basename(path)), text);
  overlay(texts);
  const config = findConfig();
  if (config.kind === "problem") return config.message;
  const words = wordsOf(options, root);
  if (typeof words === "string") return words;
  const parsed = parseArguments(["verify", ...words], config.kind === "config" ? config : undefined);
  if (parsed.kind === "usage") return parsed.message;
  const { settings } = parsed.arguments;
  return engineProblem(settings) ?? { ...settings, timeoutSeconds: timeoutOf(settings) };
}

/** `"timeout": 5` is `--timeout 5`, `"I": ["include"]` is `-I include`, `"link": true` is `--link`; or what is wrong. */
function wordsOf(options: Subject["options"], root: string): string[] | string {
  const words: string[] = [];
  for (const [key, value] of Object.entries(options)) {
    const option = CONFIGURABLE.find((one) => configName(one) === key && takesVerify(one));
    if (option === undefined) return `the editor's settings: there is no option "${key}"`;
    const [flag = ""] = option.flags;
    if (option.argument === undefined) {
      if (typeof value !== "boolean") return `the editor's settings: "${key}": true or false is expected`;
      if (value) words.push(flag);
      continue;
    }
    const values = namesPath(option) ? below(root, value) : value;
    for (const one of Array.isArray(values) ? values : [values]) words.push(flag, String(one));
  }
  return words;
}

function takesVerify({ commands }: Option): boolean {
  return commands === undefined || commands.includes("verify");
}

// Who types does not wait for a minute.
const DEFAULT_TIMEOUT = 10;

function timeoutOf({ timeoutGiven, timeoutSeconds }: Settings): number {
  return timeoutGiven ? timeoutSeconds : DEFAULT_TIMEOUT;
}

/** The program that a file is, or is part of; or why there is none. */
export function jobOf({ file }: Subject, settings: Settings): Job | string {
  for (const item of jobsOf([basename(file)], settings))
    return item.kind === "job" ? item.job : `${item.file}: ${item.message}`;
  return "there is no program";
}

/** What was read, by absolute paths; what comes with hone left out. */
export function filesOf({ files }: SourceMap): string[] {
  return files.filter(({ name }) => !name.startsWith("<")).map(({ name }) => resolve(name));
}
