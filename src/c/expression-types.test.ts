import { describe, expect, it } from "vitest";
import { findFunction, parseText } from "../../tests/support/c.ts";
import { hasGcc, runWithGcc } from "../../tests/support/gcc.ts";
import { showType } from "./type-operations.ts";
import { type DataModel, ILP32, LP64 } from "./types.ts";

const TYPES = [
  "_Bool",
  "char",
  "signed char",
  "unsigned char",
  "short",
  "unsigned short",
  "int",
  "unsigned int",
  "long",
  "unsigned long",
  "long long",
  "unsigned long long",
  "float",
  "double",
  "long double",
];
const NAMES = TYPES.map((_, index) => `v${index}`);
const FIELDS = ["a", "b", "c", "d", "e", "g", "h"];
const HEAD = `${TYPES.map((type, index) => `${type} v${index};`).join("\n")}
enum small { S1 } en; enum minus { M1 = -1 } em;
struct { int a : 5; unsigned b : 5; unsigned c : 32; _Bool d : 1; unsigned char e : 8; int g : 32; enum small h : 2; } bits;
int *p; const int *cp; void *vp; char s[4]; int fn(void); const int ci; volatile char vc;
`;

/** Every value expression whose type C determines: gcc says which through _Generic. */
const EXPRESSIONS: readonly string[] = [
  ...NAMES.flatMap((a) => [
    `+${a}`,
    `-${a}`,
    `!${a}`,
    `${a}++`,
    `(${a} = 1)`,
    `(${a} += 1)`,
    `(${a}, 1L)`,
    `(1L, ${a})`,
  ]),
  ...NAMES.flatMap((a) => NAMES.flatMap((b) => [`${a} + ${b}`, `${a} < ${b}`, `(1 ? ${a} : ${b})`])),
  ...NAMES.slice(0, 12).flatMap((a) => NAMES.slice(0, 12).flatMap((b) => [`${a} << ${b}`, `${a} % ${b}`])),
  ...FIELDS.flatMap((f) => [
    `+bits.${f}`,
    `bits.${f} + 1`,
    `bits.${f} << 1`,
    `+(bits.${f} = 1)`,
    `~bits.${f}++`,
    `bits.${f} + 1u`,
  ]),
  ...["en", "em", "S1", "M1"].flatMap((e) => [`+${e}`, `${e} + 1`, `${e} + 1u`]),
  ...[
    "1",
    "1u",
    "1l",
    "1ul",
    "1ll",
    "1ull",
    "2147483648",
    "0x80000000",
    "4294967296",
    "0xffffffffff",
    "'a'",
    "1.0",
    "1.f",
    "1.l",
  ],
  ...[
    "sizeof p",
    "p - p",
    "L'a'",
    "u'a'",
    "U'a'",
    "s[0]",
    "+s[0]",
    "ci",
    "vc",
    "+vc",
    "p == vp",
    "p && vp",
    "fn()",
    "*p",
  ],
  ...[
    "(char)1",
    "(const short)1",
    "_Alignof(int)",
    "({ 1; 2L; })",
    "__builtin_offsetof(struct { int a; }, a)",
    "v6 ?: v8",
  ],
];

const POINTERS = [
  "p",
  "p + 1",
  "&p[1]",
  "s",
  "s + 1",
  '"abc"',
  "cp",
  "vp",
  "1 ? p : 0",
  "1 ? p : vp",
  "1 ? cp : p",
  "&v8",
  "&ci",
];
const POINTER_TYPES = ["int *", "const int *", "void *", "char *", "long *"];

function typesByHone(model: DataModel): Map<string, string> {
  const all = [...EXPRESSIONS, ...POINTERS];
  const { unit, errors } = parseText(`${HEAD}void f(void) { ${all.map((text) => `${text};`).join("\n")} }`, model);
  expect(errors).toEqual([]);
  const body = findFunction(unit, "f").body?.body ?? [];
  return new Map(
    all.map((text, index) => {
      const statement = body[index];
      return [text, statement?.kind === "expression" ? showType(statement.expression.type) : "none"];
    }),
  );
}

function typesByGcc(model: DataModel): Map<string, string> {
  const cases = TYPES.map((type) => `${type}: "${type}"`).join(", ");
  const pointers = POINTER_TYPES.map((type) => `${type}: "${type}"`).join(", ");
  const prints = [
    ...EXPRESSIONS.map((text) => `puts(_Generic((${text}), ${cases}));`),
    ...POINTERS.map((text) => `puts(_Generic((${text}), ${pointers}));`),
  ];
  const program = `#include <stdio.h>\n${HEAD}int fn(void) { return 0; }\nint main(void) { ${prints.join("\n")} return 0; }`;
  const lines = runWithGcc(program, model.name === "ILP32" ? 32 : 64)
    .trimEnd()
    .split("\n");
  return new Map([...EXPRESSIONS, ...POINTERS].map((text, index) => [text, lines[index] as string]));
}

for (const model of [ILP32, LP64]) {
  const bits = model.name === "ILP32" ? 32 : 64;
  describe.skipIf(!hasGcc(bits))(`types of expressions against gcc -m${bits} (skipped without gcc)`, () => {
    it("agrees", () => {
      const expected = typesByGcc(model);
      const actual = typesByHone(model);
      const differences = [...expected].filter(([text, type]) => actual.get(text) !== type);
      expect(differences.map(([text, type]) => `${text}: gcc ${type}, hone ${actual.get(text)}`)).toEqual([]);
    });
  });
}
