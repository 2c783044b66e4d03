/**
 * Initialisation of declared objects, local and static. A scalar variable is assigned. An object in memory gets zeros
 * where its initialiser leaves members out, then a store for each entry; entries that store zeros onto zeros are left out.
 */
import type { Expression, Initialiser, InitialiserEntry, ObjectDeclaration } from "../../c/ast.ts";
import { sizeOf } from "../../c/layout.ts";
import { float, integer, type Term } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import { GCC_ORDER } from "../cfa.ts";
import { moveAddress } from "./arithmetic.ts";
import type { Lowering, Storage } from "./context.ts";
import { effectsOf, NO_EFFECTS } from "./effects.ts";
import { value, valueType } from "./expression.ts";
import { interleave, type Part } from "./interleave.ts";
import { copyObject, type Lvalue, write } from "./lvalue.ts";
import { noteOrder } from "./order-note.ts";
import { each, type Step } from "./step.ts";
import { isScalarType } from "./types.ts";
import { changeEachOther } from "./unsequenced.ts";

/** Runs the declaration's initialiser; without one, an automatic object has unknown content and a static one zeros. */
export function initialise(
  f: Lowering,
  declaration: ObjectDeclaration,
  storage: Storage,
  range: SourceRange,
  then: () => Step,
): Step {
  const { initialiser } = declaration;
  if (initialiser === undefined) {
    if (declaration.storage === "automatic") leaveUninitialised(f, storage, range);
    else setToZero(f, declaration, storage, range);
    return then;
  }
  if (storage.kind === "variable") return initialiseVariable(f, declaration, storage, initialiser, range, then);
  if (initialiser.kind === "scalar")
    return initialiseWhole(f, declaration, storage.address, initialiser.value, range, then);
  tellReplaced(f, initialiser);
  return initialiseParts(f, declaration, storage, initialiser, range, then);
}

/** C leaves open whether a value is evaluated that a later initialiser replaces, and what is left of one replaced in part. */
function tellReplaced(f: Lowering, initialiser: Initialiser & { kind: "aggregate" }): void {
  for (const { values, by, range } of initialiser.replaced ?? []) {
    if (by === "part") f.assumeThat("an initialiser replaced in part is forgotten whole, as by gcc", range);
    else if (values.some((value) => effectsOf(value) !== NO_EFFECTS))
      f.assumeThat("an initialiser that a later one replaces is not evaluated, as by gcc", range);
  }
}

function leaveUninitialised(f: Lowering, storage: Storage, range: SourceRange): void {
  if (storage.kind === "variable") f.emit({ kind: "havoc", target: storage.variable, why: "uninitialised" }, range);
  else if (storage.object !== undefined) f.emit({ kind: "uninitialised", object: storage.object }, range);
}

function setToZero(f: Lowering, declaration: ObjectDeclaration, storage: Storage, range: SourceRange): void {
  if (storage.kind === "variable") {
    const type = f.machine(declaration.type);
    const zero = type.kind === "float" ? float(0, type) : integer(0);
    f.emit({ kind: "assign", target: storage.variable, value: zero }, range);
    return;
  }
  const bytes = storage.object?.size ?? 0;
  if (bytes > 0) f.emit({ kind: "zero", address: storage.address, bytes }, range);
}

function initialiseVariable(
  f: Lowering,
  declaration: ObjectDeclaration,
  storage: Storage & { kind: "variable" },
  initialiser: Initialiser,
  range: SourceRange,
  then: () => Step,
): Step {
  const entry = initialiser.kind === "scalar" ? initialiser.value : initialiser.entries.at(-1)?.value;
  if (entry === undefined) {
    setToZero(f, declaration, storage, range);
    return then;
  }
  const to: Lvalue = { kind: "variable", variable: storage.variable, type: declaration.type };
  const into = f.machine(entry.type) === storage.variable.type ? storage.variable : undefined;
  f.initialising.add(storage.variable);
  return value(
    f,
    entry,
    (term) => {
      f.initialising.delete(storage.variable);
      write(f, to, term, range);
      return then;
    },
    into,
  );
}

/** One value for the whole object: a scalar, or a struct copied from another. */
function initialiseWhole(
  f: Lowering,
  declaration: ObjectDeclaration,
  at: Term,
  from: Expression,
  range: SourceRange,
  then: () => Step,
): Step {
  return value(f, from, (term) => {
    place(f, at, { type: declaration.type }, term, range);
    return then;
  });
}

