/** Values of variables in a solver's model, with a value in range for those that the model leaves free. */
import type { Variable } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import type { Rational } from "../../numbers/rational.ts";
import type { SolverModel } from "../solver.ts";
import { rangeOf, type Valuation } from "./literal.ts";

/** Valid as long as the model is. */
export function valuationOf(model: SolverModel): Valuation {
  const values = new Map<Variable, Rational>();
  return (of) => {
    let value = values.get(of);
    if (value === undefined) {
      value = (isIntegral(of.type) ? model.scalar(of) : (model.rational(of) ?? model.scalar(of))) ?? someValue(of);
      values.set(of, value);
    }
    return value;
  };
}

function someValue(of: Variable): Rational {
  const [low] = rangeOf(of);
  return low !== undefined && low > 0 ? low : 0;
}
