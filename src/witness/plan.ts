/** The waypoints of a violation witness as `waypoints.ts` takes them: places of the program, and what has to hold there. */
import type { Annotation, Statements } from "../cfa/read-statements.ts";
import { positionIn } from "./follow.ts";
import type { PlacedStatement } from "./lint.ts";
import type { Statement } from "./read.ts";
import { resultConstraint } from "./result-constraint.ts";
import type { Waypoint } from "./waypoints.ts";

/** The statement that cannot be followed, or all of them but the target. */
export function plannedWaypoints(
  segments: readonly (readonly Statement[])[],
  placed: readonly PlacedStatement[],
  statements: Statements,
  files: number,
): readonly Waypoint[] | Statement {
  const annotations = new Map(placed.map(({ statement, annotation }) => [statement, annotation]));
  const planned: Waypoint[] = [];
  for (const [segment, waypoints] of segments.entries())
    for (const statement of waypoints) {
      if (statement.what === "target") continue;
      const passed = passedBy(statement, annotations.get(statement), planned.length, statements, files);
      if (passed === undefined) return statement;
      planned.push({ segment, action: statement.action ?? "follow", passed, line: statement.line });
    }
  // Who comes to a place passes one waypoint there: later ones are looked at first, while they are not next yet.
  return planned.sort((a, b) => b.segment - a.segment);
}

function passedBy(
  statement: Statement,
  annotation: Annotation | undefined,
  index: number,
  statements: Statements,
  files: number,
): Waypoint["passed"] | undefined {
  const { what, value, location } = statement;
  switch (what) {
    case "assumption":
    case "branching": {
      if (annotation === undefined) return undefined;
      const name = `waypoint ${index} (line ${statement.line} of the witness)`;
      const text = what === "branching" ? annotation.text : `!(${annotation.text})`;
      return { by: "annotation", annotation: { ...annotation, text, name } };
    }
    case "function_enter":
    case "function_return": {
      // Without a column there may be several calls in the line.
      const position = location.column === undefined ? undefined : positionIn(statement, statements, files);
      if (position === undefined) return undefined;
      if (what === "function_enter") return { by: "call", position };
      const result = value === undefined ? undefined : resultConstraint(value);
      return value !== undefined && result === undefined ? undefined : { by: "return", position, result };
    }
    default:
      return undefined;
  }
}
