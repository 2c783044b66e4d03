/**
 * The concrete level: a program as one graph a function. Here memory still has addresses and calls are still calls;
 * the interpreter and replay run on it, and `model/` derives from it what engines see. No C syntax gets past this
 * file: types are machine types, conversions are `wrap` terms, short circuits and side effects are edges.
 *
 * Invariants of a graph:
 * - A location has either one outgoing edge that is not an assume, or assume edges that exclude each other and cover
 *   all cases (a branch), or none: the exit location, and a location after a call that cannot return.
 * - Terms on an edge read variables only: each read of memory is a `load` edge into a temporary of its own.
 * - An edge's checks hold exactly in the executions in which its evaluation is defined behaviour; all of an edge's
 *   terms are evaluated whenever the edge is taken.
 * - Only the exit location follows a `return`; a function without a `return` on some way has one there without value.
 */

import type { Formula, MemoryObject, Term, Variable } from "../logic/term.ts";
import type { IntType, ScalarType } from "../logic/types.ts";
import type { Int } from "../numbers/int.ts";
import type { SourceMap, SourceRange } from "../util/source.ts";
import type { Shape } from "./shape.ts";

/** The label whose reaching is the property `error-label`; a block's own one (`__label__`) has a number behind it. */
export const ERROR_LABEL = "ERROR";

export function isErrorLabel(label: string): boolean {
  return label === ERROR_LABEL || label.startsWith(`${ERROR_LABEL}@`);
}

export interface Location {
  /** Dense within its function. */
  readonly id: number;
  readonly function: string;
  readonly outgoing: readonly Edge[];
  readonly incoming: readonly Edge[];
  /** C labels that stand here: who is here has reached the statements they stand before. */
  readonly labels?: readonly string[];
  /** Present on the head of a C loop: the range of the loop statement, which starts at its keyword. */
  readonly loop?: SourceRange;
}

export interface Edge {
  /** Dense within its function. */
  readonly id: number;
  readonly source: Location;
  readonly target: Location;
  readonly op: Op;
  readonly checks: readonly Check[];
  readonly range: SourceRange;
}

/** An edge with an operation of one kind. */
export type EdgeOf<Kind extends Op["kind"]> = Edge & { readonly op: Extract<Op, { kind: Kind }> };

export function isEdgeOf<Kind extends Op["kind"]>(edge: Edge, kind: Kind): edge is EdgeOf<Kind> {
  return edge.op.kind === kind;
}

/** What a load or store touches: a scalar at a byte address, or some bits of the unit there. */
export interface Access {
  /** The type of the value. For a bit-field an IntType with the field's width. */
  readonly type: ScalarType;
  /** Bytes touched at the address: 1, 2, 4, 8, 10 (x87) or 16; for a bit-field the bytes of its unit (1 to 8). */
  readonly bytes: number;
  /** For a bit-field: position of its lowest bit in the little-endian unit. */
  readonly bitOffset?: number;
  readonly volatile?: true;
}

