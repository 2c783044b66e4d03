/** A block's formula against the paths of the block, each followed by itself. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import { declare } from "../../../tests/support/encode.ts";
import { runs } from "../../../tests/support/thorough.ts";
import { add, and, eq, type Formula, integer, le, lt, not, subtract, variable, wrap } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import { variablesOf } from "../../logic/visit.ts";
import { buildModel } from "../../model/build.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../../model/model.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../model/options.ts";
import { type Block, blockFrom } from "../../model/view/blocks.ts";
import { FreshVariables, isFresh } from "../fresh.ts";
import { ownSolver } from "../own/solver.ts";
import { type BlockOptions, encodeBlock } from "./block.ts";
import { IDENTITY, type Post, post, valueIn } from "./ssa.ts";

const EXTERNS = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
extern void __VERIFIER_assume(int);
`;

function modelOf(text: string): Model {
  return buildModel(programOf(EXTERNS + text), DEFAULT_MODEL_OPTIONS);
}

/** All blocks between cut points, from the entry on. */
function blocksOf(model: Model): Block[] {
  const blocks: Block[] = [];
  const sources = [model.entry];
  for (const source of sources) {
    const block = blockFrom(model, source)!;
    blocks.push(block);
    for (const exit of block.exits) if (exit.kind === "ordinary" && !sources.includes(exit)) sources.push(exit);
  }
  return blocks;
}

function pathsOf(block: Block): ModelEdge[][] {
  const paths: ModelEdge[][] = [];
  const open: ModelEdge[][] = block.edges.filter((edge) => edge.source === block.source).map((edge) => [edge]);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const at = path[path.length - 1]!.target;
    if (block.exits.includes(at)) paths.push(path);
    else for (const edge of block.edges) if (edge.source === at) open.push([...path, edge]);
  }
  return paths;
}

function follow(path: readonly ModelEdge[]): Post {
  return post(
    path.flatMap((edge) => edge.ops),
    IDENTITY,
    new FreshVariables(),
  );
}

function satisfiable(...formulas: readonly Formula[]): boolean {
  const solver = ownSolver.create();
  for (const formula of formulas) solver.assert(formula);
  const answer = solver.check();
  expect(answer).not.toBe("unknown");
  return answer === "sat";
}

const show = (path: readonly ModelEdge[]): string => path.map((edge) => edge.id).join(" ");

/** The paths that the formula's models take, each excluded once it was found. */
function pathsInModels(block: Block, exit: ModelLocation, options: BlockOptions): string[] {
  const encoded = encodeBlock(block, IDENTITY, new FreshVariables(), options);
  const solver = ownSolver.create();
  solver.assert(encoded.formula);
  solver.assert(encoded.exits.get(exit)!.reached);
  const found: string[] = [];
  for (let answer = solver.check(); answer !== "unsat"; answer = solver.check()) {
    expect(answer).toBe("sat");
    const path = encoded.pathIn(solver.model(), exit);
    found.push(show(path));
    solver.assert(not(and(path.map((edge) => encoded.taken(edge)))));
  }
  return found.sort();
}

const PROGRAMS: Readonly<Record<string, string>> = {
  "branches that meet": `int main(void) { int x = __VERIFIER_nondet_int(), y = 0;
    if (x > 3) y = 1; else if (x < -3) y = 2;
    if (y == 1 && x < 0) reach_error();
    if (y == 2) { if (x > 0) reach_error(); y = y + x; }
    if (y > 1) reach_error(); }`,
  "a loop": `int main(void) { int i = 0, s = 0, n = __VERIFIER_nondet_int();
    while (i < n) { if (s > 10) s = s - 10; else if (i % 3 == 1) s = s + 2; i = i + 1; }
    if (s > 12) reach_error(); }`,
  "a nondeterministic choice": `int main(void) { int x = 0, y = 7;
    while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) x = x + 1; else x = x + 2; if (x > y) y = x; }
    if (x > y) reach_error(); }`,
  "a state machine": `int main(void) { int state = 0, blast = 0, n = __VERIFIER_nondet_int();
    while (1) { switch (state) {
      case 0: state = n > 0 ? 1 : 2; break; case 1: blast = 1; state = 3; break; case 2: state = 4; break;
      case 3: if (blast != 1) reach_error(); state = 5; break; case 4: if (blast == 1) reach_error(); state = 5; break;
      case 5: if (n == 77) blast = 1 - blast; state = 1; break; case 6: state = 2; break; default: return 0; } } }`,
  "memory at computed addresses": `int main(void) { int a[4], i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 3 || j < 0 || j > 3) return 0;
    a[i] = 5; if (j > 1) a[j] = 6; else a[j] = 7;
    if (a[i] == 6 && i <= 1) reach_error(); if (a[j] == 5) reach_error(); if (a[i] == 7 && i != j) reach_error(); }`,
};

