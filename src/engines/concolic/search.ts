/**
 * Generational search (SAGE, NDSS 2008, section 2): every run leaves goals, things that other inputs would have made happen on its way, and
 * each goal that can be solved for is a new test. Goals wait in one queue for all runs (queue.ts). Beside it tests that begin anew, and
 * changes of tests that showed something new (corpus.ts), get a share of the work: no solver repeats a part of a text a dozen times.
 * Such tests are only counted, which is fast, and watched later if they show something new (as in QSYM, USENIX Security 2018).
 */
import type { Edge } from "../../cfa/cfa.ts";
import type { Verdict } from "../../evidence/claim.ts";
import { Execution, endsFor } from "../../evidence/execution.ts";
import {
  type InputSource,
  type InputValue,
  listInputs,
  type RecordedInput,
  randomWords,
  zeroInputs,
} from "../../interpreter/inputs.ts";
import type { Formula, Variable } from "../../logic/term.ts";
import type { Model } from "../../model/model.ts";
import type { Int } from "../../numbers/int.ts";
import { counted } from "../../util/counted.ts";
import { memoised } from "../../util/memo.ts";
import { count, type EngineContext } from "../engine.ts";
import { Corpus, type Saved, trimmed } from "./corpus.ts";
import { countsOf } from "./coverage.ts";
import {
  type InputSymbol,
  inOrder,
  inputsOf,
  NO_INPUTS,
  type Site,
  Symbols,
  siteOf,
  type Test,
  testOf,
  withValues,
} from "./inputs.ts";
import { nearSolution } from "./near.ts";
import { GoalQueue } from "./queue.ts";
import {
  type Dictionary,
  dictionaryOf,
  isDigit,
  mutant,
  mutantInOrder,
  NUMBERS,
  seedInputs,
  wordsFor,
} from "./seeds.ts";
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
// How often an operation is asked to fail though the way there seems to exclude it.
const MOST_HOPES = 6;
// Executions without a goal that leads to a new test, after which there will be none.
const MOST_IDLE = 600;
// What a run that is only counted is, of one that is watched.
const PROBE_IDLE = 0.25;
const COUNTED_STEPS = 5_000;
// Of solutions that show nothing new so many are counted for one that is watched.
const SOLVED_A_WATCHED = 4;

export function search(model: Model, context: EngineContext): Verdict {
  return new Search(model, context).run();
}

/** A run that was only counted. */
interface Counted {
  readonly inputs: readonly RecordedInput[];
  readonly taken: readonly (readonly [Edge, number])[];
  readonly verdict?: Verdict;
  /** Where it has shown something new. */
  readonly saved?: Saved | undefined;
}

/** One of the things that the search does in turn; each gets its share of the work. */
interface Phase {
  readonly share: number;
  readonly step: (turn: number) => Verdict | undefined;
}

class Search {
  readonly #context: EngineContext;
  /** Of the program with the text of the library's functions, whose branches are as good as the program's own; and as it is. */
  readonly #execution: Execution;
  readonly #plain: Execution;
  readonly #symbols = new Symbols();
  readonly #watched: Watched;
  readonly #solver: InputSolver;
  readonly #dictionary: Dictionary;
  readonly #queue = new GoalQueue();
  readonly #corpus = new Corpus();
  /** Tests that were only counted so far. */
  readonly #unwatched: Saved[] = [];
  readonly #solutions = new Map<string, Solution>();
  readonly #sites = new Map<Site, number>();
  readonly #tried = new Set<string>();
  readonly #hopes = new Map<Edge, Map<number, number>>();
  #runs = 0;
  #solutionsRun = 0;
  /** Executions since a goal led to a new test. */
  #idle = 0;
  /** Why there is nothing to search. */
  #stopped: string | undefined;
  #last: Run | undefined;

