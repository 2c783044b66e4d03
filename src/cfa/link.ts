/**
 * Linking translation units: which definition a name stands for. Functions and objects with internal linkage belong to
 * their unit and keep their name unless another unit uses it too; everything else is one thing a symbol (`link-symbols.ts`).
 * A definition wins over declarations, and over a weak one; two definitions of one symbol are an error unless they are
 * `inline` or tentative (`int x;`).
 */
import type { FunctionDeclaration, ObjectDeclaration, TranslationUnit } from "../c/ast.ts";
import { compatible, unqualified } from "../c/type-operations.ts";
import type { Diagnostics } from "../util/diagnostic.ts";
import type { SourceMap, SourceRange } from "../util/source.ts";
import { fileLocalName, isFileLocalName } from "./link-statics.ts";
import { keysOf } from "./link-symbols.ts";
import type { LinkedFunction } from "./lower/context.ts";

/** One object of the linked program; `declaration` is the one that defines it, if any does. */
interface LinkedObject {
  readonly name: string;
  readonly declaration: ObjectDeclaration;
  readonly defined: boolean;
  /** Where it is not defined either, its address may be null. */
  readonly weak: boolean;
  readonly addressTaken: boolean;
  /** For a static local: the linked name of its function. */
  readonly owner: string | undefined;
  /** Where the name is visible. */
  readonly scope: SourceRange;
}

export interface Linked {
  /** Defined functions in order of their units and declarations. */
  readonly definitions: readonly LinkedFunction[];
  functionOf(declaration: FunctionDeclaration): LinkedFunction;
  /** Objects with static storage, in order; each linked one once. */
  readonly objects: readonly LinkedObject[];
  objectOf(declaration: ObjectDeclaration): LinkedObject;
}

// File scope reaches from a declaration to the end of the unit, which spans many files of the virtual text.
const EVERYWHERE: SourceRange = { start: 0, end: Number.MAX_SAFE_INTEGER };

export function link(
  units: readonly TranslationUnit[],
  sources: SourceMap,
  diagnostics: Diagnostics,
  duplicates: "error" | "first" = "error",
): Linked {
  const functions = linkFunctions(units, sources, diagnostics, duplicates);
  const objects = linkObjects(units, functions.functionOf, diagnostics);
  return { ...functions, ...objects };
}

// --- Functions --------------------------------------------------------------------------------------------------------

function linkFunctions(
  units: readonly TranslationUnit[],
  sources: SourceMap,
  diagnostics: Diagnostics,
  duplicates: "error" | "first",
): Pick<Linked, "definitions" | "functionOf"> {
  const keyOf = keysOf(
    units.map((unit) => unit.functions),
    diagnostics,
  );
  const external = new Map<string, FunctionDeclaration>();
  const declared = new Map<string, FunctionDeclaration[]>();
  for (const unit of units) {
    for (const declaration of unit.functions) {
      const key = keyOf(declaration);
      if (typeof key !== "string") continue;
      chooseFunction(external, key, declaration, duplicates, diagnostics);
      declared.set(key, [...(declared.get(key) ?? []), declaration]);
    }
  }
  const linked = new Map<FunctionDeclaration, LinkedFunction>();
  const byName = new Map<string, LinkedFunction>();
  const taken = new Set<string>();
  for (const [symbol, declaration] of external) {
    const same = declared.get(symbol) ?? [];
    const name = externalName(symbol, declaration, same, external, taken);
    taken.add(name);
    const weak = same.some((other) => other.weak === true);
    const made: LinkedFunction = { name, declaration, defined: declaration.body !== undefined, weak };
    byName.set(symbol, made);
    linked.set(declaration, made);
  }
  for (const unit of units) {
    for (const declaration of unit.functions) {
      if (keyOf(declaration) !== declaration || linked.has(declaration)) continue;
      const name = freeName(declaration, taken, sources);
      linked.set(declaration, { name, declaration, defined: declaration.body !== undefined, weak: false });
    }
  }
  exportStatics(byName, linked, sources, diagnostics);
  const functionOf = (declaration: FunctionDeclaration): LinkedFunction => {
    const key = keyOf(declaration);
    const known = typeof key === "string" ? byName.get(key) : linked.get(key);
    if (known !== undefined) return known;
    const name = declaration.name;
    const made = { name, declaration, defined: declaration.body !== undefined, weak: declaration.weak === true };
    byName.set(name, made);
    return made;
  };
  const definitions = units.flatMap((unit) =>
    unit.functions
      .filter((declaration) => declaration.body !== undefined && functionOf(declaration).declaration === declaration)
      .map(functionOf),
  );
  return { definitions, functionOf };
}

