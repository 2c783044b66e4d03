/**
 * What the conventional names of verification tasks and of the C library mean: one table for the interpreter, the
 * model and reports. A name has its meaning only where the program does not define a function of that name.
 */

/**
 * - error: the call violates `unreach-call`. error-if-zero: it does so where its first argument is zero.
 * - assume: executions in which the first argument is zero are not considered.
 * - end: the program ends here, without any violation.
 * - nondet: an input of the program. allocate, free: heap memory. no-op: no effect that a property can see.
 */
export type LibraryMeaning =
  | "error"
  | "error-if-zero"
  | "assume"
  | "end"
  | "nondet"
  | "allocate"
  | "free"
  | "no-op"
  | "unsupported";

const MEANINGS: Readonly<Record<Exclude<LibraryMeaning, "nondet">, readonly string[]>> = {
  error: [
    "reach_error",
    "__VERIFIER_error",
    "__assert_fail",
    "__assert_perror_fail",
    "__assert",
    "__assert_func",
    "__assert_rtn",
  ],
  "error-if-zero": ["__VERIFIER_assert", "assert", "sassert", "static_assert_runtime", "__CPROVER_assert"],
  assume: ["__VERIFIER_assume", "assume", "assume_abort_if_not", "__CPROVER_assume", "__builtin_assume"],
  end: ["abort", "exit", "_exit", "_Exit", "quick_exit", "__builtin_abort", "__builtin_trap", "__builtin_exit"],
  allocate: ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "valloc", "alloca", "__builtin_alloca"],
  free: ["free", "cfree"],
  "no-op": [
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "puts",
    "putchar",
    "putc",
    "fputc",
    "fputs",
    "fflush",
    "perror",
    "setbuf",
    "setvbuf",
    "srand",
    "srandom",
    "sleep",
    "usleep",
    "__builtin_prefetch",
    "__builtin___clear_cache",
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
  ],
  unsupported: [
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__builtin_setjmp",
    "__builtin_longjmp",
    "signal",
    "sigaction",
    "raise",
    "kill",
    "fork",
    "vfork",
    "execve",
    "execvp",
    "fesetround",
    "fesetenv",
    "feholdexcept",
    "feupdateenv",
    "thrd_create",
    "thrd_join",
  ],
};

const meanings = new Map<string, LibraryMeaning>();
for (const [meaning, names] of Object.entries(MEANINGS)) {
  for (const name of names) meanings.set(name, meaning as LibraryMeaning);
}

// `nondet_int`, `__VERIFIER_nondet_uint`, `__nondet_bool`, and the short names of older task sets.
const NONDET =
  /^(?:(?:__VERIFIER_|__|_|verifier_)?nondet(?:_?\w*)?|unknown(?:_?\w*|\d*)|undef(?:_?\w*)?|nd(?:_\w+|\d*)?)$/i;
const NONDET_PREFIX = /^(?:__VERIFIER_nondet|__CPROVER_nondet|klee_(?!assert|abort|report|silent|warning|print))/;
const CERTAIN_NONDET = /^(?:__VERIFIER_|__CPROVER_|__|_|verifier_)?nondet/i;
const RANDOM = new Set(["rand", "random", "lrand48", "mrand48", "drand48", "rand_r", "getchar", "fgetc", "getc"]);
const THREADS = /^pthread_/;

/** The conventional meaning of an undefined function, or undefined where it has none here. */
export function libraryMeaning(name: string): LibraryMeaning | undefined {
  const known = meanings.get(name);
  if (known !== undefined) return known;
  if (NONDET.test(name) || NONDET_PREFIX.test(name)) return "nondet";
  if (THREADS.test(name)) return "unsupported";
  return undefined;
}

/** An input only by a name of older task sets (`unknown1`, `nd`): another function might be called the same. */
export function isCustomaryInput(name: string): boolean {
  return libraryMeaning(name) === "nondet" && !CERTAIN_NONDET.test(name);
}

/** Library functions whose result the environment decides: inputs to a verifier, ordinary functions to `hone run`. */
export function isEnvironmentRead(name: string): boolean {
  return RANDOM.has(name);
}
