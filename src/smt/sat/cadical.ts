/**
 * CaDiCaL (Biere, Fazekas, Fleury, Froleyks, "CaDiCaL 2.0", CAV 2024), compiled to WebAssembly by the package `cadical-wasm`,
 * behind `SatSolver`. Loading is asynchronous, once; from there on everything is synchronous. It is slower to start than the
 * own kernel and better on hard formulas, and shares no code with it.
 */
import type { Cadical, ModuleOptions } from "cadical-wasm";
import type { SatAnswer, SatFactory, SatLimit, SatSolver, SatStatistics } from "./sat.ts";

/** Conflicts between two looks at the budget: few at first, since most questions are easy, up to some tens of milliseconds. */
const FIRST_CONFLICTS = 50;
const MOST_CONFLICTS = 1000;
/** A conflict of the kernel costs about as many units of work. */
const UNITS_A_CONFLICT = 40;
/** CaDiCaL asks whether to go on every some ten to some hundred microseconds, also while it simplifies. */
const UNITS_A_POLL = 10;

class CadicalSolver implements SatSolver {
  readonly name = "cadical";
  readonly #cadical: Cadical;
  #variables = 0;
  #clauses = 0;
  #conflicts = 0;
  #failed: readonly number[] = [];

  constructor(cadical: Cadical) {
    this.#cadical = cadical;
  }

  newVariable(): number {
    this.#variables += 1;
    return this.#variables - 1;
  }

  addClause(literals: readonly number[]): void {
    this.#clauses += 1;
    this.#cadical.addClause(literals.map(signed));
  }

  solve(assumptions: readonly number[], { conflicts, tick }: SatLimit): SatAnswer {
    this.#cadical.ensureVars(this.#variables);
    const assumed = assumptions.map(signed);
    // What ends the search must not be thrown across the kernel.
    let ended: { readonly reason: unknown } | undefined;
    this.#cadical.setTerminate(() => {
      try {
        tick(UNITS_A_POLL);
      } catch (reason) {
        ended = { reason };
      }
      return ended !== undefined;
    });
    try {
      for (let spent = 0, go = FIRST_CONFLICTS; spent < conflicts; spent += go) {
        go = Math.min(Math.max(FIRST_CONFLICTS, 2 * spent), MOST_CONFLICTS, conflicts - spent);
        const answer = this.#cadical.solve({ assumptions: assumed, conflicts: go });
        if (ended !== undefined) throw ended.reason;
        this.#conflicts += go;
        tick(go * UNITS_A_CONFLICT);
        if (answer === "satisfiable") return "sat";
        if (answer === "unsatisfiable") {
          const failed = new Set(this.#cadical.failedAssumptions());
          this.#failed = assumptions.filter((literal) => failed.has(signed(literal)));
          return "unsat";
        }
      }
      return "unknown";
    } finally {
      this.#cadical.setTerminate(null);
    }
  }

  value(variable: number): boolean {
    return this.#cadical.value(variable + 1);
  }

  failed(): readonly number[] {
    return this.#failed;
  }

  /** Conflicts as the limit counts them; CaDiCaL keeps its decisions and propagations to itself. */
  get statistics(): SatStatistics {
    const [variables, clauses, conflicts] = [this.#variables, this.#clauses, this.#conflicts];
    return { variables, clauses, conflicts, decisions: 0, propagations: 0 };
  }

  dispose(): void {
    this.#cadical.dispose();
  }
}

function signed(literal: number): number {
  const variable = (literal >> 1) + 1;
  return (literal & 1) === 0 ? variable : -variable;
}

/**
 * Loads the solver; some tens of milliseconds, once a process.
 * @param options where its WebAssembly comes from, where that is not beside the package's own file (in a page).
 */
export async function loadCadical(options?: ModuleOptions): Promise<SatFactory> {
  const { Cadical, createModule, loadCadical: load } = await import("cadical-wasm");
  const module = await (options === undefined ? load() : createModule(options));
  return { name: "cadical", create: () => new CadicalSolver(new Cadical(module)) };
}
