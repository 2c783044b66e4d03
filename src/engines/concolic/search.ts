/**
 * Generational search (SAGE, NDSS 2008, section 2): every run leaves goals, things that other inputs would have made happen on its way, and
 * each goal that can be solved for is a new test. Goals wait in one queue for all runs (queue.ts). Beside it tests that begin anew, and
 * changes of tests that showed something new, get a share of the work: no solver repeats a part of a text a dozen times.
 */
import type { Edge } from "../../cfa/cfa.ts";
import type { Verdict } from "../../evidence/claim.ts";
import { Execution, endsFor } from "../../evidence/execution.ts";
import { type InputSource, listInputs, type RecordedInput, randomWords, zeroInputs } from "../../interpreter/inputs.ts";
import type { Formula, Variable } from "../../logic/term.ts";
import type { Model } from "../../model/model.ts";
import type { Int } from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import { count, type EngineContext } from "../engine.ts";
import { inputsOf, NO_INPUTS, type Site, Symbols, type Test, testOf, withValues } from "./inputs.ts";
import { nearSolution } from "./near.ts";
import { GoalQueue } from "./queue.ts";
import { type Dictionary, dictionaryOf, mutant, seedInputs } from "./seeds.ts";
import { type Constraint, type Goal, Shadow, type Watched } from "./shadow.ts";
import { InputSolver, type Solution } from "./solve.ts";

/** A run whose goals wait. */
export interface Run {
  readonly inputs: readonly RecordedInput[];
  readonly shadow: Shadow;
  /** Whether it was cut off: then what it read behind a goal is not what made it interesting. */
  readonly end: "own" | "limit";
}

// Runs are short at first: what is behind long ones is seen later.
const FIRST_EDGES = 30_000;
const FIRST_CONSTRAINTS = 300;
const MORE_EDGES = 20;
const MOST_EDGES = 100_000;
const MOST_CONSTRAINTS = 2_000;
const REPLAY_STEPS = 10_000_000;
// A goal that cannot be solved for costs something too.
const LEAST_WORK = 20;
// How often a run that left the way to its goal is led back.
const MOST_REPAIRS = 3;
// Executions without a goal that leads to a new test, after which there will be none.
const MOST_IDLE = 600;
// One mutant of so many is watched, and may become a test that others are made of.
const MUTANTS_A_WATCHED = 8;
// Behind those that are watched.
const FAR_SEED = 1_000_000;
const PLAIN_STEPS = 5_000;

export function search(model: Model, context: EngineContext): Verdict {
  return new Search(model, context).run();
}

/** One of the things that the search does in turn; each gets its share of the work. */
interface Phase {
  readonly share: number;
  readonly step: (turn: number) => Verdict | undefined;
}

class Search {
  readonly #model: Model;
  readonly #context: EngineContext;
  /** Of the program with the text of the library's functions, whose branches are as good as the program's own; and as it is. */
  readonly #execution: Execution;
  readonly #plain: Execution;
  readonly #symbols = new Symbols();
  readonly #watched: Watched;
  readonly #solver: InputSolver;
  readonly #queue = new GoalQueue();
  /** Tests that have shown something new. */
  readonly #corpus: Test[] = [];
  readonly #solutions = new Map<string, Solution>();
  readonly #sites = new Map<Site, number>();
  readonly #tried = new Set<string>();
  #runs = 0;
  /** Executions since a goal led to a new test. */
  #idle = 0;
  /** Why there is nothing to search. */
  #stopped: string | undefined;
  #last: Run | undefined;

