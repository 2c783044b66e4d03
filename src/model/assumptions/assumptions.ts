/**
 * Assumptions that are told whenever their construct occurs in the program as written, also where slicing removed it or no
 * engine came by. Each kind is one rule in the table below; what only the translation of an edge can know is told there
 * (`Notes.assumeThat`), and comes on top.
 */
import { GCC_ORDER, type Program } from "../../cfa/cfa.ts";
import type { SourceRange } from "../../util/source.ts";
import type { ModelOptions } from "../options.ts";
import type { PointsTo } from "../pointers/points-to.ts";
import { tellCallTypes } from "./call-types.ts";
import { COMPILED_THEN, tellCompileTime } from "./compile-time.ts";
import { tellCustomaryInputs, tellExternals, tellNoRestart, tellUnknownCallees } from "./externals.ts";
import { floatArithmetic } from "./float-arithmetic.ts";
import { interferingSites } from "./orders.ts";
import { tellOverlaps } from "./overlaps.ts";

export type Tell = (what: string, range: SourceRange) => void;

export interface AssumptionRule {
  /** Which kind of assumption: tests have a program for each, in which slicing removes the construct. */
  readonly kind: string;
  /** Tells the assumption at every place where the program as written relies on it. */
  tell(program: Program, options: ModelOptions, tell: Tell, pointsTo: PointsTo, analysed: Program): void;
}

const ROUNDED = "every floating-point operation is rounded to its type (FLT_EVAL_METHOD 0)";

/**
 * Whether the assumption bears on a single execution too: what the compiler decides, so that a replay cannot show it. Other
 * assumptions exclude executions, and one that was replayed is none of those.
 */
export function isOfExecutions(what: string): boolean {
  return what === GCC_ORDER || what === ROUNDED || what === COMPILED_THEN || /, as by gcc$/.test(what);
}

export const ASSUMPTION_RULES: readonly AssumptionRule[] = [
  {
    kind: "lowering",
    tell: (program, _, tell) => {
      for (const { what, range } of program.assumptions) tell(what, range);
    },
  },
  {
    kind: "undefined functions and objects",
    tell: (program, options, tell, pointsTo, analysed) => {
      if (options.externals === "any") {
        tellNoRestart(program, options.entry, tell);
        return;
      }
      tellExternals(program, analysed, tell);
      tellUnknownCallees(pointsTo, tell);
    },
  },
  { kind: "inputs by name", tell: (program, _, tell) => tellCustomaryInputs(program, tell) },
  {
    kind: "evaluation order",
    tell: (program, { properties, evaluationOrder }, tell, pointsTo) => {
      if (evaluationOrder === "any") return;
      for (const { range } of interferingSites(program, pointsTo, properties)) tell(GCC_ORDER, range);
    },
  },
  {
    kind: "float precision",
    // With 64 bits compilers use SSE, which rounds every operation; the x87 of 32 bits keeps more digits between them.
    tell: (program, { floats }, tell) => {
      if (program.pointerBytes !== 4 || floats === "real") return;
      for (const range of floatArithmetic(program)) tell(ROUNDED, range);
    },
  },
  { kind: "overlapping copies", tell: (program, _, tell, pointsTo) => tellOverlaps(program, pointsTo, tell) },
  { kind: "calls by type", tell: (program, _, tell, pointsTo) => tellCallTypes(program, pointsTo, tell) },
  { kind: "time of compilation", tell: (program, _, tell) => tellCompileTime(program, tell) },
];

/** @param analysed the program that is looked at: as written, or with the C library's text at its calls. */
export function assumptionsAsWritten(
  program: Program,
  options: ModelOptions,
  pointsTo: PointsTo,
  tell: Tell,
  analysed: Program = program,
): void {
  for (const rule of ASSUMPTION_RULES) rule.tell(program, options, tell, pointsTo, analysed);
}
