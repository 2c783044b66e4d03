/**
 * Bounded model checking (Biere, Cimatti, Clarke, Zhu, "Symbolic Model Checking without BDDs", TACAS 1999), on programs
 * (Clarke, Kroening, Lerda, "A Tool for Checking ANSI-C Programs", TACAS 2004): with more and more rounds of each loop, is there an
 * execution to an error? Where no execution goes beyond the rounds and none has come to an error, the program is safe.
 *
 * A question that is hard within a few rounds is as hard within a few more, and would be answered again for each of them. So while it takes
 * long, it takes turns with looking ahead: where loops are seen to end, what is asked is all there is to ask.
 */
import type { Verdict } from "../../evidence/claim.ts";
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import type { Place } from "../../model/view/rounds.ts";
import type { Int } from "../../numbers/int.ts";
import type { ModelBits } from "../../smt/bits/arrays.ts";
import { Refused } from "../../smt/bits/blast.ts";
import { FALSE, TRUE } from "../../smt/bits/circuit.ts";
import { BitsSession, CONFLICTS_SPENT } from "../../smt/bits/session.ts";
import { numberIn } from "../../smt/bits/solver.ts";
import { wasmSat } from "../../smt/sat/wasm-solver.ts";
import type { EngineContext } from "../engine.ts";
import { RoundUnrolling, type Unwound } from "./rounds.ts";
import { type Node, Unrolling } from "./unrolling.ts";

// Paths of one depth that replay does not confirm: more of the same kind would not be confirmed either.
const ATTEMPTS = 3;
// A question about a single place: an easy answer keeps the unrolling small, a hard one is not worth it. Nor is one that takes longer than
// making the circuits did: where inputs are churned, few conflicts may be much work.
const PRUNING_CONFLICTS = 1000;
const PRUNING_WORK_A_GATE = 1;
// Whether anything goes on is asked with as much effort as errors have taken so far, and at least with so much: a long
// execution may be hard to find, and nobody needs it. Nor does it pay to look ahead of what is decided sooner.
const LEAST_CONFLICTS = 2000;
const NO_LIMIT = Number.POSITIVE_INFINITY;

export function boundedModelChecking(model: Model, context: EngineContext): Verdict {
  return orRefused(() => {
    const search = new BoundedModelChecking(model, context);
    try {
      for (;;) {
        const verdict = search.deepen();
        if (verdict !== undefined) return verdict;
      }
    } finally {
      search.dispose();
    }
  });
}

/** What has no bits is nothing for this engine. */
export function orRefused(run: () => Verdict): Verdict {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refused) return { kind: "unknown", reason: `${error.message} has no bits` };
    throw error;
  }
}

/** The program within so many rounds of each loop. */
interface Depth {
  readonly rounds: number;
  readonly unwound: Unwound;
}

export class BoundedModelChecking {
  readonly #context: EngineContext;
  readonly #session: BitsSession;
  readonly #unrolling: RoundUnrolling;
  /** What has been looked at, and deeper ones that were made while looking ahead. */
  #looked: Unwound | undefined;
  #ahead: Depth[] = [];
  /** Rounds of each loop that have been looked at: free of errors, or there is a doubt. */
  #rounds = -1;
  /** By cut point: the latest round that executions were not seen not to come to. */
  readonly #lasts = new Map<ModelLocation, number>();
  /** What is asserted not to be reached. */
  readonly #excluded = new Set<Node>();
  /** Conflicts in the search for errors. */
  #spent = 0;
  /** Why the answer cannot be `safe`. */
  doubt: string | undefined;

