/**
 * Symbolic execution of operations: an environment says what each variable is as a term over the variables at the
 * start. Assignments substitute, a havoc is a new variable, assumes become conditions. Constants fold on the way, so that
 * a branch that a constant decides is seen to be dead before any solver is asked.
 */

import * as maps from "../../logic/persistent-map.ts";
import { foldConstants } from "../../logic/simplify.ts";
import { eq, type Formula, ite, not, or, type Term, type Variable, variable, wrap } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import { rewrite, type TermNode } from "../../logic/visit.ts";
import type { ModelOp } from "../../model/model.ts";
import { count } from "../../util/budget.ts";
import { type FreshVariables, isSet } from "../fresh.ts";

// Setting or looking up what an environment says of a variable, in units of work: there are many where arrays are cells.
const ENTRY_WORK = 0.1;

/** A variable that is absent is itself. Environments that follow from each other share what has not changed. */
export class Environment {
  readonly values: maps.PersistentMap<Term>;

  constructor(values: maps.PersistentMap<Term> = undefined) {
    this.values = values;
  }

  get(of: Variable): Term | undefined {
    return maps.get(this.values, of);
  }

  keys(): readonly Variable[] {
    return maps.keys(this.values);
  }
}

export const IDENTITY = new Environment();

export function environmentOf(values: Iterable<readonly [Variable, Term]>): Environment {
  let map: maps.PersistentMap<Term>;
  for (const [of, value] of values) map = maps.set(map, of, value);
  return new Environment(map);
}

/**
 * The environment of the one way that is taken, where at most one is: `choose` says what a variable is that differs between a
 * way and those behind it; undefined where it does not matter any more.
 */
export function mergeEnvironments<W extends { readonly environment: Environment }>(
  ways: readonly W[],
  choose: (way: W, own: Term, others: Term, of: Variable) => Term | undefined,
): Environment {
  const merged = ways.slice(0, -1).reduceRight(
    (others, way) =>
      maps.merge(way.environment.values, others, (own, other, of) => {
        if (own !== undefined && own === other) return own;
        return choose(way, own ?? variable(of), other ?? variable(of), of);
      }),
    ways[ways.length - 1]?.environment.values,
  );
  return new Environment(merged);
}

export interface Post {
  /** Of the assumes, in order; none is TRUE. FALSE where the operations cannot be executed. */
  readonly conditions: readonly Formula[];
  readonly environment: Environment;
}

export function post(ops: readonly ModelOp[], before: Environment, fresh: Pick<FreshVariables, "make">): Post {
  const conditions: Formula[] = [];
  let environment = before;
  let memo = new Map<TermNode, TermNode>();
  for (const op of ops) {
    if (op.kind === "assume") {
      const condition = inEnvironment(op.condition, environment, memo);
      if (condition.kind !== "true") conditions.push(condition);
      if (condition.kind === "false") break;
      continue;
    }
    const value =
      op.kind === "assign"
        ? inEnvironment(op.value, environment, memo)
        : variable(fresh.make(op.target.name, op.target.type));
    count(ENTRY_WORK);
    environment = new Environment(maps.set(environment.values, op.target, value));
    memo = new Map();
  }
  return { conditions, environment };
}

/**
 * The operation with an assigned value cut to the width of its variable, so that sums do not grow from one round of a loop to
 * the next. Sound: a value that does not fit is excluded by the conditions of its edge.
 */
export function withinType(op: ModelOp): ModelOp {
  if (op.kind !== "assign") return op;
  const { type } = op.target;
  if (type.kind !== "int" && type.kind !== "pointer") return op;
  const { kind } = op.value;
  if (kind === "integer" || kind === "variable" || kind === "select") return op;
  return { ...op, value: wrap(op.value, type, "conversion") };
}

/** A term or formula over the variables as a term or formula over those at the start. */
export function inEnvironment<N extends TermNode>(
  node: N,
  environment: Environment,
  memo: Map<TermNode, TermNode> = new Map(),
): N {
  // Sound: a value is not looked up again, also where all that stood around it has folded away.
  const change = (part: TermNode, original: TermNode) =>
    original.kind === "variable" ? (environment.get(original.variable) ?? original) : foldConstants(part, "integers");
  return rewrite(node, change, memo);
}

export function valueIn(environment: Environment, of: Variable): Term {
  return environment.get(of) ?? variable(of);
}

/** A way to a location: when it is taken, and what the variables are then. */
export interface Way {
  readonly taken: Formula;
  readonly environment: Environment;
}

/** The variables that some way says something about. */
export function variablesOn(ways: readonly Way[]): ReadonlySet<Variable> {
  return new Set(ways.flatMap(({ environment }) => environment.keys()));
}

/**
 * Where ways meet, of which at most one is taken: the way behind. Where they differ, a variable gets a name that each way
 * defines. What that takes is handed to `require`.
 */
export function mergeWays(
  name: string,
  ways: readonly Way[],
  variables: () => Iterable<Variable>,
  fresh: FreshVariables,
  require: (formula: Formula) => void,
): Way {
  const [only] = ways as [Way, ...Way[]];
  if (ways.length === 1) return { taken: only.taken, environment: only.environment };
  const literal = isSet(fresh.boolean(name));
  require(or([not(literal), ...ways.map(({ taken }) => taken)]));
  const values = [...variables()].map((of) => {
    count(ENTRY_WORK * (ways.length + 1));
    return [of, mergeVariable(of, ways, fresh, require)] as const;
  });
  return { taken: literal, environment: environmentOf(values) };
}

function mergeVariable(
  of: Variable,
  ways: readonly Way[],
  fresh: FreshVariables,
  require: (formula: Formula) => void,
): Term {
  const terms = ways.map(({ environment }) => valueIn(environment, of));
  const last = terms[terms.length - 1]!;
  if (terms.every((term) => term === last)) return last;
  if (!isIntegral(of.type) && of.type.kind !== "real")
    return ways.reduceRight(
      (merged, { taken }, i) => (i === ways.length - 1 ? last : ite(taken, terms[i]!, merged)),
      last,
    );
  const merged = variable(fresh.make(of.name, of.type));
  ways.forEach(({ taken }, i) => {
    require(or([not(taken), eq(merged, terms[i]!)]));
  });
  return merged;
}
