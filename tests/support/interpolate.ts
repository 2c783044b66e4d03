/** Problems that tests of several ways share: Fig. 2 of the VINTA paper, and chains whose refutation needs integers. */
import {
  add,
  and,
  eq,
  type Formula,
  integer,
  le,
  lt,
  multiply,
  or,
  type Term,
  type Variable,
  variable,
} from "../../src/logic/term.ts";
import { MATH_INTEGER } from "../../src/logic/types.ts";
import type { DagProblem } from "../../src/smt/interpolator.ts";

let next = 0;

function integerVariable(name: string): Variable {
  next += 1;
  return { id: next, name, type: MATH_INTEGER, role: "local" };
}

export function copies(name: string, count: number): Term[] {
  return Array.from({ length: count }, (_, i) => variable(integerVariable(`${name}${i}`)));
}

/**
 * The first ARG of the running example with three loop nodes (1, 2, 3): x = y = 0; the loop body adds (1, 100), or
 * (1, 1) where x >= 4, or nothing; the error is x >= 4 and y <= 2. Equations (4) to (6), with the erratum of (6).
 */
export function figureTwo(): { readonly problem: DagProblem; readonly x: readonly Term[] } {
  const x = copies("x", 3);
  const y = copies("y", 3);
  const [xPhi, yPhi] = [copies("xPhi", 1)[0]!, copies("yPhi", 1)[0]!];
  const step = (i: number): Formula =>
    or([
      and([eq(x[i + 1]!, add(x[i]!, integer(1))), eq(y[i + 1]!, add(y[i]!, integer(100)))]),
      and([le(integer(4), x[i]!), eq(x[i + 1]!, add(x[i]!, integer(1))), eq(y[i + 1]!, add(y[i]!, integer(1)))]),
      and([eq(x[i + 1]!, x[i]!), eq(y[i + 1]!, y[i]!)]),
    ]);
  const error = (i: number): Formula =>
    and([le(integer(4), xPhi), le(yPhi, integer(2)), eq(xPhi, x[i]!), eq(yPhi, y[i]!)]);
  return {
    x,
    problem: {
      nodes: 5,
      edges: [
        { source: 0, target: 1, label: and([eq(x[0]!, integer(0)), eq(y[0]!, integer(0))]) },
        { source: 1, target: 2, label: step(0) },
        { source: 2, target: 3, label: step(1) },
        { source: 1, target: 4, label: error(0) },
        { source: 2, target: 4, label: error(1) },
        { source: 3, target: 4, label: error(2) },
      ],
    },
  };
}

/** The labels of Fig. 2(d) at nodes 1, 2 and 3. */
export function figureTwoLabels(x: readonly Term[]): Formula[] {
  return [le(x[0]!, integer(0)), lt(x[1]!, integer(2)), lt(x[2]!, integer(4))];
}

/** x = 2a, y = x + 2b, y = 2c + 1: no rational reason. */
export function parities(): Formula[] {
  const [x, y, a, b, c] = [..."xyabc"].map((name) => variable(integerVariable(name))) as [Term, Term, Term, Term, Term];
  const twice = (term: Term): Term => multiply(integer(2), term);
  return [eq(x, twice(a)), eq(y, add(x, twice(b))), eq(y, add(twice(c), integer(1)))];
}
