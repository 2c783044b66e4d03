/** The registry of kinds; a new one is one line here. */
import { addresses } from "./addresses.ts";
import { programArguments } from "./arguments.ts";
import { assembly } from "./assembly.ts";
import { boundsLibrary } from "./bounds-library.ts";
import { boundsMembers } from "./bounds-members.ts";
import type { Kind } from "./kind.ts";
import { libraryRanges } from "./library-ranges.ts";
import { libraryWrites } from "./library-writes.ts";
import { undefinedFunctions } from "./undefined-functions.ts";
import { volatileObjects } from "./volatile.ts";

export const KINDS: readonly Kind[] = [
  addresses,
  libraryWrites,
  libraryRanges,
  volatileObjects,
  assembly,
  undefinedFunctions,
  programArguments,
  boundsLibrary,
  boundsMembers,
];
