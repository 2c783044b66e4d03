/**
 * What engines see: a transition system over variables with three operations, assign, havoc and assume. Memory has
 * become variables (cells: scalars, or arrays indexed by byte address), calls have become edges, the property has become
 * error locations, and what cannot matter to the property is gone.
 *
 * The graph is a lazy view: a location is a point of a function's (shared, sliced) graph together with a call string,
 * and its edges are made when first asked for. Functions are not recursive in this view, so a local variable needs no
 * copy per call string; recursion is unrolled to a depth, beyond which the location is `unmodelled`.
 */
import type { Edge, Location, Program } from "../cfa/cfa.ts";
import type { Formula, MemoryObject, Term, Variable } from "../logic/term.ts";
import type { Int } from "../numbers/int.ts";
import type { SourceRange } from "../util/source.ts";
import type { Property, SiteName } from "./properties.ts";

export interface Model {
  readonly program: Program;
  readonly properties: readonly Property[];
  /** Error sites of the property that exist in the program, before slicing. None: nothing to prove. */
  readonly propertySites: readonly SourceRange[];
  /** Grows as the view is explored: an instance of a recursive function's variables is made when it is first entered. */
  readonly variables: readonly Variable[];
  readonly entry: ModelLocation;
  /** Deterministic; computed once per location. */
  edgesFrom(location: ModelLocation): readonly ModelEdge[];
  /** What the model gave up precision on: each may make an abstract counterexample spurious. Grows as the view is explored. */
  readonly overApproximations: readonly OverApproximation[];
  /** The declared object at an address that is a constant to engines, its end included; for those who print what was proved. */
  objectAt?(address: Int): ObjectPlace | undefined;
  /** The program by contracts, for engines that summarise procedures; absent in models that are such already. */
  procedures?(): Procedures;
  /**
   * The same program as exactly as it gets, for engines that say that they take it: memory that is accessed in more than one
   * layout as bytes, calls of the C library with its text. To others such accesses and calls yield any value. Absent where
   * nothing needs it.
   */
  bytes?(): Model;
  /**
   * The same program with recursion followed further and step by step (`ModelLocation.recursion`), for engines that say that they take it.
   * Absent where there is none, or where its objects leave no room for more.
   */
  deeper?(): Model;
  /** The program with the C text of library functions at its calls (`c/library`), to be run. */
  libraryText?(): Program;
  /**
   * The same program with one element of each array, at an index that is arbitrary but fixed, as a variable
   * (`view/symbolic-cell.ts`), for engines that say that they take it. Undefined where no error depends on an element.
   */
  symbolicCell?(): Model | undefined;
  /**
   * The same program with the address of a zero in each array of characters as a variable (`view/last-zero.ts`), for engines that say
   * that they take it. Undefined where no characters are read.
   */
  lastZeros?(): Model | undefined;
  /** It is such a one. */
  readonly followsZeros?: true;
  /** The same program with what lies in the parts of arrays that are filled from their start (`view/filled-part.ts`), likewise. */
  filledParts?(): Model | undefined;
  /** Both at once; undefined where one of them is. */
  filledTexts?(): Model | undefined;
  /** It is such a one. */
  readonly followsFilled?: true;
  /** Comparisons that the program does not make, and that mostly hold in programs like it: limits for who widens. */
  readonly limits?: readonly Formula[];
  /**
   * The same program with the arrays that are members of structures apart from what lies beside them (`ModelOptions.members`), likewise.
   * Undefined where there are none.
   */
  membersApart?(): Model | undefined;
  /** Extents and lifetimes of heap objects are variables, one for each pointer (`pointed-cells.ts`). */
  readonly heapObjects?: true;
  /** Loops that end after a few rounds have been unrolled by who asked for it. */
  readonly unrolled?: true;
  /** Conditions under which the model covers all executions: "no signed overflow", "malloc succeeds", ... */
  readonly assumptions: readonly Assumption[];
}

/** An object where the model has it. */
export interface ObjectPlace {
  readonly object: MemoryObject;
  readonly address: number;
  /** In bytes; 0 of a function. */
  readonly size: number;
}

export interface OverApproximation {
  readonly what: string;
  readonly range: SourceRange;
}

export interface Assumption {
  readonly what: string;
  readonly ranges: readonly SourceRange[];
}

