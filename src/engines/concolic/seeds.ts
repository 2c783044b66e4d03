/**
 * Tests to start from, as long as those of a file or a session would be: places that ask again and again are given texts made of
 * the program's own characters and strings, places that ask for wider numbers mostly small ones, and each candidate has its own taste for
 * giving the same again. Seeded by their number; the first ones are always zero and always one.
 */
import type { Program } from "../../cfa/cfa.ts";
import { candidate, constantsOf } from "../../interpreter/candidates.ts";
import { type InputRequest, type InputSource, type InputValue, randomWords } from "../../interpreter/inputs.ts";
import { intType } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import { type Site, siteOf, type Test } from "./inputs.ts";

export interface Dictionary {
  readonly constants: readonly InputValue[];
  /** Those that are a byte. */
  readonly bytes: readonly number[];
  /** Strings of the program. */
  readonly words: readonly (readonly number[])[];
}

export function dictionaryOf(program: Program): Dictionary {
  const constants = constantsOf(program);
  const bytes = constants.flatMap((value) => (isByte(value) ? [Number(value)] : []));
  const told = toldTexts(program);
  const texts = program.objects.flatMap(({ text }) =>
    text === undefined || text.length === 0 || text.length > LONGEST_WORD || told.has(text) ? [] : [text],
  );
  return { constants, bytes, words: texts.map(charactersOf) };
}

/** Where numbers end that are read from text. */
export const NUMBERS = [8, 16, 32, 64]
  .flatMap((bits) => [`${2n ** BigInt(bits - 1) - 1n}`, `${2n ** BigInt(bits) - 1n}`])
  .map(charactersOf);

function charactersOf(text: string): readonly number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

/** Words that begin with a character; where that is a digit, also numbers. */
export function wordsFor(character: number, { words }: Dictionary): readonly (readonly number[])[] {
  const own = words.filter(([first, ...others]) => first === character && others.length > 0);
  return isDigit(character) ? [...own, ...NUMBERS] : own;
}

export function isDigit(character: Int | undefined): boolean {
  return character !== undefined && character >= 0x30 && character <= 0x39;
}

/** Texts that say what has failed, and where, as those of assertions. */
function toldTexts({ functions, externals }: Program): ReadonlySet<string> {
  const told = new Set<string>();
  for (const { edges } of functions.values())
    for (const { op } of edges) {
      if (op.kind !== "call" || op.callee.kind !== "direct") continue;
      if (externals.get(op.callee.name)?.noreturn !== true) continue;
      for (const term of op.arguments)
        if (term.kind === "address" && term.object.text !== undefined) told.add(term.object.text);
    }
  return told;
}

const LONGEST_WORD = 16;

function isByte(value: InputValue): boolean {
  return value >= -128 && value <= 255 && (typeof value === "bigint" || Number.isInteger(value));
}

/** What a place gives: the rest of a word, or its last value so many times again. */
interface Place {
  word: readonly number[];
  last: InputValue;
  again: number;
}

export function seedInputs(number: number, dictionary: Dictionary): InputSource {
  // Every other one is a candidate of the plain search.
  if (number < 2 || number % 2 === 1) return candidate(number < 2 ? number : number >> 1, dictionary.constants);
  const word = randomWords(number);
  const repeats = [0, 1, 4, 100][word() % 4] as number;
  const places = new Map<Site, Place>();
  return {
    next(request) {
      if (request.type.kind !== "int") return candidate(number, dictionary.constants).next(request);
      const place = memoised(places, siteOf(request), () => ({ word: [], last: 0, again: 0 }));
      const [next, ...rest] = place.word;
      if (next !== undefined) {
        place.word = rest;
        return next;
      }
      if (place.again > 0) place.again -= 1;
      else {
        place.again = repeats === 0 ? 0 : word() % (2 * repeats);
        place.last = valueFor(request, dictionary, word, place);
      }
      return place.last;
    },
  };
}

