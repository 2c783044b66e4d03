/** Satisfiability by trying, for small problems: what real solvers are compared with. */

export type Clause = readonly number[];

/** A model as truth values by variable, or undefined where there is none. */
export function plainSat(variables: number, clauses: readonly Clause[]): boolean[] | undefined {
  const values: (boolean | undefined)[] = new Array(variables).fill(undefined);
  const truthOf = (literal: number): boolean | undefined => {
    const value = values[literal >> 1];
    return value === undefined ? undefined : value !== ((literal & 1) === 1);
  };
  /** Assigns what follows; returns what it assigned, or undefined at a contradiction (everything taken back). */
  const propagate = (): number[] | undefined => {
    const assigned: number[] = [];
    for (let changed = true; changed; ) {
      changed = false;
      for (const clause of clauses) {
        if (clause.some((literal) => truthOf(literal) === true)) continue;
        const open = clause.filter((literal) => truthOf(literal) === undefined);
        if (open.length > 1) continue;
        const [unit] = open;
        if (unit === undefined) {
          for (const variable of assigned) values[variable] = undefined;
          return undefined;
        }
        values[unit >> 1] = (unit & 1) === 0;
        assigned.push(unit >> 1);
        changed = true;
      }
    }
    return assigned;
  };
  const search = (): boolean => {
    const assigned = propagate();
    if (assigned === undefined) return false;
    const open = values.indexOf(undefined);
    if (open === -1) return true;
    for (const choice of [false, true]) {
      values[open] = choice;
      if (search()) return true;
    }
    values[open] = undefined;
    for (const variable of assigned) values[variable] = undefined;
    return false;
  };
  return search() ? (values as boolean[]) : undefined;
}
