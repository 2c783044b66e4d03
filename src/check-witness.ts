/**
 * The third composition root: is what a witness says true? A correctness witness is confirmed if the program with its invariants as checks
 * is safe: then they hold wherever they stand, their evaluation is defined, and the property holds. Those that are inductive as given
 * are proved by the certificate checker before any engine has a turn. Otherwise every engine may use them, since an engine knows
 * what was checked before; the verdict has the evidence that any verdict has. An invariant that a replayed run falsifies is refuted. A violation witness is confirmed by a run that passes its waypoints, and refuted by a proof that there is none.
 */
import { readProgram } from "./cfa/build-source.ts";
import type { Program } from "./cfa/cfa.ts";
import { DefinedAnnotations } from "./cfa/defined-annotations.ts";
import { readStatements } from "./cfa/read-statements.ts";
import { checkVerdict } from "./evidence/check.ts";
import { Execution } from "./evidence/execution.ts";
import { listInputs, type RecordedInput } from "./interpreter/inputs.ts";
import { buildModel } from "./model/build.ts";
import type { Model } from "./model/model.ts";
import { executionOptions } from "./model/options.ts";
import type { Property } from "./model/properties.ts";
import { readForModel } from "./model/read.ts";
import { parseValue } from "./report/counterexample.ts";
import type { Result } from "./report/result.ts";
import { type Budget, BudgetExceeded, budgetsWithin, within } from "./util/budget.ts";
import { CLAIMANT, type VerifyInput, type VerifyOptions, verify } from "./verify.ts";
import { followWitness, MOST_STEPS, targetTest } from "./witness/follow.ts";
import { givenInvariants } from "./witness/given-invariants.ts";
import { type LintedProgram, lintEntry, type PlacedStatement, saidBy } from "./witness/lint.ts";
import { plannedWaypoints } from "./witness/plan.ts";
import { type ReadEntry, readWitness, type WitnessProblem } from "./witness/read.ts";
import { isFollowed, WaypointAutomaton } from "./witness/waypoints.ts";
import { withoutAssertions } from "./witness/without-assertions.ts";

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
  // One limit for all that is tried: a long witness takes a while to read.
  const limited = { ...options, startMs: options.startMs ?? options.meter.nowMs() };
  const { entries, problems } = readWitness(text);
  const [entry, ...others] = entries;
  if (problems.length > 0 || entry === undefined) return { kind: "bad-witness", problems };
  const linted = entries.map((one) => lintEntry(one, { sources: input.sources, frontEnd: input.frontEnd, hashes }));
  const wrong = linted.flatMap((one) => one.problems);
  if (wrong.length > 0) return { kind: "bad-witness", problems: wrong };
  if (others.length > 0) return { kind: "unknown", reason: "a witness with several entries is not checked" };
  const placed = linted[0]?.annotations ?? [];
  const check = entry.kind === "violation" ? checkViolation : checkInvariants;
  try {
    return check(entry, placed, input, limited);
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return { kind: "unknown", reason: `${error.limit} reached` };
  }
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

/**
 * A run that follows the witness confirms it. Where the witness leaves something open, the engines look for one among the executions that it
 * describes; a proof that there is none refutes it.
 */
