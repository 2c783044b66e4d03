/**
 * The checker of invariants that are formulas. Between two cut points the program has no loop, so that what it does there
 * is one formula (a block); for every labelled location the solver is asked
 *   initiation    is there an initial state outside the entry's labels?
 *   consecution   is there a way through the block from a label to a cut point, outside the labels of that one?
 *   safety        is there a way through the block from a label to an error, or into code that the model does not cover?
 * All three have to be unsatisfiable. Which locations have labels is found out here, by following the blocks; a location
 * without labels is claimed unreachable. A solver that gives up proves nothing, and leaves the question to the next.
 */

import { and, eq, type Formula, integer, not, or, type Term, TRUE, type Variable, variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import { substitute, variablesOf } from "../logic/visit.ts";
import type { Model, ModelLocation } from "../model/model.ts";
import { blockFrom, isCut } from "../model/view/blocks.ts";
import { encodeBlock } from "../smt/encode/block.ts";
import { IDENTITY } from "../smt/encode/ssa.ts";
import { FreshVariables, isFresh } from "../smt/fresh.ts";
import type { Solver, SolverFactory, SolverOptions } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import type { CertificateCheck } from "./certificate.ts";
import type { Certificate, Label } from "./claim.ts";

export type BlockCheck = CertificateCheck | { readonly kind: "undecided"; readonly reason: string };

/** Who is asked about a block, in this order. */
export type ProversFor = (block: readonly Formula[]) => readonly SolverFactory[];

export function checkBlocks(
  model: Model,
  certificate: Certificate,
  factories: SolverFactory | ProversFor,
  budget: Budget,
  safety: "proved" | "errors left out" = "proved",
  onDecision: (by: SolverFactory) => void = () => {},
): BlockCheck {
  const labels = new Invariants(certificate, model.entry);
  const cut = certificate.granularity === "cut-points" ? isCut : () => true;
  const start = labels.at(model.entry);
  if (start === undefined) return undecidable(model.entry);
  const solving = { tick: (work: number) => budget.tick(work) };
  const proversFor = "create" in factories ? () => [factories] : factories;
  const proving = (base: readonly Formula[]) => new Proving(proversFor(base), solving, base, onDecision);
  const first = proving([]);
  const initiation = first.decide([not(start)]);
  first.dispose();
  if (initiation.kind === "satisfiable")
    return { kind: "refuted", reason: "no label of the entry contains every initial state", location: model.entry };
  if (initiation.kind === "undecided") return initiation;
  const pending = [model.entry];
  const seen = new Set(pending);
  let obligations = 1;
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    const block = blockFrom(model, location, cut);
    if (block === undefined) return { kind: "undecided", reason: "a part of the program without loops is too large" };
    const invariant = labels.at(location);
    if (invariant === undefined) return undecidable(location);
    budget.tick(1 + block.edges.length);
    const encoded = encodeBlock(block, IDENTITY, new FreshVariables());
    const proof = proving([invariant, encoded.formula]);
    try {
      for (const [exit, { reached, environment }] of encoded.exits) {
        if (exit.kind === "end" || (exit.kind !== "ordinary" && safety === "errors left out")) continue;
        obligations += 1;
        const claim = exit.kind === "ordinary" ? labels.at(exit) : or([]);
        if (claim === undefined) return undecidable(exit);
        const answer = decideClaim(proof, reached, inEnvironment(claim, environment));
        if (answer.kind === "undecided") return answer;
        if (answer.kind === "satisfiable") return { kind: "refuted", reason: failureAt(exit), location };
        if (exit.kind !== "ordinary" || seen.has(exit) || claim.kind === "false") continue;
        seen.add(exit);
        pending.push(exit);
      }
    } finally {
      proof.dispose();
    }
  }
  return { kind: "proved", labels: labels.count, obligations };
}

function failureAt(exit: ModelLocation): string {
  return exit.kind === "ordinary"
    ? "a way between two cut points leaves the invariant"
    : `the invariant does not exclude ${exit.reason ?? exit.kind}`;
}

function undecidable({ range: _ }: ModelLocation): BlockCheck {
  return { kind: "undecided", reason: "a label says something that the checker cannot express" };
}

type Decision =
  | { readonly kind: "unsatisfiable" }
  | { readonly kind: "satisfiable" }
  | { readonly kind: "undecided"; readonly reason: string };

/** Is there a way that ends outside of the claim? Where nobody can tell, each part of the claim is a question of its own. */
function decideClaim(proof: Proving, reached: Formula, claim: Formula): Decision {
  const whole = proof.decide([reached, not(claim)]);
  const parts = partsOf(claim);
  if (whole.kind !== "undecided" || parts.length === 1) return whole;
  for (const part of parts) {
    const answer = proof.decide([reached, not(part)]);
    if (answer.kind !== "unsatisfiable") return answer;
  }
  return { kind: "unsatisfiable" };
}

