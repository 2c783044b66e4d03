/**
 * What an analysis may spend. Kernels tick the budget for the work they do; every so many ticks it looks at the
 * outer limits (clock, memory), which are handed in as a function so that this file needs no clock. Running out is
 * not an error of the program under analysis and not a bug: it is thrown as `BudgetExceeded` and becomes `unknown`.
 */

export class BudgetExceeded extends Error {
  /** Which limit: "time limit", "memory limit", "state limit", "interrupted". */
  readonly limit: string;

  constructor(limit: string) {
    super(`${limit} reached`);
    this.limit = limit;
  }
}

export class Budget {
  #credit: number;
  readonly #interval: number;
  readonly #exceeded: () => string | undefined;
  /** Total work ticked so far. */
  spent = 0;

  /**
   * @param exceeded names the outer limit that has been reached, if any; asked every `interval` ticks.
   * @param interval work units between two looks at the clock: about a millisecond's worth for cheap ticks.
   */
  constructor(exceeded: () => string | undefined = () => undefined, interval = 4096) {
    this.#exceeded = exceeded;
    this.#interval = interval;
    this.#credit = interval;
  }

  /** Accounts for `work` units; throws BudgetExceeded once a limit has been reached. */
  tick(work = 1): void {
    this.spent += work;
    this.#credit -= work;
    if (this.#credit > 0) return;
    this.#credit = this.#interval;
    const limit = this.#exceeded();
    if (limit !== undefined) throw new BudgetExceeded(limit);
  }
}
