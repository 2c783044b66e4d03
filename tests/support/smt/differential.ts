/**
 * Two solvers on one session: they should not contradict each other, a model should make the formulas true (by an
 * evaluation that shares nothing with either), and a core should be unsatisfiable for the other one too. `unknown` is
 * counted, never wrong. A session that fails is made smaller before it is shown.
 */
import { holds } from "../../../src/logic/evaluate.ts";
import { showFormula } from "../../../src/logic/print.ts";
import type { Formula, Variable } from "../../../src/logic/term.ts";
import { highest, lowest } from "../../../src/logic/types.ts";
import { variablesOf } from "../../../src/logic/visit.ts";
import { holdsOverReals } from "../../../src/smt/reals.ts";
import type { Answer, Solver, SolverFactory, SolverModel } from "../../../src/smt/solver.ts";
import type { Session, Step } from "./sessions.ts";

export interface Tally {
  checks: number;
  sat: number;
  unsat: number;
  /** By the first solver, by the second. */
  readonly unknown: [number, number];
  models: number;
  cores: number;
  /** Milliseconds in checks, first and second. */
  readonly spent: [number, number];
}

export function emptyTally(): Tally {
  return { checks: 0, sat: 0, unsat: 0, unknown: [0, 0], models: 0, cores: 0, spent: [0, 0] };
}

