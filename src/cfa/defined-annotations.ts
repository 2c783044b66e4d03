/**
 * Annotations (`c/parser/annotations.ts`) whose evaluation is never undefined: where it would be (an overflow, a division by zero, an element
 * outside of its array), the annotation counts as violated. Otherwise what a verifier assumes of programs, that they do nothing undefined,
 * would let an annotation decide which executions there are.
 */
import { add, and, eq, type Formula, integer, le, lt, not, type Term } from "../logic/term.ts";
import { highest, lowest } from "../logic/types.ts";
import { variablesOf } from "../logic/visit.ts";
import { NO_RANGE, type SourceRange } from "../util/source.ts";
import { GraphAssembly } from "./assemble.ts";
import type { Check, Edge, ExternalFunction, FunctionGraph, Location, Op, Program, Signature } from "./cfa.ts";
import { termsOn } from "./op-terms.ts";

/** Called where an annotation does not hold. */
export const ANNOTATION_VIOLATED = "__hone_annotation_violated";

export class DefinedAnnotations {
  readonly #program: Program;
  readonly #names: ReadonlySet<string>;

  /** @param names those of the annotations, which are the names of their texts. */
  constructor(program: Program, names: Iterable<string>) {
    this.#program = program;
    this.#names = new Set(names);
  }

  /** Where it cannot be told whether the evaluation is defined: accesses through pointers, volatile objects, floats that become integers. */
  get undecided(): readonly SourceRange[] {
    const edges = [...this.#program.functions.values()].flatMap((graph) => graph.edges);
    return edges.filter((edge) => this.#demandsOf(edge) === undefined).map(({ range }) => range);
  }

  /** The program with a branch for every such case. */
  program(): Program {
    const functions = new Map(
      [...this.#program.functions].map(([name, graph]) => [name, this.#concerns(graph) ? this.#rebuilt(graph) : graph]),
    );
    const violated: ExternalFunction = {
      name: ANNOTATION_VIOLATED,
      signature: NO_SIGNATURE,
      noreturn: true,
      range: NO_RANGE,
    };
    const externals = new Map(this.#program.externals);
    if (!externals.has(ANNOTATION_VIOLATED)) externals.set(ANNOTATION_VIOLATED, violated);
    return { ...this.#program, functions, externals };
  }

  #concerns({ edges }: FunctionGraph): boolean {
    return edges.some((edge) => {
      const demands = this.#demandsOf(edge);
      return demands === undefined || demands.length > 0;
    });
  }

  #isIn({ start }: SourceRange): boolean {
    return this.#names.has(this.#program.sources.fileAt(start)?.name ?? "");
  }

  #demandsOf(edge: Edge): readonly Formula[] | undefined {
    const demands: (Formula | undefined)[] = edge.checks.filter(({ range }) => this.#isIn(range)).map(demandOf);
    if (this.#isIn(edge.range)) {
      if (isOpaque(edge.op) || [...variablesOf(termsOn(edge))].some(({ volatile }) => volatile === true))
        return undefined;
      if (edge.op.kind === "load") demands.push(insideObject(edge.op.address, edge.op.access.bytes));
    }
    return demands.includes(undefined) ? undefined : (demands as Formula[]);
  }

  #rebuilt(graph: FunctionGraph): FunctionGraph {
    const made = new GraphAssembly(graph.name);
    const starts = new Map(graph.locations.map((location) => [location, made.location(location)]));
    const startOf = (location: Location) => starts.get(location) as ReturnType<typeof made.location>;
    for (const location of graph.locations) {
      let at = startOf(location);
      const demand = and(location.outgoing.flatMap((edge) => this.#demandsOf(edge) ?? []));
      const range = location.outgoing[0]?.range ?? graph.range;
      if (demand.kind !== "true") {
        const [defined, undefined_, after] = [made.location({}), made.location({}), made.location({})];
        made.connect(at, defined, { kind: "assume", condition: demand }, [], range);
        made.connect(at, undefined_, { kind: "assume", condition: not(demand) }, [], range);
        made.connect(undefined_, after, VIOLATED, [], range);
        at = defined;
      }
      for (const { op, checks, target, range: own } of location.outgoing)
        made.connect(
          at,
          startOf(target),
          op,
          checks.filter((check) => !this.#isIn(check.range)),
          own,
        );
    }
    return { ...graph, ...made.finish(startOf(graph.entry), startOf(graph.exit)) };
  }
}

const NO_SIGNATURE: Signature = { parameters: [], variadic: false, unprototyped: false, result: undefined };

const VIOLATED: Op = {
  kind: "call",
  target: undefined,
  callee: { kind: "direct", name: ANNOTATION_VIOLATED },
  arguments: [],
};

/** What an annotation may do: compute, read, and branch. */
function isOpaque({ kind }: Op): boolean {
  return kind !== "skip" && kind !== "assign" && kind !== "load" && kind !== "assume" && kind !== "call";
}

/** What has to hold for the check not to fail; undefined where that is no formula over the program's variables. */
export function demandOf(check: Check): Formula | undefined {
  switch (check.kind) {
    case "overflow":
      return and([le(integer(lowest(check.type)), check.exact), le(check.exact, integer(highest(check.type)))]);
    case "division":
      return not(eq(check.divisor, integer(0)));
    case "shift":
      return and([le(integer(0), check.count), lt(check.count, integer(check.bits))]);
    case "index":
      if (check.count === undefined) return le(integer(0), check.index);
      return and([le(integer(0), check.index), lt(check.index, integer(check.count))]);
    default:
      return undefined;
  }
}

/** Undefined where the address is not that of a part of a named object. */
function insideObject(at: Term, bytes: number): Formula | undefined {
  const exact = at.kind === "wrap" ? at.operand : at;
  const objects = addends(exact).flatMap((one) => (one.kind === "address" ? [one.object] : []));
  const [object] = objects;
  if (object?.size === undefined || objects.length > 1) return undefined;
  const rest = addends(exact).filter((one) => one.kind !== "address");
  // What is added is a number, not another address.
  if ([...variablesOf(rest)].some(({ type, address: holds }) => type.kind === "pointer" || holds === true))
    return undefined;
  const offset = rest.reduce((sum, one) => add(sum, one), integer(0));
  return and([le(integer(0), offset), le(offset, integer(object.size - bytes))]);
}

function addends(term: Term): readonly Term[] {
  return term.kind === "add" ? [...addends(term.left), ...addends(term.right)] : [term];
}