function initialiseParts(
  f: Lowering,
  declaration: ObjectDeclaration,
  storage: Storage & { kind: "memory" },
  { entries, complete }: Initialiser & { kind: "aggregate" },
  range: SourceRange,
  then: () => Step,
): Step {
  const at = storage.address;
  const size = (sizeOf(declaration.type, f.program.model) ?? 0) + (declaration.flexibleBytes ?? 0);
  const covered = covers(f, entries, size);
  // The padding of an automatic object is unspecified; gcc sets it to zero where it has to set members to zero.
  const padded = complete && !covered && declaration.storage === "automatic";
  if (padded) leaveUninitialised(f, storage, range);
  const zeroed = !covered && !padded;
  if (zeroed && size > 0) f.emit({ kind: "zero", address: at, bytes: size }, range);
  const needed = zeroed ? entries.filter((entry) => !isZero(entry.value)) : entries;
  // A range's elements share their value, which is evaluated once.
  const evaluated = new Map<Expression, Term>();
  const uses = countUses(needed);
  if (needed.length > 1 && f.exploresOrders(range)) return initialiseInAnyOrder(f, at, needed, range, then);
  const given = [...uses.keys()];
  // Initialisers are sequenced, but C does not say how: that is no undefined behaviour.
  if (changeEachOther(given)) f.assumeThat(GCC_ORDER, range);
  const note = noteOrder(f, range, given);
  return each(
    needed,
    (entry, next) => {
      const put = (term: Term): Step => {
        note.operand(term);
        const address = moveAddress(at, integer(entry.offset), f.program.pointer);
        place(f, address, entry, term, entry.value);
        return next();
      };
      const known = evaluated.get(entry.value);
      if (known !== undefined) return put(known);
      return value(f, entry.value, (term) => {
        if (uses.get(entry.value) === 1) return put(term);
        const kept =
          isScalarType(entry.type) && !isPlain(term) ? f.save(term, f.machine(entry.type), entry.value) : term;
        evaluated.set(entry.value, kept);
        return put(kept);
      });
    },
    () => {
      note.finish();
      return then;
    },
  );
}

function initialiseInAnyOrder(
  f: Lowering,
  at: Term,
  entries: readonly InitialiserEntry[],
  range: SourceRange,
  then: () => Step,
): Step {
  const evaluated = [...new Set(entries.map((entry) => entry.value))];
  const parts = evaluated.map((of): Part => {
    return { of, type: valueType(f, of.type), evaluate: (done) => value(f, of, done) };
  });
  return interleave(f, range, parts, (terms) => {
    for (const entry of entries) {
      const term = terms[evaluated.indexOf(entry.value)] as Term;
      const address = moveAddress(at, integer(entry.offset), f.program.pointer);
      place(f, address, entry, term, entry.value);
    }
    return then;
  });
}

/** The one kind of write that a const object allows. */
function place(
  f: Lowering,
  address: Term,
  { type, bitField }: Pick<InitialiserEntry, "type" | "bitField">,
  term: Term,
  range: SourceRange,
): void {
  if (isScalarType(type)) write(f, { kind: "memory", address, type, field: bitField }, term, range, "initialise");
  else copyObject(f, address, term, type, range, "initialise");
}

function isPlain(term: Term): boolean {
  return term.kind === "integer" || term.kind === "float" || term.kind === "address";
}

function countUses(entries: readonly InitialiserEntry[]): ReadonlyMap<Expression, number> {
  const uses = new Map<Expression, number>();
  for (const { value } of entries) uses.set(value, (uses.get(value) ?? 0) + 1);
  return uses;
}

/** Whether the entries write every byte of the object. Bit-fields do not count: they share bytes with padding. */
function covers(f: Lowering, entries: readonly InitialiserEntry[], size: number): boolean {
  const parts = entries.filter((entry) => entry.bitField === undefined);
  let reached = 0;
  for (const entry of [...parts].sort((a, b) => a.offset - b.offset)) {
    if (entry.offset > reached) return false;
    // What an x87 number leaves of its storage is padding that nobody reads.
    reached = Math.max(reached, entry.offset + (sizeOf(entry.type, f.program.model) ?? 0));
  }
  return reached >= size;
}

function isZero(e: Expression): boolean {
  let at = e;
  while (at.kind === "convert" && (at.conversion === "value" || at.conversion === "same")) at = at.operand;
  if (at.kind === "integer-constant") return at.value === 0n;
  return at.kind === "floating-constant" && Object.is(at.value, 0);
}
