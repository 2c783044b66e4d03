/**
 * `explicit:memo`: explicit values with block-abstraction memoisation (`../memo.ts`). The states of a block know the variables
 * that it reads or writes; all else stays as it was. Refinement is that of `explicit`, along the path in the
 * program as it is, and its precision is kept by point, so that a block has one for all call strings.
 */
import type { Verdict } from "../../evidence/claim.ts";
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import { count as countWork } from "../../util/budget.ts";
import { counted } from "../../util/counted.ts";
import { confirmPath, type Unconfirmed } from "../confirm.ts";
import { count, type EngineContext } from "../engine.ts";
import { type BlockAnalysis, type Covering, certificateOf, type ErrorPath, Memo } from "../memo.ts";
import { type MemoBlock, MemoBlocks, NoBlocks, type Step } from "../memo-blocks.ts";
import { CONFIRMATIONS } from "./cegar.ts";
import { valuesOf } from "./certificate.ts";
import { EDGE_WORK, OP_WORK, OURS, SLOT_WORK, SPARE_SLOTS } from "./cpa.ts";
import { DeadValues } from "./dead-values.ts";
import { Evaluator } from "./evaluate.ts";
import { LazyPrecision } from "./precision.ts";
import { Reached } from "./reached.ts";
import { type Interpolants, type Refinable, refine } from "./refine.ts";
import { Slots } from "./slots.ts";
import { StateStore } from "./state-store.ts";
import { StrongestPost } from "./strongest-post.ts";
import { TOP, ValueTable } from "./values.ts";

export function runExplicitMemo(model: Model, context: EngineContext): Verdict {
  try {
    const blocks = new MemoBlocks(model, "edges", (work) => context.budget.tick(work));
    const values = new BlockValues(model, context, blocks);
    const memo = new Memo<State>(blocks, values, context.statistics);
    context.progress(
      () => `${counted(context.statistics["states"] ?? 0, "state")}, ${context.statistics["cacheHits"]} blocks reused`,
    );
    const outcome = cegar(memo, values);
    const describe = (state: State) => ({ kind: "values" as const, values: [...valuesOf(values, state)] });
    return outcome ?? { kind: "safe", certificate: certificateOf(model, memo, describe, "every-location") };
  } catch (error) {
    if (!(error instanceof NoBlocks)) throw error;
    return { kind: "unknown", reason: error.message };
  }
}

/** Alg. 2, with the whole program's paths; undefined: nothing is left to explore. */
function cegar(memo: Memo<State>, values: BlockValues): Verdict | undefined {
  const { context } = values;
  let undecided: Unconfirmed | undefined;
  for (let failures = 0; failures < CONFIRMATIONS; ) {
    const path = memo.explore();
    if (path === undefined) return undecided;
    if (eliminate(memo, values, path)) continue;
    const outcome = confirmPath(
      context,
      path.flatMap(({ edges }) => edges),
    );
    if (outcome.kind !== "unknown") return outcome;
    undecided ??= outcome;
    failures += 1;
  }
  return undecided;
}

function eliminate(memo: Memo<State>, values: BlockValues, path: ErrorPath<State>): boolean {
  const interpolants = refine(
    values,
    path.flatMap(({ edges }) => edges),
  );
  const first = interpolants?.findIndex((interpolant, i) => !values.knows(path[i]?.whole as State, interpolant)) ?? -1;
  if (interpolants === undefined || first === -1) return false;
  count(values.context.statistics, "refinements");
  const changes = values.track(path, interpolants);
  memo.forget((block) => changes.some((change) => values.concerns(change, block)));
  memo.cut(path, first);
  return true;
}

/** A number of the state store. */
type State = number;

/** What the precision has now: a slot at a point, or everywhere. */
interface Change {
  readonly slot: number;
  readonly point?: ModelLocation["point"];
}

class BlockValues implements BlockAnalysis<State>, Refinable {
  readonly context: EngineContext;
  readonly precision = new LazyPrecision();
  readonly settings = OURS;
  readonly values = new ValueTable();
  readonly states: StateStore;
  readonly slots: Slots;
  readonly post: StrongestPost;
  readonly order = "newest first";
  readonly entry: State;
  readonly covering: Covering<State>;
  readonly #dead: DeadValues;
  readonly #codes: Int32Array;
  readonly #other: Int32Array;
  /** Slots that a block has nothing to do with, of the first `slots` ones. */
  readonly #foreign = new Map<MemoBlock, { readonly slots: number; readonly foreign: readonly number[] }>();

