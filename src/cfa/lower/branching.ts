/**
 * Expressions that branch: logical operators and conditionals, whose value is set on the ways that meet again, and
 * statements inside expressions.
 */
import type { Expression } from "../../c/ast.ts";
import { integer, type Term, type Variable, variable } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import type { SourceRange } from "../../util/source.ts";
import { convertTerm, isNonZero } from "./arithmetic.ts";
import { condition } from "./condition.ts";
import { type Lowering, plain } from "./context.ts";
import { effect, value } from "./expression.ts";
import { block, blockWithValue } from "./statement.ts";
import type { Continue, Step } from "./step.ts";

const INT = intType(32, "signed");

/** Expressions that are evaluated by branching. */
export function isControl(e: Expression): boolean {
  if (e.kind === "unary" && e.operator === "!") return isControl(e.operand);
  return e.kind === "logical" || e.kind === "conditional";
}

/** The 0 or 1 of a logical expression, set on the two ways out of it. */
export function materialise(f: Lowering, e: Expression, k: Continue<Term>, into: Variable | undefined): Step {
  const target = into ?? f.temporary(INT);
  const [yes, no, join] = [f.graph.location(), f.graph.location(), f.graph.location()];
  return condition(f, e, yes, no, () => {
    for (const [location, bit] of [
      [yes, 1],
      [no, 0],
    ] as const) {
      f.graph.startAt(location, plain(e));
      f.emit({ kind: "assign", target, value: integer(bit) }, e);
      f.graph.jump(join, plain(e));
    }
    f.graph.startAt(join, plain(e));
    return () => k(variable(target));
  });
}

export function conditional(
  f: Lowering,
  e: Expression & { kind: "conditional" },
  k: Continue<Term>,
  into: Variable | undefined,
): Step {
  if (e.type.kind === "void") return effect(f, e, () => () => k(integer(0)));
  const target = into ?? f.temporary(f.machine(e.type));
  const [yes, no, join] = [f.graph.location(), f.graph.location(), f.graph.location()];
  const finishArm = (term: Term, arm: SourceRange): void => {
    if (term !== variable(target)) f.emit({ kind: "assign", target, value: term }, arm);
    f.graph.jump(join, plain(arm));
  };
  const otherwise = (): Step => {
    f.graph.startAt(no, plain(e));
    return value(
      f,
      e.otherwise,
      (term) => {
        finishArm(term, e.otherwise);
        f.graph.startAt(join, plain(e));
        return () => k(variable(target));
      },
      target,
    );
  };
  const { then } = e;
  if (then === undefined)
    return value(f, e.condition, (term) => {
      const type = f.machine(e.condition.type);
      const kept = f.save(term, type, e.condition);
      f.graph.branch(isNonZero(kept, type), yes, no, plain(e.condition));
      f.graph.startAt(yes, plain(e));
      finishArm(convertTerm(kept, type, f.machine(e.type), plain(e), f.check), e.condition);
      return otherwise;
    });
  return condition(f, e.condition, yes, no, () => {
    f.graph.startAt(yes, plain(e));
    return value(
      f,
      then,
      (term) => {
        finishArm(term, then);
        return otherwise;
      },
      target,
    );
  });
}

export function conditionalEffect(f: Lowering, e: Expression & { kind: "conditional" }, then: () => Step): Step {
  const [yes, no, join] = [f.graph.location(), f.graph.location(), f.graph.location()];
  return condition(f, e.condition, yes, no, () => {
    f.graph.startAt(no, plain(e));
    return effect(f, e.otherwise, () => {
      f.graph.jump(join, plain(e));
      f.graph.startAt(yes, plain(e));
      const finish = (): Step => {
        f.graph.startAt(join, plain(e));
        return then;
      };
      return e.then === undefined ? finish() : effect(f, e.then, finish);
    });
  });
}

export function logicalEffect(f: Lowering, e: Expression & { kind: "logical" }, then: () => Step): Step {
  const [more, join] = [f.graph.location(), f.graph.location()];
  const [yes, no] = e.operator === "&&" ? [more, join] : [join, more];
  return condition(f, e.left, yes, no, () => {
    f.graph.startAt(more, plain(e));
    return effect(f, e.right, () => {
      f.graph.startAt(join, plain(e));
      return then;
    });
  });
}

/** The statements, then the value of the last one if that is an expression. */
export function statementExpression(
  f: Lowering,
  e: Expression & { kind: "statement-expression" },
  k: Continue<Term>,
  into: Variable | undefined,
): Step {
  const statements = e.body.body;
  let last = statements[statements.length - 1];
  const labels: string[] = [];
  for (; last?.kind === "label"; last = last.body) labels.push(last.label);
  if (last?.kind !== "expression" || e.type.kind === "void")
    return block(f, statements, e.end, () => () => k(integer(0)));
  const final = last.expression;
  const evaluateLast = (next: Continue<Term>): Step => {
    for (const label of labels) placeLabel(f, label, final);
    return value(f, final, next, into);
  };
  return blockWithValue(f, statements.slice(0, -1), e.end, evaluateLast, final, k);
}

export function placeLabel(f: Lowering, name: string, range: SourceRange): void {
  const location = f.label(name, range);
  const entry = f.labels.get(name);
  if (entry?.placed === true) f.error(`duplicate label '${name}'`, range);
  if (entry !== undefined) {
    entry.placed = true;
    entry.scope = f.around.variable;
  }
  f.labelBlocks.set(name, f.around.blocks ?? []);
  location.labels = [...(location.labels ?? []), name];
  f.graph.startAt(location, plain(range));
}
