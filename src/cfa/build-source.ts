/**
 * The way into the front end for everybody outside `cfa`: texts in, program and diagnostics out, with the types of the
 * options. What is wrong with the text is a value.
 */
import type { ParameterRequest } from "../c/environment.ts";
import type { FixedRegion, MacroOption, FrontEndOptions as TextOptions, UnitOptions } from "../c/options.ts";
import { ILP32, LP64 } from "../c/types.ts";
import { type Diagnostic, Diagnostics } from "../util/diagnostic.ts";
import { SourceMap } from "../util/source.ts";
import type { Program } from "./cfa.ts";
import { type UnitSymbols, unitSymbols } from "./link-unit.ts";
import { readProgram as readFiles } from "./read.ts";
import { readEnvironment } from "./read-environment.ts";

export {
  type FixedRegion,
  ILP32,
  LP64,
  type MacroOption,
  type ParameterRequest,
  readEnvironment,
  type UnitOptions,
  type UnitSymbols,
  unitSymbols,
};

export interface FrontEndOptions extends TextOptions {
  /** What is done to a program before anybody else sees it: who has annotations says what they mean (`defined-annotations.ts`). */
  readonly instrument?: (program: Program) => Program;
}

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
  const added = files.map((file) => sources.add(file.name, file.text));
  const written = readFiles(sources, added, options, diagnostics);
  const program = written === undefined ? undefined : (options.instrument?.(written) ?? written);
  return { program, diagnostics: diagnostics.list, sources };
}
