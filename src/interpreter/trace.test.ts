import { expect, test } from "vitest";
import { programOf } from "../../tests/support/c-program.ts";
import type { Variable } from "../logic/term.ts";
import { listInputs, type RecordedInput, randomInputs, recordInputs } from "./inputs.ts";
import { run, VERIFICATION } from "./run.ts";
import { observe, trace } from "./trace.ts";

const LOOP = `int nondet_int(void); void reach_error(void); int total;
int add(int x) { total += x; return total; }
int main(void) {
  int n = nondet_int();
  for (int i = 0; i < n; i++) add(i);
  if (total == 3) reach_error();
  return 0;
}`;

test("a trace retells a recorded run with the values assigned", () => {
  const program = programOf(LOOP);
  const log: RecordedInput[] = [];
  expect(run(program, { ...VERIFICATION, inputs: recordInputs(listInputs([3]), log) }).kind).toBe("error");
  const told = trace(program, { ...VERIFICATION, inputs: listInputs(log.map((input) => input.value)) });
  expect(told.outcome.kind).toBe("error");
  const assigned = (name: string) =>
    told.steps.flatMap(({ edge, value }) => {
      const op = edge.op;
      return "target" in op && op.target?.name.endsWith(name) && value !== undefined ? [value] : [];
    });
  expect(assigned("total")).toEqual([0, 1, 3]);
  expect(assigned("n")[0]).toBe(3);
  const last = told.steps.at(-1)?.edge.op;
  expect(last?.kind === "call" && last.callee.kind === "direct" && last.callee.name).toBe("reach_error");
  expect(new Set(told.steps.map((step) => step.depth))).toEqual(new Set([1, 2]));
});

test("every step starts where the one before in its function ended", () => {
  const program = programOf(LOOP);
  const { steps } = trace(program, { inputs: randomInputs(3), steps: 5000 });
  const at: (number | undefined)[] = [];
  for (const { edge, depth } of steps) {
    if (at[depth] !== undefined && depth < at.length) expect(edge.source.id).toBe(at[depth]);
    at.length = depth;
    at[depth] = edge.op.kind === "return" ? undefined : edge.target.id;
  }
});

test("a long trace keeps its end", () => {
  const program = programOf("int main(void) { int i; for (i = 0; i < 1000; i++) ; return i; }");
  const all = trace(program, {});
  const told = trace(program, {}, 100);
  expect(told.steps).toHaveLength(100);
  expect(told.dropped).toBe(all.steps.length - 100);
  expect(told.steps.map((step) => step.edge)).toEqual(all.steps.slice(-100).map((step) => step.edge));
});

test("observation reads variables and memory at every edge", () => {
  const program = programOf(`struct { int a; short b; } s; int g = 7;
    void *q;
    int main(void) { int x = 1, y; int *p = &y; q = &s; *p = 5; s.b = x + 2; g = y; return 0; }`);
  const object = program.objects.find((candidate) => candidate.name === "s");
  const local = program.functions.get("main")?.objects.find((candidate) => candidate.name.endsWith("y"));
  const named = (name: string) => program.globals.find((candidate) => candidate.name === name) as Variable;
  const x = program.functions.get("main")?.variables.find((candidate) => candidate.name.endsWith("x")) as Variable;
  const seen: unknown[] = [];
  observe(program, {}, (edge, state) => {
    if (edge.op.kind !== "return" || edge.source.function !== "main") return;
    const short = { type: { kind: "int", bits: 16, signed: true }, bytes: 2 } as const;
    const int = { type: { kind: "int", bits: 32, signed: true }, bytes: 4 } as const;
    seen.push(state.value(x), state.value(named("g")));
    if (object === undefined || local === undefined) throw new Error("objects whose address is taken should exist");
    seen.push(state.load((state.addressOf(object) as number) + 4, short));
    seen.push(state.load(state.addressOf(local) as number, int));
    seen.push(state.load(0, int));
  });
  expect(seen).toEqual([1, 5, 3, 5, undefined]);
});
