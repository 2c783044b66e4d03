import { describe, expect, it } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import type { Verdict } from "../../evidence/claim.ts";
import type { RecordedInput } from "../../interpreter/inputs.ts";
import { buildModel } from "../../model/build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../model/options.ts";
import type { Property } from "../../model/properties.ts";
import { bitsSolver } from "../../smt/bits/solver.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget, whileItLasts } from "../../util/budget.ts";
import { contextFor } from "../context.ts";
import { presetNamed } from "../index.ts";
import { planFor } from "../schedule-plan.ts";
import { subjectOf } from "../schedule-subject.ts";

const NONDET = `
  extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);
  extern unsigned __VERIFIER_nondet_uint(void); void reach_error(void);
  int strcmp(const char *, const char *); unsigned long strlen(const char *); void *memcpy(void *, const void *, unsigned long);`;

/** Undefined: nothing found with so much work. */
function search(body: string, property: Property = "unreach-call", work = 100_000): Verdict | undefined {
  const model = buildModel(programOf(`${NONDET}${body}`), { ...DEFAULT_MODEL_OPTIONS, properties: [property] });
  const preset = presetNamed("concolic");
  const budget = new Budget(undefined, undefined, work);
  const context = contextFor(preset, { budget, solvers: { own: ownSolver, bits: bitsSolver }, entry: "main" });
  return whileItLasts(budget, () => preset.run(model, context));
}

function inputsOf(verdict: Verdict | undefined): number[] {
  if (verdict?.kind !== "unsafe") throw new Error(`unsafe expected, not ${verdict?.kind}`);
  return (verdict.counterexample.inputs as readonly RecordedInput[]).map(({ value }) => Number(value));
}

