/** Results of library functions are where their manual pages say: nowhere else, but anywhere there. */
import { below, type Generated, type Kind, pick } from "./kind.ts";

interface Ranged {
  readonly header: string;
  readonly call: string;
  readonly type: string;
  readonly low: string;
  readonly high: string;
}

const FUNCTIONS: readonly Ranged[] = [
  { header: "stdlib.h", call: "rand()", type: "int", low: "0", high: "2147483647" },
  { header: "stdlib.h", call: "random()", type: "long", low: "0", high: "2147483647" },
  { header: "stdlib.h", call: "lrand48()", type: "long", low: "0", high: "2147483647" },
  { header: "stdlib.h", call: "mrand48()", type: "long long", low: "-2147483648LL", high: "2147483647LL" },
  { header: "stdio.h", call: "getchar()", type: "int", low: "-1", high: "255" },
  { header: "stdio.h", call: "getc(stdin)", type: "int", low: "-1", high: "255" },
  { header: "stdio.h", call: "fgetc(stdin)", type: "int", low: "-1", high: "255" },
  { header: "time.h", call: "time(0)", type: "long", low: "-1", high: "0x7fffffffL" },
  { header: "stdlib.h", call: "rand_r(&seed)", type: "int", low: "0", high: "2147483647" },
  { header: "unistd.h", call: "getpid()", type: "int", low: "1", high: "4194304" },
];

/** Conditions that no value in the range satisfies, and that all do. */
function condition(word: () => number, { type, low, high }: Ranged, unsafe: boolean): string {
  const beyond = 1 + below(word, 100);
  const wide = type === "int" && high === "2147483647";
  const never = [`r < ${low}`, `r < ${low} - ${beyond}`, `!(r >= ${low})`, `r == ${low} - ${beyond}`];
  if (!wide && !type.startsWith("long")) never.push(`r > ${high}`, `r == ${high} + ${beyond}`);
  const always = [`r >= ${low}`, `r > ${low} - ${beyond}`, `r != ${low} - ${beyond}`];
  return pick(word, unsafe ? always : never);
}

function generate(word: () => number): Generated {
  const of = pick(word, FUNCTIONS);
  const unsafe = below(word, 2) === 0;
  const check = `if (${condition(word, of, unsafe)}) reach_error();`;
  const body = pick(word, [
    `${of.type} r = ${of.call};\n  ${check}`,
    `for (int i = 0; i < ${1 + below(word, 3)}; i++) {\n    ${of.type} r = ${of.call};\n    ${check}\n  }`,
    `${of.type} r = 0;\n  ${of.call};\n  r = ${of.call};\n  ${check}`,
  ]);
  const text = `#include <${of.header}>
extern void reach_error(void);
int main(void) {
  unsigned seed = ${below(word, 1000)};
  (void)seed;
  ${body}
  return 0;
}
`;
  return { text, truth: unsafe ? "unsafe" : "safe", options: [], confirm: { kind: "runs" } };
}

export const libraryRanges: Kind = { name: "library-ranges", generate };
