/** What is known of programs and who decides them: a line of JSON a program, which several files may share. */
import { readFileSync } from "node:fs";
import type { Features } from "../../src/model/view/features.ts";

export interface ProgramRuns {
  /** Its set and its name there. */
  readonly task: string;
  readonly expected: "safe" | "unsafe" | undefined;
  readonly features: Features;
  /** By name of the preset, each alone in one turn. */
  readonly runs: Readonly<Record<string, EngineRun>>;
  /** All in turn: `first`: the first round of turns only. */
  readonly first?: EngineRun;
  readonly default?: EngineRun;
}

export interface EngineRun {
  readonly verdict: "safe" | "unsafe" | "unknown";
  /** Who answered. */
  readonly by?: string;
  /** Units that it took. */
  readonly work?: number;
  /** How a turn without an answer ended: more work would not change it, or there was no more. */
  readonly end?: "gave-up" | "slice";
}

/** Of all files together: lines of one program are one. */
export function runsIn(paths: readonly string[]): readonly ProgramRuns[] {
  const programs = new Map<string, ProgramRuns>();
  for (const path of paths)
    for (const text of readFileSync(path, "utf8").split("\n")) {
      if (text === "") continue;
      const line = JSON.parse(text) as ProgramRuns;
      const known = programs.get(line.task);
      programs.set(line.task, { ...known, ...line, runs: { ...known?.runs, ...line.runs } });
    }
  return [...programs.values()];
}
