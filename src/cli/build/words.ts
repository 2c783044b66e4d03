/**
 * Words of a command line that is a text: the `command` of a compile_commands.json, a response file; and back. Quotes and
 * backslashes as a shell has them; nothing is expanded, and nothing is run.
 */
export function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (character === "\\" && quote === '"' && /["\\$`\n]/.test(text[at + 1] ?? "")) {
        at += 1;
        word = (word ?? "") + (text[at] === "\n" ? "" : text[at]);
      } else word = (word ?? "") + character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === "\\") {
      at += 1;
      if (text[at] !== "\n") word = (word ?? "") + (text[at] ?? "");
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  // A quote that is not closed: the text is not a command line.
  return quote === undefined ? words : undefined;
}

/** The text that `wordsOf`, or a shell, takes apart into these words. */
export function showWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}
