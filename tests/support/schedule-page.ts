/** docs/schedule.md: the table of the schedule for people. */
import { consequencesOf } from "../../src/engines/schedule-plan.ts";
import { CLAIMANT, ROWS, STANDINGS } from "../../src/engines/schedule-table.ts";

const TURNS: Readonly<Record<(typeof STANDINGS)[number]["turns"], string>> = {
  usual: "",
  constant: "turns do not grow; from the third round on only where nobody else is left",
  late: "none in the first round",
  early: "a longer one in the first round",
  ahead: "those of the next round, but for the first",
  "late-ahead": "none in the first round, then those of the next",
};

export function schedulePage(): string {
  const engines = STANDINGS.map(({ engine }) => engine);
  return `# The schedule

This page is made from the table in \`src/engines/schedule-table.ts\`; a test keeps it up to date.

Without \`--engine\`, engines take turns in rounds. In the first round, which is over after a quarter of a second, all programs have the
same order and the same short turns. Most small programs are decided there. Behind it a turn is a second's work, four times as much from
round to round, and what the program has decides who comes first, who has longer turns and who has none for a while. All that is counted on the
program (\`hone features FILE\` shows the counts), and turns are counted in work ([work-units.md](work-units.md)): the same program has the
same schedule on any machine. An engine is put off, never left out.

\`-v\` tells which rows held, and so does \`schedule\` in JSON; nothing is told where the first round decided, or where no row holds.

## Where a program has ...

| where there is, or are | then | because |
|---|---|---|
${ROWS.map((row) => `| ${row.where} | ${consequencesOf(row, engines).join("; ")} | ${row.because} |`).join("\n")}

Where several rows hold, all of them do: who is first by an earlier row comes before who is first by a later one.

## All engines, in order

An engine that is not here takes turns where it is asked for; one that a plugin registers stands behind these.

| engine | turns |
|---|---|
${STANDINGS.map(({ engine, turns }) => `| ${engine === CLAIMANT ? "the invariants of a witness (`hone check`)" : `\`${engine}\``} | ${TURNS[turns]} |`).join("\n")}

## Where the rows come from

\`npm run collect:schedule -- --out FILE [--root DIR] [--sample N]\` runs each engine alone, for one turn of the second round, on programs that
the first round does not decide, and writes a line of JSON a program: its features, and what each engine needed.
\`npm run learn:schedule -- FILE...\` prints the counts behind each row: how many programs it holds of, who decides how many of them and for
how much work, the order that follows from that, and what the schedule takes with and without the rows. It changes nothing: a row is
written by hand, with its reason, and has to make sense to who reads it. The rows above were written from \`scripts/schedule/runs.jsonl\`:
the features of 327 programs of a corpus of 1,526 that took the default more than a second, who answered them within ten (before there were
rows), and for some of them what each engine needs alone.
`;
}
