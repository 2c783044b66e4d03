/** Recursion is followed step by step, as loops are. */
import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { answerOf, type Setting } from "../../../tests/verdicts/campaign.ts";
import type { Certificate } from "../../evidence/claim.ts";
import { certificateFrom, plainCertificate } from "../../evidence/kept-certificate.ts";
import { checkUnrolling } from "../../evidence/unrolling-check.ts";
import type { Model } from "../../model/model.ts";
import { BitsSolver } from "../../smt/bits/solver.ts";
import { provedSat } from "../../smt/sat/wasm-solver.ts";
import type { SolverOptions } from "../../smt/solver.ts";
import { Budget } from "../../util/budget.ts";
import { contextFor, solversOf } from "../context.ts";
import type { Preset } from "../engine.ts";
import { bmc } from "./index.ts";

const HEAD = "extern unsigned char __VERIFIER_nondet_uchar(void); void reach_error(void);\n";
const SETTING: Setting = { engine: "bmc", bits: 64, slicing: "on", signedOverflow: "assume-none" };

function answer(text: string) {
  return answerOf(HEAD + text, SETTING, ["unreach-call"], 4000);
}

/** Safe, and unsafe with the other number. */
const PROGRAMS: readonly (readonly [what: string, text: (n: number) => string, safe: number, unsafe: number])[] = [
  [
    "goes deeper than other engines' models, through a pointer to a local",
    (n) => `int sum(int n) { int own = n, *p = &own; if (n <= 0) return 0; int below = sum(n - 1); return *p + below; }
      int main(void) { int n = __VERIFIER_nondet_uchar(); if (n > 16) return 0; if (sum(n) == ${n}) reach_error(); return 0; }`,
    130,
    120,
  ],
  [
    "has its error 40 calls deep",
    (n) => `int down(int n, int depth) { if (depth == ${n}) reach_error(); return n <= 0 ? 0 : down(n - 1, depth + 1); }
      int main(void) { return down(__VERIFIER_nondet_uchar() & 40, 0); }`,
    41,
    40,
  ],
  [
    "calls itself twice",
    (n) => `int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
      int main(void) { int n = __VERIFIER_nondet_uchar(); if (n > 7) return 0; if (fib(n) == ${n}) reach_error(); return 0; }`,
    9,
    13,
  ],
  [
    "calls itself for its own argument",
    (n) => `int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
      int main(void) { int n = __VERIFIER_nondet_uchar() & 1; if (ack(2, n) == ${n}) reach_error(); return 0; }`,
    6,
    5,
  ],
  [
    "calls itself through another",
    (
      n,
    ) => `int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }
      int main(void) { int n = __VERIFIER_nondet_uchar() & 31; if (even(n) != !(n & 1) || (n == ${n} && odd(n))) reach_error(); return 0; }`,
    14,
    13,
  ],
  [
    "calls itself in a loop, and is called in one",
    (
      n,
    ) => `int leaves(int n) { int s = 0; if (n == 0) return 1; for (int i = 0; i < n; i++) s += leaves(n - 1); return s; }
      int main(void) { int s = 0, n = __VERIFIER_nondet_uchar() & 3; for (int i = 0; i <= n; i++) s += leaves(i); if (s == ${n}) reach_error(); return 0; }`,
    9,
    10,
  ],
];

const [preset] = bmc.presets as [Preset];

function proofOf(model: Model): Certificate {
  const context = contextFor(preset, { budget: new Budget(), solvers: solversOf({}), entry: "main" });
  const verdict = preset.run(model, context);
  if (verdict.kind !== "safe") throw new Error("the program should be safe");
  return verdict.certificate;
}

const deeper = (text: string) => modelOf(HEAD + text).deeper?.() as Model;
const placesOf = ({ unrolling }: Certificate) => unrolling?.places ?? new Set<string>();

/** What the checker says of places, and how large its circuits are. */
function checked(model: Model, places: ReadonlySet<string>) {
  const solvers: BitsSolver[] = [];
  const create = (options?: SolverOptions) => {
    const solver = new BitsSolver({ ...options, rewriting: "off" }, provedSat);
    solvers.push(solver);
    return solver;
  };
  const { kind } = checkUnrolling(model, places, { name: "bits", create }, new Budget());
  return { kind, gates: Math.max(...solvers.map(({ size }) => size.gates)) };
}

/** A step of recursion in the middle of a function, with what follows it in each activation. */
const around = (
  most: number,
) => `int seen; void down(int n) { if (n > 0) down(n - 1); seen += n; if (seen > 5000) seen -= 7; }
  int main(void) { int n = __VERIFIER_nondet_uchar(); if (n > ${most}) return 0; down(n); if (seen < 0) reach_error(); return 0; }`;
const fibonacci = (PROGRAMS[2] as (typeof PROGRAMS)[number])[1](9);

describe("recursion", () => {
  it.each(PROGRAMS)("is decided of a program that %s", (_, text, safe, unsafe) => {
    expect(answer(text(safe)).answer).toBe("safe");
    expect(answer(text(unsafe)).answer).toBe("unsafe");
  });

  it("is followed to a limit, which is told", () => {
    const text =
      "int down(int n) { return n <= 0 ? 0 : down(n - 1); } int main(void) { if (down(2000)) reach_error(); }";
    expect(answer(text)).toEqual({
      answer: "unknown",
      reason: expect.stringMatching(/recursion of down deeper than 1000/),
    });
  });

  it("is followed only where executions go", () => {
    // A tree of seven levels has 254 calls below its root, of which 40 happen.
    expect(placesOf(proofOf(deeper(fibonacci))).size).toBe(41);
  });

  it("is checked to be followed everywhere, once behind each activation", () => {
    const [few, many] = [8, 24].map((most) => {
      const model = deeper(around(most));
      const places = placesOf(proofOf(model));
      const check = checked(model, places);
      expect(check.kind).toBe("proved");
      expect(checked(model, new Set([...places].slice(0, -1))).kind).toBe("refuted");
      return check.gates;
    }) as [number, number];
    expect(many).toBeLessThan(4 * few);
  });

  it("is kept as a claim about another reading of the program", () => {
    const model = deeper(fibonacci);
    const again = deeper(fibonacci);
    const read = certificateFrom(again, plainCertificate(model, proofOf(model)));
    expect(checked(again, placesOf(read)).kind).toBe("proved");
  });

  it("has more room only where there is any", () => {
    const recursive = (local: string) =>
      modelOf(`${HEAD}int f(int n) { ${local}; int *p = &own; return n ? f(n - 1) + *p : 0; }
      int main(void) { if (f(__VERIFIER_nondet_uchar()) < 0) reach_error(); }`);
    expect(recursive("int own = n").deeper).toBeDefined();
    expect(recursive("int own = n; char large[1 << 26]; large[n] = 1; own = large[n + 1]").deeper).toBeUndefined();
    expect(
      modelOf(`${HEAD}int main(void) { if (__VERIFIER_nondet_uchar() > 7) reach_error(); }`).deeper,
    ).toBeUndefined();
  });
});
