/** What octagons with definitions know that octagons do not, and what they have to forget. */
import { describe, expect, it } from "vitest";
import { octagon, octagonDefinitions, terms, types, type Variable } from "./index.ts";

const { add, and, eq, integer, le, lt, multiply, subtract, variable } = terms;
const int32 = types.intType(32, "signed");
const make = (id: number, name: string): Variable => ({ id, name, type: int32, role: "local" });
const [p, i, n, t] = [make(1, "p"), make(2, "i"), make(3, "n"), make(4, "t")] as [
  Variable,
  Variable,
  Variable,
  Variable,
];

const domain = octagonDefinitions;
type State = typeof domain.top;

/** 0 <= i, n <= 100 and p = 4096 + 20*i. */
function pointing(): State {
  const small = and([i, n].flatMap((of) => [le(integer(0), variable(of)), le(variable(of), integer(100))]));
  return domain.assign(domain.assume(domain.top, small), p, add(integer(4096), multiply(integer(20), variable(i))));
}

/** 4096 + 20*n */
const end = add(integer(4096), multiply(integer(20), variable(n)));
const pastEnd = lt(variable(n), variable(i));

function excludes(state: State, condition: terms.Formula): boolean {
  return domain.isBottom(domain.assume(state, condition));
}

describe("octagons with definitions", () => {
  it("compare the index where the address is compared", () => {
    expect(excludes(domain.assume(pointing(), le(variable(p), end)), pastEnd)).toBe(true);
    const plain = octagon.assume(
      octagon.assign(octagon.top, p, add(integer(4096), multiply(integer(20), variable(i)))),
      le(variable(p), end),
    );
    expect(octagon.isBottom(octagon.assume(plain, pastEnd))).toBe(false);
  });

  it("go on with what the index was", () => {
    const stepped = domain.assign(pointing(), i, add(variable(i), integer(1)));
    const before = lt(variable(n), subtract(variable(i), integer(1)));
    const compared = domain.assume(stepped, le(variable(p), end));
    expect(excludes(compared, before)).toBe(true);
    expect(excludes(compared, pastEnd)).toBe(false);
  });

  it("go on with what is equal to an index that is forgotten, and with nothing where that is nothing", () => {
    const copied = domain.assign(pointing(), t, add(variable(i), integer(3)));
    const kept = domain.assume(domain.forget(copied, i), le(variable(p), end));
    expect(excludes(kept, lt(add(variable(n), integer(3)), variable(t)))).toBe(true);
    const gone = domain.assume(domain.forget(pointing(), i), le(variable(p), end));
    expect(excludes(gone, pastEnd)).toBe(false);
  });

  it("forget what is computed anew, and what only one of two ways says", () => {
    const moved = domain.assign(pointing(), p, integer(4096));
    expect(excludes(domain.assume(moved, le(variable(p), end)), pastEnd)).toBe(false);
    const joined = domain.join(pointing(), moved);
    expect(excludes(domain.assume(joined, le(variable(p), end)), pastEnd)).toBe(false);
    expect(domain.leq(pointing(), joined)).toBe(true);
    expect(domain.leq(joined, pointing())).toBe(false);
  });

  it("keep what both ways say in other words", () => {
    const shifted = domain.assign(pointing(), t, variable(i));
    const same = domain.forget(shifted, i);
    const again = domain.assign(same, i, variable(t));
    const joined = domain.join(shifted, again);
    expect(excludes(domain.assume(joined, le(variable(p), end)), pastEnd)).toBe(true);
  });

  it("say it in formulas", () => {
    expect(domain.show(pointing())).toContain("p");
    expect(excludes(domain.assume(domain.top, domain.toFormula(pointing())), eq(variable(p), integer(4095)))).toBe(
      true,
    );
  });
});
