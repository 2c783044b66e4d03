/**
 * What lowering knows besides the expression at hand. `ProgramContext` is shared by all functions of a program: types,
 * storage of declared objects, names of functions, ids. `Lowering` is one function's: the graph under construction, its
 * variables, labels and the targets of break and continue where lowering stands now.
 */
import type { Expression, FunctionDeclaration, ObjectDeclaration } from "../../c/ast.ts";
import { alignOf, sizeOf } from "../../c/layout.ts";
import type { BitField, CType, DataModel } from "../../c/types.ts";
import { address, integer, type MemoryObject, type Term, type Variable, variable } from "../../logic/term.ts";
import { type PointerType, pointerType, type ScalarType } from "../../logic/types.ts";
import type { Diagnostics } from "../../util/diagnostic.ts";
import type { SourceRange } from "../../util/source.ts";
import {
  type Access,
  type Check,
  isOptionalCheck,
  type NamedStorage,
  type Op,
  type OrderOperand,
  type OrderSite,
} from "../cfa.ts";
import { type DraftLocation, GraphBuilder } from "./graph.ts";
import { accessOf, isScalarType, type MachineType, machineType, memberArrays, qualifiedParts } from "./types.ts";

/** Where a declared object lives. */
export type Storage =
  | { readonly kind: "variable"; readonly variable: Variable }
  /** `object` is absent where the address was handed in (a va_list parameter). */
  | { readonly kind: "memory"; readonly address: Term; readonly object?: MemoryObject };

/** A function after linking: one declaration stands for all of its name. */
export interface LinkedFunction {
  readonly name: string;
  readonly declaration: FunctionDeclaration;
  readonly defined: boolean;
  /** Where it is not defined either, its address may be null. */
  readonly weak: boolean;
}

export interface ProgramContext {
  readonly model: DataModel;
  readonly pointer: PointerType;
  readonly diagnostics: Diagnostics;
  /** Those that are wanted. */
  readonly optionalChecks: ReadonlySet<string>;
  /** Whether there are registers of devices (`--region`), which give anything at each read, however it is written. */
  readonly hasDevices: boolean;
  /** Whether a pragma of CBMC's turns one of them off at the token that starts there. */
  isUnchecked(what: string, start: number): boolean;
  newVariable(parts: Omit<Variable, "id">): Variable;
  newObject(parts: Omit<MemoryObject, "id">): MemoryObject;
  /** Storage of an object with static storage duration. */
  globalStorage(declaration: ObjectDeclaration): Storage;
  functionOf(declaration: FunctionDeclaration): LinkedFunction;
  functionObject(declaration: FunctionDeclaration): MemoryObject;
  /** For what is weak and defined nowhere: an unknown number, not zero where the linker finds it. */
  presenceOf(declaration: FunctionDeclaration | ObjectDeclaration): Variable | undefined;
  stringObject(elements: readonly number[], elementBytes: number): MemoryObject;
  errnoObject(): MemoryObject;
  /** Whether the program declares `errno`: then functions that set it are calls, not terms. */
  readonly usesErrno: boolean;
  /** The number that stands for the address of a label: not zero, distinct in the program. */
  labelNumber(functionName: string, label: string): number;
  /** Labels of a function whose address is taken, in order of their numbers. */
  addressedLabels(functionName: string): readonly (readonly [label: string, number: number])[];
  overApproximate(what: string, range: SourceRange): void;
  addOrderSite(site: OrderSite): void;
  /** Whether every order of evaluation is to be explored there. */
  exploresOrders(range: SourceRange): boolean;
  /** Told with every verdict, whatever slicing removes. */
  assumeThat(what: string, range: SourceRange): void;
}

/** Where `break` and `continue` lead, the switch that collects cases, and the end of the enclosing block. */
export interface Surroundings {
  readonly breakTo: DraftLocation | undefined;
  readonly continueTo: DraftLocation | undefined;
  readonly cases: SwitchCase[] | undefined;
  readonly scopeEnd: number;
  /** The latest declaration in scope whose type has a variable length. */
  readonly variable: VariableScope | undefined;
  /** Blocks around, outermost first, the function's own left out; undefined outside of any. */
  readonly blocks: readonly BlockScope[] | undefined;
  /** How many of them `break` and `continue` stay in. */
  readonly breakDepth: number;
  readonly continueDepth: number;
}

/** A block and the objects in memory that live as long as it. */
export interface BlockScope {
  /** Its place in the function: numbers of the blocks from outermost to it. */
  readonly path: string;
  readonly objects: MemoryObject[];
}

/** Scopes of types with variable lengths, from the inside out: no jump may lead into one (C11 6.8.6.1). */
export interface VariableScope {
  readonly outer: VariableScope | undefined;
  readonly name: string;
}

/** The scope that a jump from one place to another would enter, if any. */
export function enteredScope(
  from: VariableScope | undefined,
  to: VariableScope | undefined,
): VariableScope | undefined {
  for (let at = from; ; at = at.outer) {
    if (at === to) return undefined;
    if (at === undefined) return to;
  }
}

