/** Positions of the program as places of a Result. */
import type { Model } from "../model/model.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import type { SourceMap, SourceRange } from "../util/source.ts";
import type { DiagnosticReport, Place, Result } from "./result.ts";

export function placeOf(range: SourceRange, sources: SourceMap): Place | undefined {
  return sources.resolve(range.start);
}

export function diagnosticReports(diagnostics: readonly Diagnostic[], sources: SourceMap): DiagnosticReport[] {
  const first = sources.files[0]?.name ?? "<none>";
  return diagnostics.map(({ severity, message, range }) => ({
    severity,
    message,
    ...(placeOf(range, sources) ?? { file: first, line: 1, column: 1 }),
  }));
}

/** Each loss of precision once, in the order of the source. */
export function overApproximationReports(model: Model): Result["overApproximations"] {
  const { sources } = model.program;
  const seen = new Set<string>();
  const found: { what: string; file?: string; line: number }[] = [];
  for (const { what, range } of [...model.program.overApproximations, ...model.overApproximations]) {
    const place = placeOf(range, sources);
    const key = `${what}\n${place?.file}\n${place?.line}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(place === undefined ? { what, line: 0 } : { what, file: place.file, line: place.line });
  }
  return found.sort((a, b) => a.line - b.line);
}
