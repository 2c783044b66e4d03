/** The language of linear integer and real arithmetic, answered by any solver of formulas. */
import { FALSE, type Formula, TRUE, type Variable, variable } from "../../logic/term.ts";
import { MATH_INTEGER, REAL } from "../../logic/types.ts";
import { fromBig } from "../../numbers/int.ts";
import * as rational from "../../numbers/rational.ts";
import { FreshVariables, isSet } from "../fresh.ts";
import type { Answer, Solver, SolverFactory, SolverOptions } from "../solver.ts";
import { Definitions } from "./definitions.ts";
import { type Atom, type Expression, isSymbol, symbolOf } from "./expression.ts";
import type { Declared, Language, Vocabulary } from "./language.ts";
import { type Position, SmtLibError } from "./lexer.ts";
import { modelValue, showModel } from "./model-text.ts";
import { operatorNamed } from "./operators.ts";
import { bool, constantNumber, number, type Sort, type Value } from "./value.ts";

export class Arithmetic implements Language<Value, Sort> {
  readonly vocabulary: Vocabulary<Value, Sort>;
  readonly #solver: Solver;
  readonly #fresh = new FreshVariables();
  readonly #definitions = new Definitions(this.#fresh);
  readonly #variables = new Map<Value, Variable>();
  #assumed: readonly { readonly value: Value; readonly formula: Formula }[] = [];

  constructor(solvers: SolverFactory, options: SolverOptions) {
    this.#solver = solvers.create(options);
    this.vocabulary = {
      isReserved: (name) => operatorNamed(name) !== undefined || name === "true" || name === "false",
      constant: constantOf,
      apply: (head, operands, position) => this.#apply(head, operands, position),
      coerce: asSort,
    };
  }

  #apply(head: Expression, operands: readonly Value[], position: Position): Value {
    if (!isSymbol(head) || operands.length === 0)
      throw new SmtLibError("only plain functions are supported", head.position);
    const operator = operatorNamed(head.text);
    if (operator === undefined) throw new SmtLibError(`unknown function ${head.text}`, position);
    return operator({ name: head.text, operands, position, definitions: this.#definitions });
  }

  sort(expression: Expression | undefined, position: Position): Sort {
    const text = symbolOf(expression, "a sort", position);
    if (text === "Bool" || text === "Int" || text === "Real") return text;
    throw new SmtLibError(`the sort ${text} is not supported`, expression?.position ?? position);
  }

  variable(name: string, sort: Sort): Value {
    const made =
      sort === "Bool" ? this.#fresh.boolean(name) : this.#fresh.make(name, sort === "Int" ? MATH_INTEGER : REAL);
    const value = sort === "Bool" ? bool(isSet(made)) : number(sort, variable(made));
    this.#variables.set(value, made);
    return value;
  }

  isTruth(value: Value): boolean {
    return value.sort === "Bool";
  }

  #formulaOf(value: Value): Formula {
    if (value.sort !== "Bool") throw new Error("what is asserted should be of sort Bool");
    return this.#definitions.close(value.formula);
  }

  assert(truth: Value): void {
    this.#solver.assert(this.#formulaOf(truth));
  }

  push(): void {
    this.#solver.push();
  }

  pop(): void {
    this.#solver.pop();
  }

  check(assumptions: readonly Value[]): Answer {
    this.#assumed = assumptions.map((value) => ({ value, formula: this.#formulaOf(value) }));
    return this.#solver.check(this.#assumed.map(({ formula }) => formula));
  }

  core(): readonly Value[] {
    const core = new Set(this.#solver.core());
    return this.#assumed.filter(({ formula }) => core.has(formula)).map(({ value }) => value);
  }

  reason(): string {
    return this.#solver.reason();
  }

  showModel(declared: readonly Declared<Value, Sort>[]): string {
    const declarations = declared.map(({ name, sort, value }) => ({
      name,
      sort,
      variable: this.#variables.get(value) as Variable,
    }));
    return showModel(declarations, this.#solver.model());
  }

  showValue(value: Value, position: Position): string {
    const model = this.#solver.model();
    if (this.#definitions.areUnknown(value, model))
      throw new SmtLibError("a value of to_int or of a choice of reals is known only if it was asserted", position);
    return modelValue(value, model);
  }

  dispose(): void {
    this.#solver.dispose();
  }
}

function constantOf({ kind, text, position }: Atom): Value | undefined {
  switch (kind) {
    case "numeral":
      return constantNumber(fromBig(BigInt(text)), "Int");
    case "decimal":
      return constantNumber(decimalValue(text), "Real");
    case "symbol":
      return text === "true" ? bool(TRUE) : text === "false" ? bool(FALSE) : undefined;
    default:
      throw new SmtLibError(`${text} is no term of a supported logic`, position);
  }
}

/** An integer is a real where one is wanted. */
function asSort(value: Value, sort: Sort, position: Position): Value {
  if (value.sort === sort) return value;
  if (value.sort === "Int" && sort === "Real") return { ...value, sort };
  throw new SmtLibError(`a term of sort ${sort} should stand here, not one of sort ${value.sort}`, position);
}

function decimalValue(text: string): rational.Rational {
  const [whole, part] = text.split(".") as [string, string];
  return rational.fraction(fromBig(BigInt(whole + part)), fromBig(10n ** BigInt(part.length)));
}
