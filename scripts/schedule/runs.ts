/** What is known of programs and engines, as the table of the schedule is learnt from it: a line of JSON a program. */
import { existsSync, readFileSync } from "node:fs";
import type { Features } from "../../src/model/view/features.ts";

export interface ProgramRuns {
  /** Its set and its name there. */
  readonly task: string;
  readonly expected: "safe" | "unsafe" | undefined;
  readonly features: Features;
  /** The first round of the default: most small programs are decided by it, whatever follows. */
  readonly first: EngineRun;
  /** Each engine alone, in one turn; empty where the first round has an answer. */
  readonly engines: Readonly<Record<string, EngineRun>>;
}

export interface EngineRun {
  readonly verdict: "safe" | "unsafe" | "unknown";
  /** Who answered. */
  readonly engine?: string;
  /** Units that it took, reading included. */
  readonly work: number;
  /** Why there is no answer: its turn was used up, or it gave up. */
  readonly reason?: string;
}

export function runsIn(path: string): ProgramRuns[] {
  const texts = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return texts.filter((text) => text !== "").map((text) => JSON.parse(text) as ProgramRuns);
}
