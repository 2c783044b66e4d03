/** Proofs in CBMC's words are for bounded model checking: it comes before the others, and has longer turns. */
import { expect, it } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import { buildModel } from "../../model/build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../model/options.ts";
import { planFor } from "../schedule-plan.ts";
import { subjectOf } from "../schedule-subject.ts";

it.each([
  ["__CPROVER_assume(n < 9)", true],
  ['__CPROVER_assert(n < 9, "small")', true],
  ["if (n >= __CPROVER_nondet_uint()) return 1", false],
  ["if (n >= 9) return 1", false],
])("comes first where a program with loops has them: %s", (words, first) => {
  const loop = "while (n > 0) n--; if (n != 0) reach_error(); return 0;";
  const text = `unsigned nondet_uint(void); void reach_error(void); int main(void) { unsigned n = nondet_uint(); ${words}; ${loop} }`;
  const model = buildModel(programOf(text), DEFAULT_MODEL_OPTIONS);
  expect(planFor(subjectOf(model), ["explicit", "bmc"]).atOnce).toEqual(first ? ["bmc"] : []);
});
