/**
 * The program that has only the executions which a violation witness describes: a variable counts the segments that have been passed, and
 * where the property is violated before all of them are, or elsewhere than in the target's statement, the execution ends. Whoever finds a
 * violation in it has one that passes the waypoints; if it is safe, there is none. D. Beyer et al., "Software Verification Witnesses
 * 2.0": a waypoint is passed where its place is reached and its constraint holds; one to avoid should not be passed before the one
 * to follow of its segment is.
 */
import { GraphAssembly } from "../cfa/assemble.ts";
import {
  type CheckKind,
  type Edge,
  type FunctionGraph,
  kindOf,
  type Location,
  type Op,
  type Program,
  type Signature,
} from "../cfa/cfa.ts";
import { ANNOTATION_VIOLATED, demandOf } from "../cfa/defined-annotations.ts";
import type { Annotation } from "../cfa/read-statements.ts";
import { and, eq, FALSE, type Formula, integer, not, TRUE, type Variable, variable } from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import { isErrorFunction, libraryEffect } from "../model/library/library.ts";
import { checksOf, type Property } from "../model/properties.ts";
import { NO_RANGE, type SourceRange } from "../util/source.ts";
import type { ResultConstraint } from "./result-constraint.ts";

export interface Waypoint {
  readonly segment: number;
  readonly action: "follow" | "avoid";
  readonly passed: Passed;
  /** In the witness. */
  readonly line: number;
}

type Passed =
  /** Where the annotation of this name is violated. */
  | { readonly by: "annotation"; readonly annotation: Annotation }
  /** With the call whose closing parenthesis stands at the position: before it, or behind it where its result is as required. */
  | { readonly by: "call"; readonly position: number }
  | { readonly by: "return"; readonly position: number; readonly result: ResultConstraint | undefined };

export interface Following {
  readonly waypoints: readonly Waypoint[];
  readonly segments: number;
  /** Whether the edge belongs to the target's statement. */
  readonly isTarget: (edge: Edge) => boolean;
  readonly properties: readonly Property[];
}

/** Violated only by calls and by checks of which a formula tells whether they fail, so that what is violated too early can be told. */
const GATED: readonly Property[] = ["unreach-call", "no-overflow", "no-div-zero"];

/** Whether the program has only the executions that the witness describes. */
export function isFollowed({ waypoints, properties }: Following): boolean {
  return waypoints.length === 0 || properties.every((one) => GATED.includes(one));
}

export class WaypointAutomaton {
  readonly #program: Program;
  readonly #waypoints: readonly Waypoint[];
  readonly #segments: number;
  readonly #isTarget: (edge: Edge) => boolean;
  readonly #properties: readonly Property[];
  readonly #watched: ReadonlySet<CheckKind>;
  readonly #passed: Variable;

  constructor(program: Program, { waypoints, segments, isTarget, properties }: Following) {
    this.#program = program;
    this.#waypoints = waypoints;
    this.#segments = segments;
    this.#isTarget = isTarget;
    this.#properties = properties;
    this.#watched = new Set(checksOf(properties));
    const type = intType(32, "signed");
    this.#passed = { id: program.variableCount, name: "segments that are passed", type, role: "global" };
  }

