/**
 * Diagnostics: what is wrong with an input, and where. Bad input is a value, never an exception: the front end
 * collects diagnostics and goes on where it can; an `error` means that there is no program to analyse.
 */
import type { SourceRange } from "./source.ts";

export type Severity = "error" | "warning" | "note";

export interface Diagnostic {
  readonly severity: Severity;
  /** One sentence that names the construct, without file or line: "computed goto is not supported". */
  readonly message: string;
  readonly range: SourceRange;
  /** Related places: "previous definition is here". */
  readonly notes?: readonly { readonly message: string; readonly range: SourceRange }[];
}

/** Collects diagnostics; errors past the limit are counted, not kept, so that garbage input stays cheap. */
export class Diagnostics {
  readonly list: Diagnostic[] = [];
  /** Number of errors reported, kept or not. */
  errors = 0;
  #others = 0;
  readonly #limit: number;

  // 100 is more than anybody reads; what matters after that is only that there were errors.
  constructor(limit = 100) {
    this.#limit = limit;
  }

  report(severity: Severity, message: string, range: SourceRange, notes?: Diagnostic["notes"]): void {
    if (severity === "error") this.errors += 1;
    else this.#others += 1;
    // Each kind has its own limit: an error should not go unsaid because there were many warnings.
    if ((severity === "error" ? this.errors : this.#others) > this.#limit) return;
    this.list.push(notes === undefined ? { severity, message, range } : { severity, message, range, notes });
  }

  error(message: string, range: SourceRange): void {
    this.report("error", message, range);
  }

  warning(message: string, range: SourceRange): void {
    this.report("warning", message, range);
  }
}
