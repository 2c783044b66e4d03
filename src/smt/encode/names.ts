/**
 * The names that a lowering has given: each stands for a term, has an interval, and formulas that define it. Names refer
 * to other names in their definitions, so that a formula needs the names it mentions and, in turn, those of their
 * definitions.
 */
import type { Formula, Term, Variable } from "../../logic/term.ts";
import type { ValueType } from "../../logic/types.ts";
import { type TermNode, variablesOf } from "../../logic/visit.ts";
import type { FreshVariables } from "../fresh.ts";
import { type Interval, typeInterval } from "./interval.ts";

interface Name {
  readonly term: Term;
  readonly interval: Interval;
  readonly definition: Formula[];
  exact: boolean;
  /** Names in the definition; undefined after it has grown. */
  needs: readonly Variable[] | undefined;
}

export class Names {
  readonly #fresh: FreshVariables;
  readonly #names = new Map<Variable, Name>();

  constructor(fresh: FreshVariables) {
    this.#fresh = fresh;
  }

  make(hint: string, type: ValueType, term: Term, interval: Interval = typeInterval(type)): Variable {
    const name = this.#fresh.make(hint, type);
    this.#names.set(name, { term, interval, definition: [], exact: true, needs: undefined });
    return name;
  }

  makeBoolean(hint: string, term: Term): Variable {
    const name = this.#fresh.boolean(hint);
    this.#names.set(name, { term, interval: typeInterval(name.type), definition: [], exact: true, needs: undefined });
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
    return this.#names.get(of)?.interval ?? typeInterval(of.type);
  }

  /** The names that a formula needs, in the order in which they were made. */
  neededBy(formula: TermNode): readonly Variable[] {
    const found = new Set<Variable>();
    const pending = this.#mentioned(formula);
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (found.has(name)) continue;
      found.add(name);
      const entry = this.#entry(name);
      entry.needs ??= this.#mentioned(entry.definition);
      for (const other of entry.needs) if (!found.has(other)) pending.push(other);
    }
    return [...found].sort((a, b) => a.id - b.id);
  }

  #mentioned(formulas: TermNode | readonly TermNode[]): Variable[] {
    return [...variablesOf(formulas)].filter((of) => this.#names.has(of));
  }

  #entry(name: Variable): Name {
    const entry = this.#names.get(name);
    if (entry === undefined) throw new Error("the variable should be a name of this lowering");
    return entry;
  }
}
