/**
 * INDEX.tsv: the table that stands beside collections of benchmark programs. From it come the data model and the
 * macros that a program needs, so that a whole collection can be read with one command.
 */
import { PROPERTIES } from "../model/properties.ts";
import type { DataModelName } from "./task-file.ts";

export interface IndexRow {
  readonly dataModel: DataModelName | undefined;
  readonly defines: readonly string[];
  /** What to check, as `--check` calls it, where that is not an assertion. */
  readonly check: string | undefined;
  readonly expected: string;
}

/** Rows by file name, relative to the folder of the index. */
export function parseIndex(text: string): ReadonlyMap<string, IndexRow> {
  const [header, ...lines] = text.split(/\r?\n/);
  const columns = (header ?? "").split("\t");
  const column = (cells: readonly string[], name: string) => cells[columns.indexOf(name)] ?? "";
  const rows = new Map<string, IndexRow>();
  for (const line of lines) {
    if (line === "") continue;
    const cells = line.split("\t");
    const property = column(cells, "property");
    const model = column(cells, "data_model");
    rows.set(column(cells, "file"), {
      dataModel: model.includes("64") ? "LP64" : model.includes("32") ? "ILP32" : undefined,
      // "needs benchmarks.h with -DVVT or -DCPACHECKER": the alternatives exclude each other, the first is as good.
      defines: [...property.matchAll(/-D\s*(\w+)/g)].map((match) => match[1] as string).slice(0, 1),
      check: PROPERTIES.find((row) => row.index?.test(property))?.check,
      expected: column(cells, "expected"),
    });
  }
  return rows;
}
