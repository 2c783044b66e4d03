import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { answerOf, type Setting } from "../../../tests/verdicts/campaign.ts";
import { checkInduction } from "../../evidence/induction-check.ts";
import { checkUnrolling } from "../../evidence/unrolling-check.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../../model/model.ts";
import { BitsSession } from "../../smt/bits/session.ts";
import { BitsSolver, plainBitsSolver } from "../../smt/bits/solver.ts";
import { loadCadical } from "../../smt/sat/cadical.ts";
import { provedSat, wasmSat } from "../../smt/sat/wasm-solver.ts";
import type { SolverOptions } from "../../smt/solver.ts";
import { Budget } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import { contextFor, solversOf } from "../context.ts";
import type { Preset, Statistics } from "../engine.ts";
import { BoundedModelChecking } from "./bmc.ts";
import { bmc } from "./index.ts";
import { RoundUnrolling } from "./rounds.ts";
import { Unrolling } from "./unrolling.ts";

const HEAD = `extern int __VERIFIER_nondet_int(void); extern float __VERIFIER_nondet_float(void);
extern unsigned char __VERIFIER_nondet_uchar(void); void reach_error(void);
`;
// Looks at the clock, about a thousand units of work each.
const WORK = 2000;

function answer(engine: string, text: string, work = WORK): string {
  const setting: Setting = { engine, bits: 64, slicing: "on", signedOverflow: "assume-none" };
  return answerOf(HEAD + text, setting, ["unreach-call"], work).answer;
}

/** Safe, and unsafe with the other number. */
const BOUNDED: readonly (readonly [what: string, text: (n: number) => string, safe: number, unsafe: number])[] = [
  [
    "counts bits",
    (n) =>
      `int main(void) { unsigned x = __VERIFIER_nondet_uchar(), n = 0; for (int i = 0; i < 8; i++) n += (x >> i) & 1;
       if (n == ${n}) reach_error(); }`,
    9,
    8,
  ],
  [
    "multiplies",
    (n) =>
      `int main(void) { unsigned x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
       if (x > 1 && y > 1 && x * y == ${n}) reach_error(); }`,
    61 * 257,
    61 * 251,
  ],
  [
    "adds floats",
    (n) =>
      `int main(void) { float f = __VERIFIER_nondet_float(); if (f >= 0.0f && f <= 1.0f && f + 1.0f > ${n}.0f) reach_error(); }`,
    2,
    1,
  ],
  [
    "indexes an array by an input",
    (n) =>
      `int main(void) { int a[4] = {3, 5, 7, 9}; unsigned i = __VERIFIER_nondet_uchar() & 3; a[i] += 2; int s = 0;
       for (int j = 0; j < 4; j++) s += a[j]; if (s != ${n}) reach_error(); }`,
    26,
    27,
  ],
  [
    "recurses",
    (n) =>
      `int f(int n) { return n <= 0 ? 0 : n + f(n - 1); }
       int main(void) { int n = __VERIFIER_nondet_uchar() & 7; if (f(n) == ${n}) reach_error(); }`,
    22,
    21,
  ],
  [
    "nests loops, and leaves them",
    (n) =>
      `int main(void) { int s = 0; for (int i = 0; i < 4; i++) { for (int j = 0; j < 4; j++) { if (__VERIFIER_nondet_int() > 5) break; s += i; } }
       if (s == ${n}) reach_error(); }`,
    25,
    24,
  ],
];

/** Of the proof that a program is safe. */
function conflicts(text: string): number {
  const [preset] = bmc.presets as [Preset];
  const statistics: Statistics = {};
  const solvers = solversOf({});
  const context = contextFor(preset, { budget: new Budget(), solvers, entry: "main", statistics });
  expect(preset.run(modelOf(HEAD + text), context).kind).toBe("safe");
  return statistics["conflicts"] as number;
}

