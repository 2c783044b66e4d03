/**
 * The front end's one entry: source text to a typed translation unit. What is wrong with the program lands in
 * `diagnostics`; with errors there the unit is incomplete and should not be used.
 */
import type { Diagnostics } from "../util/diagnostic.ts";
import type { SourceFile, SourceMap } from "../util/source.ts";
import type { TranslationUnit } from "./ast.ts";
import type { FrontEndOptions } from "./options.ts";
import { vocabularyTypes } from "./parser/cprover.ts";
import { parseTranslationUnit } from "./parser/declarations.ts";
import { type Entity, Session } from "./parser/session.ts";
import { preprocess } from "./preprocessor/preprocess.ts";
import type { Token } from "./token.ts";
import { INT128, UNSIGNED_INT128, VA_LIST } from "./type-operations.ts";
import type { DataModel } from "./types.ts";

export function parse(
  sources: SourceMap,
  file: SourceFile,
  options: FrontEndOptions,
  diagnostics: Diagnostics,
): TranslationUnit {
  return parseWithScope(sources, file, options, diagnostics).unit;
}

/** The unit with the names of its file scope, for who wants to write more of it. */
export function parseWithScope(
  sources: SourceMap,
  file: SourceFile,
  options: FrontEndOptions,
  diagnostics: Diagnostics,
): { readonly unit: TranslationUnit; readonly names: ReadonlyMap<string, Entity> } {
  const session = parseTokens(preprocess(sources, file, options, diagnostics), options.dataModel, diagnostics);
  const { objects, functions, assumptions, scopes } = session;
  return { unit: { objects, functions, assumptions }, names: scopes[0]?.names ?? new Map() };
}

/** Parses a preprocessed token stream, which ends in an `end` token. */
function parseTokens(tokens: readonly Token[], model: DataModel, diagnostics: Diagnostics): Session {
  const session = new Session(tokens, model, diagnostics);
  session.declare("__builtin_va_list", { kind: "typedef", type: VA_LIST });
  session.declare("__int128_t", { kind: "typedef", type: INT128 });
  session.declare("__uint128_t", { kind: "typedef", type: UNSIGNED_INT128 });
  for (const [name, type] of vocabularyTypes(session)) session.declare(name, { kind: "typedef", type });
  parseTranslationUnit(session);
  return session;
}
