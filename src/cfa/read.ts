/** C text to program: preprocess, parse and lower all files of one program. */
import type { TranslationUnit } from "../c/ast.ts";
import type { FrontEndOptions } from "../c/options.ts";
import { parse } from "../c/parse.ts";
import { boundLoops } from "../c/unwinding.ts";
import type { Diagnostics } from "../util/diagnostic.ts";
import { NO_RANGE, type SourceFile, type SourceMap } from "../util/source.ts";
import { buildProgram } from "./build.ts";
import type { Program } from "./cfa.ts";
import { fileLocalName } from "./link-statics.ts";

/** The program of all files together, or undefined where one of them is not a program; `diagnostics` says why. */
export function readProgram(
  sources: SourceMap,
  files: readonly SourceFile[],
  options: FrontEndOptions,
  diagnostics: Diagnostics,
): Program | undefined {
  const own = (at: number) => ({ ...options, ...options.units?.[at] });
  const units = files.map((file, at) => parse(sources, file, own(at), diagnostics));
  if (diagnostics.errors > 0) return undefined;
  removeBodies(units, sources, options.removedBodies ?? [], diagnostics);
  for (const name of options.nondetStatic?.except ?? [])
    if (!units.some(({ objects }) => objects.some((one) => one.defined && one.name === name)))
      diagnostics.error(`there is no static '${name}' to be left out (--nondet-static-exclude)`, NO_RANGE);
  const { unwind: all, unwindset = [] } = options;
  const loops = new Map(unwindset.map(({ loop, bound }) => [loop, bound]));
  if (all !== undefined || loops.size > 0) boundLoops(units, { all, loops }, options.dataModel, diagnostics);
  return diagnostics.errors > 0 ? undefined : buildProgram(units, sources, options, diagnostics);
}

/** By name, or by the one that CBMC gives to a static function. */
function removeBodies(
  units: readonly TranslationUnit[],
  sources: SourceMap,
  names: readonly string[],
  diagnostics: Diagnostics,
): void {
  const left = new Set(names);
  for (const { functions } of units)
    for (const declaration of functions) {
      const found = [declaration.name, fileLocalName(declaration, sources)].find((name) => names.includes(name));
      if (found === undefined || declaration.body === undefined) continue;
      declaration.body = undefined;
      left.delete(found);
    }
  for (const name of left) diagnostics.error(`there is no function '${name}' whose body could be removed`, NO_RANGE);
}
