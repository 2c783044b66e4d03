/**
 * The C library's text (`c/library`) at the calls of a program: each call of a library function that the program does not
 * define gets a function of its own, a copy of the text with variables of its own, all of whose places are the place of the
 * call. So a violation inside is one of the call, and what one call is given does not mix with what another is. A call with a
 * format gets the text that the format stands for (`format-text.ts`).
 */
import type { Term } from "../../logic/term.ts";
import { showType } from "../../logic/types.ts";
import type { Edge, EdgeOf, ExternalFunction, FunctionGraph, Op, Program, Signature } from "../cfa.ts";
import { isInLibrary, readFormatText, readLibrary, textName } from "../read-library.ts";
import { rebuildGraph } from "../rebuild.ts";
import { copyOf } from "./copy-text.ts";
import { formattedCall } from "./format-text.ts";
import { libraryRow } from "./functions.ts";

/** May it call a function that has a text? Found without reading that: most programs do not. */
export function callsText(program: Program): boolean {
  return [...program.externals.keys()].some((name) => isInLibrary(textName(name)) || isFormatted(name));
}

/** What a call does by the library's text. */
interface Meant {
  readonly text: FunctionGraph;
  /** What the text calls. */
  readonly externals: Program["externals"];
  readonly arguments: readonly Term[];
}

/**
 * The program with the library's text at its calls; undefined where it calls nothing that has one.
 * @param mayOverlap whether two arguments of a call may point to the same memory. Copies between places that overlap are
 * undefined behaviour, which the text does not say: such calls stay as they are.
 * @param stays functions whose calls stay as they are: those that read standard input, for who executes the program.
 */
export function withLibraryText(
  program: Program,
  mayOverlap: (left: Term, right: Term) => boolean = () => false,
  stays: (name: string) => boolean = () => false,
): Program | undefined {
  if (!callsText(program)) return undefined;
  const library = readLibrary(program.pointerBytes, [...program.externals.keys()].map(textName));
  const externals = new Map<string, ExternalFunction>(program.externals);
  const meantBy = (edge: Edge): Meant | undefined => {
    if (edge.op.kind !== "call" || edge.op.callee.kind !== "direct") return undefined;
    const { name } = edge.op.callee;
    if (!program.externals.has(name) || stays(textName(name))) return undefined;
    const row = libraryRow(textName(name));
    if (program.errno.length > 0 && row?.errno === undefined) return undefined;
    const found = isFormatted(name)
      ? formatted(program, edge as EdgeOf<"call">, name, mayOverlap)
      : plain(program, library, edge as EdgeOf<"call">, name, mayOverlap);
    // Other functions of these names would get the calls of the text.
    const called = found === undefined ? [] : namesCalled(found.text);
    return called.every((one) => isLibrarys(program, found?.externals, one)) ? found : undefined;
  };
  const copies = new Map<string, FunctionGraph>();
  let variableCount = program.variableCount;
  const copied = (edge: EdgeOf<"call">, { text, arguments: given, externals: called }: Meant): Op => {
    for (const [name, external] of called) if (!externals.has(name)) externals.set(name, external);
    const name = `${text.name}#${copies.size + 1}`;
    const place = { name, range: edge.range, newId: () => variableCount++, errno: program.errno, arguments: given };
    copies.set(name, copyOf(text, place));
    const { pointees: _, ...call } = edge.op;
    return { ...call, callee: { kind: "direct", name }, arguments: given };
  };
  const inlined = (graph: FunctionGraph): FunctionGraph => {
    const meant = new Map(graph.edges.map((edge) => [edge, meantBy(edge)]));
    if (![...meant.values()].some((one) => one !== undefined)) return graph;
    return rebuildGraph(graph, {
      instead: (edge) => {
        const one = meant.get(edge);
        return one === undefined ? edge : { op: copied(edge as EdgeOf<"call">, one), checks: edge.checks };
      },
    });
  };
  const functions = new Map([...program.functions].map(([name, graph]) => [name, inlined(graph)]));
  if (copies.size === 0) return undefined;
  return { ...program, functions: new Map([...functions, ...copies]), externals, variableCount };
}

function isFormatted(name: string): boolean {
  return libraryRow(textName(name))?.memory?.format !== undefined;
}

function plain(
  program: Program,
  library: Program | undefined,
  { op }: EdgeOf<"call">,
  name: string,
  mayOverlap: (left: Term, right: Term) => boolean,
): Meant | undefined {
  const given = op.arguments;
  const external = program.externals.get(name);
  const text = library?.functions.get(textName(name));
  if (external === undefined || text === undefined || !agree(external.signature, text.signature)) return undefined;
  const row = libraryRow(text.name);
  const [to, from] = (row?.memory?.apart ?? []).map((at) => given[at as number]);
  if (to !== undefined && from !== undefined && mayOverlap(to, from)) return undefined;
  // What is put somewhere and not looked at again needs no text.
  if (row?.meaning === "no-op" && op.target === undefined) return undefined;
  if (row?.compares !== undefined && !hasNoEffects(program, given[row.compares])) return undefined;
  if (given.length !== text.parameters.length) return undefined;
  return { text, arguments: given, externals: library?.externals ?? new Map() };
}

function formatted(
  program: Program,
  edge: EdgeOf<"call">,
  name: string,
  mayOverlap: (left: Term, right: Term) => boolean,
): Meant | undefined {
  const call = formattedCall(textName(name), edge.op, program.pointerBytes);
  if (call === undefined || call.apart.some(([to, from]) => mayOverlap(to, from))) return undefined;
  const { functions, externals } = readFormatText(program.pointerBytes, call.text);
  const text = functions.get(call.name);
  return text && { text, arguments: call.arguments, externals };
}

function namesCalled({ edges }: FunctionGraph): readonly string[] {
  return edges.flatMap(({ op }) => (op.kind === "call" && op.callee.kind === "direct" ? [op.callee.name] : []));
}

/** Does the program take the name for what the library does? */
function isLibrarys(program: Program, externals: Program["externals"] | undefined, name: string): boolean {
  const [declared, meant] = [program.externals.get(name), externals?.get(name)];
  if (program.functions.has(name) || meant === undefined) return false;
  return declared === undefined || agree(declared.signature, meant.signature);
}

/** A declaration of the program's own may say something else than the library's. */
function agree(declared: Signature, text: Signature): boolean {
  const shown = ({ parameters, result }: Signature) => [...parameters, result].map((of) => of && showType(of)).join();
  return !declared.variadic && !declared.unprototyped && shown(declared) === shown(text);
}

/** A function of the program that changes nothing but its own variables: how often it is called nobody sees. */
function hasNoEffects(program: Program, pointer: Term | undefined): boolean {
  const name = pointer?.kind === "address" && pointer.object.role === "function" ? pointer.object.function : undefined;
  return name !== undefined && changesNothing(program, name, new Set());
}

function changesNothing(program: Program, name: string, seen: Set<string>): boolean {
  const graph = program.functions.get(name);
  if (graph === undefined) {
    const effect = libraryRow(textName(name))?.effect;
    return effect?.kind === "writes" && effect.arguments.length === 0;
  }
  if (seen.has(name)) return true;
  seen.add(name);
  return graph.edges.every(({ op }) => {
    switch (op.kind) {
      case "skip":
      case "load":
      case "assume":
      case "return":
        return true;
      case "assign":
        return op.target.role !== "global";
      case "call":
        return op.callee.kind === "direct" && changesNothing(program, op.callee.name, seen);
      default:
        return false;
    }
  });
}
