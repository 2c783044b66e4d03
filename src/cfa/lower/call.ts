/**
 * Calls. Arguments are scalars: a struct is passed by its address and copied by the callee at its entry (an undefined
 * callee gets the address of a copy); a struct result goes to a temporary object of the caller, whose address is a
 * hidden first argument. Where a definition is known its parameters decide: surplus arguments are dropped, missing ones
 * are unknown, others are converted, as the machine would take them.
 */
import type { Expression, FunctionDeclaration } from "../../c/ast.ts";
import { VOID } from "../../c/type-operations.ts";
import type { CType, FunctionCType } from "../../c/types.ts";
import { address, integer, type Term, type Variable, variable } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import { type Callee, calledByOwnType, type Signature } from "../cfa.ts";
import { isForeignVocabulary, libraryMeaning, POINTER_TO_OBJECT } from "../library-names.ts";
import { convertTerm } from "./arithmetic.ts";
import { builtin } from "./builtins.ts";
import { type Lowering, plain } from "./context.ts";
import { type Effects, effectsOf, NO_EFFECTS } from "./effects.ts";
import { protect, value, values } from "./expression.ts";
import { copyObject, write } from "./lvalue.ts";
import { NO_NOTE, noteOrder, type OrderNote } from "./order-note.ts";
import { pointeesOf } from "./pointees.ts";
import type { Continue, Step } from "./step.ts";
import { isScalarType, type MachineType, machineType, signatureOf } from "./types.ts";

export type CallExpression = Expression & { kind: "call" };

export type Usage = "used" | "unused";

/** What happens between the arguments' evaluation and the call; its effects may change what the arguments read. */
export interface BeforeCall {
  readonly effects: Effects;
  run(then: () => Step): Step;
}

const NOTHING_BEFORE: BeforeCall = { effects: NO_EFFECTS, run: (then) => then };

export function call(
  f: Lowering,
  e: CallExpression,
  usage: Usage,
  k: Continue<Term>,
  into: Variable | undefined,
  before: BeforeCall = NOTHING_BEFORE,
): Step {
  const target = directTarget(e.callee);
  if (target === undefined) return indirectCall(f, e, usage, k, into, before);
  const linked = f.program.functionOf(target);
  if (!linked.defined) {
    if (isForeignVocabulary(linked.name))
      f.error(`'${linked.name}' is not understood: docs/migrating.md lists what is of KLEE's vocabulary`, e);
    const special = builtin(f, linked.name, e, usage, k);
    if (special !== undefined) return special;
  }
  return argumentValues(f, e.arguments, before, NO_NOTE, (terms) => {
    const signature = declaredSignature(linked.declaration, f.program.model);
    const status = linked.defined ? "defined" : "undefined";
    const passed = linked.defined
      ? fitArguments(f, e, terms, linked.declaration)
      : terms.map((term, i) => copyArgument(f, e.arguments[i] as Expression, term));
    const callee: Callee = { kind: "direct", name: libraryName(linked.name, status) };
    const ends = isNoReturn(linked.declaration, linked.name, status);
    if (!linked.defined) checkCall(f, callee.name, passed, e);
    const seen = linked.defined ? undefined : linked.declaration.type;
    return finishCall(f, e, callee, signature, passed, usage, k, into, ends, seen);
  });
}

/** EOF is -1 here, and a character one byte. */
const CHARACTERS = { least: -1, most: 255 };
const CTYPE = /^(?:is(?:alpha|digit|alnum|space|upper|lower|xdigit|punct|print|cntrl|graph|blank)|toupper|tolower)$/;

/** CBMC's words whose answer has no meaning where the pointer points to nothing. */
const PRIMITIVES: ReadonlySet<string> = new Set(["__CPROVER_r_ok", "__CPROVER_OBJECT_SIZE"]);

function checkCall(f: Lowering, name: string, [first]: readonly Term[], at: SourceRange): void {
  const range = plain(at);
  if (PRIMITIVES.has(name) && first !== undefined && f.asksFor(POINTER_TO_OBJECT, range)) {
    const callee = { kind: "direct", name: POINTER_TO_OBJECT } as const;
    f.emit({ kind: "call", target: undefined, callee, arguments: [first] }, range);
  }
  if (name === "__builtin_unreachable") f.checkUnreachable(range);
  if (CTYPE.test(name) && first !== undefined) f.check({ kind: "argument", operand: first, ...CHARACTERS, range });
}

