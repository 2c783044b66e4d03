/**
 * Which memory library functions touch: one row a function, read by the checks of the property `valid-deref`. A row lists
 * touches; each says which argument points there, whether memory is read or written, and how far. What is listed may be
 * more than a call touches (`strcmp` stops at the first difference), never less.
 */

import { isLibraryFunction, plainName } from "../../cfa/library-results.ts";

/** How much memory, counted from where the argument points. */
export type Extent =
  /** As many bytes as these arguments' product. */
  | { readonly kind: "bytes"; readonly factors: readonly number[] }
  | { readonly kind: "constant"; readonly bytes: number }
  /** So many pointers' sizes. */
  | { readonly kind: "words"; readonly words: number }
  /** A string with its end. */
  | { readonly kind: "string" }
  /** A string, or as many bytes as the argument says, whichever ends first. */
  | { readonly kind: "string-within"; readonly limit: number }
  /** What the string at another argument takes, with its end. */
  | { readonly kind: "copied"; readonly from: number }
  /** Behind the string that is there: what the string at another argument takes, or at most `limit` bytes and an end. */
  | { readonly kind: "appended"; readonly from: number; readonly limit: number | undefined }
  /** What the library itself handed out, a stream for example: it is not null. */
  | { readonly kind: "handle" }
  | { readonly kind: "unknown" };

export interface Touch {
  readonly argument: number;
  readonly access: "read" | "write";
  readonly extent: Extent;
  /** A null pointer asks the function to leave it. */
  readonly optional?: true;
}

export interface LibraryMemory {
  readonly touches: readonly Touch[];
  /** A format whose conversions touch memory, and where its values are: from an argument on, or in a va_list. */
  readonly format?: {
    readonly argument: number;
    readonly values: number | "list";
    readonly direction: "print" | "scan";
    /** What is printed goes there, at most so many bytes as an argument says. */
    readonly into?: { readonly argument: number; readonly limit: number | undefined };
  };
  /** How much it touches behind its pointers nobody wrote down here. */
  readonly unlisted?: true;
  /** Frees what the argument points to. */
  readonly frees?: number;
  /** Two arguments whose bytes should not overlap, as many as the third says. */
  readonly apart?: readonly [number, number, number];
}

const bytes = (...factors: number[]): Extent => ({ kind: "bytes", factors });
const constant = (count: number): Extent => ({ kind: "constant", bytes: count });
const words = (count: number): Extent => ({ kind: "words", words: count });
const within = (limit: number): Extent => ({ kind: "string-within", limit });
const STRING: Extent = { kind: "string" };
const UNKNOWN: Extent = { kind: "unknown" };
const HANDLE: Extent = { kind: "handle" };
const UNLISTED: LibraryMemory = { touches: [], unlisted: true };

const reads = (argument: number, extent: Extent): Touch => ({ argument, access: "read", extent });
const writes = (argument: number, extent: Extent): Touch => ({ argument, access: "write", extent });
const maybe = (touch: Touch): Touch => ({ ...touch, optional: true });

const table = new Map<string, LibraryMemory>();

function rows(names: string, ...touches: readonly Touch[]): void {
  for (const name of names.split(" ")) table.set(name, { touches });
}

// --- <string.h> ---------------------------------------------------------------------------------------------------
for (const name of ["memcpy", "mempcpy"])
  table.set(name, { touches: [writes(0, bytes(2)), reads(1, bytes(2))], apart: [0, 1, 2] });
