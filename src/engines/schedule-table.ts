/**
 * The schedule as a table: in which order engines take turns, who has longer ones or none for a while, and why. The first
 * round is the same for every program (`STANDINGS`), since it is over before much could be found out about one; behind it rows speak
 * that hold of the program (`ROWS`). Everything that a row asks is counted on the model, never measured, so that the same program has the
 * same schedule everywhere. `npm run learn:schedule` shows what runs say about each row; it is changed by hand.
 */
import { asksForLifetimes, type Property } from "../model/properties.ts";
import type { Features } from "../model/view/features.ts";

/**
 * constant: turns do not grow, since more of the same finds little more. late: none in the first round. early: the first
 * one is longer, since the others have little to say of the programs that it takes at all. ahead: those behind the first are as
 * long as those of others a round later, since it is most likely to decide such programs. late-ahead: late, then ahead.
 */
type Turns = "usual" | "constant" | "late" | "early" | "ahead" | "late-ahead";

/** The place of an engine, by the name of its preset. */
export interface Standing {
  readonly engine: string;
  readonly turns: Turns;
}

/** Who has a claim in hand before anybody has looked (`hone check`): it is checked first. */
export const CLAIMANT = "given invariants";

/** In the order of turns. Who is not here, since it came from outside, stands behind, with the usual ones. */
export const STANDINGS: readonly Standing[] = [
  { engine: CLAIMANT, turns: "early" },
  { engine: "concrete", turns: "constant" },
  // The classical analysis ends soon, and mostly proves all of many checks or leaves it.
  { engine: "path-focusing:thresholds", turns: "late" },
  { engine: "path-focusing:strings", turns: "late-ahead" },
  { engine: "path-focusing:filled", turns: "late" },
  // It has no turn where no error depends on an array, and decides most of the other programs in the first long enough one.
  { engine: "path-focusing+cell", turns: "early" },
  { engine: "concolic", turns: "late" },
  { engine: "explicit", turns: "usual" },
  { engine: "explicit+predicate", turns: "late" },
  { engine: "path-focusing:heap", turns: "ahead" },
  { engine: "dagger", turns: "usual" },
  { engine: "path-focusing", turns: "usual" },
  // A few hundred parts decide most of what it decides at all.
  { engine: "splitting", turns: "early" },
  { engine: "bmc", turns: "usual" },
  { engine: "vinta", turns: "usual" },
  { engine: "k-induction", turns: "usual" },
  { engine: "path-focusing:unrolled", turns: "late" },
];

/** What a row may ask of a program. */
export interface Subject {
  readonly properties: readonly Property[];
  /** Counts over the graph, made when the first row asks for them. */
  features(): Features;
  /** CBMC's words are in it (`model/view/bounded-proof.ts`). */
  isBoundedProof(): boolean;
  /** No execution comes to a place twice. */
  isWithoutLoops(): boolean;
  /** Some function may come to call itself. */
  isRecursive(): boolean;
}

export interface Row {
  /** What the program has, in words that are read behind "where there is" or "where there are". */
  readonly where: string;
  holds(subject: Subject): boolean;
  /** They can do all there is to be done in one turn: before all others, with longer ones, and a round ahead where the program is large. */
  readonly atOnce?: readonly string[];
  /** In this order before the others, behind the first round. */
  readonly first?: readonly string[];
  /** Turns of the length of the next round. */
  readonly longer?: readonly string[];
  /** No turn before this round, from 0. */
  readonly notBefore?: { readonly round: number; readonly engines: readonly string[] };
  readonly because: string;
}

