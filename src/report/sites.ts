/**
 * The table of all places where a property could be violated, and what is known of each: proved, violated, open, or that no way of
 * the program leads there. A place is known by its name (`model/property.ts`), so that what several questions about the same
 * program find out can be put together.
 */

import type { Edge, FunctionGraph, Location, Program } from "../cfa/cfa.ts";
import { termsOf } from "../cfa/op-terms.ts";
import type { Formula, MemoryObject, Term } from "../logic/term.ts";
import { forEachNode } from "../logic/visit.ts";
import { libraryEffect } from "../model/library/library.ts";
import { libraryMemory } from "../model/library/library-memory.ts";
import type { Model } from "../model/model.ts";
import type { SiteName } from "../model/properties.ts";
import { siteName, sitesOf } from "../model/property.ts";
import type { SourceRange } from "../util/source.ts";
import { placeOf } from "./places.ts";
import type { CheckReport, Place, Result } from "./result.ts";
import { sourceText } from "./source-text.ts";

/** Plain data. */
export interface Site extends Place {
  readonly name: SiteName;
  readonly property: string;
  readonly text: string;
  /** no: nothing calls the function, or no way in it leads there. */
  readonly reached: "perhaps" | "no";
}

/** What one question has found out. Plain data. */
export interface SiteTable {
  /** In the order of the source: a place has one for each property that it could violate. */
  readonly sites: readonly Site[];
  /** Of these, and perhaps of others. */
  readonly violated: readonly SiteName[];
  readonly proved: readonly SiteName[] | "all";
}

/** What a person, or a page, can take in. */
const MOST_CHECKS = 500;

export function sitesIn({ program, properties }: Model, entry: string): readonly Site[] {
  const isReached = reachIn(program, entry);
  const found = properties.flatMap((property) => sitesOf(program, [property]).map((range) => ({ property, range })));
  const inOrder = found.sort(({ range: a }, { range: b }) => a.start - b.start || a.end - b.end);
  return inOrder.flatMap(({ property, range }): Site[] => {
    const place = placeOf(range, program.sources);
    if (place === undefined) return [];
    const text = sourceText(range, program.sources) ?? "";
    const reached = isReached(range) ? "perhaps" : "no";
    return [{ ...place, name: siteName(property, range), property, text, reached }];
  });
}

/** As results tell it. */
export function checkReports({ sites, violated, proved }: SiteTable): Pick<Result, "checks"> {
  const isViolated = new Set(violated);
  const provedOnes = proved === "all" ? undefined : new Set(proved);
  const statusOf = ({ name, reached }: Site): CheckReport["status"] => {
    if (isViolated.has(name)) return "violated";
    if (reached === "no") return "unreached";
    return provedOnes === undefined || provedOnes.has(name) ? "proved" : "open";
  };
  const all = sites.map((site): CheckReport => {
    const { file, line, column, property, text } = site;
    return { file, line, column, property, status: statusOf(site), text };
  });
  return all.length === 0 ? {} : { checks: withinLimit(all) };
}

/** Of a long table those that are violated or open stay, and of the others the first ones. */
function withinLimit(all: readonly CheckReport[]): readonly CheckReport[] {
  if (all.length <= MOST_CHECKS) return all;
  const first = [...all.filter(isOpen), ...all.filter((one) => !isOpen(one))].slice(0, MOST_CHECKS);
  const kept = new Set(first);
  return all.filter((one) => kept.has(one));
}

function isOpen({ status }: CheckReport): boolean {
  return status === "violated" || status === "open";
}

// --- What is reached ----------------------------------------------------------------------------------------------------------

/**
 * Sound: a function runs only if a function that runs calls it by its name, or has its address (in the initialisers of statics, too). In
 * a program with operations of unknown meaning everything may run.
 */
function reachIn(program: Program, entry: string): (range: SourceRange) => boolean {
  const reached = new Set<SourceRange>();
  const ranges = new Set<string>();
  const pending: FunctionGraph[] = [program.initialise];
  const seen = new Set<FunctionGraph>(pending);
  const add = (name: string) => {
    const graph = program.functions.get(name);
    if (graph === undefined || seen.has(graph)) return;
    seen.add(graph);
    pending.push(graph);
  };
  add(entry);
  let isKnown = true;
  for (let graph = pending.pop(); graph !== undefined; graph = pending.pop()) {
    // A label at the end of a function stands for all of it.
    reached.add(graph.range);
    for (const edge of edgesFrom(graph.entry)) {
      if (mayRunAnything(program, edge)) isKnown = false;
      if (edge.op.kind === "call" && edge.op.callee.kind === "direct") add(edge.op.callee.name);
      for (const name of pointedFunctions(edge)) add(name);
      for (const range of [edge.range, ...edge.checks.map((check) => check.range)]) reached.add(range);
    }
  }
  for (const { start, end } of reached) ranges.add(`${start}-${end}`);
  return ({ start, end }) => !isKnown || ranges.has(`${start}-${end}`);
}

/** Undefined functions may know ours by their names. */
function mayRunAnything({ functions }: Program, { op }: Edge): boolean {
  if (op.kind === "opaque") return true;
  if (op.kind !== "call" || op.callee.kind === "indirect") return false;
  const { name } = op.callee;
  return !functions.has(name) && libraryEffect(name).kind === "unknown" && libraryMemory(name) === undefined;
}

function edgesFrom(entry: Location): readonly Edge[] {
  const edges: Edge[] = [];
  const locations = new Set([entry]);
  for (const { outgoing } of locations) {
    for (const edge of outgoing) {
      if (edge.op.kind === "assume" && edge.op.condition.kind === "false") continue;
      edges.push(edge);
      locations.add(edge.target);
    }
  }
  return edges;
}

function pointedFunctions({ op }: Edge): readonly string[] {
  const found: string[] = [];
  const look = (object: MemoryObject) => {
    if (object.role === "function") found.push(object.function ?? object.name);
  };
  for (const term of termsOf(op) as readonly (Term | Formula)[])
    forEachNode(term, (node) => {
      if (node.kind === "address") look(node.object);
    });
  return found;
}
