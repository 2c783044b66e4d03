/**
 * Where the label ERROR stands: on empty statements, jumps, blocks, loops, cases and expressions, behind a condition that
 * some input satisfies or none does. Who passes the place that the labelled statement leads to has not reached the label.
 */
import { below, type Kind, pick } from "./kind.ts";

export const labels: Kind = {
  name: "labels",
  generate(word) {
    const reached = below(word, 2) === 0;
    const around = pick(word, AROUND);
    const body = around(word, guard(word, reached), pick(word, LABELLED));
    const text = `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x < 0 || x > 3) return 0;
${body}
out:
  return y;
}
`;
    return {
      text,
      truth: reached ? "unsafe" : "safe",
      options: ["--check", "error-label"],
      confirm: { kind: "none", why: "a label that is reached leaves no trace in a run" },
    };
  },
};

/** A condition on x in 0..3 that holds for some of them, or for none. */
function guard(word: () => number, reached: boolean): string {
  const value = below(word, 4);
  const ways = reached
    ? [`x == ${value}`, `x > ${value - 1}`, `x == ${value} || x == 9`, `x * 2 == ${2 * value}`]
    : [`x == ${value + 4}`, `x > ${value} && x < ${value + 1}`, `x == ${value} && x != ${value}`, `x < 0`];
  return pick(word, ways);
}

/** Labelled statements that lead to what follows the block they stand in. */
const LABELLED: readonly string[] = [
  "ERROR: ;",
  "ERROR: goto out;",
  "A: ERROR: B: ;",
  "ERROR: {}",
  "ERROR: { ; { ; } }",
  "ERROR: y = 0;",
  "ERROR: while (y) y--;",
  "ERROR: do ; while (0);",
  "ERROR: return 0;",
  "({ ERROR: ; });",
  "{ __label__ ERROR; ERROR: ; }",
  "ERROR: switch (y) { default: ; }",
  "goto ERROR; ERROR: ;",
  "ERROR: if (y) goto ERROR;",
];

type Around = (word: () => number, condition: string, labelled: string) => string;

const AROUND: readonly Around[] = [
  (_, condition, labelled) => `  if (${condition}) { ${labelled} }`,
  (_, condition, labelled) => `  if (!(${condition})) ; else { ${labelled} }`,
  (_, condition, labelled) => `  if (!(${condition})) goto over;\n  { ${labelled} }\nover: ;`,
  (_, condition, labelled) =>
    `  for (int i = 0; i < 2; i++) { if (${condition}) { ${labelled} } if (x == i) continue; }`,
  (_, condition, labelled) => `  for (int i = 0; i < 2; i++) { if (!(${condition})) continue; ${labelled} }`,
  (_, condition, labelled) => `  while (1) { if (${condition}) { ${labelled} } break; }`,
  (_, condition, labelled) => `  do { if (${condition}) { ${labelled} } } while (y);`,
  (_, condition, labelled) => `  switch (${condition}) { case 0: break; case 1: ${labelled} break; default: ; }`,
  (_, condition, labelled) => `  switch (${condition}) { case 0: goto out; default: ${labelled} }`,
  (word, condition, labelled) =>
    `  switch (x) { case ${below(word, 4)}: y = 0; default: if (${condition}) { ${labelled} } }`,
  (_, condition, labelled) => `  y = (${condition}) ? ({ ${labelled} 0; }) : 0;`,
  (_, condition, labelled) => `  (${condition}) && ({ ${labelled} 0; });`,
  (_, condition, labelled) =>
    `  void *where[2] = {&&over, &&inside};\n  goto *where[${condition}];\n  inside: ${labelled}\n  over: ;`,
];
