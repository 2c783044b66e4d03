/** Random calls of functions with a format, each with a literal of its own, as a C program that prints what came of them. */
import type { Random } from "../laws/generate.ts";

/** Functions whose calls are made here. */
export const FORMATTED: readonly string[] = ["snprintf", "sprintf", "sscanf"];

const INTEGERS = ["0", "1", "-1", "9", "10", "-10", "99", "100", "12345", "-2147483647", "2147483647", "255", "4096"];
const LONGS = ["0", "-1", "1234567890123", "-9223372036854775807", "9223372036854775807", "100000"];

function literal(random: Random): string {
  return random.pick(["", "", "x", "ab", ": ", "%%", ", "]);
}

function printed(random: Random): { readonly format: string; readonly value: string } {
  const width = random.pick(["", "", "1", "3", "6", "12"]);
  const flags = (from: readonly string[]): string => random.pick(["", "", ...from]);
  const letter = random.pick([..."diuxXcs"]);
  switch (letter) {
    case "c":
      return { format: `%${flags(["-"])}${width}c`, value: random.pick(["'a'", "65", "0", "200"]) };
    case "s": {
      const precision = random.pick(["", "", ".0", ".2", ".9"]);
      return {
        format: `%${flags(["-"])}${width}${precision}s`,
        value: random.pick(['"', '"a', '"abcd', '"a b c d e']).concat('"'),
      };
    }
    default: {
      const length = random.pick(["", "", "hh", "h", "l", "ll", "z"]);
      const value = length === "ll" ? `(long long)${random.pick(LONGS)}` : random.pick(INTEGERS);
      const cast = { l: "(long)", z: "(size_t)", ll: "" }[length] ?? "";
      return {
        format: `%${flags(["-", "0", "+", " ", "+0", "-+"])}${width}${length}${letter}`,
        value: `${cast}${value}`,
      };
    }
  }
}

function printCall(name: string, random: Random): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => printed(random));
  const format = parts.map((part) => `${literal(random)}${part.format}`).join("") + literal(random);
  const values = parts.map(({ value }) => `, ${value}`).join("");
  const room = name === "snprintf" ? `, ${random.pick([0, 1, 2, 5, 9, 64, 64])}` : "";
  return `memset(b, 7, sizeof b); r = ${name}(b${room}, "${format}"${values}); show(r);`;
}

function scanCall(random: Random): string {
  const letters = Array.from({ length: 1 + random.below(3) }, () => random.pick([..."dduxxcsn"]));
  const types: Readonly<Record<string, string>> = { d: "&i", u: "&u", x: "&u", c: "&c", s: "s", n: "&k" };
  const format = letters
    .map((letter, at) => {
      const width =
        letter === "s" ? random.pick(["3", "9"]) : /[dux]/.test(letter) ? random.pick(["", "", "1", "3"]) : "";
      return `${at > 0 ? random.pick(["", " ", ",", "-"]) : ""}%${width}${letter}`;
    })
    .join("");
  const pieces = Array.from({ length: 1 + random.below(3) }, () =>
    random.pick(["12", "-7", "+3", "ab", " ", ",", "-", "0x1f", "f", "0", "x", "21", "\\n"]),
  );
  const given = letters.map((letter) => `, ${types[letter]}`).join("");
  return `reset(); r = sscanf("${pieces.join("")}", "${format}"${given}); tell(r);`;
}

/** A program that calls the function so often; its output differs where the library does. */
export function formattedCalls(name: string, count: number, random: Random): string {
  const calls = Array.from({ length: count }, () => (name === "sscanf" ? scanCall(random) : printCall(name, random)));
  const groups = Array.from({ length: Math.ceil(count / 50) }, (_, i) => calls.slice(50 * i, 50 * i + 50));
  return `#include <stdio.h>
#include <string.h>
static char b[64], s[16], c; static int r, i, k; static unsigned u;
static void show(int result) { printf("= %d", result); for (int j = 0; j < 64; j++) printf(" %d", b[j]); printf("\\n"); }
static void reset(void) { i = k = -5; u = 5; c = 5; memset(s, 5, sizeof s); }
static void tell(int result) { printf("= %d %d %d %u %d", result, i, k, u, c); for (int j = 0; j < 16; j++) printf(" %d", s[j]); printf("\\n"); }
${groups.map((lines, g) => `static void group${g}(void) {\n${lines.map((line) => `  ${line}`).join("\n")}\n}`).join("\n")}
int main(void) {
  (void)show, (void)reset, (void)tell, (void)i, (void)k, (void)u, (void)c, (void)r;
${groups.map((_, g) => `  group${g}();`).join("\n")}
  return 0;
}
`;
}
