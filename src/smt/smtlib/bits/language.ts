/** The language of bit-vectors, floating-point numbers and arrays (QF_BV, QF_ABV, QF_FP, QF_BVFP, QF_ABVFP), answered by circuits. */
import type { Answer, SolverOptions } from "../../solver.ts";
import { type Atom, type Expression, isSymbol, symbolOf } from "../expression.ts";
import type { Declared, Language, Vocabulary } from "../language.ts";
import { type Position, SmtLibError } from "../lexer.ts";
import { showSymbol } from "../model-text.ts";
import { BITVECTOR_OPERATORS } from "./bitvector-operators.ts";
import { CORE_OPERATORS } from "./core-operators.ts";
import { FLOAT_OPERATORS } from "./float-operators.ts";
import { MODES } from "./float-values.ts";
import { showValue } from "./show.ts";
import { BitTermSolver } from "./solver.ts";
import { BOOL, bitVector, numeralIn, REAL, ROUNDING_MODE, readSort, type Sort, showSort } from "./sorts.ts";
import { type BitTerm, Terms } from "./term.ts";

const OPERATORS = { ...CORE_OPERATORS, ...BITVECTOR_OPERATORS, ...FLOAT_OPERATORS };
const SHORT_MODES: readonly string[] = MODES;
const LONG_MODES = [
  "roundNearestTiesToEven",
  "roundNearestTiesToAway",
  "roundTowardPositive",
  "roundTowardNegative",
  "roundTowardZero",
];
/** Numerals after `_`: larger ones are no widths. */
const LARGEST_INDEX = 1_000_000;

export class BitLanguage implements Language<BitTerm, Sort> {
  readonly vocabulary: Vocabulary<BitTerm, Sort>;
  readonly #terms = new Terms();
  readonly #solver: BitTermSolver;

  constructor(options: SolverOptions) {
    this.#solver = new BitTermSolver(options);
    this.vocabulary = {
      isReserved: (name) => Object.hasOwn(OPERATORS, name) || this.#symbol(name) !== undefined,
      constant: (atom) => this.#constant(atom),
      apply: (head, operands, position) => this.#apply(head, operands, position),
      coerce: (term, sort, position) => {
        if (term.sort === sort) return term;
        const [wanted, found] = [showSort(sort), showSort(term.sort)];
        throw new SmtLibError(`a term of sort ${wanted} should stand here, not one of sort ${found}`, position);
      },
    };
  }

  #symbol(name: string): BitTerm | undefined {
    if (name === "true" || name === "false") return this.#terms.truth(name);
    const code = Math.max(SHORT_MODES.indexOf(name), LONG_MODES.indexOf(name));
    return code < 0 ? undefined : this.#terms.constant(ROUNDING_MODE, BigInt(code));
  }

  #constant({ kind, text, position }: Atom): BitTerm | undefined {
    switch (kind) {
      case "bits": {
        const width = (text.length - 2) * (text[1] === "x" ? 4 : 1);
        return this.#terms.constant(bitVector(width), BigInt(`0${text.slice(1)}`));
      }
      case "numeral":
        return this.#terms.constant(REAL, BigInt(text));
      case "decimal": {
        const [whole, part] = text.split(".") as [string, string];
        return this.#terms.constant(REAL, BigInt(whole + part), 10n ** BigInt(part.length));
      }
      case "symbol":
        return this.#symbol(text);
      default:
        throw new SmtLibError(`${text} is no term of a supported logic`, position);
    }
  }

  #apply(head: Expression, operands: readonly BitTerm[], position: Position): BitTerm {
    if (head.kind !== "list") return this.#call(symbolOf(head, "a function", position), [], operands, position);
    const [first, name, ...rest] = head.items;
    if (isSymbol(first, "as")) return this.#constantArray(name, rest[0], operands, position);
    if (!isSymbol(first, "_")) throw new SmtLibError("a function should be a symbol, or (_ ...)", head.position);
    const text = symbolOf(name, "an indexed function", head.position);
    const indices = rest.map((index) => numeralIn(index, 0, LARGEST_INDEX, head.position));
    if (/^bv[0-9]+$/.test(text) && operands.length === 0) return this.#decimalVector(text, indices, head.position);
    return this.#call(text, indices, operands, position);
  }

  #call(name: string, indices: readonly number[], operands: readonly BitTerm[], position: Position): BitTerm {
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (operator === undefined) throw new SmtLibError(`unknown function ${name}`, position);
    return operator({ name, indices, operands, position, terms: this.#terms });
  }

  /** `(_ bv5 8)` */
  #decimalVector(text: string, [width]: readonly number[], position: Position): BitTerm {
    const value = BigInt(text.slice(2));
    if (width === undefined || width < 1 || value >> BigInt(width) !== 0n)
      throw new SmtLibError(`${text} should have a width that it fits`, position);
    return this.#terms.constant(bitVector(width), value);
  }

  /** `((as const (Array I E)) e)` */
  #constantArray(
    name: Expression | undefined,
    sortExpression: Expression | undefined,
    operands: readonly BitTerm[],
    position: Position,
  ): BitTerm {
    const sort = readSort(sortExpression, position);
    const [element] = operands;
    if (!isSymbol(name, "const") || sort.kind !== "Array" || element?.sort !== sort.element || operands.length > 1)
      throw new SmtLibError("(as const ...) should have an array sort and an operand of its element sort", position);
    return this.#terms.make("const", sort, [element]);
  }

  sort(expression: Expression | undefined, position: Position): Sort {
    return readSort(expression, position);
  }

  variable(_: string, sort: Sort): BitTerm {
    return this.#terms.variable(sort);
  }

  isTruth({ sort }: BitTerm): boolean {
    return sort === BOOL;
  }

  assert(truth: BitTerm): void {
    this.#solver.assert(truth);
  }

  push(): void {
    this.#solver.push();
  }

  pop(): void {
    this.#solver.pop();
  }

  check(assumptions: readonly BitTerm[]): Answer {
    return this.#solver.check(assumptions);
  }

  core(): readonly BitTerm[] {
    return this.#solver.core();
  }

  reason(): string {
    return this.#solver.reason();
  }

  showModel(declared: readonly Declared<BitTerm, Sort>[]): string {
    const lines = declared.map(
      ({ name, sort, value }) =>
        `  (define-fun ${showSymbol(name)} () ${showSort(sort)} ${showValue(this.#solver.value(value), sort)})`,
    );
    return ["(", ...lines, ")"].join("\n");
  }

  showValue(value: BitTerm, position: Position): string {
    if (value.sort === REAL) throw new SmtLibError("a real constant is no term of its own here", position);
    return showValue(this.#solver.value(value), value.sort);
  }

  dispose(): void {
    this.#solver.dispose();
  }
}
