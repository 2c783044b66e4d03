/** Diagnostics of the front end on stderr: errors always, warnings unless somebody asked for quiet. */
import type { ReadResult } from "../cfa/build-source.ts";
import { renderDiagnostic } from "../util/code-frame.ts";
import type { Environment } from "./environment.ts";
import type { Settings } from "./settings.ts";

export function showDiagnostics(built: ReadResult, settings: Settings, environment: Environment): void {
  for (const diagnostic of built.diagnostics) {
    // Sloppy C is common; a verifier that complained about all of it would hide what it has to say.
    if (diagnostic.severity !== "error" && !settings.verbose) continue;
    environment.log(`${renderDiagnostic(diagnostic, built.sources, environment)}\n`);
  }
}
