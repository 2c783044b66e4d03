/**
 * What undefined functions do to the model, by name (`cfa/library/functions.ts`). A name that is not there is an unknown
 * function: it returns anything and may write anything into whatever its pointer arguments reach.
 */
import type { Edge, FunctionGraph, Op, Program } from "../../cfa/cfa.ts";
import { libraryRow, QUESTIONS } from "../../cfa/library/functions.ts";
import type { LibraryMeaning, MemoryEffect } from "../../cfa/library/row.ts";
import { libraryMeaning } from "../../cfa/library-names.ts";
import { failureOf, isEnvironmentRead, LIBRARY_OBJECTS } from "../../cfa/library-results.ts";
import type { MemoryObject, Variable } from "../../logic/term.ts";
import { asksForLifetimes, type Property } from "../properties.ts";
import { type FormatFunction, formatFunction } from "./shown-arguments.ts";

export type LibraryEffect =
  | { readonly kind: Exclude<LibraryMeaning, "unsupported"> }
  | { readonly kind: "unsupported" }
  | MemoryEffect
  | FormatFunction
  | { readonly kind: "unknown" };

/** The effect of calling a function that the program does not define. */
export function libraryEffect(name: string): LibraryEffect {
  const effect = libraryRow(name)?.effect;
  if (effect !== undefined) return effect;
  const meaning = libraryMeaning(name);
  if (meaning !== undefined) return { kind: meaning };
  const format = formatFunction(name);
  if (format !== undefined) return format;
  // What may fail otherwise writes what it was given.
  return isEnvironmentRead(name) && failureOf(name) === undefined ? { kind: "nondet" } : { kind: "unknown" };
}

/** A question about memory, which the lives and sizes of objects answer. */
export function asksAboutMemory({ op }: Edge): boolean {
  return op.kind === "call" && op.callee.kind === "direct" && libraryRow(op.callee.name)?.effect?.kind === "asks";
}

/** Whether it matters what lives on the heap: to a property, or to what the program asks. */
export function followsLifetimes(program: Program, properties: readonly Property[]): boolean {
  if (asksForLifetimes(properties)) return true;
  return QUESTIONS.some((name) => program.externals.has(name) && !program.functions.has(name));
}

/** Functions that hand out memory of the heap, or streams that hold some, besides malloc and its relatives. */
const GIVES_MEMORY =
  /^(?:__)?(?:strn?dup|wcsdup|getline|getdelim|v?asprintf|open_w?memstream|fmemopen|realpath|canonicalize_file_name|scandir|getcwd|get_current_dir_name|tempnam|fd?open(?:64)?|freopen(?:64)?|popen|tmpfile|opendir|fdopendir|getaddrinfo|regcomp|glob|wordexp|memalign|posix_memalign|pvalloc|newlocale|duplocale)$/;

/** May calling it leave memory that somebody has to free? */
export function allocates(name: string): boolean {
  return libraryEffect(name).kind === "allocate" ? !name.endsWith("alloca") : GIVES_MEMORY.test(name);
}

/** Calls of these end the life of what their first argument points to. */
export function isFreeing(name: string): boolean {
  return libraryEffect(name).kind === "free" || name.startsWith("realloc");
}

const ERRORS: ReadonlySet<string> = new Set(["reach_error", "__VERIFIER_error"]);

/** Calls of these are errors under `unreach-call` even where the program defines the function. */
export function isErrorFunction(name: string, properties: readonly Property[]): boolean {
  return ERRORS.has(name) && properties.includes("unreach-call");
}

/** The function that a call of this name runs; undefined where the name stands for a library function or an error. */
export function bodyOf(program: Program, properties: readonly Property[], name: string): FunctionGraph | undefined {
  return isErrorFunction(name, properties) ? undefined : program.functions.get(name);
}

/** An object that library functions change, so that it holds anything whenever it is read: `optind`, `environ`. */
export function isLibraryObject(program: Program, of: Variable | MemoryObject): boolean {
  return LIBRARY_OBJECTS.has(of.name) && program.undefinedObjects.includes(of);
}

type Assembly = Extract<Op, { kind: "opaque" }>;

/** Assembly that says it clobbers memory, or that names an object of the program. */
export function touchesEverything({ writes, text }: Assembly, program: Program): boolean {
  if (writes === "everything") return true;
  const names = new Set(namesIn(text));
  return [...program.globals, ...program.objects].some(({ name }) => names.has(name));
}

/** A function of the program that the assembly names, and so may call or jump to. */
export function functionNamedBy({ text }: Assembly, program: Program): string | undefined {
  return namesIn(text).find((name) => program.functions.has(name) || program.externals.has(name));
}

function namesIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}
