/**
 * The laws of `Domain` and of the optional capabilities, checked on random states of any domain. One case builds a few
 * states with witnesses and checks every law on them; `checks` counts law instances, a law about valuations once for
 * each valuation it is checked on.
 */
import { type Domain, supports } from "../../src/domains/domain.ts";
import type { LinearConstraint } from "../../src/logic/linear.ts";
import * as linear from "../../src/logic/linear.ts";
import { showFormula, showTerm } from "../../src/logic/print.ts";
import * as t from "../../src/logic/term.ts";
import type { Int } from "../../src/numbers/int.ts";
import {
  assigned,
  assumed,
  build,
  Case,
  execute,
  forgotten,
  PARTNERS,
  sameValuation,
  satisfies,
  type Valuation,
  type Witnessed,
} from "./generate.ts";

class LawViolation extends Error {}

/** Checks all laws on the case of a seed. Returns the number of law instances checked; throws LawViolation. */
export function checkCase<S>(domain: Domain<S>, seed: number): number {
  return new Laws(domain, new Case(seed)).all();
}

/** No chain of widenings over these few variables needs more changes; forty is far past any of them. */
const LONGEST_CHAIN = 40;

class Laws<S> {
  readonly #domain: Domain<S>;
  readonly #case: Case;
  #checks = 0;

  constructor(domain: Domain<S>, from: Case) {
    this.#domain = domain;
    this.#case = from;
  }

  all(): number {
    const { random } = this.#case;
    const a = build(this.#domain, this.#case, 1 + random.below(4));
    const b = random.chance(3) ? build(this.#domain, this.#case, 2) : this.#step(a);
    const c = build(this.#domain, this.#case, 2);
    this.#order(a, b);
    this.#bounds(a, b, c);
    this.#transfer(a);
    if (random.chance(8)) this.#chain(a);
    this.#preimage(a);
    this.#difference(a, b);
    this.#rename(a);
    this.#narrow(a, b);
    this.#upTo(a, b);
    this.#exactJoin(a, b);
    this.#constraints(a);
    this.#relational(a);
    return this.#checks;
  }

  #step(from: Witnessed<S>): Witnessed<S> {
    const { target, value } = this.#case.assignment();
    return assigned(this.#domain, from, target, value);
  }

  #expect(condition: boolean, law: string, explain: () => string): void {
    this.#checks += 1;
    if (!condition) throw new LawViolation(`${this.#domain.name}: ${law}\n${explain()}`);
  }

  #show(states: readonly S[]): string {
    return states.map((state) => this.#domain.show(state)).join("\n");
  }

  #leq(smaller: S, larger: S, law: string): void {
    this.#expect(this.#domain.leq(smaller, larger), law, () => this.#show([smaller, larger]));
  }

  /** Formula law and soundness in one: every witness is a model of the state's formula, so the state is not bottom. */
  #contains(of: Witnessed<S>, law: string, explain: () => string = () => ""): void {
    const formula = this.#domain.toFormula(of.state);
    const empty = this.#domain.isBottom(of.state);
    for (const valuation of of.witnesses) {
      this.#checks += 1;
      if (!empty && satisfies(valuation, formula) === true) continue;
      const at = [...valuation].map(([name, value]) => `${name.name} = ${value}`).join(", ");
      throw new LawViolation(
        `${this.#domain.name}: ${law}: lost ${at}\n${this.#show([of.state])}\n${showFormula(formula)}\n${of.history}\n${explain()}`,
      );
    }
  }

  #order(a: Witnessed<S>, b: Witnessed<S>): void {
    this.#contains(a, "construction");
    this.#leq(a.state, a.state, "s <= s");
    if (this.#domain.leq(a.state, b.state))
      this.#contains({ ...b, witnesses: a.witnesses }, "a <= b implies inclusion", () =>
        this.#show([a.state, b.state]),
      );
    if (this.#domain.isBottom(a.state))
      this.#expect(a.witnesses.length === 0, "only empty states are bottom", () => a.history);
  }