export type Op =
  | { readonly kind: "skip" }
  | { readonly kind: "assign"; readonly target: Variable; readonly value: Term }
  /** The variable gets an unknown value of its type: an uninitialised local, an asm output. An input of the program. */
  | { readonly kind: "havoc"; readonly target: Variable; readonly why: "uninitialised" | "asm" | "volatile" }
  /**
   * The object that `pointer` points to gets the address that the program sees in integers and comparisons: any that
   * satisfies `among`. An input of the program. Only in programs that observe addresses (model/addresses/observed-addresses.ts).
   */
  | {
      readonly kind: "place";
      readonly target: Variable;
      readonly pointer: Term;
      readonly bytes: Term;
      readonly align: number;
      readonly among: Formula;
      /** The address, where it is no input. */
      readonly fixed?: number;
    }
  /** The compiler's choice among operands that C leaves unsequenced: which goes on, by number; any other is the last. */
  | {
      readonly kind: "havoc";
      readonly target: Variable;
      readonly why: "order";
      readonly choices: readonly SourceRange[];
    }
  | { readonly kind: "load"; readonly target: Variable; readonly address: Term; readonly access: Access }
  /** `initialises`: the write that gives a declared object its first value, which may be const. */
  | {
      readonly kind: "store";
      readonly address: Term;
      readonly value: Term;
      readonly access: Access;
      readonly initialises?: true;
    }
  /** Structure assignment: `bytes` bytes; source and destination are equal or do not overlap. */
  | {
      readonly kind: "copy";
      readonly to: Term;
      readonly from: Term;
      readonly bytes: number;
      readonly initialises?: true;
    }
  /** `bytes` zero bytes: the part of an object that its initialiser leaves out. */
  | { readonly kind: "zero"; readonly address: Term; readonly bytes: number }
  /** A local object comes to life with unknown content (its declaration is reached). */
  | { readonly kind: "uninitialised"; readonly object: MemoryObject }
  /**
   * Objects of a block inside the function: the block is entered (they come to life, with unknown content) or left. Those
   * of the function's own block live as long as the call, as do objects that nobody can point to.
   */
  | { readonly kind: "lifetime"; readonly change: "begins" | "ends"; readonly objects: readonly MemoryObject[] }
  /** A variable-length array comes to life, with `bytes` unknown bytes; it lives until the function returns. */
  | { readonly kind: "allocate"; readonly object: MemoryObject; readonly bytes: Term }
  /** Arguments are scalars: a struct goes by address of a copy, a struct result through a hidden first argument. */
  | {
      readonly kind: "call";
      readonly target: Variable | undefined;
      readonly callee: Callee;
      readonly arguments: readonly Term[];
      /** Of the arguments that are pointers, where the callee is or may be undefined: what it sees behind them. */
      readonly pointees?: readonly (ArgumentPointee | undefined)[];
    }
  | { readonly kind: "return"; readonly value: Term | undefined }
  | { readonly kind: "assume"; readonly condition: Formula }
  /** Operations on `va_list` objects; operands are addresses of va_list objects, `target` the value of va_arg. */
  | {
      readonly kind: "variadic";
      readonly operation: "start" | "arg" | "end" | "copy";
      readonly operands: readonly Term[];
      readonly target: Variable | undefined;
    }
  /**
   * Inline assembly: an opaque effect. The operands (values, and addresses of operands in memory) may be kept, handed out
   * by later `havoc` operations of assembly, and what they reach may be written; `text` may name functions and objects.
   */
  | {
      readonly kind: "opaque";
      readonly what: string;
      readonly operands: readonly Term[];
      readonly writes: "everything" | "operands" | "nothing";
      readonly text: string;
    };

export type Callee =
  | { readonly kind: "direct"; readonly name: string }
  | { readonly kind: "indirect"; readonly pointer: Term; readonly signature: Signature };

/** Memory as a function sees it that was given a pointer to it: by types, where `const` is a promise. */
export interface Pointee {
  /** Of one element; 0 where the type does not say. */
  readonly bytes: number;
  readonly access: "write" | "read";
  /** Parts that are const all the same. */
  readonly constants: readonly { readonly offset: number; readonly bytes: number }[];
  readonly pointers: readonly { readonly offset: number; readonly to: Pointee }[];
  /** It may hold pointers that the type does not tell: `void`, an incomplete type, a union. */
  readonly opaque: boolean;
}

export interface ArgumentPointee {
  readonly to: Pointee;
  /** Bytes from the pointer to the end of the array or object that the argument names; absent where it names none. */
  readonly extent?: number;
  /** The argument is a struct: what the callee has is a copy. */
  readonly byValue?: true;
}

/** What a caller relies on; hidden struct-result parameters are included. */
export interface Signature {
  readonly parameters: readonly ScalarType[];
  readonly variadic: boolean;
  /** Declared without prototype: arguments need not match. */
  readonly unprototyped: boolean;
  readonly result: ScalarType | undefined;
  /** The first parameter is the address of the result (struct-valued functions). */
  readonly resultByAddress?: { readonly bytes: number };
}

