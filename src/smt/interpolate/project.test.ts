/** Projection by example, and on random cubes: the result is true in the model and implies that the rest can be found. */
import { describe, expect, it } from "vitest";
import { randomSource } from "../../../tests/support/interpolation-problems.ts";
import { linearExpression } from "../../logic/linear.ts";
import { and, eq, integer, type Variable, variable } from "../../logic/term.ts";
import { MATH_INTEGER } from "../../logic/types.ts";
import { ownSolver } from "../own/solver.ts";
import { divides, holdsIn, type Literal, linear, literalFormula } from "./literal.ts";
import { project } from "./project.ts";

const [x, y, z] = ["x", "y", "z"].map((name, id): Variable => ({ id, name, type: MATH_INTEGER, role: "local" })) as [
  Variable,
  Variable,
  Variable,
];

type Terms = readonly (readonly [Variable, number])[];
const literal = (relation: "le" | "eq", terms: Terms, constant: number): Literal => {
  const made = linear(relation, linearExpression(terms, constant));
  if (typeof made === "string") throw new Error(made);
  return made;
};
const valuation = (values: readonly number[]) => (of: Variable) => values[of.id]!;
const shown = (cube: readonly Literal[] | undefined) => cube?.map((one) => literalFormula(one));

describe("project", () => {
  it("substitutes equalities", () => {
    // x = y + 1 and x <= 5
    const cube = [
      literal(
        "eq",
        [
          [x, 1],
          [y, -1],
        ],
        -1,
      ),
      literal("le", [[x, 1]], -5),
    ];
    expect(shown(project(cube, new Set([x]), valuation([3, 2])))).toEqual(shown([literal("le", [[y, 1]], -4)]));
  });

  it("remembers divisibility", () => {
    // 2x = y
    const projected = project(
      [
        literal(
          "eq",
          [
            [x, 2],
            [y, -1],
          ],
          0,
        ),
      ],
      new Set([x]),
      valuation([3, 6]),
    )!;
    expect(projected).toHaveLength(1);
    expect(holdsIn(projected[0]!, valuation([0, 8]))).toBe(true);
    expect(holdsIn(projected[0]!, valuation([0, 9]))).toBe(false);
  });

  it("takes the tightest bound", () => {
    // y <= x, z <= x, x <= 9 in a model with z > y
    const cube = [
      literal(
        "le",
        [
          [y, 1],
          [x, -1],
        ],
        0,
      ),
      literal(
        "le",
        [
          [z, 1],
          [x, -1],
        ],
        0,
      ),
      literal("le", [[x, 1]], -9),
    ];
    expect(shown(project(cube, new Set([x]), valuation([5, 1, 4])))).toEqual(
      shown([
        literal(
          "le",
          [
            [y, 1],
            [z, -1],
          ],
          0,
        ),
        literal("le", [[z, 1]], -9),
      ]),
    );
  });

  it("drops what is bounded on one side only", () => {
    expect(
      project(
        [
          literal(
            "le",
            [
              [x, 1],
              [y, 3],
            ],
            7,
          ),
        ],
        new Set([x]),
        valuation([-20, 1]),
      ),
    ).toEqual([]);
  });

  it("implies the quantified cube", () => {
    const random = randomSource(7);
    for (let round = 0; round < 60; round++) {
      const values = [random.between(-9, 9), random.between(-9, 9), random.between(-9, 9)];
      const cube: Literal[] = [];
      while (cube.length < 4) {
        const terms: Terms = [x, y, z].map((of) => [of, random.between(-3, 3)]);
        const expression = linearExpression(terms, random.between(-9, 9));
        const kind = random.below(4);
        const made =
          kind === 0 ? divides(random.between(2, 4), expression) : linear(kind === 1 ? "eq" : "le", expression);
        if (typeof made !== "string" && holdsIn(made, valuation(values))) cube.push(made);
      }
      const projected = project(cube, new Set([x, z]), valuation(values))!;
      expect(projected.every((one) => holdsIn(one, valuation(values)))).toBe(true);
      for (let candidate = -12; candidate <= 12; candidate += 3) {
        if (!projected.every((one) => holdsIn(one, valuation([0, candidate, 0])))) continue;
        const solver = ownSolver.create({ limit: 20_000 });
        solver.assert(and([...cube.map(literalFormula), eq(variable(y), integer(candidate))]));
        expect(solver.check(), `round ${round}, y = ${candidate}`).not.toBe("unsat");
      }
    }
  });
});
