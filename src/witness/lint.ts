/**
 * What a witness says against the program that it is about: files and their hashes, places, and expressions, which are read by hone's own
 * parser in the scope of their places. A witness without problems can be checked; whether what it says is true is another question.
 */
import { type FrontEndOptions, readProgram, type SourceText } from "../cfa/build-source.ts";
import type { Annotation } from "../cfa/read-statements.ts";
import { readStatements, type StatementPlace, type Statements } from "../cfa/read-statements.ts";
import { matchesAt } from "../report/loop-text.ts";
import type { SourceFile } from "../util/source.ts";
import { type ContractParts, contractAnnotations } from "./contract.ts";
import type { WitnessLocation } from "./format.ts";
import { fileNamed } from "./places.ts";
import type { ReadEntry, Statement, WitnessProblem } from "./read.ts";

export interface LintedProgram {
  readonly sources: readonly SourceText[];
  readonly frontEnd: FrontEndOptions;
  /** SHA-256 by the names of the sources. */
  readonly hashes: ReadonlyMap<string, string>;
}

export interface LintedEntry {
  readonly problems: readonly WitnessProblem[];
  /** Invariants and assumptions with their places; complete where there is no problem. */
  readonly annotations: readonly PlacedStatement[];
}

export interface PlacedStatement {
  readonly statement: Statement;
  readonly annotation: Annotation;
  /** Where tools take its place, or what it says, in two ways: a violation of one of them is none of the other. */
  readonly doubt?: string | undefined;
}

/** As the witness says it. */
export function saidBy({ statement, annotation }: PlacedStatement): string {
  return annotation.kind === "ensures" ? (statement.ensures ?? annotation.text) : annotation.text;
}

export function lintEntry(entry: ReadEntry, program: LintedProgram): LintedEntry {
  const problems = fileProblems(entry, program);
  const statements = readStatements(program.sources, program.frontEnd);
  const tell = ({ line, column }: Statement, message: string) => problems.push({ message, line, column });
  if (statements === undefined)
    return { problems: [...problems, { message: "the program cannot be read", line: 1, column: 1 }], annotations: [] };
  const places = new Places(statements, program.sources);
  const annotations = entry.statements.flat().flatMap((statement): PlacedStatement[] => {
    if (statement.what === "function_contract") {
      const parts = places.contract(statement);
      if (typeof parts === "string") tell(statement, parts);
      return typeof parts === "string"
        ? []
        : parts.annotations.map((annotation) => ({
            statement,
            annotation,
            doubt: parts.readings === 2 ? "where a parameter is what was passed, or what it is by then" : undefined,
          }));
    }
    const found = places.of(statement);
    if (typeof found === "string") tell(statement, found);
    if (typeof found === "string" || found === undefined || statement.value === undefined) return [];
    const { file, offset, kind, loop } = found;
    const name = `${statement.what} (line ${statement.line} of the witness)`;
    const text = kind === "branch" ? DIRECTIONS[statement.value] : statement.value;
    // The cases of a `switch` have no values to look at.
    const doubt = loop === "do" ? "before the body or before the condition of its loop" : undefined;
    return text === undefined ? [] : [{ statement, annotation: { file, offset, kind, text, name }, doubt }];
  });
  for (const { statement, message } of expressionProblems(annotations, program)) tell(statement, message);
  return { problems, annotations };
}

/** What the value of a condition is called in a witness, and in C. */
const DIRECTIONS: Readonly<Record<string, string>> = { true: "1", false: "0" };

// --- Files --------------------------------------------------------------------------------------------------------------------

function fileProblems({ task }: ReadEntry, { sources, hashes, frontEnd }: LintedProgram): WitnessProblem[] {
  const problems: WitnessProblem[] = [];
  const tell = (message: string) => problems.push({ message, line: 1, column: 1 });
  const files = task.input_files.map((name) => ({ name }));
  for (const { name } of sources) {
    const named = fileNamed(files, name)?.name;
    if (named === undefined) tell(`the witness is about other files than ${name}`);
    else if (task.input_file_hashes[named]?.toLowerCase() !== hashes.get(name))
      tell(`${name} has another hash than the witness says`);
  }
  for (const file of task.input_files)
    if (fileNamed(sources, file) === undefined) tell(`the witness is about ${file} as well`);
  if (task.data_model !== frontEnd.dataModel.name)
    tell(`the witness is about ${task.data_model}, not ${frontEnd.dataModel.name}`);
  return problems;
}

// --- Places -------------------------------------------------------------------------------------------------------------------

interface Found {
  readonly file: string;
  readonly offset: number;
  readonly kind: Annotation["kind"];
  readonly loop?: StatementPlace["kind"];
}

const NOTHING = "nothing of the kind begins here";

class Places {
  readonly #statements: Statements;
  readonly #files: readonly SourceFile[];

  constructor(statements: Statements, sources: readonly SourceText[]) {
    this.#statements = statements;
    this.#files = statements.sources.files.slice(0, sources.length);
  }

  /** Undefined: the place is right, but nothing is evaluated there. A text: what is wrong with it. */
  of({ what, location }: Statement): Found | undefined | string {
    const line = this.#line(location);
    return typeof line === "string" ? line : this.#inLine(what, location, line.file, line.start, line.end);
  }

