/**
 * Which condition has led to a call of an error function, and what its operands were. `assert(x > 0)` tests in the line of the
 * call; `check(x > 0)` of a program's own tests its parameter, so that the condition is what the caller has written for it.
 */
import type { Edge } from "../../cfa/cfa.ts";
import { ACSL_VIOLATED } from "../../cfa/library-names.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import type { ConditionReport, NamedValue } from "../result.ts";
import { sourceText } from "../source-text.ts";
import { operandsOf } from "./operands.ts";
import type { Call, Story } from "./story.ts";

interface Failure {
  readonly why: string;
  readonly operands: readonly NamedValue[];
}

export function whyError(name: string, story: Story): Failure {
  const calls = story.calls.filter((one): one is Call => one !== undefined);
  for (let at = calls.length - 1; at >= 0; at -= 1) {
    const call = calls[at] as Call;
    const asserted = assertedAt(call, story) ?? testedIn(call);
    if (asserted === undefined) continue;
    const argument = argumentFor(call, calls[at - 1], story);
    return sentence(argument ?? asserted, name);
  }
  return { why: `\`${name}\` is reached whatever the values are`, operands: [] };
}

interface Tested {
  readonly text: string;
  readonly holds: boolean;
  readonly values: readonly NamedValue[];
}

/** The conditions inside of the call's own text: `assert(x > y && g[x] < 3)`. */
function assertedAt({ edge, tested }: Call, { map }: Story): Tested | undefined {
  const inside = lastEvaluation(tested, edge.range);
  const last = inside.at(-1);
  const text = sourceText(edge.range, map.program.sources);
  if (last === undefined || text === undefined) return undefined;
  const condition = /^[A-Za-z_]\w*\s*\((.*)\)$/s.exec(text)?.[1];
  return { text: condition ?? last.text, holds: false, values: valuesOf(inside) };
}

/** The condition that was tested last before the call. */
function testedIn({ tested }: Call): Tested | undefined {
  return tested.at(-1)?.report;
}

/** Where what a function has tested last is whether a parameter is true: what its caller has written for it. */
function argumentFor({ frame, tested }: Call, caller: Call | undefined, { map }: Story): Tested | undefined {
  const last = tested.at(-1);
  if (last === undefined || caller === undefined || last.edge.op.kind !== "assume") return undefined;
  const index = frame.graph.parameters.indexOf(comparedWithZero(last.edge.op.condition) as Variable);
  const { edge } = caller;
  if (index === -1 || edge.op.kind !== "call") return undefined;
  const argument = edge.op.arguments[index];
  const range =
    argument === undefined ? undefined : rangeOfArgument(edge, index, caller, argument, map.program.sources);
  const text = range === undefined ? undefined : sourceText(range, map.program.sources);
  if (argument === undefined || range === undefined || text === undefined) return undefined;
  const inside = lastEvaluation(caller.tested, range);
  const direct = operandsOf(argument, caller.state, caller.origins, map).filter(({ name }) => name !== text);
  return { text, holds: last.report.holds, values: valuesOf([...inside, { text, holds: true, values: direct }]) };
}

/** `if (parameter)`, `if (!parameter)`: whether it is true. What `if (parameter < 1)` says is its own text. */
function comparedWithZero(condition: Formula): Variable | undefined {
  const at = condition.kind === "not" ? condition.operand : condition;
  if (at.kind !== "eq" || at.right.kind !== "integer" || at.right.value !== 0) return undefined;
  return at.left.kind === "variable" ? at.left.variable : undefined;
}

/** A temporary knows its text; otherwise it is found between the commas of the call. */
function rangeOfArgument(
  { range }: Edge,
  index: number,
  { origins }: Call,
  argument: Term,
  sources: Story["map"]["program"]["sources"],
): SourceRange | undefined {
  const known = argument.kind === "variable" ? origins.rangeOf(argument.variable) : undefined;
  if (known !== undefined) return known;
  const file = sources.fileAt(range.start);
  const text = file?.text.slice(range.start - file.base, range.end - file.base) ?? "";
  const open = text.indexOf("(");
  if (open === -1 || !text.endsWith(")")) return undefined;
  const commas = [open];
  let depth = 0;
  for (let at = open + 1; at < text.length - 1; at += 1) {
    const character = text[at] as string;
    // Texts and characters may hold commas and brackets: then nothing is said.
    if (character === '"' || character === "'") return undefined;
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    else if (character === "," && depth === 0) commas.push(at);
  }
  commas.push(text.length - 1);
  const [from, to] = [commas[index], commas[index + 1]];
  return from === undefined || to === undefined ? undefined : { start: range.start + from + 1, end: range.start + to };
}

/** What was tested when the text was evaluated last: operands come in its order, so one that lies behind is of an earlier round. */
function lastEvaluation(tested: Call["tested"], range: SourceRange): ConditionReport[] {
  const reports: ConditionReport[] = [];
  let before = Number.POSITIVE_INFINITY;
  for (const { edge, report } of tested.toReversed()) {
    if (!contains(range, edge.range) || edge.range.start >= before) break;
    before = edge.range.start;
    reports.unshift(report);
  }
  return reports;
}

function valuesOf(reports: readonly ConditionReport[]): NamedValue[] {
  const found: NamedValue[] = [];
  for (const { values } of reports)
    for (const value of values) if (!found.some(({ name }) => name === value.name)) found.push(value);
  return found;
}

function sentence({ text, holds, values }: Tested, name: string): Failure {
  const operands = values.filter((one) => one.name !== text);
  const shown = operands.map((one) => `${one.name} = ${one.value}`).join(", ");
  const own = values.find((one) => one.name === text);
  const state = own === undefined ? `is ${holds ? "true" : "false"}` : `is ${own.value}`;
  const reached = name.startsWith("label ") ? `${name} is reached` : `\`${name}\` is called`;
  const call = /assert/.test(name) || name === ACSL_VIOLATED ? "" : `, so that ${reached}`;
  return { why: `\`${text}\` ${state}${call}${shown === "" ? "" : `: ${shown}`}`, operands: values };
}

function contains(outer: SourceRange, inner: SourceRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
