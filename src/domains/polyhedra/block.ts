/**
 * A block: one polyhedron over a few related variables, in whatever form its last operation left it. Constraints and
 * generators are added to a list and the double description is brought up to date when somebody asks for the other
 * side (lazy conversion); the result is remembered. Column i + 1 belongs to variable i; variables ascend by id.
 *
 * The polyhedron of a block made from generators is never empty; one with pending constraints may be.
 */
import type { Variable } from "../../logic/term.ts";
import type { Int } from "../../numbers/int.ts";
import { Matrix } from "../../numbers/matrix.ts";
import { memoised } from "../../util/memo.ts";
import type { System } from "./chernikova.ts";
import {
  mapConstraints,
  mapGenerators,
  product,
  projectGenerators,
  remap,
  remapSystem,
  substitute,
} from "./columns.ts";
import {
  addConstraints,
  addGenerators,
  concatenate,
  emptySystem,
  fromBoth,
  fromGenerators,
  type Pair,
  type PairResult,
  universe,
  withSolvedLines,
} from "./pair.ts";

type Form =
  | { readonly kind: "pair"; readonly pair: Pair }
  | { readonly kind: "constraints"; readonly base: Pair | undefined; readonly added: System }
  | { readonly kind: "generators"; readonly base: Pair | undefined; readonly added: System };

export class Block {
  readonly variables: readonly Variable[];
  readonly #form: Form;
  #result: PairResult | undefined;
  #parts: readonly Block[] | undefined;

  private constructor(variables: readonly Variable[], form: Form) {
    this.variables = variables;
    this.#form = form;
    if (form.kind === "pair") this.#result = form.pair;
  }

  static universe(variables: readonly Variable[]): Block {
    return new Block(variables, { kind: "pair", pair: universe(variables.length) });
  }

  static ofPair(variables: readonly Variable[], pair: Pair): Block {
    return new Block(variables, { kind: "pair", pair });
  }

  static ofConstraints(variables: readonly Variable[], added: System): Block {
    return new Block(variables, { kind: "constraints", base: undefined, added });
  }

  static ofGenerators(variables: readonly Variable[], added: System): Block {
    return new Block(variables, { kind: "generators", base: undefined, added });
  }

  get width(): number {
    return this.variables.length + 1;
  }

  /** The double description; computed on first demand. */
  resolve(): PairResult {
    this.#result ??= this.#convert();
    return this.#result;
  }

