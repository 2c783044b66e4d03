/**
 * A whole function: parameters, body, the return at its end, jumps to label addresses, and the frozen graph.
 * Parameters arrive in variables, one each of the signature's. A parameter whose address is taken is stored into an
 * object at once; a struct parameter is copied from the address that arrives into an object of the callee's own.
 */
import type { FunctionDeclaration, ObjectDeclaration } from "../../c/ast.ts";
import { and, eq, integer, not, type Variable, variable } from "../../logic/term.ts";
import type { ScalarType } from "../../logic/types.ts";
import type { SourceRange } from "../../util/source.ts";
import type { FunctionGraph, NamedStorage, Signature } from "../cfa.ts";
import { resolveGotos } from "./block.ts";
import { declaredSignature } from "./call.ts";
import { enteredScope, Lowering, type ProgramContext, plain } from "./context.ts";
import { freezeGraph } from "./freeze.ts";
import { jumpedOver } from "./jumped-over.ts";
import { copyObject, write } from "./lvalue.ts";
import { shapeOf } from "./shapes.ts";
import { block } from "./statement.ts";
import { DONE, run } from "./step.ts";
import { isScalarType, machineType } from "./types.ts";

export function lowerFunction(program: ProgramContext, declaration: FunctionDeclaration, name: string): FunctionGraph {
  const { body } = declaration;
  if (body === undefined) throw new Error(`function ${name} should have a body`);
  const f = new Lowering(program, name);
  const signature = declaredSignature(declaration, program.model);
  const range = { start: declaration.range.start, end: Math.max(declaration.range.end, body.end) };
  const parameters: Variable[] = [];
  if (signature.resultByAddress !== undefined) {
    const result = f.addVariable({ name: "$result", type: program.pointer, role: "parameter", function: name });
    parameters.push(result);
    f.resultAddress = variable(result);
  }
  f.neverReturns = declaration.noreturn === true;
  for (const [i, parameter] of declaration.parameters.entries()) {
    parameters.push(receive(f, parameter, i, body));
  }
  for (const passed of jumpedOver(body.body)) beginUndefined(f, passed);
  run(
    block(f, body.body, body.end, () => {
      returnAtEnd(f, name, signature, { start: Math.max(body.start, body.end - 1), end: body.end });
      return DONE;
    }),
  );
  resolveGotos(f);
  resolveComputedGotos(f);
  reportMissingLabels(f);
  if (f.usesLongDouble) f.record("long double computed as double", range);
  return finishFunction(f, signature, parameters, range);
}

/** What lies in memory has no value where its life begins; a variable would have what an earlier activation left. */
function beginUndefined(f: Lowering, declaration: ObjectDeclaration): void {
  if (!isScalarType(declaration.type) || declaration.addressTaken) return;
  const storage = f.declare(declaration);
  if (storage.kind === "variable")
    f.emit({ kind: "havoc", target: storage.variable, why: "uninitialised" }, declaration.range);
}

/** The variable in which a parameter arrives, and what the callee does with it first. */
function receive(f: Lowering, parameter: ObjectDeclaration, index: number, scope: SourceRange): Variable {
  const name = parameter.name === "" ? `$parameter${index + 1}` : parameter.name;
  const type = machineType(parameter.type, f.program.model);
  const scalar = isScalarType(parameter.type);
  const volatile = parameter.type.volatile === true && scalar ? ({ volatile: true } as const) : {};
  const arriving = (suffix: string): Variable =>
    f.addVariable({ name: `${name}${suffix}`, type, role: "parameter", function: f.name, ...volatile });
  if (scalar && !parameter.addressTaken) {
    const own = arriving("");
    f.setStorage(parameter, { kind: "variable", variable: own });
    nameParameter(f, parameter, own, scope);
    return own;
  }
  if (!scalar && parameter.type.kind !== "record") {
    const own = arriving("");
    // A va_list parameter is the caller's list.
    f.setStorage(parameter, { kind: "memory", address: variable(own) });
    return own;
  }
  const own = arriving("$in");
  const storage = f.declare(parameter);
  if (storage.kind !== "memory" || storage.object === undefined)
    throw new Error("a parameter should have an object here");
  nameParameter(f, parameter, storage.object, scope);
  if (scalar)
    write(
      f,
      { kind: "memory", address: storage.address, type: parameter.type, field: undefined },
      variable(own),
      parameter.range,
      "initialise",
    );
  else copyObject(f, storage.address, variable(own), parameter.type, parameter.range, "initialise");
  return own;
}

function nameParameter(
  f: Lowering,
  parameter: ObjectDeclaration,
  storage: NamedStorage["storage"],
  scope: SourceRange,
): void {
  if (parameter.name === "") return;
  const shape = () => shapeOf(parameter.type, f.program.model);
  f.names.push({ name: parameter.name, storage, scope: plain(scope), declared: plain(parameter.range), shape });
}

/** Control that falls off the end returns; from `main` it returns 0. */
function returnAtEnd(f: Lowering, name: string, signature: Signature, range: SourceRange): void {
  const isInteger = (type: ScalarType | undefined): boolean => type?.kind === "int";
  const value = name === "main" && isInteger(signature.result) ? integer(0) : undefined;
  f.leave(value, range);
}

/**
 * A computed goto compares its target with every label of the function whose address is taken; a target that is none
 * of them is undefined behaviour.
 */
function resolveComputedGotos(f: Lowering): void {
  const labels = f.program.addressedLabels(f.name);
  for (const { at, target, range } of f.computedGotos) {
    f.graph.resume(at);
    const choices = labels.map(([label, number]) => ({
      condition: eq(target, integer(number)),
      target: f.label(label, range),
    }));
    const elsewhere = f.graph.location();
    const none = and(choices.map((choice) => not(choice.condition)));
    f.graph.choose([...choices, { condition: none, target: elsewhere }], range);
    f.graph.resume(elsewhere);
    const callee = { kind: "direct", name: "__builtin_unreachable" } as const;
    f.checkUnreachable(range);
    f.graph.finish({ kind: "call", target: undefined, callee, arguments: [] }, f.graph.location(), range);
  }
}

/** Labels that are not there, and jumps that C forbids. */
function reportMissingLabels(f: Lowering): void {
  for (const [name, { placed, use }] of f.labels) {
    if (!placed) f.error(`label '${name}' is used but not defined`, use);
  }
  for (const { label, from, range } of f.gotos) {
    if (enteredScope(from, f.labels.get(label)?.scope) !== undefined)
      f.error(`the jump to '${label}' leads into the scope of a type with variable length`, range);
  }
}

/** Freezes the graph; temporaries that no edge mentions are left out. */
export function finishFunction(
  f: Lowering,
  signature: Signature,
  parameters: readonly Variable[],
  range: SourceRange,
): FunctionGraph {
  const frozen = freezeGraph(f.name, f.graph.entry, f.graph.exit);
  const used = new Set<Variable>();
  for (const { op } of frozen.edges) if ("target" in op && op.target !== undefined) used.add(op.target);
  return Object.freeze({
    name: f.name,
    signature,
    parameters: Object.freeze([...parameters]),
    ...frozen,
    variables: Object.freeze(f.variables.filter((own) => own.role !== "temporary" || used.has(own))),
    objects: Object.freeze(f.objects),
    names: Object.freeze(f.names),
    range: plain(range),
  });
}
