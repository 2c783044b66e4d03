/**
 * Random programs that call the C library's functions on short strings, for the text of `src/c/library`. The inputs have sixteen
 * bits together (`exhaustive` in bounded-programs.ts): each byte is a string of up to four characters out of four. Only what C
 * fixes of a result is looked at; every access is inside its object.
 */
import { randomWords } from "../../src/interpreter/inputs.ts";

const DECLARATIONS = `
extern __SIZE_TYPE__ strlen(const char *); extern __SIZE_TYPE__ strnlen(const char *, __SIZE_TYPE__);
extern char *strcpy(char *, const char *); extern char *strncpy(char *, const char *, __SIZE_TYPE__);
extern char *strcat(char *, const char *); extern char *strncat(char *, const char *, __SIZE_TYPE__);
extern int strcmp(const char *, const char *); extern int strncmp(const char *, const char *, __SIZE_TYPE__);
extern int memcmp(const void *, const void *, __SIZE_TYPE__); extern void *memchr(const void *, int, __SIZE_TYPE__);
extern char *strchr(const char *, int); extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *); extern char *strpbrk(const char *, const char *);
extern __SIZE_TYPE__ strspn(const char *, const char *); extern __SIZE_TYPE__ strcspn(const char *, const char *);
extern int isdigit(int); extern int isalpha(int); extern int isspace(int); extern int toupper(int); extern int atoi(const char *);
char a[8] = {0}, b[8] = {0}, d[16] = {0}; unsigned r = 0;`;

const ALPHABETS = ["\\0ab9", "ab\\0a", "10\\0-", "A \\0z"];

/** The body of `static unsigned program(unsigned char x, unsigned char y)`. */
export function libraryProgram(seed: number): string {
  const next = randomWords(seed);
  const below = (limit: number): number => next() % limit;
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const text = (): string => pick(["a", "b"]);
  const constant = (): string => pick(['"ab"', '"a"', '""', '"1"', '"9b"', '"b"']);
  const source = (): string => pick([text(), text(), constant()]);
  const length = (): string => pick(["0", "1", "2", "3", "4", "(x & 3)", "(y & 3)"]);
  const character = (): string => pick(["'a'", "'b'", "'9'", "0", "a[0]", "b[1]"]);
  const sign = (call: string): string => `({ int s = ${call}; s < 0 ? 1 : s > 0 ? 2 : 3; })`;
  const place = (call: string, of: string): string => `({ char *p = ${call}; p == 0 ? 9 : (int)(p - ${of}); })`;
  const value = (): string => {
    const of = text();
    return pick([
      () => `(int)strlen(${source()})`,
      () => `(int)strnlen(${text()}, ${length()})`,
      () => sign(`strcmp(${source()}, ${source()})`),
      () => sign(`strncmp(${source()}, ${source()}, ${length()})`),
      () => sign(`memcmp(a, b, ${length()})`),
      () => place(`memchr(${of}, ${character()}, ${length()})`, of),
      () => place(`strchr(${of}, ${character()})`, of),
      () => place(`strrchr(${of}, ${character()})`, of),
      () => place(`strstr(${of}, ${source()})`, of),
      () => place(`strpbrk(${of}, ${source()})`, of),
      () => `(int)strspn(${source()}, ${source()})`,
      () => `(int)strcspn(${source()}, ${source()})`,
      () => `(isdigit(a[${below(4)}]) ? 1 : isalpha(b[${below(4)}]) ? 2 : isspace(a[${below(4)}]) ? 3 : 4)`,
      () => `(toupper(${text()}[${below(4)}]) & 63)`,
      () => `(atoi(${source()}) & 127)`,
      () => `(d[${below(10)}] & 63)`,
    ])();
  };
  const change = (): string =>
    pick([
      () => `strcpy(d, ${source()});`,
      () => `strncpy(d, ${source()}, ${length()});`,
      () => `strcpy(d, ${text()}); strcat(d, ${source()});`,
      () => `strcpy(d, ${text()}); strncat(d, ${source()}, ${length()});`,
      () => `${text()}[${below(3)}] = d[${below(4)}];`,
    ])();
  const statements = Array.from({ length: 3 + below(3) }, () =>
    pick([
      () => `r = r * 5 + ${value()};`,
      () => change(),
      () => `if (${value()} == ${below(4)}) { ${change()} } else r = r * 3 + ${value()};`,
    ])(),
  );
  const fill = (name: string, input: string): string =>
    `for (int i = 0; i < 4; i++) ${name}[i] = "${pick(ALPHABETS)}"[(${input} >> (2 * i)) & 3];`;
  return [DECLARATIONS, fill("a", "x"), fill("b", "y"), ...statements, `r = r * 7 + ${value()}; return r & 1023;`].join(
    "\n",
  );
}
