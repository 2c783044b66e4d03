/** What mends a diagnostic of the program in the editor (cfa/read-fixes.ts). */
import type { ReadOptions } from "../src/api/options.ts";
import { parse } from "../src/api/sync.ts";
import * as fixes from "../src/cfa/read-fixes.ts";
import type { DiagnosticReport } from "../src/report/result.ts";

export function fixesOf(diagnostic: DiagnosticReport, text: string, options: ReadOptions): fixes.Fix[] {
  return fixes.fixesOf(diagnostic, text, (program) =>
    parse(program, options).diagnostics.map(({ message }) => message),
  );
}
