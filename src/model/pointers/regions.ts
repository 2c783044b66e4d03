/** Memory as pointers see it: regions, and where in them. */
import type { Edge } from "../../cfa/cfa.ts";
import type { ByteRange, MemoryObject } from "../../logic/term.ts";
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
  /** Member arrays that pointers are taken to stay in, in order: `ModelOptions.members`. */
  readonly parts?: readonly ByteRange[];
}

/** `at`: where in the region; of these places those from `least` on, where that is known. */
export interface Target {
  readonly region: Region;
  readonly at: Progression;
  readonly least?: number;
  /**
   * One of the region's parts, which the pointer was moved in by a computed distance. That it has not left it is for every access to
   * ask: where it has, the model knows nothing (`translate/access.ts`).
   */
  readonly part?: ByteRange;
}

/** The part that a byte lies in. */
export function partAt({ parts }: Region, offset: number): ByteRange | undefined {
  return parts?.find(({ first, end }) => first <= offset && offset < end);
}
