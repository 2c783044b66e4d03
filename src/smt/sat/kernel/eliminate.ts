/**
 * Preprocessing by subsumption, self-subsuming resolution and bounded variable elimination (Een and Biere, "Effective
 * Preprocessing in SAT through Variable and Clause Elimination", SAT 2005). Between the searches, at level 0: the watch
 * lists are emptied and serve as lists of occurrences meanwhile.
 *
 * Incremental: the clauses of an eliminated variable are kept. Who mentions the variable again gets them back (`restore`),
 * with those of the variables in them; resolvents and whatever was learnt from them stay true. A model is extended over
 * the clauses that are kept, last elimination first.
 */
import { addClause } from "./index";
import { Words } from "./memory";
import { by, follows, identify, identityOf, shorterFollows } from "./proof";
import {
  HEADER,
  arena,
  asserted,
  backtrack,
  clauseSize,
  collect,
  cut,
  enqueue,
  insertOpen,
  isDead,
  kill,
  learnts,
  literalsAt,
  makeClause,
  mark,
  places,
  propagated,
  refuted,
  removedAt,
  setMark,
  setPropagated,
  setRefuted,
  standing,
  standingOf,
  trail,
  valueOf,
  variables,
  watchTwo,
  watches,
} from "./state";
import { propagate, refuteBy } from "./search";

/** A record: the variable, how many clauses, words of clauses; then each clause: size, identity, pivot literal, other literals. */
const removed = new Words();
const records = new Words();
const queue = new Words();
const candidates = new Words();
const resolvent = new Words();
const learntTwo = new Words();

let steps: f64 = 0;
/** What `steps` was when the caller was last told. */
let toldAt: f64 = 0;

/** Some ten milliseconds. */
const STEPS_A_TICK: f64 = 2_000_000;

/** Tells the caller of steps that were taken; whether to go on. */
@external("env", "stepped")
declare function stepped(count: f64): bool;

function tick(): void {
  if (toldAt - steps < STEPS_A_TICK) return;
  if (!stepped(toldAt - steps)) steps = 0;
  toldAt = steps;
}

/** A variable in more clauses of each sign than this is not worth trying. */
const MOST_OCCURRENCES: i32 = 16;
const MOST_LITERALS: i32 = 60;
/** A clause in more lists than this is not checked for being subsumed. */
const LONGEST_LIST: i32 = 1000;

export function eliminate(limit: f64): void {
  steps = limit;
  toldAt = limit;
  connect();
  subsumeAll();
  for (let round = 0; round < 4 && steps > 0 && !refuted; round++) {
    if (!eliminateRound()) break;
    subsumeAll();
  }
  disconnect();
}

// --- Occurrences instead of watches -----------------------------------------------------------------------------------

function signatureOf(clause: i32): i32 {
  let signature = 0;
  for (let i = 0; i < clauseSize(clause); i++) signature |= 1 << ((literal(clause, i) >> 1) & 31);
  return signature;
}

@inline function literal(clause: i32, i: i32): i32 {
  return load<i32>(literalsAt(clause) + ((<usize>i) << 2));
}

function connect(): void {
  learntTwo.size = 0;
  const two = queue;
  two.size = 0;
  for (let one = 0; one < variables << 1; one++) {
    for (let i = 0; i < watches.size(one); i += 2) {
      const word = watches.get(one, i + 1);
      const other = watches.get(one, i);
      if ((word & 1) == 0 || other < one) continue;
      const into = word == 1 ? two : learntTwo;
      into.push(one);
      into.push(other);
    }
  }
  for (let one = 0; one < variables << 1; one++) watches.setSize(one, 0);
  for (let i = 0; i < asserted.size; i++) {
    const clause = asserted.get(i);
    if (!isDead(clause)) tidy(clause);
  }
  // Clauses of two are in the arena while the lists are of occurrences.
  for (let i = 0; i < two.size; i += 2) {
    if (valueOf(two.get(i)) > 0 || valueOf(two.get(i + 1)) > 0) continue;
    const clause = makeClause(two.at + ((<usize>i) << 2), 2, 0);
    asserted.push(clause);
  }
  queue.size = 0;
  for (let i = 0; i < asserted.size; i++) {
    const clause = asserted.get(i);
    if (isDead(clause)) continue;
    attach(clause);
  }
}

