/**
 * Witnesses from YAML, strictly as the format says: what has another shape is told with its place in the file. Written from the
 * format's description (docs/witnesses.md), not from what hone writes. What it says of the program is looked at by `lint.ts`.
 */
import { type Document, isNode, LineCounter, parseDocument, visit } from "yaml";
import type { WitnessLocation, WitnessTask } from "./format.ts";
import { type Fields, Shape, type Value } from "./shape.ts";

export interface WitnessProblem {
  readonly message: string;
  /** In the witness, 1-based. */
  readonly line: number;
  readonly column: number;
}

/** Something that the witness says of a place of the program. */
export interface Statement {
  readonly what:
    | "loop_invariant"
    | "location_invariant"
    | "function_contract"
    | "assumption"
    | "branching"
    | "function_enter"
    | "function_return"
    | "target";
  readonly action?: "follow" | "avoid";
  readonly location: WitnessLocation;
  /** Expressions, or the direction of a branch. */
  readonly value: string | undefined;
  /** Of a contract. */
  readonly ensures?: string;
  /** Where it stands in the witness. */
  readonly line: number;
  readonly column: number;
}

export interface ReadEntry {
  readonly kind: "correctness" | "violation";
  readonly task: WitnessTask;
  /** Of a correctness witness in one list; of a violation witness segment by segment. */
  readonly statements: readonly (readonly Statement[])[];
}

export interface ReadWitness {
  readonly entries: readonly ReadEntry[];
  /** None: the witness has the shape of one. */
  readonly problems: readonly WitnessProblem[];
}

export function readWitness(text: string): ReadWitness {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const placed = (message: string, offset: number): WitnessProblem => {
    const { line, col } = lines.linePos(offset);
    return { message, line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0)
    return {
      entries: [],
      problems: document.errors.map(({ message, pos }) => placed(`it is not YAML: ${message.split("\n")[0]}`, pos[0])),
    };
  const problems: WitnessProblem[] = [];
  // An alias could make a small file as large as it likes.
  const alias = aliasIn(document);
  if (alias !== undefined) return { entries: [], problems: [placed("aliases are not accepted", alias)] };
  const data: unknown = text.length > LONGEST ? undefined : document.toJS({ maxAliasCount: 0 });
  const offsetOf = (path: readonly (string | number)[]): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return node.range[0];
    }
    return 0;
  };
  const shape = new Shape(
    (path, message) => problems.push(placed(message, offsetOf(path))),
    (path) => lines.linePos(offsetOf(path)),
  );
  const entries = shape
    .list({ value: data, path: [] }, "a witness", 1)
    .flatMap((entry) => readEntry(shape, entry) ?? []);
  return { entries, problems };
}

function aliasIn(document: Document.Parsed): number | undefined {
  let found: number | undefined;
  visit(document, {
    Alias: (_, { range }) => {
      found ??= range?.[0] ?? 0;
    },
  });
  return found;
}

/** Witnesses of long runs have some megabytes. */
const LONGEST = 1 << 26;

