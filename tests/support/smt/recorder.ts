/**
 * Writes down what is asked of the solvers of a factory, call by call and over all of them, so that the same questions can
 * be put to other solvers in the same order: incremental use is the point, so that a query log is not a list of formulas.
 */
import type { Formula } from "../../../src/logic/term.ts";
import type { Answer, Solver, SolverFactory, SolverOptions } from "../../../src/smt/solver.ts";

export type Call =
  | { readonly kind: "create"; readonly solver: number }
  | { readonly kind: "assert"; readonly solver: number; readonly formula: Formula }
  | { readonly kind: "push" | "pop" | "dispose"; readonly solver: number }
  | { readonly kind: "check"; readonly solver: number; readonly assumptions: readonly Formula[] };

export interface Recording {
  readonly factory: SolverFactory;
  readonly calls: Call[];
}

export function recorded(inner: SolverFactory): Recording {
  const calls: Call[] = [];
  let count = 0;
  const create = (options?: SolverOptions): Solver => {
    const solver = count;
    count += 1;
    calls.push({ kind: "create", solver });
    const real = inner.create(options);
    const told: Partial<Solver> = {
      assert: (formula) => {
        calls.push({ kind: "assert", solver, formula });
        real.assert(formula);
      },
      push: () => {
        calls.push({ kind: "push", solver });
        real.push();
      },
      pop: () => {
        calls.push({ kind: "pop", solver });
        real.pop();
      },
      check: (assumptions = []) => {
        calls.push({ kind: "check", solver, assumptions: [...assumptions] });
        return real.check(assumptions);
      },
      dispose: () => {
        calls.push({ kind: "dispose", solver });
        real.dispose();
      },
    };
    return new Proxy(real, {
      get: (of, key) => {
        if (key in told) return told[key as keyof Solver];
        const value = Reflect.get(of, key, of) as unknown;
        return typeof value === "function" ? value.bind(of) : value;
      },
    });
  };
  return { factory: { name: inner.name, create }, calls };
}

/** The calls up to the given number of checks. */
export function firstChecks(calls: readonly Call[], most: number): readonly Call[] {
  let checks = 0;
  const end = calls.findIndex((call) => {
    if (call.kind === "check") checks += 1;
    return checks > most;
  });
  return end < 0 ? calls : calls.slice(0, end);
}

/** Puts the calls to another factory's solvers; its answers. `goOn` is asked after each, and may end it there. */
export function replay(
  calls: readonly Call[],
  factory: SolverFactory,
  options?: SolverOptions,
  goOn: () => boolean = () => true,
): Answer[] {
  const solvers = new Map<number, Solver>();
  const answers: Answer[] = [];
  let going = true;
  for (const call of calls) {
    if (!going) break;
    if (call.kind === "create") solvers.set(call.solver, factory.create(options));
    const solver = solvers.get(call.solver) as Solver;
    switch (call.kind) {
      case "create":
        break;
      case "assert":
        solver.assert(call.formula);
        break;
      case "check":
        answers.push(solver.check(call.assumptions));
        going = goOn();
        break;
      case "dispose":
        solver.dispose();
        solvers.delete(call.solver);
        break;
      default:
        solver[call.kind]();
    }
  }
  for (const solver of solvers.values()) solver.dispose();
  return answers;
}