/** What is declared by CBMC's name of a static function is that function. */
function exportStatics(
  byName: Map<string, LinkedFunction>,
  linked: ReadonlyMap<FunctionDeclaration, LinkedFunction>,
  sources: SourceMap,
  diagnostics: Diagnostics,
): void {
  for (const [symbol, { declaration, defined }] of byName) {
    if (defined || !isFileLocalName(symbol)) continue;
    const found = [...linked].find(([one]) => one.internal === true && fileLocalName(one, sources) === symbol);
    if (found === undefined) diagnostics.error(`there is no static function for '${symbol}'`, declaration.range);
    else byName.set(symbol, found[1]);
  }
}

/**
 * What an external function is called here: by its symbol, where a declaration has it as its name or where it is that of
 * a library function; headers also give their own functions symbols (`scanf` is `__isoc99_scanf`), which nobody knows.
 */
function externalName(
  symbol: string,
  chosen: FunctionDeclaration,
  same: readonly FunctionDeclaration[],
  external: ReadonlyMap<string, FunctionDeclaration>,
  taken: ReadonlySet<string>,
): string {
  const { name } = chosen;
  if (name === symbol || same.some((other) => other.name === symbol)) return symbol;
  if (external.has(name) || taken.has(name)) return symbol;
  const isOfHeader = symbol.startsWith("__") || symbol === `${name}64`;
  return chosen.body !== undefined || isOfHeader ? name : symbol;
}

function chooseFunction(
  chosen: Map<string, FunctionDeclaration>,
  symbol: string,
  declaration: FunctionDeclaration,
  duplicates: "error" | "first",
  diagnostics: Diagnostics,
): void {
  const before = chosen.get(symbol);
  if (before === undefined || before.body === undefined) {
    // Among declarations the first one that says something about the parameters is the best.
    const better = declaration.body !== undefined || (before?.type.unprototyped ?? true);
    if (better) chosen.set(symbol, declaration);
    return;
  }
  if (declaration.body === undefined || declaration.inline === true) return;
  if (declaration.weak === true) return;
  if (before.inline === true || before.weak === true) {
    chosen.set(symbol, declaration);
    return;
  }
  if (duplicates === "first")
    diagnostics.warning(`'${declaration.name}' is defined before: the first definition wins`, declaration.range);
  else duplicate(declaration.name, declaration, before, diagnostics);
}

function duplicate(
  name: string,
  second: { readonly range: FunctionDeclaration["range"] },
  first: { readonly range: FunctionDeclaration["range"] },
  diagnostics: Diagnostics,
): void {
  const notes = [{ message: "first defined here", range: first.range }];
  diagnostics.report("error", `multiple definition of '${name}'`, second.range, notes);
}

