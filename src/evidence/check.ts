/**
 * No verdict without evidence: what an engine claims is checked here before anyone sees it. A counterexample is run again
 * from its recorded inputs and has to reach the same violation; a certificate has to be proved. What does not stand
 * becomes `unknown`, with the reason.
 */
import type { Edge, Program } from "../cfa/cfa.ts";
import { hasMeaningElsewhere } from "../cfa/library/functions.ts";
import { type InputValue, listInputs, type RecordedInput } from "../interpreter/inputs.ts";
import type { Trace } from "../interpreter/trace.ts";
import { isLinear } from "../logic/nonlinear.ts";
import type { Formula } from "../logic/term.ts";
import { libraryEffect } from "../model/library/library.ts";
import type { Assumption, Model } from "../model/model.ts";
import { executionOptions, type ModelOptions } from "../model/options.ts";
import { ownSolver } from "../smt/own/solver.ts";
import type { Solver, SolverFactory, SolverOptions, Solvers } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import { counted } from "../util/counted.ts";
import type { SourceRange } from "../util/source.ts";
import { type BlockCheck, checkBlocks } from "./block-check.ts";
import { checkCertificate, ValueStates } from "./certificate.ts";
import type { Certificate, Claimant, Verdict } from "./claim.ts";
import { type Question, retell } from "./execution.ts";
import { proveByExecution } from "./execution-proof.ts";
import { checkInduction } from "./induction-check.ts";
import { checkSplitting } from "./splitting-check.ts";
import { checkUnrolling } from "./unrolling-check.ts";
import { type RunViolation, violationOf } from "./violation.ts";

export type CheckedVerdict =
  | {
      readonly kind: "safe";
      /** Undefined where the proof is the program's only execution. */
      readonly certificate: Certificate | undefined;
      readonly checked: boolean;
      readonly by: string;
    }
  | {
      readonly kind: "unsafe";
      readonly violation: RunViolation;
      readonly edge: Edge | undefined;
      readonly inputs: readonly RecordedInput[];
      readonly trace: Trace;
      readonly by: string;
    }
  | { readonly kind: "unknown"; readonly reason: string; readonly range?: SourceRange };

/**
 * Who proves invariants that are formulas. first: each question to the solvers in order, until one decides; all: every one of them has to
 * prove it; none: nobody, and the report says so.
 */
export interface Provers {
  readonly mode: "first" | "all" | "none";
  readonly solvers: readonly SolverFactory[];
  /** For proofs over bits: not the solver that engines use. */
  readonly bits?: SolverFactory | undefined;
}

/** As in `--certify`. */
export type Certify = "default" | "own" | "bits" | "z3" | "both" | "off";

export function proversOf({ own, z3, bitsAgain: bits }: Solvers, certify: Certify = "default"): Provers {
  if (certify === "off") return { mode: "none", solvers: [] };
  // Engines reason with the own solver, so the other one goes first; masks, products and floats are left to bits.
  const asked: readonly (SolverFactory | undefined)[] = {
    default: [z3, own, bits],
    own: [own],
    bits: [bits],
    z3: [z3],
    both: [z3, own],
  }[certify];
  return {
    mode: certify === "both" ? "all" : "first",
    solvers: asked.filter((one): one is SolverFactory => one !== undefined),
    bits,
  };
}

export function checkVerdict(
  model: Model,
  options: ModelOptions,
  verdict: Verdict,
  budget: Budget,
  provers: () => Provers,
): CheckedVerdict {
  const { entry } = options;
  const question = { program: model.program, entry, properties: model.properties, ...executionOptions(options) };
  switch (verdict.kind) {
    case "unknown":
      return verdict;
    case "safe":
      return checkSafe(model, verdict.certificate, budget, provers);
    case "executed":
      return checkExecuted(question, options, model.assumptions, budget);
    case "unsafe":
      return checkUnsafe(question, verdict.counterexample.inputs);
  }
}

function checkExecuted(
  question: Question,
  options: ModelOptions,
  assumptions: readonly Assumption[],
  budget: Budget,
): CheckedVerdict {
  const proof = proveByExecution(question, options, assumptions, budget);
  if (proof.kind === "unproved")
    return { kind: "unknown", reason: `the only execution that was found violates nothing, but ${proof.reason}` };
  const by = `the program reads no input: its one execution, ${counted(proof.steps, "step")}, ends without violation`;
  return { kind: "safe", certificate: undefined, checked: true, by };
}

