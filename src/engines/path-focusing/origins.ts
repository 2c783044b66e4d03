/**
 * What variables are computed from, where every assignment says the same: an address that is compared with one behind some elements is an
 * index that is compared with their number. No more than a hint: which of several computations was the last one is not asked.
 */
import {
  addScaled,
  coefficientOf,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  linearForm,
  sameExpression,
  variableExpression,
} from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import type { Model, ModelLocation, ModelOp } from "../../model/model.ts";
import { type Int, multiply, subtract } from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";

/** Computations that are looked through, one behind another. */
const MOST_STEPS = 8;

const NOTHING: LinearExpression = { variables: [], coefficients: [], constant: 0 };

export function opsIn(model: Model, locations: Iterable<ModelLocation>): readonly ModelOp[] {
  return [...locations].flatMap((location) => model.edgesFrom(location).flatMap((edge) => edge.ops));
}

export class Origins {
  /** What is assigned to each variable, as far as it is linear. */
  readonly #assigned = new Map<Variable, LinearExpression[]>();
  /** Something else is assigned to it as well. */
  readonly #others = new Set<Variable>();
  readonly #steps = new Map<Variable, readonly Int[]>();

  constructor(ops: Iterable<ModelOp>) {
    for (const op of ops) {
      if (op.kind !== "assign" || op.target.type.kind === "array") continue;
      const value = linearForm(op.value.kind === "wrap" ? op.value.operand : op.value);
      const known = memoised(this.#assigned, op.target, () => []);
      if (value === undefined) this.#others.add(op.target);
      else if (!known.some((one) => sameExpression(one, value))) known.push(value);
    }
  }

  #computed(of: Variable): LinearExpression | undefined {
    const [only, other] = this.#assigned.get(of) ?? [];
    return other !== undefined || this.#others.has(of) ? undefined : only;
  }

  /** The variables from which a variable is computed, by more than a copy or a step. */
  sources(of: Variable): readonly Variable[] {
    const { variables, coefficients } = this.#computed(of) ?? NOTHING;
    return variables.length > 1 || coefficients.some((one) => one !== 1 && one !== -1) ? variables : [];
  }

  /** What holds after a step, where the limit held before it: of what grows by one in some rounds only, narrowing finds no limit. */
  *stepped({ relation, expression }: LinearConstraint): Generator<LinearConstraint> {
    for (const [i, of] of expression.variables.entries())
      for (const step of this.#stepsOf(of)) {
        const change = multiply(expression.coefficients[i] as Int, step);
        if (change <= 0) continue;
        const weaker = linearConstraint(relation, { ...expression, constant: subtract(expression.constant, change) });
        if (weaker !== "true" && weaker !== "false") yield weaker;
      }
  }

  /** Constants that are added to the variable, or to a copy of it. */
  #stepsOf(of: Variable): readonly Int[] {
    return memoised(this.#steps, of, () => {
      const steps = new Set<Int>();
      for (const { variables, coefficients, constant } of this.#assigned.get(of) ?? []) {
        const [source, other] = variables;
        if (source === undefined || other !== undefined || coefficients[0] !== 1 || constant === 0) continue;
        if (source === of || this.#copied(source, of)) steps.add(constant);
      }
      return [...steps];
    });
  }

  #copied(copy: Variable, of: Variable): boolean {
    return (this.#assigned.get(copy) ?? []).some(
      ({ variables, coefficients, constant }) =>
        variables.length === 1 && variables[0] === of && coefficients[0] === 1 && constant === 0,
    );
  }

  /** The same in terms of what its variables are computed from; undefined where that is no other constraint. */
  unfolded({ relation, expression }: LinearConstraint): LinearConstraint | undefined {
    let result = expression;
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const of = result.variables.find((one) => this.#origin(one) !== undefined);
      if (of === undefined) break;
      const origin = this.#origin(of) as LinearExpression;
      result = addScaled(result, coefficientOf(result, of), addScaled(origin, -1, variableExpression(of)));
    }
    const constraint = result === expression ? "true" : linearConstraint(relation, result);
    return constraint === "true" || constraint === "false" ? undefined : constraint;
  }

  /** A constant, or an expression that is more than a copy: those are found where they live. */
  #origin(of: Variable): LinearExpression | undefined {
    let origin = this.#computed(of);
    for (let steps = 0; steps < MOST_STEPS && origin !== undefined; steps += 1) {
      const [source, other] = origin.variables;
      if (source === undefined) return origin;
      if (other !== undefined || origin.constant !== 0 || origin.coefficients[0] !== 1)
        return origin.variables.includes(of) ? undefined : origin;
      origin = this.#computed(source);
    }
    return undefined;
  }
}
