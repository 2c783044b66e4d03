/** What the parts of the translation share: the analyses' results, the command line, and the record. */
import type { Analyses } from "../analyses.ts";
import { EdgeArithmetic } from "./arithmetic.ts";
import { CommandLine } from "./command-line.ts";
import { Notes } from "./notes.ts";

export interface Translation extends Analyses {
  readonly commandLine: CommandLine;
  readonly notes: Notes;
}

export function prepareTranslation(analyses: Analyses): Translation {
  const notes = new Notes();
  for (const { what, range } of analyses.program.overApproximations) notes.record(what, range);
  return { ...analyses, commandLine: new CommandLine(analyses), notes };
}

/** For the terms of an edge in an activation of its function. */
export function arithmeticIn({ options, variables, addressOf }: Translation, instance: number): EdgeArithmetic {
  return new EdgeArithmetic(options, {
    variable: (of) => variables.of(of, instance),
    address: (of) => addressOf(of, instance),
  });
}
