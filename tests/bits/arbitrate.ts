/**
 * Who is wrong where hone and Z3 disagree. The program z3 is asked once more, one-shot and in a fresh process, and the model that
 * either side claims is read back from its text and evaluated by integers and exact fractions, apart from the circuits. Where that
 * does not settle it, the newer Z3 of the package `z3-solver` is asked, if it is installed (newer-z3.mjs).
 * Z3 is blamed only where it contradicts itself: by two answers to the same formula, of the program or of two versions, or by
 * denying a model that it found. A model of Z3's that evaluates to true is never explained away, nor one of hone's that evaluates
 * to false. Everything else, and whatever cannot be settled, stays a disagreement.
 *
 * Z3 4.8.12 goes wrong on equalities of constant arrays even one-shot; they are written out element by element before it is asked
 * about a model of its own.
 */
import { spawnSync } from "node:child_process";
import { type BitValue, evaluate } from "../../src/smt/smtlib/bits/evaluate.ts";
import { BitLanguage } from "../../src/smt/smtlib/bits/language.ts";
import type { Sort } from "../../src/smt/smtlib/bits/sorts.ts";
import type { BitTerm } from "../../src/smt/smtlib/bits/term.ts";
import { type Expression, isSymbol, itemsOf, readExpression } from "../../src/smt/smtlib/expression.ts";
import { Lexer } from "../../src/smt/smtlib/lexer.ts";
import { Symbols } from "../../src/smt/smtlib/symbols.ts";
import { TermReader } from "../../src/smt/smtlib/terms.ts";
import type { RandomScript } from "./random-scripts.ts";

/** A formula without levels and assumptions. */
export interface Question {
  readonly declarations: RandomScript["declarations"];
  readonly asserted: readonly string[];
}

/** Values by name, as text. */
export type ModelText = readonly (readonly [name: string, value: string])[];

/** Why Z3 is wrong, or that it is not known to be. */
export type Ruling =
  | { readonly kind: "Z3 answers in two ways"; readonly reason: string }
  | { readonly kind: "disagreement" };

const DISAGREEMENT: Ruling = { kind: "disagreement" };

function twoWays(reason: string): Ruling {
  return { kind: "Z3 answers in two ways", reason };
}

/** Of Z3's own units: a hundred times what the campaign gives it for a check. */
const UNITS = 100_000_000;
/** Equalities of arrays with more elements are not written out. */
const MOST_ELEMENTS = 256;

/** What holds at a check, with the assumptions asserted. */
export function questionAt(script: RandomScript, check: number, assumed: readonly string[]): Question {
  const levels: string[][] = [[]];
  let checks = 0;
  for (const step of script.steps) {
    if (step.kind === "check") {
      if (checks++ === check) break;
    } else if (step.text === "(push 1)") levels.push([]);
    else if (step.text === "(pop 1)") levels.pop();
    else levels.at(-1)?.push(assertedIn(step.text));
  }
  return { declarations: script.declarations, asserted: [...levels.flat(), ...assumed] };
}

function assertedIn(text: string): string {
  const formula = /^\(assert (.*)\)$/s.exec(text)?.[1];
  if (formula === undefined) throw new Error(`an assertion should stand here: ${text}`);
  return formula;
}

function withModel(question: Question, model: ModelText): Question {
  return { ...question, asserted: [...question.asserted, ...model.map(([name, value]) => `(= ${name} ${value})`)] };
}

/** hone has a model; Z3 said that there is none, or that it is none. */
export function ruleOnModel(question: Question, model: ModelText): Ruling {
  if (evaluated(question, model) === "false") return DISAGREEMENT;
  const takesIt = (z3: Z3): boolean =>
    askOnce(question, z3).answer === "sat" && askOnce(withModel(question, model), z3).answer === "sat";
  if (takesIt(program)) return twoWays("asked at once, it has a model and takes hone's");
  if (takesIt(newer)) return twoWays("a newer Z3 has a model and takes hone's");
  return DISAGREEMENT;
}

/**
 * hone says that there is no model; Z3 said that there is one.
 * @param session the script until Z3 said so.
 */
export function ruleOnUnsat(question: Question, session: string): Ruling {
  const claimed = ask(session, question, program);
  const once = askOnce(question, program);
  const holds = [claimed, once].map(({ answer, model }) => (answer === "sat" ? evaluated(question, model) : "false"));
  if (holds.includes("true")) return DISAGREEMENT;
  if (!holds.includes("open")) {
    if (once.answer === "unsat") return twoWays("asked at once, it says unsat");
    const denied = () => askOnce(elementwise(withModel(question, once.model)), program).answer === "unsat";
    if (once.answer === "sat" && denied()) return twoWays("its model is none, as it says itself when asked about it");
  }
  return askOnce(question, newer).answer === "unsat" ? twoWays("a newer Z3 says unsat") : DISAGREEMENT;
}

interface Opinion {
  readonly answer: string;
  readonly model: ModelText;
}

/** Answers a script. */
type Z3 = (input: string) => string;

