/**
 * Random programs that look at the same memory in several ways: unions with bit-fields and floats, structs as characters, words
 * at any offset of a buffer, copies and fills of constant and of computed lengths, pointers that may point to several objects,
 * heap memory. The inputs have sixteen bits together, so that all executions can be run (`exhaustive` in bounded-programs.ts).
 * Bytes are set before they are read, structs have no padding, no NaN is stored. gcc is told that types do not say what aliases.
 */
import { randomWords } from "../../src/interpreter/inputs.ts";

const DECLARATIONS = [
  "extern void *memcpy(void *, const void *, __SIZE_TYPE__); extern void *memmove(void *, const void *, __SIZE_TYPE__);",
  "extern void *memset(void *, int, __SIZE_TYPE__); extern void *malloc(__SIZE_TYPE__);",
  "union u { unsigned w; unsigned char b[4]; short s[2]; float g; struct { unsigned lo : 5; int mid : 7; unsigned hi : 20; } f; } u;",
  "struct s { int i; short h; unsigned char t[2]; unsigned long long l; unsigned p : 3; int q : 13; unsigned r : 16; int z; } s, t;",
  "unsigned char buf[16]; int arr[4]; unsigned c = x, d = y; unsigned char *p = buf, *h = malloc(8);",
];
const SCALARS = ["unsigned char", "signed char", "unsigned short", "short", "unsigned", "int", "unsigned long long"];
const BYTES: Readonly<Record<string, number>> = {
  "unsigned char": 1,
  "signed char": 1,
  "unsigned short": 2,
  short: 2,
  unsigned: 4,
  int: 4,
  "unsigned long long": 8,
};
/** Where there are bytes, and how many. */
const OBJECTS: readonly (readonly [string, number])[] = [
  ["(unsigned char *)&u", 4],
  ["(unsigned char *)&s", 24],
  ["(unsigned char *)&t", 24],
  ["buf", 16],
  ["(unsigned char *)arr", 16],
  ["h", 8],
  ["(unsigned char *)&c", 4],
  ["p", 8],
];
const MEMBERS = [
  "u.w",
  "u.f.lo",
  "u.f.mid",
  "u.f.hi",
  "s.i",
  "s.h",
  "s.l",
  "s.p",
  "s.q",
  "s.r",
  "t.i",
  "t.l",
  "t.q",
  "c",
  "d",
];

/** The body of `static unsigned program(unsigned char x, unsigned char y)`. */
export function byteProgram(seed: number): string {
  return new Generator(seed).program();
}

class Generator {
  readonly #next: () => number;
  /** Few objects a program: each is then looked at in several ways. */
  readonly #objects: readonly (readonly [string, number])[];
  readonly #members: readonly string[];
  #loops = 0;

  constructor(seed: number) {
    this.#next = randomWords(seed);
    this.#objects = Array.from({ length: 3 }, () => this.#pick(OBJECTS));
    this.#members = [...Array.from({ length: 4 }, () => this.#pick(MEMBERS)), "c", "d"];
  }

