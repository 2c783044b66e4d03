/**
 * Linking translation units: which definition a name stands for. Functions and objects with internal linkage belong to
 * their unit and keep their name unless another unit uses it too; everything else is one thing a name. A definition wins
 * over declarations; two definitions of one name are an error unless both are `inline` or tentative (`int x;`).
 */
import type { FunctionDeclaration, ObjectDeclaration, TranslationUnit } from "../c/ast.ts";
import type { Diagnostics } from "../util/diagnostic.ts";
import type { SourceMap, SourceRange } from "../util/source.ts";
import type { LinkedFunction } from "./lower/context.ts";

/** One object of the linked program; `declaration` is the one that defines it, if any does. */
export interface LinkedObject {
  readonly name: string;
  readonly declaration: ObjectDeclaration;
  readonly defined: boolean;
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

export function link(units: readonly TranslationUnit[], sources: SourceMap, diagnostics: Diagnostics): Linked {
  const functions = linkFunctions(units, sources, diagnostics);
  const objects = linkObjects(units, functions.functionOf, diagnostics);
  return { ...functions, ...objects };
}

// --- Functions --------------------------------------------------------------------------------------------------------

function linkFunctions(
  units: readonly TranslationUnit[],
  sources: SourceMap,
  diagnostics: Diagnostics,
): Pick<Linked, "definitions" | "functionOf"> {
  const external = new Map<string, FunctionDeclaration>();
  for (const unit of units) {
    for (const declaration of unit.functions) {
      if (declaration.internal !== true) chooseFunction(external, declaration, diagnostics);
    }
  }
  const linked = new Map<FunctionDeclaration, LinkedFunction>();
  const byName = new Map<string, LinkedFunction>();
  for (const [name, declaration] of external) {
    const made: LinkedFunction = { name, declaration, defined: declaration.body !== undefined };
    byName.set(name, made);
    linked.set(declaration, made);
  }
  const taken = new Set(external.keys());
  for (const unit of units) {
    for (const declaration of unit.functions) {
      if (declaration.internal !== true || linked.has(declaration)) continue;
      const name = freeName(declaration, taken, sources);
      linked.set(declaration, { name, declaration, defined: declaration.body !== undefined });
    }
  }
  const functionOf = (declaration: FunctionDeclaration): LinkedFunction => {
    const known = linked.get(declaration) ?? byName.get(declaration.name);
    if (known !== undefined) return known;
    const made = { name: declaration.name, declaration, defined: declaration.body !== undefined };
    byName.set(declaration.name, made);
    return made;
  };
  const definitions = units.flatMap((unit) =>
    unit.functions
      .filter((declaration) => declaration.body !== undefined && functionOf(declaration).declaration === declaration)
      .map(functionOf),
  );
  return { definitions, functionOf };
}

function chooseFunction(
  chosen: Map<string, FunctionDeclaration>,
  declaration: FunctionDeclaration,
  diagnostics: Diagnostics,
): void {
  const before = chosen.get(declaration.name);
  if (before === undefined || before.body === undefined) {
    // Among declarations the first one that says something about the parameters is the best.
    const better = declaration.body !== undefined || (before?.type.unprototyped ?? true);
    if (better) chosen.set(declaration.name, declaration);
    return;
  }
  if (declaration.body === undefined || declaration.inline === true) return;
  if (before.inline === true) {
    chosen.set(declaration.name, declaration);
    return;
  }
  duplicate(declaration.name, declaration, before, diagnostics);
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
  const file = sources.fileAt(declaration.range.start)?.name.replace(/^.*\//, "");
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
  const external = new Map<string, ObjectDeclaration[]>();
  const linked = new Map<ObjectDeclaration, LinkedObject>();
  const order: (LinkedObject | string)[] = [];
  for (const unit of units) {
    for (const declaration of new Set(unit.objects)) {
      if (declaration.storage !== "extern") {
        const own = internalObject(declaration, unit, functionOf);
        linked.set(declaration, own);
        order.push(own);
        continue;
      }
      const same = external.get(declaration.name);
      if (same === undefined) order.push(declaration.name);
      external.set(declaration.name, [...(same ?? []), declaration]);
    }
  }
  const byName = new Map<string, LinkedObject>();
  for (const [name, same] of external) byName.set(name, mergeObjects(name, same, diagnostics));
  const objects = order.map((item) => (typeof item === "string" ? (byName.get(item) as LinkedObject) : item));
  const objectOf = (declaration: ObjectDeclaration): LinkedObject => {
    const known =
      linked.get(declaration) ?? (declaration.storage === "extern" ? byName.get(declaration.name) : undefined);
    if (known !== undefined) return known;
    const made =
      declaration.storage === "extern"
        ? mergeObjects(declaration.name, [declaration], diagnostics)
        : unlisted(declaration);
    linked.set(declaration, made);
    if (declaration.storage === "extern") byName.set(declaration.name, made);
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
  return { name, declaration, defined: true, addressTaken, owner: undefined, scope: EVERYWHERE };
}

function mergeObjects(name: string, same: readonly ObjectDeclaration[], diagnostics: Diagnostics): LinkedObject {
  const initialised = same.filter((declaration) => declaration.initialiser !== undefined);
  const [first, second] = initialised;
  if (first !== undefined && second !== undefined) duplicate(name, second, first, diagnostics);
  const defining = first ?? same.find((declaration) => declaration.defined) ?? same[0];
  if (defining === undefined) throw new Error(`object ${name} should have a declaration`);
  return {
    name,
    declaration: defining,
    defined: defining.defined,
    addressTaken: same.some((declaration) => declaration.addressTaken),
    owner: undefined,
    scope: EVERYWHERE,
  };
}
