/**
 * The search: unit propagation over two watched literals with blockers, first unique implication point with recursive
 * minimisation, activities, saved phases, restarts by moving averages of LBD that alternate with stretches of rare ones,
 * reduction of learnt clauses in three tiers. After Een and Soerensson, "An Extensible SAT-solver" (SAT 2003), Audemard
 * and Simon, "Predicting Learnt Clauses Quality in Modern SAT Solvers" (IJCAI 2009), Biere and Froehlich, "Evaluating
 * CDCL Restart Schemes" (POS 2015).
 */
import { Words } from "./memory";
import { by, byReason, byTwo, coreFollows, follows, identify, logging } from "./proof";
import {
  HEADER,
  arena,
  backtrack,
  bumpActivity,
  clauseSize,
  collect,
  decayActivities,
  enqueue,
  glueOf,
  isDead,
  isLearnt,
  kill,
  learnts,
  level,
  levelOf,
  limits,
  literalsAt,
  locked,
  makeClause,
  mark,
  order,
  phases,
  positions,
  propagated,
  reasonOf,
  refuted,
  setDecay,
  setGlue,
  setMark,
  setPropagated,
  setRefuted,
  standingOf,
  takeMostActive,
  trail,
  useOf,
  valueOf,
  variables,
  waste,
  watchClause,
  watchTwo,
  watches,
} from "./state";

const LEARNT: i32 = 1;

// --- Propagation ------------------------------------------------------------------------------------------------------

/** The clause in which all literals are false: its place, or TWO for one of two literals, or NONE. */
const NONE: i32 = -1;
const TWO: i32 = -2;
let conflictFirst: i32 = 0;
let conflictSecond: i32 = 0;
export let propagations: f64 = 0;
export let conflicts: f64 = 0;
export let decisions: f64 = 0;
/** Watchers looked at, in all: what the search costs. */
export let visits: f64 = 0;

export function propagate(): i32 {
  let conflict = NONE;
  let looked: i32 = 0;
  const before = propagated;
  let at = propagated;
  while (at < trail.size) {
    const falsified = trail.get(at) ^ 1;
    at += 1;
    const start = watches.data(falsified);
    let from = start;
    let to = start;
    const end = start + ((<usize>watches.size(falsified)) << 2);
    looked += <i32>((end - start) >> 3);
    while (from < end) {
      const blocker = load<i32>(from);
      const word = load<i32>(from, 4);
      from += 8;
      const blocked = valueOf(blocker);
      if (blocked > 0) {
        store<i32>(to, blocker);
        store<i32>(to, word, 4);
        to += 8;
        continue;
      }
      if ((word & 1) != 0) {
        store<i32>(to, blocker);
        store<i32>(to, word, 4);
        to += 8;
        if (blocked < 0) {
          conflict = TWO;
          conflictFirst = falsified;
          conflictSecond = blocker;
          break;
        }
        enqueue(blocker, (falsified << 1) | 1);
        continue;
      }
      const clause = word >> 2;
      if (isDead(clause)) continue;
      const literals = literalsAt(clause);
      const other = load<i32>(literals) ^ load<i32>(literals, 4) ^ falsified;
      const value = valueOf(other);
      if (value > 0) {
        store<i32>(to, other);
        store<i32>(to, word, 4);
        to += 8;
        continue;
      }
      const last = literals + ((<usize>clauseSize(clause)) << 2);
      let candidate = literals + 8;
      while (candidate < last && valueOf(load<i32>(candidate)) < 0) candidate += 4;
      if (candidate < last) {
        const found = load<i32>(candidate);
        store<i32>(literals, other);
        store<i32>(literals, found, 4);
        store<i32>(candidate, falsified);
        watches.push(found, other);
        watches.push(found, word);
        continue;
      }
      store<i32>(to, other);
      store<i32>(to, word, 4);
      to += 8;
      store<i32>(literals, other);
      store<i32>(literals, falsified, 4);
      if (value < 0) {
        conflict = clause;
        break;
      }
      enqueue(other, clause << 1);
    }
    if (to != from) {
      const rest = end - from;
      if (rest > 0) memory.copy(to, from, rest);
      watches.setSize(falsified, <i32>((to + rest - start) >> 2));
    }
    if (conflict != NONE) break;
  }
  setPropagated(conflict == NONE ? at : trail.size);
  propagations += <f64>(at - before);
  visits += <f64>looked;
  return conflict;
}

