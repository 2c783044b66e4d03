/**
 * The certificate as invariants for people: for each loop what its labels say about the variables that a reader can
 * see, as a C expression, disjoined over all instances of the point. A projection of the proof, not the proof: what only the
 * model has a name for is left out, which makes it weaker.
 */
import type { Location } from "../cfa/cfa.ts";
import type { Certificate, KnownValue, Label } from "../evidence/claim.ts";
import { showFormula } from "../logic/print.ts";
import { and, type Formula, or, TRUE, type Variable } from "../logic/term.ts";
import type { ScalarType } from "../logic/types.ts";
import { variablesOf } from "../logic/visit.ts";
import type { Model } from "../model/model.ts";
import type { SourceRange } from "../util/source.ts";
import { showValue } from "./counterexample.ts";
import { labelledPoints } from "./labelled-points.ts";
import { positionOfNames } from "./loop-text.ts";
import { placeOf } from "./places.ts";
import type { Invariant } from "./result.ts";
import { VisibleNames } from "./visible-names.ts";

// More disjuncts than this tell a reader nothing; several labels may say the same of what can be seen.
const MOST_DISJUNCTS = 32;
const MOST_LABELS = 1000;

export function invariantReports(model: Model, certificate: Certificate): Invariant[] {
  const names = new VisibleNames(model.program);
  const index = INDICES.find((name) => !names.has(name)) ?? "K";
  const reports = labelledPoints(model, certificate, MOST_LABELS).flatMap(({ point, labels, holds }): Invariant[] => {
    const range = rangeOf(point);
    const place = placeOf(range, model.program.sources);
    const declared = names.declaredAt(positionOfNames(range, model.program.sources), index);
    const disjuncts = disjunctsOf(labels, (variable) => (isIndex(variable) ? index : declared(variable)));
    // A point about which nothing is said would only fill the list.
    if (place === undefined || disjuncts === undefined) return [];
    const expression = disjunction(disjuncts);
    return [
      {
        ...place,
        function: point.function,
        expression,
        ...(holds === "always" ? {} : { holds }),
        ...(new RegExp(`\\b${index}\\b`).test(expression) ? { forEvery: [index] } : {}),
      },
    ];
  });
  return reports.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** undefined: nothing that a reader could see. */
function disjunctsOf(labels: readonly Label[], name: Naming): readonly string[] | undefined {
  const texts = new Set<string>();
  for (const label of labels) {
    const text = showLabel(label, name);
    if (text === undefined) return undefined;
    texts.add(text);
    if (texts.size > MOST_DISJUNCTS) return undefined;
  }
  return [...texts];
}

/** With parentheses around several conjuncts, since compilers warn without them. */
function disjunction(disjuncts: readonly string[]): string {
  const [only, ...others] = disjuncts;
  if (only !== undefined && others.length === 0) return only;
  return disjuncts.map((one) => (/&&|\|\||\?/.test(one) ? `(${one})` : one)).join(" || ");
}

function rangeOf(point: Location): SourceRange {
  return point.loop ?? point.outgoing[0]?.range ?? { start: 0, end: 0 };
}

type Naming = (variable: Variable) => string | undefined;

// What an arbitrary element's index is called: what the program calls nothing else.
const INDICES = ["K", "INDEX", "ANY_INDEX"];

/** The index of the one element of each array that a symbolic cell is about. */
function isIndex({ name, role }: Variable): boolean {
  return role === "temporary" && name === "K";
}

/** undefined: it says nothing about visible variables. */
function showLabel(label: Label, name: Naming): string | undefined {
  if (label.kind === "formula") {
    const formula = sayable(label.formula, name);
    return formula.kind === "true" ? undefined : showFormula(formula, { name: (of) => name(of) ?? of.name });
  }
  const parts = label.values.flatMap((known) => showKnown(known, name) ?? []);
  return parts.length === 0 ? undefined : parts.join(" && ");
}

// Deeper parts of a formula are told whole, or not at all: nobody reads them, and the stack is not endless.
const DEEPEST = 50;

/** Atoms about what has no name are left out. Sound: nothing is under a negation here, so that the rest follows from the whole. */
function sayable(formula: Formula, name: Naming, depth = 0): Formula {
  if (depth < DEEPEST && formula.kind === "and")
    return and(formula.operands.map((one) => sayable(one, name, depth + 1)));
  if (depth < DEEPEST && formula.kind === "or") return or(formula.operands.map((one) => sayable(one, name, depth + 1)));
  return [...variablesOf(formula)].every((of) => name(of) !== undefined) ? formula : TRUE;
}

function showKnown({ variable, index, value }: KnownValue, naming: Naming): string | undefined {
  const name =
    index === undefined && variable.role !== "temporary" && variable.role !== "result" ? naming(variable) : undefined;
  return name === undefined ? undefined : `${name} == ${showValue(value, variable.type as ScalarType)}`;
}
