/**
 * Tables that outlive a call (docs/adr/0003). A module that keeps one says beside it how it is emptied; `release` empties all
 * of them, between two programs, when nothing of the first is in use any more. tests/architecture.test.ts finds who forgets.
 */

const actions: (() => void)[] = [];

/** To be called once, when the module is loaded. */
export function onRelease(empty: () => void): void {
  actions.push(empty);
}

/**
 * Forgets what was kept for the programs so far: terms, decision diagrams, matrices, contexts of solvers. What was built before
 * should not be mixed with what is built afterwards: equal terms would not be identical.
 */
export function release(): void {
  for (const empty of actions) empty();
}