function argumentValues(
  f: Lowering,
  list: readonly Expression[],
  before: BeforeCall,
  note: OrderNote,
  k: Continue<readonly Term[]>,
): Step {
  return values(f, list, "right-to-left", (terms) => {
    note.operand(undefined);
    note.finish();
    const kept = terms.map((term, i) => protect(f, term, list[i] as Expression, before.effects));
    return before.run(() => k(kept));
  });
}

/** The function that is called, where the callee names one; `(*f)(...)` and `(&f)(...)` do too. */
function directTarget(callee: Expression): FunctionDeclaration | undefined {
  let at = callee;
  while (
    (at.kind === "convert" && (at.conversion === "function" || at.conversion === "same")) ||
    ((at.kind === "address-of" || at.kind === "dereference") && isFunctionValue(at.operand))
  )
    at = at.operand;
  return at.kind === "function" ? at.declaration : undefined;
}

function isFunctionValue(e: Expression): boolean {
  return e.type.kind === "function" || (e.type.kind === "pointer" && e.type.target.kind === "function");
}

/** Builtins that are library functions by another name. */
export function libraryName(name: string, status: "defined" | "undefined"): string {
  if (status === "defined" || !name.startsWith("__builtin_")) return name;
  if (name === "__builtin_unreachable") return name;
  return name === "__builtin_trap" ? "abort" : name.slice("__builtin_".length);
}

export function isNoReturn(declaration: FunctionDeclaration, name: string, status: "defined" | "undefined"): boolean {
  if (declaration.noreturn === true) return true;
  if (status === "defined") return false;
  return libraryMeaning(name) === "end" || name === "__builtin_unreachable";
}

/** The signature of a function; a definition's own parameters count even without a prototype. */
export function declaredSignature(
  declaration: FunctionDeclaration,
  model: Parameters<typeof machineType>[1],
): Signature {
  const { type, parameters, body } = declaration;
  if (body === undefined) return signatureOf(type, model);
  return signatureOf({ ...type, parameters: parameters.map((parameter) => parameter.type) }, model);
}

function fitArguments(f: Lowering, e: CallExpression, terms: readonly Term[], to: FunctionDeclaration): Term[] {
  const fitted: Term[] = to.parameters.map((parameter, i) => {
    const own = machineType(parameter.type, f.program.model);
    const given = e.arguments[i];
    if (given === undefined) return missingArgument(f, e, own);
    if (parameter.type.kind === "record" && isScalarType(given.type))
      return unionArgument(f, given, terms[i] as Term, parameter.type);
    const from = f.machine(given.type);
    if (!isPassedAs(from, own, to.type.unprototyped)) f.assumeThat(calledByOwnType(to.name), e);
    return convertArgument(f, terms[i] as Term, from, own, given);
  });
  return to.type.variadic ? [...fitted, ...terms.slice(fitted.length)] : fitted;
}

/**
 * A declaration without parameters lets anything through. What a compiler puts where the function does not look for it (a double for
 * an int) is undefined behaviour (C11 6.5.2.2p6); integers are cut to the parameter, and old-style functions take float as double.
 */
function isPassedAs(given: MachineType, own: MachineType, oldStyle: boolean): boolean {
  if (given.kind === "float" && own.kind === "float") return oldStyle || given.format === own.format;
  if (given.kind === "int" && own.kind === "int") return given.bits >= own.bits;
  return given.kind === own.kind;
}

/** A scalar for a parameter of transparent union type: the callee finds it in a union of ours. */
function unionArgument(f: Lowering, given: Expression, term: Term, union: CType): Term {
  const at = address(f.temporaryObject(union));
  write(f, { kind: "memory", address: at, type: given.type, field: undefined }, term, given);
  return at;
}

function missingArgument(f: Lowering, e: CallExpression, type: MachineType): Term {
  f.record("call with too few arguments", e);
  const target = f.temporary(type);
  f.emit({ kind: "havoc", target, why: "uninitialised" }, e);
  return variable(target);
}

function convertArgument(f: Lowering, term: Term, from: MachineType, to: MachineType, range: SourceRange): Term {
  if (from.kind !== "float" || to.kind !== "pointer") return convertTerm(term, from, to, plain(range), f.check);
  f.error("a floating argument is passed where the function expects a pointer", range);
  return integer(0);
}

