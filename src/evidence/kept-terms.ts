/**
 * Terms as plain data, to be kept on a disk and read by another run. The nodes of all terms together are one list, parts before
 * wholes, each once: [kind, what the node has besides parts, places of its parts]. Variables are told by what they are, since
 * their numbers may depend on the order in which a model was explored.
 *
 * Whoever reads gets terms of the right sorts over variables of his own model, or an exception: what was kept proves nothing.
 */
import { FALSE, type Formula, float, integer, TRUE, type Variable, variable } from "../logic/term.ts";
import { showType } from "../logic/types.ts";
import { children, forEachNode, isFormula, nodeLike, type TermNode } from "../logic/visit.ts";
import { memoised } from "../util/memo.ts";
import {
  floatFrom,
  integerFrom,
  listOf,
  NotKept,
  type Plain,
  plainNumber,
  plainType,
  should,
  typeFrom,
} from "./kept-plain.ts";
import { type Members, Sorts } from "./kept-sorts.ts";

// More than this takes longer to read than to find out again.
const MOST_NODES = 200_000;

export class TermWriter {
  readonly nodes: Plain[] = [];
  readonly #places = new Map<TermNode, number>();

  /** The term's place in the list. */
  write(term: TermNode): number {
    forEachNode(
      term,
      (node) => {
        if (this.nodes.length >= MOST_NODES) throw new NotKept("its terms are too large");
        this.#places.set(node, this.nodes.length);
        const parts = children(node).map((part) => this.#places.get(part) as number);
        this.nodes.push([node.kind, headOf(node), ...parts]);
      },
      this.#places,
    );
    return this.#places.get(term) as number;
  }
}

function headOf(node: TermNode): Plain {
  switch (node.kind) {
    case "integer":
      return plainNumber(node.value);
    case "float":
      return [plainNumber(node.value), plainType(node.type)];
    case "variable":
      return signatureOf(node.variable);
    case "address":
      throw new NotKept("it speaks of the address of an object");
    case "wrap":
      return [plainType(node.type), node.reason];
    case "apply":
      return [node.name, plainType(node.type)];
    default:
      return "type" in node ? plainType(node.type) : null;
  }
}

/** Number and function may coincide in two variables; the rest of a model's variables differ in more. */
function signatureOf({ name, type, role, function: owner, id }: Variable): Plain {
  return [name, showType(type), role, owner ?? null, id];
}

/** Finds a model's variable by its signature. */
export type VariableFinder = (signature: Plain) => Variable | undefined;

/** Looks among these, which may grow: by all but the number first, by the number where that leaves several. */
export function finderIn(variables: () => Iterable<Variable>): VariableFinder {
  const known = new Map<string, Variable[]>();
  const seen = new Set<Variable>();
  const nameOf = (signature: Plain) => JSON.stringify(listOf(signature).slice(0, 4));
  return (signature) => {
    const name = nameOf(signature);
    if (!known.has(name))
      for (const one of variables()) {
        if (seen.has(one)) continue;
        seen.add(one);
        memoised(known, nameOf(signatureOf(one)), () => []).push(one);
      }
    const found = known.get(name) ?? [];
    return found.length === 1 ? found[0] : found.find(({ id }) => id === listOf(signature)[4]);
  };
}

export class TermReader {
  readonly #nodes: readonly Plain[];
  readonly #find: VariableFinder;
  readonly #sorts = new Sorts();
  readonly #read = new Map<number, TermNode>();

  constructor(nodes: readonly Plain[], find: VariableFinder) {
    this.#nodes = nodes;
    this.#find = find;
  }

  formula(place: Plain | undefined): Formula {
    const node = this.#at(place);
    should(isFormula(node), "a formula");
    return node;
  }

  variable(place: Plain | undefined): Variable {
    const node = this.#at(place);
    should(node.kind === "variable", "a variable");
    return node.variable;
  }

  /** Parts stand before wholes, so that whatever a node needs is read in the order of places. */
  #at(place: Plain | undefined): TermNode {
    should(typeof place === "number" && this.#nodes[place] !== undefined, "the place of a term");
    const pending = [place];
    for (let at = pending.at(-1); at !== undefined; at = pending.at(-1)) {
      const [kind, head, ...parts] = listOf(this.#nodes[at]);
      const missing = parts.filter((part): part is number => !this.#read.has(part as number));
      if (missing.length === 0) {
        if (!this.#read.has(at)) this.#read.set(at, this.#node(kind, head, parts));
        pending.pop();
        continue;
      }
      for (const part of missing) {
        should(Number.isInteger(part) && part >= 0 && part < at, "a term after its parts");
        pending.push(part);
      }
    }
    return this.#read.get(place) as TermNode;
  }

  #node(kind: Plain | undefined, head: Plain | undefined, places: readonly Plain[]): TermNode {
    const parts = places.map((part) => this.#read.get(part as number) as TermNode);
    switch (kind) {
      case "true":
        return TRUE;
      case "false":
        return FALSE;
      case "integer":
        return integer(integerFrom(head));
      case "float": {
        const [value, type] = listOf(head);
        const read = typeFrom(type);
        should(read.kind === "float", "a type of floats");
        return float(floatFrom(value, read), read);
      }
      case "variable": {
        const found = this.#find(head as Plain);
        should(found !== undefined, "a variable of the model");
        return variable(found);
      }
      default: {
        const members = membersOf(String(kind), head);
        should(this.#sorts.fit(String(kind), members, parts), "a term of its parts");
        return nodeLike({ kind, ...members } as unknown as TermNode, parts);
      }
    }
  }
}

function membersOf(kind: string, head: Plain | undefined): Members {
  switch (kind) {
    case "wrap": {
      const [type, reason] = listOf(head);
      const read = typeFrom(type);
      should(read.kind === "int" || read.kind === "pointer", "a machine type");
      should(reason === "arithmetic" || reason === "conversion", "a reason to wrap");
      return { type: read, reason };
    }
    case "apply": {
      const [name, type] = listOf(head);
      should(typeof name === "string", "a function's name");
      return { name, type: typeFrom(type) };
    }
    case "floatToInt": {
      const type = typeFrom(head);
      should(type.kind === "int", "a type of integers");
      return { type };
    }
    default:
      return head === null ? {} : { type: typeFrom(head) };
  }
}