  constructor(model: Model, context: EngineContext) {
    const { program, properties } = model;
    const { entry, executions, budget } = context;
    this.#dictionary = dictionaryOf(program);
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
    const dictionary = this.#dictionary;
    const word = randomWords(1);
    const phases: readonly Phase[] = [
      { share: 1, step: (turn) => this.#probe(seedInputs(turn, dictionary)) },
      { share: 4, step: () => this.#pursueNext() },
      { share: 10, step: () => this.#runMutant(dictionary, word) },
      { share: 3, step: (turn) => this.#watchNext(turn, dictionary, word) },
    ];
    // A program without branches shows nothing new.
    const first = this.#try(NO_INPUTS, zeroInputs(), 0);
    if (first !== undefined) return first;
    if (this.#stopped !== undefined) return { kind: "unknown", reason: this.#stopped };
    const spent = phases.map(() => 0);
    const turns = phases.map(() => 0);
    while (this.#idle < MOST_IDLE || this.#unwatched.length > 0) {
      const next = spent.indexOf(Math.min(...spent));
      const { share, step } = phases[next] as Phase;
      const before = this.#context.budget.spent;
      const outcome = step(turns[next] as number);
      if (typeof outcome === "object") return outcome;
      turns[next] = (turns[next] as number) + 1;
      spent[next] = (spent[next] as number) + (this.#context.budget.spent - before + LEAST_WORK) / share;
      if (this.#stopped !== undefined) return { kind: "unknown", reason: this.#stopped };
    }
    return { kind: "unknown", reason: `no violation in ${counted(this.#runs, "execution")}, and nothing new to try` };
  }

  #pursueNext(): Verdict | undefined {
    const next = this.#queue.take();
    return next === undefined ? undefined : this.#pursue(next.run, next.goal, MOST_REPAIRS);
  }

  #runMutant(dictionary: Dictionary, word: () => number): Verdict | undefined {
    const kept = this.#corpus.draw(word);
    // What a test does once it may do twice.
    const other = word() % 2 === 0 ? kept : this.#corpus.draw(word);
    if (kept === undefined || other === undefined) return undefined;
    // Where one place asks for all, its values are in order.
    const source =
      kept.test.size > 1 && word() % 2 === 0
        ? inOrder(mutantInOrder(kept.sequence, other.sequence, dictionary, word), zeroInputs())
        : inputsOf(mutant(kept.test, other.test, dictionary, word), zeroInputs(), () => {});
    return this.#probe(source);
  }

  #mutant(dictionary: Dictionary, word: () => number): Test | undefined {
    const [kept, other] = [this.#corpus.draw(word), this.#corpus.draw(word)];
    return kept === undefined || other === undefined ? undefined : mutant(kept.test, other.test, dictionary, word);
  }

  /** A run that is only counted, which is fast; where it shows something new it is watched. */
  #probe(source: InputSource): Verdict | undefined {
    const { verdict, saved, inputs } = this.#count(source);
    this.#idle += PROBE_IDLE;
    if (saved === undefined) return verdict;
    if (saved.edges.length > 0) return this.#trim(saved, inputs);
    this.#unwatched.push(saved);
    return undefined;
  }

  /** What took an edge as the first is made shorter before it is watched. */
  #trim({ test, edges }: Saved, given: readonly RecordedInput[]): Verdict | undefined {
    let found: Verdict | undefined;
    const shorter = trimmed(test, given, (candidate) => {
      const { verdict, inputs, taken } = this.#count(candidate);
      found ??= verdict;
      const covered = new Set(taken.map(([edge]) => edge));
      return edges.every((edge) => covered.has(edge)) ? inputs : undefined;
    });
    const inputs = [...shorter.values()].reduce((sum, { length }) => sum + length, 0);
    this.#unwatched.push({ test: shorter, inputs, edges });
    return found;
  }

  #count(source: InputSource): Counted {
    const { violation, inputs, counts } = this.#execution.count(source, COUNTED_STEPS);
    this.#runs += 1;
    count(this.#context.statistics, "executions");
    this.#context.progress(() => `${counted(this.#runs, "execution")}`);
    const shown = violation === undefined ? undefined : this.#replayed(inputs);
    if (shown !== undefined)
      return { inputs, taken: [], verdict: { kind: "unsafe", counterexample: { inputs: shown } } };
    const taken = [...countsOf(counts)];
    return { inputs, taken, saved: this.#corpus.add(taken, inputs) };
  }

  /** Of the tests that were only counted so far the shortest, first those that took edges as the first; or the newest. */
  #watchNext(turn: number, dictionary: Dictionary, word: () => number): Verdict | undefined {
    if (this.#unwatched.length === 0) {
      // Terms may differ where counts do not.
      const test = this.#mutant(dictionary, word);
      return test === undefined ? undefined : this.#try(test, zeroInputs(), 0);
    }
    const isBefore = (a: Saved, b: Saved) =>
      a.edges.length > 0 === b.edges.length > 0 ? a.inputs < b.inputs : a.edges.length > 0;
    const newest = this.#unwatched.at(-1) as Saved;
    const next = turn % 2 === 0 ? this.#unwatched.reduce((a, b) => (isBefore(b, a) ? b : a)) : newest;
    this.#unwatched.splice(this.#unwatched.indexOf(next), 1);
    return this.#try(next.test, zeroInputs(), 0);
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
    this.#context.progress(() => `${counted(this.#runs, "execution")}`);
    const inputs = result.violation === undefined ? undefined : this.#replayed(result.inputs);
    if (inputs !== undefined) return { kind: "unsafe", counterexample: { inputs } };
    const run: Run = { inputs: result.inputs, shadow, end: result.outcome.kind === "limit" ? "limit" : "own" };
    this.#last = run;
    const { outcome } = result;
    if (outcome.kind === "unsupported" && run.inputs.length === 0)
      this.#stopped = `every execution stops early: ${outcome.what} is not supported`;
    else if (run.inputs.length === 0 && outcome.kind !== "limit") this.#stopped = "the program reads no inputs";
    this.#queue.add(run, bound);
    return undefined;
  }

  /** The inputs with which the program violates the property as well without the text. */
  #replayed(given: readonly RecordedInput[]): readonly RecordedInput[] | undefined {
    const { violation, inputs } = this.#plain.run(listInputs(given.map(({ value }) => value)), REPLAY_STEPS);
    return violation === undefined ? undefined : inputs;
  }

  /** Solves for a goal and runs what it found. `way`: where the goal is only on the way to another one, that one's. */
  #pursue({ inputs, shadow, end }: Run, goal: Goal, repairs: number, way?: readonly Constraint[]): Verdict | undefined {
    const wanted = goal.formula();
    if (wanted === undefined) return undefined;
    if (goal.what.kind === "digits")
      return this.#mayHope(goal) ? this.#tryNumbers(inputs, wanted, shadow.values) : undefined;
    const before = shadow.constraints.slice(0, goal.after);
    let isHoped = false;
    const related = this.#solver.related(
      before.map(({ formula }) => formula),
      wanted,
    );
    let solution = this.#solved([wanted, ...related], shadow.values);
    let bound = goal.after;
    if (solution === "infeasible" && this.#queue.isPromising(goal) && this.#mayHope(goal)) {
      const numbered = goal.what.kind === "failure" ? this.#tryNumbers(inputs, wanted, shadow.values) : undefined;
      if (numbered !== undefined) return numbered;
      // What holds at places that the run passed both ways is a matter of how often it did: other inputs may do it another time.
      const isOneWay = ({ edge, isPin }: Constraint) =>
        isPin !== true && (edge === undefined || !isBothWays(shadow, edge));
      const oneWay = new Set(before.filter(isOneWay).map(({ formula }) => formula));
      const kept = related.filter((formula) => oneWay.has(formula));
      bound = 0;
      isHoped = true;
      if (kept.length < related.length) solution = this.#solved([wanted, ...kept], shadow.values);
      if (solution === "infeasible" && kept.length > 0) solution = this.#solved([wanted], shadow.values);
    }
    if (typeof solution === "string") return undefined;
    const values = [...solution].flatMap(([of, value]) => {
      const symbol = this.#symbols.symbolOf(of);
      return symbol === undefined ? [] : [[symbol, value] as const];
    });
    const parent = testOf(end === "own" ? inputs : inputs.slice(0, goal.inputs));
    const changed = values.filter(([symbol, value]) => shadow.values.get(symbol.variable) !== value);
    const worded =
      changed.length === 1 ? this.#tryWords(parent, inputs, ...(changed[0] as [InputSymbol, Int])) : undefined;
    if (worded !== undefined) return worded;
    const next = withValues(parent, values);
    if (!this.#isNew(next)) return undefined;
    this.#idle = 0;
    const { verdict: shown, saved } = this.#count(inputsOf(next, zeroInputs(), () => {}));
    this.#solutionsRun += 1;
    const mayLead = way !== undefined || (this.#queue.isPromising(goal) && (goal.what.kind === "edge" || isHoped));
    const isWatched = saved !== undefined || mayLead || this.#solutionsRun % SOLVED_A_WATCHED === 0;
    if (shown !== undefined || !isWatched) return shown;
    const verdict = this.#try(next, zeroInputs(), bound);
    const run = this.#last;
    if (verdict !== undefined || run === undefined || repairs === 0 || !mayLead) return verdict;
    const back = wayBack(way ?? before, run.shadow);
    return back === undefined ? undefined : this.#pursue(run, back, repairs - 1, way ?? before);
  }

  /** Where what should fail is computed from the digits of numbers, the greatest numbers are tried instead of each of them. */
  #tryNumbers(given: readonly RecordedInput[], wanted: Formula, now: ReadonlyMap<Variable, Int>): Verdict | undefined {
    const digits = [...this.#solver.variablesOf(wanted)].flatMap((of) => {
      const symbol = this.#symbols.symbolOf(of);
      return symbol !== undefined && isDigit(now.get(of)) ? [placeOf(given, symbol)] : [];
    });
    for (const [from, to] of stretches(digits))
      for (const word of NUMBERS) {
        const values = given.map(({ value }) => value);
        values.splice(from, to - from, ...word);
        const verdict = this.#probe(inOrder(values, zeroInputs()));
        if (verdict !== undefined) return verdict;
      }
    return undefined;
  }

