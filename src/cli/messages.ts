/** Diagnostics of the front end on stderr: errors always, warnings unless somebody asked for quiet. */
import { renderDiagnostic } from "../util/code-frame.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import type { SourceMap } from "../util/source.ts";
import type { Environment } from "./environment.ts";
import type { Settings } from "./settings.ts";

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

/** Looks up lines of the program's files. */
export function sourceLines(sources: SourceMap): (file: string, line: number) => string | undefined {
  const lines = new Map<string, readonly string[]>();
  return (file, line) => {
    if (!lines.has(file)) lines.set(file, (sources.files.find((one) => one.name === file)?.text ?? "").split(/\r?\n/));
    return lines.get(file)?.[line - 1];
  };
}
