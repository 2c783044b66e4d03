/**
 * Statements. A loop's head is where each iteration begins: before the condition of `while` and `for`, before the body of
 * `do`; it carries the range of the loop statement. `do ... while (0)` is no loop.
 */
import type { Expression, ObjectDeclaration, Statement } from "../../c/ast.ts";
import { isVariable, isVariablyModified } from "../../c/type-operations.ts";
import { type MemoryObject, type Term, type Variable, variable } from "../../logic/term.ts";
import { highest } from "../../logic/types.ts";
import type { SourceRange } from "../../util/source.ts";
import { assembly } from "./assembly.ts";
import { end, enterBlock } from "./block.ts";
import { placeLabel } from "./branching.ts";
import { condition } from "./condition.ts";
import { type Lowering, plain, type Surroundings } from "./context.ts";
import { effect, value } from "./expression.ts";
import type { DraftLocation } from "./graph.ts";
import { initialise } from "./initialise.ts";
import { copyObject } from "./lvalue.ts";
import { shapeOf } from "./shapes.ts";
import { variableSize } from "./sizes.ts";
import { type Continue, each, type Step } from "./step.ts";
import { switchCase, switchStatement } from "./switch.ts";
import { isScalarType } from "./types.ts";

export function statement(f: Lowering, s: Statement, then: () => Step): Step {
  return () => lower(f, s, then);
}

function lower(f: Lowering, s: Statement, then: () => Step): Step {
  const { graph } = f;
  switch (s.kind) {
    case "empty":
      return then;
    case "compound":
      return block(f, s.body, s.end, then);
    case "expression":
      return effect(f, s.expression, then);
    case "declaration":
      return each(s.objects, (object, next) => declaration(f, object, next), then);
    case "if":
      return ifStatement(f, s, then);
    case "while":
      return whileLoop(f, s, then);
    case "do":
      return doLoop(f, s, then);
    case "for":
      return forLoop(f, s, then);
    case "switch":
      return switchStatement(f, s, then);
    case "case":
    case "default":
      switchCase(f, s);
      return statement(f, s.body, then);
    case "label":
      placeLabel(f, s.label, { start: s.start, end: s.start + s.label.length });
      return statement(f, s.body, then);
    case "goto":
      f.label(s.label, s);
      graph.flush(plain(s));
      f.gotos.push({
        at: graph.suspend(),
        label: s.label,
        blocks: f.around.blocks ?? [],
        from: f.around.variable,
        range: plain(s),
      });
      return then;
    case "computed-goto":
      return value(f, s.target, (target) => {
        const isPlain = target.kind === "variable" || target.kind === "integer";
        const kept = isPlain ? target : f.save(target, f.program.pointer, s);
        graph.flush(plain(s));
        if (f.around.blocks?.some(({ objects }) => objects.length > 0))
          f.assumeThat("a computed goto does not leave a block whose objects are used afterwards", s);
        f.computedGotos.push({ at: graph.suspend(), target: kept, range: plain(s) });
        return then;
      });
    case "break":
    case "continue":
      return leave(f, s.kind, s, then);
    case "return":
      return returnStatement(f, s.value, s, then);
    case "asm":
      return assembly(f, s, then);
  }
}

/** Statements in a scope of their own that ends at a position. */
export function block(f: Lowering, statements: readonly Statement[], scopeEnd: number, then: () => Step): Step {
  const { blocks } = f.around;
  const all = (next: () => Step): Step => each(statements, (item, following) => statement(f, item, following), next);
  if (blocks === undefined) return within(f, { scopeEnd, blocks: [] }, all, then);
  const start = statements[0]?.start ?? scopeEnd;
  const own = enterBlock(f, statements, { start, end: start });
  return within(f, { scopeEnd, blocks: [...blocks, own] }, all, () => {
    end(f, [own], { start: Math.max(start, scopeEnd - 1), end: scopeEnd });
    return then;
  });
}

/**
 * The same with a value at the end, which outlives the block: a scalar is kept; a struct is its address, so that the block's
 * objects then live as long as the block around.
 */
