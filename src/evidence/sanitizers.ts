/**
 * What gcc's and clang's sanitizers see of a violation, so that a test needs nothing but the inputs. `surely` is said only
 * of what they check at every such place; docs/tests.md has the table.
 */
import { type Edge, kindOf } from "../cfa/cfa.ts";
import type { UndefinedBehaviour } from "../interpreter/end.ts";
import type { InputOrigins } from "./input-origins.ts";

export interface Sanitizers {
  /** For -fsanitize. */
  readonly names: readonly ("address" | "undefined" | "float-cast-overflow")[];
  /** `perhaps`: it depends on where things lie in memory, or on what the compiler makes of the expression. */
  readonly sees: "surely" | "perhaps";
}

type Sight = Sanitizers["sees"];

/** By what went wrong; what is not here, no sanitizer of both compilers sees. */
const SEEN: Partial<Record<UndefinedBehaviour, Sight>> = {
  overflow: "surely",
  shift: "surely",
  "shift-overflow": "surely",
  "negative-shift": "surely",
  division: "surely",
  "float-to-int": "surely",
  "bit-count": "surely",
  "array-size": "surely",
  "null-dereference": "surely",
  "invalid-free": "surely",
  "out-of-bounds": "perhaps",
  "use-after-free": "perhaps",
  "write-to-constant": "perhaps",
  misaligned: "perhaps",
  unreachable: "perhaps",
  "bad-call": "perhaps",
  "overlapping-copy": "perhaps",
};

const ARITHMETIC: ReadonlySet<string> = new Set<UndefinedBehaviour>([
  "overflow",
  "shift",
  "shift-overflow",
  "negative-shift",
  "division",
  "float-to-int",
  "bit-count",
  "array-size",
]);

/** Undefined where none can see it. */
export function sanitizersFor({ outcome, heap }: InputOrigins): Sanitizers | undefined {
  // The test's own allocator, which knows the content of memory, and the sanitizers' runtime are in each other's way.
  if (heap.length > 0) return undefined;
  if (outcome.kind === "leak") return outcome.what === "lost" ? { names: ["address"], sees: "perhaps" } : undefined;
  if (outcome.kind !== "undefined-behaviour") return undefined;
  const { what, edge } = outcome;
  const sees = sightOf(what, edge);
  if (sees === undefined) return undefined;
  const more = what === "float-to-int" ? (["float-cast-overflow"] as const) : [];
  return { names: ["address", "undefined", ...more], sees };
}

function sightOf(what: UndefinedBehaviour, edge: Edge | undefined): Sight | undefined {
  const sees = SEEN[what];
  if (ARITHMETIC.has(what)) {
    // What a library function does on its arguments is not instrumented.
    const own = edge?.checks.some((check) => kindOf(check) === what) === true;
    return own ? sees : undefined;
  }
  // An index is compared with the length of its array, but for one that ends its structure.
  const isIndex = edge?.checks.some((check) => check.kind === "index" && check.beyond === "violation") === true;
  return what === "out-of-bounds" && isIndex ? "surely" : sees;
}
