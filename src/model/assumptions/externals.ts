/**
 * Functions and objects that the program uses but does not define, and that have no meaning by their name: what is assumed
 * of them. An undefined function returns anything and writes what the non-const pointers of its call reach; that it does
 * no more (keeps a pointer for later, changes globals, calls functions of the program) is an assumption, told by name.
 */
import type { Edge, EdgeOf, ExternalFunction, Pointee, Program } from "../../cfa/cfa.ts";
import { isCustomaryInput } from "../../cfa/library-names.ts";
import { NO_RANGE, type SourceRange } from "../../util/source.ts";
import { libraryEffect } from "../library/library.ts";
import type { PointsTo } from "../pointers/points-to.ts";
import type { Region } from "../pointers/regions.ts";

/** Undefined, and without a meaning: what it does nobody knows. */
function isStranger(program: Program, name: string): boolean {
  return !program.functions.has(name) && libraryEffect(name).kind === "unknown";
}

/** Calls that the text of the C library stands for (cfa/library/inline.ts): what those functions do is known. */
function namesWithText(program: Program): ReadonlySet<string> {
  const known = new Set([...program.functions.values()].flatMap(({ library }) => library ?? []));
  for (const { edges } of program.functions.values())
    for (const { op } of edges) if (op.kind === "call" && op.callee.kind === "direct") known.delete(op.callee.name);
  for (const { role, name } of program.objects) if (role === "function") known.delete(name);
  return known;
}

/** Where undefined functions of unknown meaning are called by name, in the program as written. */
function strangerCalls(program: Program): readonly { readonly name: string; readonly edge: Edge }[] {
  const calls: { name: string; edge: Edge }[] = [];
  for (const graph of program.functions.values()) {
    for (const edge of graph.edges) {
      const { op } = edge;
      if (op.kind !== "call" || op.callee.kind !== "direct" || !isStranger(program, op.callee.name)) continue;
      calls.push({ name: op.callee.name, edge });
    }
  }
  return calls;
}

// Names of checks of other tools: that they check nothing here is worth saying.
const CHECKS = /assert|check|require|ensure|invariant|precond|postcond|verif|expect|contract/i;

/** What is assumed of an undefined function, beyond that it may return anything. */
function strangerAssumption(name: string, external: ExternalFunction | undefined): string {
  const what = `undefined function ${name}`;
  const unchecked = CHECKS.test(name) ? "checks nothing, " : "";
  if (external?.noreturn === true) return `${what} ${unchecked}calls nothing back and ends the program`;
  const { result, parameters, variadic, unprototyped } = external?.signature ?? UNKNOWN;
  const takes = unprototyped || variadic || parameters.some(({ kind }) => kind === "pointer");
  const writes = external?.pure !== true && takes;
  const returns = result === undefined ? "" : "returns anything, ";
  const changes = writes ? "writes only what non-const pointers of the call reach" : "changes nothing";
  return `${what} ${unchecked}${returns}${changes}, keeps no pointer and calls nothing back`;
}

const UNKNOWN = { result: undefined, parameters: [], variadic: false, unprototyped: true } as const;

/**
 * What an undefined function may write: what its arguments reach, but not what they point to as const. Through a pointer
 * to const it may follow pointers that are stored there, and write behind them.
 */
export function writableFrom({ op }: EdgeOf<"call">, pointsTo: PointsTo): readonly Region[] {
  const { pointees, arguments: given } = op;
  const open = given.filter((_, i) => pointees?.[i]?.to.access !== "read");
  const behind = given.filter((_, i) => {
    const to = pointees?.[i]?.to;
    return to?.access === "read" && !isHarmless(to, new Set());
  });
  const regions = new Set(pointsTo.reachableFrom(open));
  for (const region of pointsTo.reachableBehind(behind)) regions.add(region);
  return [...regions];
}

/** Nothing can be written through it: numbers, and pointers to const numbers. */
function isHarmless(pointee: Pointee, seen: Set<Pointee>): boolean {
  if (seen.has(pointee)) return true;
  seen.add(pointee);
  return pointee.access === "read" && !pointee.opaque && pointee.pointers.every(({ to }) => isHarmless(to, seen));
}

/**
 * Tells what is assumed of every undefined function and object of the program as written.
 * @param analysed the program that is looked at: some calls in it may have the text of the C library.
 */
export function tellExternals(
  program: Program,
  analysed: Program,
  tell: (what: string, range: SourceRange) => void,
): void {
  const known = namesWithText(analysed);
  const called = new Set<string>(known);
  for (const { name, edge } of strangerCalls(program)) {
    called.add(name);
    if (!known.has(name)) tell(strangerAssumption(name, program.externals.get(name)), edge.range);
  }
  // Its address is taken: it may be called through a pointer, or be handed to another undefined function.
  for (const external of program.externals.values())
    if (isStranger(program, external.name) && !called.has(external.name))
      tell(strangerAssumption(external.name, external), external.range);
  for (const object of program.undefinedObjects) {
    if (isLibraryObject(object.name)) continue;
    if ("align" in object && object.fixedAddress !== undefined) {
      // What is volatile gives anything at each read.
      if (object.volatile !== true)
        tell(`memory of ${object.name} has any value at first and is changed by the program only`, NO_RANGE);
      continue;
    }
    if (program.anyAtFirst?.has(object) === true) {
      const range = program.undefinedAt?.get(object) ?? NO_RANGE;
      if ("align" in object) tell(`addresses in ${object.name} point to nothing of the program at first`, range);
      else if (object.type.kind === "pointer") tell(`${object.name} points to nothing of the program at first`, range);
      continue;
    }
    const what = `undefined object ${object.name} has any value at first and is changed by the program only`;
    const pointer =
      "align" in object ? "" : object.type.kind === "pointer" ? ", and points to nothing of the program" : "";
    tell(`${what}${pointer}`, program.undefinedAt?.get(object) ?? NO_RANGE);
  }
}

/** Calls through pointers that may lead out of the program, wherever they are: what is called there nobody can name. */
export function tellUnknownCallees(pointsTo: PointsTo, tell: (what: string, range: SourceRange) => void): void {
  for (const graph of pointsTo.functions) {
    for (const edge of graph.edges) {
      const { op } = edge;
      if (op.kind !== "call" || op.callee.kind !== "indirect") continue;
      const leadsOut = pointsTo.targetsOf(op.callee.pointer).some(({ region }) => region.kind === "external");
      if (leadsOut || pointsTo.calleesOf(edge).length === 0)
        tell("functions behind pointers from outside write only what non-const pointers of the call reach", edge.range);
    }
  }
}

/** What is assumed of undefined functions even where they may do anything. */
export function tellNoRestart(program: Program, entry: string, tell: (what: string, range: SourceRange) => void): void {
  for (const { name, edge } of strangerCalls(program))
    tell(`undefined function ${name} does not call ${entry}`, edge.range);
}

/** Inputs that are taken for such by a name that other functions may have as well. */
export function tellCustomaryInputs(program: Program, tell: (what: string, range: SourceRange) => void): void {
  for (const { name, range } of program.externals.values())
    if (isCustomaryInput(name)) tell(`undefined function ${name} is an input, by its name`, range);
}

const LIBRARY_OBJECTS = /^(stdin|stdout|stderr|environ|__environ|errno|opt(arg|ind|err|opt)|tzname|timezone|daylight)$/;

/** Objects of the C library, which has them whatever the program says. */
export function isLibraryObject(name: string): boolean {
  return LIBRARY_OBJECTS.test(name) || /^_IO_|^sys_/.test(name);
}
