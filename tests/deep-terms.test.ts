/**
 * Nothing recurses on the depth of a term: every function of `logic` that takes a term or a formula, and those of other
 * folders that walk them, over terms deeper than any stack. A new function of `logic` with such a parameter has to be listed here.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { domainNamed } from "../src/domains/index.ts";
import { linearise } from "../src/domains/linearise.ts";
import { refineTerm } from "../src/domains/refine-term.ts";
import { conjunctive } from "../src/engines/dagger/alternatives.ts";
import { Evaluator } from "../src/engines/explicit/evaluate.ts";
import { pin } from "../src/engines/explicit/pin.ts";
import { Slots } from "../src/engines/explicit/slots.ts";
import { ValueTable } from "../src/engines/explicit/values.ts";
import { learn } from "../src/evidence/implied-values.ts";
import { evaluateFormula, evaluateTerm, Knowledge } from "../src/evidence/partial-evaluate.ts";
import { sharedTerms } from "../src/interpreter/compile/sharing.ts";
import { choiceOf, comparisonCases, disjuncts } from "../src/logic/cases.ts";
import { connective, evaluate, holds } from "../src/logic/evaluate.ts";
import { bitsOfFloat, floatOfBits } from "../src/logic/float-bits.ts";
import { fold, foldInto } from "../src/logic/fold.ts";
import { comparisonConstraint, linearForm } from "../src/logic/linear.ts";
import { isLinear } from "../src/logic/nonlinear.ts";
import { bottomUp, negationNormalForm } from "../src/logic/normal-form.ts";
import { showFormula, showTerm } from "../src/logic/print.ts";
import * as ranges from "../src/logic/range.ts";
import * as simplify from "../src/logic/simplify.ts";
import * as sorts from "../src/logic/sort.ts";
import * as terms from "../src/logic/term.ts";
import {
  add,
  and,
  eq,
  type Formula,
  integer,
  ite,
  le,
  lt,
  multiply,
  negate,
  not,
  or,
  remainder,
  select,
  store,
  subtract,
  type Term,
  type Variable,
  variable,
  wrap,
} from "../src/logic/term.ts";
import { F64 } from "../src/logic/types.ts";
import * as visit from "../src/logic/visit.ts";
import { numberOf } from "../src/model/pointers/flows.ts";
import { simplifyStructure } from "../src/smt/interpolate/simplify.ts";
import { ownSolver } from "../src/smt/own/solver.ts";
import { toSmtLib } from "../src/smt/smtlib/print.ts";
import { Budget, BudgetExceeded, within } from "../src/util/budget.ts";
import { THOROUGH } from "./support/thorough.ts";

// Deep enough is twice what any recursion gets to, which a test below makes sure of.
const DEPTH = THOROUGH ? 100_000 : 30_000;
const I32 = { kind: "int", bits: 32, signed: true } as const;
const x: Variable = { id: 0, name: "x", type: I32, role: "local" };
const y: Variable = { id: 1, name: "y", type: I32, role: "local" };
const memory: Variable = { id: 2, name: "m", type: { kind: "array", element: I32 }, role: "memory" };
const X = variable(x);
const Y = variable(y);

function grown(start: Term, step: (below: Term, i: number) => Term, depth = DEPTH): Term {
  let term = start;
  for (let i = 0; i < depth; i++) term = step(term, i);
  return term;
}

function grownFormula(start: Formula, step: (below: Formula, i: number) => Formula): Formula {
  let formula = start;
  for (let i = 0; i < DEPTH; i++) formula = step(formula, i);
  return formula;
}

/** Every way to contain a term, one inside the other. */
function mixed(below: Term, i: number): Term {
  switch (i % 10) {
    case 0:
      return add(below, X);
    case 1:
      return subtract(Y, below);
    case 2:
      return negate(below);
    case 3:
      return wrap(below, I32, "arithmetic");
    case 4:
      return ite(lt(X, integer(i)), below, Y);
    case 5:
      return ite(le(X, integer(i)), Y, below);
    case 6:
      return ite(lt(below, Y), X, Y);
    case 7:
      return select(store(variable(memory), integer(i), below), Y);
    case 8:
      return remainder(below, integer(1000));
    default:
      return multiply(integer(3), below);
  }
}

const TERMS: Readonly<Record<string, Term>> = {
  sum: grown(X, (below, i) => add(below, i % 2 === 0 ? X : Y)),
  mixed: grown(X, mixed),
};

