/**
 * Makes broken programs from good ones: flipped bytes, cut ends, fragments repeated, moved or nested into each other,
 * tokens inserted. Deterministic: a mutant is its number, so that a failure can be looked at again.
 */

export interface Seed {
  readonly name: string;
  readonly text: string;
}

/** A small generator of numbers below a bound (mulberry32). */
function generator(seed: number): (bound: number) => number {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

type Mutation = (text: string, next: (bound: number) => number, seeds: readonly Seed[]) => string;

const TOKENS = [
  ...["(", ")", "{", "}", "[", "]", ";", ",", ":", "?", "*", "&", "->", ".", "...", "=", "==", "++", "'", '"', "\\"],
  ...[
    "#",
    "##",
    "#if",
    "#define",
    "#include",
    "#endif",
    "\n",
    "/*",
    "*/",
    "//",
    "0x",
    "1e",
    "'\\x",
    "\u0000",
    "\u00e9",
  ],
  ...["int", "struct", "union", "enum", "typedef", "sizeof", "case", "default", "goto", "return", "if", "else", "for"],
  ...["switch", "static", "extern", "void", "__attribute__((", "__typeof__(", "_Generic(", "({", "})", "&&", "-1"],
  ...["99999999999999999999", "0", "1.5f", "_Static_assert(", "__builtin_va_arg(", "asm(", "__int128", "[0 ... 9]"],
];

function fragment(text: string, next: (bound: number) => number): string {
  const start = next(text.length + 1);
  return text.slice(start, start + 1 + next(60));
}

function insert(text: string, at: number, part: string): string {
  return text.slice(0, at) + part + text.slice(at);
}

/** A block in braces, or the text from its opening brace if it is not closed. */
function block(text: string, next: (bound: number) => number): string {
  const start = text.indexOf("{", next(text.length + 1));
  if (start === -1) return "{}";
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}" && --depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

const MUTATIONS: readonly Mutation[] = [
  // Flip a bit of a character.
  (text, next) => {
    const at = next(Math.max(1, text.length));
    const flipped = String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << next(8)));
    return text.slice(0, at) + flipped + text.slice(at + 1);
  },
  (text, next) => text.slice(0, next(text.length + 1)),
  (text, next) => text.slice(next(text.length + 1)),
  // Repeat a fragment, once or often.
  (text, next) => insert(text, next(text.length + 1), fragment(text, next).repeat(1 + next(3))),
  (text, next) => insert(text, next(text.length + 1), fragment(text, next).repeat(50 + next(250))),
  // A fragment of another program.
  (text, next, seeds) => insert(text, next(text.length + 1), fragment((seeds[next(seeds.length)] as Seed).text, next)),
  // Nest a block into another, once or deeply.
  (text, next) => insert(text, next(text.length + 1), block(text, next)),
  (text, next) => {
    const depth = 100 + next(4000);
    const [open, close] = [
      ["(", ")"],
      ["{", "}"],
      ["[", "]"],
      ["({", ";})"],
      ["!", ""],
      ["if(1)", ""],
    ][next(6)] as [string, string];
    return insert(text, next(text.length + 1), open.repeat(depth) + close.repeat(next(2) === 0 ? depth : 0));
  },
  // Remove a fragment.
  (text, next) => {
    const start = next(text.length + 1);
    return text.slice(0, start) + text.slice(start + 1 + next(30));
  },
  (text, next) => insert(text, next(text.length + 1), ` ${TOKENS[next(TOKENS.length)]} `),
  (text, next) => insert(text, next(text.length + 1), TOKENS[next(TOKENS.length)] as string),
  // Swap two lines.
  (text, next) => {
    const lines = text.split("\n");
    const [a, b] = [next(lines.length), next(lines.length)];
    [lines[a], lines[b]] = [lines[b] as string, lines[a] as string];
    return lines.join("\n");
  },
];

/** The mutant with this number: one to four mutations of one of the seeds. */
export function mutant(number: number, seeds: readonly Seed[]): Seed {
  const next = generator(Math.imul(number + 1, 0x9e3779b1));
  const seed = seeds[next(seeds.length)] as Seed;
  let text = seed.text;
  for (let count = 1 + next(4); count > 0; count--) {
    text = (MUTATIONS[next(MUTATIONS.length)] as Mutation)(text, next, seeds);
  }
  return { name: `mutant-${number}-of-${seed.name}`, text };
}
