/**
 * Running a script: commands in order, answers through `write`. The first malformed or unsupported command ends the run
 * (SMT-LIB's `immediate-exit`): going on without an assertion could answer `sat` for another problem than the given one.
 *
 * Named assertions are assumptions of each check when unsat cores are asked for, so that a core can name them.
 */
import type { Formula } from "../../logic/term.ts";
import { variable } from "../../logic/term.ts";
import { MATH_INTEGER, REAL } from "../../logic/types.ts";
import { FreshVariables, isSet } from "../fresh.ts";
import type { Answer, Solver, SolverFactory, SolverOptions } from "../solver.ts";
import { Definitions } from "./definitions.ts";
import { type Atom, type Expression, isSymbol, itemsOf, readExpression, symbolOf } from "./expression.ts";
import { Lexer, type Position, SmtLibError } from "./lexer.ts";
import { modelValue, showModel, showString, showSymbol } from "./model-text.ts";
import { type Declaration, Symbols } from "./symbols.ts";
import { asSort, nameAnnotation, TermReader } from "./terms.ts";
import { bool, number, type Sort, type Value } from "./value.ts";

interface ScriptError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The answer to a `check-sat`, with what `(set-info :status ...)` said before it. */
interface ScriptAnswer {
  readonly answer: Answer;
  readonly status: string | undefined;
}

export type ScriptResult =
  | { readonly kind: "done"; readonly answers: readonly ScriptAnswer[] }
  | { readonly kind: "error"; readonly error: ScriptError; readonly answers: readonly ScriptAnswer[] };

export function runScript(
  text: string,
  solvers: SolverFactory,
  write: (line: string) => void,
  options: SolverOptions = {},
): ScriptResult {
  const script = new Script(solvers, write, options);
  try {
    const lexer = new Lexer(text);
    for (let command = readExpression(lexer); command !== undefined; command = readExpression(lexer)) {
      if (script.perform(command) === "exit") break;
    }
    return { kind: "done", answers: script.answers };
  } catch (reason) {
    if (!(reason instanceof SmtLibError)) throw reason;
    const error: ScriptError = { ...reason.position, message: reason.message };
    write(`(error ${showString(`line ${error.line} column ${error.column}: ${error.message}`)})`);
    return { kind: "error", error, answers: script.answers };
  } finally {
    script.dispose();
  }
}

type Command = (operands: readonly Expression[], position: Position) => void;

interface Named {
  readonly name: string;
  readonly formula: Formula;
}

class Script {
  readonly answers: ScriptAnswer[] = [];
  readonly #solvers: SolverFactory;
  readonly #options: SolverOptions;
  readonly #write: (line: string) => void;
  readonly #settings = new Map<string, string>();
  #fresh = new FreshVariables();
  #definitions = new Definitions(this.#fresh);
  #symbols = new Symbols();
  #reader = new TermReader(this.#symbols, this.#definitions);
  #solver: Solver;
  /** Named assertions of each level, the first level being outside of every push. */
  #named: Named[][] = [[]];
  #status: string | undefined;
  #last: Answer | undefined;
  /** Of the last check, for cores: names of assertions and texts of assumptions. */
  #assumed: readonly Named[] = [];

  constructor(solvers: SolverFactory, write: (line: string) => void, options: SolverOptions) {
    this.#solvers = solvers;
    this.#write = write;
    this.#options = options;
    this.#solver = solvers.create(options);
  }

  dispose(): void {
    this.#solver.dispose();
  }

