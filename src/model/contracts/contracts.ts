/**
 * Procedures by contract (paper 001, section 4.4): instead of following a call, the model checks what the procedure requires,
 * forgets what it may write, and assumes what it ensures. A procedure has a model of its own, from any state in which it may
 * be called to its exit, where what it ensures is checked. The models are proved like any other; that all of them together
 * are right, recursion included, is the rule of partial correctness: by induction on the length of executions, no check
 * can be the first that fails.
 *
 * Contracts speak of the variables of the procedure's first activation, of globals, and of the values at entry (`old`).
 */
import type { Edge, FunctionGraph } from "../../cfa/cfa.ts";
import { type Formula, not, type Term, type Variable, variable } from "../../logic/term.ts";
import { substitute, variablesOf } from "../../logic/visit.ts";
import type { Model, ModelOp } from "../model.ts";
import type { Translator } from "../translate/translate.ts";
import { assign, assume, havoc, input, type Translation } from "../translate/translation.ts";

export interface Contract {
  /** Over parameters and globals. */
  readonly requires: Formula;
  /** Over values at entry, globals and the result. */
  readonly ensures: Formula;
}

/** By name of the function. */
export type Contracts = ReadonlyMap<string, Contract>;

/** What a contract may speak of. */
export interface ProcedureInterface {
  readonly name: string;
  readonly parameters: readonly Variable[];
  /** What callers put their arguments into. */
  readonly passed: readonly Variable[];
  readonly result: Variable | undefined;
  /** Globals and memory that the procedure, or what it calls, may write. */
  readonly written: readonly Variable[];
  /** For parameters and written variables: their values at entry. */
  readonly old: ReadonlyMap<Variable, Variable>;
}

export interface Procedures {
  /** Functions that may have a contract, in order of discovery. */
  readonly interfaces: ReadonlyMap<string, ProcedureInterface>;
  isRecursive(name: string): boolean;
  /** The program, its calls of these functions replaced. The same contracts give the same model. */
  whole(contracts: Contracts): Model;
  procedure(name: string, contracts: Contracts): Model;
}

// The activation whose variables stand for parameters and result of a call; 0 is the procedure's own.
const CALLED = 1;

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
      const value = variable(this.#t.variableOf(parameter, CALLED));
      passed.set(own, value);
      returned.set(old.get(own) as Variable, value);
    });
    const ops: ModelOp[] = [];
    for (const of of written) {
      const before = this.#t.copyOf(of, "before the call");
      ops.push(assign(before, variable(of), edge), havoc(of, edge));
      returned.set(old.get(of) as Variable, variable(before));
    }
    const answer = this.#t.resultOf(graph, CALLED);
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

/** The functions that may have contracts: all but the entry, unless they have objects of their own in memory. */
export function interfacesOf(
  translation: Translation,
  translator: Translator,
  entry: FunctionGraph,
): Map<string, ProcedureInterface> {
  const { pointsTo, calls } = translation;
  // Sound: several activations of a function with local objects are several objects, of which a contract knows nothing.
  const withObjects = new Set(
    pointsTo.regions.flatMap(({ object }) => (object?.role === "local" ? [object.function] : [])),
  );
  const interfaces = new Map<string, ProcedureInterface>();
  for (const graph of pointsTo.functions) {
    if (graph === entry || graph === translation.program.initialise) continue;
    const reached = reachedFrom(graph, (one) => one.edges.flatMap((edge) => calls.callees(edge)));
    if ([...reached].some(({ name }) => withObjects.has(name))) continue;
    const written = new Set<Variable>();
    for (const { edges } of reached) {
      for (const edge of edges) {
        for (const { prefix, ops } of translator.outcomes(edge, 0))
          for (const op of [...prefix, ...ops]) if (op.kind !== "assume" && isOuter(op.target)) written.add(op.target);
        // Sound: what a defined function returns is taken on the way back, which no outcome of the call says.
        const taken = edge.op.kind === "call" ? edge.op.target : undefined;
        if (taken !== undefined && isOuter(taken)) written.add(translation.variableOf(taken, 0));
      }
    }
    const parameters = graph.parameters.map((parameter) => translation.variableOf(parameter, 0));
    const old = new Map([...parameters, ...written].map((of) => [of, translation.copyOf(of, "old")]));
    const result = translation.resultOf(graph, 0);
    const passed = graph.parameters.map((parameter) => translation.variableOf(parameter, CALLED));
    interfaces.set(graph.name, { name: graph.name, parameters, passed, result, written: [...written], old });
  }
  return interfaces;
}

/** Outlives an activation. Scratch variables are given a value wherever they are used. */
function isOuter(of: Variable): boolean {
  return of.role === "global" || of.role === "memory";
}

function reachedFrom<V>(start: V, next: (from: V) => readonly V[]): Set<V> {
  const reached = new Set([start]);
  for (const one of reached) for (const other of next(one)) reached.add(other);
  return reached;
}
