/** Verdicts that say nothing since nothing can happen, and programs like them about which they say something. */
import { describe, expect, it } from "vitest";
import { programOf } from "../../tests/support/c-program.ts";
import { THOROUGH } from "../../tests/support/thorough.ts";
import { ask } from "../../tests/verdicts/pair.ts";
import { safetyClaimants } from "../engines/ask.ts";
import { DEFAULT_MODEL_OPTIONS } from "../model/options.ts";
import { Budget } from "../util/budget.ts";
import { Execution } from "./execution.ts";
import { vacuityOf } from "./vacuity.ts";

const HEAD = `extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void abort(void);
void reach_error(void);
#include <assert.h>
`;

/** The empty program, and its twin that is not. */
const PAIRS: readonly (readonly [name: string, vacuous: string, twin: string])[] = [
  [
    "assume-nothing",
    "int main(void){ int x=__VERIFIER_nondet_int(); __VERIFIER_assume(0); if(x<0) reach_error(); return 0;}",
    "int main(void){ int x=__VERIFIER_nondet_int(); __VERIFIER_assume(1); if(x<0&&x>0) reach_error(); return 0;}",
  ],
  [
    "contradictory-bounds",
    "int main(void){ int x=__VERIFIER_nondet_int(); __VERIFIER_assume(x>5); __VERIFIER_assume(x<3); if(x==4) reach_error(); return 0;}",
    "int main(void){ int x=__VERIFIER_nondet_int(); __VERIFIER_assume(x>5); __VERIFIER_assume(x<7); if(x==4) reach_error(); return 0;}",
  ],
  [
    "contradictory-order",
    "int main(void){ int x=__VERIFIER_nondet_int(),y=__VERIFIER_nondet_int(); __VERIFIER_assume(x>y); __VERIFIER_assume(y>x); if(x==4) reach_error(); return 0;}",
    "int main(void){ int x=__VERIFIER_nondet_int(),y=__VERIFIER_nondet_int(); __VERIFIER_assume(x>=y); __VERIFIER_assume(y>=x); if(x!=y) reach_error(); return 0;}",
  ],
  [
    "own-assume-function",
    "void assume_abort_if_not(int c){ if(!c) abort(); } int main(void){ int x=__VERIFIER_nondet_int(); assume_abort_if_not(x>x); if(x==4) reach_error(); return 0;}",
    "void assume_abort_if_not(int c){ if(!c) abort(); } int main(void){ int x=__VERIFIER_nondet_int(); assume_abort_if_not(x>4); if(x==4) reach_error(); return 0;}",
  ],
  [
    "overflow-always",
    "int main(void){ int x=2147483647; int y=__VERIFIER_nondet_int(); x=x+1; if(y==4&&x==3) reach_error(); return 0;}",
    "int main(void){ int x=2147483646; int y=__VERIFIER_nondet_int(); x=x+1; if(y==4&&x==3) reach_error(); return 0;}",
  ],
  [
    "division-by-zero-always",
    "int main(void){ int z=0; int y=__VERIFIER_nondet_int(); y=7/z; if(y==4) reach_error(); return 0;}",
    "int main(void){ int z=1; int y=__VERIFIER_nondet_int(); z=7/z; if(z==4) reach_error(); return 0;}",
  ],
  [
    "check-behind-endless-loop",
    "int main(void){ int y=__VERIFIER_nondet_int(); while(1) {} if(y==4) reach_error(); return 0;}",
    "int main(void){ int y=__VERIFIER_nondet_int(); while(1) { if(y==4&&y==5) reach_error(); } return 0;}",
  ],
  [
    "error-behind-endless-loop",
    "int main(void){ int i=1; while(i) { i=__VERIFIER_nondet_int()?1:2; } reach_error(); return 0;}",
    "int main(void){ int i=1; while(1) { i=__VERIFIER_nondet_int()?1:2; if(i==0) goto err; } err: reach_error(); return 0;}",
  ],
  [
    "assert-behind-endless-loop",
    "int main(void){ unsigned i=__VERIFIER_nondet_int(); for(;;) i+=2; assert(i==0);}",
    "int main(void){ unsigned i=0; for(;;) { i+=2; if(__VERIFIER_nondet_int()==123456789) assert(i%2==0); } }",
  ],
  [
    "check-in-function",
    "void check(int c){ if(!c) reach_error(); } int main(void){ int x=__VERIFIER_nondet_int(); __VERIFIER_assume(x!=x); check(x>0); return 0;}",
    "void fail(void){ reach_error(); } int main(void){ int x=0; while(1){ x=__VERIFIER_nondet_int()?1:0; if(x<0) fail(); } return 0;}",
  ],
  [
    "values-hard-to-guess",
    "int main(void){ int x=__VERIFIER_nondet_int(); __VERIFIER_assume(x==1); __VERIFIER_assume(x==987654321); if(x==4) reach_error(); return 0;}",
    "int main(void){ int x=__VERIFIER_nondet_int(); __VERIFIER_assume(x>>3==98765432); __VERIFIER_assume(x%8==5); if(x==4) reach_error(); return 0;}",
  ],
];

// Looks at the clock: the default engines have to solve them, of the others those that do it soon are asked.
const DEFAULT_WORK = 1500;
const WORK = 60;
const ENGINES = ["explicit", "path-focusing", "vinta"];

describe("the work behind a verdict", () => {
  it("is little where checks stand behind long loops", () => {
    const source = `${HEAD}int main(void){ int a[100000], i; for(i=0;i<100000;i++) a[i]=__VERIFIER_nondet_int()?1:2;
      for(i=0;i<100000;i++) if(a[i]==0) reach_error(); return 0;}`;
    const program = programOf(source);
    const options = { ...DEFAULT_MODEL_OPTIONS, properties: ["unreach-call"] as const };
    const execution = new Execution({ program, entry: "main", properties: options.properties });
    const budgets: Budget[] = [];
    const budgetOf = (work: number) => {
      budgets.push(new Budget(() => undefined, undefined, work));
      return budgets.at(-1) as Budget;
    };
    expect(vacuityOf(program, options, execution, safetyClaimants("main"), budgetOf)).toBeUndefined();
    execution.close();
    expect(budgets.length).toBeGreaterThan(3);
    // Most of it are inputs that two long runs read: a third of a second's worth in all.
    expect(budgets.reduce((sum, { spent }) => sum + spent, 0)).toBeLessThan(330_000);
  });
});

describe("vacuous verdicts", () => {
  for (const engine of [undefined, ...ENGINES]) {
    // What finds an execution is the same whoever proved: each pair has one of the three in turn, all of them where there is time.
    const asked = PAIRS.filter((_, i) => engine === undefined || THOROUGH || ENGINES[i % ENGINES.length] === engine);
    it.each(asked)(`%s, ${engine ?? "default"}`, (name, vacuous, twin) => {
      const work = engine === undefined ? DEFAULT_WORK : WORK;
      const empty = ask(`${HEAD}${vacuous}`, [], 64, engine, work);
      const other = ask(`${HEAD}${twin}`, [], 64, engine, work);
      expect([empty.verdict, other.verdict]).not.toContain("unsafe");
      if (engine === undefined) expect([empty.verdict, other.verdict]).toEqual(["safe", "safe"]);
      if (empty.verdict === "safe") expect(empty.vacuous, name).toContain("no execution");
      expect(other.vacuous, name).toBeUndefined();
    });
  }
});
