/**
 * Why a run violates the property, in one sentence with the values that it had. Reads the state in which the run has ended,
 * which the interpreter keeps until the next run.
 */
import { type Check, type Edge, kindOf, type Op, type Program } from "../../cfa/cfa.ts";
import { checkTerm } from "../../cfa/op-terms.ts";
import type { RunEnd } from "../../interpreter/end.ts";
import type { Term } from "../../logic/term.ts";
import { highest, type IntType, lowest } from "../../logic/types.ts";
import type { SourceRange } from "../../util/source.ts";
import { placeOf } from "../places.ts";
import type { NamedValue, Place } from "../result.ts";
import { sourceText } from "../source-text.ts";
import { whyError } from "./failed-condition.ts";
import { numberOf, plainName, type Region, termValue } from "./memory-map.ts";
import { operandsOf } from "./operands.ts";
import type { Call, Story } from "./story.ts";
import { count, described, distanceOf, showPointer } from "./values.ts";

export interface Reason {
  /** The check that failed, where it is one of several that a statement has. */
  readonly failed?: SourceRange;
  readonly why: string;
  readonly operands: readonly NamedValue[];
  readonly related: readonly (Place & { readonly message: string })[];
}

export function reasonOf(outcome: RunEnd, story: Story): Reason | undefined {
  const call = story.calls.findLast((one) => one !== undefined);
  if (call === undefined) return undefined;
  switch (outcome.kind) {
    case "error":
      return plain(whyError(outcome.function, story));
    case "leak":
      return whyLeak(story, outcome.what);
    case "undefined-behaviour": {
      const edge = outcome.edge?.source.function === call.edge.source.function ? outcome.edge : call.edge;
      const failed = outcome.check ?? failedCheck(edge, call, outcome.what);
      return failed === undefined
        ? whyMemory(outcome.what, outcome.message, edge, call, story)
        : { ...whyCheck(failed, edge, call, story), failed: failed.range };
    }
    default:
      return undefined;
  }
}

function plain({ why, operands }: Pick<Reason, "why" | "operands">): Reason {
  return { why, operands, related: [] };
}

// --- Checks of arithmetic ---------------------------------------------------------------------------------------------

/** The check that the run has ended by: the first of that kind which does not hold. */
function failedCheck({ checks }: Edge, { state }: Call, what: string): Check | undefined {
  const isOfKind = (check: Check): boolean =>
    kindOf(check) === what || (what === "out-of-bounds" && check.kind === "index");
  const ofKind = checks.filter(isOfKind);
  const failing = ofKind.find((check) => isMet(check, termValue(checkTerm(check), state)) === false);
  // An access is out of bounds also where its index lies in its array; of other kinds there is no other way.
  return failing ?? (what === "out-of-bounds" ? undefined : ofKind[0]);
}

/** Whether a check holds for the value of its term; undefined where nobody knows that. */
function isMet(check: Check, value: number | bigint | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  switch (check.kind) {
    case "overflow":
    case "unsigned-wrap":
    case "conversion":
    case "pointer-overflow":
      return value >= lowest(check.type) && value <= highest(check.type);
    case "float-to-int":
      return Math.trunc(Number(value)) >= lowest(check.type) && Math.trunc(Number(value)) <= highest(check.type);
    case "division":
    case "bit-count":
    case "uninitialised":
    case "nan":
    case "float-overflow":
      return Number(value) !== 0;
    case "shift":
      return value >= 0 && value < check.bits;
    case "index":
      return value >= 0 && (check.count === undefined || value < check.count);
    case "negative-shift":
      return value >= 0;
    case "array-size":
    case "argument":
    case "unreachable":
      return value >= check.least && (check.most === undefined || value <= check.most);
  }
}

