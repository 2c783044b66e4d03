/**
 * The Result: what hone says about one program, as plain JSON (schemas/result-v2.schema.json). All renderers read only
 * this, so that what a person reads and what a script reads cannot differ. Version 2 grows by optional members only.
 */

export const RESULT_VERSION = 2;

export interface Result {
  readonly version: typeof RESULT_VERSION;
  readonly tool: { readonly name: "hone"; readonly version: string };
  /** The file as named by the user; of a linked program the first, with all of them under `files`. */
  readonly file: string;
  readonly files?: readonly string[];
  /** Names of the properties that were checked. */
  readonly properties: readonly string[];
  readonly verdict: "safe" | "unsafe" | "unknown";
  /** Why `unknown`, in a sentence. */
  readonly reason?: string;
  /** The preset that gave the verdict, or "none" where no engine ran. */
  readonly engine: string;
  readonly domain?: string;
  readonly configuration: Configuration;
  readonly invariants: readonly Invariant[];
  /** Where which property could be violated: a place has one for each of them. Long lists are cut. */
  readonly checks?: readonly CheckReport[];
  /** For `unsafe`: which property, and where. */
  readonly violation?: Violation;
  readonly counterexample?: CounterexampleReport;
  /** With `--all-violations`: every one that was found, the one above first. Each is the first of an execution. */
  readonly violations?: readonly ViolationReport[];
  /** For `safe`: what first kept the errors out, most places first. */
  readonly by?: readonly string[];
  /** The same with how many of the places where the property could be violated. */
  readonly excluded?: readonly { readonly by: string; readonly places: number }[];
  /** Conditions of the verdict: "no signed overflow", "malloc succeeds", ... */
  readonly assumptions: readonly string[];
  /** For `safe`: why the verdict says little, where no execution comes to a check or to an end. */
  readonly vacuous?: string;
  readonly overApproximations: readonly { readonly what: string; readonly file?: string; readonly line: number }[];
  readonly evidence: Evidence;
  /** An earlier run found it out (`--cache`); its evidence was checked again. */
  readonly cached?: true;
  /** With --harness, for `unsafe`: what was written, or why nothing could be. */
  readonly harness?: HarnessReport;
  /** What the front end had to say; an `error` means that there was no program to analyse. */
  readonly diagnostics?: readonly DiagnosticReport[];
  /** Where each engine that was tried gave up. */
  readonly attempts?: readonly { readonly engine: string; readonly reason: string; readonly wallMs: number }[];
  /** What the program has that changed the order of turns or their length, how, and why: a sentence each. */
  readonly schedule?: readonly string[];
  /** For `unknown`: what there is to go on from. */
  readonly help?: HelpReport;
  readonly statistics: Readonly<Record<string, number>>;
}

export interface HelpReport {
  /** How many checks are proved. */
  readonly proved: number;
  readonly open: readonly OpenReport[];
  /** How many more are open. */
  readonly omittedOpen?: number;
  /** An engine that was interrupted, and what it had reached. */
  readonly atWork?: { readonly engine: string; readonly reached: string };
  /** What to try next: options for the same command line, or another one. */
  readonly next: string;
}

export interface OpenReport extends Place {
  readonly property: string;
  readonly text: string;
  /** What is at fault, as far as that is known, and where that is. */
  readonly why?: string;
  readonly at?: Place;
}

/** What `--format json` prints. */
export interface ResultDocument {
  readonly version: typeof RESULT_VERSION;
  readonly tool: Result["tool"];
  /** Why nothing was run: what is wrong with the command line. */
  readonly problem?: string;
  /** One for each program, in the order in which they were named. */
  readonly results: readonly Result[];
}

export interface Configuration {
  readonly engines: readonly string[];
  readonly entry: string;
  readonly dataModel: "ILP32" | "LP64";
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly [name: string]: string | number | boolean | readonly string[];
}

export interface Place {
  readonly file: string;
  /** 1-based, physical lines of the file. */
  readonly line: number;
  readonly column: number;
}

export interface CheckReport extends Place {
  /** Which property; absent only in results of earlier builds. */
  readonly property?: string;
  /**
   * proved: of `safe` for all executions, otherwise for those that have violated no other check before. unreached: nothing calls the
   * function that it is in, or no way in it leads there.
   */
  readonly status: "proved" | "violated" | "open" | "unreached";
  /** As written in the program. */
  readonly text: string;
}