rows("memmove", writes(0, bytes(2)), reads(1, bytes(2)));
rows("bcopy", reads(0, bytes(2)), writes(1, bytes(2)));
rows("memset", writes(0, bytes(2)));
rows("bzero explicit_bzero", writes(0, bytes(1)));
rows("memcmp bcmp", reads(0, bytes(2)), reads(1, bytes(2)));
rows("memchr memrchr", reads(0, bytes(2)));
rows("rawmemchr", reads(0, UNKNOWN));
rows("memmem", reads(0, bytes(1)), reads(2, bytes(3)));
rows("memccpy", writes(0, bytes(3)), reads(1, bytes(3)));
rows("strlen strchr strrchr strchrnul index rindex strdup", reads(0, STRING));
rows("strnlen strndup", reads(0, within(1)));
rows("strcpy stpcpy", reads(1, STRING), writes(0, { kind: "copied", from: 1 }));
rows("strncpy stpncpy", reads(1, within(2)), writes(0, bytes(2)));
rows("strcat", reads(1, STRING), writes(0, { kind: "appended", from: 1, limit: undefined }));
rows("strncat", reads(1, within(2)), writes(0, { kind: "appended", from: 1, limit: 2 }));
rows("strlcpy", reads(1, STRING), writes(0, bytes(2)));
rows("strlcat", reads(1, STRING), writes(0, bytes(2)));
rows("strcmp strcoll strcasecmp strstr strcasestr strspn strcspn strpbrk", reads(0, STRING), reads(1, STRING));
rows("strncmp strncasecmp", reads(0, within(2)), reads(1, within(2)));
rows("strxfrm", writes(0, bytes(2)), reads(1, STRING));
rows("strtok strsep", maybe(writes(0, UNKNOWN)), reads(1, STRING));
rows("strtok_r", maybe(writes(0, UNKNOWN)), reads(1, STRING), writes(2, words(1)));

// --- Wide strings: their units are not followed -------------------------------------------------------------------
rows("wcslen wcschr wcsrchr wcsdup wcstol wcstod wcstoul", reads(0, UNKNOWN));
rows("wcscmp wcsncmp wcsstr wmemcmp", reads(0, UNKNOWN), reads(1, UNKNOWN));
rows("wcscpy wcsncpy wcscat wcsncat wmemcpy wmemmove", writes(0, UNKNOWN), reads(1, UNKNOWN));
rows("wmemset", writes(0, UNKNOWN));
rows("mbstowcs wcstombs mbtowc wctomb swprintf", maybe(writes(0, UNKNOWN)), maybe(reads(1, UNKNOWN)));

// --- <stdlib.h>, <math.h>, <time.h> -------------------------------------------------------------------------------
rows("atoi atol atoll atof getenv", reads(0, STRING));
rows(
  "strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtold",
  reads(0, STRING),
  maybe(writes(1, words(1))),
);
rows("system", maybe(reads(0, STRING)));
rows("setenv", reads(0, STRING), reads(1, STRING));
rows("unsetenv putenv", reads(0, STRING));
rows("qsort", writes(0, bytes(1, 2)));
rows("bsearch", reads(0, bytes(3)), reads(1, bytes(2, 3)));
rows("frexp frexpf remquo", writes(1, constant(4)));
rows("modf", writes(1, constant(8)));
rows("modff", writes(1, constant(4)));
rows("time", maybe(writes(0, words(1))));
rows("gettimeofday", maybe(writes(0, words(2))), maybe(writes(1, constant(8))));
rows("clock_gettime", writes(1, words(2)));
rows("nanosleep", reads(0, words(2)), maybe(writes(1, words(2))));
rows("localtime gmtime ctime", reads(0, words(1)));
rows("mktime asctime", reads(0, UNKNOWN));
rows("strftime", writes(0, bytes(1)), reads(2, STRING), reads(3, UNKNOWN));
for (const name of ["free", "cfree", "realloc", "reallocarray"]) table.set(name, { touches: [], frees: 0 });

// --- Input and output ---------------------------------------------------------------------------------------------
rows("puts fputs", reads(0, STRING));
rows("perror", maybe(reads(0, STRING)));
rows("fopen freopen", maybe(reads(0, STRING)), reads(1, STRING));
rows("open creat remove unlink mkdir rmdir chdir access chmod", reads(0, STRING));
rows("rename link symlink", reads(0, STRING), reads(1, STRING));
rows("fgets fgets_unlocked", writes(0, bytes(1)));
rows("gets", writes(0, UNKNOWN));
rows("getline", writes(0, words(1)), writes(1, words(1)), writes(0, UNKNOWN));
rows("getdelim", writes(0, words(1)), writes(1, words(1)), writes(0, UNKNOWN));
rows("read pread recv recvfrom", writes(1, bytes(2)));
rows("write pwrite send sendto", reads(1, bytes(2)));
rows("fread fread_unlocked", writes(0, bytes(1, 2)));
rows("fwrite fwrite_unlocked", reads(0, bytes(1, 2)));
rows("setvbuf", maybe(writes(1, bytes(3))));
rows("setbuf", maybe(writes(1, constant(8192))));
rows("getcwd", maybe(writes(0, bytes(1))));
rows("gethostname", writes(0, bytes(1)));
rows("readlink", reads(0, STRING), writes(1, bytes(2)));
rows("realpath", reads(0, STRING), maybe(writes(1, UNKNOWN)));
rows("stat lstat", reads(0, STRING), writes(1, UNKNOWN));
rows("fstat", writes(1, UNKNOWN));
rows("pipe", writes(0, constant(8)));
rows("wait", maybe(writes(0, constant(4))));
rows("waitpid", maybe(writes(1, constant(4))));

