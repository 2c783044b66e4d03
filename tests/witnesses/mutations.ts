/**
 * Correctness witnesses of small programs with one thing changed: a constant, a comparison, or the place of an invariant. Whatever `hone check`
 * confirms of them has to be true: invariants that it confirms are evaluated in random executions, by the interpreter, and looked for
 * violations by bits (bounded model checking), both without any of what the proof says.
 */
import { createHash } from "node:crypto";
import { readProgram } from "../../src/cfa/build-source.ts";
import { DefinedAnnotations } from "../../src/cfa/defined-annotations.ts";
import { type Annotation, readStatements } from "../../src/cfa/read-statements.ts";
import { checkWitness, type WitnessVerdict } from "../../src/check-witness.ts";
import { findPreset } from "../../src/engines/index.ts";
import { Execution } from "../../src/evidence/execution.ts";
import { randomInputs, randomWords, zeroInputs } from "../../src/interpreter/inputs.ts";
import { verify } from "../../src/verify.ts";
import type { WitnessContent, WitnessInvariant, WitnessMetadata } from "../../src/witness/format.ts";
import { lintEntry } from "../../src/witness/lint.ts";
import { readWitness } from "../../src/witness/read.ts";
import { specificationOf } from "../../src/witness/specification.ts";
import { witnessText } from "../../src/witness/write.ts";
import { inputFor, optionsFor, verified } from "../support/witness.ts";

export interface Mutant {
  readonly program: string;
  readonly what: "constant" | "comparison" | "line";
  readonly invariant: WitnessInvariant;
  readonly yaml: string;
}

export interface Judged {
  readonly verdict: WitnessVerdict["kind"];
  /** How a confirmed invariant was found to be false: there should be none. */
  readonly wrong?: string;
  /** Whether executions show a refuted one to be false as well: that they can is what makes them worth asking. */
  readonly shown?: boolean;
}

/** The invariants that hone proves, by the program. */
export function witnessesOf(programs: readonly string[]): readonly (readonly [string, readonly WitnessInvariant[]])[] {
  return programs.flatMap((text) => {
    const { witness } = verified(text);
    return witness?.kind === "correctness" && witness.invariants.length > 0
      ? [[text, witness.invariants] as const]
      : [];
  });
}

export function mutantOf(
  seed: number,
  witnesses: readonly (readonly [string, readonly WitnessInvariant[]])[],
): Mutant | undefined {
  const words = randomWords(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.abs(words()) % Math.max(1, list.length)];
  const [program, invariants] = pick(witnesses) ?? ["", []];
  const original = pick(invariants);
  const what = pick(["constant", "comparison", "line"] as const) ?? "line";
  const invariant = original === undefined ? undefined : changed(original, what, program, pick);
  if (invariant === undefined) return undefined;
  const content = { kind: "correctness", invariants: [invariant], contracts: [] } as const;
  return { program, what, invariant, yaml: textOf(content, program) };
}

type Pick = <T>(list: readonly T[]) => T | undefined;

function changed(
  invariant: WitnessInvariant,
  what: Mutant["what"],
  program: string,
  pick: Pick,
): WitnessInvariant | undefined {
  if (what === "line") return elsewhere(invariant, program, pick);
  const pattern = what === "constant" ? /\b\d+/g : /[=!<>]=|[<>]/g;
  const found = pick([...invariant.value.matchAll(pattern)]);
  if (found === undefined) return undefined;
  const [old] = found;
  const number = Number(old);
  const others =
    what === "constant"
      ? [number + 1, Math.max(0, number - 1), 2 * number, 0, 1, 1000].map(String)
      : ["<", "<=", ">", ">=", "==", "!="];
  const text = pick(others.filter((one) => one !== old)) ?? old;
  const value = invariant.value.slice(0, found.index) + text + invariant.value.slice(found.index + old.length);
  return { ...invariant, value };
}

