/**
 * The command line: argc is not negative, argv[argc] is null, the pointers before it are not, their strings hold anything.
 * The generator draws a command line and facts that hold of it; a safe program asks for one thing more that holds of none.
 * The binary is started again with that command line by a constructor.
 */
import { below, type Generated, type Kind, pick } from "./kind.ts";

const LETTERS = "abxyz-";

export const programArguments: Kind = {
  name: "arguments",
  generate(word) {
    const given = Array.from({ length: 1 + below(word, 4) }, () => text(word));
    const facts = Array.from({ length: 1 + below(word, 3) }, () => fact(word, given));
    const isSafe = below(word, 2) === 0;
    const conditions = isSafe ? [...facts, impossible(word, given)] : facts;
    return {
      text: program(word, conditions),
      truth: isSafe ? "safe" : "unsafe",
      options: [],
      confirm: { kind: "definitions", text: starter(given) },
    } satisfies Generated;
  },
};

function text(word: () => number): string {
  return Array.from({ length: below(word, 4) }, () => pick(word, [...LETTERS])).join("");
}

/** Something that is true of the command line, with what makes the question defined. */
function fact(word: () => number, given: readonly string[]): string {
  const i = below(word, given.length);
  const string = given[i] as string;
  const k = below(word, string.length + 1);
  const character = k < string.length ? `'${string[k]}'` : "0";
  switch (below(word, 5)) {
    case 0:
      return `argc == ${given.length}`;
    case 1:
      return `argc > ${given.length - 1}`;
    case 2:
      return "argv[argc] == 0";
    case 3:
      return `argc > ${i} && argv[${i}] != 0`;
    default: {
      const before = Array.from({ length: k }, (_, at) => `argv[${i}][${at}] != 0`);
      return [`argc > ${i}`, ...before, `argv[${i}][${k}] == ${character}`].join(" && ");
    }
  }
}

function impossible(word: () => number, given: readonly string[]): string {
  const i = below(word, given.length);
  return pick(word, [
    "argc < 0",
    "argv[argc] != 0",
    `argc == ${given.length} && argv[${given.length}] != 0`,
    `argc > ${i} && argv[${i}] == 0`,
    `argc > ${i} && argv[${i}][0] == 'p' && argv[${i}][0] == 'q'`,
    `argc == ${i} && argv[${i}] != 0`,
  ]);
}

function program(word: () => number, conditions: readonly string[]): string {
  const nested = below(word, 2) === 0;
  const test = nested
    ? `${conditions.map((condition) => `  if (${condition})`).join("\n")}\n    reach_error();`
    : `  if (${conditions.map((condition) => `(${condition})`).join(" && ")})\n    reach_error();`;
  const parameters = pick(word, [
    "int argc, char **argv",
    "int argc, char *argv[]",
    "int argc, char **argv, char **envp",
  ]);
  return `extern void reach_error(void);\nint main(${parameters}) {\n${test}\n  return 0;\n}\n`;
}

function starter(given: readonly string[]): string {
  return `#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void start(int argc, char **argv) {
  static char *arguments[] = {${[...given.map((one) => `"${one}"`), "0"].join(", ")}};
  (void)argc;
  (void)argv;
  if (getenv("HONE_STARTED")) return;
  setenv("HONE_STARTED", "1", 1);
  execv("/proc/self/exe", arguments);
}
`;
}