describe("bounded model checking", () => {
  it.each(BOUNDED)("decides a program that %s", (_, text, safe, unsafe) => {
    expect(answer("bmc", text(safe))).toBe("safe");
    expect(answer("bmc", text(unsafe))).toBe("unsafe");
  });

  it("finds a violation in a loop without end, and proves nothing of one", () => {
    const loop = (n: number) =>
      `int main(void) { unsigned x = 0; while (__VERIFIER_nondet_int()) { x += 2; if (x == ${n}) reach_error(); } }`;
    expect(answer("bmc", loop(10))).toBe("unsafe");
    expect(answer("bmc", loop(11), 50)).toBe("unknown");
  });

  it("tells that a question is the last one where all loops are seen to end, and nowhere else", () => {
    const told = (text: string): number => {
      const model = modelOf(HEAD + text);
      const context = contextFor(bmc.presets[0] as Preset, {
        ...{ budget: new Budget(), solvers: solversOf({}), entry: "main" },
        conclusive: () => {
          times += 1;
        },
      });
      let times = 0;
      const search = new BoundedModelChecking(model, context);
      for (let depth = 0; depth < 12; depth += 1) if (search.deepen() !== undefined) break;
      search.dispose();
      return times;
    };
    const loop = (most: string) =>
      `int main(void) { int n = 0; for (int i = 0; i < ${most}; i++) if (__VERIFIER_nondet_int()) n++; if (n > 6) reach_error(); }`;
    expect(told(loop("6"))).toBe(1);
    expect(told(loop("__VERIFIER_nondet_int()"))).toBe(0);
  });

  it("answers a hard question once where loops are seen to end, not for every round", () => {
    const text = (loop: string) =>
      `int main(void) { unsigned char x = __VERIFIER_nondet_uchar() & 63, y = __VERIFIER_nondet_uchar() & 63; ${loop}
       // Another input, so that not all are tried.
       if ((unsigned char)(x * y) != (unsigned char)(y * x) && __VERIFIER_nondet_int() != 7) reach_error(); }`;
    const once = conflicts(text(""));
    expect(once).toBeGreaterThan(2000);
    expect(conflicts(text("while (x & 1) { x >>= 1; y ^= x; }"))).toBeLessThan(2 * once);
  });
});

const LOOPS: readonly (readonly [what: string, text: (n: number) => string, safe: number, unsafe: number])[] = [
  [
    "keeps a bit clear",
    (n) =>
      `int main(void) { unsigned x = 0; while (__VERIFIER_nondet_int()) { x += ${n}; if (x & 1) reach_error(); } }`,
    2,
    3,
  ],
  [
    "turns three values round",
    (n) =>
      `int main(void) { int a = 0, b = 1, c = ${n}; while (__VERIFIER_nondet_int()) { int t = a; a = b; b = c; c = t; if (a == b) reach_error(); } }`,
    2,
    1,
  ],
  [
    "runs two loops one after the other, and one inside",
    (n) =>
      `int main(void) { unsigned char m = 1; while (__VERIFIER_nondet_int()) { m = (m << 1) | (m >> 7); if (m == ${n}) reach_error(); }
       while (__VERIFIER_nondet_int()) { if (m == ${n}) reach_error(); while (__VERIFIER_nondet_int()) { m ^= 0; if (m == ${n}) reach_error(); } } }`,
    0,
    16,
  ],
  [
    "runs two loops of which the second takes longer to forget",
    (n) =>
      `unsigned char one(void) { return __VERIFIER_nondet_int() ? 3 : __VERIFIER_nondet_int() ? 1 : 0; }
       int main(void) { unsigned char a = 0, b = 0, c, d, e; while (__VERIFIER_nondet_int()) { if (a == 2) reach_error(); a = b; b = one(); }
       c = d = e = 0; while (__VERIFIER_nondet_int()) { if (c == ${n}) reach_error(); c = d; d = e; e = one(); } }`,
    2,
    3,
  ],
];

