/**
 * A program unrolled to a fixed number of rounds of each loop, as one question over bits: what `--unwind N` of other bounded
 * model checkers is. A round of a loop is an arrival at its cut point since the loop was entered, so that an inner loop counts
 * anew whenever it is entered. Ways are merged where they meet in the same rounds of all loops around. (The engine goes layer
 * by layer instead, and merges ways of as many blocks: its deepening is incremental.)
 */
import { readFileSync } from "node:fs";
import { ILP32, readProgram } from "../../src/cfa/build-source.ts";
import { ExecutionOrder } from "../../src/engines/bmc/order.ts";
import { MOST_LOCATIONS, type Node, Unrolling } from "../../src/engines/bmc/unrolling.ts";
import { buildModel } from "../../src/model/build.ts";
import { livenessOf } from "../../src/model/live.ts";
import type { Model, ModelLocation } from "../../src/model/model.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../src/model/options.ts";
import { blockFrom } from "../../src/model/view/blocks.ts";
import type { Signal } from "../../src/smt/bits/circuit.ts";
import type { BitsSession } from "../../src/smt/bits/session.ts";
import { Heap } from "../../src/util/heap.ts";
import { memoised } from "../../src/util/memo.ts";

export function modelOfFile(file: string): Model {
  const options = { dataModel: ILP32, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined };
  const { program } = readProgram([{ name: file, text: readFileSync(file, "utf8") }], options);
  if (program === undefined) throw new Error(`${file} should be a C program`);
  return buildModel(program, DEFAULT_MODEL_OPTIONS);
}

/** A cut point in certain rounds of the loops around it, outermost loop first; its own loop is the last. */
interface Place {
  readonly location: ModelLocation;
  readonly rounds: readonly (readonly [head: ModelLocation, round: number])[];
  readonly nodes: Node[];
}

/** Whether an execution of at most `most` rounds of each loop comes to an error or leaves the model: the signal of that. */
export function unwound(model: Model, session: BitsSession, most: number, tick: (work: number) => void) {
  const unrolling = new Unrolling(model, session, tick, livenessOf(model, MOST_LOCATIONS, { reads: "needed" }));
  const loops = new Loops(model);
  const errors: Signal[] = [];
  const waiting = new Map<string, Place>();
  const queue = new Heap<Place>((a, b) => loops.compare(a, b) < 0);
  let blocks = 0;
  const follow = (node: Node, rounds: Place["rounds"]) => {
    const layer = unrolling.layer([node]);
    blocks += 1;
    for (const { guard } of [...layer.errors, ...layer.unmodelled]) errors.push(guard);
    for (const next of layer.frontier) {
      const there = loops.roundsAt(next.location, rounds);
      if (there.some(([, round]) => round > most)) continue;
      const key = `${next.location.id} ${there.map(([head, round]) => `${head.id}:${round}`).join(" ")}`;
      const place = memoised(waiting, key, () => {
        const made: Place = { location: next.location, rounds: there, nodes: [] };
        queue.add(made);
        return made;
      });
      place.nodes.push(next);
    }
  };
  follow(unrolling.start(model.entry), []);
  for (let place = queue.take(); place !== undefined; place = queue.take()) {
    // What comes later to the same place, where loops have several entries, goes on apart.
    for (const [key, one] of waiting) if (one === place) waiting.delete(key);
    follow(unrolling.joined(place.nodes), place.rounds);
  }
  return { goal: session.or(errors), blocks };
}

/** Loops of the graph of cut points: who is inside whom. Found as cut points are met. */
class Loops {
  readonly #model: Model;
  readonly #order: ExecutionOrder;
  readonly #exits = new Map<ModelLocation, readonly ModelLocation[]>();
  readonly #loops = new Map<ModelLocation, ReadonlySet<ModelLocation>>();

  constructor(model: Model) {
    this.#model = model;
    this.#order = new ExecutionOrder(model);
  }

  /** Negative where executions come to `a` first. */
  compare(a: Place, b: Place): number {
    for (let i = 0; ; i++) {
      const [left, right] = [a.rounds[i], b.rounds[i]];
      if (left === undefined || right === undefined) return this.#order.compare(a.location, b.location);
      if (left[0] !== right[0]) return this.#order.compare(left[0], right[0]);
      if (left[1] !== right[1]) return left[1] - right[1];
    }
  }

  /** The rounds after a block that leads to the cut point: loops that it is not in are left, its own goes round. */
  roundsAt(location: ModelLocation, rounds: Place["rounds"]): Place["rounds"] {
    const around = rounds.filter(([head]) => head !== location && this.#loopOf(head).has(location));
    const own = rounds.find(([head]) => head === location)?.[1] ?? 0;
    return [...around, [location, own + 1]];
  }

  #exitsOf(source: ModelLocation): readonly ModelLocation[] {
    return memoised(this.#exits, source, () => {
      const block = blockFrom(this.#model, source);
      if (block === undefined) throw new Error("a part of the program without loops is too large");
      return block.exits.filter(({ cutPoint }) => cutPoint);
    });
  }

  /** Cut points that lie between the head and a way back to it, past nothing that comes before the head. */
  #loopOf(head: ModelLocation): ReadonlySet<ModelLocation> {
    return memoised(this.#loops, head, () => {
      const later = new Set([head]);
      for (const one of later)
        for (const exit of this.#exitsOf(one)) if (this.#order.compare(exit, head) >= 0) later.add(exit);
      const inside = new Set<ModelLocation>();
      for (let before = -1; before < inside.size; ) {
        before = inside.size;
        for (const one of later)
          if (this.#exitsOf(one).some((exit) => exit === head || inside.has(exit))) inside.add(one);
      }
      return inside;
    });
  }
}
