/** printf's conversions against glibc's: flags, widths and precisions in all combinations on values that tell them apart. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { execute } from "../support/c-program.ts";
import { canCompile, nativeOutput } from "./compare.ts";

const flags = fc.subarray(["-", "+", " ", "#", "0"]).map((list) => list.join(""));
const width = fc.constantFrom("", "1", "5", "12", "30");
const precision = fc.constantFrom("", ".", ".0", ".1", ".3", ".8", ".20");

const integerCall = fc
  .tuple(
    flags,
    width,
    precision,
    fc.constantFrom(["hh", "int"], ["h", "int"], ["", "int"], ["l", "long"], ["ll", "long long"], ["z", "long"]),
    fc.constantFrom("d", "i", "u", "x", "X", "o"),
    fc.constantFrom("0", "1", "-1", "42", "-300", "65535", "2147483647", "-2147483648", "123456789012345"),
  )
  .map(
    ([f, w, p, [length, type], letter, value]) =>
      `printf("[%${f}${w}${p}${length}${letter}]\\n", (${type})${value}ll);`,
  );

const floatCall = fc
  .tuple(
    flags,
    width,
    precision,
    fc.constantFrom("f", "F", "e", "E", "g", "G", "a", "A"),
    fc.oneof(
      fc.constantFrom(
        "0.0",
        "-0.0",
        "0.5",
        "1.5",
        "2.5",
        "-0.125",
        "1e100",
        "9.9999e22",
        "5e-324",
        "1.7976931348623157e308",
      ),
      fc.constantFrom(
        "1.0 / 3",
        "100.0",
        "123456789.0",
        "0.0001",
        "0.00001234",
        "999999.5",
        "9.5",
        "1e15 / 3",
        "2e-310",
      ),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential(17)),
    ),
  )
  .map(([f, w, p, letter, value]) => `printf("[%${f}${w}${p}${letter}]\\n", (double)(${value}));`);

const textCall = fc
  .tuple(
    fc.subarray(["-"]),
    width,
    precision,
    fc.constantFrom('"%s", "hello"', '"%s", ""', '"%c", 65', '"%s", "a longer text"'),
  )
  .map(
    ([f, w, p, call]) =>
      `printf(${call.replace("%", `[%${f.join("")}${w}${call.includes("%c") ? "" : p}`).replace(/([sc])"/, '$1]\\n"')});`,
  );

test("printf prints what glibc's prints", (context) => {
  if (!canCompile(64)) return context.skip("gcc is not installed");
  const calls = fc.sample(fc.oneof(integerCall, floatCall, textCall), { seed: 5, numRuns: 500 });
  const special = [
    'printf("[%*d] [%-*d] [%.*f] [%*.*e]\\n", 5, 42, 4, 7, 2, 3.14159, 12, 3, 0.1);',
    'printf("[%p] [%5s] [%%]\\n", (void *)0, "ab");',
    'char b[8]; int n = snprintf(b, sizeof b, "%d-%s", 12345, "abc"); printf("[%s] %d\\n", b, n);',
    'printf("[%s]\\n", (n = sprintf(b, "%x", 0xbeef), b)); puts("end"); putchar(65); putchar(10);',
  ];
  const text = `#include <stdio.h>\nint main(void) {\n${[...calls, ...special].join("\n")}\nreturn 0; }\n`;
  const expected = nativeOutput(text, 64)?.split("\n") ?? [];
  const actual = execute(text).stdout.split("\n");
  const wrong = expected.flatMap((line, i) => (line === actual[i] ? [] : [`${calls[i]}: ${line} (hone ${actual[i]})`]));
  expect(wrong).toEqual([]);
}, 60_000);