/** What went wrong, if anything did. */
export function compare(
  session: Session,
  first: SolverFactory,
  second: SolverFactory,
  limit: number,
  tally: Tally,
): string | undefined {
  const one = first.create({ limit });
  const other = second.create({ limit });
  const levels: Formula[][] = [[]];
  try {
    for (const step of session.steps) {
      advance(step, one, levels);
      advance(step, other, undefined);
      const problem =
        step.kind === "check" ? compareCheck(one, other, levels.flat(), step.assumptions, tally) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  } finally {
    one.dispose();
    other.dispose();
  }
}

function advance(step: Step, solver: Solver, levels: Formula[][] | undefined): void {
  switch (step.kind) {
    case "assert":
      levels?.at(-1)?.push(step.formula);
      solver.assert(step.formula);
      break;
    case "push":
      levels?.push([]);
      solver.push();
      break;
    case "pop":
      levels?.pop();
      solver.pop();
      break;
    case "check":
      break;
  }
}

function compareCheck(
  one: Solver,
  other: Solver,
  asserted: readonly Formula[],
  assumptions: readonly Formula[],
  tally: Tally,
): string | undefined {
  const started = performance.now();
  const answer = one.check(assumptions);
  const between = performance.now();
  const opinion = other.check(assumptions);
  tally.spent[0] += between - started;
  tally.spent[1] += performance.now() - between;
  count(tally, answer, opinion);
  if (answer !== opinion && answer !== "unknown" && opinion !== "unknown")
    return `${one.name} says ${answer}, ${other.name} says ${opinion}`;
  const formulas = [...asserted, ...assumptions];
  for (const [solver, said] of [
    [one, answer],
    [other, opinion],
  ] as const) {
    if (said !== "sat") continue;
    tally.models += 1;
    const wrong = wrongModel(solver.model(), formulas);
    if (wrong !== undefined) return `the model of ${solver.name} is wrong: ${wrong}`;
  }
  if (answer === "unsat") {
    tally.cores += 1;
    const wrong = wrongCore(one.core(), other, assumptions);
    if (wrong !== undefined) return `the core of ${one.name} is wrong: ${wrong}`;
  }
  return undefined;
}

function count(tally: Tally, answer: Answer, opinion: Answer): void {
  tally.checks += 1;
  if (answer === "unknown") tally.unknown[0] += 1;
  if (opinion === "unknown") tally.unknown[1] += 1;
  const known = answer === "unknown" ? opinion : answer;
  if (known !== "unknown") tally[known] += 1;
}

function wrongModel(model: SolverModel, formulas: readonly Formula[]): string | undefined {
  const variables = variablesOf(formulas);
  // The elements of arrays that a model leaves open cannot be seen from here: the solver's own word has to do.
  const hasArrays = [...variables].some((of) => of.type.kind === "array");
  for (const of of variables) {
    const problem = wrongValue(model, of);
    if (problem !== undefined) return problem;
  }
  // A variable without a value is free: zero will do.
  const environment = { valueOf: (of: Variable) => (of.type.kind === "real" ? undefined : (model.scalar(of) ?? 0)) };
  const hasReals = [...variables].some((of) => of.type.kind === "real");
  const rationalOf = (of: Variable) => (of.type.kind === "real" ? model.rational(of) : model.scalar(of)) ?? 0;
  for (const formula of formulas) {
    if (model.holds(formula) !== true) return `it does not hold ${showFormula(formula)}`;
    const value = hasReals ? holdsOverReals(formula, rationalOf, environment) : holds(formula, environment);
    if (!hasArrays && value !== true) return `${showFormula(formula)} is ${value} in it`;
  }
  return undefined;
}

function wrongValue(model: SolverModel, of: Variable): string | undefined {
  const value = model.scalar(of);
  if (of.type.kind === "int" && value !== undefined && (value < lowest(of.type) || value > highest(of.type)))
    return `${of.name} = ${value} is out of range`;
  if (of.type.kind === "integer" && value !== undefined && typeof value === "number" && !Number.isInteger(value))
    return `${of.name} = ${value} is no integer`;
  return undefined;
}

function wrongCore(core: readonly Formula[], judge: Solver, assumptions: readonly Formula[]): string | undefined {
  if (core.some((formula) => !assumptions.includes(formula))) return "it has what was not assumed";
  return judge.check(core) === "sat"
    ? `${judge.name} satisfies it: ${core.map((f) => showFormula(f)).join(", ")}`
    : undefined;
}

// --- Smaller sessions -------------------------------------------------------------------------------------------------

/** Takes steps, assumptions and parts of formulas away as long as the session still fails. */
export function shrink(session: Session, fails: (session: Session) => boolean): Session {
  let current = session;
  for (let changed = true; changed; ) {
    changed = false;
    for (const candidate of smaller(current.steps)) {
      const tried = { ...current, steps: candidate };
      if (!isBalanced(candidate) || !fails(tried)) continue;
      current = tried;
      changed = true;
      break;
    }
  }
  return current;
}

function isBalanced(steps: readonly Step[]): boolean {
  let depth = 0;
  for (const { kind } of steps) {
    depth += kind === "push" ? 1 : kind === "pop" ? -1 : 0;
    if (depth < 0) return false;
  }
  return true;
}

function* smaller(steps: readonly Step[]): Iterable<readonly Step[]> {
  for (const [i, step] of steps.entries()) {
    yield steps.filter((_, at) => at !== i);
    const others =
      step.kind === "assert" ? partsOf(step.formula).map((formula): Step => ({ kind: "assert", formula })) : [];
    if (step.kind === "check")
      for (const [k, assumption] of step.assumptions.entries()) {
        others.push({ kind: "check", assumptions: step.assumptions.filter((_, at) => at !== k) });
        for (const part of partsOf(assumption))
          others.push({ kind: "check", assumptions: step.assumptions.with(k, part) });
      }
    for (const other of others) yield steps.with(i, other);
  }
}

function partsOf(formula: Formula): readonly Formula[] {
  if (formula.kind === "and" || formula.kind === "or") return formula.operands;
  return formula.kind === "not" ? [formula.operand] : [];
}

export function showSession({ shape, steps }: Session): string {
  const lines = steps.map((step) => {
    if (step.kind === "assert") return `assert ${showFormula(step.formula)}`;
    return step.kind === "check" ? `check [${step.assumptions.map((f) => showFormula(f)).join(", ")}]` : step.kind;
  });
  const variables = variablesOf(
    steps.flatMap((s) => (s.kind === "assert" ? [s.formula] : s.kind === "check" ? s.assumptions : [])),
  );
  const types = [...variables].map((of) => `${of.name}: ${JSON.stringify(of.type)}`);
  return [`shape: ${shape}`, ...types, ...lines].join("\n");
}