  /**
   * Where an input should be the first character of words of the program, they are tried as a whole: at the place that asks for it, and in
   * order, since the next character may be asked for at another place.
   */
  #tryWords(test: Test, given: readonly RecordedInput[], symbol: InputSymbol, value: Int): Verdict | undefined {
    const { site, occurrence } = symbol;
    for (const word of wordsFor(Number(value), this.#dictionary)) {
      const list = [...(test.get(site) ?? [])];
      list.splice(occurrence, 1, ...word);
      const next = new Map(test).set(site, list);
      if (!this.#isNew(next)) continue;
      const verdict =
        this.#probe(inputsOf(next, zeroInputs(), () => {})) ??
        (test.size > 1 ? this.#probe(inOrder(spliced(given, symbol, word), zeroInputs())) : undefined);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  /**
   * Whether the goal is once more tried for without all that stands in its way: an operation that cannot fail is met in every run. What
   * cannot fail the first time may later, as sums do.
   */
  #mayHope({ what: { kind, edge, number }, occurrence }: Goal): boolean {
    if (kind === "edge") return true;
    const hopes = memoised(this.#hopes, edge, () => new Map<number, number>());
    const like = number * 64 + Math.ceil(Math.log2(1 + occurrence));
    const before = hopes.get(like) ?? 0;
    hopes.set(like, before + 1);
    return before < MOST_HOPES;
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

/** The values in order, with a word instead of one of them. */
function spliced(given: readonly RecordedInput[], symbol: InputSymbol, word: readonly number[]): readonly InputValue[] {
  const values: InputValue[] = given.map(({ value }) => value);
  values.splice(placeOf(given, symbol), 1, ...word);
  return values;
}

/** Where in the order of asking the input is given; behind the end where it is not. */
function placeOf(given: readonly RecordedInput[], { site, occurrence }: InputSymbol): number {
  let before = 0;
  const at = given.findIndex((input) => siteOf(input) === site && before++ === occurrence);
  return at < 0 ? given.length : at;
}

/** Places that follow each other, from the first to behind the last. */
function stretches(places: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && place === last[1]) last[1] += 1;
    else found.push([place, place + 1]);
  }
  return found;
}

function isBothWays({ taken }: Shadow, edge: Edge): boolean {
  return edge.source.outgoing.filter((one) => taken.has(one)).length > 1;
}
