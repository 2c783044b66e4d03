/**
 * Every order of evaluation. Operands that C leaves unsequenced are lowered into fragments of their own and then run against
 * each other: a location of the result is one location of each fragment, and wherever more than one of them is about to do
 * something that others may see, an input chooses who goes on. Calls are single steps, so they do not interleave. The
 * choice is an input like any other, so a counterexample contains the order and is replayed with it.
 */
import type { Expression } from "../../c/ast.ts";
import { and, eq, integer, not, type Term, variable } from "../../logic/term.ts";
import { intType, type ScalarType } from "../../logic/types.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Op } from "../cfa.ts";
import { TOO_MANY_ORDERS } from "../library-names.ts";
import { termsOf } from "../op-terms.ts";
import { type Lowering, plain } from "./context.ts";
import { containsStatements } from "./effects.ts";
import type { DraftEdge, DraftLocation } from "./graph.ts";
import { each, type Step } from "./step.ts";

export interface Part {
  /** What is evaluated: decides nothing but whether it can be. */
  readonly of: Expression;
  readonly type: ScalarType;
  /** Evaluates, and hands over the value. */
  evaluate(done: (value: Term) => Step): Step;
}

// A call with six arguments that all interfere has 720 orders, but only 64 places between them.
const MOST_LOCATIONS = 400;

/** All parts in every order; the values in the order of the parts. */
export function interleave(f: Lowering, range: SourceRange, parts: readonly Part[], k: (values: Term[]) => Step): Step {
  const { graph } = f;
  graph.flush(plain(range));
  if (!graph.isLive || parts.some(({ of }) => containsStatements(of))) return giveUp(f, range, parts, k);
  const start = graph.suspend() as DraftLocation;
  const values: Term[] = [];
  const fragments: Fragment[] = [];
  f.exploring += 1;
  return each(
    parts,
    ({ evaluate, type }, next) => {
      const entry = graph.location();
      graph.resume(entry);
      return evaluate((value) => {
        values.push(f.save(value, type, range));
        fragments.push({ entry, exit: graph.suspend() ?? graph.location() });
        return next();
      });
    },
    () => {
      f.exploring -= 1;
      const end = product(f, start, fragments, plain(range));
      graph.resume(end === "too many" ? start : end);
      if (end === "too many") refuse(f, range);
      return () => k(values);
    },
  );
}

/** One after the other, behind a step that says that this is not all. */
function giveUp(f: Lowering, range: SourceRange, parts: readonly Part[], k: (values: Term[]) => Step): Step {
  refuse(f, range);
  const values: Term[] = [];
  return each(
    parts,
    ({ evaluate }, next) =>
      evaluate((value) => {
        values.push(value);
        return next();
      }),
    () => () => k(values),
  );
}

function refuse(f: Lowering, range: SourceRange): void {
  const callee = { kind: "direct", name: TOO_MANY_ORDERS } as const;
  // It "returns", so that what follows stays part of the program.
  f.emit({ kind: "call", target: undefined, callee, arguments: [] }, range);
}

interface Fragment {
  readonly entry: DraftLocation;
  readonly exit: DraftLocation;
}

/** Where all fragments are done; undefined where that is nowhere. */
function product(
  f: Lowering,
  start: DraftLocation,
  fragments: readonly Fragment[],
  range: SourceRange,
): DraftLocation | undefined | "too many" {
  const changes = fragments.map(({ entry }) => has(entry, changesAnything));
  const looks = fragments.map(({ entry }) => has(entry, isVisible));
  // Who only looks has to wait for nobody where nobody changes anything, and who changes something where nobody looks;
  // but inside other operands that are run against each other, somebody further out may do either.
  const isInside = f.exploring > 0;
  const isFree = ({ op }: DraftEdge, of: number): boolean =>
    !isVisible(op) || (!isInside && (changesAnything(op) ? looks : changes).every((does, i) => i === of || !does));
  const numbers = new Map<DraftLocation, number>();
  const numberOf = (at: DraftLocation): number => {
    const number = numbers.get(at) ?? numbers.size;
    numbers.set(at, number);
    return number;
  };
  const states = new Map<string, { readonly at: readonly DraftLocation[]; readonly location: DraftLocation }>();
  const locationOf = (at: readonly DraftLocation[]): DraftLocation => {
    const key = at.map(numberOf).join(" ");
    const known = states.get(key)?.location ?? (states.size === 0 ? start : f.graph.location());
    if (!states.has(key)) states.set(key, { at, location: known });
    return known;
  };
  const advance = (at: readonly DraftLocation[], of: number, from: DraftLocation): void => {
    for (const edge of (at[of] as DraftLocation).outgoing) {
      const next = at.map((location, i) => (i === of ? edge.target : location));
      from.outgoing.push({ ...edge, source: from, target: locationOf(next) });
    }
  };
  locationOf(fragments.map(({ entry }) => entry));
  let end: DraftLocation | undefined;
  // A Map visits what is added during iteration.
  for (const { at, location } of states.values()) {
    if (states.size > MOST_LOCATIONS) {
      start.outgoing.length = 0;
      return "too many";
    }
    const open = at.flatMap((here, i) => (here === fragments[i]?.exit ? [] : [i]));
    if (open.length === 0) end = location;
    const free = open.find((i) => at[i]?.outgoing.every((edge) => isFree(edge, i)));
    const candidates = free === undefined ? open : [free];
    if (candidates.length === 1) advance(at, candidates[0] as number, location);
    else if (candidates.length > 1)
      choose(
        f,
        location,
        candidates.map((i) => at[i]?.outgoing[0]?.range ?? range),
        range,
        (turn, from) => advance(at, candidates[turn] as number, from),
      );
  }
  return end;
}

const INT = intType(32, "signed");

/** An input decides which of the candidates goes on. */
function choose(
  f: Lowering,
  at: DraftLocation,
  choices: readonly SourceRange[],
  range: SourceRange,
  go: (turn: number, from: DraftLocation) => void,
): void {
  const order = f.orderVariable(INT);
  const count = choices.length;
  const chosen = f.graph.location();
  at.outgoing.push({
    source: at,
    target: chosen,
    op: { kind: "havoc", target: order, why: "order", choices },
    checks: [],
    range,
  });
  const is = (turn: number) => eq(variable(order), integer(turn));
  for (let turn = 0; turn < count; turn += 1) {
    const others = Array.from({ length: count - 1 }, (_, i) => not(is(i)));
    const condition = turn === count - 1 ? and(others) : is(turn);
    const target = f.graph.location();
    chosen.outgoing.push({ source: chosen, target, op: { kind: "assume", condition }, checks: [], range });
    go(turn, target);
  }
}

/** Whether somebody else may see the step, or change what it does. */
function isVisible(op: Op): boolean {
  switch (op.kind) {
    case "skip":
    case "uninitialised":
    case "allocate":
    case "return":
      return false;
    case "assign":
    case "havoc":
      if (op.target.role === "global") return true;
      break;
    case "assume":
      break;
    default:
      return true;
  }
  return [...variablesOf(termsOf(op))].some(({ role }) => role === "global");
}

function changesAnything(op: Op): boolean {
  if (op.kind === "load" || op.kind === "assume") return false;
  return isVisible(op) && !(op.kind === "assign" && op.target.role !== "global");
}

function has(entry: DraftLocation, test: (op: Op) => boolean): boolean {
  const seen = new Set([entry]);
  for (const location of seen) {
    for (const { op, target } of location.outgoing) {
      if (test(op)) return true;
      seen.add(target);
    }
  }
  return false;
}
