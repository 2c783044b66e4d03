/**
 * A violation witness, followed by the interpreter: what its waypoints say that functions return and uninitialised variables hold are the
 * inputs of a run, which has to pass them in their order and violate the property in the target's statement. A few values are tried for
 * what they leave open. Where waypoints are of other kinds, or that does not do, `waypoints.ts` says which executions are meant.
 */
import type { FrontEndOptions, SourceText } from "../cfa/build-source.ts";
import type { Edge, Program } from "../cfa/cfa.ts";
import { readStatements, type Statements, statementAround } from "../cfa/read-statements.ts";
import type { Execution } from "../evidence/execution.ts";
import { candidate, constantsOf } from "../interpreter/candidates.ts";
import type { InputRequest, InputSource, InputValue, RecordedInput } from "../interpreter/inputs.ts";
import { coerceTo } from "../interpreter/values.ts";
import { fileNamed } from "./places.ts";
import type { Statement } from "./read.ts";
import { withLeastValues } from "./result-constraint.ts";

export type Followed =
  | { readonly kind: "violated"; readonly inputs: readonly RecordedInput[] }
  /** The run goes elsewhere, or it cannot be told where it should go. */
  | { readonly kind: "lost"; readonly reason: string };

/** More than any run that somebody has written down. */
export const MOST_STEPS = 10_000_000;

// Of what a witness leaves open the plain values are tried first, then others: engines get it as a condition in each waypoint, and where
// there are thousands of them that is hard.
const MOST_RUNS = 20;
/** In all runs together; the first one has as many as it takes. */
const OPEN_STEPS = 10_000_000;

export function followWitness(
  segments: readonly (readonly Statement[])[],
  program: Program,
  execution: Execution,
  sources: readonly SourceText[],
  frontEnd: FrontEndOptions,
): Followed {
  const lost = (reason: string): Followed => ({ kind: "lost", reason });
  const statements = readStatements(sources, frontEnd);
  const waypoints = segments.flat();
  const target = waypoints.at(-1);
  if (statements === undefined || target === undefined) return lost("the program cannot be read");
  const pins: Pin[] = [];
  for (const waypoint of waypoints.slice(0, -1)) {
    const pin = pinOf(waypoint, statements, sources.length);
    if (pin === undefined) return lost(`the waypoint in line ${waypoint.line} of the witness is no input`);
    pins.push(pin);
  }
  const isTarget = targetTest(target, statements, sources.length);
  const constants = constantsOf(program);
  let first: Followed | undefined;
  let steps = 0;
  for (let number = 0; number < MOST_RUNS && steps < OPEN_STEPS; number++) {
    const source = new PinnedInputs(pins, statements, candidate(number, constants));
    const { outcome, violation, inputs } = execution.run(source, MOST_STEPS);
    steps += outcome.steps;
    const edge = "edge" in outcome ? outcome.edge : undefined;
    const [left] = source.left;
    if (left === undefined && violation !== undefined && edge !== undefined && isTarget(edge))
      return { kind: "violated", inputs };
    first ??= lost(
      left !== undefined
        ? `the run does not come to the waypoint in line ${left.line} of the witness`
        : violation === undefined || edge === undefined
          ? "with these inputs the program violates nothing"
          : `the run violates the property elsewhere: ${placeText(edge, program)}`,
    );
    // Another one would be the same.
    if (!source.hasOpen) break;
  }
  return first ?? lost("nothing was run");
}

/** Whether an edge belongs to the statement of the target. */
export function targetTest(target: Statement, statements: Statements, files: number): (edge: Edge) => boolean {
  const end = positionIn(target, statements, files);
  return ({ range }) => {
    const reached = statementAround(statements, range.start);
    return end !== undefined && reached !== undefined && isAt(reached, end, target, statements);
  };
}

function placeText({ range }: Edge, { sources }: Program): string {
  const place = sources.written(range.start);
  return place === undefined ? "outside of the files" : `${place.file}:${place.line}:${place.column}`;
}

/** Without a column, any statement of the line will do. */
function isAt(
  reached: { readonly start: number; readonly labelled?: number },
  end: number,
  target: Statement,
  { sources }: Statements,
): boolean {
  if (target.location.column !== undefined) return reached.start === end || reached.labelled === end;
  return sources.written(reached.start)?.line === target.location.line;
}

interface Pin {
  readonly what: "function_return" | "assumption";
  readonly position: number;
  readonly name: string;
  readonly value: InputValue;
  readonly line: number;
}

/** A number in octal is left to who reads C. */
const CONSTRAINT =
  /^\s*\(?\s*(\\result|[A-Za-z_]\w*)\s*==\s*(?:([-+]?(?:0|[1-9]\d*))(?:[uU]?[lL]{0,2}|[lL]{1,2}[uU])|([-+]?\d+\.\d*(?:[eE][-+]?\d+)?)[fF]?)\s*\)?\s*$/;

function pinOf(waypoint: Statement, statements: Statements, files: number): Pin | undefined {
  const { what, action, value = "", line } = waypoint;
  if ((what !== "function_return" && what !== "assumption") || action !== "follow") return undefined;
  const position = waypoint.location.column === undefined ? undefined : positionIn(waypoint, statements, files);
  const [, name, integer, float] = CONSTRAINT.exec(withLeastValues(value)) ?? [];
  if (position === undefined || name === undefined || (name === "\\result") !== (what === "function_return"))
    return undefined;
  return { what, position, name, value: integer === undefined ? Number(float) : asInput(BigInt(integer)), line };
}

function asInput(integer: bigint): InputValue {
  return integer >= -9007199254740991n && integer <= 9007199254740991n ? Number(integer) : integer;
}

export function positionIn({ location }: Statement, { sources }: Statements, files: number): number | undefined {
  const file = fileNamed(sources.files.slice(0, files), location.file_name);
  const start = file === undefined ? undefined : sources.lineStarts(file)[location.line - 1];
  return file === undefined || start === undefined ? undefined : file.base + start + (location.column ?? 1) - 1;
}

/** Answers by the next pin where it is about the question, and leaves the others to somebody else. */
class PinnedInputs implements InputSource {
  readonly #pins: readonly Pin[];
  readonly #statements: Statements;
  readonly #others: InputSource;
  #next = 0;
  /** Whether it was asked what no pin is about. */
  hasOpen = false;

  constructor(pins: readonly Pin[], statements: Statements, others: InputSource) {
    this.#pins = pins;
    this.#statements = statements;
    this.#others = others;
  }

  next(request: InputRequest): InputValue {
    const pin = this.#pins[this.#next];
    // What the type cannot hold would be wrapped into it: a value that the witness does not say.
    if (pin !== undefined && this.#isAbout(pin, request) && coerceTo(pin.value, request.type) === pin.value) {
      this.#next += 1;
      return pin.value;
    }
    this.hasOpen = true;
    return this.#others.next(request);
  }

  /** Pins that nothing asked for. */
  get left(): readonly Pin[] {
    return this.#pins.slice(this.#next);
  }

  #isAbout({ what, position, name }: Pin, { kind, edge, written }: InputRequest): boolean {
    if (edge === undefined || written !== undefined) return false;
    if (what === "function_return")
      return (kind === "nondet" || kind === "external") && edge.op.kind === "call" && edge.range.end - 1 === position;
    if (edge.op.kind !== "havoc" || edge.op.why !== "uninitialised") return false;
    const own = edge.op.target.name.replace(/^.*::/, "").replace(/#\d+$/, "");
    return own === name && statementAround(this.#statements, edge.range.start)?.following === position;
  }
}
