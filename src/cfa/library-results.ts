/**
 * What the C library's functions return and change besides what their arguments say, as their manual pages have it: ranges
 * of results that the environment decides, results that say that an operation failed (which the environment may always
 * decide), and `errno`. One table for the interpreter, which may read nothing else as an input, and for the model.
 */

import { LIBRARY_FUNCTIONS } from "./library-functions.ts";

/** Integers from `low` to `high`; floats from `low` to below `high`. */
export interface ResultRange {
  readonly low: number;
  readonly high: number;
}

const BYTE_OR_END: ResultRange = { low: -1, high: 255 };
const POSITIVE_INT: ResultRange = { low: 0, high: 2147483647 };
const MANY = Number.MAX_SAFE_INTEGER;

const RANGES: Readonly<Record<string, ResultRange>> = {
  rand: POSITIVE_INT,
  random: POSITIVE_INT,
  lrand48: POSITIVE_INT,
  mrand48: { low: -2147483648, high: 2147483647 },
  drand48: { low: 0, high: 1 },
  getchar: BYTE_OR_END,
  fgetc: BYTE_OR_END,
  getc: BYTE_OR_END,
  _IO_getc: BYTE_OR_END,
  getchar_unlocked: BYTE_OR_END,
  getc_unlocked: BYTE_OR_END,
  fgetc_unlocked: BYTE_OR_END,
  time: { low: -1, high: MANY },
  clock: { low: -1, high: MANY },
  isatty: { low: 0, high: 1 },
  getpid: { low: 1, high: 4194304 },
  getppid: { low: 0, high: 4194304 },
  getuid: { low: 0, high: 4294967295 },
  geteuid: { low: 0, high: 4294967295 },
  getgid: { low: 0, high: 4294967295 },
  getegid: { low: 0, high: 4294967295 },
};

/** The numbers a function with a seed of its own may return; the seed decides which. */
const SEEDED: Readonly<Record<string, ResultRange>> = {
  rand_r: POSITIVE_INT,
  nrand48: POSITIVE_INT,
  jrand48: { low: -2147483648, high: 2147483647 },
  erand48: { low: 0, high: 1 },
  ungetc: BYTE_OR_END,
};

/** By the result that says "nothing was done": the environment may give it at any time, and then memory is as before. */
const FAILURES: readonly (readonly [number, string])[] = [
  [
    0,
    "fopen fopen64 freopen fdopen tmpfile popen opendir readdir fgets fgets_unlocked gets getcwd getenv secure_getenv fread fread_unlocked getlogin ttyname",
  ],
  [
    -1,
    "scanf fscanf vscanf vfscanf __isoc99_scanf __isoc99_fscanf __isoc99_vscanf __isoc99_vfscanf __isoc23_scanf " +
      "__isoc23_fscanf getline getdelim fseek fseeko ftell ftello fgetpos fsetpos open open64 openat creat close read write " +
      "pread pwrite readv writev lseek dup dup2 pipe pipe2 socket connect accept bind listen send sendto recv recvfrom recvmsg " +
      "sendmsg select poll ioctl fcntl stat fstat lstat access chdir mkdir rmdir unlink link symlink rename remove readlink " +
      "chmod chown fchmod truncate ftruncate fsync wait waitpid wait3 wait4 system getrusage getrlimit gethostname uname " +
      "mkstemp mkfifo utimes nanosleep fclose pclose setuid setgid setsid nice",
  ],
];

const failures = new Map<string, number>();
for (const [value, names] of FAILURES) for (const name of names.split(" ")) failures.set(name, value);

/** The documented range of a function's result. */
export function resultRange(name: string): ResultRange | undefined {
  return RANGES[name] ?? SEEDED[name];
}

/** The result with which the function says that it did nothing. */
export function failureOf(name: string): number | undefined {
  return failures.get(name);
}

/** Library functions whose result the environment decides: inputs to a verifier, ordinary functions to `hone run`. */
export function isEnvironmentRead(name: string): boolean {
  return Object.hasOwn(RANGES, name) || failures.has(name);
}

// --- errno ------------------------------------------------------------------------------------------------------------

const KEEPS_ERRNO = new Set(
  (
    "memcpy memmove memset memcmp memchr memrchr mempcpy bzero bcopy bcmp strlen strnlen strcpy strncpy strcat strncat stpcpy " +
    "stpncpy strcmp strncmp strcasecmp strncasecmp strchr strrchr strstr strspn strcspn strpbrk strchrnul index rindex strtok " +
    "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit isascii tolower toupper " +
    "toascii abs labs llabs imaxabs div ldiv lldiv imaxdiv rand random srand srandom rand_r drand48 erand48 lrand48 nrand48 " +
    "mrand48 jrand48 srand48 getpid getppid getuid geteuid getgid getegid qsort bsearch alloca ffs ffsl ffsll bswap " +
    "fabs fabsf fabsl floor floorf floorl ceil ceilf ceill trunc truncf truncl round roundf roundl rint rintf rintl " +
    "nearbyint nearbyintf nearbyintl copysign copysignf copysignl fmin fminf fminl fmax fmaxf fmaxl cbrt cbrtf cbrtl " +
    "isnan isinf isfinite signbit fpclassify isinf_sign isnormal finite isunordered islessgreater expect prefetch unreachable __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc"
  ).split(" "),
);

/** Does a call of this library function leave `errno` as it is, whatever happens? */
export function keepsErrno(name: string): boolean {
  return KEEPS_ERRNO.has(plainName(name));
}

/** Functions through which headers give `errno` an address. */
export const ERRNO_ADDRESS: ReadonlySet<string> = new Set([
  "__errno_location",
  "__errno",
  "___errno",
  "__error",
  "_errno",
]);

// --- Names --------------------------------------------------------------------------------------------------------------

/** A library function under the names that fortified headers and builtins give it. */
export function plainName(name: string): string {
  return name.replace(/^__builtin_(?:__)?|^__isoc\d+_/, "").replace(/^(?:__)?(\w+)_chk$/, "$1");
}

/** Is it a function of the C or POSIX library, so that its manual page says what it does? */
export function isLibraryFunction(name: string): boolean {
  return LIBRARY_FUNCTIONS.has(plainName(name)) || /_chk$/.test(name);
}

/** Objects of the library that its functions change: an undefined object of such a name holds anything at any time. */
export const LIBRARY_OBJECTS: ReadonlySet<string> = new Set(
  "environ __environ optarg optind opterr optopt timezone daylight tzname __timezone __daylight __tzname signgam h_errno".split(
    " ",
  ),
);