  #convert(): PairResult {
    const form = this.#form;
    if (form.kind === "pair") return form.pair;
    if (form.kind === "constraints") return addConstraints(form.base ?? universe(this.variables.length), form.added);
    return form.base === undefined ? fromGenerators(form.added) : addGenerators(form.base, form.added);
  }

  get resolved(): Pair | undefined {
    return typeof this.#result === "object" ? this.#result : undefined;
  }

  /**
   * The independent parts of the block in the order of their first variables, free variables left out; the block alone
   * if it is one part or has only generators yet. "empty" and "limit" as for `resolve`.
   */
  parts(): readonly Block[] | "empty" | "limit" {
    if (this.#result === undefined && this.#form.kind === "generators") return [this];
    const pair = this.resolve();
    if (typeof pair !== "object") return pair;
    this.#parts ??= split(this, pair);
    return this.#parts;
  }

  /** Constraints that describe the block, minimal or not; undefined where only a conversion could tell. */
  constraints(): System | undefined {
    const outcome = this.#result;
    if (typeof outcome === "object") return outcome.constraints;
    const form = this.#form;
    if (form.kind !== "constraints") return undefined;
    return form.base === undefined ? form.added : concatenate(form.base.constraints, form.added);
  }

  /** Generators that describe the block, minimal or not; undefined where only a conversion could tell. */
  generators(): System | undefined {
    const outcome = this.#result;
    if (typeof outcome === "object") return outcome.generators;
    const form = this.#form;
    if (form.kind !== "generators") return undefined;
    return form.base === undefined ? form.added : concatenate(form.base.generators, form.added);
  }

  withConstraints(added: System): Block {
    const base = this.resolved;
    if (base === undefined && this.#form.kind === "constraints") {
      const pending = concatenate(this.#form.added, added);
      return new Block(this.variables, { kind: "constraints", base: this.#form.base, added: pending });
    }
    const pair = base ?? this.resolve();
    if (typeof pair === "object") return new Block(this.variables, { kind: "constraints", base: pair, added });
    // Sound: beyond the limit the block's earlier constraints are lost, the new ones are kept.
    return Block.ofConstraints(this.variables, added);
  }

  /** The hull with further generators. Both operands should be settled. */
  withGenerators(added: System): Block {
    const base = this.resolved;
    if (base !== undefined) return new Block(this.variables, { kind: "generators", base, added });
    const own = this.generators();
    if (own === undefined) throw new Error("a block should be settled before it is joined");
    return Block.ofGenerators(this.variables, concatenate(own, added));
  }

  /** The image under `variables[index] := form`, a row of this block's width. */
  assign(index: number, form: readonly Int[]): Block {
    const column = index + 1;
    const pair = this.resolved;
    if (form[column] !== 0) {
      if (pair !== undefined) {
        const constraints = withSolvedLines(mapConstraints(pair.constraints, column, form));
        const generators = withSolvedLines(mapGenerators(pair.generators, column, form));
        return Block.ofPair(this.variables, { constraints, generators, bits: pair.bits });
      }
      const constraints = this.constraints();
      if (constraints !== undefined)
        return Block.ofConstraints(this.variables, mapConstraints(constraints, column, form));
    }
    const generators = this.generators();
    if (generators === undefined) throw new Error("a block should be settled before it is assigned to");
    return Block.ofGenerators(this.variables, mapGenerators(generators, column, form));
  }

  /** The states from which `variables[index] := form` leads into this block. */
  preimage(index: number, form: readonly Int[]): Block {
    const constraints = this.constraints() ?? this.#resolvedConstraints();
    return Block.ofConstraints(this.variables, substitute(constraints, index + 1, form));
  }

  #resolvedConstraints(): System {
    const pair = this.resolve();
    // Sound: no constraints beyond the limit.
    return typeof pair === "object" ? pair.constraints : emptySystem(this.width);
  }

  /** The block with a new variable that equals a form of the others (its own coefficient zero). */
  define(variable: Variable, form: (from: readonly Variable[]) => readonly Int[]): Block {
    const variables = [...this.variables, variable].sort((a, b) => a.id - b.id);
    const row = form(variables);
    const column = variables.indexOf(variable) + 1;
    const from = Array.from({ length: variables.length + 1 }, (_, i) => (i < column ? i : i === column ? -1 : i - 1));
    const equality = row.map((value, i) => (i === column ? -1 : value));
    const pair = this.resolved;
    if (pair !== undefined) {
      const constraints = remapSystem(pair.constraints, from);
      constraints.lines.append(equality);
      const generators = mapGenerators(remapSystem(pair.generators, from), column, row);
      return Block.ofPair(variables, {
        constraints: withSolvedLines(constraints),
        generators: withSolvedLines(generators),
        bits: pair.bits,
      });
    }
    const constraints = this.constraints();
    if (constraints !== undefined) {
      const extended = remapSystem(constraints, from);
      extended.lines.append(equality);
      return Block.ofConstraints(variables, extended);
    }
    const generators = this.generators()!;
    return Block.ofGenerators(variables, mapGenerators(remapSystem(generators, from), column, row));
  }

  /** The projection that leaves a variable out; undefined if none is left. The block should be settled. */
  drop(index: number): Block | undefined {
    const variables = this.variables.filter((_, i) => i !== index);
    if (variables.length === 0) return undefined;
    const column = index + 1;
    const from = Array.from({ length: this.width }, (_, i) => i).filter((i) => i !== column);
    const pair = this.resolved;
    if (pair !== undefined) {
      const eliminated = eliminateDefined(pair, column, from);
      if (eliminated !== undefined) return Block.ofPair(variables, eliminated);
    }
    const generators = this.generators();
    if (generators === undefined) throw new Error("a block should be settled before it is projected");
    return Block.ofGenerators(variables, projectGenerators(generators, from));
  }

  /** The same polyhedron over other variables, which take the places of the old ones. */
  rename(renamed: readonly Variable[]): Block {
    const order = renamed.map((_, i) => i).sort((a, b) => renamed[a]!.id - renamed[b]!.id);
    const variables = order.map((i) => renamed[i]!);
    const from = [0, ...order.map((i) => i + 1)];
    return this.#remapped(variables, from);
  }

  #remapped(variables: readonly Variable[], from: readonly number[]): Block {
    const form = this.#form;
    const pair = this.resolved;
    if (pair !== undefined) return Block.ofPair(variables, remapPair(pair, from));
    const constraints = this.constraints();
    if (constraints !== undefined) return Block.ofConstraints(variables, remapSystem(constraints, from));
    if (form.kind === "generators") return Block.ofGenerators(variables, remapSystem(this.generators()!, from));
    throw new Error("a block should have a form");
  }
}

function remapPair(pair: Pair, from: readonly number[]): Pair {
  return {
    constraints: withSolvedLines(remapSystem(pair.constraints, from)),
    generators: withSolvedLines(remapSystem(pair.generators, from)),
    bits: pair.bits,
  };
}

/** The product of blocks over disjoint variables; `variables` are all of theirs in order. */
export function productOf(blocks: readonly Block[], variables: readonly Variable[]): Block {
  if (blocks.length === 1) return blocks[0]!;
  const widened = blocks.map((block) => {
    const from = [0, ...variables.map((variable) => block.variables.indexOf(variable) + 1 || -1)];
    return { block, from };
  });
  const pairs = widened.map(({ block, from }) => {
    const pair = block.resolved;
    return pair === undefined ? undefined : remapPair(pair, from);
  });
  if (pairs.every((pair) => pair !== undefined)) return Block.ofPair(variables, pairs.reduce(product));
  const added = widened.map(({ block, from }) => {
    const pair = block.constraints() === undefined ? block.resolve() : undefined;
    // Sound: a block beyond the limit contributes no constraints.
    const known = typeof pair === "object" ? pair.constraints : (block.constraints() ?? emptySystem(block.width));
    return remapSystem(known, from);
  });
  return Block.ofConstraints(variables, added.reduce(concatenate));
}

/**
 * A variable that an equality defines can be dropped without a conversion: the projection is one-to-one, so generators
 * lose a column, the equality eliminates the variable from the other rows, and who saturates what does not change.
 */
function eliminateDefined(pair: Pair, column: number, from: readonly number[]): Pair | undefined {
  const { lines, rays } = pair.constraints;
  let defining = 0;
  while (defining < lines.count && lines.signAt(defining, column) === 0) defining += 1;
  if (defining === lines.count) return undefined;
  const equalities = lines.copy();
  const inequalities = rays.copy();
  for (let i = 0; i < equalities.count; i++) if (i !== defining) equalities.clear(i, column, lines, defining);
  for (let i = 0; i < inequalities.count; i++) inequalities.clear(i, column, lines, defining);
  equalities.move(equalities.count - 1, defining);
  equalities.count -= 1;
  const constraints = { lines: remap(equalities, from), rays: remap(inequalities, from) };
  const generators = remapSystem(pair.generators, from);
  normaliseAll(generators);
  return { constraints: withSolvedLines(constraints), generators: withSolvedLines(generators), bits: pair.bits };
}

function normaliseAll(system: System): void {
  for (let i = 0; i < system.lines.count; i++) system.lines.normalise(i);
  for (let i = 0; i < system.rays.count; i++) system.rays.normalise(i);
}

/** The variables of each independent part of a minimal pair, as column indices; free variables form no part. */
function componentsOf(pair: Pair): number[][] {
  const width = pair.constraints.rays.width;
  const parent = Array.from({ length: width }, (_, i) => i);
  const used = new Array<boolean>(width).fill(false);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) at = parent[at]!;
    return at;
  };
  for (const matrix of [pair.constraints.lines, pair.constraints.rays]) {
    for (let slot = 0; slot < matrix.count; slot++) {
      let first = -1;
      for (let column = 1; column < width; column++) {
        if (matrix.signAt(slot, column) === 0) continue;
        used[column] = true;
        if (first < 0) first = root(column);
        else parent[root(column)] = first;
      }
    }
  }
  const parts = new Map<number, number[]>();
  for (let column = 1; column < width; column++) {
    if (!used[column]) continue;
    memoised(parts, root(column), () => []).push(column);
  }
  return [...parts.values()];
}

function split(block: Block, pair: Pair): readonly Block[] {
  const components = componentsOf(pair);
  if (components.length === 1 && components[0]!.length === block.variables.length) return [block];
  return components.map((columns) => partOf(block, pair, columns));
}

/** The part of a product over some columns: its constraints are those among them, its generators the projections. */
function partOf(block: Block, pair: Pair, columns: readonly number[]): Block {
  const from = [0, ...columns];
  const pick = (matrix: Matrix): Matrix => {
    const kept = new Matrix(matrix.width, 0);
    for (let slot = 0; slot < matrix.count; slot++) {
      if (columns.some((column) => matrix.signAt(slot, column) !== 0)) kept.appendFrom(matrix, slot);
    }
    return remap(kept, from);
  };
  const constraints = { lines: pick(pair.constraints.lines), rays: pick(pair.constraints.rays) };
  const generators = projectGenerators(pair.generators, from);
  return Block.ofPair(
    columns.map((column) => block.variables[column - 1]!),
    fromBoth(constraints, generators),
  );
}
