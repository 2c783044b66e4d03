/** Proofs by contracts: right ones pass, and no wrong or missing part does. */
import { describe, expect, it } from "vitest";
import { modelOf } from "../../tests/support/model.ts";
import { add, and, eq, FALSE, type Formula, integer, le, multiply, TRUE, variable } from "../logic/term.ts";
import type { ProcedureInterface } from "../model/model.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { Budget } from "../util/budget.ts";
import { checkInvariants } from "./check.ts";
import type { Certificate } from "./claim.ts";

const SOURCE = `
extern int nondet(void); void reach_error(void);
int bonus;
int thrice(int n) { if (n <= 0) return 0; bonus = 1; return thrice(n - 1) + 3; }
int main(void) {
  int n = nondet();
  if (n < 0 || n > 100) return 0;
  bonus = 0;
  int r = thrice(n);
  if (r != 3 * n) reach_error();
  if (bonus > 1) reach_error();
  return 0;
}`;

// Nothing here has loops, so that the contracts are all there is to find.
const NO_LOOPS: Certificate = { granularity: "cut-points", locations: [], labelsAt: () => [] };

interface Claim {
  requires(thrice: ProcedureInterface): Formula;
  ensures(thrice: ProcedureInterface): Formula;
}

function checked({ requires, ensures }: Claim, proofs: readonly string[] = ["thrice"]): string {
  const model = modelOf(SOURCE);
  const thrice = model.procedures?.().interfaces.get("thrice") as ProcedureInterface;
  const contracts = new Map([["thrice", { requires: requires(thrice), ensures: ensures(thrice) }]]);
  const procedures = new Map(proofs.map((name) => [name, NO_LOOPS]));
  const certificate = { ...NO_LOOPS, contracts: { contracts, procedures } };
  const provers = () => ({ mode: "first" as const, solvers: [ownSolver] });
  return checkInvariants(model, certificate, new Budget(), provers).check.kind;
}

const parameter = ({ parameters }: ProcedureInterface) => variable(parameters[0] as never);
const atEntry = ({ parameters, old }: ProcedureInterface) => variable(old.get(parameters[0] as never) as never);
const result = (thrice: ProcedureInterface) => variable(thrice.result as never);
const bonus = ({ written }: ProcedureInterface) => variable(written.find(({ name }) => name === "bonus") as never);

const positive: Claim["requires"] = (thrice) => and([le(integer(0), parameter(thrice)), le(bonus(thrice), integer(1))]);
const exact = (thrice: ProcedureInterface) => eq(result(thrice), multiply(integer(3), atEntry(thrice)));
const small = (thrice: ProcedureInterface) => le(bonus(thrice), integer(1));

describe("a proof by contracts", () => {
  it("passes where the contract is one", () => {
    expect(checked({ requires: positive, ensures: (thrice) => and([exact(thrice), small(thrice)]) })).toBe("proved");
  });

  it("does not pass where the procedure breaks what it ensures", () => {
    const ensures = (thrice: ProcedureInterface) =>
      and([eq(add(result(thrice), integer(1)), multiply(integer(3), atEntry(thrice))), small(thrice)]);
    expect(checked({ requires: positive, ensures })).not.toBe("proved");
    expect(checked({ requires: positive, ensures: () => FALSE })).not.toBe("proved");
  });

  it("does not pass where a caller breaks what it requires", () => {
    const requires: Claim["requires"] = (thrice) => and([positive(thrice), le(parameter(thrice), integer(50))]);
    expect(checked({ requires, ensures: (thrice) => and([exact(thrice), small(thrice)]) })).not.toBe("proved");
  });

  it("does not pass where the contract says too little of what is written", () => {
    expect(checked({ requires: positive, ensures: exact })).not.toBe("proved");
    expect(checked({ requires: () => TRUE, ensures: () => TRUE })).not.toBe("proved");
  });

  it("does not pass without a proof of each contract", () => {
    expect(checked({ requires: positive, ensures: (thrice) => and([exact(thrice), small(thrice)]) }, [])).not.toBe(
      "proved",
    );
  });

  it("does not pass where a global that takes a result is forgotten", () => {
    const model = modelOf(`
      void reach_error(void);
      int last;
      int same(int n) { return n; }
      void count(int n) { if (n > 0) { count(n - 1); last = same(n); } }
      int main(void) { last = 0; count(3); if (last != 0) reach_error(); return 0; }`);
    const contracts = new Map([["count", { requires: TRUE, ensures: TRUE }]]);
    const certificate = { ...NO_LOOPS, contracts: { contracts, procedures: new Map([["count", NO_LOOPS]]) } };
    const provers = () => ({ mode: "first" as const, solvers: [ownSolver] });
    expect(checkInvariants(model, certificate, new Budget(), provers).check.kind).not.toBe("proved");
  });
});
