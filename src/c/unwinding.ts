/**
 * CBMC's bounds on loops with its unwinding assertions: `--unwind k` claims that every loop jumps back less than k times, and
 * the claim is checked. Each such loop gets a counter, and what goes beyond its bound calls a function that is an error. So
 * nothing is left out by a bound that is too low, and engines that unroll know where to stop.
 *
 * Loops are numbered as CBMC numbers them: by where they jump back, so that an inner loop comes before the one around it;
 * `do ... while (0)` is none, and neither are the values of quantifiers. Loops by `goto` have no number here and no bound.
 */

import type { Diagnostics } from "../util/diagnostic.ts";
import { NO_RANGE, type SourceRange } from "../util/source.ts";
import type { Expression, FunctionDeclaration, ObjectDeclaration, Statement, TranslationUnit } from "./ast.ts";
import { evaluate } from "./constant.ts";
import { INT, UNSIGNED_INT, VOID } from "./type-operations.ts";
import type { DataModel, FunctionCType } from "./types.ts";

export interface Unwinding {
  /** For all loops that `loops` does not name. */
  readonly all: number | undefined;
  /** By `function.number`. */
  readonly loops: ReadonlyMap<string, number>;
}

/** Called where a loop goes beyond its bound. */
const UNWINDING_ASSERTION = "__CPROVER_unwinding_assertion";

type Loop = Extract<Statement, { kind: "while" | "do" | "for" }>;

/** Gives the loops of all functions their bounds, in place. Bounds of functions that are not there concern CBMC's own library. */
export function boundLoops(
  units: readonly TranslationUnit[],
  { all, loops }: Unwinding,
  model: DataModel,
  diagnostics: Diagnostics,
): void {
  const unused = new Set(loops.keys());
  for (const unit of units) {
    const assertion = unwindingAssertion();
    for (const declaration of unit.functions) {
      if (declaration.body === undefined) continue;
      loopsOf(declaration.body, model).forEach((loop, number) => {
        const name = `${declaration.name}.${number}`;
        unused.delete(name);
        const bound = loops.get(name) ?? all;
        if (bound === undefined) return;
        if (isEnteredByJump(loop))
          diagnostics.error(`the loop ${name} is entered by a jump: it cannot have a bound`, plain(loop));
        else boundLoop(loop, bound, assertion, declaration.name);
      });
    }
  }
  const defined = new Set(
    units.flatMap(({ functions }) => functions.flatMap(({ name, body }) => (body ? [name] : []))),
  );
  for (const loop of unused)
    if (defined.has(loop.replace(/\.\d+$/, "")))
      diagnostics.error(`--unwindset names the loop ${loop}, which is not there`, NO_RANGE);
}

function plain({ start, end }: SourceRange): SourceRange {
  return { start, end };
}

// --- Loops --------------------------------------------------------------------------------------------------------------

/** In the order in which they end. */
function loopsOf(body: Statement, model: DataModel): readonly Loop[] {
  const found: Loop[] = [];
  const pending: { readonly node: object; readonly left: boolean }[] = [{ node: body, left: false }];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { node, left } = at;
    if (left) {
      found.push(node as Loop);
      continue;
    }
    if (isLoop(node, model)) pending.push({ node, left: true });
    for (const part of partsOf(node).reverse()) pending.push({ node: part, left: false });
  }
  return found;
}

/** Statements and expressions, in the order of the text where it matters: loops are in bodies. */
function partsOf(node: object): object[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "type" || key === "declaration" || key === "objects") return [];
    if (Array.isArray(value)) return value.filter((one): one is object => typeof one === "object" && one !== null);
    return typeof value === "object" && value !== null && "kind" in value ? [value] : [];
  });
}

function isLoop(node: object, model: DataModel): node is Loop {
  const { kind } = node as { kind?: string };
  if (kind === "while") return (node as Loop & { kind: "while" }).quantifier !== true;
  if (kind === "do") return evaluate((node as Loop & { kind: "do" }).condition, model) !== 0n;
  return kind === "for";
}