function whyCheck(check: Check, edge: Edge, { state, origins }: Call, { map }: Story): Reason {
  const { sources } = map.program;
  const text = sourceText(check.range, sources) ?? sourceText(edge.range, sources) ?? "the value";
  const of = (term: Parameters<typeof termValue>[0]) => ({
    value: termValue(term, state)?.toString() ?? "unknown",
    operands: operandsOf(term, state, origins, map).filter(({ name }) => name !== text),
  });
  switch (check.kind) {
    case "overflow":
    case "unsigned-wrap":
    case "conversion": {
      const { value, operands } = of(check.exact);
      return withValues(`\`${text}\` is ${value}, which does not fit ${showRange(check.type)}`, operands);
    }
    case "pointer-overflow": {
      const { value, operands } = of(check.exact);
      return withValues(`\`${text}\` moves a pointer by ${value} bytes, which is more than any object has`, operands);
    }
    case "nan": {
      const { operands } = of(check.operand);
      return withValues(`\`${text}\` is not a number (NaN), though its operands are`, operands);
    }
    case "float-overflow": {
      const { operands } = of(check.operand);
      return withValues(`\`${text}\` is infinite, though its operands are not`, operands);
    }
    case "division": {
      const { operands } = of(check.divisor);
      return withValues(`the divisor in \`${text}\` is 0`, operands);
    }
    case "shift": {
      const { value, operands } = of(check.count);
      return withValues(`\`${text}\` shifts by ${value}, which is not between 0 and ${check.bits - 1}`, operands);
    }
    case "negative-shift": {
      const { value, operands } = of(check.operand);
      return withValues(`\`${text}\` shifts ${value}, which is negative, to the left`, operands);
    }
    case "index": {
      const { value, operands } = of(check.index);
      const size = check.count === undefined ? "an index is at least 0" : `the array has ${elements(check.count)}`;
      return withValues(`the index in \`${text}\` is ${value}, but ${size}`, operands);
    }
    case "float-to-int": {
      const { value, operands } = of(check.operand);
      return withValues(`\`${text}\` converts ${value}, which does not fit ${showRange(check.type)}`, operands);
    }
    case "bit-count": {
      const { operands } = of(check.operand);
      return withValues(`\`${text}\` counts the leading or trailing zeros of 0`, operands);
    }
    case "array-size": {
      const { value, operands } = of(check.operand);
      return withValues(`the length in \`${text}\` is ${value}, but it should be at least ${check.least}`, operands);
    }
    case "argument": {
      const { value, operands } = of(check.operand);
      return withValues(`\`${text}\` is given ${value}, which is neither a character (0 to 255) nor EOF`, operands);
    }
    case "unreachable":
      return plain({ why: `\`${text}\` is reached, which the program says it never is`, operands: [] });
    case "uninitialised": {
      const name = check.known.kind === "variable" ? /^(.*) is set$/.exec(check.known.variable.name)?.[1] : undefined;
      const read = name === undefined ? `\`${text}\` is read` : `${plainName(name)} is read in \`${text}\``;
      return plain({ why: `${read}, but nothing has given it a value`, operands: [] });
    }
  }
}

function withValues(why: string, operands: readonly NamedValue[]): Reason {
  const values = operands.map(({ name, value }) => `${name} = ${value}`).join(", ");
  return { why: values === "" ? why : `${why}: ${values}`, operands, related: [] };
}

function showRange(type: IntType): string {
  return `${type.signed ? "a signed" : "an unsigned"} integer of ${type.bits} bits (${lowest(type)} to ${highest(type)})`;
}

function elements(number: number): string {
  return number === 0 ? "no elements" : `${count(number, "element")}, 0 to ${number - 1}`;
}

// --- Memory -----------------------------------------------------------------------------------------------------------

/** An access, or a call that is given a pointer: the pointer and what is there. */
function whyMemory(what: string, message: string, edge: Edge, { state, origins }: Call, { map }: Story): Reason {
  const { op } = edge;
  const { sources } = map.program;
  const text = sourceText(edge.range, sources) ?? message;
  const terms = pointersOf(op, map.program);
  const addresses = terms.flatMap((term) => numberOf(term, state) ?? []);
  const given = op.kind === "call" ? op.arguments : terms;
  const operands = given.flatMap((term) => operandsOf(term, state, origins, map));
  const bad = addresses.find((address) => isSuspect(what, address, map.regionAt(address))) ?? addresses[0];
  if (bad === undefined) return withValues(`\`${text}\`: ${message}`, operands);
  const region = map.regionAt(bad);
  const targets = addresses.map((address) => showPointer(address, undefined, map));
  const why =
    addresses.length > 1 && ABOUT_TWO.has(what)
      ? `\`${text}\`: ${message}: ${targets.slice(0, 2).join(" and ")}`
      : memorySentence(what, message, text, bad, region, map);
  // What the sentence has said already is not said again.
  const told = operands.filter(({ value }) => value === "NULL" || !targets.includes(value));
  return { ...withValues(why, told), operands, related: region === undefined ? [] : relatedOf(region, map) };
}

