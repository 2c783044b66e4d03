/**
 * The front end's one entry: source text to a typed translation unit. What is wrong with the program lands in
 * `diagnostics`; with errors there the unit is incomplete and should not be used.
 */
import type { Diagnostics } from "../util/diagnostic.ts";
import type { SourceFile, SourceMap } from "../util/source.ts";
import type { TranslationUnit } from "./ast.ts";
import type { FrontEndOptions } from "./options.ts";
import { newAcslState, tellLeftOut, withAssertions } from "./parser/acsl.ts";
import { Annotations } from "./parser/annotations.ts";
import { vocabularyTypes } from "./parser/cprover.ts";
import { parseTranslationUnit } from "./parser/declarations.ts";
import { declareRegions } from "./parser/regions.ts";
import { type Entity, Session } from "./parser/session.ts";
import { preprocess } from "./preprocessor/preprocess.ts";
import type { Token } from "./token.ts";
import { INT128, UNSIGNED_INT128, VA_LIST } from "./type-operations.ts";

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
  const tokens = preprocess(sources, file, options, diagnostics);
  const annotations = placedIn(sources, file, options, diagnostics);
  const session = parseTokens(tokens, options, diagnostics, annotations);
  const { objects, functions, assumptions, unchecked, scopes } = session;
  return { unit: { objects, functions, assumptions, unchecked }, names: scopes[0]?.names ?? new Map() };
}

/** Parses a preprocessed token stream, which ends in an `end` token. */
function parseTokens(
  tokens: readonly Token[],
  { dataModel, acsl, regions = [] }: FrontEndOptions,
  diagnostics: Diagnostics,
  annotations: Annotations | undefined,
): Session {
  const state = acsl === undefined ? undefined : newAcslState(acsl);
  const session = new Session(state === undefined ? tokens : withAssertions(tokens, state), dataModel, diagnostics);
  session.annotations = annotations;
  session.regions = regions;
  session.acsl = state;
  session.declare("__builtin_va_list", { kind: "typedef", type: VA_LIST });
  session.declare("__int128_t", { kind: "typedef", type: INT128 });
  session.declare("__uint128_t", { kind: "typedef", type: UNSIGNED_INT128 });
  for (const [name, type] of vocabularyTypes(session)) session.declare(name, { kind: "typedef", type });
  declareRegions(session);
  parseTranslationUnit(session);
  tellLeftOut(session);
  for (const { annotation, position } of annotations?.lost ?? [])
    diagnostics.error(`no ${annotation.kind} begins here: ${annotation.name}`, { start: position, end: position + 1 });
  return session;
}

/** The annotations of a file, as tokens of their own texts, without the program's macros. */
function placedIn(
  sources: SourceMap,
  file: SourceFile,
  options: FrontEndOptions,
  diagnostics: Diagnostics,
): Annotations | undefined {
  const own = (options.annotations ?? []).filter((one) => one.file === file.name);
  if (own.length === 0) return undefined;
  const { acsl: _, ...others } = options;
  const plain: FrontEndOptions = {
    ...others,
    macros: [],
    includeFiles: [],
    includePaths: [],
    readFile: () => undefined,
  };
  return new Annotations(
    own.map((annotation) => {
      const text = sources.add(annotation.name, annotation.text);
      const tokens = preprocess(sources, text, plain, diagnostics);
      return { annotation, position: file.base + annotation.offset, tokens };
    }),
  );
}
