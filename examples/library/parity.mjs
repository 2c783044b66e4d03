// A domain from outside: is a variable even or odd? `node parity.mjs` loads this file as a plugin and proves with it what no
// interval can say. docs/add-a-domain.md explains what a domain has to keep; whatever it claims, hone's checker proves it again.
import { fileURLToPath } from "node:url";
import { check, registerDomain } from "hone-c";
import { pointwise, pointwiseStates, terms, types } from "hone-c/domains";

const { valueIn, withValue } = pointwiseStates;

/** 0 or 1; undefined where it is not known. A wrap takes away a multiple of a power of two, which leaves the parity. */
function parityOf(term, state) {
  switch (term.kind) {
    case "integer":
      return Number(BigInt.asUintN(1, BigInt(term.value)));
    case "variable":
      return valueIn(state, term.variable);
    case "wrap":
      return parityOf(term.operand, state);
    case "add":
    case "subtract":
    case "multiply": {
      const left = parityOf(term.left, state);
      const right = parityOf(term.right, state);
      if (term.kind === "multiply" && (left === 0 || right === 0)) return 0;
      if (left === undefined || right === undefined) return undefined;
      return term.kind === "multiply" ? 1 : left ^ right;
    }
    default:
      return undefined;
  }
}

const PARITIES = {
  includes: (larger, smaller) => larger === smaller,
  join: (a, b) => (a === b ? a : undefined),
  meet: (a, b) => (a === b ? a : "empty"),
  fit: (parity, of) => (types.isIntegral(of.type) ? parity : undefined),
  evaluate: parityOf,
  assumeAtom(state, atom) {
    if (atom.kind !== "eq") return state;
    const left = parityOf(atom.left, state);
    const right = parityOf(atom.right, state);
    if (left !== undefined && right !== undefined) return left === right ? state : "bottom";
    if (atom.left.kind === "variable" && right !== undefined)
      return withValue(PARITIES, state, atom.left.variable, right);
    if (atom.right.kind === "variable" && left !== undefined)
      return withValue(PARITIES, state, atom.right.variable, left);
    return state;
  },
  toFormulas(of, parity) {
    const even = terms.eq(terms.remainder(terms.variable(of), terms.integer(2)), terms.integer(0));
    return [parity === 0 ? even : terms.not(even)];
  },
  show: (of, parity) => `${of.name} is ${parity === 0 ? "even" : "odd"}`,
};

registerDomain({ domain: pointwise("parity", PARITIES), summary: "even or odd" }, ["path-focusing:classical"]);

const PROGRAM = `
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int steps = 1;
  while (__VERIFIER_nondet_int()) steps += 2;
  assert(steps != 4000);
}
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const plugins = [import.meta.url];
  for (const domain of ["box", "parity"]) {
    const result = await check(PROGRAM, { plugins, engine: "path-focusing:classical", domain });
    console.log(
      `${domain}: ${result.verdict} ${result.reason ?? result.invariants.map(({ expression }) => expression)}`,
    );
  }
}
