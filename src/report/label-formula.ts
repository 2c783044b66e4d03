/** What a label of a proof says, as a formula over the variables that somebody has a name for. */
import type { KnownValue, Label } from "../evidence/claim.ts";
import {
  and,
  eq,
  type Formula,
  float,
  floatComparison,
  integer,
  or,
  TRUE,
  type Variable,
  variable,
} from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";

/** Several labels may say the same of what has names: it is said once. */
export function labelsFormula(labels: readonly Label[], isNamed: (of: Variable) => boolean): Formula {
  return or([...new Set(labels.map((label) => formulaOf(label, isNamed)))]);
}

function formulaOf(label: Label, isNamed: (of: Variable) => boolean): Formula {
  if (label.kind === "formula") return label.formula;
  return and(label.values.filter(({ variable: of }) => isNamed(of)).map(knownFormula));
}

/** True where it is about an element of an array, or a float that is no number. */
function knownFormula({ variable: of, index, value }: KnownValue): Formula {
  if (index !== undefined || of.type.kind === "array") return TRUE;
  if (isIntegral(of.type)) return eq(variable(of), integer(value));
  if (of.type.kind !== "float" || !Number.isFinite(Number(value))) return TRUE;
  return floatComparison("feq", variable(of), float(Number(value), of.type));
}
