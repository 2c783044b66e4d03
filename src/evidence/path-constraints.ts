/**
 * Symbolic execution of one path: every havoc becomes a fresh symbol, every variable a term over symbols, and the
 * assumes become constraints. Constants fold on the way, so that on most paths few symbols remain that matter.
 *
 * Engines follow operations elsewhere (engines/post.ts, smt/encode/ssa.ts). This stays apart from them: a path that an engine
 * claims is followed by other code than what found it, and each symbol remembers which input it is.
 */
import type { Edge } from "../cfa/cfa.ts";
import { foldOnPath } from "../logic/simplify.ts";
import { eq, FALSE, type Formula, integer, select, type Term, TRUE, type Variable, variable } from "../logic/term.ts";
import { rewrite, substitute, type TermNode, variablesOf } from "../logic/visit.ts";
import type { ModelEdge, ModelOp } from "../model/model.ts";
import type { Int } from "../numbers/int.ts";
import { FreshVariables } from "../smt/fresh.ts";
import { tick } from "../util/budget.ts";

const OPERATION_WORK = 0.1;

type Havoc = Extract<ModelOp, { kind: "havoc" }>;

interface PathSymbol {
  readonly symbol: Variable;
  /** undefined: the variable's value before the path, which no operation set. */
  readonly op: Havoc | undefined;
  /** How often the same operation was passed before on the path. */
  readonly occurrence: number;
  /** For an element of an array that became unknown as a whole: its address. */
  readonly address?: number;
}

/** A load that meets memory for the first time since it became unknown: the interpreter asks for it there. */
interface FirstRead {
  readonly edge: Edge;
  /** Over symbols: one of them, or what bytes that are read together are. */
  readonly value: Term;
}

export interface PathConstraints {
  /** In order of creation along the path. */
  readonly symbols: readonly PathSymbol[];
  /** None is TRUE; FALSE is among them when the path contradicts itself. */
  readonly constraints: readonly Formula[];
  readonly reads: readonly FirstRead[];
}

export function pathConstraints(path: readonly ModelEdge[]): PathConstraints {
  const symbols = new Symbols();
  const constraints: Formula[] = [];
  const store = new Map<Variable, Term>();
  const fresh = (of: Variable, op: Havoc | undefined): Term => {
    const term = symbols.fresh(of, op);
    store.set(of, term);
    return term;
  };
  const read = (of: Variable): Term => store.get(of) ?? fresh(of, undefined);
  // Parts without variables by their values, and element reads through constant indices.
  const simplified = folding(foldOnPath);
  const value = <N extends TermNode>(of: N): N => symbols.elements(simplified(substitute(of, read)));
  for (const edge of path) {
    for (const op of edge.ops) {
      // What rewriting counts is looked at here.
      tick(OPERATION_WORK);
      if (op.kind === "havoc") fresh(op.target, op);
      else if (op.kind === "assign") {
        const now = value(op.value);
        store.set(op.target, now);
        if (op.origin?.op.kind === "load") symbols.noteRead(op.origin, now);
      } else {
        const constraint = value(op.condition);
        if (constraint !== TRUE) constraints.push(constraint);
        if (constraint === FALSE) return { symbols: symbols.all, constraints, reads: symbols.reads };
      }
    }
  }
  return { symbols: symbols.all, constraints: [...constraints, ...symbols.links(constraints)], reads: symbols.reads };
}

/** The unknown values of a path. An array is unknown as a whole; its elements become symbols where their addresses are known. */
class Symbols {
  readonly #fresh = new FreshVariables("symbol");
  readonly all: PathSymbol[] = [];
  readonly reads: FirstRead[] = [];
  readonly #passed = new Map<Edge | undefined, Map<Variable, number>>();
  readonly #arrays = new Map<Variable, { readonly from: PathSymbol; readonly elements: Map<Int, Term> }>();
  readonly #read = new Set<Variable>();

  fresh(of: Variable, op: Havoc | undefined): Term {
    const made: PathSymbol = { symbol: this.#symbol(of.name, of.type), op, occurrence: this.#occurrence(op) };
    this.all.push(made);
    if (of.type.kind === "array") this.#arrays.set(made.symbol, { from: made, elements: new Map() });
    return variable(made.symbol);
  }

  #symbol(name: string, type: Variable["type"]): Variable {
    return this.#fresh.make(`${name}#${this.all.length}`, type);
  }

  #occurrence(op: Havoc | undefined): number {
    if (op === undefined) return 0;
    const passed = this.#passed.get(op.origin) ?? new Map<Variable, number>();
    this.#passed.set(op.origin, passed);
    const count = passed.get(op.target) ?? 0;
    passed.set(op.target, count + 1);
    return count;
  }

  /** Replaces reads of unknown arrays at known addresses by symbols. */
  elements<N extends TermNode>(root: N): N {
    return this.#arrays.size === 0 ? root : this.#replaced(root);
  }

  readonly #replaced = folding((node) => {
    if (node.kind !== "select" || node.array.kind !== "variable" || node.index.kind !== "integer")
      return foldOnPath(node);
    return this.#element(node.array.variable, node.index.value) ?? node;
  });

  #element(array: Variable, at: Int): Term | undefined {
    const known = this.#arrays.get(array);
    if (known === undefined || array.type.kind !== "array" || typeof at !== "number") return undefined;
    let element = known.elements.get(at);
    if (element === undefined) {
      const { op, occurrence } = known.from;
      const symbol = this.#symbol(`${array.name}[${at}]`, array.type.element);
      this.all.push({ symbol, op, occurrence, address: at });
      element = variable(symbol);
      known.elements.set(at, element);
    }
    return element;
  }

  /**
   * Where constraints still mention an unknown array as a whole (behind a write at an address that is not known), its elements are
   * those that have symbols.
   */
  links(constraints: readonly Formula[]): readonly Formula[] {
    const whole = [...variablesOf(constraints)].filter((of) => this.#arrays.has(of));
    return whole.flatMap((array) =>
      [...(this.#arrays.get(array)?.elements ?? [])].map(([at, element]) =>
        eq(select(variable(array), integer(at)), element),
      ),
    );
  }

  noteRead(edge: Edge, value: Term): void {
    const inner = unwrapped(value);
    const found = inner.kind === "variable" ? [inner.variable] : [...variablesOf(inner)].filter(isByte);
    const unread = found.filter((of) => !this.#read.has(of));
    for (const of of unread) this.#read.add(of);
    if (unread.length === 0) return;
    // Bytes are asked for as one value where none of them has been read before, and one by one otherwise.
    const { op } = edge;
    const whole = op.kind === "load" && op.access.bitOffset === undefined && op.access.bytes === unread.length;
    if (inner.kind !== "variable" && whole) this.reads.push({ edge, value });
    else for (const of of unread) this.reads.push({ edge, value: variable(of) });
  }
}

function unwrapped(term: Term): Term {
  let at = term;
  while (at.kind === "wrap") at = at.operand;
  return at;
}

function isByte({ type }: Variable): boolean {
  return type.kind === "int" && type.bits === 8;
}

/**
 * Rewriting of terms that are made of what earlier calls gave, as values along a path are: that is not gone into again, or a path that
 * writes an array in each round would take as long as the square of its length.
 */
function folding(change: (node: TermNode) => TermNode): <N extends TermNode>(root: N) => N {
  const known = new Map<TermNode, TermNode>();
  const changed = (node: TermNode) => {
    const result = change(node);
    known.set(result, result);
    return result;
  };
  return (root) => rewrite(root, changed, known);
}
