/**
 * From a counterexample to a C program that fails by itself, for debuggers and for those who trust their compiler more
 * than a verifier. Three forms, the first that is possible: a file that holds only the inputs, compiled with the project's own
 * files, where the failure tells by itself (a call that can be replaced, or something that the compiler's sanitizers surely
 * see); a copy of one of the files in which values and the place of the failure are put in; and such a copy under sanitizers,
 * where the place cannot be edited. Where none can be, the answer says why; the replay in the interpreter stands all the same.
 */
import { ERROR_LABEL, type Location, type Program } from "../cfa/cfa.ts";
import { ACSL_VIOLATED, libraryMeaning } from "../cfa/library-names.ts";
import type { InputValue } from "../interpreter/inputs.ts";
import { ARGUMENT_BYTES } from "../interpreter/outside.ts";
import { interferingSites } from "../model/assumptions/orders.ts";
import { analysePointers } from "../model/pointers/points-to.ts";
import type { Question } from "./execution.ts";
import { charactersOf, definitions, prelude, undefinable } from "./harness-functions.ts";
import { cType, declare, type Linkage, literal, nameIn, parameterList } from "./harness-text.ts";
import { type InputOrigins, inputOrigins } from "./input-origins.ts";
import {
  instrumentAnnotation,
  instrumentBody,
  instrumentCheck,
  instrumentInputs,
  instrumentLabel,
} from "./instrument.ts";
import { type Sanitizers, sanitizersFor } from "./sanitizers.ts";
import { EditImpossible, ELSEWHERE, SourceEdits } from "./source-edits.ts";

/** How the failure shows: by the test's own message and status 1, or by these sanitizers of the compiler. */
type Shows = "message" | Sanitizers;

export type Harness =
  /** A file to compile together with the program. */
  | { readonly kind: "harness"; readonly text: string; readonly shows: Shows }
  /** A copy of one of the program's files, to compile in its place. */
  | { readonly kind: "instrumented"; readonly text: string; readonly replaces: string; readonly shows: Shows }
  | { readonly kind: "none"; readonly reason: string };

/**
 * @param units the names of the program's translation units.
 * @param changed the unit that is not on the disk as it was read, since it has been given a start for example.
 */
export function makeHarness(
  question: Question,
  values: readonly InputValue[],
  units: readonly string[],
  changed?: string,
): Harness {
  const { program } = question;
  const origins = inputOrigins(question, values);
  const reason = impossible(question, origins);
  if (reason !== undefined) return { kind: "none", reason };
  // Of what is beside a region sanitizers know nothing.
  const hasRegion = program.objects.some(({ fixedAddress }) => fixedAddress !== undefined);
  const shows = tellsByItself(program, origins) ? "message" : hasRegion ? undefined : sanitizersFor(origins);
  const isWhole =
    changed === undefined &&
    origins.locals.size + origins.objects.size + origins.volatileReads.size === 0 &&
    !needsArguments(origins);
  if (isWhole && shows !== undefined && isSure(shows)) return separate(question, origins, shows);
  const reasons: string[] = [];
  for (const replaces of changed === undefined ? units : [changed]) {
    const copy = instrumented(question, origins, replaces, shows);
    if (typeof copy !== "string") return copy;
    reasons.push(copy);
  }
  if (isWhole && shows !== undefined) return separate(question, origins, shows);
  const own = reasons.find((one) => !one.includes(ELSEWHERE));
  return { kind: "none", reason: own ?? severalFiles(reasons) };
}

function isSure(shows: Shows): boolean {
  return shows === "message" || shows.sees === "surely";
}

function severalFiles(reasons: readonly string[]): string {
  const [first = "the program has no file"] = reasons;
  return reasons.length > 1 ? "several of the program's files, or a header, would have to be changed" : first;
}

function separate(question: Question, origins: InputOrigins, shows: Shows): Harness {
  const { program } = question;
  const header = shows === "message" ? HEADER : sanitizedHeader(shows);
  const text = `${header}\n${orderNote(question)}${prelude(program, "plain")}\n${definitions(program, origins, "plain")}${startOf(question, origins, "plain")}`;
  return { kind: "harness", text, shows };
}

