/**
 * Random C test functions aimed at what an interpreter gets wrong: casts, shifts, division, wrap-around at every
 * width, bit-fields, unions, floats, structure copies, pointer arithmetic. A function is free of undefined behaviour by
 * construction (with -fwrapv): divisors and shift counts are guarded, indices are reduced, floats are converted to integers
 * only in range. It prints its number and the values of all its variables.
 */
import fc from "fast-check";

const INTEGERS = [
  "_Bool",
  "signed char",
  "unsigned char",
  "short",
  "unsigned short",
  "int",
  "unsigned",
  "long",
  "unsigned long",
  "long long",
  "unsigned long long",
] as const;

const CONSTANTS = [
  ...["0", "1", "2", "3", "7", "10", "31", "100", "-1", "-2", "-7", "127", "128", "-128", "255", "256", "32767"],
  ...["-32768", "65535", "2147483647", "(-2147483647 - 1)", "2147483648", "4294967295", "4294967296", "1u", "0u", "3u"],
  ...["4294967295u", "2147483648u", "1l", "-1l", "1ul", "5ll", "-3ll", "1ull", "9223372036854775807ll"],
  ...["(-9223372036854775807ll - 1)", "18446744073709551615ull", "9223372036854775808ull", "0x123456789abcdefll"],
  ...["'a'", "'\\377'", "0x80", "0xdeadbeef", "0x7fffffffu", "1000000007", "-1000003"],
];

const FLOATS = ["0.0", "1.0", "-1.5", "0.1", "3.75f", "1e10", "-2.5e-3", "16777217.0", "0.1f", "1e30f", "123456.789"];

/** Helpers every program starts with. */
const PRELUDE = `#include <stdio.h>
#include <string.h>
static long long fromDouble(double d) { return d > -1e15 && d < 1e15 ? (long long)d : 7; }
static void integer(const char *name, long long value) { printf(" %s=%lld", name, value); }
static void real(const char *name, double value) {
  if (value != value) printf(" %s=nan", name);
  else printf(" %s=%a/%.9g/%.3f/%e", name, value, value, value > -1e20 && value < 1e20 ? value : 0.0, value);
}
static void bytes(const char *name, const void *from, int count) {
  const unsigned char *p = from;
  printf(" %s=", name);
  for (int i = 0; i < count; i++) printf("%02x", p[i]);
}
static signed char identitySignedChar(signed char x) { return x; }
static unsigned short identityUnsignedShort(unsigned short x) { return x; }
static long long identityLongLong(long long x) { return x; }
static float identityFloat(float x) { return x; }
static unsigned identityUnsigned(unsigned x) { return x; }
`;

// Names every test function has: v0..v5 integers, f float, d double, s and t structures, u a union, a an array, p into it.
const INTEGER_NAMES = ["v0", "v1", "v2", "v3", "v4", "v5"] as const;
const FIELDS = ["b0", "b1", "b2", "b3"] as const;
const ARRAY_LENGTH = 5;

const integerPlace = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...INTEGER_NAMES) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("s", "t"), fc.constantFrom<string>(...FIELDS, "m"))
      .map(([r, m]) => `${r}.${m}`),
  },
  { weight: 1, arbitrary: fc.constantFrom("u.c[1]", "u.c[3]", "u.h", "u.w", "u.l") },
  { weight: 2, arbitrary: fc.nat(ARRAY_LENGTH - 1).map((i) => `a[${i}]`) },
  { weight: 1, arbitrary: fc.nat(ARRAY_LENGTH - 1).map((i) => `(*(p + ${i}))`) },
);

const integerType = fc.constantFrom<string>(...INTEGERS);

interface Expressions {
  readonly integer: string;
  readonly real: string;
}

