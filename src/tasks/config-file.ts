/**
 * hone.config.json: that of the current folder, or of the nearest folder above it that has one, as other tools look for theirs.
 * While only the files of a bundle are there, it is the bundle's.
 */
import { dirname, join, relative, resolve } from "node:path";
import { readText } from "./files.ts";

export const CONFIG_NAME = "hone.config.json";

export type ConfigFile =
  | { readonly kind: "none" }
  | {
      readonly kind: "config";
      /** Relative to the current folder: `../../hone.config.json`. */
      readonly path: string;
      /** Of the file, relative to the current folder; paths in it are relative to it. Empty for the current one. */
      readonly folder: string;
      readonly value: unknown;
    }
  /** What is wrong with it, after its name. */
  | { readonly kind: "problem"; readonly message: string };

export function findConfig(): ConfigFile {
  for (let folder = resolve("."); ; folder = dirname(folder)) {
    const path = relative("", join(folder, CONFIG_NAME));
    const read = readText(path);
    if (read.kind === "text") return parsed(path, read.text);
    if (!read.message.startsWith("no such file")) return { kind: "problem", message: `${path}: ${read.message}` };
    if (dirname(folder) === folder) return { kind: "none" };
  }
}

function parsed(path: string, text: string): ConfigFile {
  try {
    return { kind: "config", path, folder: path === CONFIG_NAME ? "" : dirname(path), value: JSON.parse(text) };
  } catch (error) {
    return { kind: "problem", message: `${path}: it is not JSON: ${(error as Error).message}` };
  }
}
