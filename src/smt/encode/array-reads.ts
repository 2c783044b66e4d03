/**
 * Reads of array variables. Each pair of an array and an index (as a linear expression) has one name, and names of the
 * same array agree where their indices are equal (Ackermann's constraints). An equality of arrays is a Boolean name that,
 * when set, makes the two sides agree at every index at which an array on either side is read or written: enough to
 * refute, not to satisfy, hence abstract.
 *
 * Both kinds of constraints are quadratic, so they are limited: a read is compared with the latest reads of its array
 * only, an equality has a limited number of instances. A name that lost constraints in this way is abstract.
 */

import { expressionTerm, type LinearExpression, variableExpression } from "../../logic/linear.ts";
import { eq, type Formula, not, or, select, type Term, type Variable } from "../../logic/term.ts";
import { MATH_INTEGER, REAL, typeRange } from "../../logic/types.ts";
import { isInfinite } from "../../numbers/interval.ts";
import { memoised } from "../../util/memo.ts";
import { isSet } from "../fresh.ts";
import { atom } from "./atoms.ts";
import type { Names } from "./names.ts";

/** Earlier reads of the same array that a read is compared with. */
const COMPARED = 48;
/** Indices at which one equality of arrays is spelt out. */
const INSTANCES = 64;

interface Read {
  readonly index: LinearExpression;
  readonly indexTerm: Term;
  readonly name: Variable;
}

interface Equality {
  readonly name: Variable;
  readonly left: Term;
  readonly right: Term;
  readonly indices: Set<Term>;
}

export class ArrayReads {
  readonly #names: Names;
  readonly #reads = new Map<Variable, { readonly list: Read[]; readonly byIndex: Map<Term, Variable> }>();
  readonly #equalities = new Map<Variable, Equality[]>();
  /** Instances to be made: the definition of `owner` gets the equality at an index. */
  #pending: { readonly equality: Equality; readonly index: Term; readonly owner: Variable }[] = [];

  constructor(names: Names) {
    this.#names = names;
  }

  /** The value of `select(a, i)` for an array variable `a`; undefined for arrays of floats. */
  read(term: Extract<Term, { kind: "select" }>, index: LinearExpression): LinearExpression | undefined {
    const of = term.array.kind === "variable" ? term.array.variable : undefined;
    if (of === undefined || of.type.kind !== "array" || of.type.element.kind === "float") return undefined;
    const reads = this.#readsOf(of);
    const key = expressionTerm(index);
    let name = reads.byIndex.get(key);
    if (name === undefined) {
      name = this.#makeRead(term, of, index);
      reads.byIndex.set(key, name);
      reads.list.push({ index, indexTerm: term.index, name });
      for (const equality of this.#equalities.get(of) ?? []) this.#instantiate(equality, term.index, name);
    }
    return variableExpression(name);
  }

  #readsOf(of: Variable) {
    return memoised(this.#reads, of, () => ({ list: [], byIndex: new Map() }));
  }

  #makeRead(term: Term, of: Variable, index: LinearExpression): Variable {
    const element = of.type.kind === "array" ? of.type.element : MATH_INTEGER;
    const type = element.kind === "real" ? REAL : MATH_INTEGER;
    const interval = typeRange(element);
    const name = this.#names.make(`${of.name}[]`, type, term, interval);
    const value = variableExpression(name);
    const bound = (low: LinearExpression, high: LinearExpression): void =>
      this.#names.define(name, atom("le", low, high));
    if (!isInfinite(interval.low)) bound({ variables: [], coefficients: [], constant: interval.low }, value);
    if (!isInfinite(interval.high)) bound(value, { variables: [], coefficients: [], constant: interval.high });
    const earlier = this.#readsOf(of).list;
    if (earlier.length > COMPARED) this.#names.markAbstract(name);
    for (const other of earlier.slice(-COMPARED)) {
      const same = atom("eq", index, other.index);
      this.#names.define(name, or([not(same), atom("eq", value, variableExpression(other.name))]));
    }
    return name;
  }

  addEquality(name: Variable, left: Term, right: Term): void {
    const equality: Equality = { name, left, right, indices: new Set() };
    for (const side of [left, right]) {
      for (const index of this.#arraysOf(side, equality)) this.#instantiate(equality, index, name);
    }
  }

  /** Registers the equality with the array variables of a side; the indices at which these are read or written. */
  #arraysOf(side: Term, equality: Equality): Set<Term> {
    const indices = new Set<Term>();
    const seen = new Set<Term>();
    const pending = [side];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      if (at.kind === "store") {
        indices.add(at.index);
        pending.push(at.array);
      } else if (at.kind === "ite") {
        pending.push(at.else, at.then);
      } else if (at.kind === "variable") {
        for (const read of this.#reads.get(at.variable)?.list ?? []) indices.add(read.indexTerm);
        const known = this.#equalities.get(at.variable);
        if (known === undefined) this.#equalities.set(at.variable, [equality]);
        else if (!known.includes(equality)) known.push(equality);
      }
    }
    return indices;
  }

  #instantiate(equality: Equality, index: Term, owner: Variable): void {
    if (equality.indices.has(index) || equality.indices.size >= INSTANCES) return;
    equality.indices.add(index);
    this.#pending.push({ equality, index, owner });
  }

  /** Makes the instances asked for since; lowering them may ask for more. */
  complete(lower: (formula: Formula) => Formula): void {
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      for (const { equality, index, owner } of batch) {
        const agree = lower(eq(select(equality.left, index), select(equality.right, index)));
        this.#names.define(owner, or([not(isSet(equality.name)), agree]));
      }
    }
  }
}
