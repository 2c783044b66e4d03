/** What library functions write: through arguments, into what earlier calls were given, into errno, at the program's end. */
import { below, type Generated, type Kind, pick } from "./kind.ts";

/** One use of the library; afterwards `expression` has the value `now`, and had `before` if nothing was written. */
interface Use {
  readonly declarations: readonly string[];
  readonly statements: readonly string[];
  readonly expression: string;
  readonly before: number;
  readonly now: number;
}

type Maker = (word: () => number, n: number) => Use;

function letters(word: () => number, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(97 + below(word, 26))).join("");
}

const count: Maker = (word, n) => {
  const text = letters(word, 1 + below(word, 9));
  const call = pick(word, [
    `printf("${text}%n\\n", &v${n});`,
    `{ const char *f = "${text}%n\\n"; printf(f, &v${n}); }`,
    `{ char b[32]; sprintf(b, "${text}%n-", &v${n}); }`,
    `{ char b[32]; snprintf(b, sizeof b, "${text}%n-%d", &v${n}, v${n}); }`,
    `show("${text}%n\\n", &v${n});`,
  ]);
  const before = 100 + below(word, 50);
  return {
    declarations: [],
    statements: [`int v${n} = ${before};`, call],
    expression: `v${n}`,
    before,
    now: text.length,
  };
};

const scanned: Maker = (word, n) => {
  const [value, before] = [below(word, 1000), 2000 + below(word, 50)];
  const call = pick(word, [
    `sscanf("${value}", "%d", &v${n});`,
    `sscanf("x ${value} y", "x %d", &v${n});`,
    `sscanf("7 ${value}", "%*d %d", &v${n});`,
    `v${n} = (int)strtol("${value}zz", 0, 10);`,
    `v${n} = atoi("${value}");`,
  ]);
  return {
    declarations: [],
    statements: [`int v${n} = ${before};`, call],
    expression: `v${n}`,
    before,
    now: value,
  };
};

const tokens: Maker = (word, n) => {
  const parts = [letters(word, 1 + below(word, 3)), letters(word, 1 + below(word, 3)), letters(word, 2)];
  const calls = 1 + below(word, 2);
  const at = (parts[0] as string).length + (calls === 2 ? 1 + (parts[1] as string).length : 0);
  return {
    declarations: [],
    statements: [
      `char s${n}[] = "${parts.join(",")}";`,
      `strtok(s${n}, ",");`,
      ...(calls === 2 ? [`strtok(0, ",");`] : []),
    ],
    expression: `s${n}[${at}]`,
    before: 44,
    now: 0,
  };
};

const error: Maker = (word, n) => {
  const large = below(word, 2) === 0;
  return {
    declarations: [],
    statements: ["errno = 0;", `strtol("${large ? "999999999999999999999999" : "12"}", 0, 10);`, `int e${n} = errno;`],
    expression: `e${n}`,
    before: large ? 0 : 34,
    now: large ? 34 : 0,
  };
};

const zone: Maker = (word, n) => {
  const before = 7 + below(word, 90);
  return {
    declarations: [],
    statements: [
      `struct timeval t${n};`,
      `int z${n}[2] = {${before}, ${before}};`,
      `gettimeofday(&t${n}, (void *)z${n});`,
    ],
    expression: `(z${n}[0] == ${before})`,
    before: 1,
    now: 0,
  };
};

const hidden: Maker = (word, n) => {
  const [before, now] = [below(word, 50), 50 + below(word, 50)];
  return {
    declarations: [],
    statements: [
      `int x${n} = ${before};`,
      `{ char b[40]; void *p; sprintf(b, "%p", (void *)&x${n}); sscanf(b, "%p", &p); *(int *)p = ${now}; }`,
    ],
    expression: `x${n}`,
    before,
    now,
  };
};

const end: Maker = (word, n) => {
  const text = `${1 + below(word, 999)}`;
  return {
    declarations: [],
    statements: [`char s${n}[] = "${text}q";`, `{ char *e; strtoul(s${n}, &e, 10); *e = 'Z'; }`],
    expression: `s${n}[${text.length}]`,
    before: 113,
    now: 90,
  };
};

const padded: Maker = (word, n) => {
  const text = letters(word, 1 + below(word, 2));
  return {
    declarations: [],
    statements: [`char d${n}[8] = "zzzzzzz";`, `strncpy(d${n}, "${text}", 6);`],
    expression: `d${n}[${2 + below(word, 3)}]`,
    before: 122,
    now: 0,
  };
};

const sorted: Maker = (word, n) => {
  const values = [below(word, 90), 100 + below(word, 90), 200 + below(word, 90)];
  return {
    declarations: [],
    statements: [
      `int a${n}[3] = {${values[1]}, ${values[2]}, ${values[0]}};`,
      `qsort(a${n}, 3, sizeof *a${n}, compare);`,
    ],
    expression: `a${n}[0]`,
    before: values[1] as number,
    now: values[0] as number,
  };
};

const buffer: Maker = (word) => {
  const text = letters(word, 4);
  return {
    declarations: ["static char buffer[BUFSIZ];"],
    statements: ["buffer[0] = 1;", "setvbuf(stdout, buffer, _IOFBF, sizeof buffer);", `printf("${text}");`],
    expression: "buffer[0]",
    before: 1,
    now: text.charCodeAt(0),
  };
};

const MAKERS: readonly Maker[] = [count, count, scanned, tokens, error, zone, hidden, end, padded, sorted];

const HEAD = `#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void show(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
`;

function generate(word: () => number): Generated {
  const uses =
    below(word, 8) === 0
      ? [buffer(word, 0)]
      : Array.from({ length: 1 + below(word, 2) }, (_, n) => pick(word, MAKERS)(word, n));
  const asked = pick(word, uses);
  const unsafe = below(word, 2) === 0;
  const value = unsafe ? asked.now : asked.before;
  const check = `if (${asked.expression} == ${value}) reach_error();`;
  const late = below(word, 6) === 0;
  const text = `${HEAD}${uses.flatMap(({ declarations }) => declarations).join("\n")}
static int seen;
static void last(void) {
  if (seen == ${value}) reach_error();
}
int main(void) {
  ${late ? "seen = -1;\n  atexit(last);" : "(void)compare; (void)show; (void)last; (void)seen;"}
  ${uses.flatMap(({ statements }) => statements).join("\n  ")}
  ${late ? `seen = ${asked.expression};` : check}
  return 0;
}
`;
  return { text, truth: unsafe ? "unsafe" : "safe", options: [], confirm: { kind: "runs" } };
}

export const libraryWrites: Kind = { name: "library-writes", generate };
