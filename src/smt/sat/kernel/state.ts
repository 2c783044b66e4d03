/**
 * What all parts of the kernel share: variables, values, clauses, watches.
 *
 * A variable is a number from 0, a literal 2v (positive) or 2v + 1 (negative). A clause of two literals lives in the watch
 * lists of both only; a longer one in the arena, watched by its first two literals. A watcher is two words: a literal of
 * the clause whose truth makes a visit needless, and the clause: its place in the arena times 4, or for a clause of two
 * 1 (asserted) or 3 (learnt).
 */
import { Lists, Words } from "./memory";
import { dropped, identify, identityOf, logging, tellUnits } from "./proof";

export const UNKNOWN_LEVEL: i32 = -1;

/** Words before a clause's literals: size, flags, signature, identity in the proof. */
export const HEADER: i32 = 4;
/** Not at 0, which as a reason means none. */
const FIRST_CLAUSE: i32 = 1;
const LEARNT: i32 = 1;
const DEAD: i32 = 2;

// --- Variables ------------------------------------------------------------------------------------------------------

export let variables: i32 = 0;
let room: i32 = 0;
/** By literal, one byte: 1 true, -1 false, 0 open. */
export let values: usize = 0;
export let levels: usize = 0;
/** 0: none (decided or unknown). Odd: the clause of two with the literal `reason >> 1`. Even: the clause at `reason >> 1`. */
export let reasons: usize = 0;
/** Where in the trail a variable with a value is; only where a proof is written. */
export let positions: usize = 0;
export let phases: usize = 0;
export let marks: usize = 0;
export let activities: usize = 0;
/** Place in the heap of open variables; -1: not there. */
export let places: usize = 0;
/** By variable, one byte: 1 eliminated, 2 never to be eliminated (again). */
export let standing: usize = 0;
/** Where a variable's clauses are in `removed`, plus one. */
export let removedAt: usize = 0;
export const watches = new Lists();
export const trail = new Words();
export const limits = new Words();
export const order = new Words();

export const arena = new Words();
export const asserted = new Words();
export const learnts = new Words();
/** Words of the arena that dead clauses hold. */
export let waste: i32 = 0;
export let refuted: bool = false;
export let propagated: i32 = 0;

export function setRefuted(): void {
  refuted = true;
}

export function setPropagated(to: i32): void {
  propagated = to;
}

function grown(at: usize, from: i32, to: i32, shift: i32): usize {
  const bytes = (<usize>to) << shift;
  const now = at == 0 ? heap.alloc(bytes) : heap.realloc(at, bytes);
  memory.fill(now + ((<usize>from) << shift), 0, (<usize>(to - from)) << shift);
  return now;
}

/** Makes variables until there are `count`. */
export function ensureVariables(count: i32): void {
  if (count <= variables) return;
  if (count > room) {
    const more = max(count, room + (room >> 1) + 64);
    values = grown(values, room << 1, more << 1, 0);
    levels = grown(levels, room, more, 2);
    reasons = grown(reasons, room, more, 2);
    positions = grown(positions, room, more, 2);
    phases = grown(phases, room, more, 0);
    marks = grown(marks, room << 1, more << 1, 0);
    activities = grown(activities, room, more, 3);
    places = grown(places, room, more, 2);
    standing = grown(standing, room, more, 0);
    removedAt = grown(removedAt, room, more, 2);
    watches.grow(room << 1, more << 1);
    room = more;
  }
  for (let v = variables; v < count; v++) {
    store<i32>(places + ((<usize>v) << 2), -1);
    insertOpen(v);
  }
  variables = count;
}

@inline export function valueOf(literal: i32): i32 {
  return <i32>load<i8>(values + <usize>literal);
}

@inline export function levelOf(variable: i32): i32 {
  return load<i32>(levels + ((<usize>variable) << 2));
}

@inline export function reasonOf(variable: i32): i32 {
  return load<i32>(reasons + ((<usize>variable) << 2));
}

@inline export function standingOf(variable: i32): i32 {
  return <i32>load<u8>(standing + <usize>variable);
}

@inline export function level(): i32 {
  return limits.size;
}

