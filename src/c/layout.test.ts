import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findObject, parseText } from "../../tests/support/c.ts";
import { hasGcc, runWithGcc } from "../../tests/support/gcc.ts";
import { sizeOf } from "./layout.ts";
import { type CType, type DataModel, ILP32, LP64, type Member } from "./types.ts";

const SCALARS = [
  "char",
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
  "void *",
  "_Bool",
  "enum tiny",
];
const WIDTHS: Record<string, number> = { char: 8, short: 16, int: 32, long: 32, "long long": 64, _Bool: 1 };

/** Declarations of random records, the members named m0, m1, ... */
function recordText(): fc.Arbitrary<string> {
  const plain = fc.tuple(fc.constantFrom(...SCALARS), fc.constantFrom("", "[3]", "[2][2]"), memberAttribute());
  const bits = fc
    .tuple(
      fc.constantFrom(...Object.keys(WIDTHS)),
      fc.boolean(),
      fc.nat(),
      fc.constantFrom("named", "named", "named", "unnamed", "zero"),
    )
    .map(([type, unsigned, width, naming]) => ({ type, unsigned, width, naming }));
  const nested = fc.constantFrom("struct { char a; int b; }", "union { short a; double b; }", "struct odd");
  const member = fc.oneof(
    {
      weight: 3,
      arbitrary: plain.map(
        ([type, suffix, attribute]) =>
          (name: string) =>
            `${type} ${name}${suffix}${attribute};`,
      ),
    },
    { weight: 4, arbitrary: bits.map((field) => (name: string) => bitFieldText(field, name)) },
    { weight: 1, arbitrary: nested.map((type) => (name: string) => `${type} ${name};`) },
  );
  return fc
    .tuple(
      fc.constantFrom("struct", "struct", "struct", "union"),
      fc.array(member, { minLength: 1, maxLength: 7 }),
      fc.constantFrom(
        "",
        "",
        "__attribute__((packed))",
        "__attribute__((aligned(16)))",
        "__attribute__((packed, aligned(2)))",
      ),
    )
    .map(([variant, members, attribute]) => {
      const text = members.map((make, index) => make(`m${index}`)).join(" ");
      return `${variant} NAME { ${text} } ${attribute};`;
    });
}

function memberAttribute(): fc.Arbitrary<string> {
  return fc.constantFrom("", "", "", "", " __attribute__((packed))", " __attribute__((aligned(8)))");
}

function bitFieldText(field: { type: string; unsigned: boolean; width: number; naming: string }, name: string): string {
  const type = field.unsigned && field.type !== "_Bool" ? `unsigned ${field.type}` : field.type;
  const limit = WIDTHS[field.type] as number;
  if (field.naming === "zero") return `${type} : 0;`;
  return `${type} ${field.naming === "named" ? name : ""} : ${1 + (field.width % limit)};`;
}

function membersOf(type: CType): readonly Member[] {
  return type.kind === "record" ? (type.body.members ?? []) : [];
}

/** Bytes that hold ones when a member holds all ones. */
function imageOf(member: Member, size: number, model: DataModel): string {
  const image = new Uint8Array(size);
  const set = (bit: number): void => {
    const byte = Math.floor(bit / 8);
    image[byte] = (image[byte] as number) | (1 << (bit % 8));
  };
  const first = 8 * member.offset + (member.bitField?.bitOffset ?? 0);
  const width = member.bitField?.width ?? 8 * (sizeOf(member.type, model) as number);
  for (let bit = 0; bit < width; bit += 1) set(first + bit);
  return Buffer.from(image).toString("hex");
}

/** A C program that prints, line by line, what hone should compute about the records. */
function probe(head: string, records: readonly { name: string; members: readonly Member[] }[]): string {
  const lines: string[] = [];
  for (const { name, members } of records) {
    lines.push(`printf("%d %d\\n", (int)sizeof(${name}), (int)_Alignof(${name}));`);
    for (const member of members) {
      const fill = member.bitField
        ? `x.${member.name} = -1;`
        : `memset(&x.${member.name}, 255, sizeof x.${member.name});`;
      lines.push(`{ ${name} x; memset(&x, 0, sizeof x); ${fill} dump(&x, sizeof x); }`);
    }
  }
  return `#include <stdio.h>\n#include <string.h>\n${head}
    static void dump(void *p, int n) { for (int i = 0; i < n; i++) printf("%02x", ((unsigned char *)p)[i]); printf("\\n"); }
    int main(void) { ${lines.join("\n")} return 0; }`;
}

const HEAD = "enum tiny { TINY_A, TINY_B }; struct odd { char c[3]; };\n";

function compare(texts: readonly string[], pack: string, model: DataModel): void {
  const named = texts.map((text, index) => text.replace("NAME", `r${index}`));
  const variants = texts.map((text, index) => `${text.startsWith("union") ? "union" : "struct"} r${index}`);
  const source = `${HEAD}${pack}\n${named.join("\n")}\n`;
  const uses = variants.map((name, index) => `${name} x${index};`).join("\n");
  const { unit, errors } = parseText(`${source}${uses}`, model);
  expect(errors).toEqual([]);
  const records = variants.map((name, index) => {
    const { type } = findObject(unit, `x${index}`);
    return { name, type, members: membersOf(type).filter((member) => member.name !== undefined) };
  });
  const expected = runWithGcc(probe(source, records), model.name === "ILP32" ? 32 : 64)
    .trimEnd()
    .split("\n");
  const actual: string[] = [];
  const owners: string[] = [];
  records.forEach(({ type, members }, index) => {
    const size = sizeOf(type, model) as number;
    actual.push(`${size} ${type.kind === "record" ? type.body.align : 0}`);
    for (const member of members) actual.push(imageOf(member, size, model));
    while (owners.length < actual.length) owners.push(named[index] as string);
  });
  const label = (line: string, index: number): string => `${line}  of  ${owners[index]}`;
  expect(actual.map(label)).toEqual(expected.map(label));
}

for (const model of [ILP32, LP64]) {
  const bits = model.name === "ILP32" ? 32 : 64;
  describe.skipIf(!hasGcc(bits))(`layout against gcc -m${bits} (skipped without gcc)`, () => {
    const samples = fc.sample(recordText(), { numRuns: 200, seed: 7 });
    it("agrees on random records", () => compare(samples, "", model));
    for (const pack of [1, 2, 4])
      it(`agrees under #pragma pack(${pack})`, () =>
        compare(samples.slice(0, 100), `#pragma pack(push, ${pack})`, model));
  });
}

describe("storage units of bit-fields", () => {
  it("never touch the bytes of an ordinary neighbour", () => {
    for (const text of fc.sample(recordText(), { numRuns: 300, seed: 11 })) {
      if (text.startsWith("union")) continue;
      const { unit } = parseText(`${HEAD}${text.replace("NAME", "r")} struct r x;`, ILP32);
      const { type } = findObject(unit, "x");
      const members = membersOf(type);
      for (const field of members.filter((member) => member.bitField)) {
        const end = field.offset + (field.bitField?.unitBytes ?? 0);
        expect(end).toBeLessThanOrEqual(sizeOf(type, ILP32) as number);
        for (const other of members.filter((member) => !member.bitField)) {
          const otherEnd = other.offset + (sizeOf(other.type, ILP32) ?? 0);
          expect(end <= other.offset || otherEnd <= field.offset, text).toBe(true);
        }
      }
    }
  });
});
