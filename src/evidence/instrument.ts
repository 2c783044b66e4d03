/**
 * A copy of the source in which a counterexample happens by itself: uninitialised locals and volatile reads get the
 * recorded values where they are, and the place of the violation tells that it was reached. Everything is done with
 * initialisers and comma expressions, so that no statement changes its nesting.
 */
import { type Check, type Edge, ERROR_LABEL, type FunctionGraph, kindOf, type Program } from "../cfa/cfa.ts";
import type { SourceRange } from "../util/source.ts";
import { bytesOf, cType, tableBody } from "./harness-text.ts";
import type { Content, InputOrigins, TypedValue } from "./input-origins.ts";
import { EditImpossible, type SourceEdits } from "./source-edits.ts";

/** Makes the edits; returns the functions that they call. Throws `EditImpossible`. */
export function instrumentInputs(origins: InputOrigins, edits: SourceEdits): string {
  const functions: string[] = [];
  for (const [edge, values] of origins.locals) functions.push(initialiseLocal(edge, values, functions.length, edits));
  for (const [edge, contents] of origins.objects) functions.push(fillObject(edge, contents, functions.length, edits));
  for (const [edge, values] of origins.volatileReads)
    functions.push(replaceRead(edge, values, functions.length, edits));
  return functions.join("");
}