describe("concolic search", () => {
  it("solves for what is compared after arithmetic", () => {
    const found = search(
      "int main(void) { int x = __VERIFIER_nondet_int(); if (x % 1000 == 617 && x / 1000 == 4711) reach_error(); return 0; }",
    );
    expect(inputsOf(found)).toEqual([4711617]);
  });

  it("reads words through the library's text", () => {
    const found = search(`int main(void) {
      char word[8]; int i;
      for (i = 0; i < 7; i++) word[i] = (char)__VERIFIER_nondet_uchar();
      word[7] = 0;
      if (strcmp(word, "secret") == 0) reach_error();
      return 0; }`);
    expect(String.fromCharCode(...inputsOf(found).slice(0, 6))).toBe("secret");
  });

  it("reads words whose characters are asked for at several places", () => {
    const found = search(
      `int main(void) {
      char word[8]; int n = 0; unsigned char c = __VERIFIER_nondet_uchar();
      while (c != 0) { if (n < 7) word[n++] = (char)c; c = __VERIFIER_nondet_uchar(); }
      word[n] = 0;
      if (strcmp(word, "secret") == 0) reach_error();
      return 0; }`,
      "unreach-call",
      40_000,
    );
    expect(String.fromCharCode(...inputsOf(found).slice(0, 6))).toBe("secret");
  });

  it("adds numbers of a line of words, whose characters are asked for at two places", () => {
    const console = (check: string) => `
      static int number(const char *s, int *out) {
        int value = 0;
        if (*s == 0) return 0;
        for (; *s; s++) {
          int digit = *s - '0';
          if (digit < 0 || digit > 9 || value > (0x7fffffff - digit) / 10) return 0;
          value = value * 10 + digit; }
        *out = value;
        return 1; }
      int main(void) {
        char line[40], *words[4], *at; int n, i, count, value, total;
        for (;;) {
          unsigned char c = __VERIFIER_nondet_uchar(); if (c == 0) return 0;
          for (n = 0; c != 0 && c != '\\n'; c = __VERIFIER_nondet_uchar()) if (n < 39) line[n++] = (char)c;
          line[n] = 0; count = 0; at = line; total = 0;
          for (;;) {
            while (*at == ' ') at++;
            if (*at == 0) break;
            if (count == 4) return 0;
            words[count++] = at;
            while (*at != 0 && *at != ' ') at++;
            if (*at != 0) *at++ = 0; }
          if (count < 2 || strcmp(words[0], "add") != 0) continue;
          for (i = 1; i < count && number(words[i], &value); i++) { ${check} total += value; } } }`;
    expect(search(console(""), "no-overflow", 2_000_000)?.kind).toBe("unsafe");
    expect(search(console("if (total > 0x7fffffff - value) break;"), "no-overflow", 200_000)?.kind).not.toBe("unsafe");
  });

  it("makes an operation fail", () => {
    const sum = `int main(void) { short a[12]; int i, sum = 0;
      for (i = 0; i < 12; i++) a[i] = (short)__VERIFIER_nondet_int();
      for (i = 0; i < 12; i++) sum += a[i] * 5600;
      return sum > 0; }`;
    expect(search(sum, "no-overflow")?.kind).toBe("unsafe");
    expect(search(sum.replace("5600", "5400"), "no-overflow", 20_000)?.kind).not.toBe("unsafe");
  });

  it("goes to the ends of arrays", () => {
    const table = `static int table[40];
      int main(void) { unsigned i = __VERIFIER_nondet_uint(); if (i * 3 > 3 * 40 || i > 1000) return 0; table[i] = 1; return 0; }`;
    expect(inputsOf(search(table, "valid-deref"))).toEqual([40]);
    expect(search(table.replace("i * 3 > ", "i * 3 >= "), "valid-deref", 20_000)?.kind).not.toBe("unsafe");
  });

  it("meets a checksum", () => {
    const frame = `static unsigned char table[256];
      int main(void) {
        unsigned char data[3], sum = 0; int i;
        for (i = 0; i < 256; i++) table[i] = (unsigned char)(i * 7 + 3);
        for (i = 0; i < 3; i++) { data[i] = __VERIFIER_nondet_uchar(); sum = table[sum ^ data[i]]; }
        if (sum != __VERIFIER_nondet_uchar()) return 0;
        if (data[0] == 77 && data[2] == 200) reach_error();
        return 0; }`;
    expect(inputsOf(search(frame)).slice(0, 3)).toEqual([77, expect.anything(), 200]);
  });

  it("finds a sequence of requests", () => {
    const found = search(`int main(void) {
      int held = 0, key = 0;
      for (;;) switch (__VERIFIER_nondet_uchar()) {
        case 10: if (held < 3) held++; break;
        case 20: if (held == 3) key = __VERIFIER_nondet_int(); break;
        case 30: if (key == 987654321) reach_error(); break;
        default: return 0;
      } }`);
    expect(found?.kind).toBe("unsafe");
  });

  it("gives up where there is nothing to solve for", () => {
    expect(search("int main(void) { return 0; }")).toMatchObject({
      kind: "unknown",
      reason: "the program reads no inputs",
    });
    const plain = "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5 && x < 3) reach_error(); return 0; }";
    expect(search(plain, "unreach-call", 500_000)).toMatchObject({
      kind: "unknown",
      reason: expect.stringContaining("nothing new to try"),
    });
  });

  it("gives the same answer each time", () => {
    const body =
      "int main(void) { int x = __VERIFIER_nondet_int(); if ((x ^ 21) == 7 * __VERIFIER_nondet_uchar() + 1000) reach_error(); return 0; }";
    expect(inputsOf(search(body))).toEqual(inputsOf(search(body)));
  });
});

it.each([
  ["valid-deref", true],
  ["valid-memtrack", true],
  ["unreach-call", false],
  ["no-overflow", false],
] as const)("has longer turns where accesses to memory are asked about: %s", (property, longer) => {
  const options = { ...DEFAULT_MODEL_OPTIONS, properties: [property] };
  const model = buildModel(programOf("int main(void) { return 0; }"), options);
  expect(planFor(subjectOf(model), ["concolic"]).longer).toEqual(longer ? ["concolic"] : []);
});

it.each([
  ["table[x & 7]", true],
  ["x & 7", false],
])("has longer turns where numbers that come from memory may overflow: %s", (read, longer) => {
  const options = { ...DEFAULT_MODEL_OPTIONS, properties: ["no-overflow"] as const };
  const body = `unsigned x = __VERIFIER_nondet_uint(); table[x % 8] = x; while (n++ < 1000) sum += ${read}; return sum;`;
  const text = `unsigned __VERIFIER_nondet_uint(void); int table[8]; int main(void) { int n = 0, sum = 0; ${body} }`;
  const subject = subjectOf(buildModel(programOf(text), options));
  expect(planFor(subject, ["concolic"]).longer).toEqual(longer ? ["concolic"] : []);
});
