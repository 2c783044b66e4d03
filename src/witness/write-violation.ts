/**
 * A violation witness: the run that violates the property, pinned to its inputs. What functions return that the program does not
 * define is a `function_return` each, what an uninitialised variable holds an `assumption` before the next statement; the last waypoint
 * is the target. What has no place in an input file (it comes out of a macro) is left open, which makes the witness weaker.
 */
import type { FrontEndOptions, SourceText } from "../cfa/build-source.ts";
import type { Edge, Program } from "../cfa/cfa.ts";
import { readStatements, type Statements, statementAround } from "../cfa/read-statements.ts";
import type { Execution } from "../evidence/execution.ts";
import { type InputValue, listInputs, type RecordedInput } from "../interpreter/inputs.ts";
import { coerceTo } from "../interpreter/values.ts";
import type { ScalarType } from "../logic/types.ts";
import { literal } from "../report/c-arithmetic.ts";
import { floatLiteral } from "../report/c-expression.ts";
import { VisibleNames } from "../report/visible-names.ts";
import type { Segment, Waypoint, WitnessContent } from "./format.ts";
import { placeAt, type Texts } from "./places.ts";

/** A run that reads more is not pinned behind these. */
const MOST_WAYPOINTS = 10_000;

export interface ViolatingRun {
  readonly program: Program;
  readonly execution: Execution;
  /** What the run reads, in order. */
  readonly values: readonly InputValue[];
}

/** Undefined where the run violates nothing, or the place where it does is in no input file. */
export function violationContent(
  { program, execution, values }: ViolatingRun,
  sources: readonly SourceText[],
  frontEnd: FrontEndOptions,
  inputFiles: ReadonlySet<string>,
): WitnessContent | undefined {
  const { outcome, violation, inputs } = execution.run(listInputs(values), Number.POSITIVE_INFINITY);
  const edge = "edge" in outcome ? outcome.edge : undefined;
  const statements = readStatements(sources, frontEnd);
  if (violation === undefined || edge === undefined || statements === undefined) return undefined;
  const writer = new WaypointWriter({ program, inputFiles }, statements);
  const target = writer.target(edge);
  if (target === undefined) return undefined;
  const pinned = inputs.flatMap((input) => writer.pinned(input)).slice(0, MOST_WAYPOINTS);
  return { kind: "violation", segments: [...pinned, target].map((waypoint): Segment => [waypoint]) };
}

/** A violation whose inputs there is no time to write down: where it is, and nothing of how to get there. */
export function targetContent(
  program: Program,
  edge: Edge,
  sources: readonly SourceText[],
  frontEnd: FrontEndOptions,
  inputFiles: ReadonlySet<string>,
): WitnessContent | undefined {
  const statements = readStatements(sources, frontEnd);
  const target = statements && new WaypointWriter({ program, inputFiles }, statements).target(edge);
  return target === undefined ? undefined : { kind: "violation", segments: [[target]] };
}

class WaypointWriter {
  readonly #texts: Texts;
  readonly #statements: Statements;
  readonly #names: VisibleNames;

  constructor(texts: Texts, statements: Statements) {
    this.#texts = texts;
    this.#statements = statements;
    this.#names = new VisibleNames(texts.program);
  }

  target({ range, source }: Edge): Waypoint | undefined {
    const start = statementAround(this.#statements, range.start)?.start ?? range.start;
    const location = placeAt(this.#texts, start, /\S/, source.function);
    return location === undefined ? undefined : { type: "target", action: "follow", location };
  }

  pinned(input: RecordedInput): Waypoint[] {
    const waypoint = input.kind === "uninitialised" ? this.#assumption(input) : this.#returned(input);
    return waypoint === undefined ? [] : [waypoint];
  }

  #returned({ kind, edge, value, type, written }: RecordedInput): Waypoint | undefined {
    if ((kind !== "nondet" && kind !== "external") || written !== undefined || edge?.op.kind !== "call")
      return undefined;
    const text = valueText(value, type);
    const location = placeAt(this.#texts, edge.range.end - 1, /\)/, edge.source.function);
    if (text === undefined || location === undefined) return undefined;
    const constraint = { value: `\\result == ${text}`, format: "ext_c_expression" } as const;
    return { type: "function_return", action: "follow", constraint, location };
  }

  /** Before what follows the declaration. */
  #assumption({ edge, value, type }: RecordedInput): Waypoint | undefined {
    if (edge?.op.kind !== "havoc" || edge.op.why !== "uninitialised") return undefined;
    const declaration = statementAround(this.#statements, edge.range.start);
    const position = declaration?.kind === "declaration" ? declaration.following : undefined;
    const name = position === undefined ? undefined : this.#names.nameAt(edge.op.target, position);
    const text = valueText(value, type);
    if (position === undefined || text === undefined || name === undefined || name.startsWith(":")) return undefined;
    const location = placeAt(this.#texts, position, /\S/, edge.source.function);
    if (location === undefined) return undefined;
    return {
      type: "assumption",
      action: "follow",
      constraint: { value: `${name} == ${text}`, format: "c_expression" },
      location,
    };
  }
}

/** Undefined for addresses, and for what is no number. */
function valueText(value: InputValue, type: ScalarType): string | undefined {
  const held = coerceTo(value, type);
  if (type.kind === "int") return literal(held).text;
  return type.kind === "float" ? floatLiteral(Number(held), type) : undefined;
}
