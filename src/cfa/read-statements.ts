/** The statements of a program's files, as they are written. */
import type { Annotation, FrontEndOptions } from "../c/options.ts";
import { parse } from "../c/parse.ts";
import { type FunctionPlace, functionsOf, type StatementPlace, statementsOf } from "../c/statements.ts";
import { Diagnostics } from "../util/diagnostic.ts";
import { SourceMap } from "../util/source.ts";

export { RESULT } from "../c/parser/contracts.ts";
export type { Annotation, FunctionPlace, StatementPlace };

export interface Statements {
  readonly sources: SourceMap;
  /** In the order of positions. */
  readonly places: readonly StatementPlace[];
  readonly functions: readonly FunctionPlace[];
}

/** Undefined where one of the files is not a program. */
export function readStatements(
  files: readonly { readonly name: string; readonly text: string }[],
  options: FrontEndOptions,
): Statements | undefined {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics();
  const added = files.map((file) => sources.add(file.name, file.text));
  const units = added.map((file, at) => parse(sources, file, { ...options, ...options.units?.[at] }, diagnostics));
  if (diagnostics.errors > 0) return undefined;
  const places = units.flatMap(statementsOf).sort((a, b) => a.start - b.start || b.end - a.end);
  return { sources, places, functions: units.flatMap(functionsOf) };
}

/** The innermost statement around a position, blocks left out. */
export function statementAround({ places }: Statements, position: number): StatementPlace | undefined {
  let found: StatementPlace | undefined;
  for (const place of places) {
    if (place.start > position) break;
    // Later ones begin later, so that those that end behind the position lie inside.
    if (place.kind !== "compound" && (position < place.end || position === place.start)) found = place;
  }
  return found;
}
