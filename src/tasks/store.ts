/**
 * What was worked out once, kept in a folder by what it depends on. A key is plain data (a command line with the content
 * of its files); the version of hone is always part of it. An entry is a file of its own, named by a hash of its key and
 * written whole: a process that is killed loses only what it was working on, and several processes may share a folder. An
 * entry that cannot be read is as good as none, and so is one that is not, bit for bit, what was written.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemMessage, writeWhole } from "./files.ts";

/** JSON, with its members in a fixed order. */
export type Key = Readonly<Record<string, unknown>>;

export interface Store {
  /** What was kept under the key, or undefined. */
  recall(key: Key): unknown;
  keep(key: Key, value: unknown): void;
}

export interface StoreOptions {
  readonly folder: string;
  /** Which build of hone: another one may answer otherwise. */
  readonly version: string;
  /** Told once if nothing can be kept (a full disk): work goes on without. */
  readonly onProblem: (message: string) => void;
}

function keyText(version: string, key: Key): string {
  return JSON.stringify({ hone: version, ...key });
}

/** A name for what was asked of which build, the same wherever it is asked. */
export function keyHash(version: string, key: Key): string {
  return createHash("sha256").update(keyText(version, key)).digest("hex").slice(0, 32);
}

/** An entry is JSON: the key, the value, and a hash of both. */
function entryStart(key: string): string {
  return `{"key":${key},\n"value":`;
}

function entryEnd(content: string): string {
  return `,\n"sha256":"${createHash("sha256").update(content).digest("hex")}"}\n`;
}

export function openStore({ folder, version, onProblem }: StoreOptions): Store {
  let broken = false;
  const entryOf = (key: Key) => ({
    text: keyText(version, key),
    path: join(folder, `${keyHash(version, key)}.json`),
  });
  return {
    recall: (key) => {
      const { text, path } = entryOf(key);
      try {
        const entry = readFileSync(path, "utf8");
        const start = entryStart(text);
        const value = entry.slice(start.length, -entryEnd("").length);
        return entry === start + value + entryEnd(text + value) ? JSON.parse(value) : undefined;
      } catch {
        return undefined;
      }
    },
    keep: (key, value) => {
      if (broken) return;
      try {
        mkdirSync(folder, { recursive: true });
        const { text, path } = entryOf(key);
        const kept = JSON.stringify(value);
        writeWhole(path, entryStart(text) + kept + entryEnd(text + kept));
      } catch (error) {
        broken = true;
        onProblem(`${folder}: ${systemMessage(error)}`);
      }
    },
  };
}
