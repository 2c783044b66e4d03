/** Which functions may have contracts, and the models of a program by contracts. */
import type { FunctionGraph } from "../../cfa/cfa.ts";
import type { Variable } from "../../logic/term.ts";
import { memoised } from "../../util/memo.ts";
import type { Contracts, Model, ProcedureInterface, Procedures } from "../model.ts";
import type { Translator } from "../translate/translate.ts";
import type { Translation } from "../translate/translation.ts";
import { CALLED, ContractRules, isOuter } from "./contracts.ts";

/**
 * Views by contract, made when asked for and kept by contracts, so that who checks a proof sees the locations of the proof.
 * `view` makes one from the entry of the program, or from the entry of the rules' procedure.
 */
export function proceduresOf(
  translation: Translation,
  translator: Translator,
  view: (rules: ContractRules) => Model,
): Procedures {
  let interfaces: ReadonlyMap<string, ProcedureInterface> | undefined;
  const interfacesHere = () => {
    interfaces ??= interfacesOf(translation, translator);
    return interfaces;
  };
  const known = new WeakMap<Contracts, Map<FunctionGraph | undefined, Model>>();
  const modelOf = (contracts: Contracts, graph: FunctionGraph | undefined): Model => {
    const models = memoised(known, contracts, () => new Map<FunctionGraph | undefined, Model>());
    return memoised(models, graph, () =>
      view(new ContractRules(translation, translator, contracts, interfacesHere(), graph)),
    );
  };
  return {
    get interfaces() {
      return interfacesHere();
    },
    isRecursive: (name) => translation.calls.isRecursive(name),
    whole: (contracts) => modelOf(contracts, undefined),
    procedure: (name, contracts) => modelOf(contracts, translation.program.functions.get(name) as FunctionGraph),
  };
}

/** The functions that may have contracts: all but the entry, unless they have objects of their own in memory. */
function interfacesOf(translation: Translation, translator: Translator): Map<string, ProcedureInterface> {
  const { entry, pointsTo, calls, variables } = translation;
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
        if (taken !== undefined && isOuter(taken)) written.add(variables.of(taken, 0));
      }
    }
    const parameters = graph.parameters.map((parameter) => variables.of(parameter, 0));
    const old = new Map([...parameters, ...written].map((of) => [of, variables.copyOf(of, "old")]));
    const result = variables.resultOf(graph, 0);
    const passed = graph.parameters.map((parameter) => variables.of(parameter, CALLED));
    interfaces.set(graph.name, { name: graph.name, parameters, passed, result, written: [...written], old });
  }
  return interfaces;
}

function reachedFrom<V>(start: V, next: (from: V) => readonly V[]): Set<V> {
  const reached = new Set([start]);
  for (const one of reached) for (const other of next(one)) reached.add(other);
  return reached;
}
