/**
 * Copies and fills of whole blocks have no text: the model writes runs of bytes at once (`src/model/translate/runs.ts`). Here
 * hone proves that such a run does what the loop does that C describes, for any bytes, any length and any overlap that memory
 * of a few bytes allows; and that it notices where the loop does something else.
 */
import { describe, expect, it } from "vitest";
import { loadCadical } from "../../src/smt/sat/cadical.ts";
import { answerOf } from "../verdicts/campaign.ts";

const BYTES = 4;
// Looks at the clock: more than any of them takes.
const WORK = 60_000;

/** The call on `a`, the loop on `b`, which held the same before. */
function program(call: string, loop: string): string {
  return `#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a[${BYTES}], b[${BYTES}], from[${BYTES}];
  for (int i = 0; i < ${BYTES}; i++) { a[i] = b[i] = __VERIFIER_nondet_uchar(); from[i] = __VERIFIER_nondet_uchar(); }
  unsigned char byte = __VERIFIER_nondet_uchar();
  size_t n = __VERIFIER_nondet_uchar(), at = __VERIFIER_nondet_uchar(), to = __VERIFIER_nondet_uchar();
  if (n > ${BYTES} || at > ${BYTES} - n || to > ${BYTES} - n) return 0;
  (void)byte, (void)from;
  ${call};
  ${loop}
  for (int i = 0; i < ${BYTES}; i++) if (a[i] != b[i]) reach_error();
  return 0;
}
`;
}

const SUMMARIES: readonly (readonly [string, string, string, string])[] = [
  [
    "memset",
    "memset(a + at, byte, n)",
    "for (size_t i = 0; i < n; i++) b[at + i] = byte;",
    `for (size_t i = 0; i <= n && at + i < ${BYTES}; i++) b[at + i] = byte;`,
  ],
  [
    "memcpy",
    "memcpy(a + to, from + at, n)",
    "for (size_t i = 0; i < n; i++) b[to + i] = from[at + i];",
    "for (size_t i = 1; i < n; i++) b[to + i] = from[at + i];",
  ],
  [
    "memmove",
    "memmove(a + to, a + at, n)",
    "if (to < at) for (size_t i = 0; i < n; i++) b[to + i] = b[at + i]; else for (size_t i = n; i-- > 0;) b[to + i] = b[at + i];",
    "for (size_t i = 0; i < n; i++) b[to + i] = b[at + i];",
  ],
];

describe("what stands for the text of copies and fills", async () => {
  const sat = await loadCadical();
  const asked = (text: string) =>
    answerOf(
      text,
      { engine: "bmc", bits: 64, slicing: "on", signedOverflow: "assume-none", sat },
      ["unreach-call"],
      WORK,
    ).answer;

  it.each(SUMMARIES)("%s covers the loop", (_, call, loop) => {
    expect(asked(program(call, loop))).toBe("safe");
  });

  it.each(SUMMARIES)("%s is not another loop", (_, call, __, other) => {
    expect(asked(program(call, other))).toBe("unsafe");
  });
});
