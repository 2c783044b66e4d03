/** For tests of the front end only: parse a text that needs no files, and find things in the result. */

import type {
  Expression,
  FunctionDeclaration,
  ObjectDeclaration,
  Statement,
  TranslationUnit,
} from "../../src/c/ast.ts";
import { parse } from "../../src/c/parse.ts";
import { type DataModel, LP64 } from "../../src/c/types.ts";
import { Diagnostics } from "../../src/util/diagnostic.ts";
import { SourceMap } from "../../src/util/source.ts";

export interface ParsedText {
  readonly unit: TranslationUnit;
  /** Messages of errors, in order. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Lines of the errors. */
  readonly lines: readonly number[];
}

export function parseText(text: string, model: DataModel = LP64): ParsedText {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics(1000);
  const options = { dataModel: model, includePaths: [], macros: [], includeFiles: [], readFile: () => undefined };
  const unit = parse(sources, sources.add("test.c", text), options, diagnostics);
  const errors = diagnostics.list.filter(({ severity }) => severity === "error");
  return {
    unit,
    errors: errors.map(({ message }) => message),
    warnings: diagnostics.list.filter(({ severity }) => severity === "warning").map(({ message }) => message),
    lines: errors.map(({ range }) => sources.resolve(range.start)?.line ?? 0),
  };
}

export function findObject(unit: TranslationUnit, name: string): ObjectDeclaration {
  const found = unit.objects.find((object) => object.name === name);
  if (found === undefined) throw new Error(`the unit should have an object '${name}'`);
  return found;
}

export function findFunction(unit: TranslationUnit, name: string): FunctionDeclaration {
  const found = unit.functions.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`the unit should have a function '${name}'`);
  return found;
}

/** The statements of `void f(...)` in a text that should have no errors. */
export function bodyOf(text: string, name = "f", model: DataModel = LP64): readonly Statement[] {
  const { unit, errors } = parseText(text, model);
  if (errors.length > 0) throw new Error(`the text should parse: ${errors.join("; ")}`);
  return findFunction(unit, name).body?.body ?? [];
}

/** The expression of the last statement of function f. */
export function lastExpression(text: string, model: DataModel = LP64): Expression {
  const last = bodyOf(text, "f", model).at(-1);
  if (last?.kind !== "expression") throw new Error("f should end in an expression statement");
  return last.expression;
}
