/** Small programs for campaigns, each a question of its own: safe and unsafe ones, with and without headers, and broken ones. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

const KINDS: readonly ((n: number) => string)[] = [
  // Safe for all inputs.
  (n) => `// expect: safe
${HEAD}int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > ${n}) return 0;
  while (i < n) i++;
  if (i != n) reach_error();
  return 0;
}
`,
  // One input breaks it.
  (n) => `// expect: unsafe
${HEAD}int main(void) {
  if (__VERIFIER_nondet_int() == ${n * 7919}) reach_error();
  return 0;
}
`,
  // A header beside it, and one above it.
  (n) => `// expect: ${n % 2 === 0 ? "safe" : "unsafe"}
#include "../common.h"
#include "parity.h"
int main(void) {
  if (IS_ODD(${n}) && in_range(__VERIFIER_nondet_int())) reach_error();
  return 0;
}
`,
  // No input at all.
  (n) => `// expect: safe
${HEAD}int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i <= ${n}; i++) sum += i;
  if (sum != ${(n * (n + 1)) / 2}u) reach_error();
  return 0;
}
`,
  // No program.
  (n) => `int main(void) { return ${n} }\n`,
];

/** A folder with this many of them. */
export function writePrograms(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), "hone-campaign-"));
  mkdirSync(join(folder, "set"));
  writeFileSync(
    join(folder, "common.h"),
    `#pragma once\n${HEAD}static int in_range(int x) { return x >= 0 && x <= 1000; }\n`,
  );
  writeFileSync(join(folder, "set", "parity.h"), "#define IS_ODD(n) ((n) % 2 == 1)\n");
  for (let n = 0; n < count; n++) {
    const kind = KINDS[n % KINDS.length] as (n: number) => string;
    writeFileSync(join(folder, "set", `p${String(n).padStart(4, "0")}.c`), kind(n));
  }
  return folder;
}