export interface Invariant extends Place {
  readonly function: string;
  /** A side-effect-free C expression over variables in scope. */
  readonly expression: string;
  /**
   * Absent: it holds whenever the place is passed. until-last-check: as long as a check of the property can still be reached; what
   * is done behind the last one, in a function that was called before, the proof has not looked at.
   */
  readonly holds?: "until-last-check";
  /** Names in it that are none of the program's: it holds for every index that they may stand for. */
  readonly forEvery?: readonly string[];
}

export interface ViolationReport extends Violation {
  readonly engine: string;
  readonly counterexample: CounterexampleReport;
}

interface Violation extends Place {
  readonly property: string;
  readonly message: string;
  /** One sentence: what was the case, and what should have been. */
  readonly why?: string;
  /** What the condition that failed is about, with the values that it had. */
  readonly operands?: readonly NamedValue[];
  /** Places that the sentence is about: where an object is declared, allocated or freed. */
  readonly related?: readonly (Place & { readonly message: string })[];
}

/** `accounts[1].balance` and `-953`; memory of the heap is called by where it comes from: `malloc@18`. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  /** Whose it is: 0 for globals and the heap, 1 for the entry function, ...; absent: the call's that the step is in. */
  readonly depth?: number;
}

export interface CounterexampleReport {
  /** What the program reads from its environment, in order: `hone run --replay` takes it. */
  readonly inputs: readonly InputReport[];
  readonly steps: readonly StepReport[];
  /** Steps at the beginning that were left out because the trace is long. */
  readonly omittedSteps?: number;
  /** The calls that had not returned at the violation, the entry function first; where each of them was. */
  readonly stack?: readonly (Place & { readonly function: string })[];
  /** Memory at the violation: `depth` of each value is set. */
  readonly memory?: readonly NamedValue[];
  /** Inputs as they were found, before shorter ones that lead to the same violation were looked for. */
  readonly found?: { readonly inputs: number; readonly bits: number };
}

export interface InputReport {
  /** A decimal integer or a C float literal; text, since 64-bit integers do not fit JSON numbers. */
  readonly value: string;
  /** Who reads it: the nondeterministic function's or the variable's name. */
  readonly source: string;
}

export interface StepReport extends Place {
  readonly function: string;
  /** How many calls have not returned here: 1 in the entry function. */
  readonly depth?: number;
  /** Variables and memory that got a value here. */
  readonly assignments: readonly NamedValue[];
  /** Conditions that were tested here. */
  readonly conditions?: readonly ConditionReport[];
  /** This stands for many steps: iterations of a loop that begins here, a call that has returned, or steps of a long run. */
  readonly folded?: FoldReport;
}

export interface ConditionReport {
  /** As written in the program. */
  readonly text: string;
  readonly holds: boolean;
  readonly values: readonly NamedValue[];
}

export interface FoldReport {
  readonly what: "iterations" | "call" | "steps";
  /** How many iterations or steps. */
  readonly times: number;
  /** What is different after them; `from` is absent where it had no value before. */
  readonly changes: readonly {
    readonly name: string;
    readonly from?: string;
    readonly to: string;
    readonly depth?: number;
  }[];
  /** Changes that are not listed. */
  readonly omittedChanges?: number;
}

interface Evidence {
  /**
   * What stands behind the verdict: a replayed run, a checked invariant, the only execution of a program without inputs, that
   * nothing in the program can violate the property, or nothing.
   */
  readonly kind: "replay" | "certificate" | "execution" | "no-site" | "none";
  readonly checked: boolean;
  readonly by: string;
}

export interface HarnessReport {
  /** harness: a file to compile together with the program; instrumented: a copy of one of its files, to compile in its place. */
  readonly kind: "harness" | "instrumented" | "none";
  readonly file?: string;
  /** What the copy is of. */
  readonly replaces?: string;
  /** Compiles and runs it, from the folder that hone was started in. */
  readonly command?: string;
  /** How it fails: with a message of its own and status 1, or stopped by the compiler's sanitizers. */
  readonly shows?: "message" | "sanitizers";
  /** Why there is none. */
  readonly reason?: string;
}

export interface DiagnosticReport extends Place {
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
}
