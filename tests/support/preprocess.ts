/** What the preprocessor's tests share: running it over texts held in memory. */

import type { FrontEndOptions } from "../../src/c/options.ts";
import { preprocess } from "../../src/c/preprocessor/preprocess.ts";
import type { Token } from "../../src/c/token.ts";
import { LP64 } from "../../src/c/types.ts";
import { Diagnostics } from "../../src/util/diagnostic.ts";
import { SourceMap } from "../../src/util/source.ts";

export interface Run {
  readonly tokens: readonly Token[];
  /** The spellings, blank-separated, without the end. */
  readonly text: string;
  /** `line: severity: message` for each diagnostic. */
  readonly messages: readonly string[];
  readonly sources: SourceMap;
  readonly diagnostics: Diagnostics;
}

export function run(
  text: string,
  files: Readonly<Record<string, string>> = {},
  options: Partial<FrontEndOptions> = {},
): Run {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics();
  const readFile = (path: string): string | undefined => files[path];
  const defaults = { dataModel: LP64, includePaths: [], macros: [], includeFiles: [], readFile };
  const tokens = preprocess(sources, sources.add("main.c", text), { ...defaults, ...options }, diagnostics);
  const spelled = tokens.slice(0, -1).map((token) => (token.kind === "pragma" ? `#pragma ${token.text}` : token.text));
  const messages = diagnostics.list.map(({ severity, message, range }) => {
    return `${sources.resolve(range.start)?.line ?? 0}: ${severity}: ${message}`;
  });
  return { tokens, text: spelled.join(" "), messages, sources, diagnostics };
}

/** The text of a program without errors. */
export function expand(text: string, files: Readonly<Record<string, string>> = {}): string {
  const result = run(text, files);
  if (result.diagnostics.errors > 0) throw new Error(result.messages.join("\n"));
  return result.text;
}
