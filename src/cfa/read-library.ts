/** The C library's text (`c/library`) as a program, as far as it is wanted. */
import { LIBRARY_TEXTS } from "../c/library/texts.ts";
import { ILP32, LP64 } from "../c/types.ts";
import { memoised } from "../util/memo.ts";
import { onRelease } from "../util/release.ts";
import { readProgram, type SourceText } from "./build-source.ts";
import type { Program } from "./cfa.ts";

/** The name under which the library has a function that headers or the compiler call by another one. */
export function textName(name: string): string {
  return name.replace(/^__builtin_(?!_)|^__isoc\d+_/, "");
}

/** The files that define one of these; undefined where none does, which is found without reading them. */
export function readLibrary(pointerBytes: Program["pointerBytes"], names: readonly string[]): Program | undefined {
  const wanted = LIBRARY_TEXTS.filter((file) => names.some((name) => defines(file, name)));
  return wanted.length === 0 ? undefined : readTexts(pointerBytes, wanted);
}

const PARTS = "<library>/formats.c";
const formats = new Map<string, Program>();

onRelease(() => formats.clear());

/** A function that is written with the parts of `formats.c`. */
export function readFormatText(pointerBytes: Program["pointerBytes"], text: string): Program {
  return memoised(formats, `${pointerBytes} ${text}`, () => {
    const parts = LIBRARY_TEXTS.find((file) => file.name === PARTS);
    return readTexts(pointerBytes, [{ name: PARTS, text: `${parts?.text}\n${text}` }]);
  });
}

function readTexts(pointerBytes: Program["pointerBytes"], wanted: readonly SourceText[]): Program {
  const options = {
    dataModel: pointerBytes === 4 ? ILP32 : LP64,
    includePaths: [],
    includeFiles: [],
    macros: [],
    readFile: () => undefined,
  };
  const { program, diagnostics } = readProgram(wanted, options);
  if (program === undefined) throw new Error(`the text of the C library has faults: ${diagnostics[0]?.message}`);
  return program;
}

export function isInLibrary(name: string): boolean {
  return LIBRARY_TEXTS.some((file) => defines(file, name));
}

/** A definition starts a line, with a type or as a macro's argument. */
function defines({ text }: SourceText, name: string): boolean {
  return /^\w+$/.test(name) && new RegExp(`^(?!extern)\\w.*\\b${name}[(,]`, "m").test(text);
}
