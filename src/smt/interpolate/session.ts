/** What every way to interpolate is given: solvers, a lowering for each problem, and a budget to tick. */
import type { Formula } from "../../logic/term.ts";
import type { Lowering } from "../encode/lowering.ts";
import { TermLowering } from "../encode/term-lowering.ts";
import { FreshVariables } from "../fresh.ts";
import type { DagProblem, DagResult, Interpolator } from "../interpolator.ts";
import type { Solver, SolverFactory, SolverOptions } from "../solver.ts";

export interface InterpolationOptions {
  readonly solver: SolverFactory;
  /** Called with work done; may throw to end it. */
  readonly tick?: (work: number) => void;
  /** Work limit of one solver check. */
  readonly limit?: number;
  /** Queries that one problem may ask; a problem that needs more is `unknown`. */
  readonly queries?: number;
}

/** Enough for unrollings of some hundred edges, and some seconds at worst. */
const DEFAULT_QUERIES = 50_000;

/** A way to interpolate, with a session for every problem. */
export function sessionInterpolator(
  name: string,
  options: InterpolationOptions,
  interpolate: (problem: DagProblem, session: Session) => DagResult,
): Interpolator {
  const dag = (problem: DagProblem): DagResult => {
    const session = new Session(options);
    try {
      return interpolate(problem, session);
    } finally {
      session.dispose();
    }
  };
  return { name, dag };
}

/** The state of one problem: counts queries, makes solvers, and disposes of them. */
export class Session {
  readonly fresh = new FreshVariables("name");
  readonly lowering: Lowering = new TermLowering(this.fresh);
  readonly #options: InterpolationOptions;
  readonly #solvers: Solver[] = [];
  #queries = 0;

  constructor(options: InterpolationOptions) {
    this.#options = options;
  }

  solver(limit = this.#options.limit): Solver {
    const { tick } = this.#options;
    const options: SolverOptions = { ...(tick && { tick }), ...(limit !== undefined && { limit }) };
    const made = this.#options.solver.create(options);
    this.#solvers.push(made);
    return made;
  }

  /** One query, counted. */
  check(solver: Solver, assumptions: readonly Formula[]): "sat" | "unsat" | "unknown" {
    this.#queries += 1;
    this.tick(1);
    return solver.check(assumptions);
  }

  get exhausted(): boolean {
    return this.#queries >= (this.#options.queries ?? DEFAULT_QUERIES);
  }

  tick(work: number): void {
    this.#options.tick?.(work);
  }

  dispose(): void {
    for (const solver of this.#solvers) solver.dispose();
    this.#solvers.length = 0;
  }

  /** The result for a path that seems satisfiable: asked once more, of the original labels. */
  feasible(problem: DagProblem, path: readonly number[]): DagResult {
    const { tick, limit } = this.#options;
    // Not among the session's solvers: the model belongs to the caller.
    const solver = this.#options.solver.create({ ...(tick && { tick }), ...(limit !== undefined && { limit }) });
    for (const edge of path) solver.assert(problem.edges[edge]!.label);
    const answer = solver.check();
    if (answer === "sat") return { kind: "feasible", path, model: solver.model() };
    const reason = answer === "unsat" ? "a path could be refuted only as a whole" : solver.reason();
    solver.dispose();
    return { kind: "unknown", reason };
  }
}
