/** Who writes what a witness says; handed in, so that nothing of it is loaded where nobody asks for one. */
import { correctnessContent } from "./write-correctness.ts";
import { targetContent, violationContent } from "./write-violation.ts";

export const WITNESSES = { correctnessContent, violationContent, targetContent } as const;

export type WitnessWriters = typeof WITNESSES;
