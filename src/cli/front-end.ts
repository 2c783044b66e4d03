/** What the front end needs to know, from the settings: of the whole program, and of a file that a build compiles. */
import { type FrontEndOptions, ILP32, LP64, type MacroOption, type UnitOptions } from "../cfa/build-source.ts";
import { readHeader } from "../tasks/files.ts";
import type { DataModelName } from "../tasks/task-file.ts";
import { compilerFolders } from "./compiler-folders.ts";
import type { Settings } from "./settings.ts";

export function frontEndOptions(
  settings: Settings,
  dataModel: DataModelName,
  defines: readonly string[],
): FrontEndOptions {
  const own: MacroOption[] = defines.map((name) => ({ kind: "define", name, value: "1" }));
  return {
    dataModel: dataModel === "ILP32" ? ILP32 : LP64,
    quotePaths: settings.quotePaths,
    includePaths: [...settings.includePaths, ...settings.systemPaths],
    includeFiles: settings.includeFiles,
    macros: [...own, ...settings.macros],
    readFile: readHeader,
    compilerFolders,
    compilerHeaders: settings.compilerHeaders,
    ...(settings.removedBodies.length === 0 ? {} : { removedBodies: settings.removedBodies }),
    ...(settings.acsl === undefined ? {} : { acsl: settings.acsl }),
    ...(settings.regions.length === 0 ? {} : { regions: settings.regions }),
    ...(settings.nondetStatic === undefined ? {} : { nondetStatic: settings.nondetStatic }),
    ...(settings.allowDuplicates ? { duplicates: "first" as const } : {}),
    ...(settings.unwind === undefined ? {} : { unwind: settings.unwind }),
    ...(settings.unwindset.length === 0 ? {} : { unwindset: settings.unwindset }),
  };
}

/** @param flags those of the file's command; what the user says besides goes before it, a macro goes after it. */
export function unitOptions(flags: Settings, settings: Settings): UnitOptions {
  return {
    quotePaths: [...settings.quotePaths, ...flags.quotePaths],
    includePaths: [...settings.includePaths, ...flags.includePaths, ...settings.systemPaths, ...flags.systemPaths],
    includeFiles: [...flags.includeFiles, ...settings.includeFiles],
    macros: [...flags.macros, ...settings.macros],
  };
}
