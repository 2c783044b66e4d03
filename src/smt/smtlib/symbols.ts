/** The symbols that a script has declared or defined, by levels of push and pop. */
import type { Variable } from "../../logic/term.ts";
import type { Expression } from "./expression.ts";
import { type Position, SmtLibError } from "./lexer.ts";
import { operatorNamed } from "./operators.ts";
import type { Sort, Value } from "./value.ts";

export interface DefinedFunction {
  readonly kind: "function";
  readonly parameters: readonly { readonly name: string; readonly sort: Sort }[];
  readonly body: Expression;
}

type Meaning = { readonly kind: "value"; readonly value: Value } | DefinedFunction;

export interface Declaration {
  readonly name: string;
  readonly sort: Sort;
  readonly variable: Variable;
}

export class Symbols {
  readonly #meanings = new Map<string, Meaning>();
  /** In order of declaration. */
  #declarations: Declaration[] = [];
  readonly #levels: { readonly names: string[]; readonly declarations: number }[] = [];

  get declarations(): readonly Declaration[] {
    return this.#declarations;
  }

  find(name: string): Meaning | undefined {
    return this.#meanings.get(name);
  }

  define(name: string, value: Value, position: Position): void {
    this.#add(name, { kind: "value", value }, position);
  }

  defineFunction(name: string, meaning: DefinedFunction, position: Position): void {
    this.#add(name, meaning, position);
  }

  declare(declaration: Declaration, value: Value, position: Position): void {
    this.#add(declaration.name, { kind: "value", value }, position);
    this.#declarations.push(declaration);
  }

  #add(name: string, meaning: Meaning, position: Position): void {
    if (this.#meanings.has(name) || operatorNamed(name) !== undefined || name === "true" || name === "false")
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
