/**
 * What undefined functions do to the model, by name: on top of the conventional meanings of `cfa/library-names.ts`, how
 * library functions touch memory. A name that is nowhere here is an unknown function: it returns anything and may write
 * anything into whatever its pointer arguments reach.
 */
import type { FunctionGraph, Op, Program } from "../../cfa/cfa.ts";
import { type LibraryMeaning, libraryMeaning } from "../../cfa/library-names.ts";
import { failureOf, isEnvironmentRead, LIBRARY_OBJECTS } from "../../cfa/library-results.ts";
import type { MemoryObject, Variable } from "../../logic/term.ts";
import type { Property } from "../model.ts";
import { type FormatFunction, formatFunction } from "./shown-arguments.ts";

export type LibraryEffect =
  | { readonly kind: Exclude<LibraryMeaning, "unsupported"> }
  | { readonly kind: "unsupported" }
  /** memcpy(to, from, bytes), memmove: returns `to`. */
  | { readonly kind: "copy" }
  /** memset(to, byte, bytes): returns `to`. */
  | { readonly kind: "fill" }
  /**
   * Writes characters or numbers, no pointers, into what the listed arguments point to directly; returns a number, a
   * pointer into what argument 0 points to, or what was handed to the library before (a number read from text).
   */
  | {
      readonly kind: "writes";
      readonly arguments: readonly number[];
      readonly returns: "number" | "argument" | "given";
      /** This argument points to a pointer that gets to point into what argument 0 points to. */
      readonly end?: number;
    }
  | FormatFunction
  /** Uses its argument 1, where that is not null, as a buffer in later calls of other functions. */
  | { readonly kind: "buffer" }
  /** Keeps argument 0 and writes there in later calls; returns a pointer into it. */
  | { readonly kind: "keeps" }
  | { readonly kind: "unknown" };

const COPIES = new Set([
  "memcpy",
  "memmove",
  "__builtin_memcpy",
  "__builtin_memmove",
  "__memcpy_chk",
  "__builtin___memcpy_chk",
  "__builtin___memmove_chk",
]);
const FILLS = new Set(["memset", "__builtin_memset", "__builtin___memset_chk"]);

const READS_ONLY = [
  ...["strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "strspn", "strcspn"],
  ...["atof", "abs", "labs", "llabs", "isalpha", "isdigit", "isalnum", "isspace", "isupper"],
  ...["islower", "isxdigit", "ispunct", "isprint", "iscntrl", "isgraph", "toupper", "tolower", "sqrt", "fabs", "floor"],
  ...["ceil", "pow", "sin", "cos", "tan", "exp", "log", "fmod", "round", "trunc", "sqrtf", "fabsf", "floorf", "ceilf"],
  ...["isnan", "isinf", "isfinite", "fmin", "fmax", "fopen", "fclose", "close", "open", "putw"],
  ...["__ctype_b_loc", "getenv", "system", "__builtin_expect", "sysconf", "exp2", "log2", "feof", "ferror", "ungetc"],
];
const NUMBERS_FROM_TEXT = ["atoi", "atol", "atoll"];
const NUMBERS_UP_TO = ["strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "strtoq", "strtouq"];
const FLOATS_UP_TO = ["strtod", "strtof", "strtold"];
const RETURN_INTO_ARGUMENT = ["strchr", "strrchr", "strstr", "strpbrk", "memchr", "index", "rindex"];
const WRITE_FIRST = ["strcpy", "strncpy", "strcat", "strncat", "stpcpy", "fgets", "gets"];
const WRITE_FIRST_NUMBER = ["bzero", "explicit_bzero", "rand_r", "erand48", "nrand48", "jrand48"];
const BUFFERS = ["setbuf", "setvbuf", "setbuffer"];

const effects = new Map<string, LibraryEffect>();
for (const name of BUFFERS) effects.set(name, { kind: "buffer" });
effects.set("strtok", { kind: "keeps" });
effects.set("gettimeofday", { kind: "writes", arguments: [0, 1], returns: "number" });
effects.set("clock_gettime", { kind: "writes", arguments: [1], returns: "number" });
for (const name of NUMBERS_FROM_TEXT) effects.set(name, { kind: "writes", arguments: [], returns: "given" });
for (const name of [...NUMBERS_UP_TO, ...FLOATS_UP_TO])
  for (const prefix of ["", "__isoc23_"])
    effects.set(prefix + name, { kind: "writes", arguments: [1], returns: "given", end: 1 });
for (const name of READS_ONLY) effects.set(name, { kind: "writes", arguments: [], returns: "number" });
for (const name of RETURN_INTO_ARGUMENT) effects.set(name, { kind: "writes", arguments: [], returns: "argument" });
for (const name of WRITE_FIRST) effects.set(name, { kind: "writes", arguments: [0], returns: "argument" });
for (const name of WRITE_FIRST_NUMBER) effects.set(name, { kind: "writes", arguments: [0], returns: "number" });

/** The effect of calling a function that the program does not define. */
export function libraryEffect(name: string): LibraryEffect {
  if (COPIES.has(name)) return { kind: "copy" };
  if (FILLS.has(name)) return { kind: "fill" };
  const effect = effects.get(name);
  if (effect !== undefined) return effect;
  const meaning = libraryMeaning(name);
  if (meaning !== undefined) return { kind: meaning };
  const format = formatFunction(name);
  if (format !== undefined) return format;
  // What may fail otherwise writes what it was given.
  return isEnvironmentRead(name) && failureOf(name) === undefined ? { kind: "nondet" } : { kind: "unknown" };
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
