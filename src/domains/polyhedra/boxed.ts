/**
 * What is left of a block whose double description is too large: the bounds of each variable, by the simplex from
 * constraints, or read off the generators. One block per variable that has a bound.
 */
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { Matrix } from "../../numbers/matrix.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { Simplex } from "../../numbers/simplex/simplex.ts";
import { Block } from "./block.ts";
import type { System } from "./chernikova.ts";

export function boxed(block: Block): Block[] {
  const constraints = block.constraints();
  const bounds = constraints === undefined ? generatorBounds(block.generators()!) : simplexBounds(constraints);
  return block.variables.flatMap((variable, i) => {
    const [low, high] = bounds[i]!;
    const rows: Int[][] = [];
    if (low !== undefined) rows.push([int.negate(rational.numerator(low)), rational.denominator(low)]);
    if (high !== undefined) rows.push([rational.numerator(high), int.negate(rational.denominator(high))]);
    if (rows.length === 0) return [];
    return [Block.ofConstraints([variable], { lines: new Matrix(2, 0), rays: Matrix.fromRows(2, rows) })];
  });
}

type Bounds = [low: Rational | undefined, high: Rational | undefined];

function simplexBounds(constraints: System): Bounds[] {
  const width = constraints.rays.width;
  const simplex = new Simplex();
  const columns = Array.from({ length: width - 1 }, () => simplex.addVariable());
  const enter = (row: Int[], kind: "equality" | "inequality"): boolean => {
    const form = simplex.addRow(columns, row.slice(1));
    const bound = int.negate(row[0]!);
    if (simplex.assertLower(form, bound, "closed", 0) !== undefined) return false;
    return kind === "inequality" || simplex.assertUpper(form, bound, "closed", 0) === undefined;
  };
  const feasible =
    constraints.lines.rows().every((row) => enter(row, "equality")) &&
    constraints.rays.rows().every((row) => enter(row, "inequality")) &&
    simplex.check().kind === "feasible";
  // An empty set has any bounds: these two contradict each other and the block they make is empty.
  if (!feasible) return columns.map(() => [1, 0]);
  return columns.map((column) => {
    const high = simplex.maximise([column], [1]);
    const low = simplex.maximise([column], [-1]);
    return [
      low.kind === "bounded" ? rational.negate(low.value) : undefined,
      high.kind === "bounded" ? high.value : undefined,
    ];
  });
}

function generatorBounds(generators: System): Bounds[] {
  const { lines, rays } = generators;
  return Array.from({ length: rays.width - 1 }, (_, i): Bounds => {
    const column = i + 1;
    for (let slot = 0; slot < lines.count; slot++) if (lines.signAt(slot, column) !== 0) return [undefined, undefined];
    let low: Rational | undefined;
    let high: Rational | undefined;
    let [downward, upward] = [false, false];
    for (let slot = 0; slot < rays.count; slot++) {
      const divisor = rays.at(slot, 0);
      if (divisor === 0) {
        if (rays.signAt(slot, column) < 0) downward = true;
        if (rays.signAt(slot, column) > 0) upward = true;
        continue;
      }
      const value = rational.fraction(rays.at(slot, column), divisor);
      low = low === undefined ? value : rational.min(low, value);
      high = high === undefined ? value : rational.max(high, value);
    }
    return [downward ? undefined : low, upward ? undefined : high];
  });
}
