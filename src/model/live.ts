/**
 * Which variables matter where: those that some path from there reads before it sets them, or that somebody observes at its
 * end. Backward data flow, once for all who ask: engines forget the others, encoders give them no copies. A view may
 * have tens of thousands of locations, so the sets are bits.
 */
import type { Variable } from "../logic/term.ts";
import { variablesOf } from "../logic/visit.ts";
import { count } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";
import { postorder } from "../util/postorder.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "./model.ts";

/** An edge of whatever graph: a model's, or one that an engine made of it. */
interface Step<P> {
  readonly source: P;
  readonly target: P;
  readonly ops: readonly ModelOp[];
}

interface LivenessOptions<P> {
  /** Which assignments read: all, or only those to a variable that matters itself. */
  readonly reads: "all" | "needed";
  /** Where a path ends: what matters there, whatever is read behind it. Undefined elsewhere. */
  readonly observed?: (point: P) => Iterable<Variable> | undefined;
  /** What is read together with a variable. */
  readonly beside?: (of: Variable) => readonly Variable[];
  /** always: arrays count as live everywhere. */
  readonly arrays?: "always" | "as read";
  /** Called for each edge in each round. */
  readonly tick?: (edge: Step<P>) => void;
}

// An operation that is gone over backwards, a word of a set, in units of work.
const STEP_WORK = 0.1;
const WORD_WORK = 0.02;

interface Flow {
  readonly source: number;
  readonly target: number;
  /** From the last operation to the first; `sets` is -1 for a condition. */
  readonly steps: readonly { readonly sets: number; readonly reads: readonly number[] }[];
}

export type ModelLiveness = Liveness<ModelLocation>;

export class Liveness<P> {
  readonly #variables = new Map<Variable, number>();
  readonly #points = new Map<P, number>();
  readonly #options: LivenessOptions<P>;
  readonly #words: number;
  /** What matters at a point, `#words` words each. */
  readonly #live: Uint32Array;
  readonly #listed = new Map<P, readonly Variable[]>();
  readonly #dying = new Map<Step<P>, readonly Variable[]>();

