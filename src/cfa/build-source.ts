/**
 * From C text to a program: the way into the front end for everybody who has files rather than syntax trees. Preprocesses
 * and parses each file, links and lowers them. What is wrong with the text comes back as diagnostics.
 */
import type { FrontEndOptions, MacroOption } from "../c/options.ts";
import { parse } from "../c/parse.ts";
import { ILP32, LP64 } from "../c/types.ts";
import { type Diagnostic, Diagnostics } from "../util/diagnostic.ts";
import { SourceMap } from "../util/source.ts";
import { buildProgram } from "./build.ts";
import type { Program } from "./cfa.ts";

export { type FrontEndOptions, ILP32, LP64, type MacroOption };

export interface SourceText {
  readonly name: string;
  readonly text: string;
}

export interface ReadResult {
  /** Undefined exactly if there is an error among the diagnostics. */
  readonly program: Program | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceMap;
}

/** Several files are the translation units of one program. */
export function readProgram(files: readonly SourceText[], options: FrontEndOptions): ReadResult {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics();
  const units = files.map((file) => parse(sources, sources.add(file.name, file.text), options, diagnostics));
  const program = diagnostics.errors > 0 ? undefined : buildProgram(units, sources, options, diagnostics);
  return { program, diagnostics: diagnostics.list, sources };
}