/** A copy of the file, or why there can be none. */
function instrumented(
  question: Question,
  origins: InputOrigins,
  name: string,
  shows: Shows | undefined,
): Harness | string {
  const { program } = question;
  const file = program.sources.files.find((one) => one.name === name);
  if (file === undefined) return `${name} is not there`;
  try {
    const edits = new SourceEdits(program.sources, file);
    const inputs = instrumentInputs(origins, edits);
    const target = instrumentTarget(program, origins, edits, shows);
    const before = `${copyHeader(name, target.shows)}${orderNote(question)}${prelude(program, "labelled")}${inputs}${target.text}`;
    const line = `#line 1 "${file.name.replace(/[\\"]/g, "\\$&")}"\n`;
    const own = definitions(program, origins, "labelled");
    const call = needsArguments(origins) ? callWithArguments(program, origins, edits) : { before: "", after: "" };
    const text = `${before}${own}${startOf(question, origins, "labelled")}${call.before}${line}${edits.apply()}${call.after}`;
    return { kind: "instrumented", text, replaces: name, shows: target.shows };
  } catch (error) {
    if (error instanceof EditImpossible) return error.message;
    throw error;
  }
}

const HEADER = "/* Written by hone. Compile it together with the program: it ends with status 1 where the error is. */";

function sanitizedHeader({ sees }: Sanitizers): string {
  const what = sees === "surely" ? "the sanitizers end it" : "the sanitizers end it if they see the error";
  return `/* Written by hone: the inputs of a run into the error. Compile it together with the program, with sanitizers: ${what}. */`;
}

function copyHeader(file: string, shows: Shows): string {
  const end =
    shows === "message" ? "the program ends with status 1 where the error is" : "sanitizers end it at the error";
  return `/* A copy of ${file.replaceAll("*/", "* /")} as hone changed it: compiled in its place, ${end}. */\n`;
}

/** Where the error may depend on an order of evaluation that C leaves open, the test says so. */
function orderNote({ program, entry, properties }: Question): string {
  const graph = program.functions.get(entry);
  if (graph === undefined || program.orders.length === 0) return "";
  const sites = interferingSites(program, analysePointers(program, graph, properties), properties);
  const lines = new Set(sites.flatMap(({ range }) => program.sources.resolve(range.start)?.line ?? []));
  if (lines.size === 0) return "";
  const where = `${lines.size === 1 ? "line" : "lines"} ${[...lines].sort((a, b) => a - b).join(", ")}`;
  return `/* Operands interfere at ${where}: gcc's order of evaluation is meant, another compiler may choose another one. */\n`;
}

function impossible({ program, entry }: Question, origins: InputOrigins): string | undefined {
  if (origins.impossible !== undefined) return `an input is ${origins.impossible}`;
  if (entry !== "main" && program.functions.has("main"))
    return `the program is checked from ${entry} on, but has a main function, where a compiled program starts`;
  const pointer = [...origins.functions.values(), origins.parameters]
    .flat()
    .some(({ type, value }) => type.kind === "pointer" && Number(value) !== 0);
  if (pointer) return "an input is an address, which means nothing to a compiled program";
  return undefinable(program, origins);
}

/** Whether the violation shows in a separate file: it is, or surely leads to, the call of an undefined error function. */
function tellsByItself(program: Program, { outcome }: InputOrigins): boolean {
  // No compiler reads the comment.
  if (outcome.kind !== "error" || outcome.function === ACSL_VIOLATED) return false;
  if (outcome.function === `label ${ERROR_LABEL}`)
    return outcome.edge !== undefined && leadsToError(program, outcome.edge.source);
  const body = program.functions.get(outcome.function);
  return body === undefined || leadsToError(program, body.entry);
}

// Error functions are short; longer ones are instrumented.
const LONGEST_WAY = 30;

