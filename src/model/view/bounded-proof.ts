/**
 * Whether a program is a proof in CBMC's words (docs/migrating.md). Those are written for bounded model checking: sizes are assumed to
 * be small, so that loops end soon, and what is asked is about bits and bytes of memory. One formula says most of it, and little is
 * to be found step by step.
 */
import type { Model } from "../model.ts";

const WORDS = /^__CPROVER_(?!nondet)/;

export function isBoundedProof({ program }: Model): boolean {
  for (const name of program.externals.keys()) if (WORDS.test(name)) return true;
  return false;
}