/** Without what is false at level 0; gone where something in it is true. */
function tidy(clause: i32): void {
  let kept = 0;
  const size = clauseSize(clause);
  for (let i = 0; i < size; i++) {
    const one = literal(clause, i);
    const value = valueOf(one);
    if (value > 0) {
      kill(clause);
      return;
    }
    if (value == 0) {
      store<i32>(literalsAt(clause) + ((<usize>kept) << 2), one);
      kept += 1;
    }
  }
  if (kept == size) return;
  if (kept < 3) by(clause);
  cut(clause, kept);
  if (kept < 3) shorterFollows(clause);
}

function attach(clause: i32): void {
  arena.set(clause + 2, signatureOf(clause));
  for (let i = 0; i < clauseSize(clause); i++) watches.push(literal(clause, i), clause);
  queue.push(clause);
}

function disconnect(): void {
  for (let one = 0; one < variables << 1; one++) {
    if (watches.size(one) > 64) watches.release(one);
    else watches.setSize(one, 0);
  }
  if (refuted) return;
  for (let i = 0; i < learnts.size; i++) {
    const clause = learnts.get(i);
    if (isDead(clause)) continue;
    if (mentionsEliminated(clause)) kill(clause);
    else tidyLearnt(clause);
  }
  const two = queue;
  two.size = 0;
  for (let i = 0; i < asserted.size; i++) {
    const clause = asserted.get(i);
    if (isDead(clause) || clauseSize(clause) != 2) continue;
    two.push(literal(clause, 0));
    two.push(literal(clause, 1));
    kill(clause);
  }
  collect();
  for (let i = 0; i < two.size; i += 2) watchTwo(two.get(i), two.get(i + 1), 0);
  for (let i = 0; i < learntTwo.size; i += 2) {
    const first = learntTwo.get(i);
    const second = learntTwo.get(i + 1);
    if (isGone(first) || isGone(second) || valueOf(first) != 0 || valueOf(second) != 0) continue;
    watchTwo(first, second, 1);
  }
  setPropagated(0);
  refuteBy(propagate());
}

@inline function isGone(one: i32): bool {
  return (standingOf(one >> 1) & 1) != 0;
}

function mentionsEliminated(clause: i32): bool {
  for (let i = 0; i < clauseSize(clause); i++) if (isGone(literal(clause, i))) return true;
  return false;
}

function tidyLearnt(clause: i32): void {
  tidy(clause);
  if (isDead(clause)) return;
  const size = clauseSize(clause);
  if (size > 2) return;
  if (size == 2) {
    learntTwo.push(literal(clause, 0));
    learntTwo.push(literal(clause, 1));
  } else if (size == 1) assign(literal(clause, 0));
  else setRefuted();
  kill(clause);
}

/** A literal that holds at level 0; clauses hear of it by `settle`. */
function assign(one: i32): void {
  const value = valueOf(one);
  if (value < 0) setRefuted();
  if (value == 0) enqueue(one, 0);
}

/** Takes assigned literals out of all clauses. */
function settle(): void {
  while (propagated < trail.size && !refuted) {
    const one = trail.get(propagated);
    setPropagated(propagated + 1);
    for (let i = 0; i < watches.size(one); i++) {
      const clause = watches.get(one, i);
      if (!isDead(clause)) kill(clause);
    }
    watches.setSize(one, 0);
    const size = watches.size(one ^ 1);
    for (let i = 0; i < size; i++) {
      const clause = watches.get(one ^ 1, i);
      if (!isDead(clause)) drop(clause, one ^ 1, NOBODY);
    }
    watches.setSize(one ^ 1, 0);
  }
}

/** Instead of a clause: the literal is false at level 0. */
const NOBODY: i32 = -1;

