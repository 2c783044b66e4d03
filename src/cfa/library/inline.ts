/**
 * The C library's text (`c/library`) at the calls of a program: each call of a library function that the program does not
 * define gets a function of its own, a copy of the text with variables of its own, all of whose places are the place of the
 * call. So a violation inside is one of the call, and what one call is given does not mix with what another is.
 */
import { type Formula, type Term, type Variable, variable } from "../../logic/term.ts";
import { showType } from "../../logic/types.ts";
import { substitute, type TermNode } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import type { SourceRange } from "../../util/source.ts";
import { GraphAssembly } from "../assemble.ts";
import type { Edge, EdgeOf, ExternalFunction, FunctionGraph, Location, Op, Program, Signature } from "../cfa.ts";
import { checkTerm, withCheckTerm } from "../op-terms.ts";
import { isInLibrary, readLibrary } from "../read-library.ts";
import { rebuildGraph } from "../rebuild.ts";
import { libraryRow } from "./functions.ts";

/** May it call a function that has a text? Found without reading that: most programs do not. */
export function callsText(program: Program): boolean {
  return [...program.externals.keys()].some(isInLibrary);
}

/**
 * The program with the library's text at its calls; undefined where it calls nothing that has one.
 * @param mayOverlap whether two arguments of a call may point to the same memory. Copies between places that overlap are
 * undefined behaviour, which the text does not say: such calls stay as they are.
 */
export function withLibraryText(
  program: Program,
  mayOverlap: (left: Term, right: Term) => boolean = () => false,
): Program | undefined {
  const library = readLibrary(program.pointerBytes, [...program.externals.keys()]);
  if (library === undefined) return undefined;
  const textOf = ({ op }: Edge): FunctionGraph | undefined => {
    if (op.kind !== "call" || op.callee.kind !== "direct") return undefined;
    const { name } = op.callee;
    const given = op.arguments;
    const external = program.externals.get(name);
    const text = library.functions.get(name);
    if (external === undefined || text === undefined || !agree(external.signature, text.signature)) return undefined;
    // Other functions of these names would get the calls of the text.
    if (namesCalled(text).some((called) => !isLibrarys(program, library, called))) return undefined;
    const row = libraryRow(name);
    const [to, from] = (row?.memory?.apart ?? []).map((at) => given[at as number]);
    if (to !== undefined && from !== undefined && mayOverlap(to, from)) return undefined;
    const mayLookAtErrno = program.errno.length > 0 && row?.errno !== "kept";
    return mayLookAtErrno || given.length !== text.parameters.length ? undefined : text;
  };
  const copies = new Map<string, FunctionGraph>();
  let variableCount = program.variableCount;
  const copied = (edge: EdgeOf<"call">, text: FunctionGraph): Op => {
    const name = `${text.name}#${copies.size + 1}`;
    copies.set(
      name,
      copyOf(text, name, edge.range, () => variableCount++),
    );
    const { pointees: _, ...call } = edge.op;
    return { ...call, callee: { kind: "direct", name } };
  };
  const inlined = (graph: FunctionGraph): FunctionGraph => {
    if (!graph.edges.some((edge) => textOf(edge) !== undefined)) return graph;
    return rebuildGraph(graph, {
      instead: (edge) => {
        const text = textOf(edge);
        return text === undefined ? edge : { op: copied(edge as EdgeOf<"call">, text), checks: edge.checks };
      },
    });
  };
  const functions = new Map([...program.functions].map(([name, graph]) => [name, inlined(graph)]));
  if (copies.size === 0) return undefined;
  const externals = new Map<string, ExternalFunction>([...library.externals, ...program.externals]);
  return { ...program, functions: new Map([...functions, ...copies]), externals, variableCount };
}

function namesCalled({ edges }: FunctionGraph): readonly string[] {
  return edges.flatMap(({ op }) => (op.kind === "call" && op.callee.kind === "direct" ? [op.callee.name] : []));
}

/** Does the program take the name for what the library does? */
function isLibrarys(program: Program, library: Program, name: string): boolean {
  const [declared, meant] = [program.externals.get(name), library.externals.get(name)];
  if (program.functions.has(name) || meant === undefined) return false;
  return declared === undefined || agree(declared.signature, meant.signature);
}

/** A declaration of the program's own may say something else than the library's. */
function agree(declared: Signature, text: Signature): boolean {
  const shown = ({ parameters, result }: Signature) => [...parameters, result].map((of) => of && showType(of)).join();
  return !declared.variadic && !declared.unprototyped && shown(declared) === shown(text);
}

/** The function under another name, with variables of its own, at one place. */
function copyOf(text: FunctionGraph, name: string, range: SourceRange, newId: () => number): FunctionGraph {
  if (text.objects.length > 0) throw new Error(`the text of ${text.name} should have variables only`);
  const own = new Map<Variable, Variable>();
  const variableOf = (of: Variable): Variable =>
    memoised(own, of, () => ({ ...of, id: newId(), function: name, name: of.name.replace(/^.*::/, `${text.name}::`) }));
  const memo = new Map<TermNode, TermNode>();
  const termOf = <N extends Term | Formula>(node: N): N => substitute(node, (of) => variable(variableOf(of)), memo);
  const made = new GraphAssembly(name);
  const places = new Map(text.locations.map((location) => [location, made.location({})]));
  const placeOf = (location: Location) => places.get(location) as ReturnType<typeof made.location>;
  for (const { source, target, op, checks } of text.edges) {
    const renamed = checks.map((check) => ({ ...withCheckTerm(check, termOf(checkTerm(check))), range }));
    made.connect(placeOf(source), placeOf(target), renamedOp(op, variableOf, termOf), renamed, range);
  }
  return {
    ...text,
    ...made.finish(placeOf(text.entry), placeOf(text.exit)),
    name,
    parameters: text.parameters.map(variableOf),
    variables: text.variables.map(variableOf),
    names: [],
    range,
    library: true,
  };
}

function renamedOp(
  op: Op,
  variableOf: (of: Variable) => Variable,
  termOf: <N extends Term | Formula>(node: N) => N,
): Op {
  switch (op.kind) {
    case "skip":
      return op;
    case "assign":
      return { ...op, target: variableOf(op.target), value: termOf(op.value) };
    case "havoc":
      return { ...op, target: variableOf(op.target) };
    case "load":
      return { ...op, target: variableOf(op.target), address: termOf(op.address) };
    case "store":
      return { ...op, address: termOf(op.address), value: termOf(op.value) };
    case "call": {
      const callee = op.callee.kind === "direct" ? op.callee : { ...op.callee, pointer: termOf(op.callee.pointer) };
      return { ...op, target: op.target && variableOf(op.target), callee, arguments: op.arguments.map(termOf) };
    }
    case "return":
      return { ...op, value: op.value && termOf(op.value) };
    case "assume":
      return { ...op, condition: termOf(op.condition) };
    default:
      throw new Error(`the text of the C library should not need "${op.kind}"`);
  }
}
