/** What the table of the schedule (schedule-table.ts) says about one program, and the same in words. */
import { ROWS, type Row, STANDINGS, type Standing, type Subject } from "./schedule-table.ts";

/** How turns behind the first round go, by names of engines. */
export interface Plan {
  /** They come before all others, with longer turns, and a round ahead where the program is large. */
  readonly atOnce: readonly string[];
  /** Then these, in this order. */
  readonly first: readonly string[];
  /** Their turns are as long as those of the next round. */
  readonly longer: readonly string[];
  /** Rounds before which an engine has no turn. */
  readonly notBefore: Readonly<Record<string, number>>;
  /** A line each: what the program has, what follows for the schedule, and why. */
  readonly reasons: readonly string[];
}

export const NO_PLAN: Plan = { atOnce: [], first: [], longer: [], notBefore: {}, reasons: [] };

/** `Plan.atOnce` alone, for which nobody looks through the whole program. */
export function atOnceFor(subject: Subject, engines: readonly string[]): readonly string[] {
  const named = ROWS.flatMap((row) => (row.atOnce !== undefined && row.holds(subject) ? row.atOnce : []));
  return [...new Set(named.filter((name) => engines.includes(name)))];
}

/** @param engines that take turns on the program. */
export function planFor(subject: Subject, engines: readonly string[]): Plan {
  const rows = ROWS.filter((row) => consequencesOf(row, engines).length > 0 && row.holds(subject));
  const taking = (names: readonly string[] = []) => names.filter((name) => engines.includes(name));
  const named = (which: "first" | "longer") => [...new Set(rows.flatMap((row) => taking(row[which])))];
  const notBefore: Record<string, number> = {};
  for (const { notBefore: late } of rows)
    for (const engine of taking(late?.engines)) notBefore[engine] = Math.max(notBefore[engine] ?? 0, late?.round ?? 0);
  return {
    atOnce: atOnceFor(subject, engines),
    first: named("first"),
    longer: named("longer"),
    notBefore,
    reasons: rows.map((row) => `${row.where}: ${consequencesOf(row, engines).join(", ")}, because ${row.because}`),
  };
}

/** What follows from a row for some engines. */
export function consequencesOf(row: Row, engines: readonly string[]): readonly string[] {
  const taking = (names: readonly string[] = []) => names.filter((name) => engines.includes(name));
  const told = (names: readonly string[], what: string) => (names.length === 0 ? [] : [`${names.join(", ")} ${what}`]);
  return [
    ...told(taking(row.atOnce), "first, with all it needs"),
    ...told(taking(row.first), "first"),
    ...told(taking(row.longer), "with longer turns"),
    ...told(taking(row.notBefore?.engines), `not before round ${(row.notBefore?.round ?? 0) + 1}`),
  ];
}

/** The places of presets by their names, in the order of the table; who is not in it stands behind. */
export function standingsOf(engines: readonly string[]): readonly Standing[] {
  const placed = STANDINGS.filter(({ engine }) => engines.includes(engine));
  const others = engines.filter((name) => !STANDINGS.some(({ engine }) => engine === name));
  return [...placed, ...others.map((engine): Standing => ({ engine, turns: "usual" }))];
}
