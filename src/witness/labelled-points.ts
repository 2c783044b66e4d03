/**
 * What a proof says at the loops of the program. A certificate is about the model, in which executions end where nothing can go wrong any
 * more; the program goes on there. So a point of the program has an invariant only if every execution that comes to it does so in the model:
 *   - every place of the model at that point which the proof reaches has labels (a loop may have been unrolled in one of them), and
 *   - the program does not come to the point from where the model has ended.
 * What holds there is the disjunction of the labels.
 */
import type { Edge, FunctionGraph, Location, Program } from "../cfa/cfa.ts";
import type { Certificate, Label } from "../evidence/claim.ts";
import type { Model, ModelLocation } from "../model/model.ts";
import { tick } from "../util/budget.ts";

export interface LabelledPoint {
  readonly point: Location;
  readonly labels: readonly Label[];
}

/** More cases than this tell nobody anything. */
const MOST_LABELS = 64;

export function labelledPoints(model: Model, certificate: Certificate): LabelledPoint[] {
  // A proof by unrolling has no labels.
  if (certificate.unrolling !== undefined) return [];
  const found = new Map<Location, Label[] | "unknown">();
  const ends = new Set<ModelLocation>();
  for (const part of partsOf(model, certificate)) collect(part, found, ends);
  const beyond = pointsBeyond(model.program, ends);
  return [...found].flatMap(([point, labels]) =>
    labels === "unknown" || labels.length > MOST_LABELS || beyond.has(point) ? [] : [{ point, labels }],
  );
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
function collect(
  { model, certificate }: Part,
  found: Map<Location, Label[] | "unknown">,
  ends: Set<ModelLocation>,
): void {
  const everywhere = certificate.granularity !== "cut-points";
  const pending = [model.entry];
  const seen = new Set(pending);
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    tick(1);
    if (location.kind === "end") ends.add(location);
    if (location.kind !== "ordinary") continue;
    const labels = everywhere || location.cutPoint ? [...certificate.labelsAt(location)] : undefined;
    if (labels?.length === 0 && location !== model.entry) continue;
    if (location.point.loop !== undefined) add(found, location.point, labels);
    for (const { target } of model.edgesFrom(location)) {
      if (seen.has(target)) continue;
      seen.add(target);
      pending.push(target);
    }
  }
}

function add(found: Map<Location, Label[] | "unknown">, point: Location, labels: readonly Label[] | undefined): void {
  const known = found.get(point) ?? [];
  if (known === "unknown" || labels === undefined || labels.length === 0) found.set(point, "unknown");
  else found.set(point, known.length > MOST_LABELS ? known : [...known, ...labels]);
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
  for (const { point, context } of ends) {
    visit(point);
    for (let frame = context; frame.site !== undefined; ) {
      visit(frame.site.target);
      if (frame.caller === undefined) break;
      frame = frame.caller;
    }
  }
  const graphs = [...program.functions.values()];
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    tick(1);
    for (const edge of location.outgoing) {
      visit(edge.target);
      for (const graph of calledBy(edge, program, graphs)) visit(graph.entry);
    }
  }
  return seen;
}

/** Through a pointer, or out of a function that is not there (`qsort`, `atexit`), any of them may be called. */
function calledBy({ op }: Edge, { functions }: Program, all: readonly FunctionGraph[]): readonly FunctionGraph[] {
  if (op.kind !== "call") return [];
  const direct = op.callee.kind === "direct" ? functions.get(op.callee.name) : undefined;
  return direct === undefined ? all : [direct];
}

/** Functions of which several activations may be there at once: what a name of theirs means is a matter of which one. */
export function recursiveFunctions(program: Program): ReadonlySet<string> {
  const graphs = [...program.functions.values()];
  const calls = new Map(
    graphs.map((graph) => [
      graph,
      new Set(graph.edges.flatMap((edge) => (isOwnCall(edge, program) ? calledBy(edge, program, graphs) : []))),
    ]),
  );
  return new Set(graphs.filter((graph) => reaches(graph, graph, calls)).map(({ name }) => name));
}

/** Of functions that are not there it is not expected that they call back. */
function isOwnCall({ op }: Edge, { functions }: Program): boolean {
  return op.kind === "call" && (op.callee.kind === "indirect" || functions.has(op.callee.name));
}

function reaches(
  from: FunctionGraph,
  to: FunctionGraph,
  calls: ReadonlyMap<FunctionGraph, ReadonlySet<FunctionGraph>>,
): boolean {
  const seen = new Set<FunctionGraph>();
  const pending = [...(calls.get(from) ?? [])];
  for (let graph = pending.pop(); graph !== undefined; graph = pending.pop()) {
    if (graph === to) return true;
    if (seen.has(graph)) continue;
    seen.add(graph);
    pending.push(...(calls.get(graph) ?? []));
  }
  return false;
}