export interface SwitchCase {
  /** Undefined for `default`. */
  readonly values: { readonly low: bigint; readonly high: bigint } | undefined;
  readonly target: DraftLocation;
  readonly scope: VariableScope | undefined;
  /** The blocks around it. */
  readonly blocks: readonly BlockScope[];
  readonly range: SourceRange;
}

export class Lowering {
  readonly program: ProgramContext;
  readonly name: string;
  readonly graph = new GraphBuilder();
  readonly variables: Variable[] = [];
  readonly objects: MemoryObject[] = [];
  readonly names: NamedStorage[] = [];
  readonly labels = new Map<
    string,
    { readonly location: DraftLocation; placed: boolean; scope?: VariableScope | undefined; readonly use: SourceRange }
  >();
  readonly computedGotos: {
    readonly at: DraftLocation | undefined;
    readonly target: Term;
    readonly range: SourceRange;
  }[] = [];
  around: Surroundings = {
    breakTo: undefined,
    continueTo: undefined,
    cases: undefined,
    scopeEnd: 0,
    variable: undefined,
    blocks: undefined,
    breakDepth: 0,
    continueDepth: 0,
  };
  /** Jumps to labels, whose blocks are known when the whole function has been seen. */
  readonly gotos: {
    readonly at: DraftLocation | undefined;
    readonly label: string;
    readonly blocks: readonly BlockScope[];
    readonly from: VariableScope | undefined;
    readonly range: SourceRange;
  }[] = [];
  readonly labelBlocks = new Map<string, readonly BlockScope[]>();
  blockCount = 0;
  /** The block that the declaration at hand belongs to. */
  blockPath: string | undefined;
  /** The function whose labels `&&label` means: in the initialiser of a static local, the function around it. */
  labelScope: string;
  /** Variables whose initialiser is being lowered: one that reads its own variable (`int x = x`) reads an unknown value. */
  readonly initialising = new Set<Variable>();
  /** How many sites around have all their orders explored: then every read is a step of its own. */
  exploring = 0;
  /** Operands whose commas gcc moved to the front of the whole expression: the operations that were theirs. */
  readonly led = new WeakMap<Expression, { readonly pieces: OrderOperand["pieces"]; readonly written: Expression }>();
  /** The last expression that was found to be undefined. */
  unsequenced: SourceRange | undefined;
  /** Where a struct result goes. */
  resultAddress: Term | undefined;
  /** Declared so: `_Noreturn`. */
  neverReturns = false;
  readonly #locals = new Map<ObjectDeclaration, Storage>();
  readonly #recorded = new Set<string>();
  #temporaries = 0;

  constructor(program: ProgramContext, name: string) {
    this.program = program;
    this.name = name;
    this.labelScope = name;
  }

  // --- Storage ------------------------------------------------------------------------------------------------------

  temporary(type: ScalarType): Variable {
    this.#temporaries += 1;
    return this.addVariable({ name: `$${this.#temporaries}`, type, role: "temporary", function: this.name });
  }

  addVariable(parts: Omit<Variable, "id">): Variable {
    const made = this.program.newVariable(parts);
    this.variables.push(made);
    return made;
  }

  addObject(parts: Pick<MemoryObject, "name" | "size" | "align" | "block" | "temporary">): MemoryObject {
    const made = this.program.newObject({ ...parts, role: "local", function: this.name });
    this.objects.push(made);
    return made;
  }

  /** An object for the value of a struct type that no declaration holds: a call's result, an argument's copy. */
  temporaryObject(type: CType): MemoryObject {
    this.#temporaries += 1;
    const { model } = this.program;
    return this.addObject({
      name: `$${this.#temporaries}`,
      size: sizeOf(type, model) ?? 0,
      align: alignOf(type, model),
    });
  }

  /** Where a call puts a struct result. */
  addResultObject(type: CType, bytes: number): MemoryObject {
    this.#temporaries += 1;
    return this.addObject({
      name: `$${this.#temporaries}`,
      size: bytes,
      align: alignOf(type, this.program.model),
      temporary: true,
      // Inside of everything: whatever else may hold a pointer to it outlives it.
      block: `${this.blockPath === undefined ? "" : `${this.blockPath}.`}$${this.#temporaries}`,
    });
  }

  setStorage(declaration: ObjectDeclaration, storage: Storage): void {
    this.#locals.set(declaration, storage);
  }

  storageOf(declaration: ObjectDeclaration): Storage {
    if (declaration.storage === "static" || declaration.storage === "extern")
      return this.program.globalStorage(declaration);
    return this.declare(declaration);
  }

  /** Makes room for a local: a variable where its address is never taken, else an object. */
  declare(declaration: ObjectDeclaration): Storage {
    const known = this.#locals.get(declaration);
    if (known !== undefined) return known;
    const storage = this.#makeLocal(declaration);
    this.setStorage(declaration, storage);
    return storage;
  }

