/** The symbols that a script has declared or defined, by levels of push and pop. */
import type { Expression } from "./expression.ts";
import type { Declared, Vocabulary } from "./language.ts";
import { type Position, SmtLibError } from "./lexer.ts";

export interface DefinedFunction<S> {
  readonly kind: "function";
  readonly parameters: readonly { readonly name: string; readonly sort: S }[];
  readonly body: Expression;
}

type Meaning<V, S> = { readonly kind: "value"; readonly value: V } | DefinedFunction<S>;

export class Symbols<V, S> {
  readonly #vocabulary: Vocabulary<V, S>;
  readonly #meanings = new Map<string, Meaning<V, S>>();
  /** In order of declaration. */
  #declarations: Declared<V, S>[] = [];
  readonly #levels: { readonly names: string[]; readonly declarations: number }[] = [];

  constructor(vocabulary: Vocabulary<V, S>) {
    this.#vocabulary = vocabulary;
  }

  get declarations(): readonly Declared<V, S>[] {
    return this.#declarations;
  }

  find(name: string): Meaning<V, S> | undefined {
    return this.#meanings.get(name);
  }

  define(name: string, value: V, position: Position): void {
    this.#add(name, { kind: "value", value }, position);
  }

  defineFunction(name: string, meaning: DefinedFunction<S>, position: Position): void {
    this.#add(name, meaning, position);
  }

  declare(declared: Declared<V, S>, position: Position): void {
    this.#add(declared.name, { kind: "value", value: declared.value }, position);
    this.#declarations.push(declared);
  }

  #add(name: string, meaning: Meaning<V, S>, position: Position): void {
    if (this.#meanings.has(name) || this.#vocabulary.isReserved(name))
      throw new SmtLibError(`${name} has a meaning already`, position);
    this.#meanings.set(name, meaning);
    this.#levels[this.#levels.length - 1]?.names.push(name);
  }

  push(): void {
    this.#levels.push({ names: [], declarations: this.#declarations.length });
  }

  pop(): void {
    const level = this.#levels.pop();
    if (level === undefined) throw new Error("there should be a level to pop");
    for (const name of level.names) this.#meanings.delete(name);
    this.#declarations = this.#declarations.slice(0, level.declarations);
  }
}
