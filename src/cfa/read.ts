/** C text to program: preprocess, parse and lower all files of one program. */
import type { FrontEndOptions } from "../c/options.ts";
import { parse } from "../c/parse.ts";
import type { Diagnostics } from "../util/diagnostic.ts";
import type { SourceFile, SourceMap } from "../util/source.ts";
import { buildProgram } from "./build.ts";
import type { Program } from "./cfa.ts";

/** The program of all files together, or undefined where one of them is not a program; `diagnostics` says why. */
export function readProgram(
  sources: SourceMap,
  files: readonly SourceFile[],
  options: FrontEndOptions,
  diagnostics: Diagnostics,
): Program | undefined {
  const units = files.map((file) => parse(sources, file, options, diagnostics));
  return diagnostics.errors > 0 ? undefined : buildProgram(units, sources, options, diagnostics);
}
