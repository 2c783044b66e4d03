/**
 * The library entry point `hone-c/domains`, and the registry: a line here gives a domain its name on the command line, its
 * law and soundness tests, and its place in the documentation.
 */
import { box } from "./box.ts";
import { boxes } from "./boxes/boxes.ts";
import { congruences } from "./congruence.ts";
import { constant } from "./constant.ts";
import { withDefinitions } from "./definitions.ts";
import type { Domain, RegisteredDomain } from "./domain.ts";
import { besides, isBesideNumbers } from "./mixed.ts";
import { equalIn } from "./octagon/equal.ts";
import { octagons } from "./octagon/octagon.ts";
import { polyhedra as plainPolyhedra } from "./polyhedra/polyhedra.ts";
import { finitePowerset } from "./powerset.ts";
import { boxCongruence } from "./product.ts";
import { withRanges } from "./ranges.ts";

/** Octagons with the variables' ranges in a box beside them: what engines use on machine integers. */
export const octagon = {
  ...withRanges(octagons("integer")),
  variant: (numbers: "integers" | "rationals", beside: "ranges" | "no ranges") => {
    const plain = octagons(numbers === "integers" ? "integer" : "rational");
    return beside === "ranges" ? withRanges(plain) : plain;
  },
};

/** Polyhedra with ranges beside them, as `octagon`; their numbers are rational anyway. */
export const polyhedra = {
  ...withRanges(plainPolyhedra()),
  listsFacets: true,
  variant: (_: "integers" | "rationals", beside: "ranges" | "no ranges"): Domain<unknown> =>
    beside === "ranges" ? polyhedra : plainPolyhedra(),
};

/** Unions of at most eight boxes: enough for the cases of a few nested conditions. */
export const boxPowerset = finitePowerset("box-powerset", box, 8);

/** Octagons over everything, polyhedra over all but addresses: for programs with many pointers. */
export const octagonPolyhedra = besides("octagon-polyhedra", octagon, polyhedra);

const definitions = withDefinitions("octagon-definitions", withRanges(octagons("integer")), (state, of) =>
  equalIn(state.second, of),
);

/** Octagons that know what pointers into arrays of structures were computed from, beside polyhedra over numbers. */
export const octagonDefinitions = {
  ...besides("octagon-definitions", definitions, withRanges(plainPolyhedra(), "by ranges"), isBesideNumbers),
  remembersSources: true as const,
};

const registered: RegisteredDomain[] = [
  { domain: constant, summary: "one known value a variable, computed exactly: x = 3" },
  { domain: box, summary: "an interval a variable, floats included: -3 <= x <= 7" },
  { domain: congruences, summary: "residues: x = 1 mod 4" },
  { domain: boxCongruence, summary: "reduced product of box and congruence" },
  { domain: octagon, summary: "sums and differences of two variables: x - y <= 5, x + y <= 9" },
  { domain: polyhedra, summary: "linear constraints among any number of variables: 2*x + 3*y <= z" },
  { domain: octagonPolyhedra, summary: "octagons, and polyhedra over the variables that hold no addresses" },
  { domain: octagonDefinitions, summary: "octagons, and what variables were computed from: p = start + 20*i" },
  { domain: boxes, summary: "any union of boxes, as decision diagrams: x <= 3 or 5 <= x <= 7" },
  { domain: boxPowerset, summary: "unions of at most eight boxes" },
];

export const domains: readonly RegisteredDomain[] = registered;

/** A domain from outside; which engines work with it is theirs to say (`registerDomain` of engines/index.ts). */
export function addDomain(domain: RegisteredDomain): void {
  const { name } = domain.domain;
  if (domainNamed(name) !== undefined) throw new RangeError(`there is a domain "${name}" already`);
  registered.push(domain);
}

export function domainNamed(name: string): RegisteredDomain | undefined {
  return domains.find(({ domain }) => domain.name === name);
}

// What a caller needs to build terms, formulas and variables, and to read states back.
export * as evaluation from "../logic/evaluate.ts";
export * as linear from "../logic/linear.ts";
export * as ranges from "../logic/range.ts";
export type { Formula, Term, Variable } from "../logic/term.ts";
export * as terms from "../logic/term.ts";
export * as types from "../logic/types.ts";
export type { Interval } from "../numbers/interval.ts";
export * as intervals from "../numbers/interval.ts";
export { box, boxWith } from "./box.ts";
export { boxes, fromBox, hullOf } from "./boxes/boxes.ts";
export { congruences } from "./congruence.ts";
export { constant } from "./constant.ts";
export * from "./domain.ts";
export { linearise } from "./linearise.ts";
export { octagons } from "./octagon/octagon.ts";
export * as pointwiseStates from "./pointwise.ts";
export { type Pointwise, pointwise } from "./pointwise.ts";
export { polyhedra as plainPolyhedra } from "./polyhedra/polyhedra.ts";
export { finitePowerset } from "./powerset.ts";
export { boxCongruence, reducedProduct } from "./product.ts";
export { withRanges } from "./ranges.ts";