  constructor(model: Model, context: EngineContext) {
    this.#context = context;
    const tick = (work: number) => context.budget.tick(work);
    this.#session = new BitsSession({ tick }, wasmSat);
    const unrolling = new Unrolling(model, this.#session, tick);
    this.#unrolling = new RoundUnrolling(model, unrolling, (node, place) => this.#mayReach(node, place));
    context.progress(() => {
      const { variables, clauses } = this.#session.size;
      return `depth ${this.depth}, ${variables} variables, ${clauses} clauses`;
    });
  }

  /** Executions of so many blocks have been looked at, and longer ones: whoever passes n cut points passes none more often. */
  get depth(): number {
    return this.#rounds + 1;
  }

  /** Some rounds more; undefined where that decides nothing. */
  deepen(): Verdict | undefined {
    const next = this.#ahead.shift() ?? this.#unwindAfter(this.#rounds);
    // What is asked now is all there is to ask: to begin again in another turn would cost as much again.
    if (next.unwound.beyond.every(({ guard }) => guard === FALSE)) this.#context.conclusive?.();
    const { found, depth } = this.#violation(next);
    const { rounds, unwound } = depth;
    this.#looked = unwound;
    this.#rounds = rounds;
    if (found !== undefined) return found;
    const ends = this.#ask(unwound.beyond, LEAST_CONFLICTS + this.#spent) === "unsat";
    this.#count();
    return ends ? this.#conclude(unwound) : undefined;
  }

  #unwindAfter(last: number): Depth {
    const rounds = nextRounds(last);
    return { rounds, unwound: this.#unrolling.unwind(rounds) };
  }

  /** Looks ahead with so much work for a depth within which all executions end. */
  #whereAllEnds(present: Depth, work: number): Depth | undefined {
    const { budget } = this.#context;
    const last = budget.spent + work;
    for (let depth = this.#ahead[this.#ahead.length - 1] ?? present; ; ) {
      if (this.#ask(depth.unwound.beyond, LEAST_CONFLICTS) === "unsat") return depth;
      if (budget.spent > last) return undefined;
      depth = this.#unwindAfter(depth.rounds);
      this.#ahead.push(depth);
    }
  }

  /** Whether an execution may have left the model so far. */
  leavesModel(): boolean {
    return this.#looked !== undefined && this.#ask(this.#looked.unmodelled, NO_LIMIT) !== "unsat";
  }

  /**
   * Asks only where a loop goes on for longer than it has before: in most programs it then does so elsewhere, too. Of recursion each
   * activation is asked about once, since calls are a tree.
   */
  #mayReach(node: Node, { location, rounds }: Place): boolean {
    if (node.guard <= TRUE) return node.guard === TRUE;
    const { head, count: round = 0 } = rounds[rounds.length - 1] ?? {};
    if (head !== location || round <= (this.#lasts.get(location) ?? 0)) return true;
    const work = PRUNING_WORK_A_GATE * this.#session.size.gates;
    if (this.#ask([node], PRUNING_CONFLICTS, work) === "unsat") return false;
    this.#lasts.set(location, round);
    return true;
  }

  #count(): void {
    const { statistics } = this.#context;
    const { gates, variables, clauses } = this.#session.size;
    Object.assign(statistics, { depth: this.depth, gates, variables, clauses });
    statistics["conflicts"] = this.#session.sat.statistics.conflicts;
  }

  /** Is one of the nodes reached? `sat` leaves the execution in the session. */
  #ask(nodes: readonly Node[], conflicts: number, work = NO_LIMIT): "sat" | "unsat" | "unknown" {
    const open = nodes.filter((node) => !this.#excluded.has(node));
    const goal = this.#session.or(open.map(({ guard }) => guard));
    if (goal === FALSE) return "unsat";
    const answer = this.#session.decide(goal, conflicts, work);
    if (answer === "unsat") this.#exclude(open);
    return answer;
  }

  #exclude(nodes: readonly Node[]): void {
    for (const node of nodes) {
      this.#excluded.add(node);
      this.#session.assert(node.guard ^ 1);
    }
  }

  /** Is there an error within a depth, or within a deeper one, where all executions end? */
  #askForErrors(first: Depth): { readonly answer: "sat" | "unsat" | "unknown"; readonly depth: Depth } {
    const { budget } = this.#context;
    for (let conflicts = LEAST_CONFLICTS; ; conflicts *= 2) {
      const start = budget.spent;
      const answer = this.#ask(first.unwound.errors, conflicts);
      if (answer !== "unknown" || this.#session.reason !== CONFLICTS_SPENT) return { answer, depth: first };
      const depth = this.#whereAllEnds(first, budget.spent - start);
      if (depth === undefined) continue;
      this.#ahead = [];
      return { answer: this.#ask(depth.unwound.errors, NO_LIMIT), depth };
    }
  }

  /** An error that is confirmed, and the depth that was looked at. */
  #violation(first: Depth): { readonly found: Verdict | undefined; readonly depth: Depth } {
    let depth = first;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = this.#session.sat.statistics.conflicts;
      const asked = this.#askForErrors(depth);
      depth = asked.depth;
      this.#spent += this.#session.sat.statistics.conflicts - before;
      if (asked.answer === "unsat") return { found: undefined, depth };
      if (asked.answer === "unknown") {
        this.doubt ??= this.#session.reason;
        return { found: undefined, depth };
      }
      const { errors } = depth.unwound;
      const bits = this.#session.evaluated();
      const error = errors.find(({ guard }) => bits.isTrue(guard));
      if (error === undefined) throw new Error("one of the errors should be reached in the model");
      const { path, suggested, taken } = this.#execution(error, bits);
      const confirmation = this.#context.confirm(path, suggested);
      if (confirmation.kind === "confirmed")
        return { found: { kind: "unsafe", counterexample: confirmation.counterexample }, depth };
      this.doubt ??= `an error path could not be confirmed: ${confirmation.reason}`;
      this.#session.assert(taken.reduce((all, one) => this.#session.and(all, one), TRUE) ^ 1);
    }
    // Sound: what is excluded from here on was reached, and `safe` is out of the question.
    this.#exclude(depth.unwound.errors);
    return { found: undefined, depth };
  }

  /** The way that the model takes to a node, and what it reads there. */
  #execution(node: Node, bits: ModelBits) {
    const path: ModelEdge[] = [];
    const suggested: (Int | undefined)[][] = [];
    const taken: number[] = [];
    for (let at = node; at.arrivals.length > 0; ) {
      const arrival = at.arrivals.find((one) => bits.isTrue(one.taken));
      if (arrival === undefined) throw new Error("a node that is reached should be so by an edge that is taken");
      path.push(arrival.edge);
      taken.push(arrival.taken);
      suggested.push(
        arrival.unknowns.map((of) => {
          const vector = this.#session.blaster.inputs.get(of);
          return vector === undefined || of.type.kind === "array" ? undefined : numberIn(of.type, vector, bits);
        }),
      );
      at = arrival.from;
    }
    return { path: path.reverse(), suggested: suggested.reverse().flat(), taken };
  }

  #conclude({ unmodelled, places }: Unwound): Verdict {
    if (this.leavesModel()) {
      const [first] = unmodelled as [Node];
      this.doubt ??= first.location.reason ?? "an execution leaves the model";
    }
    if (this.doubt !== undefined) return { kind: "unknown", reason: this.doubt };
    return { kind: "safe", certificate: { unrolling: { places }, locations: [], labelsAt: () => [] } };
  }

  dispose(): void {
    this.#session.dispose();
  }
}

/** One by one at first, where most errors are; then by a half more, since what follows a loop is unrolled again each time. */
function nextRounds(rounds: number): number {
  return Math.max(rounds + 1, Math.floor(rounds * 1.5));
}
