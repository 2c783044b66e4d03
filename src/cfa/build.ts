/**
 * From typed syntax trees to a program: links the translation units, lowers every function, and lowers the
 * initialisers of objects with static storage into a graph that runs first. The only state is the context made here;
 * nothing of it survives but the program.
 */
import type { FunctionDeclaration, ObjectDeclaration, TranslationUnit } from "../c/ast.ts";
import type { FrontEndOptions } from "../c/options.ts";
import { isComplete } from "../c/type-operations.ts";
import { address, integer, type MemoryObject, type Term, type Variable } from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import type { Diagnostics } from "../util/diagnostic.ts";
import { memoised } from "../util/memo.ts";
import { NO_RANGE, type SourceMap, type SourceRange } from "../util/source.ts";
import {
  type ExternalFunction,
  type FunctionGraph,
  type NamedStorage,
  type OrderSite,
  orderKey,
  type Program,
} from "./cfa.ts";
import { ERRNO_ADDRESS } from "./library-results.ts";
import { type Linked, link } from "./link.ts";
import { moveAddress } from "./lower/arithmetic.ts";
import { declaredSignature, isNoReturn, libraryName } from "./lower/call.ts";
import {
  constantParts,
  Lowering,
  memoryStorage,
  objectShape,
  type ProgramContext,
  pointerOf,
  type Storage,
} from "./lower/context.ts";
import { finishFunction, lowerFunction } from "./lower/function.ts";
import { initialise } from "./lower/initialise.ts";
import { shapeOf } from "./lower/shapes.ts";
import { DONE, run } from "./lower/step.ts";
import { isScalarType, machineType } from "./lower/types.ts";
import { makeNamesUnique } from "./names.ts";

/** The name of the graph that initialises statics; no C function can have it. */
const INITIALISE = "$initialise";

type BuildOptions = Pick<
  FrontEndOptions,
  "dataModel" | "exploreOrders" | "optionalChecks" | "duplicates" | "nondetStatic" | "regions"
>;

/** The program, or undefined when something could not be lowered; `diagnostics` says what. */
export function buildProgram(
  units: readonly TranslationUnit[],
  sources: SourceMap,
  options: BuildOptions,
  diagnostics: Diagnostics,
): Program | undefined {
  const linked = link(units, sources, diagnostics, options.duplicates);
  if (diagnostics.errors > 0) return undefined;
  const builder = new ProgramBuilder(linked, options, diagnostics, units.some(declaresErrno));
  for (const { assumptions } of units) for (const { what, range } of assumptions) builder.assumeThat(what, range);
  for (const { unchecked } of units) builder.leaveUnchecked(unchecked);
  const program = builder.build(sources);
  return diagnostics.errors > 0 ? undefined : program;
}

class ProgramBuilder implements ProgramContext {
  readonly model: ProgramContext["model"];
  readonly pointer: ProgramContext["pointer"];
  readonly diagnostics: Diagnostics;
  readonly usesErrno: boolean;
  readonly hasDevices: boolean;
  readonly optionalChecks: ReadonlySet<string>;
  readonly #linked: Linked;
  readonly #exploreOrders: ReadonlySet<string>;
  readonly #nondetStatic: BuildOptions["nondetStatic"];
  readonly #anyAtFirst = new Set<Variable | MemoryObject>();
  readonly #globals: Variable[] = [];
  readonly #objects: MemoryObject[] = [];
  readonly #allObjects: MemoryObject[] = [];
  readonly #allVariables: Variable[] = [];
  readonly #undefined = new Map<Variable | MemoryObject, SourceRange>();
  readonly #errno: (Variable | MemoryObject)[] = [];
  #errnoObject: MemoryObject | undefined;
  readonly #visible = new Set<Variable | MemoryObject>();
  readonly #names: NamedStorage[] = [];
  readonly #storage = new Map<ObjectDeclaration, Storage>();
  readonly #functionObjects = new Map<string, { object: MemoryObject; declaration: FunctionDeclaration }>();
  readonly #strings = new Map<string, { object: MemoryObject; elements: readonly number[]; bytes: number }>();
  readonly #labels = new Map<string, Map<string, number>>();
  readonly #overApproximations: { what: string; range: SourceRange }[] = [];
  readonly #orders: OrderSite[] = [];
  readonly #assumptions: { what: string; range: SourceRange }[] = [];
  readonly #called = new Map<string, { declaration: FunctionDeclaration; range: SourceRange }>();
  readonly #presences = new Map<FunctionDeclaration | ObjectDeclaration, { variable: Variable; range: SourceRange }>();
  readonly #unchecked = new Map<number, ReadonlySet<string>>();
  #labelCount = 0;