function checkSafe(model: Model, certificate: Certificate, budget: Budget, provers: () => Provers): CheckedVerdict {
  const { check, checked, by } = checkInvariants(model, certificate, budget, provers);
  switch (check.kind) {
    case "proved":
      return { kind: "safe", certificate, checked, by };
    case "undecided":
      return { kind: "unknown", reason: `the engine's invariant could not be confirmed: ${check.reason}` };
    case "refuted":
      return {
        kind: "unknown",
        reason: `the engine's invariant could not be confirmed: ${check.reason}`,
        range: check.location.range,
      };
  }
}

export interface InvariantCheck {
  readonly check: BlockCheck;
  /** false where it was asked for that nobody proves it. */
  readonly checked: boolean;
  /** Who proved it, and how much it was; `nobody` where it was not checked. */
  readonly by: string;
}

export function checkInvariants(
  model: Model,
  certificate: Certificate,
  budget: Budget,
  findProvers: () => Provers,
): InvariantCheck {
  if (certificate.contracts !== undefined) return checkContracts(model, certificate, budget, findProvers);
  if (certificate.splitting !== undefined) {
    const check = checkSplitting(model, certificate.splitting.tree, budget);
    const amount = check.kind === "proved" ? `: ${counted(check.obligations, "case")}` : "";
    return { check, checked: true, by: `checker of cases by ranges${amount}` };
  }
  if (certificate.unrolling !== undefined || certificate.induction !== undefined)
    return checkOverBits(model, certificate, budget, findProvers());
  if (ValueStates.covers(certificate)) {
    const check = checkCertificate(model, certificate, budget);
    return { check, checked: true, by: `certificate checker${amountOf(check)}` };
  }
  const provers = findProvers();
  if (provers.mode === "none")
    return { check: { kind: "proved", labels: 0, obligations: 0 }, checked: false, by: "nobody" };
  const names = new Set<string>();
  const proved = (by: readonly SolverFactory[]) =>
    checkBlocks(
      model,
      certificate,
      (block) => inOrder(by, block),
      budget,
      "proved",
      ({ name }) => names.add(name),
    );
  let check: BlockCheck = { kind: "undecided", reason: "there is no solver to prove it" };
  // Question by question one that decides is enough, unless all have to agree; a refutation is final.
  for (const by of provers.mode === "first" ? [provers.solvers] : provers.solvers.map((one) => [one])) {
    check = proved(by);
    if (check.kind !== "proved") break;
  }
  return { check, checked: true, by: `certificate checker with ${[...names].join(" and ")}${amountOf(check)}` };
}

/**
 * Over products and masks the linear solver goes first: it takes them by the ranges of their operands, which is soon told and mostly
 * enough, where Z3 looks for more than a turn lasts.
 */
function inOrder(by: readonly SolverFactory[], block: readonly Formula[]): readonly SolverFactory[] {
  if (by.length === 1 || isLinear(block)) return by;
  const isQuick = ({ name }: SolverFactory) => name === ownSolver.name;
  return [...by.filter(isQuick), ...by.filter((one) => !isQuick(one))];
}

/** What somebody claims of another model, if it stands: with the own solver alone, since the question is one on the side. */
export function provedClaim(model: Model, claimant: Claimant, budget: Budget): Certificate | undefined {
  const certificate = claimant(model, budget);
  if (certificate === undefined) return undefined;
  const { check } = checkInvariants(model, certificate, budget, () => proversOf({ own: ownSolver }));
  return check.kind === "proved" ? certificate : undefined;
}

function checkOverBits(
  model: Model,
  certificate: Certificate,
  budget: Budget,
  { mode, bits }: Provers,
): InvariantCheck {
  if (mode === "none") return { check: { kind: "proved", labels: 0, obligations: 0 }, checked: false, by: "nobody" };
  if (bits === undefined) throw new Error("a proof by unrolling should have a solver over bits");
  const { unrolling, induction } = certificate;
  const places = unrolling?.places ?? new Set();
  const asked: Solver[] = [];
  const create = (options?: SolverOptions) => {
    const solver = bits.create(options);
    asked.push(solver);
    return solver;
  };
  const [check, how] =
    induction === undefined
      ? [checkUnrolling(model, places, { ...bits, create }, budget), counted(places.size, "block")]
      : [checkInduction(model, certificate, induction.k, { ...bits, create }, budget), `k = ${induction.k}`];
  const names = new Set(asked.map(({ name }) => name));
  const amount = check.kind === "proved" ? `: ${how}, ${counted(check.obligations, "obligation")}` : "";
  return { check, checked: true, by: `unrolling checker with ${[...names].join(" and ")}${amount}` };
}

