/**
 * Terms of SMT-LIB to values, by a machine with a stack of things to do and a stack of results, so that depth does no
 * harm. `let` and the parameters of a defined function are bindings that end when the machine comes to their `unbind`;
 * inside of a defined function the bindings of its caller are out of sight.
 */
import { memoised } from "../../util/memo.ts";
import { type Atom, type Expression, isSymbol, itemsOf, type List, symbolOf } from "./expression.ts";
import type { Vocabulary } from "./language.ts";
import { type Position, SmtLibError } from "./lexer.ts";
import type { DefinedFunction, Symbols } from "./symbols.ts";

type Task<V> =
  | { readonly kind: "evaluate"; readonly expression: Expression }
  | { readonly kind: "apply"; readonly head: Expression; readonly count: number; readonly position: Position }
  | { readonly kind: "bind"; readonly names: readonly string[]; readonly body: Expression; readonly position: Position }
  | { readonly kind: "unbind"; readonly names: readonly string[] }
  | { readonly kind: "return"; readonly locals: Locals<V> }
  | { readonly kind: "name"; readonly name: string; readonly position: Position };

/** The innermost binding last. */
type Locals<V> = Map<string, V[]>;

// Functions that call two others are expanded twice at each level; nothing sensible needs more than this.
const LARGEST_EXPANSION = 100_000;

export class TermReader<V, S> {
  readonly #symbols: Symbols<V, S>;
  readonly #vocabulary: Vocabulary<V, S>;
  #locals: Locals<V> = new Map();
  #tasks: Task<V>[] = [];
  #results: V[] = [];
  #expansions = 0;

  constructor(symbols: Symbols<V, S>, vocabulary: Vocabulary<V, S>) {
    this.#symbols = symbols;
    this.#vocabulary = vocabulary;
  }

  /** @param bindings values of symbols that stand for something here only. */
  read(expression: Expression, bindings: ReadonlyMap<string, V> = new Map()): V {
    this.#locals = new Map([...bindings].map(([name, value]) => [name, [value]]));
    this.#tasks = [{ kind: "evaluate", expression }];
    this.#results = [];
    this.#expansions = 0;
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) this.#perform(task);
    return this.#results[0]!;
  }

  #perform(task: Task<V>): void {
    switch (task.kind) {
      case "evaluate":
        if (task.expression.kind === "list") this.#open(task.expression);
        else this.#results.push(this.#atom(task.expression));
        break;
      case "apply":
        this.#apply(task.head, this.#take(task.count), task.position);
        break;
      case "bind":
        this.#bind(task.names, this.#take(task.names.length));
        this.#tasks.push({ kind: "unbind", names: task.names }, { kind: "evaluate", expression: task.body });
        break;
      case "unbind":
        for (const name of task.names) this.#locals.get(name)!.pop();
        break;
      case "return":
        this.#locals = task.locals;
        break;
      case "name":
        this.#symbols.define(task.name, this.#results[this.#results.length - 1]!, task.position);
        break;
    }
  }

  #take(count: number): V[] {
    return count === 0 ? [] : this.#results.splice(-count);
  }

  #bind(names: readonly string[], values: readonly V[]): void {
    names.forEach((name, i) => {
      memoised(this.#locals, name, () => []).push(values[i]!);
    });
  }

  #atom(atom: Atom): V {
    const { kind, text, position } = atom;
    if (kind === "symbol") {
      const local = this.#locals.get(text);
      if (local !== undefined && local.length > 0) return local[local.length - 1]!;
      const found = this.#symbols.find(text);
      if (found?.kind === "value") return found.value;
      if (found?.kind === "function") throw new SmtLibError(`${text} should have operands`, position);
    }
    const constant = this.#vocabulary.constant(atom);
    if (constant === undefined) throw new SmtLibError(`unknown symbol ${text}`, position);
    return constant;
  }

  /** What has to be done for a term in parentheses, the last thing first. */
  #open(list: List): void {
    const { items, position } = list;
    const [head] = items;
    if (head === undefined) throw new SmtLibError("a term should not be empty", position);
    const name = head.kind === "symbol" ? head.text : undefined;
    if (name === "let") this.#openLet(items, position);
    else if (name === "!") this.#openAnnotation(items, position);
    else if (name === "forall" || name === "exists") throw new SmtLibError("quantifiers are not supported", position);
    else if (name === "_") this.#results.push(this.#vocabulary.apply(list, [], position));
    else {
      if (items.length === 1) throw new SmtLibError(`${name ?? "a function"} should have operands`, position);
      this.#tasks.push({ kind: "apply", head, count: items.length - 1, position: head.position });
      for (let i = items.length - 1; i > 0; i -= 1) this.#tasks.push({ kind: "evaluate", expression: items[i]! });
    }
  }

  #openLet(items: readonly Expression[], position: Position): void {
    const [, list, body] = items;
    if (items.length !== 3 || body === undefined)
      throw new SmtLibError("let should have bindings and a term", position);
    const bindings = itemsOf(list, "the bindings of let", position).map((each) => {
      const pair = itemsOf(each, "a binding", position);
      if (pair.length !== 2) throw new SmtLibError("a binding should be a symbol and a term", each.position);
      return { name: symbolOf(pair[0], "a bound variable", each.position), value: pair[1]! };
    });
    const names = bindings.map(({ name }) => name);
    if (new Set(names).size < names.length) throw new SmtLibError("let should bind different symbols", position);
    this.#tasks.push({ kind: "bind", names, body, position });
    for (const { value } of bindings.reverse()) this.#tasks.push({ kind: "evaluate", expression: value });
  }

  #openAnnotation(items: readonly Expression[], position: Position): void {
    const [, body] = items;
    if (body === undefined || items.length % 2 !== 0) throw new SmtLibError("malformed annotation", position);
    const name = nameAnnotation(items);
    if (name !== undefined) this.#tasks.push({ kind: "name", name, position });
    this.#tasks.push({ kind: "evaluate", expression: body });
  }

  #apply(head: Expression, operands: readonly V[], position: Position): void {
    if (isSymbol(head)) {
      const found = this.#locals.get(head.text)?.length ? undefined : this.#symbols.find(head.text);
      if (found?.kind === "function") {
        this.#call(head.text, found, operands, position);
        return;
      }
    }
    this.#results.push(this.#vocabulary.apply(head, operands, position));
  }

  #call(name: string, called: DefinedFunction<S>, operands: readonly V[], position: Position): void {
    this.#expansions += 1;
    if (this.#expansions > LARGEST_EXPANSION) throw new SmtLibError("too many uses of defined functions", position);
    const { parameters, body } = called;
    if (parameters.length !== operands.length)
      throw new SmtLibError(`${name} should have ${parameters.length} operands`, position);
    const values = operands.map((operand, i) => this.#vocabulary.coerce(operand, parameters[i]!.sort, position));
    this.#tasks.push({ kind: "return", locals: this.#locals }, { kind: "evaluate", expression: body });
    this.#locals = new Map();
    this.#bind(
      parameters.map((parameter) => parameter.name),
      values,
    );
  }
}

/** The symbol of `:named` in `(! term ... :named symbol ...)`. */
export function nameAnnotation(items: readonly Expression[]): string | undefined {
  for (let i = 2; i + 1 < items.length; i += 2) {
    const key = items[i]!;
    if (key.kind !== "keyword") throw new SmtLibError("an attribute should start with a keyword", key.position);
    if (key.text === "named") return symbolOf(items[i + 1], "a name", key.position);
  }
  return undefined;
}
