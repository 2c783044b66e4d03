/**
 * Notes of operands that C leaves unsequenced: which operations belong to which. Taken while the operands are lowered, one
 * after the other; kept only where one of them calls something, since only then C has several orders (what an expression
 * does to an object by itself, unsequenced, is undefined behaviour).
 */
import type { Expression } from "../../c/ast.ts";
import type { Term } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import type { OrderOperand } from "../cfa.ts";
import { type Lowering, plain } from "./context.ts";
import { effectsOf, NO_EFFECTS } from "./effects.ts";

export interface OrderNote {
  /** What was lowered since the last of these calls is an operand with this value, and so is what its commas did before. */
  operand(value: Term | undefined, of?: Expression): void;
  /** What was lowered since then belongs to an operand that was noted before. */
  more(of: number): void;
  /** All operands are lowered. */
  finish(): void;
}

export const NO_NOTE: OrderNote = { operand: () => {}, more: () => {}, finish: () => {} };

export function noteOrder(f: Lowering, range: SourceRange, operands: readonly Expression[]): OrderNote {
  const isNothing = (operand: Expression) => effectsOf(operand) === NO_EFFECTS && !f.led.has(operand);
  return operands.every(isNothing) ? NO_NOTE : new Note(f, range);
}

/** The operand with the commas that gcc moved away. */
export function asWritten(f: Lowering, operand: Expression): Expression {
  return f.led.get(operand)?.written ?? operand;
}

type Piece = OrderOperand["pieces"][number];

class Note implements OrderNote {
  readonly #f: Lowering;
  readonly #range: SourceRange;
  readonly #callsBefore: number;
  readonly #operands: { readonly pieces: Piece[]; readonly value: Term | undefined }[] = [];
  #mark: number;
  #isLed = false;

  constructor(f: Lowering, range: SourceRange) {
    this.#f = f;
    this.#range = plain(range);
    this.#callsBefore = f.graph.calls;
    this.#mark = f.graph.operations.length;
  }

  operand(value: Term | undefined, of?: Expression): void {
    const before = (of === undefined ? undefined : this.#f.led.get(of)?.pieces) ?? [];
    this.#isLed ||= before.length > 0;
    this.#operands.push({ pieces: [...before, this.#piece()], value });
  }

  more(of: number): void {
    this.#operands[of]?.pieces.push(this.#piece());
  }

  #piece(): Piece {
    const from = this.#mark;
    this.#mark = this.#f.graph.operations.length;
    return { from, to: this.#mark };
  }

  finish(): void {
    const { graph, program } = this.#f;
    if ((graph.calls === this.#callsBefore && !this.#isLed) || this.#operands.length < 2) return;
    program.addOrderSite({ range: this.#range, operations: graph.operations, operands: this.#operands });
  }
}
