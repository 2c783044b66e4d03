/**
 * What an analysis may spend, counted in units of work, so that the same program ends at the same place on any machine,
 * busy or idle. A unit is about a microsecond of a kernel's time (docs/work-units.md says how that was measured): kernels
 * tick in proportion to what they do. The outer limits (clock, memory) are handed in as a function, so that this file needs no
 * clock, and are looked at every so many units: they end the whole, never one engine's turn. Running out is not an error of
 * the program under analysis and not a bug: it is thrown as `BudgetExceeded` and becomes `unknown`.
 *
 * Kernels far below the engines (closures, pivots, decision diagrams, the reading of a program) are not handed a budget:
 * they tick the one that the run has put in force with `within`.
 */

export class BudgetExceeded extends Error {
  /** Which limit: "time limit", "memory limit", "work limit", "interrupted". */
  readonly limit: string;

  constructor(limit: string) {
    super(`${limit} reached`);
    this.limit = limit;
  }
}

// Units between two looks at the clock: a millisecond or two.
const INTERVAL = 1024;
// Looks at the clock between two at the memory, which the system takes a while to tell.
const LOOKS_BETWEEN = 16;

/** The limit that a budget's own units are: told apart from the outer ones by who made the budget. */
export const WORK_LIMIT = "work limit";

/** Names the outer limit that has been reached, or would be by `aheadMb` more megabytes. */
export type Exceeded = (aheadMb?: number) => string | undefined;

export class Budget {
  readonly #interval: number;
  readonly #exceeded: Exceeded;
  #work: number;
  /** Where to look next: at the outer limits, or because the units are used up. */
  #next: number;
  /** Total work ticked so far. */
  spent = 0;

  /**
   * @param exceeded names the outer limit that has been reached, if any; asked every `interval` units.
   * @param work how many units there are.
   */
  constructor(exceeded: Exceeded = () => undefined, interval = INTERVAL, work = Number.POSITIVE_INFINITY) {
    this.#exceeded = exceeded;
    this.#interval = interval;
    this.#work = work;
    this.#next = Math.min(interval, work);
  }

  /** Accounts for `work` units; throws BudgetExceeded once a limit has been reached. */
  tick(work = 1): void {
    this.spent += work;
    if (this.spent >= this.#next) this.#look();
  }

  /** So many units more than there were. */
  extend(work: number): void {
    this.#work += work;
  }

  /** Whether so much memory may be taken at once. */
  hasRoom(megabytes: number): boolean {
    return this.#exceeded(megabytes) === undefined;
  }

  #look(): void {
    this.#next = Math.min(this.spent + this.#interval, this.#work);
    const limit = this.#exceeded() ?? (this.spent >= this.#work ? WORK_LIMIT : undefined);
    if (limit !== undefined) throw new BudgetExceeded(limit);
  }
}

/** Clock and memory, handed in: nothing below `cli` reads them itself. */
export interface Meter {
  nowMs(): number;
  cpuMs(): number;
  memoryMb(): number;
  peakMemoryMb(): number;
}

/** The outer limits of a whole call. */
export interface Limits {
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** What this process may take of it, where others work on the same program. */
  readonly shareMb?: number | undefined;
  readonly meter: Meter;
}

/** So much work, within the limits of the whole call; told the time whenever the budget looks at the clock. */
export type BudgetOf = (work: number, onLook?: (nowMs: number) => void) => Budget;

export function budgetsWithin(
  { timeoutSeconds, memoryMb, shareMb = memoryMb, meter }: Limits,
  startMs: number,
): BudgetOf {
  const deadline = startMs + timeoutSeconds * 1000;
  let looks = 0;
  return (work, onLook) => {
    const exceeded = (aheadMb = 0) => {
      const isDue = looks++ % LOOKS_BETWEEN === 0 || aheadMb > 0;
      if (isDue && meter.memoryMb() + aheadMb > shareMb) return "memory limit";
      const now = meter.nowMs();
      onLook?.(now);
      return now > deadline ? "time limit" : undefined;
    };
    return new Budget(exceeded, undefined, work);
  };
}

/** The result, or undefined where the budget is used up first. */
export function whileItLasts<T>(budget: Budget, action: () => T): T | undefined {
  try {
    return within(budget, action);
  } catch (error) {
    if (error instanceof BudgetExceeded) return undefined;
    throw error;
  }
}

// Where nobody has set a limit there is none: tests and tools call kernels directly.
let current = new Budget();

/** Runs `action` with `budget` as the one that kernels tick. */
export function within<T>(budget: Budget, action: () => T): T {
  const outer = current;
  current = budget;
  try {
    return action();
  } finally {
    current = outer;
  }
}

/** Accounts for work on the budget in force; throws BudgetExceeded like `Budget.tick`. */
export function tick(work: number): void {
  current.tick(work);
}

/**
 * Accounts for work without ending it: for what must not stop half-way since it is shared by all turns (the model's edges,
 * the table of terms). The next tick notices.
 */
export function count(work: number): void {
  current.spent += work;
}

/** Whether the limits in force allow so much more memory at once. */
export function hasRoom(megabytes: number): boolean {
  return current.hasRoom(megabytes);
}