function prints(name: string, argument: number, values: number | "list", into?: number, limit?: number): void {
  const target = into === undefined ? {} : { into: { argument: into, limit } };
  table.set(name, { touches: [], format: { argument, values, direction: "print", ...target } });
}

prints("printf", 0, 1);
prints("vprintf", 0, "list");
prints("__printf_chk", 1, 2);
prints("fprintf", 1, 2);
prints("dprintf", 1, 2);
prints("syslog", 1, 2);
prints("vfprintf", 1, "list");
prints("__fprintf_chk", 2, 3);
prints("sprintf", 1, 2, 0);
prints("vsprintf", 1, "list", 0);
prints("__sprintf_chk", 3, 4, 0);
prints("snprintf", 2, 3, 0, 1);
prints("vsnprintf", 2, "list", 0, 1);
prints("__snprintf_chk", 4, 5, 0, 1);
prints("__vsprintf_chk", 3, "list", 0);
prints("__vsnprintf_chk", 4, "list", 0, 1);
prints("asprintf", 1, 2);
prints("vasprintf", 1, "list");

function scans(name: string, argument: number, values: number | "list", ...touches: readonly Touch[]): void {
  for (const own of [name, `__isoc99_${name}`, `__isoc23_${name}`])
    table.set(own, { touches, format: { argument, values, direction: "scan" } });
}

scans("scanf", 0, 1);
scans("fscanf", 1, 2);
scans("sscanf", 1, 2, reads(0, STRING));
scans("vscanf", 0, "list");
scans("vfscanf", 1, "list");
scans("vsscanf", 1, "list", reads(0, STRING));

/** What a library function touches; undefined for a function that is not here. */
// --- Streams ------------------------------------------------------------------------------------------------------

const STREAMS: readonly (readonly [number, string])[] = [
  [
    0,
    "fclose fgetc getc _IO_getc fgetc_unlocked getc_unlocked fseek fseeko ftell ftello rewind feof ferror clearerr fileno",
  ],
  [
    0,
    "fprintf vfprintf fscanf vfscanf __fprintf_chk __vfprintf_chk setbuf setvbuf closedir readdir rewinddir pclose getw",
  ],
  [1, "fputc putc _IO_putc fputc_unlocked putc_unlocked ungetc fputs putw"],
  [2, "fgets fgets_unlocked getline"],
  [3, "fread fread_unlocked fwrite fwrite_unlocked getdelim"],
];
for (const [argument, names] of STREAMS) {
  for (const name of names.split(" ")) {
    const known = table.get(name);
    table.set(name, { ...known, touches: [...(known?.touches ?? []), reads(argument, HANDLE)] });
  }
}

/** Undefined for what is no library function; its own name counts first, then the one that headers made another of. */
export function libraryMemory(name: string): LibraryMemory | undefined {
  const plain = name.replace(/^__builtin_/, "");
  const row = table.get(plain) ?? table.get(plain.replace(/^_*(\w+)_chk$/, "$1")) ?? table.get(plainName(name));
  return row ?? (isLibraryFunction(name) ? UNLISTED : undefined);
}

/** The arguments that may be read as strings: their bytes are followed one by one. */
export function stringArguments({ touches, format }: LibraryMemory, count: number): readonly number[] {
  const strings = new Set<number>();
  for (const { argument, extent } of touches) {
    if (extent.kind === "string" || extent.kind === "string-within" || extent.kind === "appended")
      strings.add(argument);
  }
  if (format !== undefined && typeof format.values === "number")
    for (let i = format.values; i < count; i += 1) strings.add(i);
  return [...strings];
}
