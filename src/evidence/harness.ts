/**
 * From a counterexample to a C program that fails by itself, for debuggers and for those who trust their compiler more
 * than a verifier. A separate file suffices where all inputs come from functions that the program leaves undefined and
 * the error is a call that can be replaced; otherwise a copy of the source is instrumented. Where neither can be, the
 * answer says why; the replay in the interpreter stands all the same.
 */
import { ERROR_LABEL, type Location, type Program } from "../cfa/cfa.ts";
import { libraryMeaning } from "../cfa/library-names.ts";
import type { InputValue } from "../interpreter/inputs.ts";
import { ARGUMENT_BYTES } from "../interpreter/outside.ts";
import { interferingSites } from "../model/assumptions/orders.ts";
import { analysePointers } from "../model/pointers/points-to.ts";
import type { Question } from "./execution.ts";
import { definitions, prelude, undefinable } from "./harness-functions.ts";
import { cType, declare, type Linkage, literal, nameIn, parameterList } from "./harness-text.ts";
import { type InputOrigins, inputOrigins } from "./input-origins.ts";
import { instrumentBody, instrumentCheck, instrumentInputs, instrumentLabel } from "./instrument.ts";
import { EditImpossible, SourceEdits } from "./source-edits.ts";

export type Harness =
  /** A file to compile together with the program. */
  | { readonly kind: "harness"; readonly text: string }
  /** A copy of the program to compile alone. */
  | { readonly kind: "instrumented"; readonly text: string }
  | { readonly kind: "none"; readonly reason: string };

/**
 * @param files how many of the program's sources are translation units.
 * @param form what is wanted: a copy where the program as it stands on the disk lacks something, its start for example.
 */
export function makeHarness(
  question: Question,
  values: readonly InputValue[],
  files: number,
  form: "any" | "copy" = "any",
): Harness {
  const { program, entry } = question;
  const origins = inputOrigins(question, values);
  const reason = impossible(question, origins);
  if (reason !== undefined) return { kind: "none", reason };
  const start = entry === "main" ? (_: Linkage) => "" : (linkage: Linkage) => startAt(program, entry, origins, linkage);
  const isSeparate =
    form === "any" &&
    origins.locals.size + origins.objects.size + origins.volatileReads.size === 0 &&
    !needsArguments(origins) &&
    tellsByItself(program, origins);
  if (isSeparate) {
    const text = `${HEADER}\n${orderNote(question)}${prelude(program, "plain")}\n${definitions(program, origins, "plain")}${start("plain")}`;
    return { kind: "harness", text };
  }
  const file = program.sources.files[0];
  if (files !== 1 || file === undefined)
    return { kind: "none", reason: "the program has several files, and its sources would have to be changed" };
  try {
    const edits = new SourceEdits(program.sources, file);
    const inputs = instrumentInputs(origins, edits);
    const target = instrumentTarget(program, origins, edits);
    const before = `${COPY_HEADER}${orderNote(question)}${prelude(program, "labelled")}${inputs}${target}`;
    const line = `#line 1 "${file.name.replace(/[\\"]/g, "\\$&")}"\n`;
    const own = definitions(program, origins, "labelled");
    const call = needsArguments(origins) ? callWithArguments(program, origins) : { before: "", after: "" };
    const text = `${before}${own}${start("labelled")}${call.before}${line}${edits.apply()}${call.after}`;
    return { kind: "instrumented", text };
  } catch (error) {
    if (error instanceof EditImpossible) return { kind: "none", reason: error.message };
    throw error;
  }
}

const HEADER = "/* Written by hone. Compile it together with the program: it ends with status 1 where the error is. */";
const COPY_HEADER =
  "/* The program as hone instrumented it: compiled alone, it ends with status 1 where the error is. */\n";

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
  if (outcome.kind !== "error") return false;
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

function instrumentTarget(program: Program, origins: InputOrigins, edits: SourceEdits): string {
  if (tellsByItself(program, origins)) return "";
  const { outcome } = origins;
  if (outcome.kind !== "error") return instrumentCheck(program, origins, edits);
  const isLabel = outcome.function === `label ${ERROR_LABEL}`;
  const graph = program.functions.get(isLabel ? (outcome.edge?.source.function ?? "") : outcome.function);
  if (graph === undefined) throw new EditImpossible("the place of the violation is not known");
  if (isLabel) instrumentLabel(graph, edits);
  else instrumentBody(graph, edits);
  return "";
}

/** Whether the program has to be started otherwise than without arguments. */
function needsArguments({ commandLine }: InputOrigins): boolean {
  if (commandLine === undefined) return false;
  return commandLine.length !== 1 || commandLine.some((text) => text.size > 0);
}

/** The program's `main` gets another name, and is called by one that has the arguments. */
function callWithArguments(program: Program, { commandLine = [] }: InputOrigins): { before: string; after: string } {
  const strings = commandLine.map(
    (text, i) => `static char hone_argument${i}[${ARGUMENT_BYTES}] = {${charactersOf(text).join(", ")}};\n`,
  );
  const pointers = [...commandLine.map((_, i) => `hone_argument${i}`), "0"].join(", ");
  const given = [String(commandLine.length), "hone_arguments", "hone_environment"];
  const parameters = program.functions.get("main")?.parameters.length ?? 0;
  const call = `(void)hone_program_main(${given.slice(0, parameters).join(", ")});`;
  return {
    before: "#define main hone_program_main\n",
    after:
      `\n#undef main\n${strings.join("")}static char *hone_arguments[] = {${pointers}};\n` +
      `static char *hone_environment[] = {0};\nint main(void) {\n  (void)hone_environment;\n  ${call}\n  return 0;\n}\n`,
  };
}

/** The string; characters that nobody read are some letter. */
function charactersOf(text: ReadonlyMap<number, number>): number[] {
  const offsets = [...text.keys()];
  const end = offsets.filter((offset) => text.get(offset) === 0);
  const length = end.length > 0 ? Math.min(...end) : offsets.length === 0 ? 0 : Math.max(...offsets) + 1;
  return [...Array.from({ length }, (_, i) => text.get(i) ?? 97), 0];
}

/** A `main` for a program that is checked from another function on. */
function startAt(program: Program, entry: string, origins: InputOrigins, linkage: Linkage): string {
  const graph = program.functions.get(entry);
  if (graph === undefined) return "";
  const { signature } = graph;
  const values = origins.parameters.map(literal).join(", ");
  return `${declare(linkage, cType(signature.result), entry, parameterList(signature))}int main(void) {\n  ${nameIn(linkage, entry)}(${values});\n  return 0;\n}\n`;
}