  #below(limit: number): number {
    return this.#next() % limit;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)] as T;
  }

  program(): string {
    const set = [
      "memset(&u, 0, sizeof u); memset(&s, x, sizeof s); memset(&t, 1, sizeof t); memset(h, 2, 8);",
      `memset(buf, ${this.#pick(["0", "y", "255"])}, sizeof buf); memset(arr, 0, sizeof arr);`,
    ];
    const body = Array.from({ length: 3 + this.#below(5) }, () => this.#statement(2));
    const sum = [this.#place(), this.#place(), this.#member(), this.#member(), this.#member()]
      .map((place, i) => `(unsigned)(${place}) * ${2 * i + 1}u`)
      .join(" + ");
    return [...DECLARATIONS, ...set, ...body, `unsigned sum = ${sum};`, "return (sum ^ sum >> 10 ^ sum >> 20) & 1023u;"]
      .map((line) => `  ${line}`)
      .join("\n");
  }

  /** An offset that leaves room for so many bytes of an object's. */
  #offset(size: number, bytes: number): string {
    const most = size - bytes;
    if (most === 0 || this.#below(3) > 0) return String(this.#below(most + 1));
    return `(${this.#expression(1)}) % ${most + 1}u`;
  }

  /** A scalar somewhere in an object. */
  #place(): string {
    const [object, size] = this.#pick(this.#objects);
    const type = this.#pick(SCALARS.filter((one) => (BYTES[one] as number) <= size));
    const offset = this.#offset(size, BYTES[type] as number);
    return `*(${type} *)(${object} + ${offset})`;
  }

  #member(): string {
    const kind = this.#below(6);
    if (kind === 0) return `u.b[${this.#offset(4, 1)}]`;
    if (kind === 1) return `s.t[${this.#offset(2, 1)}]`;
    if (kind === 2) return `arr[${this.#offset(4, 1)}]`;
    return this.#pick(this.#members);
  }

  #statement(depth: number): string {
    switch (this.#below(depth === 0 ? 9 : 13)) {
      case 0:
      case 1:
        return `${this.#place()} = ${this.#expression(2)};`;
      case 2:
      case 3:
        return `${this.#member()} = ${this.#expression(2)};`;
      case 4:
      case 5:
        return this.#copy();
      case 6: {
        const [object, size] = this.#pick(this.#objects);
        const [bytes, length] = this.#length(size);
        return `memset(${object} + ${this.#offset(size, bytes)}, ${this.#expression(1)}, ${length});`;
      }
      case 7:
        return this.#pick([
          "s = t;",
          "t = s;",
          "u.g = (float)(int)c;",
          "u.g = x * 0.25f;",
          "c = u.g < 3.5f;",
          "s.z = (u.g == 2.0f) + 7;",
          "p = c & 1 ? buf : (unsigned char *)arr;",
          "p = (unsigned char *)&s + (d & 7);",
          "p = h;",
        ]);
      case 8:
        return `d = ${this.#expression(2)};`;
      case 9:
      case 10: {
        const otherwise = this.#below(2) === 0 ? ` else { ${this.#statement(depth - 1)} }` : "";
        return `if (${this.#expression(1)} ${this.#pick(["<", "==", "!=", ">="])} ${this.#expression(1)}) { ${this.#statement(depth - 1)} }${otherwise}`;
      }
      default: {
        const i = `i${this.#loops++}`;
        const [to] = this.#pick(this.#objects);
        const [from] = this.#pick(this.#objects);
        return `for (unsigned ${i} = 0; ${i} < ${2 + this.#below(3)}; ${i}++) { (${to})[${i}] ${this.#pick(["=", "+=", "^="])} (${from})[3 - ${i} % 4]; ${this.#statement(0)} }`;
      }
    }
  }

  /** Bytes for which there has to be room, and the length itself. */
  #length(size: number): readonly [number, string] {
    const bytes = 1 + this.#below(Math.min(size, 8));
    return this.#below(3) === 0 ? [bytes, `(${this.#expression(1)}) % ${bytes + 1}u`] : [bytes, String(bytes)];
  }

  #copy(): string {
    const [[to, room], [from, size]] = [this.#pick(this.#objects), this.#pick(this.#objects)];
    const [bytes, length] = this.#length(Math.min(room, size));
    // Only memmove may copy between places that overlap; two names may be one object.
    return `memmove(${to} + ${this.#offset(room, bytes)}, ${from} + ${this.#offset(size, bytes)}, ${length});`;
  }

  #expression(depth: number): string {
    if (depth === 0 || this.#below(3) === 0) {
      const kind = this.#below(5);
      if (kind === 0) return `${this.#pick([0, 1, 2, 7, 128, 255, 1000, 65535])}u`;
      if (kind === 1) return this.#pick(["(unsigned)x", "(unsigned)y"]);
      if (kind === 2) return `(unsigned)${depth === 0 ? "c" : this.#place()}`;
      return `(unsigned)${this.#pick(this.#members)}`;
    }
    const [left, right] = [this.#expression(depth - 1), this.#expression(depth - 1)];
    switch (this.#below(5)) {
      case 0:
        return `(${left} ${this.#pick(["&", "|", "^"])} ${right})`;
      case 1:
        return `(${left} ${this.#pick(["<<", ">>"])} (${right} & 31u))`;
      case 2:
        return `(unsigned)(${this.#pick(SCALARS)})(${left})`;
      default:
        return `(${left} ${this.#pick(["+", "-", "*"])} ${right})`;
    }
  }
}