function checkViolation(
  { statements: segments }: ReadEntry,
  placed: readonly PlacedStatement[],
  input: VerifyInput,
  options: VerifyOptions,
): WitnessVerdict {
  const { sources, frontEnd } = input;
  const { model } = options;
  const unknown = (reason: string): WitnessVerdict => ({ kind: "unknown", reason });
  const { program } = readForModel(sources, frontEnd, model);
  const statements = readStatements(sources, frontEnd);
  const target = segments.at(-1)?.at(-1);
  if (program === undefined || !program.functions.has(model.entry) || statements === undefined || target === undefined)
    return unknown(`there is no function "${model.entry}" to start from`);
  const original = new OriginalProgram(program, options);
  const followed = original.run((execution, seen) => followWitness(segments, seen, execution, sources, frontEnd));
  if (followed.kind === "violated") return original.confirmed(followed.inputs);
  const waypoints = plannedWaypoints(segments, placed, statements, sources.length);
  if (!isList(waypoints))
    return original.withoutWaypoints(input, `the waypoint in line ${waypoints.line} is not followed`);
  const isTarget = targetTest(target, statements, sources.length);
  const following = { waypoints, segments: segments.length, isTarget, properties: model.properties };
  if (!isFollowed(following))
    return original.withoutWaypoints(input, `waypoints are not followed for ${model.properties.join(", ")}`);
  const annotations = waypoints.flatMap(({ passed }) => (passed.by === "annotation" ? [passed.annotation] : []));
  const automaton = (written: Program) => new WaypointAutomaton(written, following);
  const annotated = { ...frontEnd, annotations };
  const lost = automaton(readProgram(sources, annotated).program ?? program).lost;
  if (lost !== undefined)
    return original.withoutWaypoints(
      input,
      `the waypoint in line ${lost.line} is at no call whose result can be followed`,
    );
  const instrument = (written: Program) => automaton(written).program();
  const { result } = verify(
    { ...input, frontEnd: { ...annotated, instrument } },
    { ...options, witness: undefined, precisions: "forgotten" },
  );
  if (result.verdict === "unknown") return unknown(result.reason ?? followed.reason);
  if (result.verdict === "safe") {
    if (!result.evidence.checked) return unknown("nobody has checked the proof");
    return {
      kind: "refuted",
      reason: "no execution passes its waypoints and violates the property in the target",
      result,
    };
  }
  const values = (result.counterexample?.inputs ?? []).map(({ value }) => parseValue(value) ?? 0);
  const { outcome, violation, inputs } = original.run((execution) => execution.run(listInputs(values), MOST_STEPS));
  const isThere = violation !== undefined && "edge" in outcome && outcome.edge !== undefined && isTarget(outcome.edge);
  return isThere
    ? original.confirmed(inputs)
    : unknown("the violation that was found is not one of the program as it is");
}

function isList<T>(value: readonly T[] | object): value is readonly T[] {
  return Array.isArray(value);
}

/** The program as it stands, in which a violation has to stand as well. */
class OriginalProgram {
  readonly #options: VerifyOptions;
  readonly #budget: Budget;
  readonly #seen: Model;

  constructor(program: Program, options: VerifyOptions) {
    this.#options = options;
    this.#budget = budgetsWithin(options, options.startMs ?? options.meter.nowMs())(Number.POSITIVE_INFINITY);
    this.#seen = within(this.#budget, () => buildModel(program, options.model));
  }