  constructor(linked: Linked, options: BuildOptions, diagnostics: Diagnostics, usesErrno: boolean) {
    this.#linked = linked;
    this.usesErrno = usesErrno;
    this.model = options.dataModel;
    this.optionalChecks = options.optionalChecks ?? new Set();
    this.#nondetStatic = options.nondetStatic;
    this.hasDevices = (options.regions ?? []).some(({ holds }) => holds === "registers");
    this.#exploreOrders = options.exploreOrders ?? new Set();
    this.pointer = pointerOf(this.model);
    this.diagnostics = diagnostics;
  }

  leaveUnchecked(at: ReadonlyMap<number, ReadonlySet<string>>): void {
    for (const [start, what] of at) this.#unchecked.set(start, what);
  }

  isUnchecked(what: string, start: number): boolean {
    return this.#unchecked.get(start)?.has(what) === true;
  }

  build(sources: SourceMap): Program {
    for (const object of this.#linked.objects)
      if (object.defined || object.declaration.fixedAddress !== undefined) this.globalStorage(object.declaration);
    const start = new Lowering(this, INITIALISE);
    // What is known of symbols only after all is lowered comes first in the graph.
    const first = start.graph.suspend();
    const rest = start.graph.location();
    start.graph.resume(rest);
    this.#initialiseObjects(start);
    const functions = new Map<string, FunctionGraph>();
    for (const { declaration, name } of this.#linked.definitions)
      functions.set(name, lowerFunction(this, declaration, name));
    // Strings and errno come last: functions use them too.
    this.#initialiseStrings(start);
    this.#initialiseErrno(start);
    start.graph.finish({ kind: "return", value: undefined }, start.graph.exit, NO_RANGE);
    start.graph.resume(first);
    for (const { variable, range } of this.#presences.values())
      start.emit({ kind: "havoc", target: variable, why: "uninitialised" }, range);
    start.graph.jump(rest, NO_RANGE);
    const signature = { parameters: [], variadic: false, unprototyped: false, result: undefined };
    const initialiseGraph = finishFunction(start, signature, [], NO_RANGE);
    makeNamesUnique(this.#allVariables, this.#allObjects);
    return Object.freeze({
      pointerBytes: this.model.pointerBytes,
      functions,
      externals: this.#externals(functions),
      namedFunctions: Object.freeze([...this.#called.keys()]),
      initialise: initialiseGraph,
      globals: Object.freeze(this.#globals),
      objects: Object.freeze(this.#objects),
      errno: Object.freeze(this.#errno),
      undefinedObjects: Object.freeze([...this.#undefined.keys()]),
      undefinedAt: this.#undefined,
      ...(this.#anyAtFirst.size > 0 && { anyAtFirst: this.#anyAtFirst }),
      visible: {
        functions: new Set(
          this.#linked.definitions.filter(({ declaration }) => declaration.internal !== true).map(({ name }) => name),
        ),
        objects: this.#visible,
      },
      names: Object.freeze(this.#names),
      overApproximations: Object.freeze(this.#overApproximations),
      assumptions: Object.freeze(this.#assumptions),
      orders: Object.freeze(this.#orders),
      sources,
      variableCount: this.#allVariables.length,
    });
  }

  // --- Statics ------------------------------------------------------------------------------------------------------

  #initialiseObjects(f: Lowering): void {
    for (const { declaration, defined, owner } of this.#linked.objects) {
      if (!defined) continue;
      if (this.#beginsWithAnything(declaration)) continue;
      f.labelScope = owner ?? INITIALISE;
      run(initialise(f, declaration, this.globalStorage(declaration), declaration.range, () => DONE));
    }
  }

  /** As CBMC has it: what is const, or has a const part, keeps its initialiser. */
  #beginsWithAnything(declaration: ObjectDeclaration): boolean {
    const { type, name, range } = declaration;
    let element = type;
    while (element.kind === "array") element = element.element;
    const keeps = type.const === true || element.const === true || "constant" in constantParts(type, this.model);
    if (this.#nondetStatic === undefined || keeps || this.#nondetStatic.except.includes(name)) return false;
    const storage = this.globalStorage(declaration);
    const place = storage.kind === "variable" ? storage.variable : storage.object;
    if (place === undefined) return false;
    this.#undefined.set(place, range);
    this.#anyAtFirst.add(place);
    return true;
  }

  #initialiseStrings(f: Lowering): void {
    for (const { object, elements, bytes } of this.#strings.values()) {
      const at = address(object);
      const access = { type: intType(bytes * 8, bytes === 1 ? "signed" : "unsigned"), bytes };
      f.emit({ kind: "zero", address: at, bytes: object.size ?? 0 }, NO_RANGE);
      for (const [i, element] of elements.entries()) {
        if (element === 0) continue;
        const value: Term = integer(bytes === 1 && element > 127 ? element - 256 : element);
        f.emit({ kind: "store", address: moveAddress(at, integer(i * bytes), this.pointer), value, access }, NO_RANGE);
      }
    }
  }

  #initialiseErrno(f: Lowering): void {
    for (const place of this.#errno) {
      if ("align" in place) f.emit({ kind: "zero", address: address(place), bytes: place.size ?? 0 }, NO_RANGE);
      else f.emit({ kind: "assign", target: place, value: integer(0) }, NO_RANGE);
    }
  }

  /** `errno` of headers that give it an address by a function. */
  errnoObject(): MemoryObject {
    if (this.#errnoObject === undefined) {
      this.#errnoObject = this.newObject({ name: "errno", role: "global", size: 4, align: 4 });
      this.#objects.push(this.#errnoObject);
      this.#errno.push(this.#errnoObject);
    }
    return this.#errnoObject;
  }

  globalStorage(declaration: ObjectDeclaration): Storage {
    const linked = this.#linked.objectOf(declaration);
    const known = this.#storage.get(linked.declaration);
    if (known !== undefined) return known;
    const storage = this.#makeGlobal(linked.declaration, linked.addressTaken);
    this.#storage.set(linked.declaration, storage);
    const place = storage.kind === "variable" ? storage.variable : storage.object;
    if (place !== undefined) {
      if (linked.declaration.storage === "extern" && linked.declaration.type.const !== true) this.#visible.add(place);
      if (!linked.defined && linked.name === "errno") this.#errno.push(place);
      else if (!linked.defined) this.#undefined.set(place, linked.declaration.range);
      const { range: declared, type } = linked.declaration;
      const shape = () => shapeOf(type, this.model);
      this.#names.push({ name: linked.name, storage: place, scope: linked.scope, declared, shape });
    }
    return storage;
  }

  #makeGlobal(declaration: ObjectDeclaration, addressTaken: boolean): Storage {
    const { type } = declaration;
    const owner = declaration.function === undefined ? "" : `${declaration.function}::`;
    if (isScalarType(type) && !addressTaken) {
      const volatile = type.volatile === true ? ({ volatile: true } as const) : {};
      const made = this.newVariable({
        name: owner + declaration.name,
        type: machineType(type, this.model),
        role: "global",
        ...volatile,
      });
      this.#globals.push(made);
      return { kind: "variable", variable: made };
    }
    let element = type;
    while (element.kind === "array") element = element.element;
    const shape = objectShape(declaration, this.model);
    const made = this.newObject({
      ...shape,
      name: owner + declaration.name,
      size: isComplete(type) ? shape.size : undefined,
      role: "global",
      ...(declaration.fixedAddress === undefined ? {} : { fixedAddress: declaration.fixedAddress }),
      ...(element.const === true ? ({ readOnly: true } as const) : constantParts(type, this.model)),
    });
    this.#objects.push(made);
    return memoryStorage(made);
  }

  stringObject(elements: readonly number[], elementBytes: number): MemoryObject {
    const key = `${elementBytes}:${elements.join(",")}`;
    const known = this.#strings.get(key);
    if (known !== undefined) return known.object;
    const object = this.newObject({
      name: `"${showString(elements)}"`,
      role: "string",
      size: elements.length * elementBytes,
      align: elementBytes,
      readOnly: true,
      ...(elementBytes === 1 ? { text: textOf(elements) } : {}),
    });
    this.#strings.set(key, { object, elements, bytes: elementBytes });
    this.#objects.push(object);
    return object;
  }

  // --- Functions ----------------------------------------------------------------------------------------------------

  functionOf(declaration: FunctionDeclaration): ReturnType<Linked["functionOf"]> {
    const linked = this.#linked.functionOf(declaration);
    if (!linked.defined && !this.#called.has(linked.name))
      this.#called.set(linked.name, { declaration: linked.declaration, range: linked.declaration.range });
    return linked;
  }

  functionObject(declaration: FunctionDeclaration): MemoryObject {
    const { name, declaration: chosen } = this.functionOf(declaration);
    const known = this.#functionObjects.get(name);
    if (known !== undefined) return known.object;
    const object = this.newObject({ name, role: "function", size: undefined, align: 1, function: name });
    this.#functionObjects.set(name, { object, declaration: chosen });
    this.#objects.push(object);
    return object;
  }

  presenceOf(declaration: FunctionDeclaration | ObjectDeclaration): Variable | undefined {
    const linked =
      declaration.kind === "function" ? this.#linked.functionOf(declaration) : this.#linked.objectOf(declaration);
    if (linked.defined || !linked.weak) return undefined;
    const known = this.#presences.get(linked.declaration);
    if (known !== undefined) return known.variable;
    const made = this.newVariable({ name: `$${linked.name} is there`, type: intType(32, "signed"), role: "global" });
    this.#globals.push(made);
    this.#presences.set(linked.declaration, { variable: made, range: linked.declaration.range });
    return made;
  }

  /** Undefined functions that some edge calls, or that something points to. */
  #externals(functions: ReadonlyMap<string, FunctionGraph>): Map<string, ExternalFunction> {
    const wanted = new Set<string>();
    for (const graph of functions.values()) {
      for (const { op } of graph.edges) {
        if (op.kind === "call" && op.callee.kind === "direct" && !functions.has(op.callee.name))
          wanted.add(op.callee.name);
      }
    }
    for (const name of this.#functionObjects.keys()) if (!functions.has(name)) wanted.add(name);
    const externals = new Map<string, ExternalFunction>();
    for (const [called, { declaration, range }] of this.#called) {
      for (const name of [called, libraryName(called, "undefined")]) {
        if (!wanted.has(name) || externals.has(name)) continue;
        const signature = declaredSignature(declaration, this.model);
        const pure = declaration.pure === true ? ({ pure: true } as const) : {};
        externals.set(name, {
          name,
          signature,
          noreturn: isNoReturn(declaration, called, "undefined"),
          ...pure,
          range,
        });
      }
    }
    for (const name of wanted) {
      if (externals.has(name)) continue;
      const signature = { parameters: [], variadic: false, unprototyped: true, result: undefined };
      externals.set(name, { name, signature, noreturn: true, range: NO_RANGE });
    }
    return externals;
  }

  // --- Ids ----------------------------------------------------------------------------------------------------------

  newVariable(parts: Omit<Variable, "id">): Variable {
    const made: Variable = { id: this.#allVariables.length, ...parts };
    this.#allVariables.push(made);
    return made;
  }

  newObject(parts: Omit<MemoryObject, "id">): MemoryObject {
    const made: MemoryObject = { id: this.#allObjects.length, ...parts };
    this.#allObjects.push(made);
    return made;
  }

  labelNumber(functionName: string, label: string): number {
    const labels = memoised(this.#labels, functionName, () => new Map<string, number>());
    const known = labels.get(label);
    if (known !== undefined) return known;
    this.#labelCount += 1;
    labels.set(label, this.#labelCount);
    return this.#labelCount;
  }

  addressedLabels(functionName: string): readonly (readonly [string, number])[] {
    return [...(this.#labels.get(functionName) ?? [])];
  }

  overApproximate(what: string, range: SourceRange): void {
    this.#overApproximations.push({ what, range });
  }

  exploresOrders(range: SourceRange): boolean {
    return this.#exploreOrders.size > 0 && this.#exploreOrders.has(orderKey(range));
  }

  addOrderSite(site: OrderSite): void {
    this.#orders.push(site);
  }

  assumeThat(what: string, range: SourceRange): void {
    this.#assumptions.push({ what, range });
  }
}

function showString(elements: readonly number[]): string {
  const shown = elements.slice(0, -1).slice(0, 24);
  const text = shown.map((code) => (code >= 32 && code < 127 ? String.fromCharCode(code) : "?")).join("");
  return elements.length - 1 > shown.length ? `${text}...` : text;
}

/** A literal's characters without the end that C puts there; an array's initialiser may have left it out. */
function textOf(elements: readonly number[]): string {
  let text = "";
  for (const code of elements) text += String.fromCharCode(code);
  return text.endsWith("\0") ? text.slice(0, -1) : text;
}

function declaresErrno(unit: TranslationUnit): boolean {
  return (
    unit.objects.some(({ name, storage }) => name === "errno" && storage === "extern") ||
    unit.functions.some(({ name }) => ERRNO_ADDRESS.has(name))
  );
}
