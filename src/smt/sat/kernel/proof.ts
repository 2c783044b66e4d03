/**
 * The proof, written down as it is found, for a checker outside (`sat/proof-follower.ts`): every clause that is derived, and by which
 * others. After Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient Certified RAT Verification" (CADE 2017): where the
 * literals of the new clause are all false, each clause named leaves one literal to be true, in the order given, and the last one
 * none. All that the kernel derives follows in this way, resolvents of eliminated variables too.
 *
 * Records, as words:
 *   ADD, identity, size, literals, words of names, names     a clause follows
 *   DROP, identity                                           it is no longer named
 *   CORE, 0, size, literals, words of names, names           follows too: some of the assumptions, negated
 * A clause of three or more literals is named by its identity: 2k for the k-th one that was given, from 1, odd for derived ones. One of two
 * literals is named by them, in two words, the first one as -1 - literal. One of a single literal is known wherever it is needed.
 */
import { Words } from "./memory";
import { arena, clauseSize, level, limits, literalsAt, reasonOf, trail } from "./state";

const ADD: i32 = 1;
const DROP: i32 = 2;
const CORE: i32 = 3;
/** Where in a clause its identity is; 0 for one of two literals. */
const IDENTITY: i32 = 3;

export let logging: bool = false;
export const log = new Words();
/** The clauses by which the next one follows. */
const names = new Words();
let derived: i32 = 0;
/** How many literals of the trail are known to hold at level 0 by those who read the log. */
let told: i32 = 0;

export function startLogging(): void {
  logging = true;
}

@inline export function identityOf(clause: i32): i32 {
  return arena.get(clause + IDENTITY);
}

@inline export function identify(clause: i32, identity: i32): void {
  arena.set(clause + IDENTITY, identity);
}

export function by(clause: i32): void {
  if (!logging) return;
  const literals = literalsAt(clause);
  if (clauseSize(clause) > 2 || identityOf(clause) != 0) names.push(identityOf(clause));
  else byTwo(load<i32>(literals), load<i32>(literals, 4));
}

export function byTwo(first: i32, second: i32): void {
  if (!logging) return;
  names.push(-1 - first);
  names.push(second);
}

export function byIdentity(identity: i32): void {
  if (logging) names.push(identity);
}

/** By the reason of a literal that holds. */
export function byReason(literal: i32): void {
  const reason = reasonOf(literal >> 1);
  if ((reason & 1) != 0) byTwo(literal, reason >> 1);
  else by(reason >> 1);
}

/** A clause follows from those named before; its identity, 0 where it has less than three literals. */
export function follows(from: usize, size: i32): i32 {
  if (!logging) return 0;
  const identity = size > 2 ? 2 * derived + 1 : 0;
  if (size > 2) derived += 1;
  write(ADD, identity, from, size);
  return identity;
}

export function coreFollows(from: usize, size: i32): void {
  if (logging) write(CORE, 0, from, size);
}

/** The clause is what it was without some of its literals, which follows from those named before. */
export function shorterFollows(clause: i32): void {
  if (!logging) return;
  const old = identityOf(clause);
  identify(clause, follows(literalsAt(clause), clauseSize(clause)));
  if (old != 0) dropped(old);
}

export function dropped(identity: i32): void {
  if (!logging || identity == 0) return;
  tellUnits();
  log.push(DROP);
  log.push(identity);
}

function write(kind: i32, identity: i32, from: usize, size: i32): void {
  tellUnits();
  append(kind, identity, from, size, 0);
  names.size = 0;
}

/** @param first where the names begin: those before belong to a clause that waits for this one. */
function append(kind: i32, identity: i32, from: usize, size: i32, first: i32): void {
  log.push(kind);
  log.push(identity);
  log.push(size);
  for (let i = 0; i < size; i++) log.push(load<i32>(from + ((<usize>i) << 2)));
  log.push(names.size - first);
  for (let i = first; i < names.size; i++) log.push(names.get(i));
}

const unit = new Words();

/** What holds at level 0 by a reason: in the order of the trail, since later ones follow from earlier ones. */
export function tellUnits(): void {
  if (!logging) return;
  const end = level() == 0 ? trail.size : limits.get(0);
  for (; told < end; told++) {
    const literal = trail.get(told);
    if (reasonOf(literal >> 1) == 0) continue;
    const first = names.size;
    byReason(literal);
    unit.size = 0;
    unit.push(literal);
    append(ADD, 0, unit.at, 1, first);
    names.size = first;
  }
}
