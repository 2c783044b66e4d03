/**
 * From linear formulas to clauses: names for subformulas, defined only in the direction in which they are used
 * (Plaisted and Greenbaum, "A Structure-preserving Clause Form Translation", 1986). An equality `e = 0` is the
 * conjunction of two bounds. Definitions of names constrain nothing else, so they stay when assertions go; what an
 * assertion needs is counted (`retain`, `release`), and only needed variables are decided by the search.
 */

import { comparisonConstraint, type LinearExpression, scale } from "../../logic/linear.ts";
import type { Formula, Variable } from "../../logic/term.ts";
import * as int from "../../numbers/int.ts";
import { count } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import type { Arithmetic } from "./arithmetic.ts";
import type { Cdcl } from "./cdcl.ts";
import type { Booleans } from "./model.ts";
import { NO_STEP, type ProofLog } from "./proof-log.ts";

export const TRUE_LITERAL = 0;
const FALSE_LITERAL = 1;

/** The name `variable` stands for the conjunction of the literals. */
interface Conjunction {
  readonly literals: readonly number[];
  /** Clauses for `name implies literals` are there. */
  positive: boolean;
  negative: boolean;
}

// A node that gets its literal and clauses, in units of work.
const NODE_WORK = 3;

export class Clausifier {
  readonly #search: Cdcl;
  readonly #arithmetic: Arithmetic;
  readonly #log: ProofLog | undefined;
  /** Literals of formulas; in proofs names belong to a part, so there is a table a part. */
  readonly #tables = new Map<number, Map<Formula, number>>();
  #table = new Map<Formula, number>();
  #part = 0;
  readonly #conjunctions: (Conjunction | undefined)[] = [];
  readonly #booleans = new Map<Variable, number>();
  /** How many assertions and names in use need a variable. */
  readonly #uses: number[] = [];
  /** How many variables are needed. */
  relevant = 0;

  constructor(search: Cdcl, arithmetic: Arithmetic, log: ProofLog | undefined) {
    this.#search = search;
    this.#arithmetic = arithmetic;
    this.#log = log;
    this.enterPart(0);
  }

  /** Clauses from now on belong to this part of the input (proofs only). */
  enterPart(part: number): void {
    this.#part = this.#log === undefined ? 0 : part;
    const table = memoised(this.#tables, this.#part, () => new Map());
    this.#table = table;
  }

  // --- Literals ---------------------------------------------------------------------------------------------------

  /** The literal that stands for a linear formula. Iterative: formulas may be deep. */
  literalOf(root: Formula): number {
    const table = this.#table;
    const known = table.get(root);
    if (known !== undefined) return known;
    const stack: Formula[] = [root];
    while (stack.length > 0) {
      const node = stack[stack.length - 1]!;
      if (table.has(node)) {
        stack.pop();
        continue;
      }
      const before = stack.length;
      if (node.kind === "not") {
        if (!table.has(node.operand)) stack.push(node.operand);
      } else if (node.kind === "and" || node.kind === "or") {
        const { operands } = node;
        for (let i = 0; i < operands.length; i++) if (!table.has(operands[i]!)) stack.push(operands[i]!);
      }
      if (stack.length > before) continue;
      stack.pop();
      count(NODE_WORK);
      table.set(node, this.#make(node));
    }
    return table.get(root)!;
  }

  #make(node: Formula): number {
    const table = this.#table;
    switch (node.kind) {
      case "true":
        return TRUE_LITERAL;
      case "false":
        return FALSE_LITERAL;
      case "not":
        return table.get(node.operand)! ^ 1;
      case "and":
        return this.#conjunction(node.operands.map((operand) => table.get(operand)!));
      case "or":
        return this.#conjunction(node.operands.map((operand) => table.get(operand)! ^ 1)) ^ 1;
      default:
        return this.#atom(node);
    }
  }

  #atom(node: Formula): number {
    const boolean = asBoolean(node);
    if (boolean !== undefined) return this.booleanLiteral(boolean.variable) ^ (boolean.set ? 0 : 1);
    const constraint = comparisonConstraint(node);
    if (constraint === "true") return TRUE_LITERAL;
    if (constraint === "false") return FALSE_LITERAL;
    if (constraint === undefined) throw new Error("a lowered formula should be linear");
    const { expression, relation } = constraint;
    if (relation !== "eq") return this.#linear(expression, relation === "lt");
    return this.#conjunction([this.#linear(expression, false), this.#linear(scale(expression, -1), false)]);
  }