  /** A waypoint of which no place is in the program, or whose constraint is about a value that is not kept. */
  get lost(): Waypoint | undefined {
    const edges = [...this.#program.functions.values()].flatMap((graph) => graph.edges);
    return this.#waypoints.find(({ passed }) => {
      if (passed.by === "annotation") return false;
      const calls = edges.filter((edge) => isCallAt(edge, passed.position));
      if (passed.by === "call" || passed.result === undefined) return calls.length === 0;
      const { result } = passed;
      return calls.length === 0 || calls.some(({ op }) => resultOf(op, result) === undefined);
    });
  }

  program(): Program {
    const functions = new Map([...this.#program.functions].map(([name, graph]) => [name, this.#rebuilt(graph)]));
    const initialise = this.#starting(this.#program.initialise);
    const globals = [...this.#program.globals, this.#passed];
    const externals = new Map(this.#program.externals);
    if (!externals.has(ABORT))
      externals.set(ABORT, { name: ABORT, signature: NO_SIGNATURE, noreturn: true, range: NO_RANGE });
    const variableCount = this.#program.variableCount + 1;
    return { ...this.#program, functions, externals, initialise, globals, variableCount };
  }

  #rebuilt(graph: FunctionGraph): FunctionGraph {
    const made = new GraphAssembly(graph.name);
    const starts = new Map(graph.locations.map((location) => [location, made.location(location)]));
    const startOf = (location: Location) => starts.get(location) as Made;
    for (const edge of graph.edges) this.#take(edge, made, startOf(edge.source), startOf(edge.target));
    return { ...graph, ...made.finish(startOf(graph.entry), startOf(graph.exit)) };
  }

  /** No segment is passed where the program begins. */
  #starting(graph: FunctionGraph): FunctionGraph {
    const made = new GraphAssembly(graph.name);
    const starts = new Map(graph.locations.map((location) => [location, made.location(location)]));
    const startOf = (location: Location) => starts.get(location) as Made;
    for (const { source, target, op, checks, range } of graph.edges)
      made.connect(startOf(source), startOf(target), op, checks, range);
    const entry = made.location({});
    made.connect(entry, startOf(graph.entry), this.#count(0), [], graph.range);
    return { ...graph, ...made.finish(entry, startOf(graph.exit)) };
  }

  #take(edge: Edge, made: GraphAssembly, source: Made, target: Made): void {
    const { op, checks, range } = edge;
    const name = this.#program.sources.fileAt(range.start)?.name;
    let at = source;
    if (op.kind === "call" && op.callee.kind === "direct" && op.callee.name === ANNOTATION_VIOLATED) {
      for (const waypoint of this.#waypoints)
        if (waypoint.passed.by === "annotation" && waypoint.passed.annotation.name === name)
          at = this.#pass(waypoint, TRUE, made, at, range);
      made.connect(at, target, SKIP, [], range);
      return;
    }
    for (const waypoint of this.#waypoints)
      if (waypoint.passed.by === "call" && isCallAt(edge, waypoint.passed.position))
        at = this.#pass(waypoint, TRUE, made, at, range);
    const returns = this.#waypoints.filter(({ passed }) => passed.by === "return" && isCallAt(edge, passed.position));
    const end = returns.length === 0 ? target : made.location({});
    if (!this.#violates(edge)) made.connect(at, end, op, checks, range);
    else {
      const isLast = eq(variable(this.#passed), integer(this.#segments - 1));
      const counts = this.#isTarget(edge) ? isLast : FALSE;
      const [last, early] = [made.location({}), made.location({})];
      made.connect(at, last, { kind: "assume", condition: counts }, [], range);
      made.connect(last, end, op, checks, range);
      made.connect(at, early, { kind: "assume", condition: not(counts) }, [], range);
      this.#withoutViolation(edge, made, early, end);
    }
    at = end;
    for (const waypoint of returns) {
      const { passed } = waypoint;
      const holds = passed.by === "return" && passed.result !== undefined ? resultOf(op, passed.result) : TRUE;
      at = this.#pass(waypoint, holds ?? FALSE, made, at, range);
    }
    if (returns.length > 0) made.connect(at, target, SKIP, [], range);
  }

  #violates({ op, checks }: Edge): boolean {
    return this.#failure(op) !== undefined || checks.some((check) => this.#watched.has(kindOf(check)));
  }

  /** When a call of an error function, or of one that checks its argument, violates the property; undefined for everything else. */
  #failure(op: Op): Formula | undefined {
    if (op.kind !== "call" || op.callee.kind !== "direct" || !this.#properties.includes("unreach-call"))
      return undefined;
    const { name } = op.callee;
    // Whatever its name says, a function that the program defines does what its text says, unless it is the error itself.
    if (this.#program.functions.has(name) && !isErrorFunction(name, this.#properties)) return undefined;
    const { kind } = libraryEffect(name);
    const [given] = op.arguments;
    if (kind === "error") return TRUE;
    return kind === "error-if-zero" && given !== undefined ? eq(given, integer(0)) : undefined;
  }

  /** Where the property is violated the execution ends, otherwise it goes on. */
  #withoutViolation({ op, checks, range }: Edge, made: GraphAssembly, at: Made, end: Made): void {
    const failing = this.#failure(op);
    const demands = checks.flatMap((check) => (this.#watched.has(kindOf(check)) ? (demandOf(check) ?? []) : []));
    const rest = checks.filter((check) => !this.#watched.has(kindOf(check)) || demandOf(check) === undefined);
    const fine = and([...demands, ...(failing === undefined ? [] : [not(failing)])]);
    const onward = this.#onlyIf(fine, made, at, range);
    made.connect(onward, end, failing === undefined ? op : SKIP, rest, range);
  }

  /** Behind a place that executions get past only where the condition holds: the others end there, as with `abort`. */
  #onlyIf(condition: Formula, made: GraphAssembly, at: Made, range: SourceRange): Made {
    const [onward, over, never] = [made.location({}), made.location({}), made.location({})];
    made.connect(at, onward, { kind: "assume", condition }, [], range);
    made.connect(at, over, { kind: "assume", condition: not(condition) }, [], range);
    made.connect(over, never, END, [], range);
    return onward;
  }

  /** Behind the waypoint, whether it is passed here or not. */
  #pass({ segment, action }: Waypoint, constraint: Formula, made: GraphAssembly, at: Made, range: SourceRange): Made {
    const passes = and([eq(variable(this.#passed), integer(segment)), constraint]);
    if (action === "avoid") return this.#onlyIf(not(passes), made, at, range);
    const [after, through] = [made.location({}), made.location({})];
    made.connect(at, after, { kind: "assume", condition: not(passes) }, [], range);
    made.connect(at, through, { kind: "assume", condition: passes }, [], range);
    made.connect(through, after, this.#count(segment + 1), [], range);
    return after;
  }

  #count(segments: number): Op {
    return { kind: "assign", target: this.#passed, value: integer(segments) };
  }
}

type Made = ReturnType<GraphAssembly["location"]>;

const NO_SIGNATURE: Signature = { parameters: [], variadic: false, unprototyped: false, result: undefined };

const SKIP: Op = { kind: "skip" };

function isCallAt({ op, range }: Edge, position: number): boolean {
  return op.kind === "call" && range.end - 1 === position;
}

/** Undefined where the result is not kept, or is no number that the constraint is about. */
function resultOf(op: Op, constraint: ResultConstraint): Formula | undefined {
  return op.kind === "call" && op.target !== undefined ? constraint(op.target) : undefined;
}

const ABORT = "abort";

const END: Op = { kind: "call", target: undefined, callee: { kind: "direct", name: ABORT }, arguments: [] };