/** Takes a literal out of a clause, because of another clause; its own list still has the clause. */
function drop(clause: i32, one: i32, cause: i32): void {
  const size = clauseSize(clause);
  const isNamedAgain = cause != NOBODY || size <= 3;
  if (cause != NOBODY) by(cause);
  if (isNamedAgain) by(clause);
  let at = 0;
  while (literal(clause, at) != one) at += 1;
  store<i32>(literalsAt(clause) + ((<usize>at) << 2), literal(clause, size - 1));
  cut(clause, size - 1);
  if (isNamedAgain) shorterFollows(clause);
  if (size == 2) {
    assign(literal(clause, 0));
    kill(clause);
    return;
  }
  arena.set(clause + 2, signatureOf(clause));
  queue.push(clause);
}

function unlist(one: i32, clause: i32): void {
  const size = watches.size(one);
  for (let i = 0; i < size; i++) {
    if (watches.get(one, i) != clause) continue;
    watches.set(one, i, watches.get(one, size - 1));
    watches.setSize(one, size - 1);
    return;
  }
}

// --- Subsumption ------------------------------------------------------------------------------------------------------

function subsumeAll(): void {
  settle();
  let at = 0;
  while (at < queue.size && steps > 0 && !refuted) {
    const clause = queue.get(at);
    at += 1;
    if (!isDead(clause)) subsumeBy(clause);
    settle();
    tick();
  }
  queue.size = 0;
}

/** Removes what the clause subsumes, and literals whose negation resolves away with it. */
function subsumeBy(clause: i32): void {
  let best = literal(clause, 0) >> 1;
  for (let i = 1; i < clauseSize(clause); i++) {
    const variable = literal(clause, i) >> 1;
    if (listsOf(variable) < listsOf(best)) best = variable;
  }
  if (listsOf(best) > LONGEST_LIST) return;
  for (let i = 0; i < clauseSize(clause); i++) setMark(literal(clause, i), 1);
  for (let sign = 0; sign < 2; sign++) {
    const list = (best << 1) | sign;
    for (let i = 0; i < watches.size(list); i++) {
      const other = watches.get(list, i);
      steps -= 1;
      if (other == clause || isDead(other) || clauseSize(other) < clauseSize(clause)) continue;
      if ((arena.get(clause + 2) & ~arena.get(other + 2)) != 0) continue;
      const found = compare(clause, other);
      if (found == DIFFERENT) continue;
      if (found == SUBSUMED) {
        kill(other);
        continue;
      }
      drop(other, found, clause);
      if (found == list) {
        watches.set(list, i, watches.get(list, watches.size(list) - 1));
        watches.setSize(list, watches.size(list) - 1);
        i -= 1;
      } else unlist(found, other);
      if (refuted) break;
    }
  }
  for (let i = 0; i < clauseSize(clause); i++) setMark(literal(clause, i), 0);
}

@inline function listsOf(variable: i32): i32 {
  return watches.size(variable << 1) + watches.size((variable << 1) | 1);
}

const DIFFERENT: i32 = -1;
const SUBSUMED: i32 = -2;

/** The marked clause against another: the literal of the other that goes, or one of the constants. */
function compare(clause: i32, other: i32): i32 {
  let found = 0;
  let flipped = -1;
  const size = clauseSize(other);
  steps -= <f64>size;
  for (let i = 0; i < size; i++) {
    const one = literal(other, i);
    if (mark(one) != 0) found += 1;
    else if (mark(one ^ 1) != 0) {
      if (flipped >= 0) return DIFFERENT;
      flipped = one;
      found += 1;
    }
  }
  if (found < clauseSize(clause)) return DIFFERENT;
  return flipped < 0 ? SUBSUMED : flipped;
}

// --- Elimination ------------------------------------------------------------------------------------------------------

