/**
 * A correctness witness: what the proof says at each loop, as a C expression over names that mean the same there, and of recursive
 * functions by contract what these require and ensure. Either may be weaker than the proof's (`requires` too: it is what holds at the
 * calls), never stronger: names of recursive functions are left out of invariants, as is all that C cannot say.
 */
import type { Location } from "../cfa/cfa.ts";
import type { Certificate } from "../evidence/claim.ts";
import type { Formula, Variable } from "../logic/term.ts";
import type { Model } from "../model/model.ts";
import { cExpression, type NameOf } from "../report/c-expression.ts";
import { recursiveFunctions } from "../report/called-functions.ts";
import { labelsFormula } from "../report/label-formula.ts";
import { labelledPoints, type ProvedContract, provedContracts } from "../report/labelled-points.ts";
import { addressesAt } from "../report/named-addresses.ts";
import type { Addresses } from "../report/pointer-text.ts";
import { VisibleNames } from "../report/visible-names.ts";
import type { WitnessContent, WitnessInvariant } from "./format.ts";
import { conditionOfFor, definitionPlace, fileOf, firstInBody, loopKeyword, placeAt, type Texts } from "./places.ts";

/** More cases than this tell nobody anything. */
const MOST_LABELS = 64;

/** @param inputFiles the program's files as they are named in the witness. */
export function correctnessContent(
  model: Model,
  certificate: Certificate | undefined,
  inputFiles: ReadonlySet<string>,
): WitnessContent {
  if (certificate === undefined) return { kind: "correctness", invariants: [], contracts: [] };
  const texts: Texts = { program: model.program, inputFiles };
  const names = new ScopedNames(texts);
  const invariants: WitnessInvariant[] = labelledPoints(model, certificate, MOST_LABELS).flatMap(
    ({ point, labels, holds }) => {
      const place = placeOf(texts, point);
      if (place === undefined || holds !== "always") return [];
      const nameOf = names.at(place.position, point.function);
      const addresses = names.addressesAt(model, place.position, point.function);
      const formula = labelsFormula(labels, (of) => nameOf(of) !== undefined);
      const value = cExpression(formula, { nameOf, addresses, arithmetic: "machine" });
      return value === undefined
        ? []
        : [{ type: place.type, location: place.location, value, format: "c_expression" as const }];
    },
  );
  const contracts = provedContracts(model, certificate).flatMap((proved) => contractOf(proved, texts, names));
  return { kind: "correctness", invariants: invariants.sort(byPlace), contracts: contracts.sort(byPlace) };
}

/** What the proof of a recursive function rests on. */
function contractOf({ graph, contract, interface: own }: ProvedContract, texts: Texts, names: ScopedNames) {
  const location = definitionPlace(texts, graph);
  if (location === undefined) return [];
  // In the outermost block of its body, behind whatever is declared there.
  const position = graph.range.end - 1;
  const isOwn = new Set(own.parameters);
  const atEntry = (of: Variable) =>
    isOwn.has(of) ? names.ofParameter(of, position) : names.at(position, graph.name)(of);
  const kept = new Map([...own.old].map(([of, copy]) => [copy, of]));
  const atExit = (of: Variable) => {
    if (of === own.result) return "\\result";
    const before = kept.get(of);
    const name = before === undefined ? undefined : atEntry(before);
    if (before !== undefined) return name === undefined ? undefined : `\\at(${name}, Old)`;
    return isOwn.has(of) ? undefined : names.at(position, graph.name)(of);
  };
  const said = (formula: Formula, nameOf: NameOf) => cExpression(formula, { nameOf, arithmetic: "machine" });
  const requires = said(contract.requires, atEntry);
  const ensures = said(contract.ensures, atExit);
  if (requires === undefined && ensures === undefined) return [];
  const type = "function_contract" as const;
  return [{ type, location, requires: requires ?? "1", ensures: ensures ?? "1", format: "ext_c_expression" as const }];
}

interface Placed {
  readonly location: WitnessInvariant["location"];
}

function byPlace({ location: a }: Placed, { location: b }: Placed): number {
  if (a.file_name !== b.file_name) return a.file_name < b.file_name ? -1 : 1;
  return a.line - b.line || (a.column ?? 0) - (b.column ?? 0);
}

/**
 * Where a loop's head is. That of `while` and `for` is before the condition, which is where the format has it. That of `do` is before the
 * body: there its first statement has the invariant.
 */
function placeOf(texts: Texts, { loop, function: name }: Location) {
  if (loop === undefined || texts.program.functions.get(name)?.library !== undefined) return undefined;
  const word = loopKeyword(texts, loop);
  const isDo = word === "do";
  // What a name means is told by where it stands: behind what the loop declares.
  const position = word === "for" ? conditionOfFor(texts, loop) : isDo ? firstInBody(texts, loop) : loop.start;
  if (word === undefined || position === undefined) return undefined;
  const location = placeAt(texts, isDo ? position : loop.start, isDo ? /\S/ : /while|for/, name);
  const type: WitnessInvariant["type"] = isDo ? "location_invariant" : "loop_invariant";
  return location === undefined ? undefined : { position, location, type };
}

/** Names without doubt: only one activation can be meant. */
class ScopedNames {
  readonly #names: VisibleNames;
  readonly #recursive: ReadonlySet<string>;
  readonly #owners = new Map<string, string>();
  /** Where globals are declared, by the names of their storage. */
  readonly #declared = new Map<string, number>();
  readonly #texts: Texts;

  constructor(texts: Texts) {
    const { program } = texts;
    this.#texts = texts;
    for (const { storage, declared } of program.names) this.#declared.set(storage.name, declared.start);
    this.#names = new VisibleNames(program);
    this.#recursive = recursiveFunctions(program);
    for (const { name, names } of program.functions.values())
      for (const { storage } of names) this.#owners.set(storage.name, name);
  }

  at(position: number, inside: string): NameOf {
    return (of) => {
      if (of.role === "temporary" || of.role === "result") return undefined;
      const name = this.#names.nameAt(of, position);
      // A global that something hides has a name with colons.
      if (name === undefined || name.startsWith(":")) return undefined;
      return this.#isAmbiguous(of, inside) || this.#isLater(objectOf(of), position) ? undefined : name;
    };
  }

  /** Of the activation that a contract is about. */
  ofParameter(of: Variable, position: number): string | undefined {
    const name = this.#names.nameAt(of, position);
    return name?.startsWith(":") ? undefined : name;
  }

  addressesAt(model: Model, position: number, inside: string): Addresses {
    return addressesAt(model, this.#names, position, inside, (storage) => !this.#isLater(storage, position));
  }

  /** A global that only what follows in the file, or another file, declares has no name yet; a header's has. */
  #isLater(storage: string, position: number): boolean {
    const declared = this.#declared.get(storage);
    const file = declared === undefined ? undefined : fileOf(this.#texts, declared);
    return file !== undefined && (fileOf(this.#texts, position) !== file || (declared as number) > position);
  }

  #isAmbiguous(of: Variable, inside: string): boolean {
    const owner = of.function ?? this.#owners.get(objectOf(of));
    return owner !== undefined && this.#recursive.has(owner) && owner === inside;
  }
}

/** The name of the object that the variable is a part of. */
function objectOf({ name }: Variable): string {
  return name.replace(/@\d+$/, "");
}
