/**
 * What the conventional names of verification tasks and of the C library mean: one table for the interpreter, the
 * model and reports. A name has its meaning only where the program does not define a function of that name.
 */

/**
 * - error: the call violates `unreach-call`. error-if-zero: it does so where its first argument is zero.
 * - assume: executions in which the first argument is zero are not considered.
 * - end: the program ends here, without any violation.
 * - nondet: an input of the program. allocate, free: heap memory. no-op: no effect that a property can see.
 * - unsupported: it calls functions of the program (now, at its end, at a signal), changes memory in later calls of other
 *   functions, or goes where no call goes.
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

/** Stands where a program that looks at addresses reads the bytes of one. */
export const ADDRESS_BYTES = "reading some bytes of an address";

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
    "puts",
    "putchar",
    "putc",
    "fputc",
    "fputs",
    "fflush",
    "perror",
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
    ADDRESS_BYTES,
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__builtin_setjmp",
    "__builtin_longjmp",
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
    ...words(`signal sigaction __sigaction rt_sigaction bsd_signal sysv_signal __sysv_signal __bsd_signal sigset ssignal sigvec
      sigqueue killpg gsignal psignal siginterrupt sigaltstack timer_create mq_notify signalfd`),
    ...words(`qsort qsort_r qsort_s bsearch bsearch_r bsearch_s lfind lsearch tsearch tfind tdelete tdestroy twalk twalk_r ftw
      ftw64 nftw nftw64 fts_open fts64_open scandir scandir64 glob glob64 argp_parse dl_iterate_phdr register_printf_function
      register_printf_specifier fopencookie funopen`),
    ...words(`atexit on_exit at_quick_exit __cxa_atexit __cxa_at_quick_exit __cxa_thread_atexit __cxa_thread_atexit_impl
      call_once dlopen dlsym dlvsym dlmopen clone clone3 posix_spawn posix_spawnp getcontext setcontext makecontext swapcontext`),
    ...words(`fmemopen open_memstream open_wmemstream initstate initstate_r setstate setstate_r aio_read aio_write lio_listio
      putenv hsearch hsearch_r mmap mmap64 mremap shmat remap_file_pages ptrace process_vm_writev seed48 lcong48`),
  ],
};

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

const meanings = new Map<string, LibraryMeaning>();
for (const [meaning, names] of Object.entries(MEANINGS)) {
  for (const name of names) meanings.set(name, meaning as LibraryMeaning);
}

// `nondet_int`, `__VERIFIER_nondet_uint`, `__nondet_bool`, and the short names of older task sets.
const NONDET =
  /^(?:(?:__VERIFIER_|__|_|verifier_)?nondet(?:_?\w*)?|unknown(?:_?\w*|\d*)|undef(?:_?\w*)?|nd(?:_\w+|\d*)?)$/i;
const NONDET_PREFIX = /^(?:__VERIFIER_nondet|__CPROVER_nondet|klee_(?!assert|abort|report|silent|warning|print))/;
const CERTAIN_NONDET = /^(?:__VERIFIER_|__CPROVER_|__|_|verifier_)?nondet/i;
const THREADS = /^pthread_/;

/** Called where an expression changes one object twice, or reads it besides, and C does not say in which order. */
export const UNSEQUENCED = "unsequenced change of one object";

/** Called where `--evaluation-order any` finds more orders than it explores. */
export const TOO_MANY_ORDERS = "exploring so many orders of evaluation";

/** The conventional meaning of an undefined function, or undefined where it has none here. */
export function libraryMeaning(name: string): LibraryMeaning | undefined {
  if (name === TOO_MANY_ORDERS) return "unsupported";
  if (name === UNSEQUENCED) return "no-op";
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
