/** Memories of runs are hundreds of megabytes each and serve one verification after the other; a new one costs a collection of garbage. */
import { expect, it } from "vitest";
import { checkSync } from "../src/api/sync.ts";
import { run } from "../src/interpreter/run.ts";
import { programOf } from "./support/c-program.ts";

const LARGE = 2 ** 24;
const UNSAFE = `extern int __VERIFIER_nondet_int(void); void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3) reach_error(); return 0; }`;
// Nothing is found before the work ends.
const UNDECIDED = `extern unsigned __VERIFIER_nondet_uint(void); void reach_error(void);
int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x * x * x == 3u && x % 97 == 96) reach_error(); return 0; }`;

/** How many large buffers are made meanwhile. */
function madeBy(action: () => void): number {
  const plain = globalThis.ArrayBuffer;
  let made = 0;
  globalThis.ArrayBuffer = new Proxy(plain, {
    construct(target, given: [number]) {
      if (given[0] >= LARGE) made += 1;
      return new target(...given);
    },
  });
  try {
    action();
  } finally {
    globalThis.ArrayBuffer = plain;
  }
  return made;
}

// First, while none is there.
it("serve the next verification also behind ones of other sizes", () => {
  const program = programOf(UNSAFE);
  for (const memory of [LARGE, 2 * LARGE, 4 * LARGE]) run(program, { memory });
  const verify = () => checkSync(UNSAFE, { engine: "concrete" });
  verify();
  expect(madeBy(verify)).toBe(0);
});

it.each([
  ["an error", UNSAFE],
  ["nothing", UNDECIDED],
])("serve the next verification where %s was found", (_, text) => {
  const verify = () => checkSync(text, { engine: "concrete" });
  verify();
  expect(madeBy(verify)).toBe(0);
});
