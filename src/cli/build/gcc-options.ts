/**
 * gcc's options by what they mean here, so that a command line of a build is read as it is (docs/builds.md has the table). What
 * changes the meaning of a program and is not modelled is refused; what concerns only warnings, speed or the linker has no
 * meaning here, which is told once. The options that hone has under the same name are in `options.ts`.
 */
import type { Settings } from "../settings.ts";

export interface GccOption {
  readonly flag: string;
  /** Where its argument stands; absent: it has none. */
  readonly argument?: "joined" | "separate" | "either";
  readonly meaning:
    | { readonly kind: "means"; readonly what: string; readonly apply: (settings: Settings, value: string) => void }
    | { readonly kind: "nothing"; readonly but?: string }
    | { readonly kind: "refused"; readonly why: string };
}

type Argument = NonNullable<GccOption["argument"]>;

function means(flag: string, what: string, apply: (settings: Settings, value: string) => void, argument?: Argument) {
  return { flag, ...(argument === undefined ? {} : { argument }), meaning: { kind: "means", what, apply } } as const;
}

function refused(flag: string, why: string, argument?: Argument): GccOption {
  return { flag, ...(argument === undefined ? {} : { argument }), meaning: { kind: "refused", why } };
}

/** @param but what somebody should know all the same. */
function nothing(flag: string, argument?: Argument, but?: string): GccOption {
  const meaning = { kind: "nothing" as const, ...(but === undefined ? {} : { but }) };
  return { flag, ...(argument === undefined ? {} : { argument }), meaning };
}

function define(settings: Settings, name: string, value = "1"): void {
  settings.macros.push({ kind: "undefine", name }, { kind: "define", name, value });
}

/** `__STDC_VERSION__` of the standards by their last digits; C90 has none. */
const STANDARDS: readonly (readonly [names: RegExp, version: string | undefined])[] = [
  [/^(c|gnu)(89|90)$|^iso9899:(1990|199409)$/, undefined],
  [/^(c|gnu)9[9x]$|^iso9899:199[9x]$/, "199901L"],
  [/^(c|gnu)1[1x]$|^iso9899:2011$/, "201112L"],
  [/^(c|gnu)1[78]$|^iso9899:201[78]$/, "201710L"],
  [/^(c|gnu)2[x3]$|^iso9899:2024$/, "202000L"],
];

function standard(settings: Settings, name: string): void {
  const found = STANDARDS.find(([names]) => names.test(name));
  if (found === undefined) {
    settings.ignored.push(`-std=${name}`);
    return;
  }
  if (found[1] === undefined) settings.macros.push({ kind: "undefine", name: "__STDC_VERSION__" });
  else define(settings, "__STDC_VERSION__", found[1]);
  if (name.startsWith("gnu")) return;
  define(settings, "__STRICT_ANSI__");
  for (const old of ["linux", "unix", "i386"]) settings.macros.push({ kind: "undefine", name: old });
}

function optimise(settings: Settings, level: string): void {
  settings.ignored.push(`-O${level}`);
  if (level === "fast") settings.caveats.add(FAST);
  if (level === "0") return;
  settings.macros.push({ kind: "undefine", name: "__NO_INLINE__" });
  define(settings, "__OPTIMIZE__");
  if (level === "s" || level === "z") define(settings, "__OPTIMIZE_SIZE__");
}

const FAST = "floating-point arithmetic is IEEE's all the same";
const ONE_LAYOUT = "it changes the layout of types";
const wrap = (settings: Settings) => (settings.signedOverflow ??= "wrap");

const MEANT: readonly GccOption[] = [
  means("-std=", "its `__STDC_VERSION__` and `__STRICT_ANSI__`; the syntax is that of gnu17", standard, "joined"),
  means("--std=", "as `-std=`", standard, "joined"),
  means("-ansi", "as `-std=c90`", (settings) => standard(settings, "c90")),
  means("-O", "`__OPTIMIZE__`", optimise, "joined"),
  means("-m32", "`--32`", (settings) => (settings.dataModel = "ILP32")),
  means("-m64", "`--64`", (settings) => (settings.dataModel = "LP64")),
  means("-fwrapv", "`--signed-overflow wrap`", wrap),
  means("-fno-strict-overflow", "`--signed-overflow wrap`", wrap),
  means("-pthread", "`_REENTRANT`", (settings) => define(settings, "_REENTRANT")),
  means("-ffreestanding", "`__STDC_HOSTED__` is 0", (settings) => define(settings, "__STDC_HOSTED__", "0")),
  means(
    "-idirafter",
    "`-isystem` (gcc looks there only after its own folders)",
    (settings, folder) => settings.systemPaths.push(folder),
    "either",
  ),
];