  constructor(edges: readonly Step<P>[], options: LivenessOptions<P>) {
    this.#options = options;
    const flows = edges.map((edge) => this.#flowOf(edge));
    const ends = new Map<number, readonly number[]>();
    for (const [point, index] of this.#points) {
      const observed = options.observed?.(point);
      if (observed !== undefined)
        ends.set(
          index,
          Array.from(observed, (of) => indexIn(this.#variables, of)),
        );
    }
    this.#words = (this.#variables.size + 31) >>> 5;
    this.#live = new Uint32Array(this.#points.size * this.#words);
    this.#solve(edges, flows, ends);
  }

  #flowOf({ source, target, ops }: Step<P>): Flow {
    const index = (of: Variable) => indexIn(this.#variables, of);
    const steps = ops.map((op) => ({
      sets: op.kind === "assume" ? -1 : index(op.target),
      reads: this.#readBy(op).map(index),
    }));
    return { source: indexIn(this.#points, source), target: indexIn(this.#points, target), steps: steps.reverse() };
  }

  #readBy(op: ModelOp): readonly Variable[] {
    const { beside } = this.#options;
    return beside === undefined ? readBy(op) : readBy(op).flatMap((of) => [of, ...beside(of)]);
  }

  #solve(edges: readonly Step<P>[], flows: readonly Flow[], ends: ReadonlyMap<number, readonly number[]>): void {
    const { tick } = this.#options;
    const live = this.#live;
    const scratch = new Uint32Array(this.#words);
    const order = backwards(flows, this.#points.size);
    for (let changed = true; changed; ) {
      changed = false;
      for (const i of order) {
        const flow = flows[i] as Flow;
        tick?.(edges[i] as Step<P>);
        count(STEP_WORK * flow.steps.length + WORD_WORK * this.#words);
        const end = ends.get(flow.target);
        if (end === undefined) scratch.set(live.subarray(flow.target * this.#words, (flow.target + 1) * this.#words));
        else {
          scratch.fill(0);
          for (const of of end) setBit(scratch, of);
        }
        this.#before(flow, scratch);
        for (let word = 0; word < this.#words; word += 1) {
          const at = flow.source * this.#words + word;
          const joined = ((live[at] as number) | (scratch[word] as number)) >>> 0;
          if (joined === live[at]) continue;
          live[at] = joined;
          changed = true;
        }
      }
    }
    for (const [point, of] of ends) for (const index of of) setBit(live, index, point * this.#words);
  }

  /** Changes what matters after the operations into what matters before. */
  #before({ steps }: Flow, live: Uint32Array): void {
    const { reads: which } = this.#options;
    for (const { sets, reads } of steps) {
      const matters = sets === -1 || which === "all" || hasBit(live, sets);
      if (sets !== -1) live[sets >>> 5] = (live[sets >>> 5] as number) & ~(1 << (sets & 31));
      if (matters) for (const of of reads) setBit(live, of);
    }
  }

  isLive(variable: Variable, point: P): boolean {
    if (variable.type.kind === "array" && this.#options.arrays === "always") return true;
    const index = this.#variables.get(variable);
    const at = this.#points.get(point);
    return index !== undefined && at !== undefined && hasBit(this.#live, index, at * this.#words);
  }

  /** In the order in which they were met. */
  at(point: P): readonly Variable[] {
    return memoised(this.#listed, point, () =>
      [...this.#variables.keys()].filter((variable) => this.isLive(variable, point)),
    );
  }

  /** Variables of which something may be known on a way, and nobody reads where it ends: to forget there. */
  dying(from: P, to: P, mentioned: Iterable<Variable>): readonly Variable[] {
    return [...new Set([...this.at(from), ...mentioned])].filter((variable) => !this.isLive(variable, to));
  }

  /** Those whose last use is on this edge, or that it sets in vain. */
  dyingOn(edge: Step<P>): readonly Variable[] {
    return memoised(this.#dying, edge, () => this.dying(edge.source, edge.target, mentionedBy(edge.ops)));
  }
}

/**
 * Of a whole model; undefined where that has more locations, perhaps without end: then every variable may matter.
 * @param most locations beyond which the bit sets cost more than they save.
 */
export function livenessOf(
  model: Model,
  most: number,
  options: LivenessOptions<ModelLocation>,
): ModelLiveness | undefined {
  const edges: ModelEdge[] = [];
  const locations = new Set([model.entry]);
  for (const location of locations) {
    if (locations.size > most) return undefined;
    for (const edge of model.edgesFrom(location)) {
      edges.push(edge);
      locations.add(edge.target);
    }
  }
  return new Liveness(edges, options);
}

/** The flows in an order in which those behind come first but for cycles: where there is none, one round is enough. */
function backwards(flows: readonly Flow[], points: number): readonly number[] {
  const leaving = Array.from({ length: points }, (): number[] => []);
  flows.forEach(({ source }, i) => {
    leaving[source]?.push(i);
  });
  const from = (point: number): readonly number[] => leaving[point] ?? [];
  const targets = (point: number) => from(point).map((i) => (flows[i] as Flow).target);
  return postorder(leaving.keys(), targets).flatMap(from);
}

function indexIn<T>(known: Map<T, number>, one: T): number {
  return memoised(known, one, () => known.size);
}

function hasBit(bits: Uint32Array, bit: number, offset = 0): boolean {
  return (((bits[offset + (bit >>> 5)] as number) >>> (bit & 31)) & 1) === 1;
}

function setBit(bits: Uint32Array, bit: number, offset = 0): void {
  const at = offset + (bit >>> 5);
  bits[at] = (bits[at] as number) | (1 << (bit & 31));
}

const reads = new WeakMap<ModelOp, readonly Variable[]>();

/** The variables whose values the operation uses. */
export function readBy(op: ModelOp): readonly Variable[] {
  if (op.kind === "havoc") return [];
  return memoised(reads, op, () => [...variablesOf(op.kind === "assume" ? op.condition : op.value)]);
}

/** The variables that the operations set or read. */
export function mentionedBy(ops: readonly ModelOp[]): ReadonlySet<Variable> {
  const mentioned = new Set<Variable>();
  for (const op of ops) {
    if (op.kind !== "assume") mentioned.add(op.target);
    for (const read of readBy(op)) mentioned.add(read);
  }
  return mentioned;
}
