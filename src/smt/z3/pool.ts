/**
 * Contexts shared by the solvers of a carrier, each with the translator whose tables hold its handles. Since terms live
 * as long as their context, a worn context takes no new solvers, its solvers move on, and the last one to leave deletes
 * it: this bounds the memory of Z3, which in WASM nothing else would.
 */
import type { Carrier } from "./carrier.ts";
import { Z3Context } from "./context.ts";
import { Translator } from "./translate.ts";

/** Some 50 MB; a new context costs 2 ms. */
const WORN_AFTER = 100_000;

export interface Lease {
  readonly z3: Z3Context;
  readonly translator: Translator;
}

export class ContextPool {
  readonly #carrier: Carrier;
  readonly #wornAfter: number;
  readonly #users = new Map<Lease, number>();
  #current: Lease | undefined;

  constructor(carrier: Carrier, wornAfter = WORN_AFTER) {
    this.#carrier = carrier;
    this.#wornAfter = wornAfter;
  }

  lease(): Lease {
    if (this.#current === undefined || this.#isWorn(this.#current)) this.#renew();
    const current = this.#current as Lease;
    this.#users.set(current, (this.#users.get(current) ?? 0) + 1);
    return current;
  }

  release(lease: Lease): void {
    const left = (this.#users.get(lease) ?? 1) - 1;
    this.#users.set(lease, left);
    if (left === 0 && (lease !== this.#current || this.#isWorn(lease))) this.#delete(lease);
  }

  /** Whether a solver that needed `own` terms to state its assertions should move to another context. */
  shouldLeave(lease: Lease, own: number): boolean {
    // A solver with many assertions would otherwise move all the time.
    return this.#isWorn(lease) && lease.z3.made > 4 * own;
  }

  /** The number of contexts that exist. */
  get size(): number {
    return this.#users.size;
  }

  #isWorn(lease: Lease): boolean {
    return lease.z3.made > this.#wornAfter;
  }

  /** What is leased from now on is a new context; the old one goes with its last user. */
  retire(): void {
    const old = this.#current;
    this.#current = undefined;
    if (old !== undefined && this.#users.get(old) === 0) this.#delete(old);
  }

  #renew(): void {
    this.retire();
    const z3 = new Z3Context(this.#carrier);
    this.#current = { z3, translator: new Translator(z3) };
  }

  #delete(lease: Lease): void {
    this.#users.delete(lease);
    if (lease === this.#current) this.#current = undefined;
    lease.z3.delete();
  }
}
