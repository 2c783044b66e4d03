/** The heap, the ends of a program, and what verification tasks use to say "error" and "assume". */
import {
  ALIGNED,
  libraryMeaning,
  ONE_OBJECT,
  POINTER_MOVED,
  POINTER_TO_OBJECT,
  TOO_MANY_ORDERS,
  UNSEQUENCED,
} from "../../cfa/library-names.ts";
import { Stop } from "../end.ts";
import { isOneObject } from "../memory.ts";
import { type LibraryContext, type LibraryFunction, type LibraryTable, numberAt, sizeAt } from "./library.ts";

/** 0 where there is no memory. */
export function allocate(context: LibraryContext, name: string, size: number): number {
  if (!context.hasMemory(name)) return 0;
  return context.runtime.heap.allocate(size, "program") ?? context.runtime.memoryFull();
}

const reallocate: LibraryFunction = (context, operands) => {
  const { runtime } = context;
  const old = numberAt(operands, 0);
  const size = sizeAt(context, operands, 1);
  if (old === 0) return allocate(context, "realloc", size);
  const known = runtime.heap.sizeOf(old);
  if (known === undefined) return runtime.stopUndefined("invalid-free", "realloc of what is not a live heap block");
  // Whether that frees, and what it returns, is the library's choice.
  if (size === 0) return runtime.unsupported("realloc to no bytes");
  const fresh = allocate(context, "realloc", size);
  if (fresh === 0) return 0;
  runtime.move(fresh, old, Math.min(known, size));
  runtime.heap.release(old);
  return fresh;
};

const release: LibraryFunction = (context, operands) => {
  const address = numberAt(operands, 0);
  if (address === 0) return undefined;
  const result = context.runtime.heap.release(address);
  if (result === "freed-before") context.runtime.stopUndefined("invalid-free", "double free");
  if (result === "not-allocated") context.runtime.stopUndefined("invalid-free", "free of what is not a heap block");
  return undefined;
};

const pushStack: LibraryFunction = (context, operands) =>
  context.runtime.pushStack(sizeAt(context, operands, 0), 16, context.runtime.edge);

const end: LibraryFunction = (_context, operands) => {
  throw new Stop({ kind: "exit", status: numberAt(operands, 0) & 255 });
};

const exit: LibraryFunction = (context, operands) => {
  runAtExit(context);
  return end(context, operands);
};

/** What the program registered with `atexit`; a function that is registered meanwhile runs next. */
export function runAtExit(context: LibraryContext): void {
  for (let next = context.state.atExit.pop(); next !== undefined; next = context.state.atExit.pop())
    context.call(next, []);
}

export const control: LibraryTable = {
  // Rounding to nearest is the only mode here.
  fesetround: (context, operands) =>
    numberAt(operands, 0) === 0 ? 0 : context.runtime.unsupported("fesetround to another rounding mode"),
  fegetround: () => 0,
  malloc: (context, operands) => allocate(context, "malloc", sizeAt(context, operands, 0)),
  valloc: (context, operands) => allocate(context, "valloc", sizeAt(context, operands, 0)),
  aligned_alloc: (context, operands) => allocate(context, "aligned_alloc", sizeAt(context, operands, 1)),
  calloc: (context, operands) => {
    const size = sizeAt(context, operands, 0) * sizeAt(context, operands, 1);
    const address = allocate(context, "calloc", size);
    if (address !== 0) context.runtime.zero(address, size, context.runtime.edge);
    return address;
  },
  realloc: reallocate,
  reallocarray: (context, operands) =>
    reallocate(context, [operands[0] ?? 0, sizeAt(context, operands, 1) * sizeAt(context, operands, 2)]),
  free: release,
  cfree: release,
  alloca: pushStack,
  __alloca: pushStack,
  __builtin_alloca: pushStack,
  __builtin_alloca_with_align: pushStack,
  exit,
  _exit: end,
  _Exit: end,
  quick_exit: end,
  __builtin_exit: exit,
  atexit: (context, operands) => {
    context.state.atExit.push(numberAt(operands, 0));
    return 0;
  },
};

/** Functions that have their meaning from the shared table of names; undefined where the name has none there. */
export function conventional(name: string): LibraryFunction | undefined {
  if (name === TOO_MANY_ORDERS) return (context) => context.runtime.unsupported(name);
  if (name === UNSEQUENCED) return (context) => context.runtime.stopUndefined("unsequenced", UNSEQUENCED);
  if (name === ALIGNED)
    return ({ runtime }, operands) => {
      if (numberAt(operands, 0) % numberAt(operands, 1) !== 0)
        runtime.stopUndefined("misaligned", `an address that is no multiple of ${numberAt(operands, 1)} is accessed`);
    };
  if (name === ONE_OBJECT)
    return ({ runtime }, operands) => {
      if (!isOneObject(runtime.memory, numberAt(operands, 0), numberAt(operands, 1)))
        runtime.stopUndefined("different-objects", "pointers into different objects are subtracted or ordered");
    };
  if (name === POINTER_MOVED)
    return ({ runtime }, operands) => {
      const [from, to] = [numberAt(operands, 0), numberAt(operands, 1)];
      // A block of no bytes has one place, which is its end.
      const isEmptyBlock = from === to && runtime.heap.sizeOf(from) === 0;
      if (!isEmptyBlock && !isOneObject(runtime.memory, from, to))
        runtime.stopUndefined("pointer-overflow", "a pointer is moved out of its object");
    };
  if (name === POINTER_TO_OBJECT)
    return ({ runtime }, operands) => {
      const address = numberAt(operands, 0);
      const isPlace = address === 0 || runtime.heap.sizeOf(address) === 0;
      if (!isPlace && !isOneObject(runtime.memory, address, address))
        runtime.stopUndefined("pointer-primitive", "a question is asked about a pointer to nothing that is there");
    };
  const stop = ({ runtime: { edge } }: LibraryContext, kind: "error" | "assumption" | "abort"): never => {
    throw new Stop(kind === "error" ? { kind, function: name, edge } : { kind, edge });
  };
  switch (libraryMeaning(name)) {
    case "error":
      return (context) => stop(context, "error");
    case "error-if-zero":
      return (context, operands) => (Number(operands[0]) === 0 ? stop(context, "error") : undefined);
    case "assume":
      return (context, operands) => (Number(operands[0]) === 0 ? stop(context, "assumption") : undefined);
    case "end":
      return (context) => stop(context, "abort");
    case "unsupported":
      return (context) => context.runtime.unsupported(name);
    case "no-op":
      return () => 0;
    default:
      return undefined;
  }
}
