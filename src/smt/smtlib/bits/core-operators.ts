/** The theories Core and ArraysEx. */
import { type Application, alike, type BitOperator, operandsOf, requireSort, wrong } from "./application.ts";
import { BOOL } from "./sorts.ts";
import type { BitTerm } from "./term.ts";

/** Each operand related to the next. */
export function chained(application: Application, relate: (a: BitTerm, b: BitTerm) => BitTerm): BitTerm {
  const operands = operandsOf(application, 2, Infinity);
  return application.terms.and(operands.slice(1).map((next, i) => relate(operands[i] as BitTerm, next)));
}

function sameSort(application: Application): void {
  const operands = operandsOf(application, 2, Infinity);
  if (operands.some(({ sort }) => sort !== operands[0]?.sort || sort.kind === "Real"))
    wrong(`operands of ${application.name} should have one sort`, application);
}

export const CORE_OPERATORS: Readonly<Record<string, BitOperator>> = {
  not: (application) => application.terms.not(alike("Bool", application, 1)[0]),
  and: (application) => application.terms.and(alike("Bool", application, 1, Infinity)),
  or: (application) => application.terms.or(alike("Bool", application, 1, Infinity)),
  xor: (application) => application.terms.make("xor", BOOL, alike("Bool", application, 2, Infinity)),
  "=>": (application) => {
    const { terms } = application;
    const operands = alike("Bool", application, 2, Infinity);
    const premises = operands.slice(0, -1).map((operand) => terms.not(operand));
    return terms.or([...premises, operands[operands.length - 1] as BitTerm]);
  },
  "=": (application) => {
    sameSort(application);
    return chained(application, (a, b) => application.terms.equal(a, b));
  },
  distinct: (application) => {
    sameSort(application);
    const { terms, operands } = application;
    return terms.and(operands.flatMap((a, i) => operands.slice(i + 1).map((b) => terms.not(terms.equal(a, b)))));
  },
  ite: (application) => {
    const [condition, then, otherwise] = operandsOf(application, 3) as [BitTerm, BitTerm, BitTerm];
    requireSort(condition, BOOL, application);
    if (then.sort !== otherwise.sort || then.sort.kind === "Real")
      wrong("the branches of ite should have one sort", application);
    return application.terms.ite(condition, then, otherwise);
  },
  select: (application) => {
    const [array, index] = operandsOf(application, 2) as [BitTerm, BitTerm];
    if (array.sort.kind !== "Array") return wrong("the first operand of select should be an array", application);
    requireSort(index, array.sort.index, application);
    return application.terms.make("select", array.sort.element, [array, index]);
  },
  store: (application) => {
    const [array, index, value] = operandsOf(application, 3) as [BitTerm, BitTerm, BitTerm];
    if (array.sort.kind !== "Array") return wrong("the first operand of store should be an array", application);
    requireSort(index, array.sort.index, application);
    requireSort(value, array.sort.element, application);
    return application.terms.make("store", array.sort, [array, index, value]);
  },
};