/** At level 0: what a clause with no true literal amounts to, if there is one. */
export function refuteBy(conflict: i32): void {
  if (conflict == NONE) return;
  if (conflict == TWO) byTwo(conflictFirst, conflictSecond);
  else by(conflict);
  follows(0, 0);
  setRefuted();
}

// --- Learning ---------------------------------------------------------------------------------------------------------

const learnt = new Words();
const touched = new Words();
const stack = new Words();
let glue: i32 = 0;
/** By level: the stamp of the last count of levels that met it. */
const stamps = new Words();
let stamp: i32 = 0;

@inline function meets(at: i32): bool {
  while (stamps.size <= at) stamps.push(0);
  if (stamps.get(at) == stamp) return false;
  stamps.set(at, stamp);
  return true;
}

function spanOf(literals: usize, size: i32): i32 {
  stamp += 1;
  let span = 0;
  for (let i = 0; i < size; i++) if (meets(levelOf(load<i32>(literals + ((<usize>i) << 2)) >> 1))) span += 1;
  return span;
}

/** How many literals of the current level wait to be resolved. */
let open: i32 = 0;

@inline function visit(literal: i32): void {
  const variable = literal >> 1;
  if (mark(variable << 1) != 0 || levelOf(variable) == 0) return;
  setMark(variable << 1, 1);
  touched.push(variable);
  bumpActivity(variable);
  if (levelOf(variable) == level()) open += 1;
  else learnt.push(literal);
}

function visitClause(clause: i32, from: i32): void {
  if (isLearnt(clause)) {
    const old = glueOf(clause);
    if (old > 2) {
      const now = spanOf(literalsAt(clause), clauseSize(clause));
      setGlue(clause, now < old ? now : old, 2);
    } else setGlue(clause, old, 2);
  }
  const literals = literalsAt(clause);
  const size = clauseSize(clause);
  for (let i = from; i < size; i++) visit(load<i32>(literals + ((<usize>i) << 2)));
}

/** Fills `learnt`, its first literal being the one to assert; returns the level to go back to. */
function analyse(conflict: i32): i32 {
  learnt.size = 0;
  touched.size = 0;
  open = 0;
  learnt.push(0);
  if (conflict == TWO) {
    visit(conflictFirst);
    visit(conflictSecond);
  } else visitClause(conflict, 0);
  let at = trail.size - 1;
  let pivot = 0;
  while (true) {
    while (mark(trail.get(at) & -2) == 0) at -= 1;
    pivot = trail.get(at);
    at -= 1;
    open -= 1;
    if (open == 0) break;
    const reason = reasonOf(pivot >> 1);
    if ((reason & 1) != 0) visit(reason >> 1);
    else visitClause(reason >> 1, 1);
  }
  learnt.set(0, pivot ^ 1);
  minimise();
  if (logging) explainLearnt(conflict);
  for (let i = 0; i < touched.size; i++) setMark(touched.get(i) << 1, 0);
  glue = spanOf(learnt.at, learnt.size);
  return secondLevel();
}

/** Drops literals that the others imply. Marks: 1 in the clause, 2 implied by it, 3 not implied. */
function minimise(): void {
  let kept = 1;
  for (let i = 1; i < learnt.size; i++) {
    const literal = learnt.get(i);
    if (reasonOf(literal >> 1) == 0 || !isImplied(literal)) {
      learnt.set(kept, literal);
      kept += 1;
    }
  }
  learnt.size = kept;
}

