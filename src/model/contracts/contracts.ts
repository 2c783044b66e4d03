/**
 * Procedures by contract (Monniaux and Gonnord, "Focus Fixpoint Iterations", SAS 2011, section 4.4): instead of
 * following a call, the model checks what the procedure requires, forgets what it may write, and assumes what it
 * ensures. A procedure has a model of its own, from any state in which it may be called to its exit, where what it
 * ensures is checked. The models are proved like any other; that all of them together are right, recursion included, is
 * the rule of partial correctness: by induction on the length of executions, no check can be the first that fails.
 *
 * Contracts speak of the variables of the procedure's first activation, of globals, and of the values at entry (`old`).
 */
import type { Edge, FunctionGraph } from "../../cfa/cfa.ts";
import { type Formula, not, type Term, type Variable, variable } from "../../logic/term.ts";
import { substitute, variablesOf } from "../../logic/visit.ts";
import type { Contract, Contracts, ModelOp, ProcedureInterface } from "../model.ts";
import { assign, assume, havoc, input } from "../translate/outcome.ts";
import type { Translator } from "../translate/translate.ts";
import type { Translation } from "../translate/translation.ts";

// The activation whose variables stand for parameters and result of a call; 0 is the procedure's own.
export const CALLED = 1;

export interface CallByContract {
  /** Parameters get their arguments. */
  readonly before: readonly ModelOp[];
  readonly required: Formula;
  /** What the call does, and the caller takes the result. */
  readonly after: readonly ModelOp[];
}

/** How a view follows contracts. */
export class ContractRules {
  readonly #t: Translation;
  readonly #translator: Translator;
  readonly #contracts: Contracts;
  readonly #interfaces: ReadonlyMap<string, ProcedureInterface>;
  /** The procedure whose model it is; undefined for the whole program. */
  readonly procedure: FunctionGraph | undefined;

  constructor(
    translation: Translation,
    translator: Translator,
    contracts: Contracts,
    interfaces: ReadonlyMap<string, ProcedureInterface>,
    procedure: FunctionGraph | undefined,
  ) {
    this.#t = translation;
    this.#translator = translator;
    this.#contracts = contracts;
    this.#interfaces = interfaces;
    this.procedure = procedure;
    for (const [name, contract] of contracts) this.#validate(name, contract);
  }

  covers(graph: FunctionGraph): boolean {
    return this.#contracts.has(graph.name);
  }

  call(edge: Edge, graph: FunctionGraph, given: readonly Term[], callerInstance: number): CallByContract {
    const { requires, ensures } = this.#contracts.get(graph.name) as Contract;
    const { parameters, result, written, old } = this.#interfaces.get(graph.name) as ProcedureInterface;
    const passed = new Map<Variable, Term>();
    const returned = new Map<Variable, Term>();
    graph.parameters.forEach((parameter, i) => {
      const own = parameters[i] as Variable;
      const value = variable(this.#t.variables.of(parameter, CALLED));
      passed.set(own, value);
      returned.set(old.get(own) as Variable, value);
    });
    const ops: ModelOp[] = [];
    for (const of of written) {
      const before = this.#t.variables.copyOf(of, "before the call");
      ops.push(assign(before, variable(of), edge), havoc(of, edge));
      returned.set(old.get(of) as Variable, variable(before));
    }
    const answer = this.#t.variables.resultOf(graph, CALLED);
    if (answer !== undefined && result !== undefined) {
      ops.push(havoc(answer, edge));
      returned.set(result, variable(answer));
    }
    ops.push(assume(substitute(ensures, returned), edge));
    return {
      before: this.#translator.enter(edge, graph, given, CALLED),
      required: substitute(requires, passed),
      after: [...ops, ...this.#translator.leave(edge, graph, CALLED, callerInstance)],
    };
  }

  /** What happens before the procedure's first edge. */
  start({ name }: FunctionGraph): readonly ModelOp[] {
    const { parameters, old } = this.#interfaces.get(name) as ProcedureInterface;
    const ops: ModelOp[] = parameters.map((parameter) => input(parameter, undefined));
    for (const [of, copy] of old) ops.push(assign(copy, variable(of), undefined));
    const { requires } = this.#contracts.get(name) as Contract;
    return [...ops, assume(requires, undefined)];
  }

  /** Reasons of the locations where a call breaks a contract, where the procedure does, and where it returns. */
  static readonly reasons = {
    requires: (name: string) => `what ${name} requires`,
    ensures: (name: string) => `what ${name} ensures`,
    returns: (name: string) => `${name} returns`,
  };

  /** That the contract is broken where the procedure returns. */
  broken({ name }: FunctionGraph): Formula {
    return not((this.#contracts.get(name) as Contract).ensures);
  }

  #validate(name: string, { requires, ensures }: Contract): void {
    const known = this.#interfaces.get(name);
    if (known === undefined) throw new Error(`${name} should be a function that may have a contract`);
    const required = new Set(known.parameters);
    for (const of of variablesOf(requires))
      if (!required.has(of) && !isOuter(of)) throw new Error(`what ${name} requires should not speak of ${of.name}`);
    const ensured = new Set([...known.old.values(), known.result]);
    for (const of of variablesOf(ensures))
      if (!ensured.has(of) && !isOuter(of)) throw new Error(`what ${name} ensures should not speak of ${of.name}`);
  }
}

/** Outlives an activation. Scratch variables are given a value wherever they are used. */
export function isOuter(of: Variable): boolean {
  return of.role === "global" || of.role === "memory";
}