/** Every contract has to have a certificate; the models are made anew from the contracts, whatever the engine saw. */
function checkContracts(
  model: Model,
  certificate: Certificate,
  budget: Budget,
  findProvers: () => Provers,
): InvariantCheck {
  const { contracts: proof, ...whole } = certificate;
  const procedures = model.procedures?.();
  if (proof === undefined || procedures === undefined)
    return { check: { kind: "undecided", reason: "the model knows no contracts" }, checked: true, by: "nobody" };
  let last = checkInvariants(procedures.whole(proof.contracts), whole, budget, findProvers);
  let checked = last.checked;
  let [labels, obligations] = last.check.kind === "proved" ? [last.check.labels, last.check.obligations] : [0, 0];
  for (const name of proof.contracts.keys()) {
    if (last.check.kind !== "proved") return last;
    const own = proof.procedures.get(name);
    if (own === undefined)
      return {
        check: { kind: "undecided", reason: `no proof of the contract of ${name}` },
        checked: true,
        by: "nobody",
      };
    last = checkInvariants(procedures.procedure(name, proof.contracts), own, budget, findProvers);
    checked &&= last.checked;
    if (last.check.kind === "proved")
      [labels, obligations] = [labels + last.check.labels, obligations + last.check.obligations];
  }
  if (last.check.kind !== "proved") return last;
  if (!checked) return { check: last.check, checked, by: "nobody" };
  return {
    check: { kind: "proved", labels, obligations },
    checked,
    by: `${last.by}, ${proof.contracts.size} contracts in all`,
  };
}

function amountOf(check: BlockCheck): string {
  return check.kind === "proved"
    ? `: ${counted(check.labels, "label")}, ${counted(check.obligations, "obligation")}`
    : "";
}

// More than any engine runs when it looks for a counterexample; a replay that takes longer has gone elsewhere.
export const REPLAY_STEPS = 10_000_000;

function checkUnsafe(question: Question, claimed: readonly unknown[]): CheckedVerdict {
  const inputs = claimed as readonly RecordedInput[];
  const values = inputs.map((input) => input.value as InputValue);
  const trace = retell(question, listInputs(values), REPLAY_STEPS);
  const violation = violationOf(trace.outcome, question);
  if (violation === undefined)
    return { kind: "unknown", reason: "the engine's counterexample does not violate the property when it is replayed" };
  const stranger = calledStranger(question.program, trace) ?? answeringStranger(question.program, inputs);
  if (stranger !== undefined)
    return { kind: "unknown", reason: `the counterexample relies on ${stranger}, which is not defined` };
  const edge = "edge" in trace.outcome ? trace.outcome.edge : undefined;
  return { kind: "unsafe", violation, edge, inputs, trace, by: "replayed by the interpreter on the concrete program" };
}

/**
 * A function without parameters and result is called for what it does to globals. Where such a function is not defined,
 * a run that takes it for one that does nothing shows nothing.
 */
function calledStranger(program: Program, trace: Trace): string | undefined {
  const strangers = [...program.externals.values()].filter(
    ({ name, signature }) =>
      signature.result === undefined && signature.parameters.length === 0 && libraryEffect(name).kind === "unknown",
  );
  if (strangers.length === 0) return undefined;
  // Steps that were dropped may have called any of them.
  if (trace.dropped > 0) return strangers[0]?.name;
  const names = new Set(strangers.map(({ name }) => name));
  const { outcome, steps } = trace;
  for (const [i, { edge }] of steps.entries()) {
    const { op } = edge;
    // A check that fails on the last edge comes before its call.
    if (i === steps.length - 1 && outcome.kind === "undefined-behaviour" && outcome.edge === edge) continue;
    if (op.kind === "call" && op.arguments.length === 0 && op.callee.kind === "direct" && names.has(op.callee.name))
      return op.callee.name;
  }
  return undefined;
}

/**
 * What an undefined function returns is an input, but not just any: one that is declared without a prototype is most
 * likely defined in a file that is not here, functions of the compiler, of tools (`__CPROVER_...`) and of the C library
 * mean something that we do not know here, and a function of numbers may be just that, a function of them, so that it may
 * not answer the same question now this way and now that.
 */
function answeringStranger(program: Program, inputs: readonly RecordedInput[]): string | undefined {
  const answers = new Map<string, InputValue>();
  for (const { kind, name, usual, value, edge, written, given } of inputs) {
    const isIgnored = written === undefined && edge?.op.kind === "call" && edge.op.target === undefined;
    if (kind !== "external" || name === undefined || value === usual || isIgnored) continue;
    if (hasMeaningElsewhere(name)) return name;
    if (written !== undefined) continue;
    if (program.externals.get(name)?.signature.unprototyped === true) return name;
    if (given === undefined) continue;
    const question = `${name}(${given.join(", ")})`;
    if ((answers.get(question) ?? value) !== value) return name;
    answers.set(question, value);
  }
  return undefined;
}