/** Tries the variables with few occurrences, fewest first; whether any was eliminated. */
function eliminateRound(): bool {
  candidates.size = 0;
  for (let variable = 0; variable < variables; variable++) {
    if (standingOf(variable) != 0 || valueOf(variable << 1) != 0) continue;
    const positive = watches.size(variable << 1);
    const negative = watches.size((variable << 1) | 1);
    if (positive > MOST_OCCURRENCES && negative > MOST_OCCURRENCES) continue;
    candidates.push(variable);
  }
  sortByOccurrences();
  let any = false;
  for (let i = 0; i < candidates.size && steps > 0 && !refuted; i++) {
    const variable = candidates.get(i);
    if (valueOf(variable << 1) != 0) continue;
    if (tryVariable(variable)) any = true;
    settle();
    tick();
  }
  return any;
}

/** A counting sort by the number of occurrences. */
function sortByOccurrences(): void {
  const most = 256;
  const counts = resolvent;
  counts.size = 0;
  for (let i = 0; i <= most; i++) counts.push(0);
  for (let i = 0; i < candidates.size; i++) {
    const key = min(listsOf(candidates.get(i)), most - 1);
    counts.set(key + 1, counts.get(key + 1) + 1);
  }
  for (let i = 1; i <= most; i++) counts.set(i, counts.get(i) + counts.get(i - 1));
  const sorted = queue;
  const start = sorted.size;
  for (let i = 0; i < candidates.size; i++) sorted.push(0);
  for (let i = 0; i < candidates.size; i++) {
    const key = min(listsOf(candidates.get(i)), most - 1);
    const at = counts.get(key);
    counts.set(key, at + 1);
    sorted.set(start + at, candidates.get(i));
  }
  for (let i = 0; i < candidates.size; i++) candidates.set(i, sorted.get(start + i));
  sorted.size = start;
}

function compact(list: i32): void {
  let kept = 0;
  for (let i = 0; i < watches.size(list); i++) {
    const clause = watches.get(list, i);
    if (isDead(clause)) continue;
    watches.set(list, kept, clause);
    kept += 1;
  }
  watches.setSize(list, kept);
}

function tryVariable(variable: i32): bool {
  const positive = variable << 1;
  const negative = positive | 1;
  compact(positive);
  compact(negative);
  const before = watches.size(positive) + watches.size(negative);
  if (watches.size(positive) > MOST_OCCURRENCES && watches.size(negative) > MOST_OCCURRENCES) return false;
  let after = 0;
  for (let i = 0; i < watches.size(positive); i++) {
    for (let k = 0; k < watches.size(negative); k++) {
      if (!resolve(watches.get(positive, i), watches.get(negative, k), positive)) continue;
      after += 1;
      if (after > before || resolvent.size > MOST_LITERALS || steps < 0) return false;
    }
  }
  keep(variable);
  for (let i = 0; i < watches.size(positive); i++) {
    for (let k = 0; k < watches.size(negative); k++) {
      if (!resolve(watches.get(positive, i), watches.get(negative, k), positive)) continue;
      by(watches.get(positive, i));
      by(watches.get(negative, k));
      const identity = follows(resolvent.at, resolvent.size);
      if (resolvent.size == 1) {
        assign(resolvent.get(0));
        continue;
      }
      if (resolvent.size == 0) {
        setRefuted();
        return true;
      }
      const clause = makeClause(resolvent.at, resolvent.size, 0);
      identify(clause, identity);
      asserted.push(clause);
      attach(clause);
    }
  }
  for (let sign = 0; sign < 2; sign++) {
    for (let i = 0; i < watches.size(positive | sign); i++) {
      const clause = watches.get(positive | sign, i);
      // It may come back, by the identity that was put aside with it.
      identify(clause, 0);
      kill(clause);
    }
    watches.setSize(positive | sign, 0);
  }
  store<u8>(standing + <usize>variable, 1);
  return true;
}

