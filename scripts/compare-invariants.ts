/**
 * node scripts/run-ts.mjs scripts/compare-invariants.ts ROOT FAMILY... [--limit SECONDS] [--sample N] [--domain NAME]: the
 * invariants of the classical analysis, of lookahead widening, of guided static analysis and of path focusing, at every loop head, compared by inclusion
 * as PAGAI's authors do. The property is off. Where path focusing is weaker or incomparable, the constraints that it lacks
 * are printed with the reason.
 */
import { join, relative } from "node:path";
import { type Domain, supports } from "../src/domains/domain.ts";
import { domainNamed, type RegisteredDomain } from "../src/domains/index.ts";
import { ALGORITHM_3 } from "../src/engines/path-focusing/index.ts";
import type { Certificate } from "../src/evidence/claim.ts";
import { constraintFormula, type LinearConstraint } from "../src/logic/linear.ts";
import { showFormula } from "../src/logic/print.ts";
import type { Model, ModelLocation } from "../src/model/model.ts";
import * as int from "../src/numbers/int.ts";
import { invariantsBy, type Run } from "./path-focusing/analysis.ts";
import { filesIn, modelOf, RELATIONS, type Relation, relate, stateAt } from "./path-focusing/compare.ts";

const given = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  given.includes(name) ? (given[given.indexOf(name) + 1] ?? otherwise) : otherwise;
const [root = ".", ...families] = given.filter((word, i) => !word.startsWith("--") && !given[i - 1]?.startsWith("--"));
const limit = Number(option("--limit", "5"));
const sample = Number(option("--sample", "0"));
const registered = domainNamed(option("--domain", "polyhedra")) as RegisteredDomain;
const domain: Domain<unknown> = registered.domain;

const OTHERS = ["path-focusing:classical", "path-focusing:lookahead", "path-focusing:guided"];

/** The constraints of theirs that ours does not imply. */
function lackingConstraints(ours: unknown, theirs: unknown): readonly LinearConstraint[] {
  const all = supports(domain, "constraints") ? domain.constraints(theirs) : [];
  return all.filter((one) => !domain.leq(ours, domain.assume(domain.top, constraintFormula(one))));
}

function lacking(ours: unknown, theirs: unknown): string[] {
  return lackingConstraints(ours, theirs).map((one) => showFormula(constraintFormula(one)));
}

function isLarge({ expression: { coefficients } }: LinearConstraint): boolean {
  return coefficients.some((coefficient) => int.absolute(coefficient) > 2 ** 40);
}

/**
 * Why an analysis that looks at more may know less: widening is not monotone, so a sharper start can end above a blunter one.
 */
function reasonOf(model: Model, location: ModelLocation, theirs: unknown, ours: Run): string {
  const deeper = invariantsBy("path-focusing", registered, model, limit, { ...ALGORITHM_3, narrowing: 12 });
  const patient = deeper.certificate === undefined ? undefined : stateAt(domain, deeper.certificate, location);
  if ((ours.statistics["fallbacks"] ?? 0) > 0)
    return "the solver gave up on a question: the block was joined as a whole";
  const own = stateAt(domain, ours.certificate as Certificate, location);
  if (lackingConstraints(own, theirs).every(isLarge))
    return "only facets with coefficients beyond 2^40, which mix the bounds of types and are dropped while narrowing";
  if (patient !== undefined && domain.leq(patient, theirs)) return "narrowing ended too early: twelve steps find it";
  if ((ours.statistics["widenings"] ?? 0) > 0)
    return "widening is not monotone: paths came in another order, and the bound was widened away before a join that keeps it";
  return "the hull of what single paths reach is not closed under the others, and closing it cost the bound";
}

let programs = 0;
let outOfTime = 0;
let heads = 0;
const totals = new Map(OTHERS.map((other) => [other, new Map(RELATIONS.map((relation) => [relation, 0]))]));
let explained = 0;
for (const family of families) {
  const all = filesIn(join(root, family));
  const chosen = sample === 0 ? all : all.filter((_, i) => i % Math.ceil(all.length / sample) === 0);
  for (const file of chosen) {
    const model = modelOf(file);
    if (model === undefined) continue;
    const ours = invariantsBy("path-focusing", registered, model, limit);
    const others = OTHERS.map((preset) => ({ preset, run: invariantsBy(preset, registered, model, limit) }));
    const runs = [ours, ...others.map(({ run }) => run)];
    programs += 1;
    if (runs.some(({ certificate }) => certificate === undefined)) {
      outOfTime += 1;
      continue;
    }
    const at = ours.certificate as Certificate;
    const locations = new Set(runs.flatMap(({ certificate }) => (certificate as Certificate).locations));
    for (const location of locations) {
      if (!location.cutPoint) continue;
      heads += 1;
      const own = stateAt(domain, at, location);
      for (const { preset, run } of others) {
        const theirs = stateAt(domain, run.certificate as Certificate, location);
        const relation = relate(domain, own, theirs);
        const counts = totals.get(preset) as Map<Relation, number>;
        counts.set(relation, (counts.get(relation) as number) + 1);
        if (relation !== "weaker" && relation !== "incomparable") continue;
        explained += 1;
        const line = model.program.sources.resolve(location.range.start)?.line ?? "?";
        const missing = lacking(own, theirs).join(", ");
        console.log(`${relative(root, file)}:${line}: ${relation} than ${preset}: lacks ${missing}`);
        console.log(`  reason: ${reasonOf(model, location, theirs, ours)}`);
      }
    }
  }
}
console.log(`\n${programs} programs, ${heads} loop heads compared, ${outOfTime} programs out of time (${limit} s)`);
console.log(`${"path-focusing is ... than".padEnd(28)}${RELATIONS.map((one) => one.padStart(14)).join("")}`);
for (const [preset, counts] of totals)
  console.log(`${preset.padEnd(28)}${RELATIONS.map((one) => String(counts.get(one)).padStart(14)).join("")}`);
const all = (relation: Relation) => [...totals.values()].reduce((sum, counts) => sum + (counts.get(relation) ?? 0), 0);
const holds = heads > 0 && explained === all("weaker") + all("incomparable");
console.log(
  `${holds ? "PASS" : "FAIL"} ${heads} loop heads compared, each of ${explained} weaker or incomparable with a reason`,
);
process.exitCode = holds ? 0 : 1;
