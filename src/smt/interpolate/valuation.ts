/** Values of variables in a solver's model, with a value in range for those that the model leaves free. */
import type { Variable } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import type { Rational } from "../../numbers/rational.ts";
import { memoised } from "../../util/memo.ts";
import type { SolverModel } from "../solver.ts";
import type { Valuation } from "./literal.ts";

/** Valid as long as the model is. */
export function valuationOf(model: SolverModel): Valuation {
  const values = new Map<Variable, Rational>();
  return (of) => {
    return memoised(
      values,
      of,
      () => (isIntegral(of.type) ? model.scalar(of) : (model.rational(of) ?? model.scalar(of))) ?? 0,
    );
  };
}