function valueFor({ type }: InputRequest, dictionary: Dictionary, word: () => number, place: Place): InputValue {
  const { constants, bytes, words } = dictionary;
  const choice = word() % 8;
  if (type.kind === "int" && type.bits <= 8) {
    const from = word() % 4 === 0 ? NUMBERS : words;
    const text = from.length === 0 || choice > 1 ? undefined : from[word() % from.length];
    if (text !== undefined) {
      place.word = text.slice(1);
      place.again = 0;
      return text[0] as number;
    }
    return choice < 6 && bytes.length > 0 ? (bytes[word() % bytes.length] as number) : word() % 256;
  }
  if (choice < 4) return word() % 100;
  return choice < 7 && constants.length > 0 ? (constants[word() % constants.length] as InputValue) : word() | 0;
}

/** A test that is a little different: at some places values are exchanged, repeated, left out, or put in, some of them another test's. */
export function mutant(test: Test, other: Test, dictionary: Dictionary, word: () => number): Test {
  const sites = [...test.keys()];
  const changed = new Map(test);
  const isKept = word() % 2 === 0;
  for (let changes = 1 + (word() % MOST_CHANGES); changes > 0 && sites.length > 0; changes--) {
    const site = sites[word() % sites.length] as Site;
    const before = changed.get(site) ?? [];
    const after = changedValues(before, other.get(site) ?? [], dictionary, word);
    changed.set(site, after);
    if (isKept && after.length !== before.length) keepLengths(changed, site, before.length);
  }
  return changed;
}

/** A number that said how many values there are says so again. */
function keepLengths(test: Map<Site, readonly InputValue[]>, of: Site, before: number): void {
  const length = test.get(of)?.length ?? 0;
  for (const [site, values] of test)
    if (site !== of && values.length === 1 && before > 1 && Number(values[0]) === before) test.set(site, [length]);
}

/** The same for values in the order in which they are asked for: what belongs together is asked for at several places of the program. */
export function mutantInOrder(
  values: readonly InputValue[],
  others: readonly InputValue[],
  dictionary: Dictionary,
  word: () => number,
): readonly InputValue[] {
  let changed = values;
  for (let changes = 1 + (word() % MOST_CHANGES); changes > 0; changes--)
    changed = changedValues(changed, others, dictionary, word);
  return changed;
}

const MOST_CHANGES = 4;
const LONGEST_REPEAT = 16;
const LONGEST_SESSION = 500;

function changedValues(
  values: readonly InputValue[],
  others: readonly InputValue[],
  dictionary: Dictionary,
  word: () => number,
): InputValue[] {
  const at = word() % (values.length + 1);
  const length = 1 + (word() % (word() % 2 === 0 ? 4 : LONGEST_REPEAT));
  const [before, behind] = [values.slice(0, at), values.slice(at)];
  const place: Place = { word: [], last: 0, again: 0 };
  const drawn = (): InputValue[] => {
    const small = values.some((value) => Math.abs(Number(value)) > 255);
    const type = intType(small ? 32 : 8, "unsigned");
    return [valueFor({ kind: "nondet", type, edge: undefined }, dictionary, word, place), ...place.word];
  };
  switch (word() % 8) {
    case 0:
      return [...before, ...drawn(), ...behind];
    case 1:
      return [...before, ...drawn(), ...behind.slice(1)];
    case 2:
      return [...before, ...behind.slice(length)];
    case 3: {
      const part = behind.slice(0, length);
      return [...before, ...Array.from({ length: 1 + (word() % LONGEST_REPEAT) }, () => part).flat(), ...behind];
    }
    case 4: {
      const other = word() % (values.length + 1);
      return [...before, ...values.slice(other, other + length), ...behind];
    }
    case 5: {
      const from = word() % (others.length + 1);
      return [...before, ...others.slice(from, from + 1 + (word() % LONGEST_REPEAT)), ...behind];
    }
    case 6:
      // One after the other, as in a longer session. Zeros at the end are what follows anyway; but some may be what ends a part.
      return [...withoutEnd(values, word), ...(values.length < LONGEST_SESSION ? others : [])];
    default:
      return [...before, ...behind.slice(0, 1).map((value) => near(value, word)), ...behind.slice(1)];
  }
}

function withoutEnd(values: readonly InputValue[], word: () => number): readonly InputValue[] {
  const end = 1 + values.findLastIndex((value) => Number(value) !== 0);
  return values.slice(0, end + (word() % (values.length - end + 1)));
}

function near(value: InputValue, word: () => number): InputValue {
  const by = (word() % 9) - 4;
  return typeof value === "bigint" ? value + BigInt(by) : value + by;
}
