/** CBMC's names for functions that other files cannot name: `goto-cc --export-file-local-symbols`. */
import type { FunctionDeclaration } from "../c/ast.ts";
import type { SourceMap } from "../util/source.ts";

const FILE_LOCAL = "__CPROVER_file_local_";

export function isFileLocalName(name: string): boolean {
  return name.startsWith(FILE_LOCAL);
}

/** `s_find` of hash_table.c is `__CPROVER_file_local_hash_table_c_s_find`. */
export function fileLocalName({ name, range }: FunctionDeclaration, sources: SourceMap): string {
  const file = sources.resolve(range.start)?.file.replace(/^.*\//, "") ?? "";
  return `${FILE_LOCAL}${file.replace(/\W/g, "_")}_${name}`;
}
