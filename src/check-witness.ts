/**
 * The third composition root: is what a witness says true? A correctness witness is confirmed if the program with its invariants as checks
 * is safe: then they hold wherever they stand, their evaluation is defined, and the property holds. Every engine may use them, since an
 * engine knows what was checked before; the verdict has the evidence that any verdict has. An invariant that a replayed run
 * falsifies is refuted.
 */
import { readProgram } from "./cfa/build-source.ts";
import type { Program } from "./cfa/cfa.ts";
import { DefinedAnnotations } from "./cfa/defined-annotations.ts";
import { checkVerdict } from "./evidence/check.ts";
import { Execution } from "./evidence/execution.ts";
import { buildModel } from "./model/build.ts";
import { executionOptions } from "./model/options.ts";
import type { Property } from "./model/properties.ts";
import { readForModel } from "./model/read.ts";
import type { Result } from "./report/result.ts";
import { budgetsWithin, within } from "./util/budget.ts";
import { type VerifyInput, type VerifyOptions, verify } from "./verify.ts";
import { followWitness } from "./witness/follow.ts";
import { type LintedProgram, lintEntry, type PlacedStatement } from "./witness/lint.ts";
import { type ReadEntry, readWitness, type WitnessProblem } from "./witness/read.ts";

export type WitnessVerdict =
  | { readonly kind: "confirmed"; readonly reason: string; readonly result?: Result }
  | { readonly kind: "refuted"; readonly reason: string; readonly result: Result }
  | { readonly kind: "unknown"; readonly reason: string }
  /** It is no witness, or none of this program. */
  | { readonly kind: "bad-witness"; readonly problems: readonly WitnessProblem[] };

/** @param hashes SHA-256 of the program's files, by their names. */
export function checkWitness(
  text: string,
  input: VerifyInput,
  hashes: LintedProgram["hashes"],
  options: VerifyOptions,
): WitnessVerdict {
  const { entries, problems } = readWitness(text);
  const [entry, ...others] = entries;
  if (problems.length > 0 || entry === undefined) return { kind: "bad-witness", problems };
  const linted = entries.map((one) => lintEntry(one, { sources: input.sources, frontEnd: input.frontEnd, hashes }));
  const wrong = linted.flatMap((one) => one.problems);
  if (wrong.length > 0) return { kind: "bad-witness", problems: wrong };
  if (others.length > 0) return { kind: "unknown", reason: "a witness with several entries is not checked" };
  if (entry.kind === "violation") return checkViolation(entry, input, options);
  return checkInvariants(entry, linted[0]?.annotations ?? [], input, options);
}

/** What is wrong with the witness, whatever it says. */
export function lintWitness(
  text: string,
  input: VerifyInput,
  hashes: LintedProgram["hashes"],
): readonly WitnessProblem[] {
  const { entries, problems } = readWitness(text);
  const linted = entries.map((one) => lintEntry(one, { sources: input.sources, frontEnd: input.frontEnd, hashes }));
  return [...problems, ...linted.flatMap((one) => one.problems)];
}

/** A run that follows the witness confirms it; a proof that there is no violation at all refutes it. */
function checkViolation(entry: ReadEntry, input: VerifyInput, options: VerifyOptions): WitnessVerdict {
  const { model } = options;
  const { program } = readForModel(input.sources, input.frontEnd, model);
  if (program === undefined || !program.functions.has(model.entry))
    return { kind: "unknown", reason: `there is no function "${model.entry}" to start from` };
  const { entry: start, properties } = model;
  const budget = budgetsWithin(options, options.meter.nowMs())(Number.POSITIVE_INFINITY);
  const seen = within(budget, () => buildModel(program, model));
  const execution = new Execution({ program: seen.program, entry: start, properties, ...executionOptions(model) });
  const followed = followWitness(entry.statements, seen.program, execution, input.sources, input.frontEnd);
  execution.close();
  if (followed.kind === "violated") {
    // It has to stand as a counterexample of an engine has to.
    const claim = { kind: "unsafe", counterexample: { inputs: followed.inputs } } as const;
    const checked = checkVerdict(seen, model, claim, budget, () => ({ mode: "none", solvers: [] }));
    if (checked.kind !== "unsafe")
      return { kind: "unknown", reason: checked.kind === "unknown" ? checked.reason : checked.by };
    return {
      kind: "confirmed",
      reason: "a run passes its waypoints and violates the property in the target's statement",
    };
  }
  const { result } = verify(input, { ...options, witness: "off" });
  if (result.verdict === "safe" && result.evidence.checked)
    return { kind: "refuted", reason: "no execution violates the property", result };
  return { kind: "unknown", reason: followed.reason };
}

/** With other properties undefined behaviour of the invariants' own evaluation could not be told from the program's. */
const CHECKED: readonly Property[] = ["unreach-call"];

function checkInvariants(
  { statements }: ReadEntry,
  placed: readonly PlacedStatement[],
  input: VerifyInput,
  options: VerifyOptions,
): WitnessVerdict {
  const { properties, integers, floats } = options.model;
  const unknown = (reason: string): WitnessVerdict => ({ kind: "unknown", reason });
  if (properties.some((one) => !CHECKED.includes(one)) || properties.length !== 1)
    return unknown(`correctness witnesses are checked for ${CHECKED.join(", ")} only`);
  if (integers !== "machine" || floats !== "ieee") return unknown("invariants are about the machine's numbers");
  if (statements.flat().some(({ what }) => what === "function_contract")) return unknown("contracts are not checked");
  const annotations = placed.map(({ annotation }) => annotation);
  const names = annotations.map(({ name }) => name);
  const instrument = (written: Program) => new DefinedAnnotations(written, names).program();
  const frontEnd = { ...input.frontEnd, annotations };
  const { program } = readProgram(input.sources, frontEnd);
  if (program === undefined) throw new Error("annotations that were linted should be readable");
  const [undecided] = new DefinedAnnotations(program, names).undecided;
  const place = undecided === undefined ? undefined : program.sources.written(undecided.start)?.file;
  if (place !== undefined) return unknown(`whether the evaluation is defined cannot be told: ${place}`);
  const { result } = verify({ ...input, frontEnd: { ...frontEnd, instrument } }, { ...options, witness: "off" });
  return judged(result, placed);
}

function judged(result: Result, placed: readonly PlacedStatement[]): WitnessVerdict {
  if (result.verdict === "unknown") return { kind: "unknown", reason: result.reason ?? "no engine could decide" };
  if (result.verdict === "safe" && !result.evidence.checked)
    return { kind: "unknown", reason: "nobody has checked the proof" };
  if (result.verdict === "safe") {
    const count = placed.length === 1 ? "the invariant holds" : `all ${placed.length} invariants hold`;
    return { kind: "confirmed", reason: `${count}, and the property with them`, result };
  }
  const violated = placed.find(({ annotation }) => annotation.name === result.violation?.file);
  if (violated === undefined) return { kind: "refuted", reason: "the program violates the property", result };
  const { text, name } = violated.annotation;
  // Whether the head of a `do` is before its body or before its condition, tools take differently.
  if (violated.loop === "do")
    return {
      kind: "unknown",
      reason: `before the body or before the condition of its loop, ${name} does not hold: ${text}`,
    };
  return { kind: "refuted", reason: `${name} does not hold: ${text}`, result };
}
