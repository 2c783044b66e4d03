/** How a process of ours ended that has not said so itself. */
import type { ChildProcess } from "node:child_process";

/** The end of what it writes to stderr: V8 says there that it is out of memory. */
export function lastWords(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-20_000);
  });
  return () => text;
}

export const OUT_OF_MEMORY = "memory limit reached";

/** V8 aborts when its heap is full, and systems that run out of memory send SIGKILL. */
export function deathOf(code: number | null, signal: NodeJS.Signals | null, errors: string): string {
  if (/heap out of memory|allocation failure|Fatal process out of memory/i.test(errors)) return OUT_OF_MEMORY;
  if (signal === "SIGKILL") return "the analysis was killed, perhaps for want of memory";
  if (signal !== null) return `the analysis crashed (${signal})`;
  return `the analysis ended without an answer (exit code ${code})`;
}
