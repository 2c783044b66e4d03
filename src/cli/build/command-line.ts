/**
 * A compiler's command line as settings: of a build, or pasted behind `hone verify`. gcc's options have gcc's meaning (`-o` is
 * not hone's); hone's own long options may stand between them where somebody pasted the line.
 */
import { type Match, matchOption, type Option } from "../option.ts";
import { OPTIONS } from "../options.ts";
import type { Settings } from "../settings.ts";
import { applyGccOption, gccOption, takesNext } from "./gcc-options.ts";

const COMPILER = /^(.*[\\/])?([\w.]+-)*(gcc|cc|clang|c89|c99|tcc|icc|icx)(-\d+(\.\d+)*)?(\.exe)?$/;
const WRAPPER = /^(.*[\\/])?(ccache|sccache|distcc|icecc)$/;

/** `gcc`, `/usr/bin/cc`, `arm-none-eabi-gcc-12`, `ccache` (before one). */
export function isCompiler(word: string): boolean {
  return COMPILER.test(word) || WRAPPER.test(word);
}

/** Which files a compiler reads, by the ends of their names; objects and libraries are none. */
const C_FILE = /(\.[ci]|^-)$/;
const OTHER_LANGUAGE = /\.(cc|cp|cxx|cpp|CPP|c\+\+|C|ii|m|mi|mm|s|S|sx|f|F|f90|go|d|adb|cu|rs)$/;

export function isOtherLanguage(file: string): boolean {
  return OTHER_LANGUAGE.test(file);
}

/** hone's options that compilers have, too. */
const SHARED = OPTIONS.filter(({ flags }) =>
  ["-D", "-U", "-I", "-iquote", "-isystem", "-include"].includes(flags[0] ?? ""),
);

/** One of gcc's options as one of hone's. */
export function compilerOption(text: string): Match | undefined {
  const match = gccOption(text);
  if (match === undefined) return undefined;
  const { value, option } = match;
  const apply: Option["apply"] = (settings, read) => {
    const wrong = applyGccOption({ option, value: value ?? read }, text, settings);
    return wrong?.slice(text.length + 2);
  };
  const follows = takesNext(match);
  const one: Option = { flags: [text], help: "", apply, ...(follows ? { argument: "ARGUMENT" } : {}) };
  return { option: one, flag: text, value: undefined };
}

/**
 * Everything behind the compiler's name.
 * @param options hone's options that may stand between the compiler's; none in a build.
 * @returns what is wrong, or undefined.
 */
export function applyCompilerArguments(
  argv: readonly string[],
  settings: Settings,
  files: string[],
  options: readonly Option[],
): string | undefined {
  const isOwn = (flag: string) => flag.startsWith("--") && flag !== "--param";
  const long = options.map((one) => ({ ...one, flags: one.flags.filter(isOwn) }));
  settings.link = true;
  let language = "none";
  for (let at = 0; at < argv.length; at += 1) {
    const text = argv[at] as string;
    if (text === "") continue;
    if (!text.startsWith("-") || text === "-") {
      if (isCompiler(text) && at === 0) continue;
      const wrong = takeFile(text, language, settings, files);
      if (wrong !== undefined) return wrong;
    } else if (/^-x/.test(text)) {
      language = text === "-x" ? (argv[++at] ?? "") : text.slice(2);
    } else if (/^-o/.test(text)) {
      if (text === "-o") at += 1;
    } else if (text.startsWith("-Wp,")) {
      const wrong = applyCompilerArguments(preprocessorWords(text), settings, files, []);
      if (wrong !== undefined) return wrong;
    } else {
      const match = matchOption(text, SHARED) ?? matchOption(text, long) ?? compilerOption(text);
      if (match === undefined) {
        settings.ignored.push(text);
        continue;
      }
      const { option, flag } = match;
      const value = match.value ?? (option.argument === undefined ? "" : argv[++at]);
      if (value === undefined) return `${flag} needs an argument`;
      const wrong = option.apply(settings, value, text);
      if (wrong !== undefined) return `${flag}${option.argument === undefined ? "" : ` ${value}`}: ${wrong}`;
    }
  }
  return undefined;
}

/** `-Wp,-DX,-MD,file`: what the preprocessor is told; its `-MD` has an argument, which is no program. */
function preprocessorWords(text: string): string[] {
  const words = text.split(",").slice(1);
  return words.filter((_, at) => !/^-M/.test(words[at - 1] ?? "") || (words[at] ?? "").startsWith("-"));
}

function takeFile(file: string, language: string, settings: Settings, files: string[]): string | undefined {
  const isC = language === "c" || language === "cpp-output" || (language === "none" && C_FILE.test(file));
  if (isC) files.push(file);
  else if (language !== "none" || isOtherLanguage(file)) return `${file} is not a C file`;
  else settings.caveats.add(`${file} is not read: what it defines is unknown`);
  return undefined;
}
