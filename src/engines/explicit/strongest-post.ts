/**
 * SP_op of the paper (section 3): the strongest post of an operation on an abstract variable assignment, compiled once
 * per edge. A step changes the state vector in place and answers whether the result is consistent; false is the
 * contradicting assignment (bottom).
 */
import type { Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { ModelEdge, ModelOp } from "../../model/model.ts";
import { memoised } from "../../util/memo.ts";
import type { Evaluator } from "./evaluate.ts";
import { pin } from "./pin.ts";
import { TOP, type Value } from "./values.ts";

// On return a callee's variables are dead: forgetting them makes the states of different calls equal.
const DIES_ON_RETURN = new Set<Variable["role"]>(["local", "parameter", "temporary"]);

function isReturn(edge: ModelEdge): boolean {
  return edge.target.context.depth < edge.source.context.depth;
}

export type Step = (codes: Int32Array) => boolean;

export class StrongestPost {
  readonly evaluator: Evaluator;
  /** Variables that some assignment computes from themselves: x := x + 1. Tracking one means unrolling its loop. */
  readonly counters = new Set<Variable>();
  readonly #locals = new Map<string, Variable[]>();
  readonly #edges = new Map<ModelEdge, readonly Step[]>();
  readonly #ops = new Map<ModelOp, Step>();
  readonly #deaths = new Map<string, readonly ModelOp[]>();

  constructor(evaluator: Evaluator, variables: readonly Variable[]) {
    this.evaluator = evaluator;
    for (const variable of variables) {
      if (variable.function === undefined || !DIES_ON_RETURN.has(variable.role)) continue;
      memoised(this.#locals, variable.function, () => []).push(variable);
    }
  }

  /** Executes a whole edge; false if it cannot be taken from this state. */
  edge(edge: ModelEdge, codes: Int32Array): boolean {
    const steps = memoised(this.#edges, edge, () => edge.ops.map((op) => this.op(op)));
    for (const step of steps) if (!step(codes)) return false;
    if (isReturn(edge)) this.#forgetLocals(edge.source.point.function, codes);
    return true;
  }

  /** The operations of an edge, with those that forget a callee's variables on return. */
  opsOf(edge: ModelEdge): readonly ModelOp[] {
    return isReturn(edge) ? [...edge.ops, ...this.#deathsOf(edge.source.point.function)] : edge.ops;
  }

  #forgetLocals(of: string, codes: Int32Array): void {
    const { slots } = this.evaluator;
    for (const variable of this.#locals.get(of) ?? []) for (const slot of slots.slotsOf(variable)) codes[slot] = TOP;
  }

  #deathsOf(of: string): readonly ModelOp[] {
    return memoised(this.#deaths, of, () =>
      (this.#locals.get(of) ?? []).map((target) => ({ kind: "havoc", target, origin: undefined })),
    );
  }

  op(op: ModelOp): Step {
    return memoised(this.#ops, op, () => this.#compile(op));
  }

  #compile(op: ModelOp): Step {
    switch (op.kind) {
      case "havoc":
        return this.#forget(op.target);
      case "assume": {
        const decide = this.evaluator.formula(op.condition);
        const { condition } = op;
        return (codes) => {
          const truth = decide(codes);
          return truth === -1 ? pin(this.evaluator, codes, condition, "holds") : truth === 1;
        };
      }
      case "assign":
        return op.target.type.kind === "array"
          ? this.#assignArray(op.target, op.value)
          : this.#assignScalar(op.target, op.value);
    }
  }

  #assignScalar(target: Variable, value: Term): Step {
    const evaluate = this.evaluator.term(value);
    if (variablesOf(value).has(target)) this.counters.add(target);
    const slot = this.evaluator.slots.scalar(target);
    if (slot === undefined) return () => true;
    const { values } = this.evaluator;
    return (codes) => {
      codes[slot] = values.encode(evaluate(codes));
      return true;
    };
  }

  #forget(target: Variable): Step {
    const { slots } = this.evaluator;
    if (target.type.kind !== "array") {
      const slot = slots.scalar(target);
      if (slot === undefined) return () => true;
      return (codes) => {
        codes[slot] = TOP;
        return true;
      };
    }
    return (codes) => {
      for (const slot of slots.elementsOf(target)) codes[slot] = TOP;
      return true;
    };
  }

  /** a := store(...store(a, i, v)..., j, w) updates elements; any other array value makes all elements unknown. */
  #assignArray(target: Variable, value: Term): Step {
    const writes: { index: Term; value: Term }[] = [];
    let base = value;
    while (base.kind === "store") {
      writes.push({ index: base.index, value: base.value });
      base = base.array;
    }
    if (base.kind !== "variable" || base.variable !== target) return this.#forget(target);
    const compiled = writes
      .reverse()
      .map((write) => ({ at: this.evaluator.term(write.index), value: this.evaluator.term(write.value) }));
    return (codes) => {
      // All operands read the array as it was before the chain.
      const evaluated = compiled.map((write) => ({ at: write.at(codes), value: write.value(codes) }));
      for (const write of evaluated) this.#write(codes, target, write.at, write.value);
      return true;
    };
  }

  #write(codes: Int32Array, target: Variable, at: Value, value: Value): void {
    const { slots, values } = this.evaluator;
    if (at === undefined) {
      // Sound: the write may hit any element.
      for (const slot of slots.elementsOf(target)) codes[slot] = TOP;
      return;
    }
    const slot = slots.element(target, at);
    if (slot !== undefined) codes[slot] = values.encode(value);
  }
}