/** A condition for defined behaviour, stated on exact (unwrapped) terms. */
export type Check =
  /**
   * `exact` should fit the signed type. By a left shift: the standard leaves it undefined, compilers wrap, and programs
   * rely on that; so it counts only where overflow is the property.
   */
  | {
      readonly kind: "overflow";
      readonly exact: Term;
      readonly type: IntType;
      readonly range: SourceRange;
      readonly by?: "shift";
    }
  | { readonly kind: "division"; readonly divisor: Term; readonly range: SourceRange }
  /** 0 <= count < bits. (A signed left shift that overflows has an overflow check of its own.) */
  | { readonly kind: "shift"; readonly count: Term; readonly bits: number; readonly range: SourceRange }
  /**
   * 0 <= index, and index < count where that is a number: a member or a row is indexed, which lies inside a larger object.
   * Compilers go by the whole object, and programs rely on that; so it counts only where bounds are the property.
   * `undecided`: the array ends its struct, which memory may well continue (`char data[8]` of a header).
   */
  | {
      readonly kind: "index";
      readonly index: Term;
      readonly count: number | undefined;
      readonly range: SourceRange;
      readonly beyond: "violation" | "undecided";
    }
  /** The truncated float should fit the type. */
  | { readonly kind: "float-to-int"; readonly operand: Term; readonly type: IntType; readonly range: SourceRange }
  /** Not zero: the leading or trailing zeros of nothing are not counted. */
  | { readonly kind: "bit-count"; readonly operand: Term; readonly range: SourceRange }
  /**
   * `exact` should fit the type; of `pointer-overflow` it is the distance in bytes that a pointer is moved by. C or the compiler says
   * what happens otherwise: it counts only where that is the property.
   */
  | {
      readonly kind: "unsigned-wrap" | "conversion" | "pointer-overflow";
      readonly exact: Term;
      readonly type: IntType;
      readonly range: SourceRange;
    }
  /**
   * `least <= operand <= most`: the length of a variable-length array, a character given to <ctype.h>, and 0 for what should not be
   * reached. Compiled programs go on there: it counts only where it is the property.
   */
  | {
      readonly kind: "array-size" | "argument" | "unreachable";
      readonly operand: Term;
      readonly least: Int;
      readonly most?: Int;
      readonly range: SourceRange;
    }
  /**
   * `operand` is 1 where it holds, and 0 otherwise: a result is not NaN where no operand is, and not infinite where none is.
   * IEEE 754 defines both: it counts only where it is the property.
   */
  | {
      readonly kind: "nan" | "float-overflow";
      readonly operand: Term;
      readonly range: SourceRange;
    }
  /** Not negative: what is shifted to the left. Compilers define it: it counts only where shifts are the property. */
  | { readonly kind: "negative-shift"; readonly operand: Term; readonly range: SourceRange }
  /**
   * A variable has a value where it is read: `known` is not zero. Lowering says which variable is read; whether it has a value
   * is put in its place before anything else looks (`model/uninitialised.ts`).
   */
  | { readonly kind: "uninitialised"; readonly known: Term; readonly range: SourceRange };

/** What a check is about, a left shift that does not fit told apart from other arithmetic. */
export type CheckKind = Check["kind"] | "shift-overflow";

export function kindOf(check: Check): CheckKind {
  return check.kind === "overflow" && check.by === "shift" ? "shift-overflow" : check.kind;
}

/** Checks of what compilers define or do not look at, which are in the graphs only where somebody asks for them. */
const OPTIONAL_KINDS = [
  "unsigned-wrap",
  "conversion",
  "negative-shift",
  "uninitialised",
  "array-size",
  "argument",
  "unreachable",
  "nan",
  "float-overflow",
  "pointer-overflow",
] as const satisfies readonly CheckKind[];

export type OptionalCheck = (typeof OPTIONAL_KINDS)[number];

const OPTIONAL: ReadonlySet<string> = new Set(OPTIONAL_KINDS);

export function isOptionalCheck(kind: CheckKind): kind is OptionalCheck {
  return OPTIONAL.has(kind);
}