/** An unknown function may do with a struct argument what it likes, but only with its own copy. */
function copyArgument(f: Lowering, argument: Expression, term: Term): Term {
  if (isScalarType(argument.type) || argument.type.kind !== "record") return term;
  const copy = address(f.temporaryObject(argument.type));
  copyObject(f, copy, term, argument.type, argument);
  return copy;
}

function indirectCall(
  f: Lowering,
  e: CallExpression,
  usage: Usage,
  k: Continue<Term>,
  into: Variable | undefined,
  before: BeforeCall,
): Step {
  const note = noteOrder(f, e, [e.callee, ...e.arguments]);
  if (e.arguments.length > 0 && f.exploresOrders(e)) {
    f.exploring += 1;
    return values(f, [e.callee, ...e.arguments], "left-to-right", ([pointer, ...terms]) => {
      f.exploring -= 1;
      return before.run(() => finishIndirect(f, e, pointer as Term, terms, usage, k, into));
    });
  }
  return value(f, e.callee, (pointer) => {
    const effects = e.arguments.reduce((all, argument) => all | effectsOf(argument), before.effects);
    const kept = protect(f, pointer, e.callee, effects);
    note.operand(kept);
    return argumentValues(f, e.arguments, before, note, (terms) => finishIndirect(f, e, kept, terms, usage, k, into));
  });
}

function finishIndirect(
  f: Lowering,
  e: CallExpression,
  pointer: Term,
  terms: readonly Term[],
  usage: Usage,
  k: Continue<Term>,
  into: Variable | undefined,
): Step {
  const signature = signatureOf(calledType(e), f.program.model);
  const callee: Callee = { kind: "indirect", pointer, signature };
  const passed = terms.map((term, i) => {
    const given = e.arguments[i] as Expression;
    const parameter = calledType(e).parameters[i];
    return parameter?.kind === "record" && isScalarType(given.type) ? unionArgument(f, given, term, parameter) : term;
  });
  return finishCall(f, e, callee, signature, passed, usage, k, into, false, calledType(e));
}

function calledType(e: CallExpression): FunctionCType {
  const { type } = e.callee;
  if (type.kind === "function") return type;
  if (type.kind === "pointer" && type.target.kind === "function") return type.target;
  return { kind: "function", result: VOID, parameters: [], variadic: false, unprototyped: true };
}

function finishCall(
  f: Lowering,
  e: CallExpression,
  callee: Callee,
  signature: Signature,
  terms: readonly Term[],
  usage: Usage,
  k: Continue<Term>,
  into: Variable | undefined,
  noreturn: boolean,
  seen: FunctionCType | undefined,
): Step {
  let passed = terms;
  let result: Term | undefined;
  if (signature.resultByAddress !== undefined) {
    const object = f.addResultObject(e.type, signature.resultByAddress.bytes);
    result = address(object);
    passed = [result, ...terms];
  }
  const wanted = usage === "used" && e.type.kind !== "void" && signature.resultByAddress === undefined;
  const target = wanted && signature.result !== undefined ? resultVariable(f, signature.result, into) : undefined;
  const pointees = seen === undefined ? undefined : pointeesOf(e.arguments, seen, signature, f.program.model);
  const behind = pointees === undefined ? {} : { pointees };
  const op = { kind: "call", target, callee, arguments: passed, ...behind } as const;
  if (noreturn) f.graph.finish(op, f.graph.location(), plain(e));
  else f.emit(op, e);
  if (target !== undefined) return () => k(resultValue(f, e, target));
  if (wanted) return () => k(unknownResult(f, e));
  return () => k(result ?? integer(0));
}

function resultVariable(f: Lowering, type: NonNullable<Signature["result"]>, into: Variable | undefined): Variable {
  return into !== undefined && into.type === type ? into : f.temporary(type);
}

/** The result at the type the call has here: they differ where the call saw another declaration. */
function resultValue(f: Lowering, e: CallExpression, target: Variable): Term {
  return convertArgument(f, variable(target), target.type as MachineType, f.machine(e.type), e);
}

function unknownResult(f: Lowering, e: CallExpression): Term {
  f.record("value of a function that returns none", e);
  const target = f.temporary(f.machine(e.type));
  f.emit({ kind: "havoc", target, why: "uninitialised" }, e);
  return variable(target);
}
