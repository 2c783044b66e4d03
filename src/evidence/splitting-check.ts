/**
 * The checker of proofs by cases. The cases are halves of ranges of inputs, halved again: together they are all executions, whatever
 * the claim says. Those of a case are followed by ranges of variables, way by way, and none may come to an error or into code
 * that the model does not cover.
 *
 * It uses the arithmetic of ranges (`logic/range.ts`) and nothing of domains. What a condition says of a variable is taken from comparisons
 * of that variable with something whose range is known; of others nothing is taken.
 */
import { type FloatInterval, nextUp } from "../logic/float-interval.ts";
import {
  decide,
  isEmptyRange,
  isFloatRange,
  meetRanges,
  type Range,
  rangeOfTerm,
  rangeOfType,
} from "../logic/range.ts";
import type { Formula, Term, Variable } from "../logic/term.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model/model.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import type { Budget } from "../util/budget.ts";
import type { BlockCheck } from "./block-check.ts";
import type { Split } from "./claim.ts";

/** What a case says of one input. */
interface Half {
  readonly index: number;
  readonly variable: Variable;
  readonly at: Int;
  readonly side: "below" | "above";
}

export function checkSplitting(model: Model, tree: Split | undefined, budget: Budget): BlockCheck {
  let cases = 0;
  const waiting: { readonly split: Split | undefined; readonly halves: readonly Half[] }[] = [
    { split: tree, halves: [] },
  ];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { split, halves } = one;
    if (split === undefined) {
      cases += 1;
      const location = violated(model, halves, budget);
      if (location !== undefined)
        return { kind: "refuted", reason: "a case is not seen to keep to the property", location };
      continue;
    }
    const { index, variable, at } = split;
    // Between two neighbours there is no value to be lost.
    if (!isValue(at, variable)) return { kind: "undecided", reason: "a case is told apart by what is no value" };
    waiting.push({ split: split.below, halves: [...halves, { index, variable, at, side: "below" }] });
    waiting.push({ split: split.above, halves: [...halves, { index, variable, at, side: "above" }] });
  }
  return { kind: "proved", labels: 0, obligations: cases };
}

function isValue(at: Int, { type }: Variable): boolean {
  if (type.kind === "float") return typeof at === "number" && !Number.isNaN(at);
  return typeof at === "bigint" || Number.isInteger(at);
}

/** Executions of a case that have come to a place in one way. */
interface Group {
  readonly location: ModelLocation;
  /** How much they have read. */
  readonly reads: number;
  /** Tighter than by type. */
  readonly ranges: ReadonlyMap<Variable, Range>;
}

/** A place that executions of the case may come to, and should not. */
function violated(model: Model, halves: readonly Half[], budget: Budget): ModelLocation | undefined {
  const waiting: Group[] = [{ location: model.entry, reads: 0, ranges: new Map() }];
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    const { location } = group;
    if (location.kind === "error" || location.kind === "unmodelled") return location;
    for (const edge of model.edgesFrom(location)) {
      budget.tick(1 + edge.ops.length + group.ranges.size / 8);
      const next = along(edge, group, halves);
      if (next !== undefined) waiting.push(next);
    }
  }
  return undefined;
}

/** Undefined where none of them takes the edge. */
function along(edge: ModelEdge, { ranges, reads }: Group, halves: readonly Half[]): Group | undefined {
  const state = new State(ranges, reads);
  for (const op of edge.ops) if (!state.runs(op, halves)) return undefined;
  return { location: edge.target, reads: state.reads, ranges: state.ranges };
}

class State {
  readonly ranges: Map<Variable, Range>;
  reads: number;

  constructor(ranges: ReadonlyMap<Variable, Range>, reads: number) {
    this.ranges = new Map(ranges);
    this.reads = reads;
  }

