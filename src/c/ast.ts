/**
 * The typed syntax tree: what the parser hands to the lowering. Names are resolved to declarations, every expression
 * has its type, every implicit conversion is a `convert` node, initialisers are flattened to offsets, constants are
 * folded where C calls for a constant. Indexing `a[i]` is `dereference(pointer-add)`, `p->m` is `member(dereference)`.
 * What C leaves implicit is explicit here; what has no influence on meaning (parentheses, attributes) is gone.
 */
import type { SourceRange } from "../util/source.ts";
import type { Token } from "./token.ts";
import type { BitField, CType, FunctionCType } from "./types.ts";

// --- Declarations -------------------------------------------------------------------------------------------------

/** What the linker is told of a name. */
interface Linkage {
  /** `asm("name")`: the symbol, where it is not the name. */
  symbol?: string;
  /** A definition gives way to one that is not weak; what is defined nowhere may have a null address. */
  weak?: true;
  /** The symbol that this is another name of. */
  alias?: string;
}

/** An object with a name (or a compound literal's or string's storage). Compared by identity. */
export interface ObjectDeclaration extends Linkage {
  readonly kind: "object";
  /** Empty for an unnamed parameter; in angle brackets where the source has no name: `<literal 3>`, `<length 1>`. */
  readonly name: string;
  /** Completed by the initialiser where the declaration leaves the length open (`int a[] = {1, 2}`). */
  type: CType;
  /** `extern` is external linkage, with or without the keyword (`int x;` at file scope); `static` is kept to its unit. */
  readonly storage: "static" | "extern" | "automatic" | "parameter";
  /** The enclosing function; undefined at file scope. A static local has a function and storage `static`. */
  readonly function: string | undefined;
  initialiser: Initialiser | undefined;
  /** Somebody takes its address (`&x`, an array or struct use that decays, an asm operand). */
  addressTaken: boolean;
  /** `aligned` attribute, in bytes. */
  align?: number;
  /** It lies there: a region that was declared for the program (`parser/regions.ts`). */
  fixedAddress?: number;
  /** Bytes beyond the type's size, for the elements that an initialiser gives a flexible array member. */
  flexibleBytes?: number;
  range: SourceRange;
  /** Of a parameter that is declared as an array: its length, which the type, a pointer, does not have. */
  declaredLength?: number | Expression;
  /** Whether a declaration of it defines it: false for a pure `extern int x;`. */
  defined: boolean;
}

/** What an attribute says of a pointer parameter, by its place; of all of them where there is none. */
export type ParameterPromise =
  | { readonly kind: "access"; readonly parameter: number; readonly size: number | undefined }
  | { readonly kind: "nonnull"; readonly parameter: number | undefined };

/** A function, declared or defined. All declarations of one name share this object. */
export interface FunctionDeclaration extends Linkage {
  readonly kind: "function";
  readonly name: string;
  type: FunctionCType;
  parameters: readonly ObjectDeclaration[];
  body: CompoundStatement | undefined;
  range: SourceRange;
  /** Where its definition begins, with what is before its name. */
  definition?: number;
  /** Called without any declaration in scope (gcc warns). */
  readonly implicit?: true;
  /** `noreturn` attribute or `_Noreturn`. */
  noreturn?: true;
  /** `pure` or `const` attribute: it writes nothing. */
  pure?: true;
  promises?: readonly ParameterPromise[];
  /** The predicates of ACSL's `requires` before its definition, where annotations are read; each ends in an `end` token. */
  contract?: readonly (readonly Token[])[];
  /** Declared `static`: other translation units have functions of their own under this name. */
  internal?: true;
  /** Declared `inline`: several translation units may define it alike. */
  inline?: true;
  /** Its address is taken (used other than as the callee of a call). */
  addressTaken: boolean;
}

export interface TranslationUnit {
  /** File-scope objects and static locals, in order of first declaration. */
  readonly objects: readonly ObjectDeclaration[];
  readonly functions: readonly FunctionDeclaration[];
  /** What parsing decided that a compiler may decide otherwise. */
  readonly assumptions: readonly { readonly what: string; readonly range: SourceRange }[];
  /** What `#pragma CPROVER check disable` turns off, by the starts of the tokens that it holds for. */
  readonly unchecked: ReadonlyMap<number, ReadonlySet<string>>;
}

/**
 * An initialiser, with designators and braces resolved. `aggregate` entries come in the order of their places, in
 * which they are evaluated, and do not overlap; entries with the same `value` object share one evaluation; whatever they
 * leave out is zero. A string that initialises a char array is an entry each
 * character up to its terminator or the array's length; `value` has exactly the type of the place it goes to.
 */