/** The resolvent of two clauses on a literal of the first, in `resolvent`; false where it is always true. */
function resolve(first: i32, second: i32, pivot: i32): bool {
  resolvent.size = 0;
  const firstSize = clauseSize(first);
  const secondSize = clauseSize(second);
  steps -= <f64>(firstSize + secondSize);
  for (let i = 0; i < firstSize; i++) {
    const one = literal(first, i);
    if (one == pivot) continue;
    setMark(one, 1);
    resolvent.push(one);
  }
  const own = resolvent.size;
  let proper = true;
  for (let i = 0; i < secondSize; i++) {
    const one = literal(second, i);
    if (one == (pivot ^ 1)) continue;
    if (mark(one ^ 1) != 0) {
      proper = false;
      break;
    }
    if (mark(one) == 0) resolvent.push(one);
  }
  for (let i = 0; i < own; i++) setMark(resolvent.get(i), 0);
  return proper;
}

/** Puts the clauses of a variable aside. */
function keep(variable: i32): void {
  records.push(removed.size);
  store<i32>(removedAt + ((<usize>variable) << 2), removed.size + 1);
  removed.push(variable);
  const count = removed.size;
  removed.push(watches.size(variable << 1) + watches.size((variable << 1) | 1));
  removed.push(0);
  const start = removed.size;
  for (let sign = 0; sign < 2; sign++) {
    const pivot = (variable << 1) | sign;
    for (let i = 0; i < watches.size(pivot); i++) {
      const clause = watches.get(pivot, i);
      removed.push(clauseSize(clause));
      removed.push(identityOf(clause));
      removed.push(pivot);
      for (let k = 0; k < clauseSize(clause); k++) if (literal(clause, k) != pivot) removed.push(literal(clause, k));
    }
  }
  removed.set(count + 1, removed.size - start);
}

// --- Restoring, and extending models ----------------------------------------------------------------------------------

const waiting = new Words();

/** Gives an eliminated variable its clauses back, and those in them theirs. It is not eliminated again. */
export function restore(first: i32): void {
  waiting.size = 0;
  waiting.push(first);
  store<u8>(standing + <usize>first, 2);
  // First every variable that comes back, then the clauses: a clause may speak of none that is still gone.
  for (let next = 0; next < waiting.size; next++) {
    const record = load<i32>(removedAt + ((<usize>waiting.get(next)) << 2)) - 1;
    const count = removed.get(record + 1);
    let at = record + 3;
    for (let i = 0; i < count; i++) {
      const size = removed.get(at);
      for (let k = 2; k <= size + 1; k++) {
        const variable = removed.get(at + k) >> 1;
        if ((standingOf(variable) & 1) == 0) continue;
        store<u8>(standing + <usize>variable, 2);
        waiting.push(variable);
      }
      at += size + 2;
    }
  }
  for (let next = 0; next < waiting.size; next++) {
    const variable = waiting.get(next);
    if (load<i32>(places + ((<usize>variable) << 2)) < 0) insertOpen(variable);
    const slot = removedAt + ((<usize>variable) << 2);
    const record = load<i32>(slot) - 1;
    store<i32>(slot, 0);
    const count = removed.get(record + 1);
    let at = record + 3;
    for (let i = 0; i < count; i++) {
      addClause(removed.at + ((<usize>(at + 2)) << 2), removed.get(at), removed.get(at + 1));
      at += removed.get(at) + 2;
    }
    removed.set(record, -1);
  }
}

/** Gives eliminated variables values that satisfy the clauses they had. `model` has a word a variable. */
export function extendModel(model: Words): void {
  for (let i = records.size - 1; i >= 0; i--) {
    const record = records.get(i);
    const variable = removed.get(record);
    if (variable < 0) continue;
    // False satisfies the negative clauses; true is needed where a positive one is not satisfied otherwise.
    model.set(variable, 0);
    const count = removed.get(record + 1);
    let at = record + 3;
    for (let k = 0; k < count; k++) {
      const size = removed.get(at);
      const pivot = removed.get(at + 2);
      if ((pivot & 1) == 0 && !satisfied(model, at + 3, size - 1)) {
        model.set(variable, 1);
        break;
      }
      at += size + 2;
    }
  }
}

function satisfied(model: Words, from: i32, size: i32): bool {
  for (let i = from; i < from + size; i++) {
    const one = removed.get(i);
    if (model.get(one >> 1) != (one & 1)) return true;
  }
  return false;
}
