/**
 * Precisions as plain data, so that a program that has changed starts from the precision of its last proof (Beyer, Loewe, Novikov,
 * Stahlbauer and Wendler, "Precision reuse for efficient regression verification", ESEC/FSE 2013). What is kept is by names and
 * places of the source text: functions, lines, variables. It says what to look at, never what is true: whatever such a file
 * contains, it costs work at most. schemas/precision-v1.schema.json is the same in JSON Schema.
 */

/** A number where it is exact as one, otherwise its digits. */
export type SavedInt = number | string;

export type SavedPredicate =
  /** The sum of variables by their names, each times its factor, compared with a bound. */
  | {
      readonly sum: Readonly<Record<string, SavedInt>>;
      readonly relation: "<=" | "<" | "=";
      readonly bound: SavedInt;
    }
  | { readonly all: readonly SavedPredicate[] }
  | { readonly any: readonly SavedPredicate[] }
  | { readonly not: SavedPredicate };

/** `x` of the program, `f::x` of a function, `f::x#2` where that is the second of its name; or an element of an array. */
export type SavedVariable = string | { readonly array: string; readonly index: SavedInt };

export interface SavedPlace {
  readonly function: string;
  readonly line: number;
  /** Of the line, without the space around it: what the place is found by when lines have moved. */
  readonly text: string;
  /** Whose values are followed here. */
  readonly variables?: readonly SavedVariable[];
  readonly predicates?: readonly SavedPredicate[];
  /** Whether a block that ends here can be taken is asked though there may be no predicates. */
  readonly asked?: true;
}

export interface SavedPrecision {
  readonly version: 1;
  /** The preset whose precision it was. */
  readonly engine: string;
  readonly places: readonly SavedPlace[];
  /** Whose values are followed everywhere. */
  readonly everywhere: readonly SavedVariable[];
  /** Whose values are not followed: they are left to predicates. */
  readonly handedOver: readonly SavedVariable[];
}

// --- Reading ------------------------------------------------------------------------------------------------------

// What interpolants are made of is a few levels deep.
export const MOST_LEVELS = 20;

type Json = Readonly<Record<string, unknown>>;

/** The precision that a file contains, or what is wrong with it. */
export function readPrecision(text: string): SavedPrecision | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  if (!isObject(json)) return "an object is expected";
  const { version, engine, places, everywhere, handedOver } = json;
  if (version !== 1) return '"version": 1 is expected';
  if (typeof engine !== "string") return '"engine": a name is expected';
  const problem =
    listProblem('"places"', places, placeProblem) ??
    listProblem('"everywhere"', everywhere, variableProblem) ??
    listProblem('"handedOver"', handedOver, variableProblem);
  return problem ?? (json as unknown as SavedPrecision);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listProblem(name: string, list: unknown, problemOf: (item: unknown) => string | undefined) {
  if (!Array.isArray(list)) return `${name}: a list is expected`;
  for (const [i, item] of list.entries()) {
    const problem = problemOf(item);
    if (problem !== undefined) return `${name}, item ${i + 1}: ${problem}`;
  }
  return undefined;
}

function placeProblem(place: unknown): string | undefined {
  if (!isObject(place)) return "an object is expected";
  const { function: of, line, text, variables = [], predicates = [], asked } = place;
  if (typeof of !== "string" || typeof text !== "string") return '"function" and "text": texts are expected';
  if (typeof line !== "number" || !Number.isInteger(line)) return '"line": a whole number is expected';
  if (asked !== undefined && asked !== true) return '"asked": true is expected, or nothing';
  return (
    listProblem('"variables"', variables, variableProblem) ??
    listProblem('"predicates"', predicates, (one) => predicateProblem(one, MOST_LEVELS))
  );
}

function variableProblem(variable: unknown): string | undefined {
  if (typeof variable === "string") return undefined;
  if (isObject(variable) && typeof variable["array"] === "string" && isSavedInt(variable["index"])) return undefined;
  return "a variable is a name, or has an array and an index";
}

function predicateProblem(predicate: unknown, levels: number): string | undefined {
  if (levels === 0) return "a predicate has too many levels";
  if (!isObject(predicate)) return "a predicate is an object";
  const { sum, relation, bound, all, any, not } = predicate;
  if (not !== undefined) return predicateProblem(not, levels - 1);
  const parts = all ?? any;
  if (parts !== undefined) return listProblem("parts", parts, (one) => predicateProblem(one, levels - 1));
  if (!isObject(sum) || !Object.values(sum).every(isSavedInt)) return '"sum": factors by names are expected';
  if (relation !== "<=" && relation !== "<" && relation !== "=") return '"relation": <=, < or = is expected';
  return isSavedInt(bound) ? undefined : '"bound": a whole number is expected';
}

function isSavedInt(value: unknown): boolean {
  return typeof value === "number" ? Number.isSafeInteger(value) : typeof value === "string" && /^-?\d+$/.test(value);
}
