/**
 * The state of one parse: the token cursor, the scopes, what has been declared so far, and the way errors are
 * reported. The other files of this folder are functions over a `Session`. A syntax or type error is reported where
 * it is found and then thrown as `Abandoned`; the nearest statement or declaration catches it and goes on behind it.
 */
import type { Diagnostics } from "../../util/diagnostic.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Expression, FunctionDeclaration, ObjectDeclaration } from "../ast.ts";
import type { InitialiserNode } from "../initialiser-tree.ts";
import type { FixedRegion } from "../options.ts";
import type { Token } from "../token.ts";
import type { CType, DataModel, RecordBody } from "../types.ts";
import type { AcslState } from "./acsl.ts";
import type { Annotations } from "./annotations.ts";
import { CheckPragmas } from "./check-pragmas.ts";
import type { ReturnChecks } from "./contracts.ts";

/** Thrown after an error has been reported; carries nothing. */
export class Abandoned extends Error {}

export type Entity =
  | { readonly kind: "typedef"; readonly type: CType }
  | { readonly kind: "constant"; readonly value: bigint; readonly type: CType }
  | ObjectDeclaration
  | FunctionDeclaration;

export interface Tag {
  readonly variant: "struct" | "union" | "enum";
  /** Replaced when a forward-declared enum is completed; records are completed in place. */
  type: CType;
  complete: boolean;
}

export interface Scope {
  names: Map<string, Entity> | undefined;
  tags: Map<string, Tag> | undefined;
  /** Labels declared by `__label__` in this block, by their source name. */
  labels: Map<string, string> | undefined;
}

export interface SwitchContext {
  readonly type: CType;
  readonly cases: { low: bigint; high: bigint }[];
  readonly seen: Set<bigint>;
  hasDefault: boolean;
}

export interface FunctionContext {
  readonly declaration: FunctionDeclaration;
  readonly labels: Map<string, { defined: boolean; range: SourceRange }>;
  readonly switches: SwitchContext[];
  /** How many loops, and how many loops or switches, enclose the current statement. */
  loops: number;
  breakables: number;
  readonly undeclared: Set<string>;
  /** What is checked wherever it is left. */
  contract: ReturnChecks | undefined;
}

/**
 * Lengths of variable-length arrays: a declaration saves them in hidden objects (`hold`), which wait here for the
 * declaration statement they belong to; a type name in an expression just holds the expression.
 */
export type PendingLengths = ObjectDeclaration[];

/**
 * Nesting is counted in quarters of what a pair of parentheses takes of the stack. The limit, 540 of them, is 60 % of
 * what fits into Node's 984 KB; the rest is for the callers.
 */
const NESTING_LIMIT = 2160;
const PARENTHESES = 4;

export class Session {
  tokens: readonly Token[];
  readonly model: DataModel;
  readonly diagnostics: Diagnostics;
  /** What `#pragma CPROVER check disable` turns off, by the starts of the tokens that it holds for. */
  readonly unchecked: ReadonlyMap<number, ReadonlySet<string>>;
  /** `#pragma weak name` and `#pragma weak name = target`, which hold for the whole unit. */
  readonly weakNames: ReadonlyMap<string, string | undefined>;
  at = 0;
  /** The current token: `tokens[at]`. */
  token: Token;
  readonly scopes: Scope[] = [{ names: undefined, tags: undefined, labels: undefined }];
  readonly objects: ObjectDeclaration[] = [];
  readonly functions: FunctionDeclaration[] = [];
  readonly assumptions: { readonly what: string; readonly range: SourceRange }[] = [];
  /** Everything with linkage, whatever scope declared it. */
  readonly linked = new Map<string, ObjectDeclaration | FunctionDeclaration>();
  /** Functions whose definition gives way to another one: GNU `extern inline`. */
  readonly replaceable = new Set<FunctionDeclaration>();
  /** What the braces of compound literals say, for the initialisers that they are part of. */
  readonly literals = new Map<ObjectDeclaration, InitialiserNode>();
  function: FunctionContext | undefined;
  /** What others have written for places of the program. */
  annotations: Annotations | undefined;
  /** What ACSL's annotations say, where they are read. */
  acsl: AcslState | undefined;
  /** Where integers that become pointers may point to. */
  regions: readonly FixedRegion[] = [];
  /** Undefined where a variable-length array cannot be declared: at file scope. */
  pendingLengths: PendingLengths | undefined;
  /** Whether array lengths are saved in hidden objects or stay expressions, as in type names. */
  lengths: "hidden" | "inline" = "hidden";
  /** Greater than zero inside sizeof, typeof and the like: nothing there is executed. */
  unevaluated = 0;
  /** Lvalues there whose address is formed if the operand is evaluated, as one of variable length is. */
  readonly unevaluatedAddresses: Expression[] = [];
  #nesting = 0;
  #nextRecord = 1;
  #nextUnnamed = 1;
  readonly #packs: readonly { readonly at: number; readonly pack: number | undefined }[];

