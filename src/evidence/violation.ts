/** When the end of a concrete run is a violation of the property: shared by engines that run programs and by replay. */

import { ERROR_LABEL } from "../cfa/cfa.ts";
import { ACSL_VIOLATED } from "../cfa/library-names.ts";
import type { RunEnd } from "../interpreter/end.ts";
import { PROPERTIES, type Property } from "../model/properties.ts";

export interface RunViolation {
  readonly property: Property;
  readonly message: string;
}

/**
 * Undefined behaviour that no property asks about is not a violation: what the program does from there on is not
 * defined, so that no error behind it counts either.
 */
export function violationOf(outcome: RunEnd, properties: readonly Property[]): RunViolation | undefined {
  // Long double was computed as double, or a function up to rounding: the machine might have gone another way.
  if (outcome.inexact) return undefined;
  const found = classify(outcome, properties);
  return found !== undefined && properties.includes(found.property) ? found : undefined;
}

function classify(outcome: RunEnd, properties: readonly Property[]): RunViolation | undefined {
  switch (outcome.kind) {
    case "error":
      if (outcome.function === `label ${ERROR_LABEL}`)
        return { property: "error-label", message: `label ${ERROR_LABEL} is reached` };
      return { property: "unreach-call", message: errorMessage(outcome.function) };
    case "undefined-behaviour": {
      const property = PROPERTIES.find(
        ({ name, behaviours }) => properties.includes(name) && behaviours?.includes(outcome.what),
      )?.name;
      return property === undefined ? undefined : { property, message: outcome.message };
    }
    case "leak": {
      const property = PROPERTIES.find(({ behaviours }) => behaviours?.includes(`${outcome.what}-memory`))?.name;
      return property === undefined ? undefined : { property, message: outcome.message };
    }
    default:
      return undefined;
  }
}

function errorMessage(name: string): string {
  if (name === ACSL_VIOLATED) return "an ACSL annotation does not hold";
  return /assert/.test(name) ? "assertion fails" : `${name} is called`;
}