export function blockWithValue(
  f: Lowering,
  statements: readonly Statement[],
  scopeEnd: number,
  evaluateLast: (k: Continue<Term>) => Step,
  last: Expression,
  k: Continue<Term>,
): Step {
  const { blocks = [] } = f.around;
  const start = statements[0]?.start ?? last.start;
  const own = enterBlock(f, statements, { start, end: start });
  let result: Term | undefined;
  const all = (next: () => Step): Step =>
    each(
      statements,
      (item, following) => statement(f, item, following),
      () =>
        evaluateLast((term) => {
          result = own.objects.length > 0 && isScalarType(last.type) ? f.save(term, f.machine(last.type), last) : term;
          return next;
        }),
    );
  return within(f, { scopeEnd, blocks: [...blocks, own] }, all, () => {
    if (isScalarType(last.type)) end(f, [own], { start: Math.max(start, scopeEnd - 1), end: scopeEnd });
    else blocks.at(-1)?.objects.push(...own.objects);
    return () => k(result as Term);
  });
}

/** Runs `body` in changed surroundings and goes on in the present ones. */
export function within(
  f: Lowering,
  change: Partial<Surroundings>,
  body: (next: () => Step) => Step,
  then: () => Step,
): Step {
  const outer = f.around;
  const depth = outer.blocks?.length ?? 0;
  f.around = {
    ...outer,
    ...(change.breakTo === undefined ? {} : { breakDepth: depth }),
    ...(change.continueTo === undefined ? {} : { continueDepth: depth }),
    ...change,
  };
  return body(() => {
    f.around = outer;
    return then;
  });
}

function leave(f: Lowering, kind: "break" | "continue", range: SourceRange, then: () => Step): Step {
  const target = kind === "break" ? f.around.breakTo : f.around.continueTo;
  if (target === undefined) f.error(`'${kind}' is outside of a ${kind === "break" ? "loop or switch" : "loop"}`, range);
  else {
    const depth = kind === "break" ? f.around.breakDepth : f.around.continueDepth;
    end(f, f.around.blocks?.slice(depth) ?? [], range);
    f.graph.jump(target, plain(range));
  }
  return then;
}

// --- Declarations -----------------------------------------------------------------------------------------------------

function declaration(f: Lowering, object: ObjectDeclaration, then: () => Step): Step {
  const scope = { start: object.range.start, end: Math.max(f.around.scopeEnd, object.range.end) };
  if (object.storage !== "automatic") return then;
  const isHidden = object.name.startsWith("<length");
  if (isHidden || isVariablyModified(object.type))
    f.around = { ...f.around, variable: { outer: f.around.variable, name: object.name } };
  const storage = f.declare(object);
  const named = storage.kind === "variable" ? storage.variable : storage.object;
  // The parser's hidden objects (lengths of arrays) have names that are no identifiers.
  if (named !== undefined && /^[A-Za-z_$]/.test(object.name))
    f.names.push({
      name: object.name,
      storage: named,
      scope,
      declared: plain(object.range),
      shape: () => shapeOf(object.type, f.program.model),
    });
  if (!isVariable(object.type) || named === undefined || storage.kind !== "memory")
    return initialise(f, object, storage, object.range, () => {
      if (isHidden && storage.kind === "variable") checkLength(f, object, storage.variable);
      return then;
    });
  return variableSize(f, object.type, (bytes) => {
    f.emit({ kind: "allocate", object: named as MemoryObject, bytes }, object.range);
    return then;
  });
}

/** A length is kept as a size: of a negative one, a large number is left. What is no size (a signed 0) is no length. */
function checkLength(f: Lowering, { initialiser, range }: ObjectDeclaration, length: Variable): void {
  if (initialiser?.kind !== "scalar") return;
  const { value } = initialiser;
  const size = f.machine(value.type);
  if (size.kind !== "int" || size.signed) return;
  const given = value.kind === "convert" ? f.machine(value.operand.type) : size;
  const mayBeNegative = given.kind === "int" && given.signed;
  const most = mayBeNegative ? { most: highest({ ...size, signed: true }) } : {};
  f.check({ kind: "array-size", operand: variable(length), least: 1, ...most, range: plain(range) });
  f.graph.flush(plain(range));
}

