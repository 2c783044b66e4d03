/** Memory as pointers see it: regions, and where in them. */
import type { Edge } from "../../cfa/cfa.ts";
import type { MemoryObject } from "../../logic/term.ts";
import type { Progression } from "./strides.ts";

/** A region of memory: a declared object, all memory that one edge allocates, or memory the program knows nothing of. */
export interface Region {
  /** Dense. */
  readonly id: number;
  readonly kind: "object" | "heap" | "external";
  readonly object: MemoryObject | undefined;
  /** For `heap`: the allocating call. */
  readonly site: Edge | undefined;
  readonly name: string;
  readonly size: number | undefined;
}

/** `at`: where in the region; of these places those from `least` on, where that is known. */
export interface Target {
  readonly region: Region;
  readonly at: Progression;
  readonly least?: number;
}
