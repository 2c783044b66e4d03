/** The C library's text (`c/library`) as a program, and what it has. */
import { LIBRARY_TEXTS } from "../c/library/texts.ts";
import { ILP32, LP64 } from "../c/types.ts";
import { readProgram } from "./build-source.ts";
import type { Program } from "./cfa.ts";

export function readLibrary(pointerBytes: Program["pointerBytes"]): Program {
  const options = {
    dataModel: pointerBytes === 4 ? ILP32 : LP64,
    includePaths: [],
    includeFiles: [],
    macros: [],
    readFile: () => undefined,
  };
  const { program, diagnostics } = readProgram(LIBRARY_TEXTS, options);
  if (program === undefined) throw new Error(`the text of the C library has faults: ${diagnostics[0]?.message}`);
  return program;
}

/** Does the library define it? Found without reading the text: most programs call none of its functions. */
export function hasText(name: string): boolean {
  const definition = new RegExp(`^(?!extern)\\w.*\\b${name}[(,]`, "m");
  return /^\w+$/.test(name) && LIBRARY_TEXTS.some(({ text }) => definition.test(text));
}
