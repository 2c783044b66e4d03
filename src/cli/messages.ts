/** What goes to stderr: diagnostics of the front end (errors always, warnings for who wants to hear them), and bugs. */

import type { InternalError } from "../engines/internal-error.ts";
import { readHeader } from "../tasks/files.ts";
import { renderDiagnostic } from "../util/code-frame.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import type { SourceMap } from "../util/source.ts";
import type { Environment } from "./environment.ts";
import type { Settings } from "./settings.ts";
import { TOOL_VERSION } from "./version.ts";

interface Read {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceMap;
}

export function showDiagnostics(built: Read, settings: Settings, environment: Environment): void {
  for (const diagnostic of built.diagnostics) {
    // Sloppy C is common; a verifier that complained about all of it would hide what it has to say.
    if (diagnostic.severity !== "error" && !settings.verbose) continue;
    environment.log(`${renderDiagnostic(diagnostic, built.sources, environment)}\n`);
  }
}

/** How a program was put together, for who wants to hear it. */
export function tellNotes(notes: readonly string[] | undefined, settings: Settings, environment: Environment): void {
  if (!settings.quiet) for (const note of notes ?? []) environment.log(`hone: ${note}\n`);
}

/**
 * Looks up lines of the program's files. Of an original that was not read itself (a preprocessed file's) the line is shown as
 * it stands there, where the file is still to be found; else as it was read.
 */
export function sourceLines(sources: SourceMap): (file: string, line: number) => string | undefined {
  const originals = new Map<string, readonly string[] | undefined>();
  return (file, line) => {
    const found = sources.writtenLine(file, line);
    if (found === undefined || found.file.name === file) return found && sources.lineText(found.file, found.line);
    if (!originals.has(file)) originals.set(file, readHeader(file)?.split(/\r?\n/));
    return originals.get(file)?.[line - 1] ?? sources.lineText(found.file, found.line);
  };
}

/** Whatever was thrown and should not have been. */
export function internalError(error: unknown, argv: readonly string[]): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return bug(`internal error: ${message}`, `arguments: ${argv.join(" ")}`, stack ?? message);
}

/** A bug that ended one engine's attempt, or the work on one program. */
export function engineError({ engine, message, stack }: InternalError, program: string): string {
  const where = engine === undefined ? "" : ` in ${engine}`;
  return bug(`${program}: internal error${where}: ${message}`, `engine: ${engine ?? "none"}`, stack);
}

function bug(what: string, circumstances: string, stack: string): string {
  return [
    `hone: ${what}`,
    "This is a bug in hone, not in your program. Please report it with the program and these lines:",
    `  hone ${TOOL_VERSION}, node ${process.version}, ${process.platform} ${process.arch}`,
    `  ${circumstances}`,
    ...stack
      .split("\n")
      .slice(1, 7)
      .map((line) => `  ${line.trim()}`),
    "",
  ].join("\n");
}