function readEntry(shape: Shape, entry: Value): ReadEntry | undefined {
  const fields = shape.record(entry, "an entry", ["entry_type", "metadata", "content"]);
  if (fields === undefined) return undefined;
  const type = shape.oneOf(fields.entry_type, "entry_type", ["invariant_set", "violation_sequence"]);
  const metadata = readMetadata(shape, fields.metadata);
  if (type === undefined || fields.content === undefined) return undefined;
  const statements =
    type === "invariant_set"
      ? [readInvariants(shape, fields.content, metadata?.version)]
      : readSegments(shape, fields.content);
  if (metadata === undefined) return undefined;
  return { kind: type === "invariant_set" ? "correctness" : "violation", task: metadata.task, statements };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

function readMetadata(shape: Shape, metadata: Value | undefined) {
  const fields = shape.record(metadata, "metadata", ["format_version", "uuid", "creation_time", "producer", "task"]);
  if (fields === undefined) return undefined;
  const version = shape.oneOf(fields.format_version, "format_version", ["2.0", "2.1"]);
  shape.text(fields.uuid, "uuid", UUID);
  shape.text(fields.creation_time, "creation_time", TIME);
  const producer = shape.record(fields.producer, "producer", ["name", "version"], PRODUCER);
  if (producer !== undefined) for (const [name, value] of Object.entries(producer)) shape.text(value, name);
  const task = readTask(shape, fields.task);
  return task === undefined ? undefined : { version, task };
}

const PRODUCER = ["configuration", "command_line", "description"];
const TASK = ["input_files", "input_file_hashes", "specification", "data_model", "language"];

function readTask(shape: Shape, task: Value | undefined): WitnessTask | undefined {
  const fields = shape.record(task, "task", TASK);
  if (fields === undefined) return undefined;
  const files = shape
    .list(fields.input_files, "input_files", 1)
    .flatMap((file) => shape.text(file, "an input file") ?? []);
  const hashes = shape.record(fields.input_file_hashes, "input_file_hashes", files) ?? {};
  const pairs = Object.entries(hashes).map(
    ([name, hash]) => [name, shape.text(hash, "a hash", /^[0-9a-f]{64}$/i)] as const,
  );
  const specification = shape.text(fields.specification, "specification");
  const data_model = shape.oneOf(fields.data_model, "data_model", ["ILP32", "LP64"]);
  const language = shape.oneOf(fields.language, "language", ["C"]);
  if (specification === undefined || data_model === undefined || language === undefined) return undefined;
  const input_file_hashes = Object.fromEntries(
    pairs.flatMap(([name, hash]) => (hash === undefined ? [] : [[name, hash]])),
  );
  return { input_files: files, input_file_hashes, specification, data_model, language };
}

// --- Correctness --------------------------------------------------------------------------------------------------------------

function readInvariants(shape: Shape, content: Value, version: "2.0" | "2.1" | undefined): Statement[] {
  return shape.list(content, "content", 0).flatMap((item) => {
    const fields = shape.record(item, "an element of content", [], ["invariant", "contract"]);
    if (fields === undefined) return [];
    if (Object.keys(fields).length !== 1)
      return shape.wrong(item, "an element of content should be one invariant or one contract");
    if (fields.contract !== undefined && version === "2.0")
      return shape.wrong(fields.contract, "contracts are there since format 2.1");
    return fields.contract === undefined
      ? readInvariant(shape, fields.invariant)
      : readContract(shape, fields.contract);
  });
}

function readInvariant(shape: Shape, invariant: Value | undefined): Statement[] {
  const fields = shape.record(invariant, "an invariant", ["type", "location", "value", "format"]);
  if (fields === undefined) return [];
  const what = shape.oneOf(fields.type, "type", ["loop_invariant", "location_invariant"]);
  const location = readLocation(shape, fields.location);
  const value = shape.text(fields.value, "value");
  const format = shape.oneOf(fields.format, "format", ["c_expression"]);
  if (what === undefined || location === undefined || value === undefined || format === undefined) return [];
  return [{ what, location, value, ...shape.placeOf(fields.value) }];
}

function readContract(shape: Shape, contract: Value): Statement[] {
  const fields = shape.record(contract, "a contract", ["type", "location", "format"], ["requires", "ensures"]);
  if (fields === undefined) return [];
  const what = shape.oneOf(fields.type, "type", ["function_contract"]);
  const location = readLocation(shape, fields.location);
  shape.oneOf(fields.format, "format", ["ext_c_expression"]);
  const value = fields.requires === undefined ? undefined : shape.text(fields.requires, "requires");
  const ensures = fields.ensures === undefined ? undefined : shape.text(fields.ensures, "ensures");
  if (what === undefined || location === undefined) return [];
  return [{ what, location, value, ...(ensures === undefined ? {} : { ensures }), ...shape.placeOf(contract) }];
}

function readLocation(shape: Shape, location: Value | undefined): WitnessLocation | undefined {
  const fields = shape.record(location, "a location", ["file_name", "line"], ["column", "function"]);
  if (fields === undefined) return undefined;
  const file_name = shape.text(fields.file_name, "file_name");
  const line = shape.count(fields.line, "line");
  const column = fields.column === undefined ? {} : { column: shape.count(fields.column, "column") ?? 1 };
  const name = fields.function === undefined ? undefined : shape.text(fields.function, "function");
  if (file_name === undefined || line === undefined) return undefined;
  return { file_name, line, ...column, ...(name === undefined ? {} : { function: name }) };
}

// --- Violations ---------------------------------------------------------------------------------------------------------------

function readSegments(shape: Shape, content: Value): Statement[][] {
  const segments = shape.list(content, "content", 1);
  return segments.map((item, at) => {
    const fields = shape.record(item, "an element of content", ["segment"]);
    const waypoints = fields === undefined ? [] : shape.list(fields.segment, "a segment", 1);
    const read = waypoints.flatMap((waypoint) => readWaypoint(shape, waypoint));
    if (read.length !== waypoints.length) return read;
    const isLast = at === segments.length - 1;
    read.forEach(({ action, what }, i) => {
      const waypoint = waypoints[i] as Value;
      const closes = i === read.length - 1;
      if ((action === "follow") !== closes)
        shape.wrong(waypoint, "a segment should have one waypoint to follow, its last; those before it are to avoid");
      if ((what === "target") !== (isLast && closes))
        shape.wrong(waypoint, "the last waypoint of the last segment, and no other, should be a target");
    });
    return read;
  });
}

const WAYPOINTS = ["assumption", "branching", "function_enter", "function_return", "target"] as const;

function readWaypoint(shape: Shape, item: Value): Statement[] {
  const outer = shape.record(item, "an element of a segment", ["waypoint"]);
  const fields = outer && shape.record(outer.waypoint, "a waypoint", ["type", "action", "location"], ["constraint"]);
  if (fields === undefined) return [];
  const what = shape.oneOf(fields.type, "type", WAYPOINTS);
  const action = shape.oneOf(fields.action, "action", ["follow", "avoid"]);
  const location = readLocation(shape, fields.location);
  if (what === undefined || action === undefined || location === undefined) return [];
  const value = readConstraint(shape, what, fields, item);
  return value === "wrong" ? [] : [{ what, action, location, value, ...shape.placeOf(fields.constraint ?? item) }];
}

function readConstraint(
  shape: Shape,
  what: Statement["what"],
  fields: Fields,
  item: Value,
): string | undefined | "wrong" {
  const isFree = what === "target" || what === "function_enter";
  if (fields.constraint === undefined) {
    if (isFree || what === "function_return") return undefined;
    shape.wrong(item, `a waypoint of the type ${what} should have a constraint`);
    return "wrong";
  }
  if (isFree) {
    shape.wrong(fields.constraint, `a waypoint of the type ${what} should have no constraint`);
    return "wrong";
  }
  const optional = what === "branching" ? [] : ["format"];
  const constraint = shape.record(fields.constraint, "a constraint", ["value"], optional);
  if (constraint === undefined) return "wrong";
  if (what === "branching") return shape.direction(constraint.value) ?? "wrong";
  const formats = what === "assumption" ? ["c_expression"] : ["c_expression", "ext_c_expression", "acsl_expression"];
  if (constraint.format !== undefined) shape.oneOf(constraint.format, "format", formats);
  return shape.text(constraint.value, "value") ?? "wrong";
}