  constructor(tokens: readonly Token[], model: DataModel, diagnostics: Diagnostics) {
    const { kept, packs, weak, unchecked } = separatePragmas(tokens, diagnostics);
    this.tokens = kept;
    this.unchecked = unchecked;
    this.weakNames = weak;
    this.#packs = packs;
    this.model = model;
    this.diagnostics = diagnostics;
    this.token = kept[0] as Token;
  }

  // --- Cursor -----------------------------------------------------------------------------------------------------

  /** Consumes the current token; the end token stays. */
  next(): Token {
    const token = this.token;
    if (token.kind !== "end") {
      this.at += 1;
      this.token = this.tokens[this.at] as Token;
    }
    return token;
  }

  /** To a place that was read before. */
  goBack(at: number): void {
    this.at = at;
    this.token = this.tokens[at] as Token;
  }

  /** Reads other tokens, which end in an `end` token, with the names that are known here. */
  elsewhere<T>(tokens: readonly Token[], parse: () => T): T {
    const { tokens: own, at, token } = this;
    const nesting = this.#nesting;
    [this.tokens, this.at, this.token] = [tokens, 0, tokens[0] as Token];
    try {
      return parse();
    } finally {
      [this.tokens, this.at, this.token] = [own, at, token];
      this.#nesting = nesting;
    }
  }

  peek(distance: number): Token {
    return this.tokens[Math.min(this.at + distance, this.tokens.length - 1)] as Token;
  }

