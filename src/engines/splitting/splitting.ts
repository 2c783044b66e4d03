/**
 * Branch and bound over the inputs: all executions at once with ranges; where they may violate the property, an input that
 * decides it is split, and both halves are followed on their own, until each is excluded or one value violates it. See README.md.
 */
import type { Split, Verdict } from "../../evidence/claim.ts";
import { isFloatRange, type Range, rangeOfType } from "../../logic/range.ts";
import type { Model } from "../../model/model.ts";
import type { Int } from "../../numbers/int.ts";
import { count, type EngineContext } from "../engine.ts";
import { explore, type Open } from "./explore.ts";
import { above, below, extentOf, type Input, keyOf, middleOf, type Part } from "./parts.ts";

interface Leaf {
  readonly part: Part;
  readonly depth: number;
  /** Where it hangs: as it is decided, so is the claim. */
  readonly grow: (split: Split) => void;
}

// Candidates for a counterexample that a run of the program did not confirm: the model says more than the program does.
const MOST_REFUSALS = 3;

export function split(model: Model, context: EngineContext): Verdict {
  const { budget, statistics } = context;
  let tree: Split | undefined;
  const first: Leaf = { part: new Map(), depth: 0, grow: (one) => (tree = one) };
  const leaves = [first];
  let refusals = 0;
  // Breadth first: what is widest comes first, and the middles of parts are spread over all of the inputs.
  for (const [at, leaf] of leaves.entries()) {
    context.progress(() => `${at} parts decided, ${leaves.length - at} open`);
    count(statistics, "parts");
    const explored = explore(model, leaf.part, budget);
    if (explored.kind === "excluded") continue;
    const found = violationIn(explored, model, context);
    if (found.kind === "confirmed") return { kind: "unsafe", counterexample: found.counterexample };
    if (found.kind === "refused") refusals += 1;
    const halves = refusals > MOST_REFUSALS ? undefined : halvesOf(leaf, explored);
    if (halves === undefined) return gaveUp(explored);
    leaves.push(...halves);
  }
  return { kind: "safe", certificate: { splitting: { tree }, locations: [], labelsAt: () => [] } };
}

function gaveUp({ reached, path }: Open): Verdict {
  const reason = {
    error: "no input is left to be split that decides whether the property is violated",
    unmodelled: "executions go on in a way that the model does not cover",
    limit: "executions are too long to be followed with ranges",
  }[reached];
  const range = path.at(-1)?.range;
  return { kind: "unknown", reason, ...(range === undefined ? {} : { range }) };
}

/** The widest input that matters, in two. */
function halvesOf({ part, depth, grow }: Leaf, { inputs, undecided }: Open): readonly Leaf[] | undefined {
  const all = [...undecided].flatMap((number) => candidate(inputs[number], part) ?? []);
  const isThere = ({ there }: Candidate) => there > 0;
  // What the way there leaves of an input may be a single value of many.
  const widest = (all.some(isThere) ? all.filter(isThere) : all).reduce<Candidate | undefined>(
    (most, one) => (one.there > (most?.there ?? -1) ? one : most),
    undefined,
  );
  if (widest === undefined) return undefined;
  const { index, variable, whole, there, range } = widest;
  const at = middleOf(there > 0 ? range : whole, variable, depth);
  const node: { -readonly [K in keyof Split]: Split[K] } = { index, variable, at, below: undefined, above: undefined };
  grow(node);
  const half = (side: "below" | "above", of: Range): Leaf => ({
    part: new Map([...part, [keyOf(widest), of]]),
    depth: depth + 1,
    grow: (one) => (node[side] = one),
  });
  // What the way there says of the input is no limit for others: they are split at the same value.
  return [half("below", below(whole, at)), half("above", above(whole, at, variable))];
}

interface Candidate extends Input {
  /** What is left of it where the property may be violated, and how often that can be halved. */
  readonly range: Range;
  readonly there: number;
  /** All of it in the part. */
  readonly whole: Range;
}

/** Undefined where there is nothing to split. */
function candidate(input: Open["inputs"][number] | undefined, part: Part): Candidate | undefined {
  if (input === undefined) return undefined;
  const { variable } = input;
  const whole = part.get(keyOf(input)) ?? rangeOfType(variable.type);
  if (whole === undefined || extentOf(whole, variable) === 0) return undefined;
  const range = input.range ?? whole;
  return { ...input, range, there: extentOf(range, variable), whole };
}

type Found =
  | { readonly kind: "nothing" | "refused" }
  | Extract<ReturnType<EngineContext["confirm"]>, { kind: "confirmed" }>;

/** The middle of the part, where that violates the property: with single values ranges are exact. */
function violationIn({ inputs, reached }: Open, model: Model, { budget, confirm }: EngineContext): Found {
  if (reached === "unmodelled") return { kind: "nothing" };
  const values = inputs.map(({ variable, range }) => (range === undefined ? undefined : sampleOf(range, variable)));
  const point = new Map(
    inputs.flatMap((input, number) => {
      const value = values[number];
      return value === undefined ? [] : [[keyOf(input), pointOf(value, input.range)] as const];
    }),
  );
  const run = explore(model, point, budget);
  if (run.kind === "excluded" || run.reached !== "error" || run.undecided.size > 0) return { kind: "nothing" };
  const suggested = run.inputs.map((input) => {
    const range = point.get(keyOf(input));
    return range === undefined ? undefined : (range.low as Int);
  });
  const confirmed = confirm(run.path, suggested);
  return confirmed.kind === "confirmed" ? confirmed : { kind: "refused" };
}

function sampleOf(range: Range, variable: Input["variable"]): Int | undefined {
  if (isFloatRange(range) ? range.low > range.high : extentOf(range, variable) === 0 && range.low !== range.high)
    return undefined;
  return middleOf(isFloatRange(range) ? { ...range, nan: "never" } : range, variable, 0);
}

function pointOf(value: Int, range: Range | undefined): Range {
  return range !== undefined && isFloatRange(range)
    ? { low: Number(value), high: Number(value), nan: "never" }
    : { low: value, high: value };
}
