/**
 * The certificate as invariants for people: for each loop what its labels say about the variables that a reader can
 * see, as an expression in C's words (`c-expression.ts`, which witnesses share), disjoined over all instances of the point. A
 * projection of the proof, not the proof: what only the model has a name for is left out, which makes it weaker.
 */
import type { Location } from "../cfa/cfa.ts";
import type { Certificate } from "../evidence/claim.ts";
import type { Variable } from "../logic/term.ts";
import type { Model } from "../model/model.ts";
import type { SourceRange } from "../util/source.ts";
import { cExpression } from "./c-expression.ts";
import { labelsFormula } from "./label-formula.ts";
import { labelledPoints } from "./labelled-points.ts";
import { positionOfNames } from "./loop-text.ts";
import { addressesAt } from "./named-addresses.ts";
import { placeOf } from "./places.ts";
import type { Invariant } from "./result.ts";
import { VisibleNames } from "./visible-names.ts";

// Several labels may say the same of what can be seen.
const MOST_LABELS = 1000;

export function invariantReports(model: Model, certificate: Certificate): Invariant[] {
  const names = new VisibleNames(model.program);
  const index = INDICES.find((name) => !names.has(name)) ?? "K";
  const reports = labelledPoints(model, certificate, MOST_LABELS).flatMap(({ point, labels, holds }): Invariant[] => {
    const range = rangeOf(point);
    const place = placeOf(range, model.program.sources);
    const position = positionOfNames(range, model.program.sources);
    const declared = names.declaredAt(position, index);
    const nameOf = (of: Variable) => (isIndex(of) ? index : declared(of));
    const addresses = addressesAt(model, names, position, point.function);
    const formula = labelsFormula(labels, (of) => nameOf(of) !== undefined);
    const expression = cExpression(formula, { nameOf, addresses, arithmetic: "integers" });
    // A point about which nothing is said would only fill the list.
    if (place === undefined || expression === undefined) return [];
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

function rangeOf(point: Location): SourceRange {
  return point.loop ?? point.outgoing[0]?.range ?? { start: 0, end: 0 };
}

// What an arbitrary element's index is called: what the program calls nothing else.
const INDICES = ["K", "INDEX", "ANY_INDEX"];

/** The index of the one element of each array that a symbolic cell is about. */
function isIndex({ name, role }: Variable): boolean {
  return role === "temporary" && name === "K";
}