// Of two labels that differ in a handful of constraints each.
const MOST_PARTS = 64;

/**
 * Formulas that together say the same. The labels of one location mostly are what holds in the cells of a partition, and most of that holds
 * in all of them: it is one part each; of what they differ in, each choice of a constraint of each label is one.
 */
function partsOf(claim: Formula): readonly Formula[] {
  if (claim.kind !== "or") return conjunctsOf(claim);
  const labels = claim.operands.map(conjunctsOf);
  const common = (labels[0] ?? []).filter((part) => labels.every((label) => label.includes(part)));
  const own = labels.map((label) => label.filter((part) => !common.includes(part)));
  const choices = own.reduce((product, label) => product * label.length, 1);
  return [...common, ...(choices > MOST_PARTS ? [or(own.map(and))] : choicesFrom(own))];
}

function conjunctsOf(formula: Formula): readonly Formula[] {
  return formula.kind === "and" ? formula.operands : [formula];
}

function choicesFrom(labels: readonly (readonly Formula[])[]): readonly Formula[] {
  let choices: readonly (readonly Formula[])[] = [[]];
  for (const label of labels) choices = choices.flatMap((choice) => label.map((part) => [...choice, part]));
  return choices.map(or);
}

/** Questions about one block: whoever cannot decide one leaves it to the next, who is made then. */
class Proving {
  readonly #factories: readonly SolverFactory[];
  readonly #options: SolverOptions;
  readonly #base: readonly Formula[];
  readonly #onDecision: (by: SolverFactory) => void;
  readonly #solvers: Solver[] = [];

  constructor(
    factories: readonly SolverFactory[],
    options: SolverOptions,
    base: readonly Formula[],
    onDecision: (by: SolverFactory) => void,
  ) {
    this.#factories = factories;
    this.#options = options;
    this.#base = base;
    this.#onDecision = onDecision;
  }

  decide(formulas: readonly Formula[]): Decision {
    let undecided: Decision = { kind: "undecided", reason: "there is no solver to prove it" };
    for (const [turn, factory] of this.#factories.entries()) {
      const solver = this.#solvers[turn] ?? this.#create(factory);
      const answer = solver.check([and(formulas)]);
      if (answer !== "unknown") this.#onDecision(factory);
      if (answer === "unsat") return { kind: "unsatisfiable" };
      if (answer === "sat") return { kind: "satisfiable" };
      undecided = { kind: "undecided", reason: `the ${solver.name} solver gave up: ${solver.reason()}` };
    }
    return undecided;
  }

  #create(factory: SolverFactory): Solver {
    const solver = factory.create(this.#options);
    this.#solvers.push(solver);
    for (const formula of this.#base) solver.assert(formula);
    return solver;
  }

  dispose(): void {
    for (const solver of this.#solvers) solver.dispose();
  }
}

/** The formula about the state after the block, in terms of the state before it. */
export function inEnvironment(formula: Formula, environment: Pick<ReadonlyMap<Variable, Term>, "get">): Formula {
  const changed = new Map<Variable, Term>();
  for (const of of variablesOf(formula)) {
    const value = environment.get(of);
    if (value !== undefined) changed.set(of, value);
  }
  return changed.size === 0 ? formula : substitute(formula, changed);
}

/** What a certificate claims, as one formula a location. */
export class Invariants {
  readonly #certificate: Certificate;
  readonly #entry: ModelLocation;
  readonly #formulas = new Map<ModelLocation, Formula | undefined>();
  count = 0;

  constructor(certificate: Certificate, entry: ModelLocation) {
    this.#certificate = certificate;
    this.#entry = entry;
  }

  /** Undefined if a label cannot be said in a formula. */
  at(location: ModelLocation): Formula | undefined {
    if (this.#formulas.has(location)) return this.#formulas.get(location);
    const labels = [...this.#certificate.labelsAt(location)];
    this.count += labels.length;
    // Between cut points nothing is claimed about the entry unless it says so.
    const unsaid = labels.length === 0 && location === this.#entry && this.#certificate.granularity === "cut-points";
    // Sound: a variable that is not the model's could be one of those that stand for values inside a block.
    const parts = labels.map(formulaOf).map((part) => (part !== undefined && isStrange(part) ? undefined : part));
    const formula = unsaid ? TRUE : parts.includes(undefined) ? undefined : or(parts as Formula[]);
    this.#formulas.set(location, formula);
    return formula;
  }
}

function isStrange(formula: Formula): boolean {
  return [...variablesOf(formula)].some(isFresh);
}

function formulaOf(label: Label): Formula | undefined {
  if (label.kind === "formula") return label.formula;
  const parts: Formula[] = [];
  for (const { variable: of, index, value } of label.values) {
    if (index !== undefined || !isIntegral(of.type)) return undefined;
    parts.push(eq(variable(of), integer(value)));
  }
  return and(parts);
}
