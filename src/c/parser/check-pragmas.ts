/**
 * `#pragma CPROVER check push`, `disable "unsigned-overflow"`, `pop`: what is not asked between two places. Only checks that change
 * nothing else can be turned off: past a signed overflow that is not checked an execution would have no meaning. Whatever else such a
 * pragma says is an error.
 */
import type { Diagnostics } from "../../util/diagnostic.ts";
import type { Token } from "../token.ts";

/** CBMC's names, and what lowering calls the same. */
const CHECKS: ReadonlyMap<string, readonly string[]> = new Map([
  ["unsigned-overflow", ["unsigned-wrap"]],
  ["conversion", ["conversion"]],
  ["float-overflow", ["float-overflow"]],
  ["nan", ["nan"]],
  ["pointer-overflow", ["pointer-overflow"]],
  ["pointer-primitive", ["a pointer to an object, or null"]],
  // Never asked here.
  ["enum-range", []],
]);

const NOTHING: ReadonlySet<string> = new Set();

export class CheckPragmas {
  readonly unchecked = new Map<number, ReadonlySet<string>>();
  readonly #diagnostics: Diagnostics;
  readonly #stack: ReadonlySet<string>[] = [];
  #disabled = NOTHING;

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  token({ start }: Token): void {
    if (this.#disabled.size > 0) this.unchecked.set(start, this.#disabled);
  }

  /** Whether the pragma is one of CBMC's. */
  pragma({ text, start, end }: Token): boolean {
    const words = /^\s*CPROVER\b\s*(.*)$/.exec(text)?.[1];
    if (words === undefined) return false;
    const [, action, name] = /^check\s+(push|pop|disable)\s*(?:"([^"]*)")?\s*$/.exec(words) ?? [];
    const named = name === undefined ? undefined : CHECKS.get(name);
    if (action === "push" && name === undefined) this.#stack.push(this.#disabled);
    else if (action === "pop" && name === undefined) this.#disabled = this.#stack.pop() ?? NOTHING;
    else if (action === "disable" && named !== undefined) this.#disabled = new Set([...this.#disabled, ...named]);
    else
      this.#diagnostics.error(`#pragma CPROVER ${words} is not understood: docs/migrating.md lists what is`, {
        start,
        end,
      });
    return true;
  }
}
