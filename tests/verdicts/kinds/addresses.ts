/**
 * What C says of addresses and what it leaves open. A program has two objects that live, takes their addresses as integers in
 * one of several ways, and asks something of them. What C excludes is never so (safe); what it demands always is (unsafe, as
 * a binary shows); what it leaves open may be so (unsafe, though one binary has only one layout and need not show it).
 */
import { below, type Generated, type Kind, pick } from "./kind.ts";

interface ObjectKind {
  readonly type: string;
  readonly align: number;
  readonly length: number;
}

const OBJECTS: readonly ObjectKind[] = [
  { type: "int", align: 4, length: 1 },
  { type: "int", align: 4, length: 3 },
  { type: "short", align: 2, length: 1 },
  { type: "short", align: 2, length: 4 },
  { type: "char", align: 1, length: 1 },
  { type: "char", align: 1, length: 7 },
];

const STORAGE = ["global", "static", "local", "heap", "outer"] as const;
type Storage = (typeof STORAGE)[number];

interface Question {
  readonly condition: string;
  readonly answer: "never" | "always" | "open";
}

function sizeOf({ align, length }: ObjectKind): number {
  return align * length;
}

/** Questions about `a` and `b`, the addresses of the two objects, which are `p` and `q` as pointers. */
function questions(x: ObjectKind, storageOfX: Storage, y: ObjectKind): readonly Question[] {
  const size = sizeOf(x);
  const always = (condition: string): Question => ({ condition, answer: "always" });
  const never = (condition: string): Question => ({ condition, answer: "never" });
  const open = (condition: string): Question => ({ condition, answer: "open" });
  const found: Question[] = [
    never("a == b"),
    never("(void *)p == (void *)q"),
    never("a == 0 || p == 0"),
    never("a < b && b < a"),
    never(`a <= b && b < a + ${size}`),
    never(`a + ${size} < a`),
    never("(uintptr_t)(p + 1) - a != sizeof *p"),
    never("(char *)p - (char *)q == 0"),
    never("(uintptr_t)(void *)a != a"),
    never("p != (void *)a"),
    always("a != b"),
    always("a < b || b < a"),
    always(`a % ${x.align} == 0 && b % ${y.align} == 0`),
    always("(char *)p != (char *)q"),
    open("a < b"),
    open("b < a"),
    open("(char *)p < (char *)q"),
    open("(char *)q - (char *)p > 0"),
    open("a >= 1000000"),
    open("a < 1000000"),
    open("(a >> 4) % 2 == 1"),
    open("(unsigned char)(a / 16) == 0"),
  ];
  if (x.align > 1) found.push(never(`a % ${x.align} != 0`), never(`(a | ${x.align - 1}) - ${x.align - 1} != a`));
  // What compilers align more than they have to is left out.
  if (size < 16 && storageOfX !== "heap") found.push(open(`a % ${2 * x.align} != 0`));
  if (size % y.align === 0) found.push(open(`a + ${size} == b`));
  return found;
}

function declaration(name: string, { type, length }: ObjectKind): string {
  return `${type} ${name}[${length}];`;
}

function generate(word: () => number): Generated {
  const x = pick(word, OBJECTS);
  const y = pick(word, OBJECTS);
  const [whereX, whereY] = [pick(word, STORAGE), pick(word, STORAGE)];
  const wanted = pick(word, ["never", "always", "open", "never"] as const);
  const question = pick(
    word,
    questions(x, whereX, y).filter((one) => one.answer === wanted),
  );
  const outside: string[] = [];
  const inside: string[] = [];
  const pointer = (name: string, kind: ObjectKind, where: Storage) => {
    switch (where) {
      case "global":
        outside.push(declaration(name, kind));
        return name;
      case "static":
        inside.push(`static ${declaration(name, kind)}`);
        return name;
      case "local":
        inside.push(`${declaration(name, kind)} ${name}[0] = 1;`);
        return name;
      case "heap":
        inside.push(`${kind.type} *${name} = malloc(${sizeOf(kind)}); if (${name} == 0) return 0;`);
        return name;
      case "outer":
        return `of_main_${name}`;
    }
  };
  const outer = [
    ...(whereX === "outer" ? [{ name: "x", kind: x }] : []),
    ...(whereY === "outer" ? [{ name: "y", kind: y }] : []),
  ];
  const [p, q] = [pointer("x", x, whereX), pointer("y", y, whereY)];
  const parameters = outer.map(({ name, kind }) => `${kind.type} *of_main_${name}`).join(", ") || "void";
  const text = `#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
union both { void *pointer; uintptr_t integer; };
struct held { int tag; uintptr_t integer; };
static uintptr_t number(void *pointer) { return (uintptr_t)pointer; }
static uintptr_t through_union(void *pointer) { union both u; u.pointer = pointer; return u.integer; }
static uintptr_t through_memory(void *pointer) { uintptr_t i; memcpy(&i, &pointer, sizeof i); return i; }
static uintptr_t through_member(void *pointer) { struct held h = {1, (uintptr_t)pointer}; return h.integer; }
${outside.join("\n")}
static int ask(${parameters}) {
  ${inside.join("\n  ")}
  ${x.type} *p = ${p};
  ${y.type} *q = ${q};
  uintptr_t a = ${taken(word, "p")}, b = ${taken(word, "q")};
  if (${question.condition}) reach_error();
  return 1;
}
int main(void) {
  ${outer.map(({ name, kind }) => `${declaration(`${name}_of_main`, kind)} ${name}_of_main[0] = 1;`).join("\n  ")}
  return ask(${outer.map(({ name }) => `${name}_of_main`).join(", ")}) - 1;
}
`;
  return {
    text,
    truth: question.answer === "never" ? "safe" : "unsafe",
    options: [],
    confirm: question.answer === "open" ? { kind: "none", why: "a binary has one layout of many" } : { kind: "runs" },
  };
}

function taken(word: () => number, pointer: string): string {
  const ways = ["(uintptr_t)", "number", "through_member", "(uintptr_t)", "through_union", "through_memory"];
  return `${ways[below(word, ways.length)]}(${pointer})`;
}

export const addresses: Kind = { name: "addresses", generate };