/** Iterative: `stack` holds variables whose reasons are to be followed, and the next literal in each. */
function isImplied(literal: i32): bool {
  stack.size = 0;
  stack.push(literal >> 1);
  stack.push(0);
  while (stack.size > 0) {
    const variable = stack.get(stack.size - 2);
    const next = stack.get(stack.size - 1);
    const reason = reasonOf(variable);
    let candidate = -1;
    if ((reason & 1) != 0) {
      if (next == 0) candidate = reason >> 1;
    } else {
      const clause = reason >> 1;
      if (next + 1 < clauseSize(clause)) candidate = load<i32>(literalsAt(clause) + ((<usize>(next + 1)) << 2));
    }
    if (candidate < 0) {
      if (mark(variable << 1) == 0) {
        setMark(variable << 1, 2);
        touched.push(variable);
      }
      stack.size -= 2;
      continue;
    }
    stack.set(stack.size - 1, next + 1);
    const other = candidate >> 1;
    const state = mark(other << 1);
    if (levelOf(other) == 0 || state == 1 || state == 2) continue;
    if (state == 3 || reasonOf(other) == 0) {
      for (let i = 0; i < stack.size; i += 2) {
        const failed = stack.get(i);
        if (mark(failed << 1) != 0) continue;
        setMark(failed << 1, 3);
        touched.push(failed);
      }
      return false;
    }
    stack.push(other);
    stack.push(0);
  }
  return true;
}

/** The learnt clause's identity in the proof. */
let identity: i32 = 0;

/** It follows by the reasons of all literals that were resolved away or implied, in the order in which they came to hold. */
function explainLearnt(conflict: i32): void {
  for (let i = 0; i < learnt.size; i++) setMark(learnt.get(i) & -2, 4);
  const used = stack;
  used.size = 0;
  for (let i = 0; i < touched.size; i++) {
    const variable = touched.get(i);
    const state = mark(variable << 1);
    if (state == 1 || state == 2) used.push(load<i32>(positions + ((<usize>variable) << 2)));
  }
  quicksort(used.at, 0, used.size - 1, itself);
  for (let i = 0; i < used.size; i++) byReason(trail.get(used.get(i)));
  if (conflict == TWO) byTwo(conflictFirst, conflictSecond);
  else by(conflict);
  identity = follows(learnt.at, learnt.size);
}

/** Puts a literal of the highest level but one into the second place. */
function secondLevel(): i32 {
  if (learnt.size == 1) return 0;
  let best = 1;
  for (let i = 2; i < learnt.size; i++)
    if (levelOf(learnt.get(i) >> 1) > levelOf(learnt.get(best) >> 1)) best = i;
  const literal = learnt.get(best);
  learnt.set(best, learnt.get(1));
  learnt.set(1, literal);
  return levelOf(literal >> 1);
}

function learn(): void {
  const first = learnt.get(0);
  if (learnt.size == 1) {
    enqueue(first, 0);
    return;
  }
  if (learnt.size == 2) {
    watchTwo(first, learnt.get(1), LEARNT);
    enqueue(first, (learnt.get(1) << 1) | 1);
    return;
  }
  const clause = makeClause(learnt.at, learnt.size, LEARNT);
  identify(clause, identity);
  setGlue(clause, glue, 2);
  learnts.push(clause);
  watchClause(clause);
  enqueue(first, clause << 1);
}

// --- Reduction --------------------------------------------------------------------------------------------------------

let nextReduction: f64 = 2000;
let reductions: f64 = 0;
const KEPT_GLUE: i32 = 2;
const MIDDLE_GLUE: i32 = 6;