const { integer, real } = fc.letrec<Expressions>((tie) => ({
  integer: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    integerPlace,
    fc.constantFrom(...CONSTANTS),
    fc
      .tuple(
        tie("integer"),
        fc.constantFrom("+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"),
        tie("integer"),
      )
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(tie("integer"), fc.constantFrom("/", "%"), tie("integer"))
      .map(([a, op, b]) => `(${b} == 0 || ${b} == -1 ? ${a} : ${a} ${op} ${b})`),
    fc
      .tuple(tie("integer"), fc.constantFrom("<<", ">>"), tie("integer"))
      .map(([a, op, b]) => `(${a} ${op} (${b} & 31))`),
    fc
      .tuple(
        tie("integer"),
        fc.constantFrom("<<", ">>"),
        fc.nat(63),
        fc.constantFrom("long long", "unsigned long long"),
      )
      .map(([a, op, n, type]) => `((${type})${a} ${op} ${n})`),
    fc.tuple(fc.constantFrom("-", "~", "!"), tie("integer")).map(([op, a]) => `(${op} ${a})`),
    fc.tuple(integerType, tie("integer")).map(([type, a]) => `((${type})${a})`),
    fc.tuple(tie("integer"), tie("integer"), tie("integer")).map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
    fc
      .tuple(
        fc.constantFrom("identitySignedChar", "identityUnsignedShort", "identityLongLong", "identityUnsigned"),
        tie("integer"),
      )
      .map(([f, a]) => `${f}(${a})`),
    tie("real").map((a) => `fromDouble(${a})`),
    fc
      .tuple(tie("real"), fc.constantFrom("<", "<=", "==", "!=", ">"), tie("real"))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie("integer"), tie("integer")).map(([i, j]) => `(&a[(unsigned)${i} % 5] - &a[(unsigned)${j} % 5])`),
    tie("integer").map((i) => `a[(unsigned)${i} % 5]`),
    tie("integer").map((a) => `(int)sizeof(+ ${a})`),
  ) as fc.Arbitrary<string>,
  real: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom("f", "d", "s.r", "t.r"),
    fc.constantFrom(...FLOATS),
    fc.tuple(tie("real"), fc.constantFrom("+", "-", "*", "/"), tie("real")).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(fc.constantFrom("float", "double"), tie("integer")).map(([type, a]) => `((${type})${a})`),
    fc.tuple(fc.constantFrom("float", "double"), tie("real")).map(([type, a]) => `((${type})${a})`),
    tie("real").map((a) => `(- ${a})`),
    tie("real").map((a) => `identityFloat(${a})`),
    fc.tuple(tie("integer"), tie("real")).map(([a, b]) => `(${a} + ${b})`),
  ) as fc.Arbitrary<string>,
}));

const simpleStatement = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(integerPlace, integer).map(([to, e]) => `${to} = ${e};`) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(integerPlace, fc.constantFrom("+=", "-=", "*=", "&=", "|=", "^="), integer)
      .map(([to, op, e]) => `${to} ${op} ${e};`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(integerPlace, fc.constantFrom("<<=", ">>="), integer)
      .map(([to, op, e]) => `${to} ${op} ${e} & 31;`),
  },
  { weight: 2, arbitrary: fc.tuple(integerPlace, fc.constantFrom("++", "--")).map(([to, op]) => `${to}${op};`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("++", "--"), integerPlace)
      .map(([op, to]) => `v0 = ${op}${to === "v0" ? "v1" : to};`),
  },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom("f", "d", "s.r", "t.r"), real).map(([to, e]) => `${to} = ${e};`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("f", "d"), fc.constantFrom("+=", "*=", "-="), integer)
      .map(([to, op, e]) => `${to} ${op} ${e};`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom<string>(...INTEGER_NAMES), fc.constantFrom("+=", "-="), real)
      .map(([to, op, e]) => `${to} ${op} fromDouble(${e});`),
  },
  { weight: 1, arbitrary: fc.constantFrom("s = t;", "t = s;", "memcpy(&u, &s, sizeof u.l);", "u.r = f;", "u.d = d;") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "v1 = *p++; p--;",
      "{ signed char *q = (signed char *)a; v2 = q[2]; }",
      "v3 = p[1] - *p;",
    ),
  },
);

