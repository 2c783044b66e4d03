/**
 * What the program leaves undefined, defined so that the counterexample happens again: input functions return their values
 * in order, error functions tell that they were reached, assumptions end the run, everything else that the C library does
 * not have returns 0. Functions that the interpreter runs as the C library does are left to the C library.
 */
import type { ExternalFunction, Program } from "../cfa/cfa.ts";
import { ACSL_VIOLATED, libraryMeaning } from "../cfa/library-names.ts";
import { isEnvironmentRead, plainName } from "../cfa/library-results.ts";
import { libraryFunction } from "../interpreter/library/index.ts";
import { ARGUMENT_BYTES } from "../interpreter/outside.ts";
import type { MemoryObject, Variable } from "../logic/term.ts";
import type { ScalarType } from "../logic/types.ts";
import { isLibraryObject } from "../model/assumptions/externals.ts";
import {
  bytesOf,
  cType,
  declare,
  define,
  LABEL_MACRO,
  type Linkage,
  literal,
  nameIn,
  parameterList,
  tableBody,
} from "./harness-text.ts";
import type { Content, InputOrigins, Write } from "./input-origins.ts";

const WRITERS = ["printf", "vprintf", "fprintf", "vfprintf", "putchar", "putc", "fputc", "fputs", "fwrite", "write"];

/** Declarations of what the harness itself uses, and the functions that end the run. */
export function prelude(program: Program, linkage: Linkage): string {
  const free = (names: readonly string[]): string => names.find((name) => !program.functions.has(name)) ?? "";
  const print = free(["puts", "printf", "perror"]);
  const exit = free(["exit", "_exit", "_Exit"]);
  // What the program printed before need not have ended its line.
  const newline = WRITERS.some((name) => program.externals.has(name)) ? "\\n" : "";
  const ending = (name: string, message: string, status: number): string =>
    `static int ${name}(void) {\n  ${nameIn(linkage, print)}("${newline}hone: ${message}${print === "printf" ? "\\n" : ""}");\n` +
    `  ${nameIn(linkage, exit)}(${status});\n  return 0;\n}\n`;
  return (
    (linkage === "labelled" ? LABEL_MACRO : "") +
    declare(linkage, "int", print, print === "printf" ? "const char *, ..." : "const char *") +
    declare(linkage, "void", exit, "int") +
    ending("hone_error_reached", "error reached", 1) +
    ending("hone_assumption_violated", "assumption violated", 3) +
    ending("hone_ended", "the program ended", 2)
  );
}

/** All definitions, or why there can be none. */
export function definitions(program: Program, origins: InputOrigins, linkage: Linkage): string {
  const functions = [...program.externals.values()]
    .filter((external) => isDefinedHere(external, origins))
    .map((external) => defineFunction(external, origins, linkage));
  const objects = program.undefinedObjects
    .filter((object) => !isLibraryObject(object.name) && !isRegion(object))
    .map((object) => defineObject(object, origins, linkage));
  const heap = origins.heap.length > 0 ? allocator(origins.heap, linkage) : "";
  const regions = program.undefinedObjects.filter(isRegion);
  const mapped = regions.map((object, i) =>
    mapRegion(object, origins.externContent.get(object.name) ?? [], i, linkage),
  );
  if (mapped.length > 0)
    mapped.unshift(declare(linkage, "void *", "mmap", "void *, unsigned long, int, int, int, long"));
  return [
    standardInputText(origins, linkage),
    variablesText(origins, linkage),
    ...mapped,
    ...objects,
    ...functions,
    otherAsserts(program, linkage),
    heap,
  ]
    .filter((text) => text !== "")
    .join("\n");
}

