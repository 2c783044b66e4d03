/**
 * CBMC's questions about memory, and objects of any content. Objects lie apart, so that where one starts and ends shows in
 * what is allocated around an address. Of a pointer to nothing that is there CBMC knows more than addresses tell: such a
 * question ends the run, as not supported.
 */
import { ALLOCATED, ANYTHING, FRESH, faultOf, isOneObject, type Memory, mark, WRITABLE } from "../memory.ts";
import { type LibraryTable, numberAt, sizeAt } from "./library.ts";

/** The object that the address is in, or right behind. */
function objectAt(memory: Memory, address: number): { readonly start: number; readonly end: number } | undefined {
  const isLive = (at: number): boolean => ((memory.shadow[at] ?? 0) & ALLOCATED) !== 0;
  if (!Number.isSafeInteger(address) || address <= 0) return undefined;
  const inside = isLive(address) ? address : isLive(address - 1) ? address - 1 : undefined;
  if (inside === undefined) return undefined;
  let start = inside;
  let end = inside + 1;
  while (isLive(start - 1)) start -= 1;
  while (isLive(end)) end += 1;
  return { start, end };
}

const NOWHERE = "a question about an object that is not there";

export const questions: LibraryTable = {
  __CPROVER_r_ok: (context, operands) => {
    const { memory } = context.runtime;
    const address = numberAt(operands, 0);
    const bytes = sizeAt(context, operands, 1);
    if (bytes === 0) {
      if (address !== 0 && objectAt(memory, address) === undefined) return context.runtime.unsupported(NOWHERE);
      return address === 0 ? 0 : 1;
    }
    return faultOf(memory, address, bytes, "read") === undefined ? 1 : 0;
  },
  __CPROVER_same_object: ({ runtime }, operands) => {
    const [a, b] = [numberAt(operands, 0), numberAt(operands, 1)];
    if (a === 0 || b === 0) {
      if (a !== b && objectAt(runtime.memory, a + b) === undefined) return runtime.unsupported(NOWHERE);
      return a === b ? 1 : 0;
    }
    const [one, other] = [objectAt(runtime.memory, a), objectAt(runtime.memory, b)];
    if (one === undefined || other === undefined) return runtime.unsupported(NOWHERE);
    return isOneObject(runtime.memory, a, b) ? 1 : 0;
  },
  __CPROVER_POINTER_OFFSET: ({ runtime }, operands) => {
    const address = numberAt(operands, 0);
    const object = objectAt(runtime.memory, address);
    return object === undefined ? runtime.unsupported(NOWHERE) : address - object.start;
  },
  __CPROVER_OBJECT_SIZE: ({ runtime }, operands) => {
    const object = objectAt(runtime.memory, numberAt(operands, 0));
    return object === undefined ? runtime.unsupported(NOWHERE) : object.end - object.start;
  },
  __CPROVER_havoc_object: ({ runtime }, operands) => {
    const object = objectAt(runtime.memory, numberAt(operands, 0));
    if (object === undefined) return runtime.unsupported(NOWHERE);
    if (((runtime.memory.shadow[object.start] ?? 0) & WRITABLE) === 0)
      return runtime.unsupported("any content of a constant");
    mark(runtime.memory, object.start, object.end - object.start, FRESH | ANYTHING);
    return undefined;
  },
  klee_make_symbolic: (context, operands) => {
    const { runtime } = context;
    const address = numberAt(operands, 0);
    const bytes = sizeAt(context, operands, 1);
    runtime.require(address, bytes, "write", runtime.edge);
    const object = objectAt(runtime.memory, address);
    // KLEE takes whole objects only, too.
    if (object === undefined || object.start !== address || object.end - object.start !== bytes)
      return runtime.unsupported("a part of an object that is made symbolic");
    mark(runtime.memory, address, bytes, FRESH | ANYTHING);
    return undefined;
  },
};
