/** The registry of kinds; a new one is one line here. */
import { addresses } from "./addresses.ts";
import { programArguments } from "./arguments.ts";
import { assembly } from "./assembly.ts";
import { boundsLibrary } from "./bounds-library.ts";
import { boundsMembers } from "./bounds-members.ts";
import { designators } from "./designators.ts";
import { evaluationOrder } from "./evaluation-order.ts";
import { initialisers } from "./initialisers.ts";
import type { Kind } from "./kind.ts";
import { labels } from "./labels.ts";
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
  initialisers,
  designators,
  labels,
  evaluationOrder,
];