/** Why no definition can supply what the run got from undefined functions and objects. */
export function undefinable(program: Program, origins: InputOrigins): string | undefined {
  for (const name of [...origins.functions.keys(), ...origins.writes.keys()])
    if (isBuiltin(name)) return `the compiler's own function ${name} is an input`;
  if (program.anyAtFirst !== undefined) return "statics begin with any value";
  for (const object of program.undefinedObjects)
    if ("size" in object && object.size === undefined && !isLibraryObject(object.name))
      return `the size of ${object.name}, which is declared but not defined, is not known`;
  const { standardInput } = origins;
  if (standardInput !== undefined && standardInput.length > MOST_INPUT)
    return "standard input is longer than a pipe holds";
  const content = [...origins.heap, ...[...origins.objects.values()].flat()];
  const structs = [...origins.writes].find(([name, writes]) => {
    const hidden = program.externals.get(name)?.signature.resultByAddress !== undefined;
    return hidden && writes.some(({ argument, offsets }) => argument > 0 || offsets.length > 1);
  });
  if (structs !== undefined) return `${structs[0]} returns a structure and writes behind its arguments`;
  const some = content.some((one) => bytesOf(one).some((byte) => byte !== 0));
  return some && origins.copies === "some" ? "uninitialised memory may have been copied before it was read" : undefined;
}

function isBuiltin(name: string): boolean {
  return /^__(builtin|sync|atomic)_/.test(name);
}

function isDefinedHere({ name }: ExternalFunction, origins: InputOrigins): boolean {
  if (isBuiltin(name) || name === ACSL_VIOLATED) return false;
  if (origins.functions.has(name) || origins.writes.has(name)) return true;
  if (isEnvironmentRead(plainName(name))) return false;
  switch (libraryMeaning(name)) {
    case "error":
    case "error-if-zero":
    case "assume":
    case "nondet":
      return true;
    case undefined:
      return libraryFunction(name) === undefined;
    default:
      return /^__(VERIFIER|CPROVER)_/.test(name);
  }
}

function defineFunction({ name, signature, noreturn }: ExternalFunction, origins: InputOrigins, linkage: Linkage) {
  const { result, resultByAddress } = signature;
  const condition = signature.parameters.length > 0 ? parameterList(signature) : "int p0";
  const back = result === undefined ? "" : "  return 0;\n";
  switch (libraryMeaning(name)) {
    case "error":
      return define(linkage, cType(result), name, parameterList(signature), `  hone_error_reached();\n${back}`);
    case "error-if-zero":
      return define(linkage, cType(result), name, condition, `  if (!p0) hone_error_reached();\n${back}`);
    case "assume":
      return define(linkage, cType(result), name, condition, `  if (!p0) hone_assumption_violated();\n${back}`);
    default: {
      const writes = origins.writes.get(name) ?? [];
      if (resultByAddress !== undefined) return structFunction(name, resultByAddress.bytes, writes, linkage);
      const values = origins.functions.get(name) ?? [];
      const body = noreturn ? "  hone_ended();\n" : writesText(writes, (argument) => `p${argument}`);
      const table = result === undefined ? "" : tableBody(result, values);
      return define(linkage, cType(result), name, parameterList(signature), body + table);
    }
  }
}

/** The result is what the hidden first argument points to. */
function structFunction(name: string, bytes: number, writes: readonly Write[], linkage: Linkage): string {
  const type = `struct hone_result_of_${name}`;
  const text = writesText(writes, () => "&result");
  const body = `  static ${type} zero;\n  ${type} result = zero;\n${text}  return result;\n`;
  return `${type} { char bytes[${bytes}]; };\n${define(linkage, type, name, "void", body)}`;
}

/** Statements that write what the run found written, call by call. */
function writesText(writes: readonly Write[], place: (argument: number) => string): string {
  if (writes.length === 0) return "";
  // Far places first: a pointer on the way may be written as well.
  const ordered = [...writes].sort((a, b) => a.call - b.call || b.offsets.length - a.offsets.length);
  const lines = ordered.flatMap((write) => {
    const way = write.offsets.slice(0, -1);
    const object = way.reduce((at, offset) => `*(char **)(${at} + ${offset})`, `(char *)${place(write.argument)}`);
    const first = write.offsets.at(-1) ?? 0;
    return bytesOf(write).map(
      (byte, i) => `  if (calls == ${write.call}u) ((unsigned char *)(${object}))[${first + i}] = ${byte};\n`,
    );
  });
  return `  static unsigned int calls;\n${lines.join("")}  calls++;\n`;
}