/** Ways out of two loops, out of the middle of one, past both. */
const wayOut = (end: string) => `unsigned f(unsigned x) {
    if (x == 0) return 7;
    if (x < 64) { while (x < 64) { if (x == 5) return 1; x = 2 * x + 1; } } else while (x >= 64) x = x / 2;
    return x; }
  int main(void) { unsigned x = f(__VERIFIER_nondet_uchar()); ${end} }`;
const ENDS = [7, 1, 127, 63, 32];
const NO_ENDS = [0, 5, 128];

describe("the unrolling", () => {
  /** Gates of all executions with so many rounds of each loop. */
  function gates(text: string, rounds: number): number {
    const model = modelOf(HEAD + text);
    const session = new BitsSession({}, wasmSat);
    new RoundUnrolling(model, new Unrolling(model, session, () => {})).unwind(rounds);
    const { size } = session;
    session.dispose();
    return size.gates;
  }

  it("goes on once behind loops, whatever ways lead out of them", () => {
    const cost = (rounds: number) =>
      gates(wayOut("if (x * x * x == 77) reach_error();"), rounds) -
      gates(wayOut("if (x == 77) reach_error();"), rounds);
    expect(cost(3)).toBeGreaterThan(100);
    expect(cost(8)).toBeLessThan(2 * cost(3));
  });

  it("has the executions of all ways out of loops", () => {
    for (const end of ENDS) expect(answer("bmc", wayOut(`if (x == ${end}) reach_error();`))).toBe("unsafe");
    for (const other of NO_ENDS) expect(answer("bmc", wayOut(`if (x == ${other}) reach_error();`))).toBe("safe");
  });
});

describe("k-induction", () => {
  it.each(LOOPS)("decides a program that %s", (_, text, safe, unsafe) => {
    expect(answer("k-induction", text(safe))).toBe("safe");
    expect(answer("k-induction", text(unsafe))).toBe("unsafe");
  });
});

/** What the program with a loop of two entries makes of its input. */
function jumped(input: number): number {
  let x = input;
  for (let i = 0; i < 2; i++) {
    let atMiddle = (x & 1) === 1;
    for (;;) {
      if (!atMiddle) {
        x += 3;
        if (x % 8 === 2) break;
      }
      if (x >= 40) break;
      x += 8;
      atMiddle = false;
    }
  }
  return x;
}

/** All places of at most so many rounds. */
class Within extends Set<string> {
  readonly #rounds: number;

  constructor(rounds: number) {
    super();
    this.#rounds = rounds;
  }