function nameOf(edge: Edge): string {
  const { op } = edge;
  const named = op.kind === "havoc" ? op.target : op.kind === "uninitialised" ? op.object : undefined;
  const name = named?.name ?? "";
  return name.slice(name.lastIndexOf(":") + 1).replace(/#\d+$/, "");
}

function declaredName(edge: Edge, edits: SourceEdits) {
  const name = nameOf(edge);
  const place = edits.textOf(edge.range, `the declaration of ${name}`);
  if (place.text !== name) throw new EditImpossible(`the declaration of ${name} comes out of a macro`);
  return place;
}

function initialiseLocal(edge: Edge, values: readonly TypedValue[], index: number, edits: SourceEdits): string {
  const place = declaredName(edge, edits);
  const { type } = values[0] as TypedValue;
  const { after } = edits.around(place.start, place.end);
  const text = cType(type);
  if (/^[,;]/.test(after)) edits.insert(place.end, ` = hone_value_${index}()`);
  else {
    const end = edits.declaratorEnd(place.end, place.text);
    edits.insert(end, ` = hone_value_${index}()`);
  }
  return `static ${text} hone_value_${index}(void) {\n${tableBody(type, values)}}\n`;
}

/** One more declarator in the declaration, whose initialiser writes the object: it works wherever a declaration does. */
function fillObject(edge: Edge, contents: readonly Content[], index: number, edits: SourceEdits): string {
  const place = declaredName(edge, edits);
  const end = edits.declaratorEnd(place.end, place.text);
  edits.insert(end, `, *hone_filled_${index} = hone_fill_${index}((void *)&${place.text}, sizeof(${place.text}))`);
  const bytes = contents.flatMap(({ occurrence, offset, ...typed }) =>
    bytesOf(typed).flatMap((byte, at) => (byte === 0 ? [] : [`{${occurrence}, ${offset + at}, ${byte}}`])),
  );
  return `static void *hone_fill_${index}(void *object, unsigned long size) {
  static const unsigned int content[][3] = {${[...bytes, "{0, 0, 0}"].join(", ")}};
  static unsigned int times;
  unsigned char *bytes = object;
  unsigned long i;
  for (i = 0; i < size; i++) bytes[i] = 0;
  for (i = 0; i < ${bytes.length}u; i++) if (content[i][0] == times) bytes[content[i][1]] = content[i][2];
  times++;
  return object;
}
`;
}

function replaceRead(edge: Edge, values: readonly TypedValue[], index: number, edits: SourceEdits): string {
  const place = edits.textOf(edge.range, "a volatile read");
  if (isWritten(place, edits)) throw new EditImpossible("a volatile object is read and written in one expression");
  edits.replace(place.start, place.end, `((__typeof__(${place.text}))hone_value_${index}())`);
  const { type } = values[0] as TypedValue;
  return `static ${cType(type)} hone_value_${index}(void) {\n${tableBody(type, values)}}\n`;
}

/** Whether an expression may stand where an object is needed, so that no value can take its place. */
function isWritten(place: { readonly start: number; readonly end: number; readonly text: string }, edits: SourceEdits) {
  const { before, after } = edits.around(place.start, place.end);
  if (/[^=!<>]=(?!=)|\+\+|--/.test(place.text)) return true;
  return /^(=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--|\.(?!\.))/.test(after) || /(\+\+|--|[^&]&)$/.test(before);
}

/** The label tells that it was reached; an `if` with an `else` leaves the statement behind it as it was. */
export function instrumentLabel(graph: FunctionGraph, edits: SourceEdits): void {
  const place = edits.textOf({ start: graph.range.start, end: graph.range.start + 1 }, `the function ${graph.name}`);
  const end = place.start + (graph.range.end - graph.range.start);
  const found = edits.find(new RegExp(`${ERROR_LABEL}\\s*:(?!:)`), place.start, end);
  if (found === undefined) throw new EditImpossible(`the label ${ERROR_LABEL} comes out of a macro`);
  edits.insert(found.end, " if (hone_error_reached(), 0) ; else ");
}

/** The function's body starts with the message. */
export function instrumentBody(graph: FunctionGraph, edits: SourceEdits): void {
  const place = edits.textOf({ start: graph.range.start, end: graph.range.start + 1 }, `the function ${graph.name}`);
  const end = place.start + (graph.range.end - graph.range.start);
  const name = edits.find(new RegExp(`${graph.name}\\b`), place.start, end);
  const brace = name?.start === place.start ? edits.find(/\{/, place.start, end) : undefined;
  if (brace === undefined) throw new EditImpossible(`the function ${graph.name} comes out of a macro`);
  edits.insert(brace.end, " hone_error_reached();");
}

/** The expression that goes wrong counts its evaluations, and tells at the one that does. */
export function instrumentCheck(program: Program, origins: InputOrigins, edits: SourceEdits): string {
  const { outcome } = origins;
  const edge = outcome.kind === "undefined-behaviour" ? outcome.edge : undefined;
  if (edge === undefined || outcome.kind !== "undefined-behaviour")
    throw new EditImpossible("the place of the violation is not known");
  const check: Check | undefined = edge.checks.find((one) => kindOf(one) === outcome.what);
  const range = check?.range ?? edge.range;
  const place = edits.textOf(range, "the expression that violates the property");
  if (callsOwnFunction(program, edge, range))
    throw new EditImpossible("the expression that violates the property calls a function of the program");
  const { before } = edits.around(place.start, place.end);
  const isStore = edge.op.kind === "store" || edge.op.kind === "assign";
  if (check === undefined && !(isStore && /[^=!<>]=(?!=)|\+\+|--/.test(place.text)) && isWritten(place, edits))
    throw new EditImpossible("the expression that violates the property is not a value");
  if (/\bcase$/.test(before) || /;\s*$/.test(place.text))
    throw new EditImpossible("the place of the violation is not an expression");
  edits.insert(place.start, "(hone_evaluated(), ");
  edits.insert(place.end, ")");
  const times = origins.taken.get(edge) ?? 1;
  return `static void hone_evaluated(void) {\n  static unsigned long times;\n  if (++times == ${times}ul) hone_error_reached();\n}\n`;
}

/**
 * An annotation is a comment to compilers: what stands at its place counts how often the run comes there, and tells at the time at
 * which the annotation does not hold.
 */
export function instrumentAnnotation(program: Program, origins: InputOrigins, edits: SourceEdits): string {
  const { outcome } = origins;
  const edge = outcome.kind === "error" ? outcome.edge : undefined;
  if (edge === undefined) throw new EditImpossible("the place of the violation is not known");
  const { start, end, text } = edits.annotationAt(edge.range);
  if (!/^\s*(?:assert|check)\b/.test(text))
    throw new EditImpossible("an annotation other than an assertion does not hold");
  const { range, source } = edge;
  const base = program.sources.fileAt(range.start)?.base ?? 0;
  const isInside = (of: Edge) => of.range.start >= base + start && of.range.end <= base + end;
  const edges = program.functions.get(source.function)?.edges ?? [];
  const first = edges.find(
    (one) => isInside(one) && !edges.some((before) => before.target === one.source && isInside(before)),
  );
  const times = (first?.source.outgoing ?? []).reduce((sum, one) => sum + (origins.taken.get(one) ?? 0), 0);
  // Where a statement may stand of its own; otherwise in front of the one that follows.
  edits.insert(
    start,
    ";{}".includes(edits.codeBefore(start)) ? "hone_evaluated(); " : "if (hone_evaluated(), 0) ; else ",
  );
  return `static int hone_evaluated(void) {\n  static unsigned long times;\n  if (++times == ${times}ul) hone_error_reached();\n  return 0;\n}\n`;
}

/** Such a function could evaluate the same expression again, before the evaluation that counts is over. */
function callsOwnFunction(program: Program, edge: Edge, range: SourceRange): boolean {
  const edges = program.functions.get(edge.source.function)?.edges ?? [];
  return edges.some(({ op, range: at }) => {
    if (op.kind !== "call" || at.start < range.start || at.end > range.end) return false;
    return op.callee.kind === "indirect" || program.functions.has(op.callee.name);
  });
}