  #makeLocal(declaration: ObjectDeclaration): Storage {
    const { type, name } = declaration;
    if (isScalarType(type) && !declaration.addressTaken) {
      const volatile = type.volatile === true ? ({ volatile: true } as const) : {};
      const made = this.addVariable({
        name,
        type: machineType(type, this.program.model),
        role: "local",
        function: this.name,
        ...volatile,
      });
      return { kind: "variable", variable: made };
    }
    const made = this.program.newObject({
      ...objectShape(declaration, this.program.model),
      role: "local",
      function: this.name,
      ...(this.blockPath === undefined ? {} : { block: this.blockPath }),
      ...constantParts(type, this.program.model),
    });
    this.objects.push(made);
    return memoryStorage(made);
  }

  // --- Emitting -----------------------------------------------------------------------------------------------------

  readonly check = (check: Check): void => {
    if (!isOptionalCheck(check.kind) || this.asksFor(check.kind, check.range)) this.graph.check(check);
  };

  /** Whether what counts only where it is asked about is asked about here. */
  asksFor(what: string, { start }: SourceRange): boolean {
    return this.program.optionalChecks.has(what) && !this.program.isUnchecked(what, start);
  }

  /** Execution leaves the function. */
  leave(value: Term | undefined, range: SourceRange): void {
    if (this.neverReturns) this.checkUnreachable(range);
    this.graph.finish({ kind: "return", value }, this.graph.exit, range);
  }

  /** The next operation should never be executed. */
  checkUnreachable(range: SourceRange): void {
    this.check({ kind: "unreachable", operand: integer(0), least: 1, range });
  }

  emit(op: Op, range: SourceRange): void {
    this.graph.emit(op, plain(range));
  }

  machine(type: CType): MachineType {
    if (type.kind === "floating" && type.rank === "longdouble") this.#recorded.add("long double");
    return machineType(type, this.program.model);
  }

  access(place: { readonly type: CType; readonly field: BitField | undefined }): Access {
    this.machine(place.type);
    return accessOf(place.type, place.field, this.program.model);
  }

  /** Of a read; which objects are volatile, and which addresses a device's, is known where it is carried out. */
  readAccess(place: { readonly type: CType; readonly field: BitField | undefined }): Access {
    const access = this.access(place);
    return this.program.hasDevices ? { ...access, volatile: true } : access;
  }

  /** The term's value now, in a temporary that later effects cannot touch. */
  save(term: Term, type: ScalarType, range: SourceRange): Term {
    const target = this.temporary(type);
    this.emit({ kind: "assign", target, value: term }, range);
    return variable(target);
  }

  exploresOrders(range: SourceRange): boolean {
    return this.exploring > 0 || this.program.exploresOrders(range);
  }

  /** For the input that chooses an order. */
  orderVariable(type: ScalarType): Variable {
    this.#temporaries += 1;
    return this.addVariable({ name: `$order${this.#temporaries}`, type, role: "temporary", function: this.name });
  }

  // --- Telling ------------------------------------------------------------------------------------------------------

  get usesLongDouble(): boolean {
    return this.#recorded.has("long double");
  }

  error(message: string, range: SourceRange): void {
    this.program.diagnostics.error(message, plain(range));
  }

  record(what: string, range: SourceRange): void {
    this.program.overApproximate(what, plain(range));
  }

  assumeThat(what: string, range: SourceRange): void {
    this.program.assumeThat(what, plain(range));
  }

  label(name: string, use: SourceRange): DraftLocation {
    const label = this.labels.get(name) ?? { location: this.graph.location(), placed: false, use: plain(use) };
    this.labels.set(name, label);
    return label.location;
  }
}

export function constantParts(type: CType, model: DataModel): Pick<MemoryObject, "constant"> {
  const constant = qualifiedParts(type, "const", model);
  return constant === undefined ? {} : { constant };
}

/** A range of its own: syntax nodes are ranges too, and an edge should not keep the tree alive. */
export function plain(range: SourceRange): SourceRange {
  return { start: range.start, end: range.end };
}

/** Name, size and flags of the memory object that holds a declared object. */
export function objectShape(
  declaration: ObjectDeclaration,
  model: DataModel,
): Pick<MemoryObject, "name" | "size" | "align" | "volatile" | "arrays"> {
  const { type } = declaration;
  const size = sizeOf(type, model);
  const volatile = qualifiedParts(type, "volatile", model);
  const arrays = memberArrays(type, model);
  return {
    name: declaration.name,
    size: size === undefined ? undefined : size + (declaration.flexibleBytes ?? 0),
    // The attribute lowers the alignment of an object, too.
    align: declaration.align ?? alignOf(type, model),
    ...(volatile === undefined ? {} : { volatile }),
    ...(arrays.length === 0 ? {} : { arrays }),
  };
}

export function memoryStorage(object: MemoryObject): Storage {
  return { kind: "memory", address: address(object), object };
}

export function pointerOf(model: DataModel): PointerType {
  return pointerType(model.pointerBytes * 8);
}