const FORMULAS: Readonly<Record<string, Formula>> = {
  sum: le(TERMS["sum"] as Term, integer(7)),
  mixed: eq(TERMS["mixed"] as Term, Y),
  junctions: grownFormula(lt(X, Y), (below, i) => {
    const beside = le(X, integer(i));
    return i % 3 === 0 ? and([below, beside]) : i % 3 === 1 ? or([below, beside]) : not(and([below, beside]));
  }),
};

const ANYTHING = { low: -Infinity, high: Infinity };
const knowledge = () => new Knowledge({ scalars: new Map([[x, 1]]), arrays: new Map() });
const same = (node: visit.TermNode) => node;

/** Functions of `logic` by file, and what each is called with. */
const LOGIC: Readonly<Record<string, Readonly<Record<string, (term: Term, formula: Formula) => unknown>>>> = {
  "cases.ts": {
    choiceOf: (term) => choiceOf(term),
    comparisonCases: (_, formula) => comparisonCases(formula),
    disjuncts: (_, formula) => disjuncts(formula, { alternatives: 8, combinations: 8, depth: 12 }, () => undefined),
  },
  "evaluate.ts": {
    connective: (_, formula) => (formula.kind === "and" ? connective(formula, () => true) : undefined),
    evaluate: (term) => evaluate(term, { valueOf: () => 1 }),
    holds: (_, formula) => holds(formula, { valueOf: () => 1 }),
  },
  "float-bits.ts": {
    bitsOfFloat: (term) => bitsOfFloat(term, F64),
    floatOfBits: (term) => floatOfBits(term, F64),
  },
  "fold.ts": {
    fold: (term) =>
      fold<number>(term, (node, of) => visit.children(node).reduce((sum, part) => Math.max(sum, of(part)), 0) + 1),
    foldInto: (term) => foldInto(new Map<visit.TermNode, number>(), term, () => 1),
  },
  "linear.ts": {
    linearForm: (term) => linearForm(term),
    comparisonConstraint: (_, formula) => comparisonConstraint(formula),
  },
  "nonlinear.ts": {
    isLinear: (term, formula) => isLinear([term, formula]),
  },
  "normal-form.ts": {
    bottomUp: (_, formula) => bottomUp(formula, new Map<Formula, number>(), () => 1),
    negationNormalForm: (_, formula) => negationNormalForm(formula),
  },
  "print.ts": {
    showTerm: (term) => showTerm(term),
    showFormula: (_, formula) => showFormula(formula),
  },
  "range.ts": {
    rangeOfTerm: (term) => ranges.rangeOfTerm(term, ranges.rangeByType),
    promisedRange: (term) => ranges.promisedRange(term),
    intervalOfTerm: (term) => ranges.intervalOfTerm(term, () => ANYTHING),
    decide: (_, formula) => ranges.decide(formula, () => ANYTHING),
    rangeStep: (term) => ranges.rangeStep(term, () => undefined, ranges.rangeByType),
  },
  "simplify.ts": {
    foldConstants: (term) => simplify.foldConstants(term, "floats"),
    foldOnPath: (term) => simplify.foldOnPath(term),
    foldSum: (term) => simplify.foldSum(add(term, integer(1)) as Term & { left: Term; right: Term }),
    foldTruthValue: (term) => simplify.foldTruthValue(eq(term, integer(-1)) as Extract<Formula, { kind: "eq" }>),
  },
  "sort.ts": {
    namedType: (term) => sorts.namedType(term),
    floatTypeOf: (term) => sorts.floatTypeOf(term),
    isFloatTerm: (term) => sorts.isFloatTerm(term),
    isArrayTerm: (term) => sorts.isArrayTerm(term),
    typeOf: (term) => sorts.typeOf(term),
    typeStep: (term) => sorts.typeStep(term, () => I32),
  },
  "term.ts": {
    truthValue: (_, formula) => terms.truthValue(formula),
    complement: (term) => terms.complement(term),
  },
  "visit.ts": {
    isFormula: (term) => visit.isFormula(term),
    nodeLike: (term) => visit.nodeLike(term, visit.children(term)),
    children: (term) => visit.children(term),
    forEachNode: (term) => visit.forEachNode(term, () => {}),
    subterms: (term) => visit.subterms(term),
    variablesOf: (term, formula) => visit.variablesOf([term, formula]),
    variablesOfWhole: (term) => visit.variablesOfWhole(term),
    withChildren: (term) => visit.withChildren(term, visit.children(term)),
    rewrite: (term) => visit.rewrite(term, same),
    substitute: (_, formula) => visit.substitute(formula, new Map([[x, Y]])),
  },
};

