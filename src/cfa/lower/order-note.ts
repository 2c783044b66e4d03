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
  /** What was lowered since the last of these calls is an operand with this value. */
  operand(value: Term | undefined): void;
  /** What was lowered since then belongs to an operand that was noted before. */
  more(of: number): void;
  /** All operands are lowered. */
  finish(): void;
}

export const NO_NOTE: OrderNote = { operand: () => {}, more: () => {}, finish: () => {} };

export function noteOrder(f: Lowering, range: SourceRange, operands: readonly Expression[]): OrderNote {
  return operands.every((operand) => effectsOf(operand) === NO_EFFECTS) ? NO_NOTE : new Note(f, range);
}

type Piece = OrderOperand["pieces"][number];

class Note implements OrderNote {
  readonly #f: Lowering;
  readonly #range: SourceRange;
  readonly #callsBefore: number;
  readonly #operands: { readonly pieces: Piece[]; readonly value: Term | undefined }[] = [];
  #mark: number;

  constructor(f: Lowering, range: SourceRange) {
    this.#f = f;
    this.#range = plain(range);
    this.#callsBefore = f.graph.calls;
    this.#mark = f.graph.operations.length;
  }

  operand(value: Term | undefined): void {
    this.#operands.push({ pieces: [this.#piece()], value });
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
    if (graph.calls === this.#callsBefore || this.#operands.length < 2) return;
    program.addOrderSite({ range: this.#range, operations: graph.operations, operands: this.#operands });
  }
}
