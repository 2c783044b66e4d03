/**
 * Variables whose declaration a jump may pass: by a goto or a case of a switch execution comes into their scope from outside. What they
 * hold then is indeterminate. Each activation has its own, so that they begin without a value where the function does; others do where
 * they are declared.
 */
import type { ObjectDeclaration, Statement } from "../../c/ast.ts";

/** Of the statements of a function. */
export function jumpedOver(body: readonly Statement[]): readonly ObjectDeclaration[] {
  const order = new Order();
  order.block(body);
  return order.passed();
}

/** Where a declaration's scope begins and ends, in the order of the text. */
interface Scope {
  readonly objects: readonly ObjectDeclaration[];
  readonly from: number;
  to: number;
}

interface Jump {
  readonly from: number;
  /** A label's name, or the place of a case; undefined: any label. */
  readonly to: string | number | undefined;
}

class Order {
  readonly #scopes: Scope[] = [];
  readonly #labels = new Map<string, number>();
  readonly #jumps: Jump[] = [];
  /** Of the switches around, the innermost last. */
  readonly #switches: number[] = [];
  #at = 0;

  passed(): readonly ObjectDeclaration[] {
    if (this.#jumps.length === 0) return [];
    return this.#scopes.flatMap(({ objects, from, to }) => {
      const isInside = (at: number) => from < at && at <= to;
      const enters = (jump: Jump) => !isInside(jump.from) && this.#targetsOf(jump).some(isInside);
      return this.#jumps.some(enters) ? objects : [];
    });
  }

  #targetsOf({ to }: Jump): readonly number[] {
    if (typeof to === "number") return [to];
    if (to === undefined) return [...this.#labels.values()];
    return [this.#labels.get(to) ?? -1];
  }

  block(statements: readonly Statement[]): void {
    const opened: Scope[] = [];
    for (const statement of statements) this.#statement(statement, opened);
    for (const scope of opened) scope.to = this.#at;
  }

  #statement(statement: Statement, opened: Scope[]): void {
    // Chains of labels and of `else if` may be long.
    for (let next: Statement | undefined = statement; next !== undefined; ) next = this.#first(next, opened);
  }

  /** Looks at a statement, but for a last part, which is handed back. */
  #first(s: Statement, opened: Scope[]): Statement | undefined {
    this.#at += 1;
    switch (s.kind) {
      case "declaration": {
        const objects = s.objects.filter(({ storage }) => storage === "automatic");
        const scope: Scope = { objects, from: this.#at, to: this.#at };
        opened.push(scope);
        this.#scopes.push(scope);
        return undefined;
      }
      case "compound":
        this.block(s.body);
        return undefined;
      case "if":
        this.#statement(s.then, opened);
        return s.otherwise;
      case "while":
      case "do":
        return s.body;
      case "for":
        this.block(s.initial === undefined ? [s.body] : [s.initial, s.body]);
        return undefined;
      case "switch":
        this.#switches.push(this.#at);
        this.#statement(s.body, opened);
        this.#switches.pop();
        return undefined;
      case "case":
      case "default":
        this.#jumps.push({ from: this.#switches.at(-1) ?? 0, to: this.#at });
        return s.body;
      case "label":
        this.#labels.set(s.label, this.#at);
        return s.body;
      case "goto":
        this.#jumps.push({ from: this.#at, to: s.label });
        return undefined;
      case "computed-goto":
        this.#jumps.push({ from: this.#at, to: undefined });
        return undefined;
      default:
        return undefined;
    }
  }
}
