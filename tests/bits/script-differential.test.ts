/** A sample of `npm run test:scripts`. */
import { describe, expect, it } from "vitest";
import { runs, THOROUGH } from "../support/thorough.ts";
import { newer, questionAt, ruleOnModel, ruleOnUnsat } from "./arbitrate.ts";
import { LOGICS, type RandomScript, randomScript } from "./random-scripts.ts";
import { emptyScriptTally, hasZ3Program, scriptProblems, showScript } from "./script-differential.ts";

describe.skipIf(!hasZ3Program())("random scripts over bits, by hone and by Z3 (skipped without the program z3)", () => {
  it("have the same answers, models and cores", () => {
    const tally = emptyScriptTally();
    const scripts = Array.from({ length: runs(4) * LOGICS.length }, (_, seed) => randomScript(100_000 + seed));
    const problems = [...scriptProblems(scripts, tally, 100_000)];
    expect(problems.map(([i, problem]) => `${problem}\n${showScript(scripts[i] as (typeof scripts)[number])}`)).toEqual(
      [],
    );
    expect(tally.models).toBeGreaterThan(5);
    expect(tally.unsat).toBeGreaterThan(5);
  });

  const squares = (value: string): RandomScript => ({
    logic: "QF_BV",
    declarations: [{ name: "x", sort: "(_ BitVec 8)" }],
    steps: [
      { kind: "text", text: `(assert (= (bvmul x x) ${value}))` },
      { kind: "check", assumed: [] },
    ],
  });

  it.each([
    ["unsat where there is a model", squares("#x09"), "unsat", "()", "hone says unsat, Z3 says sat"],
    ["a model where there is none", squares("#x03"), "sat", "((x #x03))", "hone says sat, Z3 says unsat"],
    ["another model", squares("#x09"), "sat", "((x #x04))", "Z3 says unsat of hone's model ((x #x04))"],
  ])("fail with a planted wrong answer: %s", (_, script, answer, detail, problem) => {
    const tally = emptyScriptTally();
    expect([...scriptProblems([script], tally, 100_000).values()]).toEqual([]);
    const planted = scriptProblems([script], tally, 100_000, () => [{ answer, detail }]);
    expect([...planted.values()]).toEqual([`check 0: ${problem}`]);
    expect(tally.twoWays).toEqual([]);
  });

  it("fail with a planted core that is satisfiable", () => {
    const script: RandomScript = {
      logic: "QF_BV",
      declarations: ["p", "q"].map((name) => ({ name, sort: "Bool" })),
      steps: [
        { kind: "text", text: "(assert (not p))" },
        { kind: "check", assumed: ["p", "q"] },
      ],
    };
    const said = (core: string) => () => [{ answer: "unsat", detail: core }];
    expect([...scriptProblems([script], emptyScriptTally(), 100_000, said("(p)")).values()]).toEqual([]);
    expect(scriptProblems([script], emptyScriptTally(), 100_000, said("(q)")).size).toBe(1);
  });

  it("do not fail where Z3 contradicts itself: 4.8.12 has a model here that it denies element by element", () => {
    expect([...scriptProblems([randomScript(4066)], emptyScriptTally(), 1_000_000)]).toEqual([]);
  });

  // A newer Z3 takes a second to load.
  const opinion = THOROUGH ? newer("(check-sat)").trim() : "";
  describe.skipIf(opinion === "")("with a newer Z3 (skipped without the package z3-solver)", () => {
    const unspecified = (claim: string): RandomScript => ({
      logic: "QF_BVFP",
      declarations: [{ name: "x", sort: "(_ BitVec 8)" }],
      steps: [
        { kind: "text", text: `(assert (and ${claim} (= x ((_ fp.to_ubv 8) RNE (_ NaN 8 24)))))` },
        { kind: "check", assumed: [] },
      ],
    });

    it("is asked where evaluation settles nothing, and does not excuse a wrong answer", () => {
      const [possible, impossible] = [
        questionAt(unspecified("(bvult x #x03)"), 0, []),
        questionAt(unspecified("(bvult x #x00)"), 0, []),
      ];
      expect(ruleOnModel(impossible, [["x", "#x00"]])).toEqual({ kind: "disagreement" });
      expect(ruleOnUnsat(possible, sessionOf(possible))).toEqual({ kind: "disagreement" });
    });

    it("decides between two answers", () => {
      const { declarations, asserted } = questionAt(unspecified("(bvult x #x00)"), 0, []);
      // A session of Z3's that is about something else stands for a wrong answer.
      const other = sessionOf({ declarations, asserted: ["(= x ((_ fp.to_ubv 8) RNE (_ NaN 8 24)))"] });
      expect(ruleOnUnsat({ declarations, asserted }, other)).toEqual({
        kind: "Z3 answers in two ways",
        reason: "a newer Z3 says unsat",
      });
    });
  });
});

function sessionOf({ declarations, asserted }: ReturnType<typeof questionAt>): string {
  const declared = declarations.map(({ name, sort }) => `(declare-const ${name} ${sort})`);
  return [...declared, ...asserted.map((formula) => `(assert ${formula})`), "(check-sat)"].join("\n");
}