/** The plain name where it is free, else one that says where the function is from. */
function freeName(declaration: FunctionDeclaration, taken: Set<string>, sources: SourceMap): string {
  const file = sources.resolve(declaration.range.start)?.file.replace(/^.*\//, "");
  const base = taken.has(declaration.name) ? `${declaration.name}@${file ?? "unit"}` : declaration.name;
  let name = base;
  for (let i = 2; taken.has(name); i += 1) name = `${base}#${i}`;
  taken.add(name);
  return name;
}

// --- Objects ----------------------------------------------------------------------------------------------------------

function linkObjects(
  units: readonly TranslationUnit[],
  functionOf: Linked["functionOf"],
  diagnostics: Diagnostics,
): Pick<Linked, "objects" | "objectOf"> {
  const keyOf = keysOf(
    units.map((unit) => [...new Set(unit.objects)]),
    diagnostics,
  );
  const external = new Map<string, ObjectDeclaration[]>();
  const within = new Map<ObjectDeclaration, ObjectDeclaration[]>();
  const linked = new Map<ObjectDeclaration, LinkedObject>();
  const order: (LinkedObject | string)[] = [];
  for (const unit of units) {
    for (const declaration of new Set(unit.objects)) {
      const key = keyOf(declaration);
      if (key === declaration) {
        const own = internalObject(declaration, unit, functionOf);
        linked.set(declaration, own);
        order.push(own);
      } else if (typeof key !== "string") within.set(key, [...(within.get(key) ?? []), declaration]);
      else {
        const same = external.get(key);
        if (same === undefined) order.push(key);
        external.set(key, [...(same ?? []), declaration]);
      }
    }
  }
  for (const [declaration, others] of within) shareObject(declaration, others);
  const byName = new Map<string, LinkedObject>();
  for (const [name, same] of external) byName.set(name, mergeObjects(name, same, diagnostics));
  const objects = order.map((item) => (typeof item === "string" ? (byName.get(item) as LinkedObject) : item));
  const objectOf = (declaration: ObjectDeclaration): LinkedObject => {
    const key = keyOf(declaration);
    const known = typeof key === "string" ? byName.get(key) : linked.get(key);
    if (known !== undefined) return known;
    const made =
      declaration.storage === "extern"
        ? mergeObjects(declaration.name, [declaration], diagnostics)
        : unlisted(declaration);
    if (typeof key === "string") byName.set(key, made);
    else linked.set(key, made);
    return made;
  };
  return { objects, objectOf };
}

function internalObject(
  declaration: ObjectDeclaration,
  unit: TranslationUnit,
  functionOf: Linked["functionOf"],
): LinkedObject {
  const { name, function: owner } = declaration;
  const inside = owner === undefined ? undefined : unit.functions.find((candidate) => candidate.name === owner);
  return {
    ...unlisted(declaration),
    owner: inside === undefined ? undefined : functionOf(inside).name,
    scope: inside?.body === undefined ? EVERYWHERE : { start: declaration.range.start, end: inside.body.end },
    name,
  };
}

/** The storage of a compound literal outside of functions is in no list. */
function unlisted(declaration: ObjectDeclaration): LinkedObject {
  const { name, addressTaken } = declaration;
  return { name, declaration, defined: true, weak: false, addressTaken, owner: undefined, scope: EVERYWHERE };
}

/** One object under several names is in memory as soon as one of them asks for that, or sees it as another type. */
function shareObject(declaration: ObjectDeclaration, others: readonly ObjectDeclaration[]): void {
  const differs = others.some((other) => !compatible(unqualified(other.type), unqualified(declaration.type)));
  if (differs || others.some((other) => other.addressTaken)) declaration.addressTaken = true;
}

function mergeObjects(symbol: string, same: readonly ObjectDeclaration[], diagnostics: Diagnostics): LinkedObject {
  const strong = same.filter((declaration) => declaration.weak !== true);
  const [first, second] = strong.filter((declaration) => declaration.initialiser !== undefined);
  if (first !== undefined && second !== undefined) duplicate(symbol, second, first, diagnostics);
  const defining =
    first ??
    strong.find((declaration) => declaration.defined) ??
    same.find((declaration) => declaration.initialiser !== undefined) ??
    same.find((declaration) => declaration.defined) ??
    same[0];
  if (defining === undefined) throw new Error(`object ${symbol} should have a declaration`);
  shareObject(defining, same);
  const { name } = defining;
  return {
    name,
    weak: same.some((declaration) => declaration.weak === true),
    declaration: defining,
    defined: defining.defined,
    addressTaken: same.some((declaration) => declaration.addressTaken),
    owner: undefined,
    scope: EVERYWHERE,
  };
}
