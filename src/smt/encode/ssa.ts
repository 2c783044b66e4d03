/**
 * Symbolic execution of operations: an environment says what each variable is as a term over the variables at the
 * start. Assignments substitute, a havoc is a new variable, assumes become conditions. Constants fold on the way, so that
 * a branch that a constant decides is seen to be dead before any solver is asked.
 */
import { foldConstants } from "../../logic/simplify.ts";
import { type Formula, type Term, type Variable, variable } from "../../logic/term.ts";
import { rewrite, type TermNode } from "../../logic/visit.ts";
import type { ModelOp } from "../../model/model.ts";
import type { FreshVariables } from "../fresh.ts";

/** A variable that is absent is itself. */
export type Environment = ReadonlyMap<Variable, Term>;

export const IDENTITY: Environment = new Map();

export interface Post {
  /** Of the assumes, in order; none is TRUE. FALSE where the operations cannot be executed. */
  readonly conditions: readonly Formula[];
  readonly environment: Environment;
}

export function post(ops: readonly ModelOp[], before: Environment, fresh: Pick<FreshVariables, "make">): Post {
  const conditions: Formula[] = [];
  let environment = before;
  let changing: Map<Variable, Term> | undefined;
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
    if (changing === undefined) {
      changing = new Map(environment);
      environment = changing;
    }
    changing.set(op.target, value);
    memo = new Map();
  }
  return { conditions, environment };
}

/** A term or formula over the variables as a term or formula over those at the start. */
function inEnvironment<N extends TermNode>(
  node: N,
  environment: Environment,
  memo: Map<TermNode, TermNode> = new Map(),
): N {
  return rewrite(
    node,
    (part) => (part.kind === "variable" ? (environment.get(part.variable) ?? part) : foldConstants(part, "integers")),
    memo,
  );
}

export function valueIn(environment: Environment, of: Variable): Term {
  return environment.get(of) ?? variable(of);
}
