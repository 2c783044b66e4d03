/** What the generators once found: the smallest program for each, with what gcc's binary prints. */
import { expect, test } from "vitest";
import { execute } from "../support/c-program.ts";

function body(statements: string): string {
  return `#include <stdio.h>\nint main(void) { ${statements} return 0; }\n`;
}

const CASES: readonly { readonly name: string; readonly text: string; readonly prints: string }[] = [
  {
    name: "a cast to a bit-field's declared type widens it",
    text: body('struct { long long b : 20; } s = { 5 }; printf("%lld", (long long)s.b << 57);'),
    prints: "720575940379279360",
  },
  {
    name: "the arms of a conditional are converted to the type of what is assigned",
    text: body('long k = 1; unsigned short w; w = k == 1 ? (signed char)-2 : 7 % k; printf("%d", w);'),
    prints: "65534",
  },
];

for (const { name, text, prints } of CASES) {
  test(name, () => {
    expect(execute(text).stdout).toBe(prints);
  });
}