/** Of the learnt clauses that were of no use lately, three quarters go, those that span most levels first. */
function reduce(): void {
  reductions += 1;
  nextReduction = conflicts + 1000 + 200 * reductions;
  const candidates = stack;
  candidates.size = 0;
  let living = 0;
  for (let i = 0; i < learnts.size; i++) {
    const clause = learnts.get(i);
    if (isDead(clause)) continue;
    learnts.set(living, clause);
    living += 1;
    const glue = glueOf(clause);
    const use = useOf(clause);
    if (glue <= KEPT_GLUE || locked(clause)) continue;
    if (use > 0) {
      setGlue(clause, glue, use - 1);
      if (use == 2 || glue <= MIDDLE_GLUE) continue;
    }
    candidates.push(clause);
  }
  learnts.size = living;
  sortByWorth(candidates);
  const kept = candidates.size >> 2;
  for (let i = kept; i < candidates.size; i++) kill(candidates.get(i));
  if (waste > arena.size >> 2) {
    backtrack(0);
    collect();
  }
}

/** Fewer levels first, then shorter, then older. */
function sortByWorth(clauses: Words): void {
  if (clauses.size < 2) return;
  quicksort(clauses.at, 0, clauses.size - 1, worth);
}

function worth(clause: i32): i64 {
  return ((<i64>min(glueOf(clause), 0xffff)) << 48) | ((<i64>min(clauseSize(clause), 0xffff)) << 32) | <i64>clause;
}

function itself(word: i32): i64 {
  return word;
}

/** Ascending, by a key of each word. */
function quicksort(at: usize, from: i32, to: i32, key: (word: i32) => i64): void {
  let low = from;
  let high = to;
  while (low < high) {
    const pivot = key(load<i32>(at + ((<usize>((low + high) >> 1)) << 2)));
    let i = low;
    let j = high;
    while (i <= j) {
      while (key(load<i32>(at + ((<usize>i) << 2))) < pivot) i += 1;
      while (key(load<i32>(at + ((<usize>j) << 2))) > pivot) j -= 1;
      if (i <= j) {
        const held = load<i32>(at + ((<usize>i) << 2));
        store<i32>(at + ((<usize>i) << 2), load<i32>(at + ((<usize>j) << 2)));
        store<i32>(at + ((<usize>j) << 2), held);
        i += 1;
        j -= 1;
      }
    }
    // The smaller part by recursion, so that its depth stays logarithmic.
    if (j - low < high - i) {
      quicksort(at, low, j, key);
      low = i;
    } else {
      quicksort(at, i, high, key);
      high = j;
    }
  }
}

// --- Restarts -----------------------------------------------------------------------------------------------------------

let fastGlue: f64 = 0;
let slowGlue: f64 = 0;
let lastRestart: f64 = 0;
let stable: bool = false;
let modeEnds: f64 = 1000;
let modes: f64 = 0;
/** Reluctant doubling (Knuth): u and v of the Luby sequence. */
let lubyU: i32 = 1;
let lubyV: i32 = 1;
const FAST: f64 = 1.0 / 32;
const SLOW: f64 = 1.0 / 8192;
const MARGIN: f64 = 1.1;
const LUBY_UNIT: f64 = 512;
const LEAST_BETWEEN: f64 = 10;

function noteGlue(): void {
  fastGlue += (<f64>glue - fastGlue) * FAST;
  // The slow average starts as a plain mean, so that it is of use from the beginning.
  const rate = max(SLOW, 1.0 / conflicts);
  slowGlue += (<f64>glue - slowGlue) * rate;
}

function restartIsDue(): bool {
  const since = conflicts - lastRestart;
  if (stable) return since >= LUBY_UNIT * <f64>lubyV;
  return since >= LEAST_BETWEEN && fastGlue > MARGIN * slowGlue;
}

function noteRestart(): void {
  lastRestart = conflicts;
  if (stable) {
    if ((lubyU & -lubyU) == lubyV) {
      lubyU += 1;
      lubyV = 1;
    } else lubyV <<= 1;
  }
  if (conflicts < modeEnds) return;
  modes += 1;
  stable = !stable;
  setDecay(stable ? 0.97 : 0.93);
  modeEnds = conflicts + 1000 * (modes + 1) * (modes + 1);
}

