/**
 * Inputs by the place that asks for them. A test is a list of values for each place: the first, the second, ... time that it asks. So
 * where a changed input makes the program ask more often at one place, what other places are given stays as it was. Each input has
 * a symbol, the same in all runs, so that formulas of different runs share what they have in common.
 */
import type { Edge } from "../../cfa/cfa.ts";
import type { InputRequest, InputSource, InputValue, RecordedInput } from "../../interpreter/inputs.ts";
import { listInputs, withinRange } from "../../interpreter/inputs.ts";
import { coerceTo } from "../../interpreter/values.ts";
import { and, type Formula, integer, le, type Term, type Variable, variable } from "../../logic/term.ts";
import type { ScalarType } from "../../logic/types.ts";
import { FreshVariables } from "../../smt/fresh.ts";
import { memoised } from "../../util/memo.ts";

/** The edge that asks, or the name of what is filled where no edge does. */
export type Site = Edge | string;

export type Test = ReadonlyMap<Site, readonly InputValue[]>;

export const NO_INPUTS: Test = new Map();

export interface InputSymbol {
  readonly site: Site;
  /** How often the site had asked before. */
  readonly occurrence: number;
  readonly variable: Variable;
  readonly term: Term;
  /** What is known of it besides its type. */
  readonly range: Formula | undefined;
}

export class Symbols {
  readonly #fresh = new FreshVariables("search");
  readonly #sites = new Map<Site, InputSymbol[]>();
  readonly #byVariable = new Map<Variable, InputSymbol>();

  /** Undefined for what nobody could solve for: addresses, and what one place asks for as another type. */
  of(request: InputRequest, occurrence: number): InputSymbol | undefined {
    const { type, range } = request;
    if (!isSolvable(type) || request.settle !== undefined) return undefined;
    const site = siteOf(request);
    const known = memoised(this.#sites, site, () => []);
    const found = known[occurrence];
    if (found !== undefined) return found.variable.type === type ? found : undefined;
    const made = this.#fresh.make(`${request.name ?? "input"}#${occurrence}`, type);
    const term = variable(made);
    const bounds = range === undefined ? undefined : and([le(integer(range[0]), term), le(term, integer(range[1]))]);
    const symbol = { site, occurrence, variable: made, term, range: type.kind === "int" ? bounds : undefined };
    known[occurrence] = symbol;
    this.#byVariable.set(made, symbol);
    return symbol;
  }

  symbolOf(of: Variable): InputSymbol | undefined {
    return this.#byVariable.get(of);
  }
}

export function siteOf({ edge, name, written }: InputRequest): Site {
  return written?.edge ?? edge ?? name ?? "";
}

function isSolvable(type: ScalarType): boolean {
  return type.kind === "int"
    ? type.bits <= 64
    : type.kind === "float"
      ? type.format !== "x87"
      : type.kind === "integer";
}

/** Answers by the test, and where it has no value by `rest`; `onInput` is told every answer. */
export function inputsOf(
  test: Test,
  rest: InputSource,
  onInput: (request: InputRequest, occurrence: number, value: InputValue) => void,
): InputSource {
  const asked = new Map<Site, number>();
  return {
    next(request) {
      const site = siteOf(request);
      const occurrence = asked.get(site) ?? 0;
      asked.set(site, occurrence + 1);
      const proposed = withinRange(request, test.get(site)?.[occurrence] ?? rest.next(request));
      const value = request.settle === undefined ? coerceTo(proposed, request.type) : proposed;
      onInput(request, occurrence, value);
      return value;
    },
  };
}

/** Answers by the values in the order of asking, whoever asks; behind them by `rest`. */
export function inOrder(values: readonly InputValue[], rest: InputSource): InputSource {
  return inputsOf(NO_INPUTS, listInputs(values, rest), () => {});
}

/** The test that gives what was given. */
export function testOf(inputs: readonly RecordedInput[]): Test {
  const test = new Map<Site, InputValue[]>();
  for (const input of inputs) memoised(test, siteOf(input), () => []).push(input.value);
  return test;
}

/** The test with other values for some symbols; what it lacks before them is 0. */
export function withValues(test: Test, values: readonly (readonly [InputSymbol, InputValue])[]): Test {
  const changed = new Map(test);
  const own = new Set<Site>();
  for (const [{ site, occurrence }, value] of values) {
    if (!own.has(site)) changed.set(site, [...(changed.get(site) ?? [])]);
    own.add(site);
    const list = changed.get(site) as InputValue[];
    while (list.length < occurrence) list.push(0);
    list[occurrence] = value;
  }
  return changed;
}
