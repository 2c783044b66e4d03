/**
 * The kernel's interface. Callers write numbers into a buffer and say how many; a clause is its size and its literals, one
 * clause after another.
 */
import { eliminate, extendModel, restore } from "./eliminate";
import { Words } from "./memory";
import { byIdentity, byTwo, follows, identify, log, startLogging } from "./proof";
import {
  assumptions,
  conflicts,
  decisions,
  failed,
  propagate,
  propagations,
  refuteBy,
  search,
  visits,
  SAT,
} from "./search";
import {
  asserted,
  arena,
  backtrack,
  enqueue,
  ensureVariables,
  learnts,
  makeClause,
  mark,
  refuted,
  setMark,
  setRefuted,
  standing,
  standingOf,
  valueOf,
  values,
  variables,
  watchClause,
  watchTwo,
} from "./state";

const buffer = new Words();

/** Room for so many words; valid until memory grows. */
export function bufferFor(words: i32): usize {
  buffer.reserve(words);
  return buffer.at;
}

export function newVariables(count: i32): void {
  ensureVariables(count);
}

const kept = new Words();
/** The number of the next clause that is given, by which the proof knows it. */
let given: i32 = 1;

/** Clauses from the buffer; literals of variables that do not exist yet should not occur. */
export function addClauses(words: i32): void {
  backtrack(0);
  let at = 0;
  while (at < words) {
    const size = buffer.get(at);
    for (let i = at + 1; i <= at + size; i++)
      if ((standingOf(buffer.get(i) >> 1) & 1) != 0) restore(buffer.get(i) >> 1);
    addClause(buffer.at + ((<usize>(at + 1)) << 2), size, 2 * given);
    given += 1;
    at += size + 1;
  }
}

/** @param identity in the proof, where it has more than two literals. */
export function addClause(from: usize, size: i32, identity: i32): void {
  if (refuted) return;
  kept.size = 0;
  let satisfied = false;
  for (let i = 0; i < size; i++) {
    const literal = load<i32>(from + ((<usize>i) << 2));
    const value = valueOf(literal);
    if (value > 0 || mark(literal ^ 1) != 0) {
      satisfied = true;
      break;
    }
    if (value < 0 || mark(literal) != 0) continue;
    setMark(literal, 1);
    kept.push(literal);
  }
  for (let i = 0; i < kept.size; i++) setMark(kept.get(i), 0);
  if (satisfied) return;
  // Shorter than it was given, by what is false or there twice; while three literals are left, it is known as it was given.
  if (kept.size < min(size, 3)) {
    if (size > 2) byIdentity(identity);
    else if (size == 2) byTwo(load<i32>(from), load<i32>(from, 4));
    follows(kept.at, kept.size);
  }
  if (kept.size == 0) setRefuted();
  else if (kept.size == 1) {
    enqueue(kept.get(0), 0);
    refuteBy(propagate());
  } else if (kept.size == 2) watchTwo(kept.get(0), kept.get(1), 0);
  else {
    const clause = makeClause(kept.at, kept.size, 0);
    identify(clause, identity);
    asserted.push(clause);
    watchClause(clause);
  }
}

/** Never to be eliminated; restored if it was. */
export function freeze(variable: i32): void {
  if ((standingOf(variable) & 1) != 0) {
    backtrack(0);
    restore(variable);
  }
  store<u8>(standing + <usize>variable, 2);
}

/** The assumptions of the next searches: so many literals of the buffer. */
export function assume(count: i32): void {
  backtrack(0);
  assumptions.size = 0;
  for (let i = 0; i < count; i++) {
    assumptions.push(buffer.get(i));
    freeze(buffer.get(i) >> 1);
  }
}

const model = new Words();

/** 0 paused, 1 satisfiable, 2 not. */
export function solve(conflictLimit: f64, visitLimit: f64): i32 {
  const answer = search(conflictLimit, visitLimit);
  if (answer == SAT) {
    model.reserve(variables);
    model.size = variables;
    for (let v = 0; v < variables; v++) model.set(v, valueOf(v << 1) > 0 ? 1 : 0);
    extendModel(model);
  }
  if (answer != 0) backtrack(0);
  return answer;
}

/** One word a variable. */
export function modelAt(): usize {
  return model.at;
}

export function failedCount(): i32 {
  return failed.size;
}

export function failedAt(): usize {
  return failed.at;
}

/** Subsumption and elimination of variables within so many steps; whether the clauses are still not refuted. */
export function simplify(steps: f64): bool {
  backtrack(0);
  if (refuted) return false;
  refuteBy(propagate());
  if (!refuted) eliminate(steps);
  return !refuted;
}

/** From here on the proof is written down; before the first clause. */
export function writeProof(): void {
  startLogging();
}

export function proofAt(): usize {
  return log.at;
}

/** How many words there are since the last time; they stay until the kernel is called again. */
export function takeProof(): i32 {
  const size = log.size;
  log.size = 0;
  return size;
}

/** The value at level 0: 1, -1, or 0 where it is open. */
export function fixed(literal: i32): i32 {
  return valueOf(literal);
}

export function count(what: i32): f64 {
  switch (what) {
    case 0:
      return conflicts;
    case 1:
      return decisions;
    case 2:
      return propagations;
    case 3:
      return visits;
    case 4:
      return <f64>asserted.size;
    case 5:
      return <f64>learnts.size;
    case 6:
      return <f64>arena.size;
    default:
      return <f64>variables;
  }
}
