/**
 * Conjunctions of random formulas by the bit-precise solver and by Z3 over bit-vectors: no disagreement; a model evaluates to true, by
 * evaluation of `logic` and asserted to Z3.
 */
import { holds } from "../../src/logic/evaluate.ts";
import type { Formula, Variable } from "../../src/logic/term.ts";
import { variablesOf } from "../../src/logic/visit.ts";
import { BitsSolver } from "../../src/smt/bits/solver.ts";
import type { SolverModel } from "../../src/smt/solver.ts";
import { askZ3, type ScriptTally, Z3_GIVES_UP } from "./script-differential.ts";
import { declaration, formulaText, valueText } from "./terms-as-vectors.ts";

const WORK = 200_000;

interface Said {
  readonly answer: string;
  readonly problem: string | undefined;
  /** For Z3: what the model says. */
  readonly values: readonly string[];
}

function honeSays(formulas: readonly Formula[], variables: readonly Variable[]): Said {
  const solver = new BitsSolver({ limit: WORK });
  try {
    for (const formula of formulas) solver.assert(formula);
    const answer = solver.check();
    if (answer === "unknown") return { answer: `unknown: ${solver.reason()}`, problem: undefined, values: [] };
    if (answer === "unsat") return { answer, problem: undefined, values: [] };
    const model = solver.model();
    const wrong = formulas.some((formula) => holds(formula, environmentOf(model)) !== true);
    const values = variables.flatMap((of) => valuesOf(of, model));
    return { answer, problem: wrong ? "the model does not evaluate to true" : undefined, values };
  } finally {
    solver.dispose();
  }
}

function environmentOf(model: SolverModel): Parameters<typeof holds>[1] {
  return {
    valueOf: (of) =>
      of.type.kind === "array" ? { elements: model.array(of) ?? new Map(), otherwise: 0 } : (model.scalar(of) ?? 0),
  };
}

function valuesOf(of: Variable, model: SolverModel): string[] {
  if (of.type.kind === "array")
    return [...(model.array(of) ?? [])].map(([index, value]) => valueText(of, value, index));
  const value = model.scalar(of);
  return value === undefined ? [] : [valueText(of, value)];
}

/** Problems by position; one run of Z3 for all. */
export function termProblems(
  problemsToSolve: readonly (readonly Formula[])[],
  tally: ScriptTally,
  unitsOfZ3: number,
): Map<number, string> {
  const started = performance.now();
  const said: Said[] = [];
  const texts = problemsToSolve.map((formulas) => {
    const variables = [...variablesOf(formulas)];
    const one = honeSays(formulas, variables);
    said.push(one);
    const asserted = formulas.map((formula) => `(assert ${formulaText(formula)})`);
    const again = one.answer === "sat" ? `(assert (and true ${one.values.join(" ")}))\n(check-sat)\n` : "";
    return `${[...variables.map(declaration), ...asserted].join("\n")}\n(check-sat)\n${again}`;
  });
  const between = performance.now();
  const answers = askZ3(texts, unitsOfZ3);
  tally.spent[0] += between - started;
  tally.spent[1] += performance.now() - between;
  const problems = new Map<number, string>();
  said.forEach(({ answer, problem }, i) => {
    const found = problem ?? problemOf(answer, answers[i] as readonly string[], tally);
    if (found !== undefined) problems.set(i, `${found}\n${texts[i]}`);
  });
  return problems;
}

function problemOf(answer: string, lines: readonly string[], tally: ScriptTally): string | undefined {
  tally.scripts += 1;
  tally.checks += 1;
  const [opinion, ofModel] = lines.map((line) => (Z3_GIVES_UP.test(line) ? "unknown" : line));
  if (opinion !== "sat" && opinion !== "unsat" && opinion !== "unknown") return `Z3 says ${opinion}`;
  if (opinion === "unknown") tally.unknown[1] += 1;
  if (answer !== "sat" && answer !== "unsat") {
    tally.unknown[0] += 1;
    return answer === "unknown: work limit" ? undefined : answer;
  }
  tally[answer] += 1;
  if (answer === "sat") tally.models += 1;
  if (opinion !== answer && opinion !== "unknown") return `hone says ${answer}, Z3 says ${opinion}`;
  return ofModel === "unsat" ? "Z3 says that the model is none" : undefined;
}
