/** Positions of the program as places of a Result. */
import type { Model } from "../model/model.ts";
import { sitesOf } from "../model/property.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import type { SourceMap, SourceRange } from "../util/source.ts";
import type { CheckReport, DiagnosticReport, Place, Result } from "./result.ts";
import { sourceText } from "./source-text.ts";

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

// What a person, or a page, can take in.
const MOST_CHECKS = 500;

/** What could violate which property, in the order of the source: a place has a check for each property that it could violate. */
export function checkReports({ program, properties }: Model, verdict: Result["verdict"]): Pick<Result, "checks"> {
  const status = verdict === "safe" ? "proved" : "open";
  const sites = properties.flatMap((property) => sitesOf(program, [property]).map((range) => ({ property, range })));
  const inOrder = sites.sort(({ range: a }, { range: b }) => a.start - b.start || a.end - b.end);
  const checks = inOrder.slice(0, MOST_CHECKS).flatMap(({ property, range }): CheckReport[] => {
    const place = placeOf(range, program.sources);
    return place === undefined ? [] : [{ ...place, property, status, text: sourceText(range, program.sources) ?? "" }];
  });
  return checks.length === 0 ? {} : { checks };
}

/** The same with the one that is violated told apart: several may begin where it does. */
export function withViolated(
  { checks }: Pick<Result, "checks">,
  { file, line, column, property }: Place & { readonly property: string },
  text: string | undefined,
): Pick<Result, "checks"> {
  if (checks === undefined) return {};
  const isIt = (one: CheckReport) =>
    one.property === property &&
    one.text === (text ?? "") &&
    one.file === file &&
    one.line === line &&
    one.column === column;
  return { checks: checks.map((one) => (isIt(one) ? { ...one, status: "violated" } : one)) };
}
