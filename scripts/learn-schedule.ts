/**
 * npm run learn:schedule [-- FILE...]
 *
 * What runs say about the table of the schedule (src/engines/schedule-table.ts), which somebody then changes by hand. FILE: lines of JSON, as
 * `npm run collect:schedule` writes them (scripts/schedule/runs.ts); without one, those that the table was written from.
 *
 * For each row, and for what no row is about: how many programs it holds of, who answered them by default, what each engine decides alone
 * and what it spends, and the order that follows: next is always who decides most of what is left for the work that it takes. What the row
 * says is marked. Last, the schedule is played with what each engine was seen to need, with the table and without its rows.
 */
import type { TurnEnd } from "../src/engines/schedule.ts";
import { takeTurns } from "../src/engines/schedule.ts";
import { NO_PLAN, planFor, standingsOf } from "../src/engines/schedule-plan.ts";
import { ROWS, type Row, type Subject } from "../src/engines/schedule-table.ts";
import { type EngineRun, type ProgramRuns, runsIn } from "./schedule/runs.ts";

// Rounds that go beyond what single runs were given.
const LAST_KNOWN = 3;

const given = process.argv.slice(2);
const paths = given.length === 0 ? ["scripts/schedule/runs.jsonl"] : given;
// What the first round decides is decided whatever the table says.
const programs = runsIn(paths).filter(({ first }) => first === undefined || first.verdict === "unknown");
const rowsOf = new Map(programs.map((program) => [program, ROWS.filter((row) => row.holds(subjectOf(program)))]));
for (const row of ROWS)
  tellGroup(
    `where: ${row.where}`,
    programs.filter((one) => rowsOf.get(one)?.includes(row)),
    row,
  );
tellGroup(
  "no row",
  programs.filter((one) => rowsOf.get(one)?.length === 0),
);
tellPlayed(programs.filter(({ runs }) => Object.keys(runs).length > 0));

/** From counts alone; what they do not tell is taken not to hold. */
function subjectOf({ features }: ProgramRuns): Subject {
  return {
    properties: features.properties,
    features: () => features,
    isRecursive: () => features.recursive > 0,
    isBoundedProof: () => false,
    isWithoutLoops: () => features.loops === 0 && features.seen === "all",
  };
}

// --- Counts behind a row -----------------------------------------------------------------------------------------------------------

function tellGroup(title: string, group: readonly ProgramRuns[], row?: Row): void {
  console.log(`\n${title}: ${group.length} programs`);
  if (group.length === 0) return;
  const answered = new Map<string, number>();
  for (const { default: whole } of group) {
    const by = whole === undefined ? undefined : (whole.by ?? "nobody");
    if (by !== undefined) answered.set(by, (answered.get(by) ?? 0) + 1);
  }
  const told = [...answered].sort(([, a], [, b]) => b - a).map(([by, count]) => `${by} ${count}`);
  if (told.length > 0) console.log(`  by default: ${told.join(", ")}`);
  const alone = group.filter(({ runs }) => Object.keys(runs).length > 0);
  for (const { engine, decided, left, work } of inOrder(alone)) {
    const said = [
      ...(row?.atOnce?.includes(engine) || row?.first?.includes(engine) ? ["first"] : []),
      ...(row?.longer?.includes(engine) ? ["longer"] : []),
      ...(row?.notBefore?.engines.includes(engine) ? [`not before round ${row.notBefore.round + 1}`] : []),
    ];
    const counts = `${String(decided).padStart(4)} of ${String(left).padStart(3)} left, ${millions(work).padStart(6)} each`;
    console.log(`  ${engine.padEnd(26)}${counts}${said.length === 0 ? "" : `  [${said.join(", ")}]`}`);
  }
}

interface Ranked {
  readonly engine: string;
  /** Of those that nobody before it decides. */
  readonly decided: number;
  readonly left: number;
  /** Units spent on a program, on average. */
  readonly work: number;
}

/** Greedy: next is who decides most of what is left for its work; those who decide nothing more stand behind, the cheapest first. */
function inOrder(group: readonly ProgramRuns[]): readonly Ranked[] {
  const engines = new Set(group.flatMap(({ runs }) => Object.keys(runs)));
  const order: Ranked[] = [];
  let left = group;
  while (engines.size > 0) {
    const ranked = [...engines].map((engine): Ranked => {
      const own = left.flatMap(({ runs }) => runs[engine] ?? []);
      const work = own.reduce((sum, run) => sum + (run.work ?? 0), 0) / Math.max(1, own.length);
      return { engine, decided: own.filter(isAnswer).length, left: left.length, work };
    });
    const value = ({ decided, work }: Ranked) => decided / Math.max(1, work);
    const [best] = ranked.sort((a, b) => value(b) - value(a) || a.work - b.work);
    if (best === undefined) break;
    order.push(best);
    engines.delete(best.engine);
    left = left.filter(({ runs }) => !isAnswer(runs[best.engine]));
  }
  return order;
}

function isAnswer(run: EngineRun | undefined): boolean {
  return run !== undefined && run.verdict !== "unknown";
}

function millions(work: number): string {
  return `${(work / 1e6).toFixed(2)} M`;
}

// --- The schedule played -----------------------------------------------------------------------------------------------------------

/** What all turns up to the answer take, as far as single runs tell: a turn that is as long as one that answered answers. */
function tellPlayed(group: readonly ProgramRuns[]): void {
  const decided = group.filter(({ runs }) => Object.values(runs).some(isAnswer));
  let [sumWith, sumWithout] = [0, 0];
  console.log(
    `\nplayed, units to the answer with the table and without its rows: ${decided.length} programs that somebody decides`,
  );
  for (const program of decided) {
    const engines = Object.keys(program.runs);
    const withRows = played(program, planFor(subjectOf(program), engines));
    const without = played(program, NO_PLAN);
    sumWith += withRows.work;
    sumWithout += without.work;
    const mark = withRows.work > 1.1 * without.work ? "  slower" : "";
    console.log(
      `  ${program.task.padEnd(50)} ${millions(withRows.work).padStart(8)} (${withRows.by})  ${millions(without.work).padStart(8)} (${without.by})${mark}`,
    );
  }
  console.log(`  together ${millions(sumWith)} and ${millions(sumWithout)}`);
}

function played({ runs }: ProgramRuns, plan: typeof NO_PLAN): { readonly work: number; readonly by: string } {
  let work = 0;
  const end = takeTurns<string>(
    standingsOf(Object.keys(runs)),
    { from: 1 },
    (turn): TurnEnd<string> => {
      const run = runs[turn.engine];
      const needed = run?.work ?? 0;
      if (run === undefined || run.end === "gave-up") {
        work += needed;
        return { kind: "gave-up", reason: "" };
      }
      if (isAnswer(run) && needed <= turn.work + turn.more) {
        work += needed;
        return { kind: "answer", answer: turn.engine };
      }
      work += turn.work;
      // Nobody knows what more of it would give.
      return isAnswer(run)
        ? { kind: "slice", reason: "" }
        : turn.round > LAST_KNOWN
          ? { kind: "gave-up", reason: "" }
          : { kind: "slice", reason: "" };
    },
    { plan: () => plan },
  );
  return { work, by: end.kind === "answer" ? end.engine : "nobody" };
}