@inline export function mark(literal: i32): i32 {
  return <i32>load<i8>(marks + <usize>literal);
}

@inline export function setMark(literal: i32, to: i32): void {
  store<i8>(marks + <usize>literal, <i8>to);
}

@inline export function enqueue(literal: i32, reason: i32): void {
  store<i8>(values + <usize>literal, 1);
  store<i8>(values + <usize>(literal ^ 1), -1);
  const variable = literal >> 1;
  store<i32>(levels + ((<usize>variable) << 2), limits.size);
  store<i32>(reasons + ((<usize>variable) << 2), reason);
  if (logging) store<i32>(positions + ((<usize>variable) << 2), trail.size);
  trail.push(literal);
}

export function backtrack(to: i32): void {
  if (limits.size <= to) return;
  const start = limits.get(to);
  for (let i = trail.size - 1; i >= start; i--) {
    const literal = trail.get(i);
    const variable = literal >> 1;
    store<i8>(values + <usize>literal, 0);
    store<i8>(values + <usize>(literal ^ 1), 0);
    store<u8>(phases + <usize>variable, <u8>(literal & 1 ^ 1));
    if (load<i32>(places + ((<usize>variable) << 2)) < 0) insertOpen(variable);
  }
  trail.size = start;
  limits.size = to;
  propagated = start;
}

// --- The heap of open variables, most active first -------------------------------------------------------------------

let bump: f64 = 1;
export let decay: f64 = 0.95;

export function setDecay(to: f64): void {
  decay = to;
}

@inline function activity(variable: i32): f64 {
  return load<f64>(activities + ((<usize>variable) << 3));
}

@inline function place(variable: i32, at: i32): void {
  order.set(at, variable);
  store<i32>(places + ((<usize>variable) << 2), at);
}

function siftUp(from: i32): void {
  let at = from;
  const variable = order.get(at);
  const own = activity(variable);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const other = order.get(parent);
    if (activity(other) >= own) break;
    place(other, at);
    at = parent;
  }
  place(variable, at);
}

function siftDown(from: i32): void {
  let at = from;
  const variable = order.get(at);
  const own = activity(variable);
  while (true) {
    let child = 2 * at + 1;
    if (child >= order.size) break;
    if (child + 1 < order.size && activity(order.get(child + 1)) > activity(order.get(child))) child += 1;
    const other = order.get(child);
    if (activity(other) <= own) break;
    place(other, at);
    at = child;
  }
  place(variable, at);
}

export function insertOpen(variable: i32): void {
  order.push(variable);
  store<i32>(places + ((<usize>variable) << 2), order.size - 1);
  siftUp(order.size - 1);
}

export function takeMostActive(): i32 {
  const variable = order.get(0);
  const last = order.last();
  order.size -= 1;
  store<i32>(places + ((<usize>variable) << 2), -1);
  if (order.size > 0) {
    place(last, 0);
    siftDown(0);
  }
  return variable;
}

export function bumpActivity(variable: i32): void {
  const more = activity(variable) + bump;
  store<f64>(activities + ((<usize>variable) << 3), more);
  if (more > 1e100) rescale();
  const at = load<i32>(places + ((<usize>variable) << 2));
  if (at >= 0) siftUp(at);
}

@inline export function decayActivities(): void {
  bump /= decay;
}

function rescale(): void {
  for (let v = 0; v < variables; v++) {
    const at = activities + ((<usize>v) << 3);
    store<f64>(at, load<f64>(at) * 1e-100);
  }
  bump *= 1e-100;
}

// --- Clauses ----------------------------------------------------------------------------------------------------------

@inline export function clauseSize(clause: i32): i32 {
  return arena.get(clause);
}

@inline export function literalsAt(clause: i32): usize {
  return arena.at + ((<usize>(clause + HEADER)) << 2);
}

@inline export function isLearnt(clause: i32): bool {
  return (arena.get(clause + 1) & LEARNT) != 0;
}

@inline export function isDead(clause: i32): bool {
  return (arena.get(clause + 1) & DEAD) != 0;
}

/** How many decision levels it spans (LBD), and whether it was of use since the last reduction (0 to 2). */
@inline export function glueOf(clause: i32): i32 {
  return arena.get(clause + 1) >> 4;
}