export const ROWS: readonly Row[] = [
  {
    where: "a proof in CBMC's words",
    holds: (subject) => subject.isBoundedProof(),
    atOnce: ["bmc"],
    because:
      "its loops are meant to end soon, one formula says most of it, and a turn that ends before it is answered has found nothing",
  },
  {
    where: "no loop",
    // Recursion is cut off somewhere, which looks like none.
    holds: (subject) => subject.isWithoutLoops() && !subject.isRecursive(),
    atOnce: ["bmc"],
    because: "one formula is all there is, and a turn that ends before it is answered has found nothing",
  },
  {
    where: "no input",
    holds: (subject) => subject.features().inputs === 0,
    first: ["concrete"],
    longer: ["concrete"],
    because: "one execution is all there is",
  },
  {
    where: "recursive functions over numbers alone",
    holds: (subject) => subject.isRecursive() && subject.features().arrays.count === 0,
    first: ["path-focusing"],
    because: "it finds contracts of functions, and the others follow calls one by one",
  },
  {
    where: "products or quotients of values",
    holds: (subject) => subject.features().operations.products > 0,
    longer: ["bmc"],
    because: "bits say exactly what linear arithmetic says little about",
  },
  {
    where: "assertions about floats",
    holds: (subject) => isAboutAssertions(subject) && subject.features().operations.floats > 0,
    first: ["k-induction", "splitting", "bmc"],
    notBefore: {
      round: 2,
      engines: [
        "concolic",
        "explicit",
        "explicit+predicate",
        "dagger",
        "path-focusing",
        "vinta",
        "path-focusing:unrolled",
      ],
    },
    because: "ranges and bits know floats as they are, and the others next to nothing",
  },
  {
    where: "assertions about bits or products of values in a small program",
    holds: (subject) => isAboutAssertions(subject) && isAtMost(SMALL, subject) && hasBits(subject),
    first: ["bmc"],
    because: "bits say exactly what linear arithmetic says little about, and there are few of them",
  },
  {
    where: "assertions about loops over numbers alone in a program of moderate size",
    holds: (subject) => isAtMost(MODERATE, subject) && isOverNumbers(subject),
    first: ["explicit+predicate", "path-focusing:thresholds", "path-focusing", "concolic", "dagger", "vinta"],
    because:
      "the predicates and bounds that such loops need are found soon or not at all, and who runs programs or tracks values alone had some time in the first round",
  },
  {
    where: "assertions about loops over numbers alone in a large program that reads one input",
    holds: (subject) => !isAtMost(MODERATE, subject) && isOverNumbers(subject) && subject.features().inputs === 1,
    first: ["concolic", "k-induction", "explicit+predicate"],
    notBefore: { round: 2, engines: ["path-focusing:thresholds", "dagger", "path-focusing", "path-focusing:unrolled"] },
    because: "it is an automaton that goes by what it reads, of which a few steps or values tell enough",
  },
  {
    where: "assertions about loops over numbers alone in a large program that reads several inputs, or none",
    holds: (subject) => !isAtMost(MODERATE, subject) && isOverNumbers(subject) && subject.features().inputs !== 1,
    first: ["explicit+predicate"],
    longer: ["explicit+predicate"],
    notBefore: { round: 2, engines: ["path-focusing:thresholds", "dagger", "path-focusing", "path-focusing:unrolled"] },
    because: "its states are told apart by few values, and abstractions that join them need longer turns",
  },
  {
    where: "questions about accesses",
    holds: ({ properties }) => asksForLifetimes(properties),
    longer: ["path-focusing:strings", "path-focusing:filled", "path-focusing:heap", "concolic"],
    because:
      "they need where strings end, what arrays hold and how buffers grow, and errors stand behind what is done with texts; to break that off and start afresh costs more than the rest of it",
  },
  {
    where: "questions about overflow",
    holds: ({ properties }) => properties.includes("no-overflow"),
    longer: ["path-focusing:strings", "path-focusing:filled"],
    because: "numbers that come from memory need where strings end and what arrays hold, and the analysis mostly ends",
  },
  {
    where: "questions about overflow, and elements that are read",
    holds: (subject) => subject.properties.includes("no-overflow") && subject.features().arrays.reads > 0,
    longer: ["concolic"],
    because:
      "errors in numbers that come from memory stand behind what is done with texts, of which abstractions know little",
  },
];

/** In locations: of such a program one formula says a few rounds of all loops. */
const SMALL = 100;
/** Likewise: the graph of abstract states is not much larger than the program. */
const MODERATE = 500;

function isAtMost(most: number, subject: Subject): boolean {
  const { locations, seen } = subject.features();
  return seen === "all" && locations <= most;
}

function hasBits(subject: Subject): boolean {
  const { bits, products } = subject.features().operations;
  return bits + products > 0;
}

/** Overflow and memory are asked about at many places of a program, an assertion at few: others prove many than one. */
function isAboutAssertions({ properties }: Subject): boolean {
  return properties.every((property) => property === "unreach-call" || property === "error-label");
}

/** Of integers: without memory and floats, and where calls are what they seem. */
function isOverNumbers(subject: Subject): boolean {
  if (!isAboutAssertions(subject)) return false;
  const { loops, arrays, operations, indirectCalls } = subject.features();
  return loops > 0 && arrays.count === 0 && operations.floats === 0 && indirectCalls === 0;
}
