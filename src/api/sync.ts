/**
 * The synchronous core of the library: checks, invariants and runs in the caller's own thread, until they are done. It knows no
 * process, file or clock but what is handed in, so that it works in a browser's worker as well as in node's.
 */
import type { Program } from "../cfa/cfa.ts";
import type { Snapshot } from "../engines/engine.ts";
import { findPreset } from "../engines/index.ts";
import { computeInvariants } from "../invariants.ts";
import { readForModel } from "../model/read.ts";
import { diagnosticReports } from "../report/places.ts";
import type { DiagnosticReport, Invariant, Result } from "../report/result.ts";
import type { Meter } from "../util/budget.ts";
import { release } from "../util/release.ts";
import { type Reached, unfinished, type Verification, type VerifyOptions, verify } from "../verify.ts";
import { checkOptions } from "./checked-options.ts";
import { everySite } from "./every-site.ts";
import { asProperties, type CheckOptions, frontEndOf, type ReadOptions, requestOf, startOf } from "./options.ts";
import { filesOf, headersIn, type ProgramFiles, type ProgramText } from "./program.ts";
import { inputOf, type Reading, type VerifyRequest, verifyOptions } from "./request.ts";

/** What is there around the work; the defaults need nothing. */
export interface Surroundings extends Pick<VerifyOptions, "z3" | "sat"> {
  /** Clock and memory; without one the time is the system's, and memory is not limited. */
  readonly meter?: Meter;
  /** The text of a file that is not among those of the program, where `headers` is "disk". */
  readonly readFile?: (path: string) => string | undefined;
  /** With the newest picture, where they are taken. */
  readonly onProgress?: (line: string, statistics: Readonly<Record<string, number>>, picture?: Snapshot) => void;
  /** Takes what engines have drawn of a check, at its end; where nobody does, they draw nothing. */
  readonly onPictures?: (pictures: readonly Snapshot[]) => void;
}

/** A bug in hone: no answer, and never a wrong one. */
export class InternalError extends Error {}

/**
 * Proves a program safe, breaks it, or says why it cannot tell. A text that is no C program gives `unknown` with `diagnostics`.
 * @throws TypeError or RangeError where an option makes no sense, InternalError where hone has a bug.
 */
export function checkSync(program: ProgramText, options: CheckOptions = {}, around: Surroundings = {}): Result {
  checkOptions("check", options);
  const files = filesOf(program);
  const reading = readingOf(files, options, around);
  const { onPictures } = around;
  const request: VerifyRequest = {
    ...requestOf(files, options, reading),
    pictures: onPictures === undefined ? "off" : "on",
  };
  try {
    const { kind, result, internalErrors, snapshots } = options.allViolations
      ? everySiteOf(request, reading, around)
      : verify(inputOf(request, reading), verifyOptions(request, surrounded(around)));
    if (kind === "failed") throw new InternalError(internalErrors[0]?.message ?? "an engine failed");
    if (snapshots !== undefined) onPictures?.(snapshots);
    return result;
  } finally {
    release();
  }
}

function everySiteOf(request: VerifyRequest, reading: Reading, around: Surroundings): Verification {
  const given = surrounded(around);
  const questions = everySite(request, { nowMs: given.meter.nowMs, isOver: () => false });
  let next = questions.next();
  while (next.done !== true) {
    const { value } = next;
    const startMs = given.meter.nowMs();
    const answer = verify(inputOf(value, reading), { ...verifyOptions(value, given), startMs });
    release();
    next = questions.next(answer);
  }
  return next.value;
}

/** The result of a check that was ended from outside, with what it had reached, where that is known. */
export function endedCheck(program: ProgramText, options: CheckOptions, reason: string, reached?: Reached): Result {
  const files = filesOf(program);
  const reading = readingOf(files, { ...options, headers: "given" }, {});
  // Who was chosen may be known to the worker alone, where plugins are.
  const { engine: _, domain: __, ...known } = options;
  const request = requestOf(files, known, reading);
  return unfinished(inputOf(request, reading), verifyOptions(request, surrounded({})), reason, reached);
}