function program(input: string): string {
  return spawnSync("z3", ["-in"], { input, encoding: "utf8", maxBuffer: 1 << 28 }).stdout;
}

/** Of another version; no answer where it is not installed. */
export function newer(input: string): string {
  const options = { input, encoding: "utf8", maxBuffer: 1 << 28 } as const;
  return spawnSync(process.execPath, ["tests/bits/newer-z3.mjs"], options).stdout;
}

function askOnce(question: Question, z3: Z3): Opinion {
  const asserted = question.asserted.map((formula) => `(assert ${formula})`);
  return ask([declared(question), ...asserted, "(check-sat)"].join("\n"), question, z3);
}

/** The last answer of a text, with its model, by a fresh process. */
function ask(text: string, { declarations }: Question, z3: Z3): Opinion {
  const names = declarations.map(({ name }) => name);
  const output = z3(`(set-option :rlimit ${UNITS})\n${text}\n(echo "values")\n(get-value (${names.join(" ")}))\n`);
  const [before = "", after = ""] = output.split("values\n");
  const answer = before.trim().split("\n").at(-1) ?? "";
  return { answer, model: answer === "sat" ? pairsOf(after) : [] };
}

export function declared({ declarations }: Pick<RandomScript, "declarations">): string {
  return declarations.map(({ name, sort }) => `(declare-const ${name} ${sort})`).join("\n");
}

/** `((x #b1) (y (fp ...)))`: names and values. */
export function pairsOf(detail: string): [string, string][] {
  const [list] = expressionsOf(detail);
  return itemsOf(list, "values", { line: 1, column: 1 }).map((pair) => {
    const [name, value] = itemsOf(pair, "a name and a value", pair.position) as [Expression, Expression];
    return [showExpression(name), showExpression(value)];
  });
}

function expressionsOf(text: string): Expression[] {
  const lexer = new Lexer(text);
  const all: Expression[] = [];
  for (let one = readExpression(lexer); one !== undefined; one = readExpression(lexer)) all.push(one);
  return all;
}

/** Random scripts have no names that need quotes. */
function showExpression(expression: Expression): string {
  return expression.kind === "list" ? `(${expression.items.map(showExpression).join(" ")})` : expression.text;
}

/** Texts over the declared constants as terms. Nothing is asked of the language's solver. */
function readingOf<T>(
  { declarations }: Question,
  use: (read: (expression: Expression) => BitTerm, variables: ReadonlyMap<string, BitTerm>) => T,
): T {
  const language = new BitLanguage({});
  try {
    const symbols = new Symbols<BitTerm, Sort>(language.vocabulary);
    const variables = new Map<string, BitTerm>();
    for (const { name, sort: sortText } of declarations) {
      const [expression] = expressionsOf(sortText);
      const position = { line: 1, column: 1 };
      const sort = language.sort(expression, position);
      const value = language.variable(name, sort);
      symbols.declare({ name, sort, value }, position);
      variables.set(name, value);
    }
    const reader = new TermReader(symbols, language.vocabulary);
    return use((expression) => reader.read(expression), variables);
  } finally {
    language.dispose();
  }
}

/** `open`: false, but the formula has functions that the theory leaves open, whose values the model's text does not tell. */
function evaluated(question: Question, model: ModelText): "true" | "false" | "open" {
  return readingOf(question, (read, variables) => {
    const readText = (text: string): BitTerm => read(expressionsOf(text)[0] as Expression);
    const known = new Map<BitTerm, BitValue>();
    for (const [name, value] of model) {
      const variable = variables.get(name);
      if (variable === undefined) throw new Error(`${name} should be declared`);
      known.set(variable, evaluate(readText(value), new Map()));
    }
    const formulas = question.asserted.map(readText);
    if (formulas.every((formula) => evaluate(formula, known) === 1n)) return "true";
    const declared = new Set(variables.values());
    const all = [...known.keys()];
    return all.some((term) => term.operator === "variable" && !declared.has(term)) ? "open" : "false";
  });
}

/** The same question, with equalities of arrays as equalities of their elements. */
function elementwise(question: Question): Question {
  return readingOf(question, (read) => {
    const rewritten = (expression: Expression): string => {
      if (expression.kind !== "list") return expression.text;
      const [head, first] = expression.items;
      const parts = expression.items.map(rewritten);
      const sort = isSymbol(head, "=") && first !== undefined ? read(first).sort : undefined;
      if (sort?.kind !== "Array" || sort.index.kind !== "BitVec" || 2 ** sort.index.width > MOST_ELEMENTS)
        return `(${parts.join(" ")})`;
      const { width } = sort.index;
      const equalities = Array.from({ length: 2 ** width }, (_, i) => {
        const at = `#b${i.toString(2).padStart(width, "0")}`;
        return `(= ${parts
          .slice(1)
          .map((array) => `(select ${array} ${at})`)
          .join(" ")})`;
      });
      return `(and ${equalities.join(" ")})`;
    };
    return { ...question, asserted: question.asserted.map((text) => rewritten(expressionsOf(text)[0] as Expression)) };
  });
}