/** Standard input as the run has read it, before the program begins. */
function standardInputText({ standardInput }: InputOrigins, linkage: Linkage): string {
  if (standardInput === undefined) return "";
  const name = (symbol: string) => nameIn(linkage, symbol);
  const declared = [
    declare(linkage, "int", "pipe", "int *"),
    declare(linkage, "int", "dup2", "int, int"),
    declare(linkage, "int", "close", "int"),
    declare(linkage, "long", "write", "int, const void *, unsigned long"),
  ].join("");
  const head = "__attribute__((constructor)) static void hone_standard_input(void) {\n";
  if (standardInput === "closed") return `${declared}${head}  ${name("close")}(0);\n}\n`;
  const bytes = [...standardInput, 0].join(", ");
  return `${declared}${head}  static const unsigned char text[] = {${bytes}};
  int ends[2];
  if (${name("pipe")}(ends) != 0 || ${name("write")}(ends[1], text, ${standardInput.length}) != ${standardInput.length}) hone_ended();
  ${name("dup2")}(ends[0], 0);
  ${name("close")}(ends[0]);
  ${name("close")}(ends[1]);
}
`;
}

/** Environment variables as the run has found them. */
function variablesText({ variables, environment }: InputOrigins, linkage: Linkage): string {
  const name = (symbol: string) => nameIn(linkage, symbol);
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
  const head = "__attribute__((constructor)) static void hone_environment_variables(void) {\n";
  if (environment !== undefined) {
    const label = linkage === "plain" ? "" : ' HONE_SYMBOL("environ")';
    const texts = environment.map(
      (text, i) => `static char hone_variable${i}[${ARGUMENT_BYTES}] = {${charactersOf(text).join(", ")}};\n`,
    );
    const list = [...environment.map((_, i) => `hone_variable${i}`), "0"].join(", ");
    const own = `${texts.join("")}static char *hone_variables[] = {${list}};\n`;
    return `extern char **${name("environ")}${label};\n${own}${head}  ${name("environ")} = hone_variables;\n}\n`;
  }
  if (variables.size === 0) return "";
  const declared =
    declare(linkage, "int", "setenv", "const char *, const char *, int") +
    declare(linkage, "int", "unsetenv", "const char *");
  const lines = [...variables].map(([variable, text]) => {
    if (text === undefined) return `  ${name("unsetenv")}(${quoted(variable)});\n`;
    const value = `(const char[]){${charactersOf(text).join(", ")}}`;
    return `  ${name("setenv")}(${quoted(variable)}, ${value}, 1);\n`;
  });
  return `${declared}${head}${lines.join("")}}\n`;
}

/** The string; characters that nobody read are some letter. */
export function charactersOf(text: ReadonlyMap<number, number>): number[] {
  const offsets = [...text.keys()];
  const end = offsets.filter((offset) => text.get(offset) === 0);
  const length = end.length > 0 ? Math.min(...end) : offsets.length === 0 ? 0 : Math.max(...offsets) + 1;
  return [...Array.from({ length }, (_, i) => text.get(i) ?? 97), 0];
}

function isRegion(object: Variable | MemoryObject): object is MemoryObject & { readonly fixedAddress: number } {
  return "size" in object && object.fixedAddress !== undefined;
}

const PAGE = 4096;
/** A pipe has this much room on Linux. */
const MOST_INPUT = 65536;

/** Memory at its address before the program begins, with what the run found there. */
function mapRegion(
  { fixedAddress, size = 0 }: MemoryObject & { readonly fixedAddress: number },
  content: readonly Content[],
  index: number,
  linkage: Linkage,
): string {
  const first = Math.floor(fixedAddress / PAGE) * PAGE;
  const length = Math.ceil((fixedAddress + size - first) / PAGE) * PAGE;
  const bytes = content.flatMap((one) =>
    bytesOf(one).flatMap((byte, at) => (byte === 0 ? [] : [`  region[${one.offset + at}] = ${byte};\n`])),
  );
  // Readable and writable; private, anonymous, at this address, where nothing else may be (Linux).
  return `__attribute__((constructor)) static void hone_region_${index}(void) {
  unsigned char *region = (unsigned char *)${fixedAddress}ul;
  if (${nameIn(linkage, "mmap")}((void *)${first}ul, ${length}ul, 3, 0x100022, -1, 0) != (void *)${first}ul) hone_ended();
  (void)region;
${bytes.join("")}}
`;
}

