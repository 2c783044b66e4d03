/** What is said of several programs together. */
import { createColors } from "picocolors";
import { counted } from "../util/counted.ts";
import type { Result } from "./result.ts";
import { type TextOptions, verdictWord } from "./text.ts";

/** Behind the reports of several programs: each in a line, and the worst of them last. */
export function severalReport(results: readonly Result[], options: Pick<TextOptions, "color">): string {
  const colors = createColors(options.color === "color");
  const unread = results.filter(isUnread);
  const read = results.filter((result) => !isUnread(result));
  const count = (verdict: Result["verdict"]) => read.filter((result) => result.verdict === verdict).length;
  const counts = (["safe", "unsafe", "unknown"] as const).flatMap((verdict) =>
    count(verdict) === 0 ? [] : [`${count(verdict)} ${verdict}`],
  );
  const parts = [...counts, ...(unread.length === 0 ? [] : [`${unread.length} not read`])];
  const width = Math.max(0, ...results.map(({ file }) => file.length));
  const lines = results.map((result) => {
    const word = isUnread(result) ? `not read: ${result.reason}` : verdictWord(result, colors);
    return `  ${result.file.padEnd(width)}  ${word}`;
  });
  const [worst] = [...results].sort((a, b) => BADNESS.indexOf(b.verdict) - BADNESS.indexOf(a.verdict));
  return [
    `${counted(results.length, "program")}: ${parts.join(", ")}`,
    ...lines,
    ...(worst === undefined ? [] : [`hone: ${verdictWord(worst, colors)}`]),
    "",
  ].join("\n");
}

const BADNESS: readonly Result["verdict"][] = ["safe", "unknown", "unsafe"];

/** There was no program to look at. */
function isUnread({ verdict, diagnostics }: Result): boolean {
  return verdict === "unknown" && diagnostics?.some(({ severity }) => severity === "error") === true;
}
