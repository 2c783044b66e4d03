/**
 * Whose variables are there: those of an activation of a recursive function, while it is on the call string. What comes after it
 * sets them anew before it reads them, as C has it (a local that is not initialised is havocked where its life begins).
 */
import type { Variable } from "../../logic/term.ts";
import type { ModelLocation } from "../model.ts";

/** Whether the activation that a variable belongs to is over, or has not begun. */
export function isOutOfScope({ function: owner, activation }: Variable, { point, context }: ModelLocation): boolean {
  if (activation === undefined) return false;
  let name = point.function;
  for (let at = context; ; ) {
    if (name === owner) return (at.instance ?? 0) < activation;
    const { site, caller } = at;
    if (site === undefined || caller === undefined) return true;
    name = site.source.function;
    at = caller;
  }
}