export type Initialiser =
  | { readonly kind: "scalar"; readonly value: Expression }
  | {
      readonly kind: "aggregate";
      readonly entries: readonly InitialiserEntry[];
      /** Every member and element has its entry; only padding is left out. */
      readonly complete: boolean;
      /** What was said and then said anew. */
      readonly replaced?: readonly ReplacedInitialiser[];
      readonly range: SourceRange;
    };

/** Values that gcc does not evaluate because a later initialiser of their place, or of a part of it, came. */
export interface ReplacedInitialiser {
  readonly values: readonly Expression[];
  readonly by: "whole" | "part";
  readonly range: SourceRange;
}

export interface InitialiserEntry {
  /** Byte offset from the start of the whole object. */
  readonly offset: number;
  readonly type: CType;
  readonly bitField?: BitField;
  /** A scalar, or an expression of struct/union type that initialises a whole member. */
  readonly value: Expression;
}

// --- Expressions --------------------------------------------------------------------------------------------------

interface ExpressionNode extends SourceRange {
  readonly type: CType;
}

export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>";
export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Expression = ExpressionNode &
  (
    | { readonly kind: "integer-constant"; readonly value: bigint }
    /** `value` already rounded to the type's format; `rounded`: a long double that is not exactly the double which stands for it. */
    | { readonly kind: "floating-constant"; readonly value: number; readonly rounded?: true }
    /** A string literal as an lvalue of array type; elements with the terminating zero. */
    | { readonly kind: "string"; readonly elements: readonly number[] }
    | { readonly kind: "object"; readonly declaration: ObjectDeclaration }
    /** A function designator; decays by `convert` to a pointer unless it is called directly. */
    | { readonly kind: "function"; readonly declaration: FunctionDeclaration }
    /** `!e` has type int; operands are already promoted/converted. `real part` etc. do not exist. */
    | { readonly kind: "unary"; readonly operator: "-" | "~" | "!"; readonly operand: Expression }
    /** Both operands have the node's type (shifts: each its own promoted type). Integer or floating. */
    | {
        readonly kind: "binary";
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    /** Both operands have one common type (arithmetic, or pointers). Result int. */
    | {
        readonly kind: "comparison";
        readonly operator: ComparisonOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    /** pointer ± integer, in elements of `scale` bytes (1 for void* and functions); `index` keeps its own integer type.
     *  `scaleExpression` replaces `scale` where the element is a variable-length array. */
    | {
        readonly kind: "pointer-add";
        readonly operator: "+" | "-";
        readonly pointer: Expression;
        readonly index: Expression;
        readonly scale: number;
        readonly scaleExpression?: Expression;
      }
    /** pointer - pointer, in elements; result ptrdiff_t. */
    | {
        readonly kind: "pointer-difference";
        readonly left: Expression;
        readonly right: Expression;
        readonly scale: number;
      }
    | {
        readonly kind: "logical";
        readonly operator: "&&" | "||";
        readonly left: Expression;
        readonly right: Expression;
      }
    /** `a ?: b` has `then` undefined: the value of the condition, which has then been converted to the node's type. */
    | {
        readonly kind: "conditional";
        readonly condition: Expression;
        readonly then: Expression | undefined;
        readonly otherwise: Expression;
      }
    | { readonly kind: "comma"; readonly left: Expression; readonly right: Expression }
    /** Simple assignment; `value` has the target's (unqualified) type. The value is the target's after it. */
    | { readonly kind: "assign"; readonly target: Expression; readonly value: Expression }
    /** target = (T)((computation)target op value). For pointers: `pointer` step with `scale`, computation undefined. */
    | {
        readonly kind: "compound-assign";
        readonly operator: BinaryOperator;
        readonly target: Expression;
        readonly value: Expression;
        /** The type of the arithmetic; undefined for a pointer target. */
        readonly computation: CType | undefined;
        readonly scale: number;
      }
    /** ++ and --; on a pointer by `scale` bytes, on _Bool and floats as C says. */
    | {
        readonly kind: "increment";
        readonly operator: "++" | "--";
        readonly position: "prefix" | "postfix";
        readonly target: Expression;
        readonly scale: number;
      }
    /** `callee` is a function designator (direct call) or an expression of pointer-to-function type. Arguments are
     *  converted to the parameters' types, or promoted where there is no prototype. */
    | { readonly kind: "call"; readonly callee: Expression; readonly arguments: readonly Expression[] }
    | { readonly kind: "address-of"; readonly operand: Expression }
    | { readonly kind: "dereference"; readonly operand: Expression }
    /** A member of a struct/union lvalue or rvalue; anonymous members are passed through (offset is from `object`). */
    | {
        readonly kind: "member";
        readonly object: Expression;
        readonly offset: number;
        readonly name: string;
        readonly bitField?: BitField;
      }
    /** `field`: a floating-point number goes into that bit-field of the type, which says how much of it fits. */
    | {
        readonly kind: "convert";
        readonly operand: Expression;
        readonly conversion: Conversion;
        readonly field?: BitField;
      }
    /** `(T){...}`: an unnamed object, initialised each time it is reached. */
    | { readonly kind: "compound-literal"; readonly declaration: ObjectDeclaration }
    /** `({ ... })`: the value of the last expression statement, if any. */
    | { readonly kind: "statement-expression"; readonly body: CompoundStatement }
    /** Size of a variable-length array type, computed at run time; every other sizeof is a constant. */
    | { readonly kind: "sizeof-variable"; readonly of: CType }
    /** `va_start`, `va_arg`, `va_end`, `va_copy`; operands are lvalues of type va_list (va_start: one); `type` of va_arg
     *  is the node's type. */
    | {
        readonly kind: "variadic";
        readonly operation: "start" | "arg" | "end" | "copy";
        readonly operands: readonly Expression[];
      }
    /** GNU `&&label`. */
    | { readonly kind: "label-address"; readonly label: string }
  );

/**
 * value: between scalar types (integers, floats, pointers, bool). lvalue: reading an object (drops qualifiers).
 * array: array lvalue to pointer to its first element. function: designator to pointer. void: value discarded.
 * same: between compatible struct types or qualifiers only; no effect.
 */
export type Conversion = "value" | "lvalue" | "array" | "function" | "void" | "same";

// --- Statements ---------------------------------------------------------------------------------------------------

export interface CompoundStatement extends SourceRange {
  readonly kind: "compound";
  readonly body: readonly Statement[];
}

export type Statement = SourceRange &
  (
    | { readonly kind: "compound"; readonly body: readonly Statement[] }
    | { readonly kind: "expression"; readonly expression: Expression }
    /** Objects with automatic storage, in order; static ones are in the translation unit. VLA sizes are evaluated here. */
    | { readonly kind: "declaration"; readonly objects: readonly ObjectDeclaration[] }
    | {
        readonly kind: "if";
        readonly condition: Expression;
        readonly then: Statement;
        readonly otherwise: Statement | undefined;
      }
    /** `quantifier`: the values of a quantifier's variable, no loop that anybody wrote. */
    | { readonly kind: "while"; readonly condition: Expression; readonly body: Statement; readonly quantifier?: true }
    | { readonly kind: "do"; readonly body: Statement; readonly condition: Expression }
    | {
        readonly kind: "for";
        readonly initial: Statement | undefined;
        readonly condition: Expression | undefined;
        readonly step: Expression | undefined;
        readonly body: Statement;
      }
    /** `condition` is promoted; case values are converted to its type. */
    | { readonly kind: "switch"; readonly condition: Expression; readonly body: Statement }
    /** `case low:` or GNU `case low ... high:`. */
    | { readonly kind: "case"; readonly low: bigint; readonly high: bigint; readonly body: Statement }
    | { readonly kind: "default"; readonly body: Statement }
    | { readonly kind: "label"; readonly label: string; readonly body: Statement }
    | { readonly kind: "goto"; readonly label: string }
    | { readonly kind: "computed-goto"; readonly target: Expression }
    | { readonly kind: "break" }
    | { readonly kind: "continue" }
    /** `value` has the function's result type; undefined for `return;` (also in a non-void function, as gcc allows). */
    | { readonly kind: "return"; readonly value: Expression | undefined }
    /** Inline assembly; `memory` when it clobbers memory. */
    | {
        readonly kind: "asm";
        readonly template: string;
        readonly outputs: readonly AsmOperand[];
        readonly inputs: readonly AsmOperand[];
        readonly memory: boolean;
      }
    | { readonly kind: "empty" }
  );

/** An operand of inline assembly: `[name] "constraint"(value)`. */
export interface AsmOperand {
  readonly name: string | undefined;
  readonly constraint: string;
  /** An lvalue, for an output. */
  readonly value: Expression;
  /** For an input whose constraint lets it lie in memory: the lvalue itself, whose address the template may use. */
  readonly place?: Expression;
}