  #bounds(a: Witnessed<S>, b: Witnessed<S>, c: Witnessed<S>): void {
    const domain = this.#domain;
    this.#leq(domain.bottom, a.state, "bottom <= s");
    this.#leq(a.state, domain.top, "s <= top");
    const join = domain.join(a.state, b.state);
    this.#leq(a.state, join, "a <= join(a, b)");
    this.#leq(b.state, join, "b <= join(a, b)");
    this.#contains({ state: join, witnesses: [...a.witnesses, ...b.witnesses], history: "join" }, "join");
    const higher = domain.join(join, c.state);
    this.#leq(join, higher, "a <= join(a, b)");
    this.#leq(a.state, higher, "order is transitive");
    const meet = domain.meet(a.state, b.state);
    this.#leq(meet, a.state, "meet(a, b) <= a");
    this.#leq(meet, b.state, "meet(a, b) <= b");
    this.#contains({ state: meet, witnesses: this.#common(a, b), history: "meet" }, "meet");
    const widened = domain.widen(a.state, b.state);
    this.#leq(a.state, widened, "older <= widen(older, newer)");
    this.#leq(b.state, widened, "newer <= widen(older, newer)");
    this.#contains({ state: widened, witnesses: [...a.witnesses, ...b.witnesses], history: "widen" }, "widen");
  }

  #common(a: Witnessed<S>, b: Witnessed<S>): Valuation[] {
    if (a.witnesses.length * b.witnesses.length > 10_000) return [];
    return a.witnesses.filter((x) => b.witnesses.some((y) => sameValuation(x, y)));
  }

  #transfer(a: Witnessed<S>): void {
    const { target, value } = this.#case.assignment();
    const explain = (what: string) => () => `${this.#domain.show(a.state)}\n${what}`;
    this.#contains(assigned(this.#domain, a, target, value), "assign", explain(`${target.name} := ${showTerm(value)}`));
    const condition = this.#case.formula(2);
    this.#contains(assumed(this.#domain, a, condition), "assume", explain(showFormula(condition)));
    this.#contains(forgotten(this.#domain, this.#case, a, target), "forget", explain(target.name));
  }

  /** A loop that assigns, with the newer state above the older one or not. */
  #chain(a: Witnessed<S>): void {
    const domain = this.#domain;
    const { target, value } = this.#case.assignment();
    let state = a.state;
    let changes = 0;
    for (let i = 0; i < 2 * LONGEST_CHAIN && changes <= LONGEST_CHAIN; i++) {
      const next = i % 3 === 2 ? build(domain, this.#case, 2).state : domain.assign(state, target, value);
      const newer = this.#case.random.chance(2) ? domain.join(state, next) : next;
      const widened = domain.widen(state, newer);
      if (!domain.leq(widened, state)) changes += 1;
      state = widened;
    }
    this.#expect(changes <= LONGEST_CHAIN, "widening chains become stationary", () => this.#show([a.state, state]));
  }

  #preimage(a: Witnessed<S>): void {
    if (!supports(this.#domain, "preimage")) return;
    const { target, value } = this.#case.assignment();
    const after = assigned(this.#domain, a, target, value);
    const witnesses = a.witnesses.filter((valuation) => execute(valuation, target, value) !== undefined);
    const state = this.#domain.preimage(after.state, target, value);
    this.#contains({ state, witnesses, history: "preimage" }, "preimage", () =>
      [this.#show([a.state, after.state]), `${target.name} := ${showTerm(value)}`].join("\n"),
    );
  }

  #difference(a: Witnessed<S>, b: Witnessed<S>): void {
    if (!supports(this.#domain, "difference")) return;
    const state = this.#domain.difference(a.state, b.state);
    const formula = this.#domain.toFormula(b.state);
    const outside = a.witnesses.filter((valuation) => satisfies(valuation, formula) === false);
    this.#contains({ state, witnesses: outside, history: "difference" }, "difference", () =>
      this.#show([a.state, b.state]),
    );
    this.#leq(state, a.state, "difference(a, b) <= a");
  }

  #rename(a: Witnessed<S>): void {
    if (!supports(this.#domain, "rename")) return;
    const names = new Map(this.#case.variables.slice(1).map((of) => [of, PARTNERS.get(of)!]));
    const state = this.#domain.rename(a.state, names);
    const witnesses = a.witnesses.map(
      (valuation) => new Map([...valuation].map(([of, value]) => [names.get(of) ?? of, value])),
    );
    this.#contains({ state, witnesses, history: "rename" }, "rename", () => this.#show([a.state]));
    const back = this.#domain.rename(state, new Map([...names].map(([of, other]) => [other, of])));
    this.#leq(a.state, back, "renaming back gives the state again");
    this.#leq(back, a.state, "renaming back gives the state again");
  }

  #narrow(a: Witnessed<S>, b: Witnessed<S>): void {
    if (!supports(this.#domain, "narrow")) return;
    const state = this.#domain.narrow(a.state, b.state);
    this.#contains({ state, witnesses: this.#common(a, b), history: "narrow" }, "narrow", () =>
      this.#show([a.state, b.state]),
    );
    this.#leq(state, a.state, "narrow(older, newer) <= older");
  }

  #randomConstraint(): LinearConstraint | undefined {
    const { random } = this.#case;
    const terms = [0, 1].map((): [t.Variable, Int] => [random.pick(this.#case.integers()), random.below(3) - 1]);
    const constraint = linear.linearConstraint("le", linear.linearExpression(terms, random.below(31) - 15));
    return typeof constraint === "object" ? constraint : undefined;
  }

  #upTo(a: Witnessed<S>, b: Witnessed<S>): void {
    if (!supports(this.#domain, "widenUpTo")) return;
    const constraints = [0, 1, 2].flatMap(() => this.#randomConstraint() ?? []);
    const state = this.#domain.widenUpTo(a.state, b.state, constraints);
    this.#leq(a.state, state, "older <= widenUpTo(older, newer)");
    this.#leq(b.state, state, "newer <= widenUpTo(older, newer)");
    this.#contains({ state, witnesses: [...a.witnesses, ...b.witnesses], history: "widenUpTo" }, "widenUpTo");
  }

  #exactJoin(a: Witnessed<S>, b: Witnessed<S>): void {
    if (!supports(this.#domain, "joinIsExact")) return;
    const { domain, formulas } = { domain: this.#domain, formulas: [a.state, b.state].map(this.#domain.toFormula) };
    const joined = domain.toFormula(domain.join(a.state, b.state));
    for (const valuation of this.#case.everything.slice(0, 64)) {
      const inEither = formulas.some((formula) => satisfies(valuation, formula) === true);
      this.#expect((satisfies(valuation, joined) === true) === inEither, "join is the union", () =>
        this.#show([a.state, b.state]),
      );
    }
  }

  #constraints(a: Witnessed<S>): void {
    if (!supports(this.#domain, "constraints") || this.#domain.isBottom(a.state)) return;
    const formula = t.and(this.#domain.constraints(a.state).map(linear.constraintFormula));
    for (const valuation of a.witnesses)
      this.#expect(
        satisfies(valuation, formula) !== false,
        "constraints hold",
        () => `${this.#show([a.state])}\n${showFormula(formula)}`,
      );
  }

  #relational(a: Witnessed<S>): void {
    if (!supports(this.#domain, "bounds")) return;
    for (const of of this.#case.integers()) {
      const { low, high } = this.#domain.bounds(a.state, of);
      for (const valuation of a.witnesses) {
        const value = valuation.get(of)!;
        this.#expect(low <= value && value <= high, "bounds contain the values", () => this.#show([a.state]));
      }
    }
  }
}