  /** A contract stands where the definition of its function begins, or at the function's name. */
  contract(statement: Statement): ContractParts | string {
    const { location } = statement;
    const line = this.#line(location);
    if (typeof line === "string") return line;
    const { file, start, end } = line;
    const at = location.column === undefined ? undefined : start + location.column - 1;
    const isThere = (position: number) =>
      at === undefined ? start <= position - file.base && position - file.base <= end : position - file.base === at;
    const found = this.#statements.functions.find((one) => isThere(one.start) || isThere(one.named));
    if (found === undefined) return "no function is defined here: the beginning of its definition is expected";
    if (location.function !== undefined && location.function !== found.name)
      return `this is the function ${found.name}, not ${location.function}`;
    return contractAnnotations(statement, found, { file: file.name, offset: found.named - file.base });
  }

  #line(location: WitnessLocation) {
    const file = fileNamed(this.#files, location.file_name);
    if (file === undefined) return `the program has no file ${location.file_name}`;
    const lines = this.#statements.sources.lineStarts(file);
    const start = lines[location.line - 1];
    if (start === undefined) return `${file.name} has no line ${location.line}`;
    const length = this.#statements.sources.lineText(file, location.line).length;
    if ((location.column ?? 1) > Math.max(1, length)) return `line ${location.line} has no column ${location.column}`;
    return { file, start, end: start + length };
  }

  #inLine(
    what: Statement["what"],
    location: WitnessLocation,
    file: SourceFile,
    start: number,
    end: number,
  ): Found | undefined | string {
    const at = location.column === undefined ? undefined : start + location.column - 1;
    const found = (offset: number, kind: Found["kind"]): Found => ({ file: file.name, offset, kind });
    switch (what) {
      case "function_contract":
        throw new Error("a contract should have the place of a function");
      case "function_enter":
      case "function_return": {
        const isThere = at === undefined ? file.text.slice(start, end).includes(")") : matchesAt(file.text, at, /\)/);
        return isThere ? undefined : "no call ends here: its closing parenthesis is expected";
      }
      case "loop_invariant":
      case "branching": {
        const word = what === "branching" ? /(?:if|while|for|switch)\b/ : /(?:while|for|do)\b/;
        const kinds: readonly string[] =
          what === "branching" ? ["if", "while", "for", "switch", "do"] : ["while", "for", "do"];
        const place = this.#placeIn(
          file,
          start,
          end,
          at,
          location,
          (one) => kinds.includes(one.kind) && matchesAt(file.text, one.start - file.base, word),
        );
        // Of a condition that has no statement of its own nothing is looked at.
        if (place === NOTHING && what === "branching" && at !== undefined && this.#isCondition(file, at))
          return undefined;
        if (typeof place === "string")
          return `${place}: ${what === "branching" ? "the keyword of a branch" : "the keyword of a loop"} is expected`;
        return { ...found(place.start - file.base, what === "branching" ? "branch" : "loop"), loop: place.kind };
      }
      default: {
        // What goes wrong is a statement that does something.
        const isRight = ({ kind }: StatementPlace) => what !== "target" || kind !== "compound";
        const place = this.#placeIn(file, start, end, at, location, isRight);
        if (typeof place === "string") return `${place}: the first character of a statement is expected`;
        return what === "target" ? undefined : found(place.start - file.base, "statement");
      }
    }
  }

  /** The condition of `?:`, or of a `do` at its end. */
  #isCondition(file: SourceFile, at: number): boolean {
    const around = this.#statements.places.filter(({ start, end }) => start <= file.base + at && file.base + at < end);
    if (matchesAt(file.text, at, /\?/)) return around.length > 0;
    return matchesAt(file.text, at, /while\b/) && around.some(({ kind }) => kind === "do");
  }

  #placeIn(
    file: SourceFile,
    start: number,
    end: number,
    at: number | undefined,
    { function: name }: WitnessLocation,
    isRight: (place: StatementPlace) => boolean,
  ): StatementPlace | string {
    const inLine = this.#statements.places.filter(
      (place) => isRight(place) && startsOf(place).some((one) => one - file.base >= start && one - file.base <= end),
    );
    const [place] = at === undefined ? inLine : inLine.filter((one) => startsOf(one).includes(file.base + at));
    if (place === undefined) return NOTHING;
    if (name !== undefined && place.function !== name)
      return `this is in the function ${place.function}, not in ${name}`;
    return place;
  }
}

/** Where a statement begins: with its labels, or behind them. */
function startsOf({ start, labelled }: StatementPlace): number[] {
  return labelled === undefined ? [start] : [labelled, start];
}

// --- Expressions --------------------------------------------------------------------------------------------------------------

function expressionProblems(
  placed: readonly PlacedStatement[],
  { sources, frontEnd }: LintedProgram,
): { readonly statement: Statement; readonly message: string }[] {
  // One by one where there is a problem, so that each is told of its own.
  const annotated = (all: readonly PlacedStatement[]) =>
    readProgram(sources, { ...frontEnd, annotations: all.map(({ annotation }) => annotation) });
  if (annotated(placed).program !== undefined) return [];
  return [...new Set(placed.map(({ statement }) => statement))].flatMap((statement) => {
    const { diagnostics } = annotated(placed.filter((one) => one.statement === statement));
    const first = diagnostics.find(({ severity }) => severity === "error");
    const said = statement.what === "function_contract" ? (statement.ensures ?? statement.value) : statement.value;
    return first === undefined ? [] : [{ statement, message: `"${said}": ${first.message}` }];
  });
}
