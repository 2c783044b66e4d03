/** What the page and its worker tell each other: plain data, and compiled modules. */

import type { Outcome } from "../src/api/executor.ts";
import type { CheckOptions } from "../src/api/options.ts";
import type { Fix } from "../src/cfa/read-fixes.ts";
import type { Snapshot } from "../src/engines/engine.ts";
import type { DiagnosticReport, Result } from "../src/report/result.ts";

/** A question to the worker; the answer has the same `id`. */
export type Question =
  | { readonly kind: "check"; readonly id: number; readonly program: string; readonly options: CheckOptions }
  | { readonly kind: "read"; readonly id: number; readonly program: string; readonly options: CheckOptions }
  /** What to say of a check whose worker was ended. */
  | {
      readonly kind: "ended";
      readonly id: number;
      readonly program: string;
      readonly options: CheckOptions;
      readonly reason: string;
      readonly reached?: Reached;
    }
  | { readonly kind: "about"; readonly id: number };

export interface Reached {
  readonly line: string;
  readonly statistics: Readonly<Record<string, number>>;
}

export type ToWorker =
  /** The SAT kernel, and the second solver. */
  { readonly kind: "start"; readonly kernel: WebAssembly.Module; readonly solver: WebAssembly.Module } | Question;

export type FromWorker =
  | { readonly kind: "about"; readonly id: number; readonly about: About }
  | ({ readonly kind: "progress"; readonly id: number; readonly picture?: Snapshot } & Reached)
  | {
      readonly kind: "checked";
      readonly id: number;
      readonly outcome: Outcome;
      readonly pictures: readonly Snapshot[];
    }
  | { readonly kind: "read"; readonly id: number; readonly diagnostics: readonly FixableDiagnostic[] }
  | { readonly kind: "ended"; readonly id: number; readonly result: Result };

/** What can be chosen. */
export interface About {
  readonly version: string;
  readonly engines: readonly { readonly name: string; readonly summary: string }[];
  readonly checks: readonly CheckChoice[];
}

interface CheckChoice {
  readonly name: string;
  /** What it forbids, or what it stands for. */
  readonly meaning: string;
}

export interface FixableDiagnostic extends DiagnosticReport {
  readonly fixes: readonly Fix[];
}
