/** The invariants that two analyses find at a loop head, compared by inclusion as PAGAI's authors do. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Domain } from "../../src/domains/domain.ts";
import type { Certificate } from "../../src/evidence/claim.ts";
import { FALSE, type Formula, or } from "../../src/logic/term.ts";
import type { Model, ModelLocation } from "../../src/model/model.ts";
import { modelWithoutProperty } from "./analysis.ts";

export type Relation = "stronger" | "equal" | "incomparable" | "weaker";
export const RELATIONS: readonly Relation[] = ["stronger", "equal", "incomparable", "weaker"];

/** C programs, in the order of their names. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesIn(path) : /\.[ci]$/.test(name) ? [path] : [];
    });
}

export function modelOf(file: string): Model | undefined {
  const readFile = (path: string) =>
    existsSync(path) && statSync(path).isFile() ? readFileSync(path, "utf8") : undefined;
  const text = readFileSync(file, "utf8");
  const includePaths = [dirname(file), dirname(dirname(file))];
  return modelWithoutProperty({ name: file, text, dataModel: "ILP32", readFile, includePaths }, { floats: "real" });
}

export function stateAt<S>(domain: Domain<S>, certificate: Certificate, location: ModelLocation): S {
  const formulas: Formula[] = [];
  for (const label of certificate.labelsAt(location)) if (label.kind === "formula") formulas.push(label.formula);
  const formula = or(formulas);
  return formula === FALSE ? domain.bottom : domain.assume(domain.top, formula);
}

/** How the first compares with the second. */
export function relate<S>(domain: Domain<S>, first: S, second: S): Relation {
  const below = domain.leq(first, second);
  const above = domain.leq(second, first);
  return below ? (above ? "equal" : "stronger") : above ? "weaker" : "incomparable";
}
