/**
 * The own SAT kernel (kernel/, AssemblyScript compiled to WebAssembly) behind `SatSolver`. Each solver is an instance with
 * memory of its own, so that forgetting the solver gives all of it back.
 *
 * Clauses are gathered here and handed over in bulk. Elimination of variables is tried once the search has shown that the
 * problem is not trivial, and again when the clauses have doubled since.
 */
import { loadKernel } from "../../util/kernel.ts";
import { KERNEL_BYTES } from "./kernel-bytes.ts";
import { ProofFollower, type ProofReader, WrongStep } from "./proof-follower.ts";
import type { SatAnswer, SatFactory, SatLimit, SatSolver, SatStatistics } from "./sat.ts";

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  bufferFor(words: number): number;
  newVariables(count: number): void;
  addClauses(words: number): void;
  assume(count: number): void;
  solve(conflicts: number, visits: number): number;
  modelAt(): number;
  failedCount(): number;
  failedAt(): number;
  simplify(steps: number): number;
  writeProof(): void;
  proofAt(): number;
  takeProof(): number;
  count(what: number): number;
}

const COUNT = { conflicts: 0, decisions: 1, propagations: 2, visits: 3, arena: 6 } as const;
const SAT = 1;
const UNSAT = 2;

/** Words gathered before they are handed over. */
const BULK = 1 << 16;
/** Watchers visited in one go: some 30 ms. */
const VISITS_A_GO = 2_000_000;
const CONFLICTS_A_GO = 2000;
/** Visits that count as one unit of work. */
const VISITS_A_UNIT = 64;
/** Likewise decisions: most are followed by many visits, but in a large formula that needs no search there is little else. */
const DECISIONS_A_UNIT = 16;
/** Words of a proof that count as one: most name a clause, whose literals are looked at. */
const WORDS_A_UNIT = 16;
/** A search that ends sooner does not need its clauses simplified. */
const CONFLICTS_BEFORE_SIMPLIFYING = 1000;
const SIMPLIFYING_STEPS = 30_000_000;
/** Steps of simplifying that count as one unit of work. */
const STEPS_A_UNIT = 2 * VISITS_A_UNIT;
/** Elimination keeps what it removes: beyond this many words of clauses it would double too much memory. */
const MOST_WORDS_SIMPLIFIED = 40_000_000;

/** Compiled once. */
let instantiate: ((imports: object) => unknown) | undefined;

export class WasmSatSolver implements SatSolver {
  readonly name: string;
  readonly #kernel: Kernel;
  #words = new Int32Array(1024);
  #gathered = 0;
  #variables = 0;
  #clauses = 0;
  #clausesWhenSimplified = 0;
  readonly #simplifies: "lazily" | "never";
  readonly #follower: ProofReader | undefined;
  #failed: readonly number[] = [];
  /** Told of the steps of simplifying; whether to go on. */
  #stepped: (steps: number) => boolean = () => true;

