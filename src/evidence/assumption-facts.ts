/**
 * Assumptions that a proof shows to hold. The model cuts off executions that violate an assumption with a condition ("no signed
 * overflow"); here the proved invariant is asked whether anything is cut off at all. An assumption that every execution meets
 * is a fact, and nobody needs to be told of it.
 *
 * Sound: each condition is asked for under those that come before it. Of those that are violated at all, one is violated
 * first in an execution; that one is not among the proved ones, so it is told.
 */

import { not } from "../logic/term.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model/model.ts";
import { type Block, blockFrom, isCut } from "../model/view/blocks.ts";
import { encodeBlock } from "../smt/encode/block.ts";
import { IDENTITY } from "../smt/encode/ssa.ts";
import { FreshVariables } from "../smt/fresh.ts";
import type { SolverFactory } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import type { SourceRange } from "../util/source.ts";
import { Invariants } from "./block-check.ts";
import { ValueStates } from "./certificate.ts";
import { type Certificate, isUnlabelled } from "./claim.ts";
import { evaluateFormula } from "./partial-evaluate.ts";

/** Places where an assumption with a condition stands, by `keyOf`. */
export interface Sites {
  /** Those that the proof came by. */
  readonly met: Set<string>;
  /** Those of them where the condition may fail, as far as the proof says. */
  readonly open: Set<string>;
}

export function keyOf(what: string, { start, end }: SourceRange): string {
  return `${start}:${end} ${what}`;
}

/** The certificate should be proved already. Undefined where its labels cannot be put to the question. */
export function examineAssumptions(
  model: Model,
  certificate: Certificate,
  solver: SolverFactory,
  budget: Budget,
): Sites | undefined {
  if (certificate.contracts !== undefined || isUnlabelled(certificate)) return undefined;
  return ValueStates.covers(certificate)
    ? examineValues(model, certificate, budget)
    : examineBlocks(model, certificate, solver, budget);
}

type Assumed = Extract<ModelOp, { kind: "assume" }> & { readonly assumption: string };

function isAssumed(op: ModelOp): op is Assumed {
  return op.kind === "assume" && op.assumption !== undefined;
}

function siteOf({ assumption, range, origin }: Assumed): string | undefined {
  const place = range ?? origin?.range;
  return place === undefined ? undefined : keyOf(assumption, place);
}

// --- Labels that are values -------------------------------------------------------------------------------------------

function examineValues(model: Model, certificate: Certificate, budget: Budget): Sites {
  const sites: Sites = { met: new Set(), open: new Set() };
  const states = new ValueStates(certificate);
  const pending = [model.entry];
  const seen = new Set(pending);
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    for (const edge of model.edgesFrom(location)) {
      const asked = edge.ops.some(isAssumed);
      for (const label of asked ? certificate.labelsAt(location) : []) {
        budget.tick(1 + edge.ops.length);
        states.follow(location, label, edge, (op, state) => {
          if (!isAssumed(op)) return;
          const site = siteOf(op);
          if (site === undefined) return;
          sites.met.add(site);
          if (evaluateFormula(op.condition, state) !== true) sites.open.add(site);
        });
      }
      if (seen.has(edge.target) || !hasLabels(certificate, edge.target)) continue;
      seen.add(edge.target);
      pending.push(edge.target);
    }
  }
  return sites;
}

function hasLabels(certificate: Certificate, location: ModelLocation): boolean {
  for (const _ of certificate.labelsAt(location)) return true;
  return false;
}

// --- Labels that are formulas -----------------------------------------------------------------------------------------

function examineBlocks(
  model: Model,
  certificate: Certificate,
  factory: SolverFactory,
  budget: Budget,
): Sites | undefined {
  const sites: Sites = { met: new Set(), open: new Set() };
  const labels = new Invariants(certificate, model.entry);
  const cut = certificate.granularity === "cut-points" ? isCut : () => true;
  const pending = [model.entry];
  const seen = new Set(pending);
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    const block = blockFrom(model, location, cut);
    const invariant = labels.at(location);
    if (block === undefined || invariant === undefined) return undefined;
    for (const exit of block.exits) {
      if (exit.kind !== "ordinary" || seen.has(exit) || labels.at(exit)?.kind === "false") continue;
      seen.add(exit);
      pending.push(exit);
    }
    const { watched, failures } = withFailures(block);
    for (const site of failures.keys()) sites.met.add(site);
    if ([...failures.keys()].every((site) => sites.open.has(site))) continue;
    budget.tick(1 + watched.edges.length);
    const encoded = encodeBlock(watched, IDENTITY, new FreshVariables());
    const solver = factory.create({ tick: (work: number) => budget.tick(work) });
    try {
      solver.assert(invariant);
      solver.assert(encoded.formula);
      for (const [site, failure] of failures) {
        const reached = encoded.exits.get(failure)?.reached;
        if (reached === undefined || sites.open.has(site)) continue;
        if (solver.check([reached]) !== "unsat") sites.open.add(site);
      }
    } finally {
      solver.dispose();
    }
  }
  return sites;
}

/** The block with one more exit for each site in it: where the condition fails. */
function withFailures(block: Block): { watched: Block; failures: Map<string, ModelLocation> } {
  const failures = new Map<string, ModelLocation>();
  const edges: ModelEdge[] = [];
  for (const edge of block.edges) {
    for (const [i, op] of edge.ops.entries()) {
      const site = isAssumed(op) ? siteOf(op) : undefined;
      if (!isAssumed(op) || site === undefined) continue;
      const target = failures.get(site) ?? failureAt(edge.source, site);
      failures.set(site, target);
      const failing: ModelOp = { kind: "assume", condition: not(op.condition), origin: op.origin };
      edges.push({ ...edge, target, ops: [...edge.ops.slice(0, i), failing] });
    }
    edges.push(edge);
  }
  return { watched: { ...block, edges, exits: [...block.exits, ...failures.values()] }, failures };
}

function failureAt({ point, context, range }: ModelLocation, site: string): ModelLocation {
  return { id: -1, point, context, kind: "error", reason: site, range, cutPoint: false };
}