/** A label, or a `case` of a switch around the loop, inside of it. */
function isEnteredByJump(loop: Loop): boolean {
  const pending: { readonly node: object; readonly inSwitch: boolean }[] = [{ node: loop.body, inSwitch: false }];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { kind } = at.node as { kind?: string };
    if (kind === "label" || ((kind === "case" || kind === "default") && !at.inSwitch)) return true;
    const inSwitch = at.inSwitch || kind === "switch";
    for (const node of partsOf(at.node)) pending.push({ node, inSwitch });
  }
  return false;
}

// --- Bounds -------------------------------------------------------------------------------------------------------------

/** The loop becomes a block in which its counter is declared before it. */
function boundLoop(loop: Loop, bound: number, assertion: FunctionDeclaration, owner: string): void {
  const range = plain(loop);
  const counter: ObjectDeclaration = {
    kind: "object",
    name: `<unwound ${bound}>`,
    type: UNSIGNED_INT,
    storage: "automatic",
    function: owner,
    initialiser: { kind: "scalar", value: number(0n, range) },
    addressTaken: false,
    range,
    defined: true,
  };
  const bounded = { ...loop, condition: conditionOf(loop, counter, bound, assertion) } as Statement;
  const declared: Statement = { kind: "declaration", objects: [counter], ...range };
  for (const key of Object.keys(loop)) delete (loop as unknown as Record<string, unknown>)[key];
  Object.assign(loop, { kind: "compound", body: [declared, bounded], ...range });
}

/** `while` and `for` look at the condition once before they jump back, `do` only where it does. */
function conditionOf(
  loop: Loop,
  counter: ObjectDeclaration,
  bound: number,
  assertion: FunctionDeclaration,
): Expression {
  const range = plain(loop);
  const given = loop.condition ?? one(range);
  const isDo = loop.kind === "do";
  const counted = countedBelow(counter, isDo ? bound : bound + 1, assertion, range);
  if (!isDo) return { kind: "comma", left: counted, right: given, type: given.type, ...range };
  const both: Expression = { kind: "comma", left: counted, right: one(range), type: INT, ...range };
  return { kind: "logical", operator: "&&", left: given, right: both, type: INT, ...range };
}

/** `++n < bound || (error(), 0)`. */
function countedBelow(
  counter: ObjectDeclaration,
  bound: number,
  assertion: FunctionDeclaration,
  range: SourceRange,
): Expression {
  const target: Expression = { kind: "object", declaration: counter, type: UNSIGNED_INT, ...range };
  const count: Expression = {
    kind: "increment",
    operator: "++",
    position: "prefix",
    target,
    scale: 1,
    type: UNSIGNED_INT,
    ...range,
  };
  const limit: Expression = { ...number(BigInt(bound), range), type: UNSIGNED_INT } as Expression;
  const below: Expression = { kind: "comparison", operator: "<", left: count, right: limit, type: INT, ...range };
  const callee: Expression = { kind: "function", declaration: assertion, type: assertion.type, ...range };
  const error: Expression = { kind: "call", callee, arguments: [], type: VOID, ...range };
  const failed: Expression = { kind: "comma", left: error, right: number(0n, range), type: INT, ...range };
  return { kind: "logical", operator: "||", left: below, right: failed, type: INT, ...range };
}

function number(value: bigint, range: SourceRange): Expression {
  return { kind: "integer-constant", value, type: INT, ...range };
}

function one(range: SourceRange): Expression {
  return number(1n, range);
}

function unwindingAssertion(): FunctionDeclaration {
  const type: FunctionCType = { kind: "function", result: VOID, parameters: [], variadic: false, unprototyped: false };
  return {
    kind: "function",
    name: UNWINDING_ASSERTION,
    type,
    parameters: [],
    body: undefined,
    range: NO_RANGE,
    implicit: true,
    addressTaken: false,
  };
}