  perform(command: Expression): "go on" | "exit" {
    const items = itemsOf(command, "a command", command.position);
    const name = symbolOf(items[0], "the name of a command", command.position);
    if (name === "exit") return "exit";
    const perform = Object.hasOwn(this.#commands, name) ? this.#commands[name] : undefined;
    if (perform === undefined) throw new SmtLibError(`unknown command ${name}`, command.position);
    perform(items.slice(1), command.position);
    return "go on";
  }

  readonly #commands: Readonly<Record<string, Command>> = {
    "set-logic": ([logic], position) => this.#setLogic(symbolOf(logic, "a logic", position), position),
    "set-option": ([key, value], position) => this.#settings.set(keyword(key, position), textOf(value)),
    "set-info": ([key, value], position) => {
      if (keyword(key, position) === "status") this.#status = textOf(value);
    },
    "get-info": ([key], position) => this.#getInfo(keyword(key, position)),
    "get-option": ([key], position) => this.#write(this.#settings.get(keyword(key, position)) ?? "unsupported"),
    "declare-fun": ([name, parameters, sort], position) => {
      if (itemsOf(parameters, "the parameters", position).length > 0)
        throw new SmtLibError("uninterpreted functions are not supported", position);
      this.#declare(name, sort, position);
    },
    "declare-const": ([name, sort], position) => this.#declare(name, sort, position),
    "define-fun": (operands, position) => this.#define(operands, position),
    "define-const": ([name, sort, body], position) =>
      this.#define([name!, { kind: "list", items: [], position }, sort!, body!], position),
    assert: ([formula], position) => this.#assert(formula, position),
    push: ([count], position) => this.#repeat(count, position, () => this.#push()),
    pop: ([count], position) => this.#repeat(count, position, () => this.#pop(position)),
    "check-sat": () => this.#check([]),
    "check-sat-assuming": ([list], position) => {
      const literals = itemsOf(list, "the assumptions", position);
      this.#check(literals.map((literal) => ({ name: showTerm(literal), formula: this.#formula(literal) })));
    },
    "get-model": (_, position) => {
      this.#expect("sat", position);
      this.#write(showModel(this.#symbols.declarations, this.#solver.model()));
    },
    "get-value": ([list], position) => this.#getValue(itemsOf(list, "the terms", position), position),
    "get-unsat-core": (_, position) => this.#getCore(position, "assertions"),
    "get-unsat-assumptions": (_, position) => this.#getCore(position, "assumptions"),
    echo: ([text]) => this.#write(textOf(text)),
    reset: () => this.#reset(),
    "reset-assertions": () => this.#reset(),
  };

  // --- Settings ---------------------------------------------------------------------------------------------------

