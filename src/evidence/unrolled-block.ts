/**
 * A block as the checker of unrollings reads it: a guard for every edge, and values as terms over those before the block.
 * Where ways meet, a value is a choice by the guards of the ways, of which at most one holds. A guard is a Boolean that is
 * equivalent to its definition, so that formulas stay small.
 *
 * Sound: every execution of the block is a valuation of the guards. Edges whose conditions contradict each other cannot be
 * taken together; among others unknown choices decide, each way open to some choice.
 */
import { and, FALSE, type Formula, ite, not, or } from "../logic/term.ts";
import type { ModelEdge, ModelLocation } from "../model/model.ts";
import type { Block } from "../model/view/blocks.ts";
import { isOutOfScope } from "../model/view/scope.ts";
import { mergeEnvironments, post, type Way, withinType } from "../smt/encode/ssa.ts";
import { type FreshVariables, isSet } from "../smt/fresh.ts";

export class UnrolledBlocks {
  readonly #fresh: FreshVariables;
  readonly #require: (formula: Formula) => void;

  /** @param require is told what guards mean. */
  constructor(fresh: FreshVariables, require: (formula: Formula) => void) {
    this.#fresh = fresh;
    this.#require = require;
  }

  /** The ways to the block's exits. */
  ways(block: Block, start: Way): ReadonlyMap<ModelLocation, readonly Way[]> {
    const arrivals = new Map<ModelLocation, Way[]>();
    for (const edges of groupsOf(block.edges)) {
      const [{ source }] = edges as [ModelEdge];
      const here = source === block.source ? start : this.merged(source, arrivals.get(source) ?? []);
      if (source !== block.source) arrivals.delete(source);
      if (here === undefined) continue;
      for (const { target, way } of this.#leave(edges, here)) {
        const known = arrivals.get(target);
        if (known === undefined) arrivals.set(target, [way]);
        else known.push(way);
      }
    }
    return arrivals;
  }

  #leave(edges: readonly ModelEdge[], { taken, environment }: Way) {
    const open = edges.flatMap(({ ops, target }) => {
      const after = post(ops.map(withinType), environment, this.#fresh);
      return after.conditions.includes(FALSE) ? [] : [{ target, ...after }];
    });
    const apart = open.every((a, i) => open.slice(i + 1).every((b) => contradict(a.conditions, b.conditions)));
    let others: Formula = taken;
    return open.map(({ target, conditions, environment: after }, i) => {
      let entered = others;
      if (!apart && i < open.length - 1) {
        const chosen = isSet(this.#fresh.boolean("chosen"));
        entered = and([others, chosen]);
        others = this.#named(and([others, not(chosen)]));
      }
      return { target, way: { taken: this.#named(and([entered, ...conditions])), environment: after } };
    });
  }

  /** At a location: any of the ways, of which at most one is taken; undefined where there is none. */
  merged(location: ModelLocation, ways: readonly Way[]): Way | undefined {
    const [first] = ways;
    if (first === undefined || ways.length === 1) return first;
    const environment = mergeEnvironments(ways, (way, own, others, of) =>
      isOutOfScope(of, location) ? undefined : ite(way.taken, own, others),
    );
    return { taken: this.#named(or(ways.map(({ taken }) => taken))), environment };
  }

  /** A literal that is equivalent to the formula. */
  #named(formula: Formula): Formula {
    if (formula.kind !== "and" && formula.kind !== "or") return formula;
    const literal = isSet(this.#fresh.boolean("guard"));
    this.#require(or([not(literal), formula]));
    this.#require(or([literal, not(formula)]));
    return literal;
  }
}

/** Edges by their source, in the block's order. */
function groupsOf(edges: readonly ModelEdge[]): ModelEdge[][] {
  const groups: ModelEdge[][] = [];
  for (const edge of edges) {
    const last = groups[groups.length - 1];
    if (last?.[0]?.source === edge.source) last.push(edge);
    else groups.push([edge]);
  }
  return groups;
}

function contradict(a: readonly Formula[], b: readonly Formula[]): boolean {
  return a.some((one) => b.includes(not(one)) || b.some((other) => not(other) === one));
}