  constructor(model: Model, context: EngineContext, blocks: MemoBlocks) {
    this.context = context;
    const arrays = model.variables.some((variable) => variable.type.kind === "array");
    this.states = new StateStore(model.variables.length + (arrays ? SPARE_SLOTS : 0));
    this.slots = new Slots(this.states.capacity);
    this.post = new StrongestPost(new Evaluator(this.slots, this.values), model.variables);
    this.#dead = new DeadValues(blocks.liveness());
    this.#codes = new Int32Array(this.states.capacity);
    this.#other = new Int32Array(this.states.capacity);
    this.entry = this.states.intern(this.#codes, 0);
    this.covering = this.#covering();
  }

  keyOf(state: State): State {
    return state;
  }

  reduce(state: State, block: MemoBlock): State {
    const { states, slots } = this;
    const codes = this.#codes;
    this.#work();
    states.load(state, codes, slots.count);
    for (const slot of this.#foreignTo(block)) codes[slot] = TOP;
    return states.intern(codes, slots.count);
  }

  expand(outer: State, inner: State, block: MemoBlock): State {
    const { states, slots } = this;
    const codes = this.#codes;
    // The checker's work, where it asks for labels.
    countWork(SLOT_WORK * slots.count);
    states.load(outer, this.#other, slots.count);
    states.load(inner, codes, slots.count);
    for (const slot of this.#foreignTo(block)) codes[slot] = this.#other[slot] as number;
    return states.intern(codes, slots.count);
  }

  along({ edges }: Step, state: State): State | undefined {
    const { states, slots } = this;
    const [edge] = edges as [ModelEdge];
    const codes = this.#codes;
    this.#work(EDGE_WORK + OP_WORK * edge.ops.length);
    // Slots that the edge adds are top before it.
    codes.fill(TOP);
    states.load(state, codes, slots.count);
    if (!this.post.edge(edge, codes)) return undefined;
    this.#dead.forget(codes, edge.target, slots);
    this.precision.restrict(codes, slots.count, edge.target.point);
    return states.intern(codes, slots.count);
  }

  #work(more = 0): void {
    this.context.budget.tick(more + SLOT_WORK * this.slots.count);
  }

  #foreignTo(block: MemoBlock): readonly number[] {
    const known = this.#foreign.get(block);
    if (known?.slots === this.slots.count) return known.foreign;
    const foreign: number[] = [];
    for (let slot = 0; slot < this.slots.count; slot += 1)
      if (!block.variables.has(this.slots.describe(slot).variable)) foreign.push(slot);
    this.#foreign.set(block, { slots: this.slots.count, foreign });
    return foreign;
  }

  #covering(): Covering<State> {
    const { states, slots } = this;
    const reached = new Reached(states);
    const codes = new Int32Array(states.capacity);
    const load = (state: State) => {
      states.load(state, codes, slots.count);
      return codes;
    };
    return {
      coverer: (at, state) => reached.coverer(at, state, load(state), slots.count),
      add: (at, state, node) => reached.add(at, state, load(state), slots.count, node),
      remove: (at, state, node) => reached.remove(at, state, load(state), slots.count, node),
    };
  }

  knows(state: State, interpolant: ReadonlyMap<number, number>): boolean {
    for (const [slot, code] of interpolant) if (this.states.valueAt(state, slot) !== code) return false;
    return true;
  }

  /** Pi grows by what the interpolants ask for where a block has to do with it; returns what it did not have before. */
  track(path: ErrorPath<State>, interpolants: Interpolants): readonly Change[] {
    const changes: Change[] = [];
    for (const [i, { block, place }] of path.entries()) {
      const { location } = place;
      if (location === undefined) continue;
      const { point } = location;
      for (const slot of interpolants[i]?.keys() ?? []) {
        if (!block.variables.has(this.slots.describe(slot).variable) || this.precision.tracks(slot, point)) continue;
        this.precision.add(point, [slot]);
        changes.push(this.precision.tracks(slot) ? { slot } : { slot, point });
      }
    }
    return changes;
  }

  concerns({ slot, point }: Change, block: MemoBlock): boolean {
    return block.variables.has(this.slots.describe(slot).variable) && (point === undefined || block.points.has(point));
  }
}