/** A stack of call sites, innermost first; interned, so that equal strings are the same object. */
export interface CallString {
  readonly id: number;
  readonly depth: number;
  readonly site: Edge | undefined;
  readonly caller: CallString | undefined;
  /** Activations of the same function further out, where it is recursive. */
  readonly instance?: number;
  /** Whether something behind the return can matter; where not, locations that only return are ends. */
  readonly returnMatters?: boolean;
}

/** Interned: the same point and call string give the same object. */
export interface ModelLocation {
  /** Dense in order of discovery. */
  readonly id: number;
  readonly point: Location;
  readonly context: CallString;
  /**
   * error: the property is violated here. end: execution is over. unmodelled: executions go on in a way the model does
   * not cover (recursion too deep, an unsupported construct): an engine that reaches it may not answer `safe`.
   */
  readonly kind: "ordinary" | "error" | "end" | "unmodelled";
  /** For `error`: which property, and for `unmodelled`: why. */
  readonly reason?: string;
  /** For an `error` at a place of the program: what would be violated there, by its names. */
  readonly site?: ErrorSite;
  readonly range: SourceRange;
  /** Every cycle of the graph goes through a cut point (a head of the function's weak topological order). */
  readonly cutPoint: boolean;
  /**
   * Where recursion goes a step further, in models that stop there (`ModelOptions.recursion`): activations of the function that are
   * further out. It is a cut point.
   */
  readonly recursion?: number;
}

export interface ErrorSite {
  readonly names: readonly SiteName[];
  /** Whether executions that come there violate the property, or the model may not know better. */
  readonly condition: "exact" | "maybe";
}

/** A straight-line sequence of operations. A branch is a location with several edges that start with an assume. */
export interface ModelEdge {
  readonly id: number;
  readonly source: ModelLocation;
  readonly target: ModelLocation;
  readonly ops: readonly ModelOp[];
  /**
   * The concrete edges it stands for, in order; sliced ones included, so that a path maps back. Where a branch that cannot
   * matter was sliced away, one of the ways through it stands for all.
   */
  readonly origin: readonly Edge[];
  readonly range: SourceRange;
}

/** How the interpreter names the inputs that fill memory. */
export interface InputNames {
  /** The address of a scalar; undefined for an array, which is indexed by addresses. */
  readonly address: number | undefined;
  nameOf(address: number): string;
}

/** The function that gives the array all of whose elements are its argument; who does not know it may take any array. */
export const CONSTANT_ARRAY = "constant-array";

export type ModelOp =
  | { readonly kind: "assign"; readonly target: Variable; readonly value: Term; readonly origin: Edge | undefined }
  /** Any value of the target's type. With `input`, the program reads its environment here (see interpreter/inputs). */
  | {
      readonly kind: "havoc";
      readonly target: Variable;
      readonly origin: Edge | undefined;
      readonly input?: true;
      /** For memory that becomes an input as a whole: what is asked when it is read. */
      readonly names?: InputNames;
    }
  | {
      readonly kind: "assume";
      readonly condition: Formula;
      readonly origin: Edge | undefined;
      /** The condition holds only by this assumption (the `what` of one of the model's assumptions), not by the program. */
      readonly assumption?: string;
      /** Where it is assumed: one of the assumption's ranges. */
      readonly range?: SourceRange;
      /** It says only what a havoc before it may give: some value always satisfies it, so that it ends no execution. */
      readonly satisfiable?: true;
    };

// --- Procedures by contract (`contracts/`) ------------------------------------------------------------------------------------

export interface Contract {
  /** Over parameters and globals. */
  readonly requires: Formula;
  /** Over values at entry, globals and the result. */
  readonly ensures: Formula;
}

/** By name of the function. */
export type Contracts = ReadonlyMap<string, Contract>;

/** What a contract may speak of. */
export interface ProcedureInterface {
  readonly name: string;
  readonly parameters: readonly Variable[];
  /** What callers put their arguments into. */
  readonly passed: readonly Variable[];
  readonly result: Variable | undefined;
  /** Globals and memory that the procedure, or what it calls, may write. */
  readonly written: readonly Variable[];
  /** For parameters and written variables: their values at entry. */
  readonly old: ReadonlyMap<Variable, Variable>;
}

export interface Procedures {
  /** Functions that may have a contract, in order of discovery. */
  readonly interfaces: ReadonlyMap<string, ProcedureInterface>;
  isRecursive(name: string): boolean;
  /** The program, its calls of these functions replaced. The same contracts give the same model. */
  whole(contracts: Contracts): Model;
  procedure(name: string, contracts: Contracts): Model;
}
