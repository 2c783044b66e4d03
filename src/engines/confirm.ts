/**
 * What an abstract error path is worth: a counterexample once it has been replayed, otherwise why it is none, and where. An
 * engine goes on, or gives that as its answer.
 */
import type { Verdict } from "../evidence/claim.ts";
import type { ModelEdge } from "../model/model.ts";
import type { EngineContext } from "./engine.ts";

export type Confirmed = Extract<Verdict, { kind: "unsafe" }>;
export type Unconfirmed = Extract<Verdict, { kind: "unknown" }>;

/** @param undecided how the engine calls a path that is neither replayed nor excluded. */
export function confirmPath(
  context: EngineContext,
  path: readonly ModelEdge[],
  undecided = "an error path could not be decided",
): Confirmed | Unconfirmed {
  const end = path[path.length - 1]?.target;
  const unknown = (reason: string): Unconfirmed => ({
    kind: "unknown",
    reason,
    ...(end === undefined ? {} : { range: end.range }),
  });
  if (end?.kind === "unmodelled") return unknown(end.reason ?? "a construct that is not modelled");
  const confirmation = context.confirm(path);
  if (confirmation.kind === "confirmed") return { kind: "unsafe", counterexample: confirmation.counterexample };
  return unknown(`${undecided}: ${confirmation.reason}`);
}
