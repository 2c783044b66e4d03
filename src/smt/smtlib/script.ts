/**
 * Running a script: commands in order, answers through `write`. The first malformed or unsupported command ends the run
 * (SMT-LIB's `immediate-exit`): going on without an assertion could answer `sat` for another problem than the given one.
 *
 * Named assertions are assumptions of each check when unsat cores are asked for, so that a core can name them.
 */
import type { Answer, SolverFactory, SolverOptions } from "../solver.ts";
import { Arithmetic } from "./arithmetic.ts";
import { BitLanguage } from "./bits/language.ts";
import { type Atom, type Expression, isSymbol, itemsOf, readExpression, symbolOf } from "./expression.ts";
import type { Language } from "./language.ts";
import { Lexer, type Position, SmtLibError } from "./lexer.ts";
import { kindOfScript, kindsOfLogic, type LogicKind } from "./logics.ts";
import { showString, showSymbol } from "./model-text.ts";
import { Symbols } from "./symbols.ts";
import { nameAnnotation, TermReader } from "./terms.ts";

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

/** @param solvers who answers scripts of linear arithmetic; those over bits have a solver of their own. */
export function runScript(
  text: string,
  solvers: SolverFactory,
  write: (line: string) => void,
  options: SolverOptions = {},
): ScriptResult {
  if (kindOfScript(text) === "bits") return run(text, new Script(() => new BitLanguage(options), "bits", write), write);
  return run(text, new Script(() => new Arithmetic(solvers, options), "arithmetic", write), write);
}

