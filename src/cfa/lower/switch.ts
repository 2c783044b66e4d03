/**
 * Switches: one branch over all cases. The cases are collected while the body is lowered, wherever they stand in it
 * (in loops, in nested blocks); then the location before the body gets an edge for each and one for the default, whose
 * condition is that no case holds.
 */
import type { Statement } from "../../c/ast.ts";
import { and, eq, type Formula, integer, le, not, type Term } from "../../logic/term.ts";
import { fromBig, toBig } from "../../numbers/int.ts";
import type { SourceRange } from "../../util/source.ts";
import { begin } from "./block.ts";
import { enteredScope, type Lowering, plain, type SwitchCase } from "./context.ts";
import { value } from "./expression.ts";
import type { DraftLocation } from "./graph.ts";
import { statement, within } from "./statement.ts";
import type { Step } from "./step.ts";

export function switchStatement(f: Lowering, s: Statement & { kind: "switch" }, then: () => Step): Step {
  const { graph } = f;
  return value(f, s.condition, (term) => {
    const simple = term.kind === "variable" || term.kind === "integer";
    const tested = simple ? term : f.save(term, f.machine(s.condition.type), s.condition);
    graph.flush(plain(s.condition));
    const dispatch = graph.suspend();
    const after = graph.location();
    const cases: SwitchCase[] = [];
    const scope = f.around.variable;
    return within(
      f,
      { breakTo: after, cases },
      (next) => statement(f, s.body, next),
      () => {
        graph.startAt(after, plain(s));
        const end = graph.suspend();
        graph.resume(dispatch);
        for (const item of cases) {
          if (enteredScope(scope, item.scope) !== undefined)
            f.error("the switch jumps into the scope of a type with variable length", item.range);
        }
        branchOverCases(f, s, tested, cases, after);
        graph.resume(end);
        return then;
      },
    );
  });
}

/** Starts a location for the case; control from above falls into it. */
export function switchCase(f: Lowering, s: Statement & { kind: "case" | "default" }): void {
  const target = f.graph.location();
  f.graph.startAt(target, plain(s));
  const { cases } = f.around;
  if (cases === undefined) {
    f.error(`'${s.kind}' label is not within a switch statement`, s);
    return;
  }
  const values = s.kind === "case" ? { low: s.low, high: s.high } : undefined;
  if (values === undefined && cases.some((other) => other.values === undefined))
    f.error("multiple default labels in one switch", s);
  cases.push({
    values,
    target,
    blocks: f.around.blocks ?? [],
    scope: f.around.variable,
    range: { start: s.start, end: s.body.start },
  });
}

function branchOverCases(
  f: Lowering,
  s: Statement & { kind: "switch" },
  tested: Term,
  cases: readonly SwitchCase[],
  after: DraftLocation,
): void {
  const valued = cases.filter((item) => item.values !== undefined && item.values.low <= item.values.high);
  reportDuplicates(f, valued);
  const range = plain(s.condition);
  const otherwise = cases.find((item) => item.values === undefined);
  const fallback = otherwise === undefined ? after : enterCase(f, otherwise, range);
  if (tested.kind === "integer") {
    const chosen = toBig(tested.value);
    const hit = valued.find(({ values }) => values !== undefined && values.low <= chosen && chosen <= values.high);
    f.graph.jump(hit === undefined ? fallback : enterCase(f, hit, range), range);
    return;
  }
  const choices = valued.map((item) => ({ condition: caseCondition(tested, item), target: enterCase(f, item, range) }));
  const none = and(choices.map((choice) => not(choice.condition)));
  f.graph.choose([...choices, { condition: none, target: fallback }], range);
}

/** Where the switch goes for a case: the blocks it stands in begin on the way. */
function enterCase(f: Lowering, { target, blocks }: SwitchCase, range: SourceRange): DraftLocation {
  const entered = blocks.slice(f.around.blocks?.length ?? 0).flatMap(({ objects }) => objects);
  if (!entered.some(({ size }) => size !== undefined)) return target;
  const dispatch = f.graph.suspend();
  const way = f.graph.location();
  f.graph.resume(way);
  begin(f, entered, range);
  f.graph.jump(target, range);
  f.graph.resume(dispatch);
  return way;
}

function caseCondition(tested: Term, { values }: SwitchCase): Formula {
  if (values === undefined) throw new Error("default should have no condition of its own");
  if (values.low === values.high) return eq(tested, integer(fromBig(values.low)));
  return and([le(integer(fromBig(values.low)), tested), le(tested, integer(fromBig(values.high)))]);
}

function reportDuplicates(f: Lowering, cases: readonly SwitchCase[]): void {
  const sorted = [...cases].sort((a, b) => {
    const [left, right] = [a.values?.low ?? 0n, b.values?.low ?? 0n];
    return left < right ? -1 : left > right ? 1 : a.range.start - b.range.start;
  });
  for (const [i, item] of sorted.entries()) {
    const before = sorted[i - 1]?.values;
    if (before !== undefined && item.values !== undefined && item.values.low <= before.high)
      f.error("duplicate case value", item.range);
  }
}