const REFUSED: readonly GccOption[] = [
  refused("-funsigned-char", "plain char is signed here"),
  refused("-fno-signed-char", "plain char is signed here"),
  refused("-funsigned-bitfields", "bit-fields of plain int are signed here"),
  refused("-fno-signed-bitfields", "bit-fields of plain int are signed here"),
  refused("-fshort-enums", ONE_LAYOUT),
  refused("-fshort-wchar", ONE_LAYOUT),
  refused("-fpack-struct", ONE_LAYOUT, "joined"),
  refused("-malign-double", ONE_LAYOUT),
  refused("-mms-bitfields", ONE_LAYOUT),
  refused("-mlong-double-64", ONE_LAYOUT),
  refused("-mlong-double-128", ONE_LAYOUT),
  refused("-m128bit-long-double", ONE_LAYOUT),
  refused("-m96bit-long-double", ONE_LAYOUT),
  refused("-mx32", "pointers of 32 bits beside registers of 64 are not modelled"),
  refused("-m16", "code for 16 bits is not modelled"),
  refused("-miamcu", "it changes layouts and calls"),
  refused("-fopenmp", "the threads that its pragmas start are not modelled", "joined"),
  refused("-fopenacc", "what its pragmas start is not modelled", "joined"),
  refused("-imacros", "macros of a file without its declarations are not read; -include reads both", "either"),
  refused("-undef", "the predefined macros are always there"),
  refused("-traditional", "the preprocessor is that of C11", "joined"),
];

/** Longer ones go first: `-MF` before `-M`. */
const MEANINGLESS: readonly GccOption[] = [
  ...[
    "-ffast-math",
    "-funsafe-math-optimizations",
    "-fassociative-math",
    "-freciprocal-math",
    "-ffinite-math-only",
  ].map((flag) => nothing(flag, undefined, FAST)),
  nothing("-fopenmp-simd"),
  nothing("-mfpmath=", "joined", "floating-point arithmetic has no excess precision"),
  nothing("-trigraphs", undefined, "trigraphs are not replaced"),
  nothing("-nostdinc", undefined, "the headers of hone are there all the same"),
  nothing("-isysroot", "either", "its headers are not looked for: -isystem names folders"),
  nothing("--sysroot=", "joined", "its headers are not looked for: -isystem names folders"),
  nothing("--sysroot", "separate", "its headers are not looked for: -isystem names folders"),
  ...["-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xclang", "-Xpreprocessor", "--param", "-arch"].map(
    (flag) => nothing(flag, "separate"),
  ),
  ...["-wrapper", "-target", "-aux-info", "-iprefix", "-iwithprefix", "-iwithprefixbefore", "-imultilib"].map((flag) =>
    nothing(flag, "separate"),
  ),
  ...["-T", "-u", "-z", "-L", "-l", "-B", "-A"].map((flag) => nothing(flag, "either")),
  ...["-W", "-f", "-m", "-g", "-M", "-d", "--param=", "--target=", "-specs=", "-save-temps", "-print-"].map((flag) =>
    nothing(flag, "joined"),
  ),
  ...["-c", "-S", "-E", "-P", "-C", "-CC", "-H", "-p", "-pg", "-pipe", "-pie", "-no-pie", "-static", "-static-pie"].map(
    (flag) => nothing(flag),
  ),
  ...["-static-libgcc", "-shared", "-shared-libgcc", "-symbolic", "-rdynamic", "-s", "-n", "-r", "-w", "-Q"].map(
    (flag) => nothing(flag),
  ),
  ...["-pedantic", "-pedantic-errors", "-nostartfiles", "-nodefaultlibs", "-nolibc", "-nostdlib", "-time"].map((flag) =>
    nothing(flag),
  ),
  ...["-remap", "-pass-exit-codes", "-no-canonical-prefixes", "-Qunused-arguments", "-no-integrated-cpp"].map((flag) =>
    nothing(flag),
  ),
];

export const GCC_OPTIONS: readonly GccOption[] = [...MEANT, ...REFUSED, ...MEANINGLESS];

export interface GccMatch {
  readonly option: GccOption;
  /** Undefined where it follows, or where there is none. */
  readonly value: string | undefined;
}

/** The option that an argument is: of several the one with the longest name, so that `-mx32` is not one of `-m`. */
export function gccOption(text: string): GccMatch | undefined {
  let best: GccOption | undefined;
  for (const option of GCC_OPTIONS) {
    const { flag, argument } = option;
    const matches = text === flag || ((argument === "joined" || argument === "either") && text.startsWith(flag));
    if (matches && flag.length > (best?.flag.length ?? 0)) best = option;
  }
  if (best === undefined) return undefined;
  const rest = text.slice(best.flag.length);
  const follows = best.argument === "separate" || (best.argument === "either" && rest === "");
  return { option: best, value: best.argument === undefined || follows ? undefined : rest };
}

/** Whether its argument is the next word. */
export function takesNext({ option, value }: GccMatch): boolean {
  return option.argument !== undefined && option.argument !== "joined" && value === undefined;
}

/** Carries out an option; what is wrong, or undefined. */
export function applyGccOption({ option, value }: GccMatch, text: string, settings: Settings): string | undefined {
  const { meaning } = option;
  if (meaning.kind === "refused") return `${text}: hone has nothing like it: ${meaning.why}`;
  if (meaning.kind === "means") meaning.apply(settings, value ?? "");
  else {
    settings.ignored.push(text);
    if (meaning.but !== undefined) settings.caveats.add(`${text}: ${meaning.but}`);
  }
  return undefined;
}