/** The engine whose aim invariants are. */
export const INVARIANT_ENGINE = "path-focusing";

export type InvariantResult =
  | {
      readonly kind: "invariants";
      readonly invariants: readonly Invariant[];
      /** Who proved them. */
      readonly by: string;
    }
  /** There are none, and why. */
  | { readonly kind: "none"; readonly reason: string }
  | { readonly kind: "bad-input"; readonly diagnostics: readonly DiagnosticReport[] };

/** An invariant at each loop, proved inductive. Nothing is checked unless `checks` says so: a check acts as an assumption. */
export function invariantsSync(
  program: ProgramText,
  options: CheckOptions = {},
  around: Surroundings = {},
): InvariantResult {
  checkOptions("invariants", options);
  const files = filesOf(program);
  const reading = readingOf(files, options, around);
  const engine = options.engine ?? INVARIANT_ENGINE;
  const request = requestOf(files, { checks: [], ...options, engine }, reading);
  const preset = findPreset(engine);
  if (preset === undefined) throw new RangeError(`there is no engine "${engine}"`);
  try {
    const { model, domain, engineOptions = {}, certify = "default", timeoutSeconds } = request;
    const { meter, z3 } = surrounded(around);
    const answer = computeInvariants(inputOf(request, reading), {
      ...{ model, preset, domain, engineOptions, certify, timeoutSeconds, meter },
      ...(z3 === undefined ? {} : { z3 }),
    });
    if (answer.kind === "bad-input")
      return { kind: "bad-input", diagnostics: diagnosticReports(answer.diagnostics, answer.sources) };
    if (answer.kind === "none") return answer;
    return { kind: "invariants", invariants: answer.invariants, by: answer.by };
  } finally {
    release();
  }
}

export interface ParsedProgram {
  /** The functions' control-flow graphs; undefined exactly where there is an error among the diagnostics. */
  readonly program: Program | undefined;
  readonly diagnostics: readonly DiagnosticReport[];
}

/** Reads C into control-flow graphs. They are good until the next check: its end empties the table of terms. */
export function parse(program: ProgramText, options: ReadOptions = {}, around: Surroundings = {}): ParsedProgram {
  checkOptions("parse", options);
  const files = filesOf(program);
  const { program: read, diagnostics, sources } = readFor(files, options, [], around);
  return { program: read, diagnostics: diagnosticReports(diagnostics, sources) };
}

/** The program with its start, as verification reads it. */
export function readFor(
  files: ProgramFiles,
  options: ReadOptions,
  checks: readonly string[],
  around: Pick<Surroundings, "readFile">,
) {
  const reading = readingOf(files, options, around);
  const { sources, entry } = startOf(files, options, reading);
  const request = { name: "", sources, dataModel: options.dataModel ?? "LP64", frontEnd: frontEndOf(options) };
  const { frontEnd } = inputOf(request, reading);
  const read = readForModel(sources, frontEnd, { entry, properties: asProperties(checks), evaluationOrder: "gcc" });
  return { ...read, entry };
}

function readingOf(files: ProgramFiles, { headers }: ReadOptions, { readFile }: Pick<Surroundings, "readFile">) {
  const given = headersIn(files);
  const reading: Reading = {
    readFile: headers === "disk" ? (path) => given(path) ?? readFile?.(path) : given,
  };
  return reading;
}

declare const HONE_VERSION: string | undefined;

/** Put there by the build. */
export const VERSION: string = typeof HONE_VERSION === "string" ? HONE_VERSION : "unbuilt";

function surrounded({ meter = systemMeter(), onProgress = () => {}, z3, sat }: Surroundings) {
  return { meter, progress: onProgress, toolVersion: VERSION, z3, sat };
}

/** Time as the system has it, and nothing known of memory. */
function systemMeter(): Meter {
  const nowMs = () => performance.now();
  return { nowMs, cpuMs: nowMs, memoryMb: () => 0, peakMemoryMb: () => 0 };
}
