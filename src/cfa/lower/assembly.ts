/**
 * Inline assembly. Nobody here reads instructions: what comes out is unknown, may point to whatever went in or has
 * escaped, and memory that the operands reach (all memory, with a clobber) may change.
 * A template without instructions does nothing: memory keeps its content, and an output that shares its place with an
 * input has the input's value. The kernel hides pointers from the optimiser this way.
 */
import type { AsmOperand, Statement } from "../../c/ast.ts";
import { integer, type Term, variable } from "../../logic/term.ts";
import type { Op } from "../cfa.ts";
import { convertTerm } from "./arithmetic.ts";
import { type Lowering, plain } from "./context.ts";
import { values } from "./expression.ts";
import { type Lvalue, lvalue, read, write } from "./lvalue.ts";
import { each, type Step } from "./step.ts";
import { isScalarType } from "./types.ts";

type AsmStatement = Statement & { kind: "asm" };

export function assembly(f: Lowering, s: AsmStatement, then: () => Step): Step {
  const given = s.inputs.map(({ value }) => value);
  return values(f, given, "left-to-right", (inputs) => {
    f.graph.flush(plain(s));
    const outputs: Lvalue[] = [];
    const addresses: Term[] = [];
    const located = s.inputs.flatMap((input) => (input.place === undefined ? [] : [input.place]));
    return each(
      [...s.outputs.map(({ value }) => value), ...located],
      (operand, next) => () =>
        lvalue(f, operand, (at) => {
          if (outputs.length < s.outputs.length) outputs.push(at);
          if (at.kind === "memory") addresses.push(at.address);
          return next;
        }),
      () => {
        emit(f, s, inputs, outputs, addresses);
        return then();
      },
    );
  });
}

function emit(
  f: Lowering,
  s: AsmStatement,
  inputs: readonly Term[],
  outputs: readonly Lvalue[],
  addresses: readonly Term[],
): void {
  const empty = s.template.trim() === "";
  const values = outputs.map((at, i) => (empty ? unchanged(f, s, i, at, inputs) : undefined));
  if (empty && values.every((value) => value !== undefined)) {
    values.forEach((value, i) => {
      if (value !== "as it is") write(f, outputs[i] as Lvalue, value as Term, s);
    });
    return;
  }
  f.record("inline assembly", s);
  const old = outputs.flatMap((at, i) =>
    isUpdated(s.outputs[i]) && isScalarType(at.type) ? [read(f, at, s, undefined)] : [],
  );
  const writes: Extract<Op, { kind: "opaque" }>["writes"] = empty ? "nothing" : s.memory ? "everything" : "operands";
  f.emit(
    { kind: "opaque", what: "inline assembly", operands: [...inputs, ...old, ...addresses], writes, text: s.template },
    s,
  );
  for (const at of outputs) forget(f, s, at);
}

/** The value of an output where no instruction runs; undefined where it is whatever its register holds. */
function unchanged(
  f: Lowering,
  s: AsmStatement,
  index: number,
  at: Lvalue,
  inputs: readonly Term[],
): Term | "as it is" | undefined {
  if (isUpdated(s.outputs[index])) return "as it is";
  const tied = s.inputs.findIndex((input) => isTied(input, index, s.outputs[index]?.name));
  const input = s.inputs[tied];
  if (input === undefined || !isScalarType(at.type) || !isScalarType(input.value.type)) return undefined;
  const [from, to] = [f.machine(input.value.type), f.machine(at.type)];
  const alike = from.kind !== "float" && to.kind !== "float" && from.bits === to.bits && to.bits > 1;
  if (!alike || (at.kind === "memory" && at.field !== undefined)) return undefined;
  const term = convertTerm(inputs[tied] ?? integer(0), from, to, plain(s), f.check);
  // Outputs are written one after the other, and one may be another's input.
  return s.outputs.length > 1 ? f.save(term, to, s) : term;
}

function isUpdated(output: AsmOperand | undefined): boolean {
  return output?.constraint.includes("+") === true;
}

function isTied({ constraint }: AsmOperand, index: number, name: string | undefined): boolean {
  return constraint === `${index}` || (name !== undefined && constraint === `[${name}]`);
}

/** What comes out. A struct in memory is written as memory that an operand reaches. */
function forget(f: Lowering, s: AsmStatement, to: Lvalue): void {
  if (to.kind === "variable") f.emit({ kind: "havoc", target: to.variable, why: "asm" }, s);
  else if (!isScalarType(to.type))
    f.emit({ kind: "opaque", what: "inline assembly", operands: [to.address], writes: "operands", text: "" }, s);
  else {
    const target = f.temporary(f.access(to).type);
    f.emit({ kind: "havoc", target, why: "asm" }, s);
    write(f, to, variable(target), s);
  }
}