const OTHERS: Readonly<Record<string, (term: Term, formula: Formula) => unknown>> = {
  refineTerm: (term) =>
    refineTerm(
      term,
      { low: 0, high: 5 },
      () => ANYTHING,
      () => true,
    ),
  linearise: (term) => linearise(term, { variable: () => ANYTHING }),
  disjuncts: (_, formula) => conjunctive(formula, "all"),
  "explicit evaluation": (term, formula) => {
    const evaluator = new Evaluator(new Slots(8), new ValueTable());
    const codes = new Int32Array(8);
    evaluator.term(term)(codes);
    evaluator.formula(formula)(codes);
    return pin(evaluator, codes, formula, "holds");
  },
  evaluateTerm: (term) => evaluateTerm(term, knowledge()),
  evaluateFormula: (_, formula) => evaluateFormula(formula, knowledge()),
  learn: (_, formula) => learn(formula, true, knowledge()),
  sharedTerms: (term) => sharedTerms([term]),
  numberOf: (term) => numberOf(term, () => ({ stride: 1, offset: 0 }) as never),
  simplifyStructure: (_, formula) => simplifyStructure(formula),
  toSmtLib: (_, formula) => toSmtLib([formula]),
};

/** What takes too long with such a term ends by its budget; only the stack should not be what ends it. */
function limited(action: (budget: Budget) => unknown, work = 200_000): string {
  const budget = new Budget(undefined, undefined, work);
  try {
    within(budget, () => action(budget));
    return "done";
  } catch (error) {
    if (error instanceof BudgetExceeded) return "done";
    return String(error);
  }
}

// A stack ends after some ten thousand calls, long before this.
const DOMAIN_WORK = 50_000;
const DOMAINS = ["box", "boxes", "octagon", "polyhedra", "constant", "congruence"];

describe(`terms of depth ${DEPTH}`, () => {
  it("are twice as deep as the leanest recursion gets", () => {
    let levels = 0;
    const down = (term: Term): number => {
      levels += 1;
      return term.kind === "add" ? down(term.left) : 0;
    };
    expect(() => down(TERMS["sum"] as Term)).toThrow(RangeError);
    expect(levels).toBeLessThan(DEPTH / 2);
  });

  const functions = [...Object.values(LOGIC).flatMap((file) => Object.entries(file)), ...Object.entries(OTHERS)];
  it.each(functions)("%s", (_, run) => {
    for (const [name, formula] of Object.entries(FORMULAS))
      expect(
        limited(() => run(TERMS[name] ?? X, formula)),
        name,
      ).toBe("done");
  });

  it("a solver", () => {
    // Ten thousand levels that are not linear are a hard problem, and more than any stack would hold.
    const hard = eq(grown(X, mixed, 10_000), Y);
    for (const formula of [FORMULAS["sum"] as Formula, hard]) {
      const ask = (budget: Budget) => {
        const solver = ownSolver.create({ limit: 1000, tick: (work) => budget.tick(work) });
        solver.assert(formula);
        return solver.check();
      };
      expect(limited(ask)).toBe("done");
    }
  });

  it.each(DOMAINS)("the domain %s", (name) => {
    const registered = domainNamed(name);
    if (registered === undefined) return;
    const { domain } = registered;
    for (const [shape, term] of Object.entries(TERMS))
      expect(
        limited(() => domain.assign(domain.top, x, term), DOMAIN_WORK),
        shape,
      ).toBe("done");
    for (const [shape, formula] of Object.entries(FORMULAS))
      expect(
        limited(() => domain.assume(domain.top, formula), DOMAIN_WORK),
        shape,
      ).toBe("done");
  });

  it("lists every function of logic that takes one", () => {
    const folder = join(import.meta.dirname, "../src/logic");
    // Constructors make one node of parts that are there; these have no walk.
    const constructors = new Set(Object.keys(terms));
    const missing = readdirSync(folder)
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .flatMap((file) => {
        const text = readFileSync(join(folder, file), "utf8");
        const found = text.matchAll(/^export function (\w+)(?:<[^(]*>)?\(([^)]*)/gm);
        return [...found]
          .filter(([, , parameters]) => /\b(Term|Formula|TermNode)\b/.test(parameters as string))
          .map(([, name]) => name as string)
          .filter((name) => LOGIC[file]?.[name] === undefined && !(file === "term.ts" && constructors.has(name)));
      });
    expect(missing).toEqual([]);
  });
});
