/** C text to program for tests, with problems as exceptions and graphs as text. */
import type { FrontEndOptions } from "../../src/c/options.ts";
import { type DataModel, LP64 } from "../../src/c/types.ts";
import type { Program } from "../../src/cfa/cfa.ts";
import { readProgram } from "../../src/cfa/read.ts";
import { Diagnostics } from "../../src/util/diagnostic.ts";
import { SourceMap } from "../../src/util/source.ts";
import { checkProgram } from "./check-graph.ts";
import { printGraph } from "./print-graph.ts";

function optionsFor(dataModel: DataModel): FrontEndOptions {
  return { dataModel, includePaths: [], macros: [], includeFiles: [], readFile: () => undefined };
}

/** The program of one or several files; every graph has been checked. */
export function programOf(texts: string | readonly string[], model: DataModel = LP64): Program {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics();
  const list = typeof texts === "string" ? [texts] : texts;
  const files = list.map((text, i) => sources.add(`file${i + 1}.c`, text));
  const program = readProgram(sources, files, optionsFor(model), diagnostics);
  if (program === undefined) throw new Error(errorsOf(diagnostics).join("; "));
  const problems = checkProgram(program);
  if (problems.length > 0) throw new Error(problems.join("; "));
  return program;
}

/** The error messages of programs that are refused. */
export function refusalOf(texts: string | readonly string[], model: DataModel = LP64): string[] {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics();
  const list = typeof texts === "string" ? [texts] : texts;
  const files = list.map((text, i) => sources.add(`file${i + 1}.c`, text));
  const program = readProgram(sources, files, optionsFor(model), diagnostics);
  if (program !== undefined) throw new Error("the program should be refused");
  return errorsOf(diagnostics);
}

function errorsOf(diagnostics: Diagnostics): string[] {
  return diagnostics.list.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

/** The edges of a function as lines of text without positions: `0 -> 1  x := 1`. */
export function linesOf(program: Program, name: string): string[] {
  const graph = name === program.initialise.name ? program.initialise : program.functions.get(name);
  if (graph === undefined) throw new Error(`there should be a function ${name}`);
  return printGraph(graph)
    .split("\n")
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The lines of `f` in a file that defines it. */
export function lower(text: string, model: DataModel = LP64): string[] {
  return linesOf(programOf(text, model), "f");
}
