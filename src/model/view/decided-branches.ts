/**
 * Ways that meet and part again: where the way that was taken decides a branch behind the place where ways meet, the edge leads to what is
 * behind that branch at once (F. Mueller and D. Whalley, "Avoiding conditional branches by code replication", PLDI 1995; jump
 * threading). A function that says whether a character is a space returns in several places, and its caller looks at the result: a
 * domain that joins there has forgotten which character it was.
 *
 * Sound: executions are the same; a way is left out only where what was assigned and assumed on it contradicts the branch. What the model
 * assumes, not the program (no overflow), decides nothing and goes with no way: whether a proof needs it is asked of what is left.
 */
import { type Formula, not, type Term, type Variable, variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model.ts";
import { folded } from "./array-terms.ts";
import { withEdges } from "./with-edges.ts";

// Places where ways meet and branches on one way: functions that call functions that say yes or no.
const MOST_STEPS = 8;
/** Ways that one edge may become. */
const MOST_WAYS = 16;

export function withDecidedBranches(model: Model): Model {
  let edges = 0;
  const numbered = (edge: ModelEdge): ModelEdge => {
    edges += 1;
    return { ...edge, id: edges };
  };
  const edgesFrom = (location: ModelLocation) => model.edgesFrom(location);
  return withEdges(model, (location) =>
    edgesFrom(location).flatMap((edge) => {
      const known = followed(edge.ops, NOTHING);
      const ways = known === undefined ? undefined : waysOn(edge, known, edgesFrom, MOST_STEPS);
      return (ways ?? [edge]).map(numbered);
    }),
  );
}

/** The edge with what is behind its end, where that is decided; undefined where nothing is. */
function waysOn(
  edge: ModelEdge,
  known: Knowledge,
  edgesFrom: (location: ModelLocation) => readonly ModelEdge[],
  steps: number,
): readonly ModelEdge[] | undefined {
  const { target } = edge;
  if (steps === 0 || target.cutPoint || target.kind !== "ordinary") return undefined;
  const all = edgesFrom(target);
  const possible = all.flatMap((next) => {
    const then = followed(next.ops, known);
    return then === undefined ? [] : [{ next, then }];
  });
  // Nothing is decided where no way goes on, and an assumption of the model on the last one would be gone with it.
  if (possible.length === 0) return undefined;
  const isDecided = possible.length < all.length;
  if (!isDecided && all.length > 1) return undefined;
  let found = isDecided;
  const ways = possible.flatMap(({ next, then }) => {
    const both = behind(edge, next);
    const further = waysOn(both, then, edgesFrom, steps - 1);
    found ||= further !== undefined;
    return further ?? [both];
  });
  return found && ways.length <= MOST_WAYS ? ways : undefined;
}

function behind(edge: ModelEdge, next: ModelEdge): ModelEdge {
  return {
    ...edge,
    target: next.target,
    ops: [...edge.ops, ...next.ops],
    origin: [...edge.origin, ...next.origin],
  };
}

/** What is known on one way: variables that are constants or other variables, and conditions that hold. */
interface Knowledge {
  readonly values: ReadonlyMap<Variable, Term>;
  readonly facts: ReadonlySet<Formula>;
}

const NOTHING: Knowledge = { values: new Map(), facts: new Set() };

/** Undefined where the operations contradict what is known. */
function followed(ops: readonly ModelOp[], before: Knowledge): Knowledge | undefined {
  let known = before;
  for (const op of ops) {
    if (op.kind !== "assume") {
      known = afterChange(op, known);
      continue;
    }
    if (op.assumption !== undefined) continue;
    const condition = folded(op.condition, changesOf(known));
    if (condition.kind === "false" || known.facts.has(not(condition))) return undefined;
    const parts = condition.kind === "and" ? condition.operands : [condition];
    if (parts.some((part) => known.facts.has(not(part)))) return undefined;
    known = { ...known, facts: new Set([...known.facts, ...parts]) };
  }
  return known;
}

function afterChange(op: Exclude<ModelOp, { kind: "assume" }>, known: Knowledge): Knowledge {
  const { target } = op;
  const own = variable(target);
  const value = op.kind === "assign" && target.type.kind !== "array" ? folded(op.value, changesOf(known)) : undefined;
  const values = new Map([...known.values].filter(([of, term]) => of !== target && term !== own));
  const facts = new Set([...known.facts].filter((fact) => !variablesOf(fact).has(target)));
  if (value !== undefined && value !== own && (value.kind === "integer" || value.kind === "variable"))
    values.set(target, value);
  return { values, facts };
}

function changesOf({ values }: Knowledge): ReadonlyMap<Term, Term> {
  return new Map([...values].map(([of, value]) => [variable(of), value]));
}