  #linear(expression: LinearExpression, strict: boolean): number {
    const literal = this.#arithmetic.literal(expression, strict);
    this.#linkBooleans(expression.variables);
    return literal;
  }

  /** The propositional literal of a one-bit variable. */
  booleanLiteral(of: Variable): number {
    let literal = this.#booleans.get(of);
    if (literal === undefined) {
      const v = this.#search.newVariable();
      literal = 2 * v;
      this.#booleans.set(of, literal);
      if (this.#log !== undefined) this.#log.atoms[v] = { kind: "boolean", variable: of };
    }
    return literal;
  }

  readonly #linked = new Set<Variable>();

  /** A one-bit variable in arithmetic: its literal is `b >= 1`. */
  #linkBooleans(variables: readonly Variable[]): void {
    for (const of of variables) {
      if (!isOneBit(of) || this.#linked.has(of)) continue;
      const set = this.booleanLiteral(of);
      this.#linked.add(of);
      const zero = this.#arithmetic.literal({ variables: [of], coefficients: [1], constant: 0 }, false);
      this.addClause([this.#arithmetic.literal({ variables: [of], coefficients: [-1], constant: 0 }, false)]);
      this.addClause([this.#arithmetic.literal({ variables: [of], coefficients: [1], constant: -1 }, false)]);
      this.addClause([set ^ 1, zero ^ 1]);
      this.addClause([set, zero]);
    }
  }

  /** The Booleans of the current assignment, for a model. */
  snapshot(): Booleans {
    return { literals: this.#booleans, values: this.#search.values.slice(0, 2 * this.#search.variables) };
  }

  #conjunction(operands: readonly number[]): number {
    const literals = distinct(operands);
    if (literals === undefined || literals.includes(FALSE_LITERAL)) return FALSE_LITERAL;
    const at = literals.indexOf(TRUE_LITERAL);
    if (at >= 0) literals.splice(at, 1);
    if (literals.length === 0) return TRUE_LITERAL;
    if (literals.length === 1) return literals[0]!;
    const v = this.#search.newVariable();
    this.#conjunctions[v] = { literals, positive: false, negative: false };
    if (this.#log !== undefined) this.#log.atoms[v] = { kind: "name", part: this.#part };
    return 2 * v;
  }

  // --- Clauses ----------------------------------------------------------------------------------------------------

  /** Adds the definitions that the literal needs to mean its formula when it is true. */
  define(root: number): void {
    const pending = [root];
    for (let literal = pending.pop(); literal !== undefined; literal = pending.pop()) {
      const node = this.#conjunctions[literal >> 1];
      if (node === undefined) continue;
      if ((literal & 1) === 0) {
        if (node.positive) continue;
        node.positive = true;
        for (let i = 0; i < node.literals.length; i++) {
          const part = node.literals[i]!;
          this.addClause([literal ^ 1, part]);
          pending.push(part);
        }
      } else {
        if (node.negative) continue;
        node.negative = true;
        const parts = node.literals.map((part) => part ^ 1);
        this.#search.addGoal(literal, parts);
        this.addClause([literal ^ 1, ...parts]);
        for (let i = 0; i < parts.length; i++) pending.push(parts[i]!);
      }
    }
  }

  /**
   * Asserts a formula, under a literal that has to be true for it to count (TRUE_LITERAL: for good). Returns the
   * literals it rests on, to be retained while it counts.
   */
  assert(formula: Formula, activation: number): number[] {
    const roots: number[] = [];
    const pending: number[] = [this.literalOf(formula)];
    const guard = activation === TRUE_LITERAL ? [] : [activation ^ 1];
    for (let literal = pending.pop(); literal !== undefined; literal = pending.pop()) {
      if (literal === TRUE_LITERAL) continue;
      const node = this.#conjunctions[literal >> 1];
      if (node !== undefined && (literal & 1) === 0) {
        for (let i = node.literals.length - 1; i >= 0; i--) pending.push(node.literals[i]!);
      } else {
        const clause = node === undefined ? [literal] : node.literals.map((part) => part ^ 1);
        const kept = clause.filter((part) => part !== FALSE_LITERAL);
        for (const part of kept) {
          this.define(part);
          roots.push(part);
        }
        if (kept.length > 1) this.#search.addGoal(activation, kept);
        this.addClause([...guard, ...kept]);
      }
    }
    return roots;
  }

  addClause(literals: readonly number[]): void {
    const clause = distinct(literals);
    if (clause === undefined) return;
    this.#search.addClause(clause, this.#log?.input(clause, this.#part) ?? NO_STEP);
  }

  // --- Relevance --------------------------------------------------------------------------------------------------

  retain(root: number): void {
    const pending = [root >> 1];
    for (let v = pending.pop(); v !== undefined; v = pending.pop()) {
      const uses = this.#uses[v] ?? 0;
      this.#uses[v] = uses + 1;
      if (uses > 0) continue;
      this.#search.setRelevant(v);
      this.relevant += 1;
      const node = this.#conjunctions[v];
      if (node === undefined) this.#arithmetic.retain(v);
      else for (let i = 0; i < node.literals.length; i++) pending.push(node.literals[i]! >> 1);
    }
  }

  release(root: number): void {
    const pending = [root >> 1];
    for (let v = pending.pop(); v !== undefined; v = pending.pop()) {
      const uses = this.#uses[v]! - 1;
      this.#uses[v] = uses;
      if (uses > 0) continue;
      this.#search.setIrrelevant(v);
      this.relevant -= 1;
      const node = this.#conjunctions[v];
      if (node === undefined) this.#arithmetic.release(v);
      else for (let i = 0; i < node.literals.length; i++) pending.push(node.literals[i]! >> 1);
    }
  }
}

/** Few enough to compare each with each. */
const FEW = 8;

/** The literals, each once; undefined where two are complementary. */
function distinct(literals: readonly number[]): number[] | undefined {
  if (literals.length > FEW) {
    const there = new Set(literals);
    for (let i = 0; i < literals.length; i++) if (there.has(literals[i]! ^ 1)) return undefined;
    return [...there];
  }
  const kept: number[] = [];
  for (let i = 0; i < literals.length; i++) {
    const literal = literals[i]!;
    if (kept.includes(literal ^ 1)) return undefined;
    if (!kept.includes(literal)) kept.push(literal);
  }
  return kept;
}

function isOneBit(of: Variable): boolean {
  return of.type.kind === "int" && of.type.bits === 1 && !of.type.signed;
}

/** `b = 1`, `b = 0`, `b >= 1`, ... of a one-bit variable alone. */
function asBoolean(node: Formula): { variable: Variable; set: boolean } | undefined {
  if (node.kind !== "eq") return undefined;
  const { left, right } = node;
  const [of, constant] = left.kind === "variable" ? [left, right] : [right, left];
  if (of.kind !== "variable" || constant.kind !== "integer" || !isOneBit(of.variable)) return undefined;
  if (!int.equal(constant.value, 1) && !int.equal(constant.value, 0)) return undefined;
  return { variable: of.variable, set: constant.value === 1 };
}