  override has(name: string): boolean {
    return [...name.matchAll(/:(\d+)/g)].every(([, count]) => Number(count) <= this.#rounds);
  }
}

describe("the checker of unrollings", () => {
  const counting = modelOf(`${HEAD}int main(void) { int i = 0; while (i < 5) i++; if (i == 6) reach_error(); }`);
  const turning = modelOf(
    `${HEAD}int main(void) { int a = 0, b = 1, c = 2; while (__VERIFIER_nondet_int()) { int t = a; a = b; b = c; c = t; if (a == b) reach_error(); } }`,
  );
  const unlabelled = { granularity: "cut-points", locations: [], labelsAt: () => [] } as const;

  it.each(["the kernel and its proofs", "cadical"])(
    "proves what is complete, and nothing less, with %s",
    async (name) => {
      const bits = plainBitsSolver(name === "cadical" ? await loadCadical() : provedSat);
      expect(checkUnrolling(counting, new Within(6), bits, new Budget()).kind).toBe("proved");
      expect(checkUnrolling(counting, new Within(4), bits, new Budget()).kind).toBe("refuted");
      expect(checkUnrolling(turning, new Within(19), bits, new Budget()).kind).toBe("refuted");
      expect(checkInduction(turning, unlabelled, 3, bits, new Budget()).kind).toBe("proved");
      expect(checkInduction(turning, unlabelled, 1, bits, new Budget()).kind).toBe("refuted");
    },
  );

  it("does not believe an invariant that is not one", () => {
    const bits = plainBitsSolver(provedSat);
    const head = [...new Set([turning.entry, ...turning.edgesFrom(turning.entry).map((edge) => edge.target)])];
    const labels = { ...unlabelled, locations: head, labelsAt: () => [] };
    expect(checkInduction(turning, labels, 1, bits, new Budget()).kind).toBe("refuted");
  });

  it.each([1, 2, 3])("follows every edge where several are open: %s", (value) => {
    const model = modelOf(
      `${HEAD}int main(void) { int x = 0, y = __VERIFIER_nondet_int() ? 4 : 5; if (y == 5) x = 1; else x = 2; if (x == ${value}) reach_error(); }`,
    );
    // Without its conditions the branch on y is a choice.
    const choice = (op: ModelOp) =>
      op.kind === "assume" && [...variablesOf(op.condition)].some(({ name }) => name === "y");
    const edgesOf = new Map<ModelLocation, readonly ModelEdge[]>();
    const edgesFrom = (location: ModelLocation) =>
      memoised(edgesOf, location, () =>
        model.edgesFrom(location).map((edge) => ({ ...edge, ops: edge.ops.filter((op) => !choice(op)) })),
      );
    const open: Model = {
      ...model,
      program: model.program,
      entry: model.entry,
      properties: model.properties,
      edgesFrom,
    };
    const expected = value === 3 ? "proved" : "refuted";
    expect(checkUnrolling(open, new Within(4), plainBitsSolver(provedSat), new Budget()).kind).toBe(expected);
  });

  /** What the checker says of a claim of so many rounds, and how large its circuits are. */
  function checked(text: string, rounds: number): { readonly kind: string; readonly gates: number } {
    const solvers: BitsSolver[] = [];
    const create = (options?: SolverOptions) => {
      const solver = new BitsSolver({ ...options, rewriting: "off" }, provedSat);
      solvers.push(solver);
      return solver;
    };
    const { kind } = checkUnrolling(modelOf(HEAD + text), new Within(rounds), { name: "bits", create }, new Budget());
    return { kind, gates: Math.max(...solvers.map(({ size }) => size.gates)) };
  }

  it("goes on once behind loops, whatever ways lead out of them", () => {
    const cost = (rounds: number) =>
      checked(wayOut("if (x * x * x == 77) reach_error();"), rounds).gates -
      checked(wayOut("if (x == 77) reach_error();"), rounds).gates;
    expect(cost(3)).toBeGreaterThan(100);
    expect(cost(8)).toBeLessThan(2 * cost(3));
  });

  it("has the executions of all ways out of loops", () => {
    for (const end of ENDS) expect(checked(wayOut(`if (x == ${end}) reach_error();`), 9).kind).toBe("refuted");
    for (const other of NO_ENDS) expect(checked(wayOut(`if (x == ${other}) reach_error();`), 9).kind).toBe("proved");
    expect(checked(wayOut("if (x == 0) reach_error();"), 4).kind).toBe("refuted");
  });

  it("has the executions of a loop with two entries, left in two places", () => {
    const jumping = (end: number) => `int main(void) { unsigned x = __VERIFIER_nondet_uchar();
      for (int i = 0; i < 2; i++) { if (x & 1) goto middle;
        top: x += 3; if (x % 8 == 2) continue;
        middle: if (x < 40) { x += 8; goto top; } }
      if (x == ${end}) reach_error(); }`;
    const ends = new Set(Array.from({ length: 256 }, (_, x) => jumped(x)));
    for (const end of [40, 41, 42, 43, 44, 48, 51, 50, 58]) {
      expect([end, checked(jumping(end), 8).kind]).toEqual([end, ends.has(end) ? "refuted" : "proved"]);
    }
  });

  it("finds errors within the bound", () => {
    const bits = plainBitsSolver(provedSat);
    const bad = modelOf(`${HEAD}int main(void) { int i = 0; while (i < 5) i++; if (i == 5) reach_error(); }`);
    expect(checkUnrolling(bad, new Within(6), bits, new Budget()).kind).toBe("refuted");
    expect(checkInduction(bad, unlabelled, 9, bits, new Budget()).kind).toBe("refuted");
  });
});