const statement = fc.oneof(
  { weight: 8, arbitrary: simpleStatement },
  {
    weight: 1,
    arbitrary: fc
      .tuple(integer, simpleStatement, simpleStatement)
      .map(([c, a, b]) => `if (${c}) { ${a} } else { ${b} }`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 6 }), simpleStatement)
      .map(([n, a]) => `for (int k = 0; k < ${n}; k++) { ${a} }`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(integer, simpleStatement, simpleStatement, simpleStatement)
      .map(([e, a, b, c]) => `switch (${e}) { case 0: ${a} case 1: ${b} break; case -1: break; default: ${c} }`),
  },
);

const bitField = fc
  .tuple(
    fc.constantFrom("int", "unsigned", "unsigned char", "short", "long long", "unsigned long long", "signed char"),
    fc.nat(63),
  )
  .map(([type, width]) => {
    const most = type.includes("char") ? 8 : type === "short" ? 16 : type.includes("long") ? 64 : 32;
    return { type, width: 1 + (width % most) };
  });

const structure = fc
  .tuple(
    fc.array(bitField, { minLength: FIELDS.length, maxLength: FIELDS.length }),
    integerType,
    fc.constantFrom("float", "double"),
    fc.boolean(),
  )
  .map(([fields, member, realType, packed]) => {
    // Between 33 and 63 bits gcc computes in a type of the field's own width, as no other compiler does.
    const widthOf = (width: number): number => (width > 32 ? (packed ? 32 : 64) : width);
    const bits = fields.map(({ type, width }, i) => `${type} ${FIELDS[i]} : ${widthOf(width)};`);
    const attribute = packed ? " __attribute__((packed))" : "";
    return `struct${attribute} { ${bits[0]} ${bits[1]} ${member} m; ${bits[2]} ${realType} r; ${bits[3]} }`;
  });

/** The text of one test function, given its number. */
export type TestFunction = (number: number) => string;

export const testFunction: fc.Arbitrary<TestFunction> = fc
  .tuple(
    fc.array(integerType, { minLength: 6, maxLength: 6 }),
    fc.array(fc.constantFrom(...CONSTANTS), { minLength: 6, maxLength: 6 }),
    structure,
    integerType.filter((type) => type !== "_Bool"),
    fc.array(statement, { minLength: 3, maxLength: 10 }),
  )
  .map(([types, constants, record, element, statements]) => (number: number) => {
    const variables = INTEGER_NAMES.map((name, i) => `  ${types[i]} ${name} = ${constants[i]};`);
    const prints = [
      ...INTEGER_NAMES.map((name) => `integer("${name}", ${name});`),
      ...["s", "t"].flatMap((r) => [...FIELDS, "m"].map((m) => `integer("${r}.${m}", ${r}.${m});`)),
      ...["f", "d", "s.r", "t.r"].map((name) => `real("${name}", ${name});`),
      `bytes("u", &u, sizeof u);`,
      `bytes("s", &s, sizeof s);`,
      `bytes("a", a, sizeof a);`,
    ];
    return [
      `static void test${number}(void) {`,
      ...variables,
      "  float f = 0.5f; double d = -3.25;",
      `  ${record} s, t;`,
      "  union { unsigned char c[8]; short h; int w; long long l; float r; double d; } u;",
      `  ${element} a[${ARRAY_LENGTH}] = { 1, -2, 3, 100, -128 }, *p = a;`,
      "  memset(&s, 0, sizeof s); memset(&t, 0, sizeof t); memset(&u, 0, sizeof u);",
      ...statements.map((text) => `  ${text}`),
      `  printf("${number}:");`,
      ...prints.map((text) => `  ${text}`),
      `  printf("\\n");`,
      "}",
    ].join("\n");
  });

/** A program that calls all the functions. */
export function programText(functions: readonly TestFunction[]): string {
  const texts = functions.map((of, i) => of(i));
  const calls = functions.map((_, i) => `  test${i}();`);
  return [PRELUDE, ...texts, "int main(void) {", ...calls, "  return 0;", "}", ""].join("\n");
}