  constructor(model: Model, context: EngineContext) {
    const { program, properties } = model;
    const { entry, executions, budget } = context;
    this.#model = model;
    this.#context = context;
    const text = model.libraryText?.() ?? program;
    this.#execution = new Execution({ program: text, entry, properties, ...executions });
    this.#plain = new Execution({ program, entry, properties, ...executions });
    this.#solver = new InputSolver(context.solvers, (work) => budget.tick(work));
    const { stopsAt } = endsFor(properties, executions?.subobjects);
    this.#watched = {
      initialise: text.initialise,
      checks: stopsAt,
      bounds: properties.includes("valid-deref"),
      overflowEnds: executions?.signedOverflow !== "wrap" || properties.includes("no-overflow"),
      symbolOf: (request, occurrence) => this.#symbols.of(request, occurrence),
      facts: new Map(),
    };
  }

  run(): Verdict {
    try {
      return this.#search();
    } finally {
      this.#solver.dispose();
      this.#execution.close();
      this.#plain.close();
    }
  }

  #search(): Verdict {
    const dictionary = dictionaryOf(this.#model.program);
    const word = randomWords(1);
    const phases: readonly Phase[] = [
      { share: 1, step: (turn) => this.#try(NO_INPUTS, seedInputs(turn, dictionary), 0) },
      { share: 6, step: () => this.#pursueNext() },
      { share: 1, step: (turn) => this.#runPlainly(seedInputs(FAR_SEED + turn, dictionary)) },
      { share: 3, step: (turn) => this.#runMutant(turn, dictionary, word) },
    ];
    const spent = phases.map(() => 0);
    const turns = phases.map(() => 0);
    while (this.#idle < MOST_IDLE) {
      const next = spent.indexOf(Math.min(...spent));
      const { share, step } = phases[next] as Phase;
      const before = this.#context.budget.spent;
      const outcome = step(turns[next] as number);
      if (typeof outcome === "object") return outcome;
      turns[next] = (turns[next] as number) + 1;
      spent[next] = (spent[next] as number) + (this.#context.budget.spent - before + LEAST_WORK) / share;
      if (this.#stopped !== undefined) return { kind: "unknown", reason: this.#stopped };
    }
    return { kind: "unknown", reason: `no violation in ${this.#runs} executions, and nothing new to try` };
  }

  #pursueNext(): Verdict | undefined {
    const next = this.#queue.take();
    return next === undefined ? undefined : this.#pursue(next.run, next.goal, MOST_REPAIRS);
  }

  #runMutant(turn: number, dictionary: Dictionary, word: () => number): Verdict | undefined {
    const parent = this.#corpus[word() % this.#corpus.length];
    if (parent === undefined) return undefined;
    const test = mutant(parent, dictionary, word);
    if (turn % MUTANTS_A_WATCHED === 0) return this.#try(test, zeroInputs(), 0);
    return this.#runPlainly(inputsOf(test, zeroInputs(), () => {}));
  }

  #runPlainly(source: InputSource): Verdict | undefined {
    const { violation, inputs } = this.#plain.run(source, PLAIN_STEPS);
    this.#runs += 1;
    this.#idle += 1;
    count(this.#context.statistics, "executions");
    return violation === undefined ? undefined : { kind: "unsafe", counterexample: { inputs } };
  }

  /** One run. Goals before `bound` are those of the run that it came from. */
  #try(test: Test, rest: InputSource, bound: number): Verdict | undefined {
    const limits = {
      edges: Math.min(FIRST_EDGES + MORE_EDGES * this.#runs, MOST_EDGES),
      constraints: Math.min(FIRST_CONSTRAINTS + this.#runs, MOST_CONSTRAINTS),
    };
    const shadow = new Shadow(this.#watched, limits);
    const source = inputsOf(test, rest, (request, occurrence, value) => shadow.onInput(request, occurrence, value));
    const result = this.#execution.watch(source, limits.edges, (edge, state) => shadow.onEdge(edge, state));
    this.#runs += 1;
    this.#idle += 1;
    count(this.#context.statistics, "executions");
    this.#context.progress(() => `${this.#runs} executions`);
    const inputs = result.violation === undefined ? undefined : this.#replayed(result.inputs);
    if (inputs !== undefined) return { kind: "unsafe", counterexample: { inputs } };
    const run: Run = { inputs: result.inputs, shadow, end: result.outcome.kind === "limit" ? "limit" : "own" };
    this.#last = run;
    const { outcome } = result;
    if (outcome.kind === "unsupported" && run.inputs.length === 0)
      this.#stopped = `every execution stops early: ${outcome.what} is not supported`;
    else if (run.inputs.length === 0 && outcome.kind !== "limit") this.#stopped = "the program reads no inputs";
    if (this.#queue.add(run, bound) === "new") this.#corpus.push(testOf(run.inputs));
    return undefined;
  }

  /** The inputs with which the program violates the property as well without the text. */
  #replayed(given: readonly RecordedInput[]): readonly RecordedInput[] | undefined {
    const { violation, inputs } = this.#plain.run(listInputs(given.map(({ value }) => value)), REPLAY_STEPS);
    return violation === undefined ? undefined : inputs;
  }

  /** Solves for a goal and runs what it found. */
  #pursue({ inputs, shadow, end }: Run, goal: Goal, repairs: number): Verdict | undefined {
    const wanted = goal.formula();
    if (wanted === undefined) return undefined;
    const before = shadow.constraints.slice(0, goal.after);
    const related = this.#solver.related(
      before.map(({ formula }) => formula),
      wanted,
    );
    let solution = this.#solved([wanted, ...related], shadow.values);
    let bound = goal.after;
    if (solution === "infeasible" && this.#queue.isPromising(goal)) {
      // What holds at places that the run passed both ways is a matter of how often it did: other inputs may do it another time.
      const isOneWay = ({ edge }: Constraint) => edge === undefined || !isBothWays(shadow, edge);
      const oneWay = new Set(before.filter(isOneWay).map(({ formula }) => formula));
      const kept = related.filter((formula) => oneWay.has(formula));
      bound = 0;
      if (kept.length < related.length) solution = this.#solved([wanted, ...kept], shadow.values);
      if (solution === "infeasible" && kept.length > 0) solution = this.#solved([wanted], shadow.values);
    }
    if (typeof solution === "string") return undefined;
    const values = [...solution].flatMap(([of, value]) => {
      const symbol = this.#symbols.symbolOf(of);
      return symbol === undefined ? [] : [[symbol, value] as const];
    });
    const next = withValues(testOf(end === "own" ? inputs : inputs.slice(0, goal.inputs)), values);
    if (!this.#isNew(next)) return undefined;
    this.#idle = 0;
    const verdict = this.#try(next, zeroInputs(), bound);
    const run = this.#last;
    if (verdict !== undefined || run === undefined || repairs === 0) return verdict;
    const back = wayBack(before, run.shadow);
    return back === undefined ? undefined : this.#pursue(run, back, repairs - 1);
  }

  /** Runs with different inputs elsewhere ask the same question. */
  #solved(formulas: readonly Formula[], now: ReadonlyMap<Variable, Int>): Solution {
    const near = nearSolution(formulas, now);
    if (near !== undefined) return near;
    const key = formulas.map(({ id }) => id).join();
    return memoised(this.#solutions, key, () => {
      count(this.#context.statistics, "smtQueries");
      return this.#solver.solve(formulas);
    });
  }

  #isNew(test: Test): boolean {
    let key = "";
    for (const [site, values] of test)
      key += `${memoised(this.#sites, site, () => this.#sites.size)}:${values.join()};`;
    const size = this.#tried.size;
    return this.#tried.add(key).size > size;
  }
}

/**
 * The goal that leads a run back to the way that it should have gone, at the first branch where it left it: some term was not exact, such
 * as a checksum through tables, and from where the run is now a solution may be.
 */
function wayBack(expected: readonly Constraint[], { constraints, goals }: Shadow): Goal | undefined {
  for (let i = 0; i < expected.length; i++) {
    const [wanted, taken] = [expected[i]?.edge, constraints[i]?.edge];
    if (wanted === taken) continue;
    if (wanted === undefined || taken?.source !== wanted.source) return undefined;
    return goals.find(({ after, what }) => after === i && what.edge === wanted);
  }
  return undefined;
}

function isBothWays({ taken }: Shadow, edge: Edge): boolean {
  return edge.source.outgoing.filter((one) => taken.has(one)).length > 1;
}
