/** C text to a program and to what it prints, for tests and scripts. */
import { existsSync, readFileSync } from "node:fs";
import { ILP32, LP64 } from "../../src/c/types.ts";
import type { Program } from "../../src/cfa/cfa.ts";
import { readProgram } from "../../src/cfa/read.ts";
import type { RunEnd } from "../../src/interpreter/end.ts";
import { type Options, run } from "../../src/interpreter/run.ts";
import { Diagnostics } from "../../src/util/diagnostic.ts";
import { SourceMap } from "../../src/util/source.ts";

export interface ReadOptions {
  readonly bits?: 32 | 64;
  readonly includePaths?: readonly string[];
}

/** The lowered program; throws with the first diagnostics where there is none. */
export function programOf(text: string, options: ReadOptions = {}): Program {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics();
  const file = sources.add("test.c", text);
  const program = readProgram(
    sources,
    [file],
    {
      dataModel: options.bits === 32 ? ILP32 : LP64,
      includePaths: options.includePaths ?? [],
      macros: [],
      includeFiles: [],
      readFile: (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined),
    },
    diagnostics,
  );
  if (program !== undefined && diagnostics.errors === 0) return program;
  const messages = diagnostics.list
    .filter((diagnostic) => diagnostic.severity === "error")
    .slice(0, 5)
    .map((diagnostic) => {
      const at = sources.resolve(diagnostic.range.start);
      return `${at?.file}:${at?.line}:${at?.column}: ${diagnostic.message}`;
    });
  throw new Error(messages.join("\n"));
}

export interface Execution {
  readonly outcome: RunEnd;
  readonly stdout: string;
}

export function executeProgram(program: Program, options: Options = {}): Execution {
  const chunks: Uint8Array[] = [];
  const outcome = run(program, { ...options, stdout: (bytes) => chunks.push(bytes) });
  return { outcome, stdout: Buffer.concat(chunks).toString("latin1") };
}

export function execute(text: string, options: Options & ReadOptions = {}): Execution {
  return executeProgram(programOf(text, options), options);
}