  run<T>(follow: (execution: Execution, program: Program) => T): T {
    const { model } = this.#options;
    const { program } = this.#seen;
    const { entry, properties } = model;
    const execution = new Execution({ program, entry, properties, ...executionOptions(model) });
    try {
      return within(this.#budget, () => follow(execution, program));
    } finally {
      execution.close();
    }
  }

  /** It has to stand as a counterexample of an engine has to. */
  confirmed(inputs: readonly RecordedInput[]): WitnessVerdict {
    const claim = { kind: "unsafe", counterexample: { inputs } } as const;
    const none = () => ({ mode: "none", solvers: [] }) as const;
    const checked = checkVerdict(this.#seen, this.#options.model, claim, this.#budget, none);
    if (checked.kind !== "unsafe")
      return { kind: "unknown", reason: checked.kind === "unknown" ? checked.reason : checked.by };
    return {
      kind: "confirmed",
      reason: "a run passes its waypoints and violates the property in the target's statement",
    };
  }

  /** Where nobody can follow the waypoints, the witness is still wrong of a program without violations. */
  withoutWaypoints(input: VerifyInput, reason: string): WitnessVerdict {
    const { result } = verify(input, { ...this.#options, witness: undefined });
    if (result.verdict === "safe" && result.evidence.checked)
      return { kind: "refuted", reason: "no execution violates the property", result };
    return { kind: "unknown", reason };
  }
}

/** Those that the evaluation of an invariant cannot violate itself, since it is defined (`cfa/defined-annotations.ts`). */
const CHECKED: readonly Property[] = [
  ...(["unreach-call", "error-label", "no-overflow"] as const),
  ...(["valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"] as const),
];

function checkInvariants(
  _: ReadEntry,
  placed: readonly PlacedStatement[],
  input: VerifyInput,
  options: VerifyOptions,
): WitnessVerdict {
  const { properties, integers, floats } = options.model;
  const unknown = (reason: string): WitnessVerdict => ({ kind: "unknown", reason });
  const unchecked = properties.find((one) => !CHECKED.includes(one));
  if (unchecked !== undefined || properties.length === 0)
    return unknown(`correctness witnesses are not checked for ${unchecked ?? "no property"}`);
  if (integers !== "machine" || floats !== "ieee") return unknown("invariants are about the machine's numbers");
  const annotations = placed.map(({ annotation }) => annotation);
  const names = annotations.map(({ name }) => name);
  // Only those of the annotations are errors where the property is another one.
  const asked = (written: Program) => (properties.includes("unreach-call") ? written : withoutAssertions(written));
  const instrument = (written: Program) => new DefinedAnnotations(asked(written), names).program();
  const frontEnd = { ...input.frontEnd, annotations };
  const { program } = readProgram(input.sources, frontEnd);
  if (program === undefined) throw new Error("annotations that were linted should be readable");
  const [undecided] = new DefinedAnnotations(program, names).undecided;
  const place = undecided === undefined ? undefined : program.sources.written(undecided.start)?.file;
  if (place !== undefined) return unknown(`whether the evaluation is defined cannot be told: ${place}`);
  // An invariant that does not hold is a call of an error function.
  const model = { ...options.model, properties: [...new Set<Property>([...properties, "unreach-call"])] };
  const claimant = asGiven(new Set(names));
  const { result } = verify(
    { ...input, frontEnd: { ...frontEnd, instrument } },
    { ...options, model, claimant, witness: undefined },
  );
  return judged(result, placed, properties);
}

/** Claims that the invariants are inductive as they are, and that the property follows. */
function asGiven(names: ReadonlySet<string>): NonNullable<VerifyOptions["claimant"]> {
  return {
    name: CLAIMANT,
    summary: "the invariants of a witness as they are",
    run: (model) => ({ kind: "safe", certificate: givenInvariants(model, names) }),
  };
}

function judged(result: Result, placed: readonly PlacedStatement[], asked: readonly Property[]): WitnessVerdict {
  if (result.verdict === "unknown") return { kind: "unknown", reason: result.reason ?? "no engine could decide" };
  if (result.verdict === "safe" && !result.evidence.checked)
    return { kind: "unknown", reason: "nobody has checked the proof" };
  if (result.verdict === "safe") {
    const said = new Set(placed.map(({ statement }) => statement)).size;
    const count = said === 1 ? "the invariant holds" : `all ${said} invariants hold`;
    const how = placed.length > 0 && result.engine === CLAIMANT ? "inductive as given" : "and the property with them";
    return { kind: "confirmed", reason: `${count}, ${how}`, result };
  }
  const violated = placed.find(({ annotation }) => annotation.name === result.violation?.file);
  if (violated === undefined) {
    if (!asked.some((property) => property === result.violation?.property))
      return { kind: "unknown", reason: "an assertion of the program fails, behind which nothing was looked at" };
    return { kind: "refuted", reason: "the program violates the property", result };
  }
  const { name } = violated.annotation;
  const text = saidBy(violated);
  if (violated.doubt !== undefined)
    return { kind: "unknown", reason: `${violated.doubt}, ${name} does not hold: ${text}` };
  // Where the contract has it behind a condition, nobody may ask for it.
  if (violated.annotation.kind === "at-entry")
    return { kind: "unknown", reason: `${name} is not defined at each entry: ${text}` };
  return { kind: "refuted", reason: `${name} does not hold: ${text}`, result };
}