  /** false: no execution is behind the operation. */
  runs(op: ModelOp, halves: readonly Half[]): boolean {
    switch (op.kind) {
      case "havoc": {
        this.ranges.delete(op.target);
        const index = this.reads;
        this.reads += 1;
        return halves.every((half) => half.index !== index || half.variable !== op.target || this.#keepHalf(half));
      }
      case "assign": {
        const range = rangeOfTerm(op.value, this.#rangeOf);
        this.ranges.delete(op.target);
        return range === undefined || this.#keep(op.target, range);
      }
      case "assume":
        return this.#assume(op.condition);
    }
  }

  readonly #rangeOf = (of: Variable): Range | undefined => this.ranges.get(of) ?? rangeOfType(of.type);

  #keepHalf({ variable, at, side }: Half): boolean {
    if (variable.type.kind !== "float") {
      const half = side === "below" ? { low: -Infinity, high: at } : { low: int.add(at, 1), high: Infinity };
      return this.#keep(variable, half);
    }
    const bound = Number(at);
    if (side === "below") return this.#keep(variable, { low: -Infinity, high: bound, nan: "never" });
    if (bound === Infinity) return this.#keep(variable, { low: Infinity, high: -Infinity, nan: "possible" });
    // Doubles that lie between are no values of a narrower format; a long double may lie between two of them.
    const isExact = variable.type.format !== "x87" && Number.isFinite(bound);
    return this.#keep(variable, { low: isExact ? nextUp(bound) : bound, high: Infinity, nan: "possible" });
  }

  /** The variable lies in the range: false where it cannot. */
  #keep(of: Variable, range: Range): boolean {
    const known = this.#rangeOf(of);
    if (known === undefined || isFloatRange(known) !== isFloatRange(range)) return true;
    const both = meetRanges(known, range);
    if (isEmptyRange(both)) return false;
    this.ranges.set(of, both);
    return true;
  }

  #assume(condition: Formula): boolean {
    const truth = decide(condition, this.#rangeOf);
    if (truth !== undefined) return truth;
    switch (condition.kind) {
      case "and":
        return condition.operands.every((one) => this.#assume(one));
      case "eq":
      case "lt":
      case "le":
        return this.#compareIntegers(condition.kind, condition.left, condition.right);
      case "feq":
      case "flt":
      case "fle":
        return this.#compareFloats(condition.kind, condition.left, condition.right);
      case "not":
        return this.#assumeNot(condition.operand);
      default:
        return true;
    }
  }

  #assumeNot(condition: Formula): boolean {
    switch (condition.kind) {
      case "or":
        return condition.operands.every((one) => this.#assumeNot(one));
      case "lt":
        return this.#compareIntegers("le", condition.right, condition.left);
      case "le":
        return this.#compareIntegers("lt", condition.right, condition.left);
      case "flt":
      case "fle": {
        // What is no number makes either comparison false.
        const isNumber = (term: Term) =>
          (rangeOfTerm(term, this.#rangeOf) as FloatInterval | undefined)?.nan === "never";
        if (!isNumber(condition.left) || !isNumber(condition.right)) return true;
        return this.#compareFloats(condition.kind === "flt" ? "fle" : "flt", condition.right, condition.left);
      }
      default:
        return true;
    }
  }

  #compareIntegers(kind: "eq" | "lt" | "le", left: Term, right: Term): boolean {
    const a = rangeOfTerm(left, this.#rangeOf);
    const b = rangeOfTerm(right, this.#rangeOf);
    // Compared with a fraction (among reals) an integer does not keep a distance of one.
    if (a === undefined || b === undefined || isFloatRange(a) || isFloatRange(b)) return true;
    const gap = kind === "lt" ? 1 : 0;
    return (
      this.#keepTerm(left, { low: kind === "eq" ? b.low : -Infinity, high: minus(b.high, gap) }) &&
      this.#keepTerm(right, { low: minus(a.low, -gap), high: kind === "eq" ? a.high : Infinity })
    );
  }

  #compareFloats(kind: "feq" | "flt" | "fle", left: Term, right: Term): boolean {
    const a = rangeOfTerm(left, this.#rangeOf) as FloatInterval | undefined;
    const b = rangeOfTerm(right, this.#rangeOf) as FloatInterval | undefined;
    const lower = b === undefined ? undefined : { low: kind === "feq" ? b.low : -Infinity, high: b.high };
    const upper = a === undefined ? undefined : { low: a.low, high: kind === "feq" ? a.high : Infinity };
    return (
      (lower === undefined || this.#keepTerm(left, { ...lower, nan: "never" })) &&
      (upper === undefined || this.#keepTerm(right, { ...upper, nan: "never" }))
    );
  }

  #keepTerm(term: Term, range: Range): boolean {
    return term.kind !== "variable" || this.#keep(term.variable, range);
  }
}

function minus(bound: Int, by: number): Int {
  return bound === Infinity || bound === -Infinity ? bound : int.subtract(bound, by);
}
