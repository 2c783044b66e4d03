/** Text for pages: escaping, and states broken into lines that fit a box. */

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** The conjuncts of a state as domains print it: separated by lines, `&&`, or commas outside of brackets. */
export function conjuncts(state: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  const cut = (at: number, next: number): void => {
    parts.push(state.slice(start, at).trim());
    start = next;
  };
  for (let at = 0; at < state.length; at += 1) {
    const character = state[at] as string;
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    else if (character === "\n") {
      depth = 0;
      cut(at, at + 1);
    } else if (depth > 0) continue;
    else if (character === "," || character === ";") cut(at, at + 1);
    else if (state.startsWith("&&", at)) cut(at, at + 2);
  }
  cut(state.length, state.length);
  return parts.filter((part) => part !== "");
}

/** Lines of at most `width` characters, broken at blanks where there are some. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(" ", width);
    // A break too far to the left wastes the line.
    const at = blank > width / 3 ? blank : width;
    lines.push(rest.slice(0, at));
    // What goes on is indented.
    rest = `  ${rest.slice(at).trimStart()}`;
  }
  return [...lines, rest];
}

export function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** JSON that may stand in a script element: whatever the text, it holds no tag and no comment. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
