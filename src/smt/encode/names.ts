/**
 * The names that a lowering has given: each stands for a term, has an interval, and formulas that define it. Names refer
 * to other names in their definitions, so that a formula needs the names it mentions and, in turn, those of their
 * definitions.
 */
import type { Formula, Term, Variable } from "../../logic/term.ts";
import { typeRange, type ValueType } from "../../logic/types.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Interval } from "../../numbers/interval.ts";
import type { FreshVariables } from "../fresh.ts";

interface Name {
  readonly variable: Variable;
  readonly term: Term;
  readonly interval: Interval;
  readonly definition: Formula[];
  exact: boolean;
  /** Names in the definition; undefined after it has grown. */
  needs: readonly Name[] | undefined;
  /** The walk that came by last. */
  visit: number;
}

export class Names {
  readonly #fresh: FreshVariables;
  readonly #names = new Map<Variable, Name>();
  #visit = 0;

  constructor(fresh: FreshVariables) {
    this.#fresh = fresh;
  }

  make(hint: string, type: ValueType, term: Term, interval: Interval = typeRange(type)): Variable {
    return this.#add(this.#fresh.make(hint, type), term, interval);
  }

  makeBoolean(hint: string, term: Term): Variable {
    const name = this.#fresh.boolean(hint);
    return this.#add(name, term, typeRange(name.type));
  }

  #add(name: Variable, term: Term, interval: Interval): Variable {
    const entry = { variable: name, term, interval, definition: [], exact: true, needs: undefined, visit: 0 };
    this.#names.set(name, entry);
    return name;
  }

  define(name: Variable, ...formulas: readonly Formula[]): void {
    const entry = this.#entry(name);
    for (const formula of formulas) if (formula.kind !== "true") entry.definition.push(formula);
    entry.needs = undefined;
  }

  /** Only its range and some consequences are known of it. */
  markAbstract(name: Variable): void {
    this.#entry(name).exact = false;
  }

  has(of: Variable): boolean {
    return this.#names.has(of);
  }

  termOf(name: Variable): Term | undefined {
    return this.#names.get(name)?.term;
  }

  isExact(name: Variable): boolean {
    return this.#names.get(name)?.exact ?? true;
  }

  definition(name: Variable): readonly Formula[] {
    return this.#names.get(name)?.definition ?? [];
  }

  intervalOf(of: Variable): Interval {
    return this.#names.get(of)?.interval ?? typeRange(of.type);
  }

  /** The names that a formula over the variables needs, in the order in which they were made. */
  neededBy(variables: Iterable<Variable>): readonly Variable[] {
    this.#visit += 1;
    const found: Variable[] = [];
    const pending = this.#among(variables);
    for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
      if (entry.visit === this.#visit) continue;
      entry.visit = this.#visit;
      found.push(entry.variable);
      entry.needs ??= this.#among(variablesOf(entry.definition));
      for (const other of entry.needs) if (other.visit !== this.#visit) pending.push(other);
    }
    return found.sort((a, b) => a.id - b.id);
  }

  #among(variables: Iterable<Variable>): Name[] {
    const names: Name[] = [];
    for (const of of variables) {
      const entry = this.#names.get(of);
      if (entry !== undefined) names.push(entry);
    }
    return names;
  }

  #entry(name: Variable): Name {
    const entry = this.#names.get(name);
    if (entry === undefined) throw new Error("the variable should be a name of this lowering");
    return entry;
  }
}