// --- Choices and loops ------------------------------------------------------------------------------------------------

function ifStatement(f: Lowering, s: Statement & { kind: "if" }, then: () => Step): Step {
  const { graph } = f;
  const [yes, no, join] = [graph.location(), graph.location(), graph.location()];
  return condition(f, s.condition, yes, no, () => {
    graph.startAt(yes, plain(s));
    return statement(f, s.then, () => {
      graph.jump(join, plain(s));
      graph.startAt(no, plain(s));
      const finish = (): Step => {
        graph.startAt(join, plain(s));
        return then;
      };
      return s.otherwise === undefined ? finish() : statement(f, s.otherwise, finish);
    });
  });
}

function loopHead(f: Lowering, range: SourceRange): DraftLocation {
  const head = f.graph.location();
  head.loop = plain(range);
  f.graph.startAt(head, plain(range));
  return head;
}

function whileLoop(f: Lowering, s: Statement & { kind: "while" }, then: () => Step): Step {
  const { graph } = f;
  const head = loopHead(f, s);
  const [inside, after] = [graph.location(), graph.location()];
  return condition(f, s.condition, inside, after, () => {
    graph.startAt(inside, plain(s));
    return within(
      f,
      { breakTo: after, continueTo: head },
      (next) => statement(f, s.body, next),
      () => {
        graph.jump(head, plain(s));
        graph.startAt(after, plain(s));
        return then;
      },
    );
  });
}

function doLoop(f: Lowering, s: Statement & { kind: "do" }, then: () => Step): Step {
  const { graph } = f;
  const once = s.condition.kind === "integer-constant" && s.condition.value === 0n;
  const head = graph.location();
  if (!once) head.loop = plain(s);
  graph.startAt(head, plain(s));
  const [test, after] = [graph.location(), graph.location()];
  return within(
    f,
    { breakTo: after, continueTo: test },
    (next) => statement(f, s.body, next),
    () => {
      graph.startAt(test, plain(s));
      return condition(f, s.condition, head, after, () => {
        graph.startAt(after, plain(s));
        return then;
      });
    },
  );
}

function forLoop(f: Lowering, s: Statement & { kind: "for" }, then: () => Step): Step {
  const { graph } = f;
  const [inside, step, after] = [graph.location(), graph.location(), graph.location()];
  const iterate = (next: () => Step): Step => {
    const head = loopHead(f, s);
    const runBody = (): Step => {
      graph.startAt(inside, plain(s));
      return within(
        f,
        { breakTo: after, continueTo: step },
        (done) => statement(f, s.body, done),
        () => {
          graph.startAt(step, plain(s));
          const close = (): Step => {
            graph.jump(head, plain(s));
            return next;
          };
          return s.step === undefined ? close() : effect(f, s.step, close);
        },
      );
    };
    if (s.condition !== undefined) return condition(f, s.condition, inside, after, runBody);
    graph.jump(inside, plain(s));
    return runBody();
  };
  const whole = (next: () => Step): Step =>
    s.initial === undefined ? iterate(next) : statement(f, s.initial, () => iterate(next));
  const own = enterBlock(f, s.initial === undefined ? [] : [s.initial], { start: s.start, end: s.start });
  return within(f, { scopeEnd: s.end, blocks: [...(f.around.blocks ?? []), own] }, whole, () => {
    graph.startAt(after, plain(s));
    end(f, [own], { start: Math.max(s.start, s.end - 1), end: s.end });
    return then;
  });
}

// --- Leaving ----------------------------------------------------------------------------------------------------------

function returnStatement(f: Lowering, result: Expression | undefined, range: SourceRange, then: () => Step): Step {
  const finish = (term: Term | undefined): Step => {
    f.leave(term, plain(range));
    return then;
  };
  if (result === undefined) return finish(undefined);
  if (result.type.kind === "void") return effect(f, result, () => finish(undefined));
  return value(f, result, (term) => {
    if (isScalarType(result.type)) return finish(term);
    if (f.resultAddress !== undefined) copyObject(f, f.resultAddress, term, result.type, range);
    return finish(undefined);
  });
}
