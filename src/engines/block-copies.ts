/**
 * EncodeBmc and DecodeBmc (Albarghouthi, Gurfinkel and Chechik, "Craig Interpretation", SAS 2012, section 4.3): the edges of an ARG as formulas over copies of the variables at its nodes. Each
 * node has one copy of every variable that is live at its cut point; the formula of an edge leads from the copies at its
 * source to those at its target, so labels over copies are labels over the program's variables, renamed.
 */
import { and, eq, FALSE, type Formula, or, type Term, type Variable, variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import { substitute } from "../logic/visit.ts";
import type { ModelLiveness } from "../model/live.ts";
import type { ModelEdge, ModelLocation } from "../model/model.ts";
import { type EncodedBlock, encodeBlock } from "../smt/encode/block.ts";
import { environmentOf, valueIn } from "../smt/encode/ssa.ts";
import { FreshVariables } from "../smt/fresh.ts";
import type { SolverModel } from "../smt/solver.ts";
import { memoised } from "../util/memo.ts";
import type { CutPoint } from "./cutpoint-graph.ts";

/** A node of the ARG, as far as the encoding looks at it. */
export interface Occurrence {
  readonly cutPoint: Pick<CutPoint, "location">;
}

interface Copies {
  readonly of: ReadonlyMap<Variable, Term>;
  readonly back: ReadonlyMap<Variable, Term>;
}

interface EncodedEdge {
  readonly formula: Formula;
  /** The path inside the block that a model takes. */
  pathIn(model: SolverModel): readonly ModelEdge[];
}

export class BlockCopies {
  readonly #liveness: ModelLiveness;
  readonly #fresh = new FreshVariables("copy");
  readonly #copies = new Map<Occurrence, Copies>();

  constructor(liveness: ModelLiveness) {
    this.#liveness = liveness;
  }

  /** @param edges a part of the action between the nodes' cut points, in topological order. */
  encodeEdge(source: Occurrence, target: Occurrence, edges: readonly ModelEdge[]): EncodedEdge {
    const start = source.cutPoint.location as ModelLocation;
    const inside = new Set(edges.map((edge) => edge.source));
    // Where the block leads back to its source it ends.
    const exits = [...new Set(edges.map((edge) => edge.target))].filter((end) => end === start || !inside.has(end));
    const block = encodeBlock({ source: start, edges, exits }, environmentOf(this.#copiesAt(source).of), this.#fresh, {
      observed: (exit) => this.#liveness.at(exit),
    });
    return {
      formula: and([block.formula, or(this.#arrivals(block, target))]),
      pathIn: (model) => block.pathIn(model),
    };
  }

  #arrivals(block: EncodedBlock, target: Occurrence): Formula[] {
    const copies = this.#copiesAt(target).of;
    const arrivals: Formula[] = [];
    for (const { reached, environment } of block.exits.values()) {
      if (reached === FALSE) continue;
      // Sound: arrays and floats have no equations; their copies are free, which only adds executions.
      const equations = [...copies].map(([of, copy]) =>
        isIntegral(of.type) || of.type.kind === "real" ? eq(copy, valueIn(environment, of)) : undefined,
      );
      arrivals.push(and([reached, ...equations.filter((one) => one !== undefined)]));
    }
    return arrivals;
  }

  encodeLabel(node: Occurrence, label: Formula): Formula {
    return substitute(label, this.#copiesAt(node).of);
  }

  decodeLabel(node: Occurrence, label: Formula): Formula {
    return substitute(label, this.#copiesAt(node).back);
  }

  #copiesAt(node: Occurrence): Copies {
    return memoised(this.#copies, node, () => {
      const of = new Map<Variable, Term>();
      const back = new Map<Variable, Term>();
      const { location } = node.cutPoint;
      for (const one of location === undefined ? [] : this.#liveness.at(location)) {
        const copy = this.#fresh.make(one.name, one.type);
        of.set(one, variable(copy));
        back.set(copy, variable(one));
      }
      return { of, back };
    });
  }
}
