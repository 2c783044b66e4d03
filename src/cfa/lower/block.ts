/**
 * Lives of objects in blocks. An object of an inner block comes to life where the block is entered, by falling into it or
 * by a jump, and dies where it is left, by reaching its end or by break, continue or goto. (A return ends the whole
 * function's objects at once.) Only objects in memory that something may point to matter.
 */
import type { ObjectDeclaration, Statement } from "../../c/ast.ts";
import { isVariable } from "../../c/type-operations.ts";
import type { CType } from "../../c/types.ts";
import type { MemoryObject } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import { type BlockScope, type Lowering, plain } from "./context.ts";
import { isScalarType } from "./types.ts";

/** The block with what its declarations make; it begins here. */
export function enterBlock(f: Lowering, statements: readonly Statement[], range: SourceRange): BlockScope {
  f.blockCount += 1;
  const outer = f.around.blocks?.at(-1)?.path;
  const block: BlockScope = { path: outer === undefined ? `${f.blockCount}` : `${outer}.${f.blockCount}`, objects: [] };
  for (const statement of statements) {
    if (statement.kind !== "declaration") continue;
    for (const object of statement.objects) if (object.storage === "automatic") addToBlock(f, block, object);
  }
  begin(f, block.objects, range);
  return block;
}

function addToBlock(f: Lowering, block: BlockScope, declaration: ObjectDeclaration): void {
  if (isScalarType(declaration.type) && !declaration.addressTaken) return;
  f.blockPath = block.path;
  const storage = f.declare(declaration);
  f.blockPath = undefined;
  if (storage.kind === "memory" && storage.object !== undefined && isPointedTo(declaration))
    block.objects.push(storage.object);
}

/** A compound literal lives as long as the block around it, and anew whenever it is evaluated. */
export function beginLiteral(f: Lowering, declaration: ObjectDeclaration, range: SourceRange): void {
  const block = f.around.blocks?.at(-1);
  if (block === undefined) return;
  const storage = f.declare(declaration);
  if (storage.kind !== "memory" || storage.object === undefined) return;
  if (!block.objects.includes(storage.object)) block.objects.push(storage.object);
  begin(f, [storage.object], range);
}

export function begin(f: Lowering, objects: readonly MemoryObject[], range: SourceRange): void {
  change(f, "begins", objects, range);
}

export function end(f: Lowering, blocks: readonly BlockScope[], range: SourceRange): void {
  change(
    f,
    "ends",
    blocks.flatMap(({ objects }) => objects),
    range,
  );
}

function change(f: Lowering, kind: "begins" | "ends", objects: readonly MemoryObject[], range: SourceRange): void {
  // The size of a variable-length array is known where it is declared: it comes to life there.
  const own = kind === "begins" ? objects.filter(({ size }) => size !== undefined) : objects;
  if (own.length > 0) f.emit({ kind: "lifetime", change: kind, objects: [...own] }, plain(range));
}

/** A jump leaves blocks and enters others. */
function cross(f: Lowering, from: readonly BlockScope[], to: readonly BlockScope[], range: SourceRange): void {
  end(
    f,
    from.filter((block) => !to.includes(block)),
    range,
  );
  begin(
    f,
    to.filter((block) => !from.includes(block)).flatMap(({ objects }) => objects),
    range,
  );
}

export function resolveGotos(f: Lowering): void {
  for (const { at, label, blocks, range } of f.gotos) {
    f.graph.resume(at);
    cross(f, blocks, f.labelBlocks.get(label) ?? [], range);
    f.graph.jump(f.label(label, range), range);
  }
}

/** Whether a pointer to the object, or to a part of it, can come into the world. */
function isPointedTo({ type, addressTaken }: ObjectDeclaration): boolean {
  return addressTaken || isVariable(type) || hasArray(type);
}

function hasArray(type: CType): boolean {
  if (type.kind === "array") return true;
  return type.kind === "record" && (type.body.members ?? []).some((member) => hasArray(member.type));
}
