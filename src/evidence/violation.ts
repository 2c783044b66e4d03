/** When the end of a concrete run is a violation of the property: shared by engines that run programs and by replay. */

import { ERROR_LABEL } from "../cfa/cfa.ts";
import { ACSL_VIOLATED } from "../cfa/library-names.ts";
import type { RunEnd } from "../interpreter/end.ts";
import { PROPERTIES, type Property, type SiteName } from "../model/properties.ts";
import { labelRange, siteName, violatedBy } from "../model/property.ts";
import type { SourceRange } from "../util/source.ts";

export interface RunViolation {
  readonly property: Property;
  readonly message: string;
}

/**
 * Undefined behaviour that no property asks about is not a violation: what the program does from there on is not
 * defined, so that no error behind it counts either.
 */
export function violationOf(outcome: RunEnd, { properties, settled = [] }: Asked): RunViolation | undefined {
  // Long double was computed as double, or a function up to rounding: the machine might have gone another way.
  if (outcome.inexact) return undefined;
  const found = classify(outcome, properties);
  if (found === undefined || !properties.includes(found.property)) return undefined;
  return isSettled(outcome, properties, settled) ? undefined : found;
}

/** What is asked of a run. */
interface Asked {
  readonly properties: readonly Property[];
  readonly settled?: readonly SiteName[] | undefined;
}

/** Whether the run ends at a violation that nobody asks about. */
export function isSettled(outcome: RunEnd, properties: readonly Property[], settled: readonly SiteName[]): boolean {
  if (settled.length === 0) return false;
  const sites = violatedSites(outcome, properties);
  return sites.length > 0 && sites.every((site) => settled.includes(site));
}

/** Every property that the run violates at its end, by the name of the place: one check may be several properties' matter. */
export function violatedSites(outcome: RunEnd, properties: readonly Property[]): readonly SiteName[] {
  if (!("edge" in outcome) || outcome.edge === undefined) return [];
  const { range, source } = outcome.edge;
  const asked = (property: Property, at: SourceRange) =>
    properties.includes(property) ? [siteName(property, at)] : [];
  switch (outcome.kind) {
    case "error":
      return outcome.function === `label ${ERROR_LABEL}`
        ? asked("error-label", labelRange(source, range))
        : asked("unreach-call", range);
    case "undefined-behaviour": {
      const { check, what } = outcome;
      if (check !== undefined) return violatedBy(check, properties).map((property) => siteName(property, check.range));
      const violated = PROPERTIES.filter(({ behaviours }) => behaviours?.includes(what));
      return violated.flatMap(({ name }) => asked(name, range));
    }
    case "leak":
      return PROPERTIES.flatMap(({ name, behaviours }) =>
        behaviours?.includes(`${outcome.what}-memory`) === true ? asked(name, range) : [],
      );
    default:
      return [];
  }
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