function leadsToError(program: Program, from: Location): boolean {
  let location = from;
  for (let step = 0; step < LONGEST_WAY; step += 1) {
    const [edge, ...others] = location.outgoing;
    if (edge === undefined || others.length > 0) return false;
    const { op } = edge;
    if (op.kind === "call") {
      if (op.callee.kind !== "direct") return false;
      const body = program.functions.get(op.callee.name);
      const meaning = body === undefined ? libraryMeaning(op.callee.name) : undefined;
      if (meaning === "error") return true;
      if (meaning !== "no-op") return false;
    }
    location = edge.target;
  }
  return false;
}

/** The place of the failure tells that it was reached; where it cannot be edited, sanitizers may tell. */
function instrumentTarget(
  program: Program,
  origins: InputOrigins,
  edits: SourceEdits,
  shows: Shows | undefined,
): { readonly text: string; readonly shows: Shows } {
  if (shows === "message") return { text: "", shows };
  const { outcome } = origins;
  try {
    if (outcome.kind === "error" && outcome.function === ACSL_VIOLATED)
      return { text: instrumentAnnotation(program, origins, edits), shows: "message" };
    if (outcome.kind !== "error") return { text: instrumentCheck(program, origins, edits), shows: "message" };
    const isLabel = outcome.function === `label ${ERROR_LABEL}`;
    const graph = program.functions.get(isLabel ? (outcome.edge?.source.function ?? "") : outcome.function);
    if (graph === undefined) throw new EditImpossible("the place of the violation is not known");
    if (isLabel) instrumentLabel(graph, edits);
    else instrumentBody(graph, edits);
    return { text: "", shows: "message" };
  } catch (error) {
    if (shows === undefined || !(error instanceof EditImpossible)) throw error;
    // A copy that has nothing of its own is no better than the file.
    if (edits.isEmpty && !needsArguments(origins)) throw error;
    return { text: "", shows };
  }
}

/** Whether the program has to be started otherwise than without arguments. */
function needsArguments({ commandLine }: InputOrigins): boolean {
  if (commandLine === undefined) return false;
  return commandLine.length !== 1 || commandLine.some((text) => text.size > 0);
}

/** The program's `main` gets another name, and is called by one that has the arguments. */
function callWithArguments(
  program: Program,
  { commandLine = [], environment }: InputOrigins,
  edits: SourceEdits,
): { before: string; after: string } {
  const main = program.functions.get("main");
  // It has to be in this file to get its other name.
  if (main !== undefined) edits.textOf({ start: main.range.start, end: main.range.start + 1 }, "the function main");
  const strings = commandLine.map(
    (text, i) => `static char hone_argument${i}[${ARGUMENT_BYTES}] = {${charactersOf(text).join(", ")}};\n`,
  );
  const pointers = [...commandLine.map((_, i) => `hone_argument${i}`), "0"].join(", ");
  const given = [
    String(commandLine.length),
    "hone_arguments",
    environment === undefined ? "hone_environment" : "hone_variables",
  ];
  const parameters = main?.parameters.length ?? 0;
  const call = `(void)hone_program_main(${given.slice(0, parameters).join(", ")});`;
  return {
    before: "#define main hone_program_main\n",
    after:
      `\n#undef main\n${strings.join("")}static char *hone_arguments[] = {${pointers}};\n` +
      `static char *hone_environment[] = {0};\nint main(void) {\n  (void)hone_environment;\n  ${call}\n  return 0;\n}\n`,
  };
}

/** A `main` for a program that is checked from another function on. */
function startOf({ program, entry }: Question, origins: InputOrigins, linkage: Linkage): string {
  const graph = program.functions.get(entry);
  if (entry === "main" || graph === undefined) return "";
  const { signature } = graph;
  const values = origins.parameters.map(literal).join(", ");
  return `${declare(linkage, cType(signature.result), entry, parameterList(signature))}int main(void) {\n  ${nameIn(linkage, entry)}(${values});\n  return 0;\n}\n`;
}