describe.each(Object.keys(PROGRAMS))("%s", (name) => {
  const blocks = blocksOf(modelOf(PROGRAMS[name]!));

  test("models are exactly the feasible paths", () => {
    for (const block of blocks) {
      const paths = pathsOf(block);
      for (const exit of block.exits) {
        const feasible = paths
          .filter((path) => path[path.length - 1]!.target === exit && satisfiable(...follow(path).conditions))
          .map(show)
          .sort();
        expect(pathsInModels(block, exit, {})).toEqual(feasible);
        expect(pathsInModels(block, exit, { observed: () => [] })).toEqual(feasible);
      }
    }
  });

  test("the values at an exit are those of the path", () => {
    for (const block of blocks) {
      const encoded = encodeBlock(block, IDENTITY, new FreshVariables());
      for (const path of pathsOf(block)) {
        const { conditions, environment } = follow(path);
        const taken = and(path.map((edge) => encoded.taken(edge)));
        const exit = encoded.exits.get(path[path.length - 1]!.target)!;
        for (const of of environment.keys()) {
          const value = valueIn(environment, of);
          // A havoc is one variable here and another one there.
          const own = [...variablesOf(value)].every((each) => !isFresh(each));
          if (!own || of.type.kind === "array") continue;
          const differs = not(eq(value, valueIn(exit.environment, of)));
          expect(satisfiable(encoded.formula, exit.reached, taken, ...conditions, differs)).toBe(false);
        }
      }
    }
  });
});

// --- Random blocks ------------------------------------------------------------------------------------------------

const SMALL = intType(3, "signed");
const variables = ["p", "q", "r"].map((name) => declare(name, SMALL));
const random = {
  variable: fc.constantFrom(...variables),
  term: fc
    .tuple(fc.constantFrom(...variables), fc.constantFrom(...variables), fc.integer({ min: -3, max: 3 }))
    .chain(([a, b, c]) =>
      fc.constantFrom(
        integer(c),
        variable(a),
        wrap(add(variable(a), integer(c)), SMALL, "arithmetic"),
        subtract(variable(a), variable(b)),
      ),
    ),
};

const randomOp: fc.Arbitrary<ModelOp> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("assign" as const),
      target: random.variable,
      value: random.term.map((term) => wrap(term, SMALL, "conversion")),
      origin: fc.constant(undefined),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("havoc" as const),
      target: random.variable,
      origin: fc.constant(undefined),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("assume" as const),
      condition: fc
        .tuple(random.term, random.term, fc.boolean())
        .map(([left, right, less]) => (less ? lt(left, right) : le(left, right))),
      origin: fc.constant(undefined),
    }),
  },
);

/** Locations 0 .. n, edges from smaller to larger ones; 0 is the source, and those without edges are exits. */
const randomBlock: fc.Arbitrary<Block> = fc.integer({ min: 2, max: 6 }).chain((last) =>
  fc
    .array(fc.tuple(fc.nat(last - 1), fc.integer({ min: 1, max: last }), fc.array(randomOp, { maxLength: 3 })), {
      minLength: 2,
      maxLength: 9,
    })
    .map((list) => {
      const locations = Array.from({ length: last + 1 }, (_, id) => ({ id }) as ModelLocation);
      const ordered = list.filter(([from, to]) => from < to).sort(([a], [b]) => a - b);
      const reachable = new Set([0]);
      const kept = ordered.filter(([from, to]) => reachable.has(from) && reachable.add(to));
      const sources = new Set(kept.map(([from]) => from));
      const edges = kept.map(
        ([from, to, ops], id) =>
          ({ id, source: locations[from]!, target: locations[to]!, ops }) as unknown as ModelEdge,
      );
      const exits = locations.filter(({ id }) => reachable.has(id) && !sources.has(id));
      return { source: locations[0]!, edges, exits };
    }),
);

const RANDOM = runs(100);

test("random blocks: models are exactly the feasible paths", () => {
  const counts = { feasible: 0, infeasible: 0 };
  fc.assert(
    fc.property(randomBlock, (block) => {
      if (block.edges.length === 0) return;
      const paths = pathsOf(block);
      for (const exit of block.exits) {
        const leading = paths.filter((path) => path[path.length - 1]!.target === exit);
        const feasible = leading.filter((path) => satisfiable(...follow(path).conditions));
        counts.feasible += feasible.length;
        counts.infeasible += leading.length - feasible.length;
        const expected = feasible.map(show).sort();
        expect(pathsInModels(block, exit, {})).toEqual(expected);
        expect(pathsInModels(block, exit, { observed: () => variables.slice(1) })).toEqual(expected);
      }
    }),
    { numRuns: RANDOM },
  );
  expect(Math.min(counts.feasible, counts.infeasible)).toBeGreaterThan(RANDOM / 20);
});
