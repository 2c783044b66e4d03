/**
 * What a proof says at the loops of the program. A certificate is about the model, in which executions end where nothing can go wrong any
 * more; the program goes on there, and may come to a loop again with what no engine has looked at. So what the labels say
 *   - is said of a point only if every place of the model at that point which the proof reaches has labels (a loop may have been
 *     unrolled in one of them): then it is their disjunction, and
 *   - holds always only if the program does not come to the point from where the model has ended; otherwise it holds as long as a check
 *     can still be reached.
 */
import type { FunctionGraph, Location, Program } from "../cfa/cfa.ts";
import { type Certificate, isUnlabelled, type Label } from "../evidence/claim.ts";
import type { Contract, Model, ModelLocation, ProcedureInterface } from "../model/model.ts";
import { tick } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";
import { calledBy } from "./called-functions.ts";

export interface LabelledPoint {
  readonly point: Location;
  readonly labels: readonly Label[];
  readonly holds: "always" | "until-last-check";
}

type Found = Map<Location, Label[] | "unknown">;

/** @param mostLabels a point with more is left out: so many cases tell nobody anything. */
export function labelledPoints(model: Model, certificate: Certificate, mostLabels: number): LabelledPoint[] {
  if (isUnlabelled(certificate)) return [];
  const found: Found = new Map();
  const ends = new Set<ModelLocation>();
  for (const part of partsOf(model, certificate)) collect(part, mostLabels, found, ends);
  const beyond = pointsBeyond(model.program, ends);
  return [...found].flatMap(([point, labels]) => {
    if (labels === "unknown" || labels.length > mostLabels) return [];
    return [{ point, labels, holds: beyond.has(point) ? ("until-last-check" as const) : ("always" as const) }];
  });
}

export interface ProvedContract {
  readonly graph: FunctionGraph;
  readonly contract: Contract;
  readonly interface: ProcedureInterface;
}

/** Contracts on which the proof rests, of functions that the program does not enter where no engine has looked. */
export function provedContracts(model: Model, certificate: Certificate): ProvedContract[] {
  const interfaces = model.procedures?.().interfaces;
  if (certificate.contracts === undefined || interfaces === undefined) return [];
  const ends = new Set<ModelLocation>();
  for (const part of partsOf(model, certificate)) collect(part, 0, new Map(), ends);
  const beyond = pointsBeyond(model.program, ends);
  return [...certificate.contracts.contracts].flatMap(([name, contract]) => {
    const graph = model.program.functions.get(name);
    const own = interfaces.get(name);
    if (graph === undefined || own === undefined || beyond.has(graph.entry)) return [];
    return [{ graph, contract, interface: own }];
  });
}

interface Part {
  readonly model: Model;
  readonly certificate: Certificate;
}

/** The models that the proof is about: of a proof by contracts the program and each procedure. */
function partsOf(model: Model, certificate: Certificate): Part[] {
  const { contracts: proof, ...whole } = certificate;
  if (proof === undefined) return [{ model, certificate }];
  const procedures = model.procedures?.();
  if (procedures === undefined) return [];
  const parts: Part[] = [{ model: procedures.whole(proof.contracts), certificate: whole }];
  for (const [name, own] of proof.procedures)
    parts.push({ model: procedures.procedure(name, proof.contracts), certificate: own });
  return parts;
}

/** Follows the model as the checker does: what has no labels where it should is not reached. */
function collect({ model, certificate }: Part, mostLabels: number, found: Found, ends: Set<ModelLocation>): void {
  const everywhere = certificate.granularity !== "cut-points";
  // Beside induction over the blocks, a cut point without labels is one of which nothing is known.
  const unreached = certificate.induction === undefined;
  const pending = [model.entry];
  const seen = new Set(pending);
  if (model.entry.kind === "end") ends.add(model.entry);
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    tick(1);
    if (location.kind !== "ordinary") continue;
    const labels = everywhere || location.cutPoint ? [...certificate.labelsAt(location)] : undefined;
    if (unreached && labels?.length === 0 && location !== model.entry) continue;
    if (location.cutPoint || location.point.loop !== undefined) add(found, location.point, labels, mostLabels);
    for (const { target } of model.edgesFrom(location)) {
      if (target.kind === "end") ends.add(target);
      if (seen.has(target)) continue;
      seen.add(target);
      pending.push(target);
    }
  }
}

function add(found: Found, point: Location, labels: readonly Label[] | undefined, mostLabels: number): void {
  const known = found.get(point) ?? [];
  if (known === "unknown" || labels === undefined || labels.length === 0) found.set(point, "unknown");
  else found.set(point, known.length > mostLabels ? known : [...known, ...labels]);
}

/** Where the program may come after the model has ended: what follows in the function, in what it calls, and in its callers. */
function pointsBeyond(program: Program, ends: Iterable<ModelLocation>): ReadonlySet<Location> {
  const seen = new Set<Location>();
  const pending: Location[] = [];
  const visit = (location: Location): void => {
    if (seen.has(location)) return;
    seen.add(location);
    pending.push(location);
  };
  const returns = returning(program);
  for (const { point, context } of ends) {
    visit(point);
    // Up the stack, as far as what follows in each function comes to its exit: a call of `abort` does not.
    for (let [at, frame] = [point, context]; frame.site !== undefined && returns(at); ) {
      at = frame.site.target;
      visit(at);
      if (frame.caller === undefined) break;
      frame = frame.caller;
    }
  }
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    tick(1);
    for (const edge of location.outgoing) {
      visit(edge.target);
      for (const graph of calledBy(edge, program)) visit(graph.entry);
    }
  }
  return seen;
}

/** Whether a way inside the function leads to its exit. */
function returning({ functions }: Program): (from: Location) => boolean {
  const known = new Map<string, ReadonlySet<Location>>();
  return (from) => memoised(known, from.function, () => waysTo(functions.get(from.function)?.exit)).has(from);
}

function waysTo(exit: Location | undefined): ReadonlySet<Location> {
  const found = new Set(exit === undefined ? [] : [exit]);
  for (const location of found) {
    tick(1);
    for (const { source } of location.incoming) found.add(source);
  }
  return found;
}