function run<V, S>(text: string, script: Script<V, S>, write: (line: string) => void): ScriptResult {
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

/** Of commands that do not have one at most. What is behind them would be left out: of `(assert a b)` half of the problem. */
const MOST_OPERANDS: Readonly<Record<string, number>> = {
  "set-option": 2,
  "set-info": 2,
  "declare-fun": 3,
  "declare-const": 2,
  "define-fun": 4,
  "define-sort": 3,
  "define-const": 3,
  "check-sat": 0,
  "get-model": 0,
  "get-unsat-core": 0,
  "get-unsat-assumptions": 0,
  reset: 0,
  "reset-assertions": 0,
};

type Command = (operands: readonly Expression[], position: Position) => void;

interface Named<V> {
  readonly name: string;
  readonly truth: V;
}

class Script<V, S> {
  readonly answers: ScriptAnswer[] = [];
  readonly #makeLanguage: () => Language<V, S>;
  readonly #kind: LogicKind;
  readonly #write: (line: string) => void;
  readonly #settings = new Map<string, string>();
  #language: Language<V, S>;
  #symbols: Symbols<V, S>;
  #reader: TermReader<V, S>;
  /** Named assertions of each level, the first level being outside of every push. */
  #named: Named<V>[][] = [[]];
  /** Defined sorts, with what they stand for, and how many levels there were. */
  #sorts: { readonly name: string; readonly sort: Expression; readonly level: number }[] = [];
  #status: string | undefined;
  #last: Answer | undefined;
  /** Of the last check, for cores: names of assertions and texts of assumptions. */
  #assumed: readonly Named<V>[] = [];

  constructor(makeLanguage: () => Language<V, S>, kind: LogicKind, write: (line: string) => void) {
    this.#makeLanguage = makeLanguage;
    this.#kind = kind;
    this.#write = write;
    this.#language = makeLanguage();
    this.#symbols = new Symbols(this.#language.vocabulary);
    this.#reader = new TermReader(this.#symbols, this.#language.vocabulary);
  }

  dispose(): void {
    this.#language.dispose();
  }

  perform(command: Expression): "go on" | "exit" {
    const items = itemsOf(command, "a command", command.position);
    const name = symbolOf(items[0], "the name of a command", command.position);
    if (name === "exit") return "exit";
    const perform = Object.hasOwn(this.#commands, name) ? this.#commands[name] : undefined;
    if (perform === undefined) throw new SmtLibError(`unknown command ${name}`, command.position);
    const extra = items[1 + (MOST_OPERANDS[name] ?? 1)];
    if (extra !== undefined) throw new SmtLibError(`${name} has too many operands`, extra.position);
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
    "define-sort": (operands, position) => this.#defineSort(operands, position),
    "define-const": ([name, sort, body], position) =>
      this.#define([name!, { kind: "list", items: [], position }, sort!, body!], position),
    assert: ([formula], position) => this.#assert(formula, position),
    push: ([count], position) => this.#repeat(count, position, () => this.#push()),
    pop: ([count], position) => this.#repeat(count, position, () => this.#pop(position)),
    "check-sat": () => this.#check([]),
    "check-sat-assuming": ([list], position) => {
      const literals = itemsOf(list, "the assumptions", position);
      this.#check(literals.map((literal) => ({ name: showTerm(literal), truth: this.#truth(literal) })));
    },
    "get-model": (_, position) => {
      this.#expect("sat", position);
      this.#write(this.#language.showModel(this.#symbols.declarations));
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
    const kinds = kindsOfLogic(logic);
    if (kinds.length === 0) throw new SmtLibError(`the logic ${logic} is not supported`, position);
    if (!kinds.includes(this.#kind))
      throw new SmtLibError(`the logic ${logic} is not supported after another one`, position);
  }

  #getInfo(key: string): void {
    const known: Readonly<Record<string, string>> = {
      name: '"hone"',
      "error-behavior": "immediate-exit",
      "reason-unknown": showString(this.#last === "unknown" ? this.#language.reason() : ""),
    };
    this.#write(Object.hasOwn(known, key) ? `(:${key} ${known[key]})` : "unsupported");
  }

  // --- Symbols ----------------------------------------------------------------------------------------------------

  #declare(nameExpression: Expression | undefined, sortExpression: Expression | undefined, position: Position): void {
    const name = symbolOf(nameExpression, "a declared symbol", position);
    const sort = this.#sort(sortExpression, position);
    this.#symbols.declare({ name, sort, value: this.#language.variable(name, sort) }, position);
  }

  #sort(expression: Expression | undefined, position: Position): S {
    return this.#language.sort(expression === undefined ? undefined : this.#expanded(expression), position);
  }

  /** A sort with the names of defined ones replaced. */
  #expanded(expression: Expression): Expression {
    if (expression.kind === "list")
      return { ...expression, items: expression.items.map((item) => this.#expanded(item)) };
    const defined = isSymbol(expression) ? this.#sorts.findLast(({ name }) => name === expression.text) : undefined;
    return defined === undefined ? expression : { ...defined.sort, position: expression.position };
  }

  #defineSort([nameExpression, parameters, sort]: readonly Expression[], position: Position): void {
    const name = symbolOf(nameExpression, "a defined sort", position);
    if (sort === undefined || itemsOf(parameters, "the parameters", position).length > 0)
      throw new SmtLibError("only sorts without parameters can be defined", position);
    if (this.#sorts.some((defined) => defined.name === name))
      throw new SmtLibError(`${name} has a meaning already`, position);
    this.#sort(sort, position);
    this.#sorts.push({ name, sort: this.#expanded(sort), level: this.#named.length });
  }

  #define([nameExpression, list, sortExpression, body]: readonly Expression[], position: Position): void {
    const name = symbolOf(nameExpression, "a defined symbol", position);
    if (body === undefined) throw new SmtLibError("a definition should have parameters, a sort and a term", position);
    const parameters = itemsOf(list, "the parameters", position).map((each) => {
      const pair = itemsOf(each, "a parameter", position);
      if (pair.length !== 2) throw new SmtLibError("a parameter should be a symbol and a sort", each.position);
      return {
        name: symbolOf(pair[0], "a parameter", each.position),
        sort: this.#sort(pair[1], each.position),
      };
    });
    const sort = this.#sort(sortExpression, position);
    const bindings = new Map(parameters.map((each) => [each.name, this.#language.variable(each.name, each.sort)]));
    const value = this.#language.vocabulary.coerce(this.#reader.read(body, bindings), sort, body.position);
    if (parameters.length === 0) this.#symbols.define(name, value, position);
    else this.#symbols.defineFunction(name, { kind: "function", parameters, body }, position);
  }

  // --- Assertions -------------------------------------------------------------------------------------------------

  #truth(expression: Expression | undefined, position?: Position): V {
    if (expression === undefined) throw new SmtLibError("a term is missing", position ?? { line: 1, column: 1 });
    const value = this.#reader.read(expression);
    if (this.#language.isTruth(value)) return value;
    throw new SmtLibError("a term of sort Bool should stand here", expression.position);
  }

  #assert(expression: Expression | undefined, position: Position): void {
    const truth = this.#truth(expression, position);
    const name =
      expression?.kind === "list" && isSymbol(expression.items[0], "!") ? nameAnnotation(expression.items) : undefined;
    if (name !== undefined && this.#settings.get("produce-unsat-cores") === "true")
      this.#named[this.#named.length - 1]!.push({ name: showSymbol(name), truth });
    else this.#language.assert(truth);
    this.#last = undefined;
  }

  #push(): void {
    this.#language.push();
    this.#symbols.push();
    this.#named.push([]);
    this.#last = undefined;
  }

  #pop(position: Position): void {
    if (this.#named.length === 1) throw new SmtLibError("pop without push", position);
    this.#language.pop();
    this.#symbols.pop();
    this.#named.pop();
    this.#sorts = this.#sorts.filter(({ level }) => level <= this.#named.length);
    this.#last = undefined;
  }

  #repeat(count: Expression | undefined, position: Position, what: () => void): void {
    const times = count === undefined ? 1 : count.kind === "numeral" ? Number(count.text) : Number.NaN;
    if (!(times <= 100_000)) throw new SmtLibError("the number of levels should be a small numeral", position);
    for (let i = 0; i < times; i += 1) what();
  }

  #reset(): void {
    this.#language.dispose();
    this.#language = this.#makeLanguage();
    this.#symbols = new Symbols(this.#language.vocabulary);
    this.#reader = new TermReader(this.#symbols, this.#language.vocabulary);
    this.#named = [[]];
    this.#sorts = [];
    this.#last = undefined;
  }

  // --- Checks and what follows them -------------------------------------------------------------------------------

  #check(assumptions: readonly Named<V>[]): void {
    this.#assumed = [...this.#named.flat(), ...assumptions];
    const answer = this.#language.check(this.#assumed.map(({ truth }) => truth));
    this.#last = answer;
    this.answers.push({ answer, status: this.#status });
    this.#write(answer);
  }

  #expect(answer: Answer, position: Position): void {
    if (this.#last !== answer) throw new SmtLibError(`the last check should have answered ${answer}`, position);
  }

  #getValue(terms: readonly Expression[], position: Position): void {
    this.#expect("sat", position);
    const values = terms.map((term) => {
      const value = this.#reader.read(term);
      return `(${showTerm(term)} ${this.#language.showValue(value, position)})`;
    });
    this.#write(`(${values.join(" ")})`);
  }

  #getCore(position: Position, of: "assertions" | "assumptions"): void {
    this.#expect("unsat", position);
    const core = new Set(this.#language.core());
    const count = this.#named.flat().length;
    const candidates = of === "assertions" ? this.#assumed.slice(0, count) : this.#assumed.slice(count);
    const names = candidates.filter(({ truth }) => core.has(truth)).map(({ name }) => name);
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

const RESERVED_IN_TERMS = new Set(["_", "as", "let", "!"]);

function showAtom({ kind, text }: Atom): string {
  // In a term, reserved words are meant as such.
  return kind === "symbol"
    ? RESERVED_IN_TERMS.has(text)
      ? text
      : showSymbol(text)
    : kind === "keyword"
      ? `:${text}`
      : kind === "string"
        ? showString(text)
        : text;
}
