/**
 * What a linker would see of one file: the symbols that it defines for others, and those that it needs from them. A static
 * function or object counts only where something that is visible outside uses it, as compilers leave out the rest.
 */
import type { FunctionDeclaration, ObjectDeclaration, TranslationUnit } from "../c/ast.ts";
import type { FrontEndOptions } from "../c/options.ts";
import { parse } from "../c/parse.ts";
import { Diagnostics } from "../util/diagnostic.ts";
import { SourceMap } from "../util/source.ts";

export interface UnitSymbols {
  readonly defines: ReadonlySet<string>;
  readonly needs: ReadonlySet<string>;
}

/** A string says what is wrong with the file, and where. */
export function unitSymbols(
  source: { readonly name: string; readonly text: string },
  options: FrontEndOptions,
): UnitSymbols | string {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics();
  const unit = parse(sources, sources.add(source.name, source.text), options, diagnostics);
  const error = diagnostics.list.find(({ severity }) => severity === "error");
  if (error === undefined) return symbolsOf(unit);
  const place = sources.resolve(error.range.start);
  return place === undefined ? error.message : `${place.file}:${place.line}:${place.column}: ${error.message}`;
}

type Declaration = FunctionDeclaration | ObjectDeclaration;

function symbolsOf({ functions, objects }: TranslationUnit): UnitSymbols {
  const isVisible = (one: Declaration) =>
    one.kind === "function" ? one.internal !== true && one.inline !== true : one.storage === "extern";
  const isDefined = (one: Declaration) => (one.kind === "function" ? one.body !== undefined : one.defined);
  const visible = [...functions, ...objects].filter((one) => isVisible(one) && isDefined(one));
  const used = new Set<Declaration>(visible);
  // Grows while it is walked.
  for (const one of used) for (const other of mentions(one)) used.add(other);
  const defines = new Set(visible.map(({ name }) => name));
  const needed = [...used].filter((one) => !isDefined(one) && (one.kind === "function" || one.storage === "extern"));
  return { defines, needs: new Set(needed.map(({ name }) => name)) };
}

/** The functions and objects that the body or initialiser of one mentions; the tree is walked whatever its nodes are. */
function mentions(declaration: Declaration): Set<Declaration> {
  const found = new Set<Declaration>();
  const seen = new Set<object>();
  const open: unknown[] = [declaration.kind === "function" ? declaration.body : declaration.initialiser];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    if (isDeclaration(next)) {
      found.add(next);
      // A local variable is known by its declaration only; what it starts with is part of this body.
      if (next.kind === "object" && next.storage === "automatic") open.push(next.initialiser);
    } else open.push(...Object.values(next));
  }
  return found;
}

function isDeclaration(node: object): node is Declaration {
  const { kind } = node as { kind?: unknown };
  return (kind === "function" && "body" in node) || (kind === "object" && "storage" in node);
}