export interface FunctionGraph {
  readonly name: string;
  readonly signature: Signature;
  /** One variable each of the signature's parameters, in order. */
  readonly parameters: readonly Variable[];
  readonly entry: Location;
  readonly exit: Location;
  readonly locations: readonly Location[];
  readonly edges: readonly Edge[];
  /** Scalar locals (parameters and temporaries included). */
  readonly variables: readonly Variable[];
  /** Local objects with an address. */
  readonly objects: readonly MemoryObject[];
  /** Names a C expression may use, for invariants and traces. */
  readonly names: readonly NamedStorage[];
  readonly range: SourceRange;
  /** The library function of whose text it is a copy, for one call (library/inline.ts): nothing that the user wrote. */
  readonly library?: string;
}

/** A declared C object and where its name is visible. */
export interface NamedStorage {
  readonly name: string;
  readonly storage: Variable | MemoryObject;
  readonly scope: SourceRange;
  readonly declared: SourceRange;
  /** What its parts are called; for printing only. */
  readonly shape: () => Shape | undefined;
}

export interface ExternalFunction {
  readonly name: string;
  readonly signature: Signature;
  readonly noreturn: boolean;
  /** Declared `pure` or `const`: it writes nothing. */
  readonly pure?: true;
  /** Where it is first declared or called. */
  readonly range: SourceRange;
}

/** Operands that C lets a compiler evaluate in any order (calls do not interleave), one of which calls something. */
export interface OrderSite {
  readonly range: SourceRange;
  /** Operations of the function in the order in which they were lowered; those of unreachable code are among them. */
  readonly operations: readonly Op[];
  readonly operands: readonly OrderOperand[];
}

/** What is assumed where C leaves an order open and the operands interfere. */
export const GCC_ORDER = "operands are evaluated in the order that gcc uses";

/** What is assumed where a function is called by another type than it has. */
export function calledByOwnType(name: string): string {
  return `${name} is called by the type that it is defined with`;
}

/** A name for a place in the text. */
export function orderKey({ start, end }: SourceRange): string {
  return `${start}:${end}`;
}

export interface OrderOperand {
  /** Its operations: for each piece those from `from` to before `to`. */
  readonly pieces: readonly { readonly from: number; readonly to: number }[];
  /** Its value, which may read variables after all operands are evaluated. */
  readonly value: Term | undefined;
}

export interface Program {
  readonly pointerBytes: 4 | 8;
  readonly functions: ReadonlyMap<string, FunctionGraph>;
  /** Functions that are called or pointed to but not defined: library, nondeterministic input, or unknown. */
  readonly externals: ReadonlyMap<string, ExternalFunction>;
  /** Functions that the program as written calls or points to, in code that cannot be reached as well. */
  readonly namedFunctions: readonly string[];
  /** Runs before the entry function: sets statics to zero or their initialisers. */
  readonly initialise: FunctionGraph;
  readonly globals: readonly Variable[];
  /** Global objects, string literals and functions whose address is taken. */
  readonly objects: readonly MemoryObject[];
  /** Where `errno` lives, zero at the start; none where the program does not use it or defines its own. */
  readonly errno: readonly (Variable | MemoryObject)[];
  /** Globals that are declared `extern` and defined nowhere: their initial value is unknown. */
  readonly undefinedObjects: readonly (Variable | MemoryObject)[];
  /** Where they are declared. */
  /** Those of them that the program does define, and that begin with any value all the same. */
  readonly anyAtFirst?: ReadonlySet<Variable | MemoryObject>;
  readonly undefinedAt?: ReadonlyMap<Variable | MemoryObject, SourceRange>;
  /** What other files can name: functions, and objects that are not const. */
  readonly visible?: {
    readonly functions: ReadonlySet<string>;
    readonly objects: ReadonlySet<Variable | MemoryObject>;
  };
  readonly names: readonly NamedStorage[];
  /** What the lowering gave up precision on: "inline assembly", "long double computed as double", ... */
  readonly overApproximations: readonly { readonly what: string; readonly range: SourceRange }[];
  /** What the lowering assumed about the compiler; told whatever slicing removes (model/assumptions/assumptions.ts). */
  readonly assumptions: readonly { readonly what: string; readonly range: SourceRange }[];
  /** Where the order of evaluation is gcc's choice, not C's. */
  readonly orders: readonly OrderSite[];
  readonly sources: SourceMap;
  /** One more than the greatest variable id in use: `model/` adds variables from here. */
  readonly variableCount: number;
}