/** Ends that are about two pointers, not about one. */
const ABOUT_TWO: ReadonlySet<string> = new Set(["different-objects", "overlapping-copy"]);

/** The addresses that an operation is given. */
function pointersOf(op: Op, { externals }: Program): readonly Term[] {
  switch (op.kind) {
    case "load":
    case "store":
    case "zero":
      return [op.address];
    case "copy":
      return [op.to, op.from];
    case "call": {
      if (op.callee.kind === "indirect") return [op.callee.pointer];
      const parameters = externals.get(op.callee.name)?.signature.parameters;
      return op.arguments.filter((_, i) => parameters?.[i] === undefined || parameters[i]?.kind === "pointer");
    }
    default:
      return [];
  }
}

/** Whether a pointer is what such an end is about; of several the first. */
function isSuspect(what: string, address: number, region: Region | undefined): boolean {
  switch (what) {
    case "null-dereference":
      return address >= 0 && address < 4096;
    case "use-after-free":
      return region?.over !== undefined;
    case "out-of-bounds":
      return region === undefined || region.over !== undefined || distanceOf(region, address) !== undefined;
    default:
      return true;
  }
}

function memorySentence(
  what: string,
  message: string,
  text: string,
  address: number,
  region: Region | undefined,
  map: Story["map"],
): string {
  const target = showPointer(address, undefined, map);
  switch (what) {
    case "null-dereference":
      return `\`${text}\` follows a null pointer${address === 0 ? "" : ` (${count(address, "byte")} behind it)`}`;
    case "out-of-bounds": {
      const far = region === undefined ? undefined : distanceOf(region, address);
      if (region?.over !== undefined) return `\`${text}\` accesses ${target}`;
      if (region === undefined) return `\`${text}\` accesses ${target}, where no object is`;
      if (far !== undefined) return `\`${text}\` accesses ${target}`;
      return `\`${text}\` starts at ${target} and goes on behind the end of ${described(region, map)}`;
    }
    case "use-after-free":
      return `\`${text}\` accesses ${target}`;
    case "write-to-constant":
      return `\`${text}\` writes to ${target}, which is constant`;
    case "invalid-free":
      return region?.over === undefined
        ? `\`${text}\` is given ${target}, which is not the start of a block of the heap`
        : `\`${text}\` is given ${target}: a block is freed once`;
    case "misaligned":
      return `\`${text}\`: ${message}: ${target}`;
    default:
      return `\`${text}\`: ${message}`;
  }
}

function relatedOf(region: Region, map: Story["map"]): Reason["related"] {
  const at = (range: SourceRange | undefined, message: string) => {
    const place = range === undefined ? undefined : placeOf(range, map.program.sources);
    return place === undefined ? [] : [{ ...place, message }];
  };
  const born = region.kind === "block" ? "is allocated here" : "is declared here";
  return [
    ...at(region.range, `${region.name} ${born}`),
    ...(region.over?.how === "freed" ? at(region.over.range, `${region.name} is freed here`) : []),
  ];
}

// More blocks than this are told by their number.
const TOLD_BLOCKS = 3;

function whyLeak({ map }: Story, what: "lost" | "kept"): Reason {
  const left = map.blocks.filter(({ over }) => over === undefined);
  const told = left.slice(0, TOLD_BLOCKS).map((block) => described(block, map));
  const rest = left.length - told.length;
  const blocks = [...told, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
  const lost = left.length === 1 ? "and nothing points to it" : "and to some of it nothing points";
  const end = what === "lost" ? lost : "and should have been freed";
  const why =
    left.length === 0
      ? "memory is left where the program ends"
      : `where the program ends, ${blocks} ${left.length === 1 ? "is" : "are"} still allocated, ${end}`;
  return { why, operands: [], related: left.slice(0, TOLD_BLOCKS).flatMap((block) => relatedOf(block, map)) };
}