  /** @param follower is given all clauses, and the proof of whatever is unsatisfiable. */
  constructor(simplifies: "lazily" | "never" = "lazily", follower?: ProofReader) {
    this.#simplifies = simplifies;
    this.#follower = follower;
    this.name = follower === undefined ? wasmSat.name : provedSat.name;
    const imports = { env: { abort: outOfMemory, stepped: (steps: number) => (this.#stepped(steps) ? 1 : 0) } };
    instantiate ??= loadKernel(KERNEL_BYTES);
    this.#kernel = instantiate(imports) as Kernel;
    if (follower !== undefined) this.#kernel.writeProof();
  }

  newVariable(): number {
    this.#variables += 1;
    return this.#variables - 1;
  }

  addClause(literals: readonly number[]): void {
    const size = literals.length;
    if (this.#gathered + size + 1 > this.#words.length) this.#makeRoom(size + 1);
    const words = this.#words;
    let at = this.#gathered;
    words[at++] = size;
    for (let i = 0; i < size; i++) words[at++] = literals[i] as number;
    this.#gathered = at;
    this.#clauses += 1;
  }

  #makeRoom(words: number): void {
    if (this.#gathered >= BULK) this.#handOver();
    if (this.#gathered + words <= this.#words.length) return;
    const more = new Int32Array(Math.max(2 * this.#words.length, this.#gathered + words));
    more.set(this.#words);
    this.#words = more;
  }

  #handOver(): void {
    this.#kernel.newVariables(this.#variables);
    if (this.#gathered === 0) return;
    const words = this.#words.subarray(0, this.#gathered);
    this.#follower?.give(words);
    this.#write(words);
    this.#kernel.addClauses(this.#gathered);
    this.#gathered = 0;
  }

  #write(words: ArrayLike<number>): void {
    const at = this.#kernel.bufferFor(words.length);
    new Int32Array(this.#kernel.memory.buffer, at, words.length).set(words);
  }

  solve(assumptions: readonly number[], { conflicts, tick }: SatLimit): SatAnswer {
    this.#handOver();
    this.#write(assumptions);
    this.#kernel.assume(assumptions.length);
    const start = this.#kernel.count(COUNT.conflicts);
    for (;;) {
      const spent = this.#kernel.count(COUNT.conflicts) - start;
      if (spent >= conflicts) return "unknown";
      if (spent >= CONFLICTS_BEFORE_SIMPLIFYING) this.#simplifyWhenDue(tick);
      const before = this.#searched();
      const answer = this.#kernel.solve(Math.min(CONFLICTS_A_GO, conflicts - spent), VISITS_A_GO);
      tick(1 + Math.ceil(this.#searched() - before));
      this.#followProof(tick);
      if (answer === SAT) return "sat";
      if (answer === UNSAT) {
        const { memory } = this.#kernel;
        this.#failed = [...new Int32Array(memory.buffer, this.#kernel.failedAt(), this.#kernel.failedCount())];
        this.#makeSure(assumptions);
        return "unsat";
      }
    }
  }

  /** Units that the search has taken so far. */
  #searched(): number {
    return this.#kernel.count(COUNT.visits) / VISITS_A_UNIT + this.#kernel.count(COUNT.decisions) / DECISIONS_A_UNIT;
  }

  #followProof(tick: (work: number) => void): void {
    if (this.#follower === undefined) return;
    const size = this.#kernel.takeProof();
    const log = new Int32Array(this.#kernel.memory.buffer, this.#kernel.proofAt(), size);
    this.#follower.follow(log);
    tick(Math.ceil(size / WORDS_A_UNIT));
  }

  /** That what failed is what the proof was about. */
  #makeSure(assumptions: readonly number[]): void {
    if (this.#follower === undefined || this.#follower.refuted) return;
    const failed = new Set(this.#failed);
    const isTheirs = assumptions.filter((literal) => failed.has(literal)).length >= failed.size;
    if (!isTheirs || this.#follower.core?.every((literal) => failed.has(literal)) !== true)
      throw new WrongStep("a proof should end with the assumptions that failed");
  }

  #simplifyWhenDue(tick: (work: number) => void): void {
    if (this.#simplifies === "never" || this.#clauses < 2 * this.#clausesWhenSimplified) return;
    if (this.#kernel.count(COUNT.arena) > MOST_WORDS_SIMPLIFIED) return;
    this.#clausesWhenSimplified = this.#clauses;
    this.simplify(tick);
  }

  /** Simplifies now, whatever the search has shown. */
  simplify(tick: (work: number) => void = () => {}): void {
    this.#handOver();
    // What ends the run must not be thrown across the kernel.
    const ends: unknown[] = [];
    this.#stepped = (steps) => {
      try {
        tick(steps / STEPS_A_UNIT);
      } catch (reason) {
        ends.push(reason);
      }
      return ends.length === 0;
    };
    this.#kernel.simplify(SIMPLIFYING_STEPS);
    this.#stepped = () => true;
    this.#followProof(tick);
    if (ends.length > 0) throw ends[0];
  }

  value(variable: number): boolean {
    return new Int32Array(this.#kernel.memory.buffer, this.#kernel.modelAt(), this.#variables)[variable] === 1;
  }

  failed(): readonly number[] {
    return this.#failed;
  }

  get statistics(): SatStatistics {
    return {
      variables: this.#variables,
      clauses: this.#clauses,
      conflicts: this.#kernel.count(COUNT.conflicts),
      decisions: this.#kernel.count(COUNT.decisions),
      propagations: this.#kernel.count(COUNT.propagations),
    };
  }

  dispose(): void {}
}

function outOfMemory(): never {
  throw new RangeError("the SAT kernel is out of memory");
}

export const wasmSat: SatFactory = { name: "own-sat", create: () => new WasmSatSolver() };

/** The same, and whatever it says is unsatisfiable has a proof that was followed. */
export const provedSat: SatFactory = {
  name: "own-sat, its proof followed",
  create: () => new WasmSatSolver("lazily", new ProofFollower()),
};
