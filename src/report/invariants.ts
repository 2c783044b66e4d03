/**
 * The certificate as invariants for people: for each loop what its labels say about the variables that a reader can
 * see, as a C expression, disjoined over all instances of the point. A projection of the proof, not the proof.
 */
import type { Location } from "../cfa/cfa.ts";
import type { Certificate, KnownValue, Label } from "../evidence/claim.ts";
import { showFormula } from "../logic/print.ts";
import type { Variable } from "../logic/term.ts";
import type { ScalarType } from "../logic/types.ts";
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
  const reports = labelledPoints(model, certificate, MOST_LABELS).flatMap(({ point, labels, holds }): Invariant[] => {
    const range = rangeOf(point);
    const place = placeOf(range, model.program.sources);
    const disjuncts = disjunctsOf(labels, names.at(positionOfNames(range, model.program.sources)));
    // A point about which nothing is said would only fill the list.
    if (place === undefined || disjuncts === undefined) return [];
    const limited = holds === "always" ? {} : { holds };
    return [{ ...place, function: point.function, expression: disjunction(disjuncts), ...limited }];
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

type Naming = (variable: Variable) => string;

/** undefined: it says nothing about visible variables. */
function showLabel(label: Label, name: Naming): string | undefined {
  if (label.kind === "formula") return label.formula.kind === "true" ? undefined : showFormula(label.formula, { name });
  const parts = label.values.filter(isVisible).map((known) => showKnown(known, name));
  return parts.length === 0 ? undefined : parts.join(" && ");
}

function isVisible({ variable, index }: KnownValue): boolean {
  return index === undefined && variable.role !== "temporary" && variable.role !== "result";
}

function showKnown({ variable, value }: KnownValue, name: Naming): string {
  return `${name(variable)} == ${showValue(value, variable.type as ScalarType)}`;
}