// --- The loop -----------------------------------------------------------------------------------------------------------

export const assumptions = new Words();
export const failed = new Words();

/** Which assumptions lead to the falsity of one of them. */
function explain(literal: i32): void {
  failed.size = 0;
  failed.push(literal);
  touched.size = 0;
  setMark(literal & -2, 1);
  touched.push(literal >> 1);
  const used = stack;
  used.size = 0;
  const first = level() == 0 ? trail.size : limits.get(0);
  for (let i = trail.size - 1; i >= first; i--) {
    const held = trail.get(i);
    if (mark(held & -2) == 0) continue;
    const reason = reasonOf(held >> 1);
    if (reason == 0) {
      // A decision, and all decisions are assumptions here; the literal's own negation may be one.
      if (held != literal) failed.push(held);
      continue;
    }
    used.push(held);
    if ((reason & 1) != 0) touch(reason >> 1);
    else {
      const literals = literalsAt(reason >> 1);
      for (let k = 1; k < clauseSize(reason >> 1); k++) touch(load<i32>(literals + ((<usize>k) << 2)));
    }
  }
  for (let i = 0; i < touched.size; i++) setMark(touched.get(i) << 1, 0);
  if (logging) explainCore(used);
}

/** @param used literals that hold by reasons, the last one first. */
function explainCore(used: Words): void {
  for (let i = used.size - 1; i >= 0; i--) byReason(used.get(i));
  touched.size = 0;
  for (let i = 0; i < failed.size; i++) touched.push(failed.get(i) ^ 1);
  coreFollows(touched.at, touched.size);
}

@inline function touch(literal: i32): void {
  if (levelOf(literal >> 1) == 0 || mark(literal & -2) != 0) return;
  setMark(literal & -2, 1);
  touched.push(literal >> 1);
}

function decide(): i32 {
  while (order.size > 0) {
    const variable = takeMostActive();
    if (valueOf(variable << 1) == 0 && (standingOf(variable) & 1) == 0)
      return (variable << 1) | (<i32>load<u8>(phases + <usize>variable) ^ 1);
  }
  return ALL_DECIDED;
}

const ALL_DECIDED: i32 = -1;
const CONTRADICTED: i32 = -2;

/** The literal to decide: an assumption, as long as there are any, then the most active variable's. */
function nextDecision(): i32 {
  while (level() < assumptions.size) {
    const assumed = assumptions.get(level());
    const value = valueOf(assumed);
    if (value == 0) return assumed;
    if (value < 0) {
      explain(assumed);
      return CONTRADICTED;
    }
    limits.push(trail.size);
  }
  return decide();
}

export const SAT: i32 = 1;
export const UNSAT: i32 = 2;
export const PAUSED: i32 = 0;

/** Searches until there is an answer, or so many conflicts or visits have been spent; then the search can go on later. */
export function search(conflictLimit: f64, visitLimit: f64): i32 {
  if (refuted) {
    failed.size = 0;
    return UNSAT;
  }
  const conflictEnd = conflicts + conflictLimit;
  const visitEnd = visits + visitLimit;
  while (true) {
    const conflict = propagate();
    if (conflict != NONE) {
      conflicts += 1;
      if (level() == 0) {
        refuteBy(conflict);
        failed.size = 0;
        return UNSAT;
      }
      const back = analyse(conflict);
      backtrack(back);
      learn();
      noteGlue();
      decayActivities();
      continue;
    }
    if (conflicts >= conflictEnd || visits >= visitEnd) {
      backtrack(0);
      return PAUSED;
    }
    if (restartIsDue()) {
      noteRestart();
      backtrack(min(level(), assumptions.size));
      continue;
    }
    if (conflicts >= nextReduction) {
      reduce();
      continue;
    }
    const next = nextDecision();
    if (next == ALL_DECIDED) return SAT;
    if (next == CONTRADICTED) return UNSAT;
    decisions += 1;
    limits.push(trail.size);
    enqueue(next, 0);
  }
}