/** At another statement, or at another loop. */
function elsewhere(invariant: WitnessInvariant, program: string, pick: Pick): WitnessInvariant | undefined {
  const { sources, frontEnd } = inputFor(program);
  const statements = readStatements(sources, frontEnd);
  const place = pick(statements?.places ?? []);
  const written = place === undefined ? undefined : statements?.sources.written(place.start);
  if (place === undefined || written === undefined) return undefined;
  const isLoop = ["while", "for", "do"].includes(place.kind);
  const location = { file_name: "x.c", line: written.line, column: written.column, function: place.function };
  return { ...invariant, type: isLoop ? "loop_invariant" : "location_invariant", location };
}

function textOf(content: WitnessContent, program: string): string {
  const metadata: WitnessMetadata = {
    format_version: "2.0",
    uuid: "91023a0f-9f45-4385-88c4-1152ade45537",
    creation_time: "2026-05-05T13:18:43Z",
    producer: { name: "hone", version: "0" },
    task: {
      input_files: ["x.c"],
      input_file_hashes: { "x.c": hashOf(program) },
      specification: specificationOf(["unreach-call"], "main"),
      data_model: "LP64",
      language: "C",
    },
  };
  return witnessText(content, metadata);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

// Of a mutant: what its check may take, and what is done to find it wrong.
const CHECK_SECONDS = 5;
const BITS_SECONDS = 3;
const RUNS = 300;
const STEPS = 20_000;

export function judge({ program, yaml }: Mutant): Judged {
  const hashes = new Map([["x.c", hashOf(program)]]);
  const options = { ...optionsFor(), witness: undefined, timeoutSeconds: CHECK_SECONDS } as const;
  const { kind } = checkWitness(yaml, inputFor(program), hashes, options);
  if (kind !== "confirmed" && kind !== "refuted") return { verdict: kind };
  const annotations = annotationsOf(yaml, program, hashes);
  const run = violatingRun(program, annotations);
  if (kind === "refuted") return { verdict: kind, shown: run !== undefined };
  if (run !== undefined) return { verdict: kind, wrong: `the run with seed ${run} violates it` };
  return violatedByBits(program, annotations)
    ? { verdict: kind, wrong: "bounded model checking violates it" }
    : { verdict: kind };
}

function annotationsOf(yaml: string, program: string, hashes: ReadonlyMap<string, string>): readonly Annotation[] {
  const { sources, frontEnd } = inputFor(program);
  return readWitness(yaml).entries.flatMap((entry) =>
    lintEntry(entry, { sources, frontEnd, hashes }).annotations.map(({ annotation }) => annotation),
  );
}

/** The seed of a run in which the invariant is false, or its evaluation undefined. */
function violatingRun(text: string, annotations: readonly Annotation[]): number | undefined {
  const { sources, frontEnd } = inputFor(text);
  const { program } = readProgram(sources, { ...frontEnd, annotations });
  if (program === undefined) throw new Error("annotations that were linted should be readable");
  const names = annotations.map(({ name }) => name);
  const defined = new DefinedAnnotations(program, names).program();
  const execution = new Execution({ program: defined, entry: "main", properties: ["unreach-call"] });
  try {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const inputs = seed === 0 ? zeroInputs() : randomInputs(seed);
      if (execution.run(inputs, STEPS).violation !== undefined) return seed;
    }
    return undefined;
  } finally {
    execution.close();
  }
}

function violatedByBits(text: string, annotations: readonly Annotation[]): boolean {
  const input = inputFor(text);
  const preset = findPreset("bmc");
  const options = { ...optionsFor(), preset, witness: undefined, timeoutSeconds: BITS_SECONDS } as const;
  const names = annotations.map(({ name }) => name);
  const instrument = (program: Parameters<NonNullable<typeof input.frontEnd.instrument>>[0]) =>
    new DefinedAnnotations(program, names).program();
  return (
    verify({ ...input, frontEnd: { ...input.frontEnd, annotations, instrument } }, options).result.verdict === "unsafe"
  );
}