@inline export function useOf(clause: i32): i32 {
  return (arena.get(clause + 1) >> 2) & 3;
}

@inline export function setGlue(clause: i32, glue: i32, use: i32): void {
  arena.set(clause + 1, (glue << 4) | (use << 2) | (arena.get(clause + 1) & 3));
}

/** A clause made of `size` literals in memory; nobody watches it yet. */
export function makeClause(from: usize, size: i32, kind: i32): i32 {
  const clause = max(arena.size, FIRST_CLAUSE);
  arena.reserve(clause + HEADER + size);
  arena.size = clause + HEADER + size;
  arena.set(clause, size);
  arena.set(clause + 1, kind);
  arena.set(clause + 2, 0);
  identify(clause, 0);
  memory.copy(literalsAt(clause), from, (<usize>size) << 2);
  return clause;
}

@inline export function watchClause(clause: i32): void {
  const first = load<i32>(literalsAt(clause));
  const second = load<i32>(literalsAt(clause), 4);
  watches.push(first, second);
  watches.push(first, clause << 2);
  watches.push(second, first);
  watches.push(second, clause << 2);
}

@inline export function watchTwo(first: i32, second: i32, kind: i32): void {
  watches.push(first, second);
  watches.push(first, 1 | (kind << 1));
  watches.push(second, first);
  watches.push(second, 1 | (kind << 1));
}

/** Watchers of a dead clause go when the search comes by or the arena is collected. */
export function kill(clause: i32): void {
  dropped(identityOf(clause));
  arena.set(clause + 1, arena.get(clause + 1) | DEAD);
  waste += HEADER + clauseSize(clause);
}

export function shorten(clause: i32, size: i32): void {
  waste += clauseSize(clause) - size;
  arena.set(clause, size);
}

@inline function isLocked(clause: i32): bool {
  const first = load<i32>(literalsAt(clause));
  return valueOf(first) > 0 && reasonOf(first >> 1) == clause << 1 && levelOf(first >> 1) > 0;
}

export function locked(clause: i32): bool {
  return isLocked(clause);
}

/** Moves living clauses together and builds the watch lists of long clauses anew. At level 0 only. */
export function collect(): void {
  tellUnits();
  for (let literal = 0; literal < variables << 1; literal++) {
    const size = watches.size(literal);
    let kept = 0;
    for (let i = 0; i < size; i += 2) {
      const clause = watches.get(literal, i + 1);
      if ((clause & 1) == 0) continue;
      watches.set(literal, kept, watches.get(literal, i));
      watches.set(literal, kept + 1, clause);
      kept += 2;
    }
    watches.setSize(literal, kept);
  }
  for (let i = 0; i < trail.size; i++) store<i32>(reasons + ((<usize>(trail.get(i) >> 1)) << 2), 0);
  // Clauses only move towards the start, in the order of the arena: the lists have to be in that order.
  let next = FIRST_CLAUSE;
  let from = FIRST_CLAUSE;
  const end = arena.size;
  asserted.size = 0;
  learnts.size = 0;
  while (from < end) {
    const size = clauseSize(from);
    const room = roomOf(from, end);
    if (!isDead(from)) {
      if (next != from)
        memory.copy(arena.at + ((<usize>next) << 2), arena.at + ((<usize>from) << 2), (<usize>(HEADER + size)) << 2);
      if (isLearnt(next)) learnts.push(next);
      else asserted.push(next);
      watchClause(next);
      next += HEADER + size;
    }
    from += room;
  }
  arena.size = next;
  waste = 0;
}

/** A shortened clause leaves words behind that are marked as padding: zero sizes never occur in clauses. */
function roomOf(clause: i32, end: i32): i32 {
  let next = clause + HEADER + clauseSize(clause);
  while (next < end && arena.get(next) == PADDING) next += 1;
  return next - clause;
}

export const PADDING: i32 = -1;

/** Drops the last literals of a clause; the words they held become padding. */
export function cut(clause: i32, size: i32): void {
  const old = clauseSize(clause);
  for (let i = size; i < old; i++) arena.set(clause + HEADER + i, PADDING);
  shorten(clause, size);
}
