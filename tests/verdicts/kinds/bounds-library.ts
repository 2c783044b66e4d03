/** Library calls under `--check bounds`: a buffer, a call that needs some bytes of it, and a need that fits or is one too much. */
import { below, type Generated, type Kind, pick } from "./kind.ts";

interface Call {
  /** Statements with a buffer of `room` bytes and a call that touches `need` of them. */
  write(room: number, need: number): string;
  /** The least that such a call can need. */
  readonly least: number;
}

const letters = (count: number) => "abcdefghijklmnop".slice(0, count);

const CALLS: readonly Call[] = [
  { least: 1, write: (room, need) => `char d[${room}], s[32] = {0}; memcpy(d, s, ${need});` },
  { least: 1, write: (room, need) => `char d[32], s[${room}] = {0}; memmove(d, s, ${need});` },
  { least: 1, write: (room, need) => `char d[${room}]; memset(d, 7, ${need});` },
  { least: 2, write: (room, need) => `char d[${room}]; memset(d + 1, 7, ${need - 1});` },
  { least: 1, write: (room, need) => `char *d = malloc(${room}); memset(d, 7, ${need});` },
  { least: 1, write: (room, need) => `char d[${room}]; strcpy(d, "${letters(need - 1)}");` },
  { least: 1, write: (room, need) => `char d[${room}]; strncpy(d, "a", ${need});` },
  { least: 3, write: (room, need) => `char d[${room}] = "a"; strcat(d, "${letters(need - 2)}");` },
  { least: 2, write: (room, need) => `char d[${room}]; sprintf(d, "%s", "${letters(need - 1)}");` },
  { least: 6, write: (room, need) => `char d[${room}]; sprintf(d, "1234%s", "${letters(need - 5)}");` },
  { least: 1, write: (room, need) => `char d[${room}] = {0}, e[32] = {0}; k = memcmp(d, e, ${need});` },
];

export const boundsLibrary: Kind = {
  name: "bounds-library",
  generate: (word): Generated => {
    const call = pick(word, CALLS);
    const need = call.least + below(word, 8);
    const fits = below(word, 2) === 0;
    const room = fits ? need + below(word, 3) : need - 1;
    // An object has at least one byte.
    const body = room === 0 ? call.write(need, need) : call.write(room, need);
    const text = [
      "#include <stdio.h>",
      "#include <stdlib.h>",
      "#include <string.h>",
      // Any number to a verifier, 1 to the binary: hone cannot go by one run.
      `int main(int argc, char **argv) { int k = ${below(word, 100)}; if (argc == 1) { ${body} } return k < 0; }`,
      "",
    ].join("\n");
    return {
      text,
      truth: fits || room === 0 ? "safe" : "unsafe",
      options: ["--check", "bounds"],
      confirm: { kind: "sanitizers" },
    };
  },
};
