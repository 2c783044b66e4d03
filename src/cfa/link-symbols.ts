/**
 * What the linker sees: which declarations are one thing. A declaration stands for a symbol, which is its name unless
 * `asm("name")` says another. Inside its unit a static definition takes its symbol for all declarations there; an alias
 * makes its symbol another name of the target's. Everything else is one thing a symbol.
 */
import type { FunctionDeclaration, ObjectDeclaration } from "../c/ast.ts";
import type { Diagnostics } from "../util/diagnostic.ts";

type Declaration = FunctionDeclaration | ObjectDeclaration;

/** A symbol with external linkage, or the declaration of something that only its unit knows. */
export type Key<D extends Declaration> = string | D;

function isInternal(declaration: Declaration): boolean {
  return declaration.kind === "function" ? declaration.internal === true : declaration.storage !== "extern";
}

function isDefined(declaration: Declaration): boolean {
  return declaration.kind === "function" ? declaration.body !== undefined : declaration.defined;
}

function symbolOf(declaration: Declaration): string {
  return declaration.symbol ?? declaration.name;
}

/** Sorts the declarations of each unit; aliases of what is not there are errors. */
export function keysOf<D extends Declaration>(
  units: readonly (readonly D[])[],
  diagnostics: Diagnostics,
): (declaration: D) => Key<D> {
  const keys = new Map<D, Key<D>>();
  const aliases = new Map<string, Key<D>>();
  const defined = new Map<string, D>();
  for (const unit of units)
    for (const declaration of unit)
      if (!isInternal(declaration) && isDefined(declaration) && declaration.alias === undefined) {
        const before = defined.get(symbolOf(declaration));
        if (before === undefined || before.weak === true) defined.set(symbolOf(declaration), declaration);
      }
  for (const unit of units) {
    const own = ownSymbols(unit);
    for (const declaration of unit) {
      const symbol = symbolOf(declaration);
      const target = declaration.alias;
      if (target === undefined) {
        const inside = isDefined(declaration) ? undefined : own.get(symbol);
        keys.set(declaration, isInternal(declaration) ? (inside ?? declaration) : (inside ?? symbol));
        continue;
      }
      const inside = own.get(target);
      if (inside === undefined && !isDefinedHere(unit, target))
        diagnostics.error(
          `'${declaration.name}' is an alias of '${target}', which is not defined here`,
          declaration.range,
        );
      // A weak alias gives way to a definition elsewhere.
      const isReplaced = declaration.weak === true && defined.has(symbol) && !isInternal(declaration);
      keys.set(declaration, isReplaced ? symbol : (inside ?? target));
      if (!isReplaced && !isInternal(declaration)) aliases.set(symbol, inside ?? target);
    }
  }
  return (declaration) => followAliases(keys.get(declaration) ?? symbolOf(declaration), aliases);
}

/** Static definitions at file scope, by symbol. */
function ownSymbols<D extends Declaration>(unit: readonly D[]): ReadonlyMap<string, D> {
  const own = new Map<string, D>();
  for (const declaration of unit) {
    const isLocal = declaration.kind === "object" && declaration.function !== undefined;
    if (isInternal(declaration) && isDefined(declaration) && (!isLocal || declaration.symbol !== undefined))
      own.set(symbolOf(declaration), declaration);
  }
  return own;
}

function isDefinedHere(unit: readonly Declaration[], symbol: string): boolean {
  return unit.some(
    (other) => symbolOf(other) === symbol && !isInternal(other) && (isDefined(other) || other.alias !== undefined),
  );
}

function followAliases<D extends Declaration>(start: Key<D>, aliases: ReadonlyMap<string, Key<D>>): Key<D> {
  const seen = new Set<Key<D>>();
  let at = start;
  while (typeof at === "string" && !seen.has(at)) {
    seen.add(at);
    at = aliases.get(at) ?? at;
  }
  return at;
}