  #setLogic(logic: string, position: Position): void {
    if (!/^(?:ALL|QF_(?:UF)?(?:L[IR]A|LIRA|IDL|RDL|NIA|NRA|NIRA))$/.test(logic) || logic.includes("UF"))
      throw new SmtLibError(`the logic ${logic} is not supported`, position);
  }

  #getInfo(key: string): void {
    const known: Readonly<Record<string, string>> = {
      name: '"hone"',
      "error-behavior": "immediate-exit",
      "reason-unknown": showString(this.#last === "unknown" ? this.#solver.reason() : ""),
    };
    this.#write(Object.hasOwn(known, key) ? `(:${key} ${known[key]})` : "unsupported");
  }

  // --- Symbols ----------------------------------------------------------------------------------------------------

  #declare(nameExpression: Expression | undefined, sortExpression: Expression | undefined, position: Position): void {
    const name = symbolOf(nameExpression, "a declared symbol", position);
    const sort = this.#sort(sortExpression, position);
    const { declaration, value } = this.#variable(name, sort);
    this.#symbols.declare(declaration, value, position);
  }

  #variable(name: string, sort: Sort): { readonly declaration: Declaration; readonly value: Value } {
    const made =
      sort === "Bool" ? this.#fresh.boolean(name) : this.#fresh.make(name, sort === "Int" ? MATH_INTEGER : REAL);
    const value = sort === "Bool" ? bool(isSet(made)) : number(sort, variable(made));
    return { declaration: { name, sort, variable: made }, value };
  }

  #sort(expression: Expression | undefined, position: Position): Sort {
    const text = symbolOf(expression, "a sort", position);
    if (text === "Bool" || text === "Int" || text === "Real") return text;
    throw new SmtLibError(`the sort ${text} is not supported`, expression?.position ?? position);
  }

  #define([nameExpression, list, sortExpression, body]: readonly Expression[], position: Position): void {
    const name = symbolOf(nameExpression, "a defined symbol", position);
    if (body === undefined) throw new SmtLibError("a definition should have parameters, a sort and a term", position);
    const parameters = itemsOf(list, "the parameters", position).map((each) => {
      const pair = itemsOf(each, "a parameter", position);
      return { name: symbolOf(pair[0], "a parameter", each.position), sort: this.#sort(pair[1], each.position) };
    });
    const sort = this.#sort(sortExpression, position);
    const bindings = new Map(parameters.map((each) => [each.name, this.#variable(each.name, each.sort).value]));
    const value = asSort(this.#reader.read(body, bindings), sort, body.position);
    if (parameters.length === 0) this.#symbols.define(name, value, position);
    else this.#symbols.defineFunction(name, { kind: "function", parameters, body }, position);
  }

  // --- Assertions -------------------------------------------------------------------------------------------------

  #formula(expression: Expression | undefined, position?: Position): Formula {
    if (expression === undefined) throw new SmtLibError("a term is missing", position ?? { line: 1, column: 1 });
    const value = this.#reader.read(expression);
    if (value.sort !== "Bool") throw new SmtLibError("a term of sort Bool should stand here", expression.position);
    return this.#definitions.close(value.formula);
  }

  #assert(expression: Expression | undefined, position: Position): void {
    const formula = this.#formula(expression, position);
    const name =
      expression?.kind === "list" && isSymbol(expression.items[0], "!") ? nameAnnotation(expression.items) : undefined;
    if (name !== undefined && this.#settings.get("produce-unsat-cores") === "true")
      this.#named[this.#named.length - 1]!.push({ name: showSymbol(name), formula });
    else this.#solver.assert(formula);
    this.#last = undefined;
  }

  #push(): void {
    this.#solver.push();
    this.#symbols.push();
    this.#named.push([]);
    this.#last = undefined;
  }

  #pop(position: Position): void {
    if (this.#named.length === 1) throw new SmtLibError("pop without push", position);
    this.#solver.pop();
    this.#symbols.pop();
    this.#named.pop();
    this.#last = undefined;
  }

  #repeat(count: Expression | undefined, position: Position, what: () => void): void {
    const times = count === undefined ? 1 : count.kind === "numeral" ? Number(count.text) : Number.NaN;
    if (!(times <= 100_000)) throw new SmtLibError("the number of levels should be a small numeral", position);
    for (let i = 0; i < times; i += 1) what();
  }

  #reset(): void {
    this.#solver.dispose();
    this.#solver = this.#solvers.create(this.#options);
    this.#fresh = new FreshVariables();
    this.#definitions = new Definitions(this.#fresh);
    this.#symbols = new Symbols();
    this.#reader = new TermReader(this.#symbols, this.#definitions);
    this.#named = [[]];
    this.#last = undefined;
  }

  // --- Checks and what follows them -------------------------------------------------------------------------------

  #check(assumptions: readonly Named[]): void {
    this.#assumed = [...this.#named.flat(), ...assumptions];
    const answer = this.#solver.check(this.#assumed.map(({ formula }) => formula));
    this.#last = answer;
    this.answers.push({ answer, status: this.#status });
    this.#write(answer);
  }

  #expect(answer: Answer, position: Position): void {
    if (this.#last !== answer) throw new SmtLibError(`the last check should have answered ${answer}`, position);
  }

  #getValue(terms: readonly Expression[], position: Position): void {
    this.#expect("sat", position);
    const model = this.#solver.model();
    const values = terms.map((term) => {
      const value = this.#reader.read(term);
      if (this.#definitions.areUnknown(value, model))
        throw new SmtLibError("a value of to_int or of a choice of reals is known only if it was asserted", position);
      return `(${showTerm(term)} ${modelValue(value, model)})`;
    });
    this.#write(`(${values.join(" ")})`);
  }

  #getCore(position: Position, of: "assertions" | "assumptions"): void {
    this.#expect("unsat", position);
    const core = new Set(this.#solver.core());
    const count = this.#named.flat().length;
    const candidates = of === "assertions" ? this.#assumed.slice(0, count) : this.#assumed.slice(count);
    const names = candidates.filter(({ formula }) => core.has(formula)).map(({ name }) => name);
    this.#write(`(${names.join(" ")})`);
  }
}

function keyword(expression: Expression | undefined, position: Position): string {
  if (expression?.kind === "keyword") return expression.text;
  throw new SmtLibError("a keyword should stand here", expression?.position ?? position);
}

function textOf(expression: Expression | undefined): string {
  return expression === undefined || expression.kind === "list" ? "" : expression.text;
}

function pushReversed(pending: (Expression | string)[], items: readonly Expression[]): void {
  pending.push(")");
  for (let i = items.length - 1; i >= 0; i -= 1) pending.push(items[i]!);
}

/** The text of a term, without recursion. */
function showTerm(expression: Expression): string {
  let text = "";
  const pending: (Expression | string)[] = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const piece = typeof next === "string" ? next : next.kind === "list" ? "(" : showAtom(next);
    if (text !== "" && !text.endsWith("(") && piece !== ")") text += " ";
    text += piece;
    if (typeof next !== "string" && next.kind === "list") pushReversed(pending, next.items);
  }
  return text;
}

function showAtom({ kind, text }: Atom): string {
  return kind === "symbol"
    ? showSymbol(text)
    : kind === "keyword"
      ? `:${text}`
      : kind === "string"
        ? showString(text)
        : text;
}