  /** Whether the current token is this punctuator or keyword. */
  is(text: string): boolean {
    return this.token.text === text && this.token.kind !== "string" && this.token.kind !== "end";
  }

  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.next();
    return true;
  }

  expect(text: string, context: string): Token {
    if (this.is(text)) return this.next();
    return this.fail(`expected '${text}' ${context}, found ${describe(this.token)}`, this.token);
  }

  /** End of the last consumed token. */
  get previousEnd(): number {
    return this.at === 0 ? this.token.start : (this.tokens[this.at - 1] as Token).end;
  }

  rangeFrom(start: number): SourceRange {
    return { start, end: Math.max(start, this.previousEnd) };
  }

  // --- Errors -----------------------------------------------------------------------------------------------------

  error(message: string, range: SourceRange): void {
    this.diagnostics.error(message, { start: range.start, end: range.end });
  }

  warn(message: string, range: SourceRange): void {
    this.diagnostics.warning(message, { start: range.start, end: range.end });
  }

  /** Reports an error and abandons the statement or declaration. */
  fail(message: string, range: SourceRange): never {
    this.error(message, range);
    throw new Abandoned(message);
  }

  /** Runs `parse` deeper, by what a pair of parentheses takes unless said otherwise. */
  nested<T>(parse: () => T, depth = PARENTHESES): T {
    this.enter(depth);
    const result = parse();
    this.leave(depth);
    return result;
  }

  enter(depth = PARENTHESES): void {
    if (this.#nesting + depth > NESTING_LIMIT) this.fail("this is nested too deeply", this.token);
    this.#nesting += depth;
  }

  /** Not called on the way out of an error: recovery sets the level back. */
  leave(depth = PARENTHESES): void {
    this.#nesting -= depth;
  }

  get nesting(): number {
    return this.#nesting;
  }

  /** Back to the depth of a recovery point, after an error left frames without unwinding their counts. */
  resetNesting(level: number): void {
    this.#nesting = level;
  }

  // --- Scopes -----------------------------------------------------------------------------------------------------

  get scope(): Scope {
    return this.scopes[this.scopes.length - 1] as Scope;
  }

  get isFileScope(): boolean {
    return this.scopes.length === 1;
  }

  pushScope(): void {
    this.scopes.push({ names: undefined, tags: undefined, labels: undefined });
  }

  popScope(): void {
    this.scopes.pop();
  }

  lookup(name: string): Entity | undefined {
    for (let index = this.scopes.length - 1; index >= 0; index -= 1) {
      const found = (this.scopes[index] as Scope).names?.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  lookupHere(name: string): Entity | undefined {
    return this.scope.names?.get(name);
  }

  declare(name: string, entity: Entity): void {
    const { scope } = this;
    if (scope.names === undefined) scope.names = new Map();
    scope.names.set(name, entity);
  }

  lookupTag(name: string): Tag | undefined {
    for (let index = this.scopes.length - 1; index >= 0; index -= 1) {
      const found = (this.scopes[index] as Scope).tags?.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  lookupTagHere(name: string): Tag | undefined {
    return this.scope.tags?.get(name);
  }

  declareTag(name: string, tag: Tag): void {
    const { scope } = this;
    if (scope.tags === undefined) scope.tags = new Map();
    scope.tags.set(name, tag);
  }

  /** Whether the token is an identifier that names a type here. */
  isTypedefName(token: Token): boolean {
    return token.kind === "identifier" && this.lookup(token.text)?.kind === "typedef";
  }

  // --- Making things ----------------------------------------------------------------------------------------------

  newRecordBody(): RecordBody {
    return { id: this.#nextRecord++, members: undefined, size: 0, align: 1 };
  }

  /** A number for names of things that have none in the source. */
  newNumber(): number {
    return this.#nextUnnamed++;
  }

  /** `#pragma pack` in force at the current token. */
  get pack(): number | undefined {
    let pack: number | undefined;
    for (const change of this.#packs) {
      if (change.at > this.at) break;
      pack = change.pack;
    }
    return pack;
  }
}

export function describe(token: Token): string {
  return token.kind === "end" ? "the end of the file" : `'${token.text}'`;
}

/** Takes the pragmas out of the token stream and notes where `#pragma pack` changes what, and which names are weak. */
function separatePragmas(
  tokens: readonly Token[],
  diagnostics: Diagnostics,
): {
  kept: readonly Token[];
  packs: { at: number; pack: number | undefined }[];
  weak: ReadonlyMap<string, string | undefined>;
  unchecked: ReadonlyMap<number, ReadonlySet<string>>;
} {
  const checks = new CheckPragmas(diagnostics);
  const { unchecked } = checks;
  const weak = new Map<string, string | undefined>();
  const packs: { at: number; pack: number | undefined }[] = [];
  if (!tokens.some((token) => token.kind === "pragma")) return { kept: tokens, packs, weak, unchecked };
  const kept: Token[] = [];
  const stack: { name: string | undefined; pack: number | undefined }[] = [];
  let pack: number | undefined;
  for (const token of tokens) {
    if (token.kind !== "pragma") {
      checks.token(token);
      kept.push(token);
      continue;
    }
    if (checks.pragma(token)) continue;
    const named = /^\s*weak\s+(\w+)(?:\s*=\s*(\w+))?/.exec(token.text);
    if (named !== null) weak.set(named[1] as string, named[2]);
    const found = /^\s*pack\s*\(([^)]*)\)/.exec(token.text);
    if (found === null) continue;
    pack = applyPack(
      (found[1] as string).split(",").map((part) => part.trim()),
      pack,
      stack,
    );
    packs.push({ at: kept.length, pack });
  }
  return { kept, packs, weak, unchecked };
}

function applyPack(
  parts: readonly string[],
  current: number | undefined,
  stack: { name: string | undefined; pack: number | undefined }[],
): number | undefined {
  const last = parts[parts.length - 1] as string;
  const value = /^[0-9]+$/.test(last) ? Number(last) || undefined : undefined;
  if (parts[0] === "push") {
    const name = parts.length > 1 && !/^[0-9]/.test(parts[1] as string) ? parts[1] : undefined;
    stack.push({ name, pack: current });
    return /^[0-9]+$/.test(last) ? value : current;
  }
  if (parts[0] === "pop") {
    const name = parts.length > 1 && !/^[0-9]/.test(parts[1] as string) ? parts[1] : undefined;
    let popped = stack.pop();
    while (name !== undefined && popped !== undefined && popped.name !== name) popped = stack.pop();
    return /^[0-9]+$/.test(last) ? value : popped?.pack;
  }
  return value;
}