function defineObject(object: Variable | MemoryObject, origins: InputOrigins, linkage: Linkage): string {
  const { name } = object;
  const label = linkage === "plain" ? "" : ` HONE_SYMBOL("${name}")`;
  if (!("size" in object)) {
    const type = cType(object.type as ScalarType);
    const value = origins.externObjects.get(name);
    return `${type} ${nameIn(linkage, name)}${label}${value === undefined ? "" : ` = ${literal(value)}`};\n`;
  }
  const bytes = new Array<number>(object.size ?? 1).fill(0);
  for (const content of origins.externContent.get(name) ?? [])
    bytesOf(content).forEach((byte, index) => {
      bytes[content.offset + index] = byte;
    });
  const last = bytes.findLastIndex((byte) => byte !== 0);
  const items = last === -1 ? "0" : bytes.slice(0, last + 1).join(", ");
  // The widest members make it aligned for whatever the program thinks it is.
  const type = `union { unsigned char bytes[${bytes.length}]; long long integer; long double number; void *pointer; }`;
  return `${type} ${nameIn(linkage, name)}${label} = {{${items}}};\n`;
}

/** What `assert` calls on systems other than the one that the program's headers describe. */
function otherAsserts(program: Program, linkage: Linkage): string {
  if (linkage !== "plain" || !program.externals.has("__assert_fail")) return "";
  const variants = [
    ["defined(__APPLE__)", "__assert_rtn", "const char *f, const char *file, int line, const char *text"],
    ["defined(__FreeBSD__)", "__assert", "const char *f, const char *file, int line, const char *text"],
    ["defined(__NetBSD__)", "__assert13", "const char *file, int line, const char *f, const char *text"],
    ["defined(__OpenBSD__)", "__assert2", "const char *file, int line, const char *f, const char *text"],
    ["defined(_WIN32)", "_assert", "const char *text, const char *file, unsigned int line"],
  ];
  const texts = variants.map(
    ([when, name, parameters]) => `#if ${when}\nvoid ${name}(${parameters}) {\n  hone_error_reached();\n}\n#endif\n`,
  );
  return texts.join("");
}

// What the allocator can give: more than the interpreter's heap.
const ARENA_BYTES = 256 * 1024 * 1024;

/** malloc with known content: zeros but for what the run read. Blocks are never used twice. */
function allocator(contents: readonly Content[], linkage: Linkage): string {
  const size = "unsigned long";
  const bytes = contents.flatMap(({ occurrence, offset, ...typed }) =>
    bytesOf(typed).flatMap((byte, index) => (byte === 0 ? [] : [`{${occurrence}, ${offset + index}, ${byte}}`])),
  );
  const patches = `static const unsigned int hone_content[][3] = {${[...bytes, "{0, 0, 0}"].join(", ")}};\n`;
  return `${patches}static union { char bytes[16]; long double number; } hone_arena[${ARENA_BYTES / 16}];
static ${size} hone_used;
static unsigned char *hone_allocate(${size} bytes) {
  ${size} units = (bytes + 15) / 16 + 1;
  unsigned char *block;
  if (units < bytes / 16 || units > ${ARENA_BYTES / 16}ul - hone_used) return 0;
  *(${size} *)hone_arena[hone_used].bytes = bytes;
  block = (unsigned char *)hone_arena[hone_used + 1].bytes;
  hone_used += units;
  return block;
}
${define(
  linkage,
  "void *",
  "malloc",
  `${size} bytes`,
  `  static unsigned int calls;
  unsigned char *block = hone_allocate(bytes);
  unsigned int i;
  for (i = 0; block && i < ${bytes.length}u; i++)
    if (hone_content[i][0] == calls && hone_content[i][1] < bytes) block[hone_content[i][1]] = hone_content[i][2];
  calls++;
  return block;
`,
)}${define(linkage, "void *", "calloc", `${size} count, ${size} bytes`, "  return hone_allocate(count * bytes);\n")}${define(
  linkage,
  "void *",
  "realloc",
  `void *old, ${size} bytes`,
  `  unsigned char *block = hone_allocate(bytes), *from = old;
  ${size} i;
  for (i = 0; block && from && i < bytes && i < *(${size} *)(from - 16); i++) block[i] = from[i];
  return block;
`,
)}${define(linkage, "void", "free", "void *block", "  (void)block;\n")}`;
}
