/**
 * A precision that was saved, in terms of this program, and the other way. A place is found by its function and the text of its
 * line, the nearest where several lines are the same; where no line is, what was known there is taken for all of the
 * function. What cannot be found again is left out, with a note.
 */
import type { FunctionGraph, Location } from "../cfa/cfa.ts";
import { comparisonConstraint, constraintFormula, linearConstraint, linearExpression } from "../logic/linear.ts";
import { bottomUp } from "../logic/normal-form.ts";
import { and, FALSE, type Formula, not, or, TRUE, type Variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import type { Model } from "../model/model.ts";
import { fromBig, type Int, negate } from "../numbers/int.ts";
import { memoised } from "../util/memo.ts";
import {
  MOST_LEVELS,
  type SavedInt,
  type SavedPlace,
  type SavedPrecision,
  type SavedPredicate,
  type SavedVariable,
} from "./saved-precision.ts";

/** A variable, or an element of an array. */
export interface Followed {
  readonly variable: Variable;
  readonly index?: Int | undefined;
}

/** What matters at a point. */
interface Here {
  readonly variables: Followed[];
  readonly predicates: Formula[];
  asked: boolean;
}

interface FunctionPlaces {
  readonly all: Here;
  readonly lines: Map<number, Here>;
}

const NOTHING: Here = { variables: [], predicates: [], asked: false };

/** A saved precision as engines start from it. */
export class ReusedPrecision {
  readonly #model: Model;
  readonly #names: Names;
  readonly #places = new Map<string, FunctionPlaces>();
  readonly everywhere: readonly Followed[];
  readonly handedOver: readonly Followed[];
  /** There is something that predicates are asked. */
  readonly predicates: "some" | "none";
  /** What was not found again, each once. */
  readonly notes: readonly string[];

  constructor(model: Model, saved: SavedPrecision) {
    this.#model = model;
    this.#names = new Names(model);
    const notes = new Set<string>();
    const note = (text: string) => notes.add(text);
    for (const place of saved.places) this.#enter(place, note);
    this.everywhere = this.#followed(saved.everywhere, note);
    this.handedOver = this.#followed(saved.handedOver, note);
    const all = [...this.#places.values()].flatMap((here) => [here.all, ...here.lines.values()]);
    this.predicates = all.some(({ predicates, asked }) => asked || predicates.length > 0) ? "some" : "none";
    this.notes = [...notes];
  }

  variablesAt(point: Location): readonly Followed[] {
    return this.#at(point).flatMap(({ variables }) => variables);
  }

  predicatesAt(point: Location): readonly Formula[] {
    return this.#at(point).flatMap(({ predicates }) => predicates);
  }

  isAsked(point: Location): boolean {
    return this.#at(point).some(({ asked }) => asked);
  }

  #at(point: Location): readonly Here[] {
    const places = this.#places.get(point.function);
    if (places === undefined) return [];
    return [places.all, places.lines.get(placeOf(this.#model, point).line) ?? NOTHING];
  }

  #enter(place: SavedPlace, note: (text: string) => void): void {
    const graph = this.#model.program.functions.get(place.function);
    if (graph === undefined) {
      note(`there is no function "${place.function}"`);
      return;
    }
    const here = this.#hereFor(place, graph);
    here.variables.push(...this.#followed(place.variables ?? [], note));
    for (const predicate of place.predicates ?? []) {
      const formula = this.#formulaOf(predicate, note);
      if (formula !== undefined && formula !== TRUE && formula !== FALSE) here.predicates.push(formula);
    }
    if (place.asked === true) here.asked = true;
  }

  #hereFor(place: SavedPlace, graph: FunctionGraph): Here {
    const empty = (): Here => ({ variables: [], predicates: [], asked: false });
    const of = memoised(this.#places, place.function, () => ({ all: empty(), lines: new Map<number, Here>() }));
    const same = [...linesOf(this.#model, graph)].filter(([, text]) => text === place.text).map(([line]) => line);
    const away = (line: number) => Math.abs(line - place.line);
    const [nearest] = same.sort((a, b) => away(a) - away(b) || a - b);
    return nearest === undefined ? of.all : memoised(of.lines, nearest, empty);
  }

  #followed(saved: readonly SavedVariable[], note: (text: string) => void): readonly Followed[] {
    return saved.flatMap((one): Followed[] => {
      const [name, index] = typeof one === "string" ? [one, undefined] : [one.array, intOf(one.index)];
      const variable = this.#variable(name, note);
      if (variable === undefined) return [];
      if ((variable.type.kind === "array") === (index !== undefined)) return [{ variable, index }];
      note(`"${name}" is of another type`);
      return [];
    });
  }

  #variable(name: string, note: (text: string) => void): Variable | undefined {
    const variable = this.#names.find(name);
    if (variable === undefined) note(`there is no variable "${name}"`);
    return variable;
  }

  /** Of a few levels: it was read by `readPrecision`. */
  #formulaOf(predicate: SavedPredicate, note: (text: string) => void): Formula | undefined {
    if ("not" in predicate) {
      const inner = this.#formulaOf(predicate.not, note);
      return inner === undefined ? undefined : not(inner);
    }
    if ("all" in predicate || "any" in predicate) {
      const parts = ("all" in predicate ? predicate.all : predicate.any).map((one) => this.#formulaOf(one, note));
      if (parts.some((part) => part === undefined)) return undefined;
      return "all" in predicate ? and(parts as Formula[]) : or(parts as Formula[]);
    }
    const terms: [Variable, Int][] = [];
    for (const [name, factor] of Object.entries(predicate.sum)) {
      const variable = this.#variable(name, note);
      if (variable === undefined) return undefined;
      if (!isIntegral(variable.type) && variable.type.kind !== "real") {
        note(`"${name}" is of another type`);
        return undefined;
      }
      terms.push([variable, intOf(factor)]);
    }
    const relation = { "<=": "le", "<": "lt", "=": "eq" } as const;
    const constraint = linearConstraint(
      relation[predicate.relation],
      linearExpression(terms, negate(intOf(predicate.bound))),
    );
    if (constraint === "true") return TRUE;
    return constraint === "false" ? FALSE : constraintFormula(constraint);
  }
}

/** What an engine has at its end. */
export interface FinalPrecision {
  readonly variables?: Iterable<readonly [Location, Iterable<Followed>]>;
  readonly predicates?: Iterable<readonly [Location, readonly Formula[]]>;
  readonly asked?: Iterable<Location>;
  readonly everywhere?: Iterable<Followed>;
  readonly handedOver?: Iterable<Followed>;
}

/** Predicates that are no linear comparisons, nor made of such, are left out. */
export function savedPrecision(model: Model, engine: string, precision: FinalPrecision): SavedPrecision {
  const names = new Names(model);
  const places = new Map<string, Map<number, Draft>>();
  const at = (point: Location): Draft => {
    const { line, text } = placeOf(model, point);
    const lines = memoised(places, point.function, () => new Map<number, Draft>());
    return memoised(lines, line, () => ({ text, variables: new Map(), predicates: new Map(), asked: false }));
  };
  const listed = (followed: Iterable<Followed>) => [...variablesOf(names, followed).values()];
  for (const [point, followed] of precision.variables ?? [])
    for (const [key, one] of variablesOf(names, followed)) at(point).variables.set(key, one);
  for (const [point, formulas] of precision.predicates ?? [])
    for (const formula of formulas) {
      const saved = savedPredicate(formula, names);
      if (saved !== undefined) at(point).predicates.set(formula, saved);
    }
  for (const point of precision.asked ?? []) at(point).asked = true;
  return {
    ...{ version: 1, engine },
    places: [...places].flatMap(([of, lines]) =>
      [...lines]
        .sort(([a], [b]) => a - b)
        .map(([line, { text, variables, predicates, asked }]) => ({
          ...{ function: of, line, text },
          ...(variables.size === 0 ? {} : { variables: [...variables.values()] }),
          ...(predicates.size === 0 ? {} : { predicates: [...predicates.values()] }),
          ...(asked ? { asked: true as const } : {}),
        })),
    ),
    everywhere: listed(precision.everywhere ?? []),
    handedOver: listed(precision.handedOver ?? []),
  };
}

interface Draft {
  readonly text: string;
  readonly variables: Map<string, SavedVariable>;
  readonly predicates: Map<Formula, SavedPredicate>;
  asked: boolean;
}

function variablesOf(names: Names, followed: Iterable<Followed>): Map<string, SavedVariable> {
  const found = new Map<string, SavedVariable>();
  for (const { variable, index } of followed) {
    const name = names.of(variable);
    if (name === undefined) continue;
    if (index === undefined) found.set(name, name);
    else found.set(`${name}[${index}]`, { array: name, index: savedInt(index) });
  }
  return found;
}

/** Undefined where it is not made of linear comparisons, or is deeper than `readPrecision` takes it. */
function savedPredicate(formula: Formula, names: Names): SavedPredicate | undefined {
  const saved = new Map<Formula, Levelled | undefined>();
  const levelled = bottomUp(formula, saved, (node): Levelled | undefined => {
    if (node.kind !== "and" && node.kind !== "or" && node.kind !== "not") {
      const predicate = savedComparison(node, names);
      return predicate && { predicate, levels: 1 };
    }
    const parts = (node.kind === "not" ? [node.operand] : node.operands).map((part) => saved.get(part));
    if (!parts.every((part) => part !== undefined)) return undefined;
    const predicates = parts.map(({ predicate }) => predicate);
    const levels = 1 + Math.max(...parts.map((part) => part.levels));
    if (levels > MOST_LEVELS) return undefined;
    if (node.kind === "not") return { predicate: { not: predicates[0] as SavedPredicate }, levels };
    return { predicate: node.kind === "and" ? { all: predicates } : { any: predicates }, levels };
  });
  return levelled?.predicate;
}

interface Levelled {
  readonly predicate: SavedPredicate;
  readonly levels: number;
}

function savedComparison(atom: Formula, names: Names): SavedPredicate | undefined {
  if (atom.kind !== "le" && atom.kind !== "lt" && atom.kind !== "eq") return undefined;
  const constraint = comparisonConstraint(atom);
  if (typeof constraint !== "object") return undefined;
  const { variables, coefficients, constant } = constraint.expression;
  const sum: Record<string, SavedInt> = {};
  for (const [i, variable] of variables.entries()) {
    const name = names.of(variable);
    if (name === undefined) return undefined;
    sum[name] = savedInt(coefficients[i] as Int);
  }
  const relation = { le: "<=", lt: "<", eq: "=" } as const;
  return { sum, relation: relation[constraint.relation], bound: savedInt(negate(constant)) };
}

// --- Names and places ---------------------------------------------------------------------------------------------

/** Variables by names that another run gives the same variables. */
class Names {
  readonly #byName = new Map<string, Variable>();
  readonly #names = new Map<Variable, string>();

  constructor(model: Model) {
    const used = new Map<string, number>();
    for (const variable of model.variables) {
      const { function: of, name } = variable;
      const plain = of === undefined || name.startsWith(`${of}::`) ? name : `${of}::${name}`;
      const count = (used.get(plain) ?? 0) + 1;
      used.set(plain, count);
      const own = count === 1 ? plain : `${plain}#${count}`;
      this.#byName.set(own, variable);
      this.#names.set(variable, own);
    }
  }

  of(variable: Variable): string | undefined {
    return this.#names.get(variable);
  }

  find(name: string): Variable | undefined {
    return this.#byName.get(name);
  }
}

function placeOf({ program: { sources } }: Model, point: Location): { readonly line: number; readonly text: string } {
  const start = point.loop?.start ?? (point.outgoing[0] ?? point.incoming[0])?.range.start ?? 0;
  const line = sources.written(start)?.line ?? 0;
  const file = sources.fileAt(start);
  return { line, text: file === undefined ? "" : sources.lineText(file, line).trim() };
}

/** The texts of a function's lines. */
function linesOf({ program: { sources } }: Model, { range }: FunctionGraph): Map<number, string> {
  const lines = new Map<number, string>();
  const file = sources.fileAt(range.start);
  const [first, last] = [sources.written(range.start)?.line, sources.written(range.end)?.line];
  if (file === undefined || first === undefined || last === undefined) return lines;
  for (let line = first; line <= last; line += 1) lines.set(line, sources.lineText(file, line).trim());
  return lines;
}

function intOf(saved: SavedInt): Int {
  return typeof saved === "number" ? saved : fromBig(BigInt(saved));
}

function savedInt(value: Int): SavedInt {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : String(value);
}
