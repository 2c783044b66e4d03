/** A run as it travels: a message for a worker, and the texts that the message names by their hashes. */
import { bundleOf, LARGEST_BUNDLE } from "../../tasks/bundle.ts";
import type { PreparedRun } from "../executor.ts";
import { hashOf } from "./contents.ts";
import type { TaskMessage } from "./message.ts";

export interface PackOptions {
  readonly build: string;
  /** Folders from which programs may take headers along. */
  readonly roots: readonly string[];
  /** shared: workers read the files where they stand here, and check that they are the same. */
  readonly files: "carried" | "shared";
}

export interface Packed {
  readonly message: TaskMessage;
  /** By their hashes. */
  readonly texts: ReadonlyMap<string, string>;
  readonly characters: number;
  /** Part of the program was left behind: what is said about the rest is no answer to the run's question. */
  readonly partial: boolean;
  /** What was left behind, in sentences. */
  readonly notes: readonly string[];
}

// As much as a file may have at most; a server holds thousands of programs.
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** A string is why the run cannot travel. */
export function packed(run: PreparedRun, { build, roots, files }: PackOptions): Packed | string {
  const { bundle, refused, unreadable } = bundleOf(run.arguments, roots);
  const notes = [
    ...refused.map(
      ({ path, referrer }) =>
        `${referrer} refers to ${path}, which is outside of the tasks' folders: --allow DIR takes it along`,
    ),
    ...unreadable.map(({ path, message }) => `${path} does not travel: it ${message}`),
  ];
  const hashed = bundle.map(([path, text]) => ({ path, text, hash: hashOf(text) }));
  const texts = new Map(files === "shared" ? [] : hashed.map(({ hash, text }) => [hash, text]));
  const characters = [...texts.values()].reduce((sum, text) => sum + text.length, 0);
  if (characters > MOST_CHARACTERS)
    return `its files have ${characters} characters, more than travel (${MOST_CHARACTERS}): --shared-files reads them from a common disk`;
  if (JSON.stringify(bundle).length > LARGEST_BUNDLE) return "its files are more than a process takes in one bundle";
  const { timeoutSeconds, memoryMb } = run;
  const message: TaskMessage = {
    ...{ version: 1, build, arguments: run.arguments, timeoutSeconds, memoryMb },
    files: hashed.map(({ path, hash }) => [path, hash]),
    ...(files === "shared" ? { folder: process.cwd() } : {}),
  };
  return { message, texts, characters, partial: notes.length > 0, notes };
}
