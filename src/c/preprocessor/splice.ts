/**
 * Translation phase 2: lines that end in a backslash are joined. It happens before lexing, so that the lexer never
 * meets a splice; `physical` leads from the joined text back to the file. Files without such lines (nearly all)
 * share their text.
 */
export interface JoinedText {
  readonly text: string;
  /** Offset in the file of the character at `offset` in the joined text. */
  readonly physical: ((offset: number) => number) | undefined;
}

export function joinLines(text: string): JoinedText {
  if (!text.includes("\\")) return { text, physical: undefined };
  const pieces: string[] = [];
  /** Joined offset from which `removed[i]` characters are missing. */
  const offsets: number[] = [];
  const removed: number[] = [];
  let copied = 0;
  let missing = 0;
  // gcc joins lines with white space after the backslash, too.
  for (const match of text.matchAll(/\\[ \t\f\v\r]*\n/g)) {
    pieces.push(text.slice(copied, match.index));
    copied = match.index + match[0].length;
    missing += match[0].length;
    offsets.push(copied - missing);
    removed.push(missing);
  }
  if (pieces.length === 0) return { text, physical: undefined };
  pieces.push(text.slice(copied));
  return { text: pieces.join(""), physical: (offset) => offset + missingBefore(offsets, removed, offset) };
}

function missingBefore(offsets: readonly number[], removed: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (removed[low - 1] as number);
}

/** Zero bytes, or mostly control and undecodable characters: an object file or an archive, not a program. */
export function looksBinary(text: string): boolean {
  if (text.includes("\0")) return true;
  const sample = Math.min(text.length, 4096);
  let strange = 0;
  for (let at = 0; at < sample; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd || (code < 32 && (code < 9 || code > 13))) strange += 1;
  }
  // A third: comments in an undecoded legacy encoding stay far below, compiled code lies far above.
  return strange * 3 > sample && sample > 0;
}
