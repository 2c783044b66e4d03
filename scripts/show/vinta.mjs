// npm run show:vinta -- example|families|refinement|section43|growth: what the VINTA paper promises, shown on its programs.
// All of them take an hour or two. Options: library.mjs.
import { readdirSync, readFileSync } from "node:fs";
import { bench, claim, here, limit, passes, plot, programs, seconds, sound, verify } from "./library.mjs";

const FAMILIES = ["ssh-simplified", "ntdrivers-simplified", "systemc"];

/** The file of a safe program of the family whose name begins so. */
function safeProgram(family, name) {
  const index = readFileSync(programs(family, "INDEX.tsv"), "utf8").split("\n").slice(1);
  const row = index
    .map((line) => line.split("\t"))
    .find(([file, expected]) => file.startsWith(`${name}.`) && expected === "true");
  return row === undefined ? undefined : programs(family, row[0]);
}

export const SHOWS = {
  example() {
    const file = programs("dagger/vvt/gulv_simp.c");
    const more = ["--integers", "math", "--widen-every", "1"];
    const [guided, alone] = ["vinta", "ufo:interp"].map((preset) => verify(file, preset, limit(60), more));
    const [few, many] = [guided, alone].map((result) => result.statistics.aiPhases);
    const figures = `vinta ${guided.verdict} after ${few} phases, ufo:interp ${alone.verdict} after ${many}`;
    claim(guided.verdict === "safe" && few <= 6, `the running example: ${figures} (the paper: 6)`);
    claim(many > few, "fewer than by interpolation alone");
  },
  families() {
    const folders = FAMILIES.map((name) => programs(name));
    const runs = bench(folders, ["vinta", "vinta:boxes"], limit(60));
    const solved = (run) => run.outcome === "correct";
    const names = [...new Set(runs.map((run) => run.task.name))];
    const by = (name, preset) => runs.find((run) => run.task.name === name && run.configuration === preset);
    const boxes = (pattern) => names.filter((name) => pattern.test(name)).map((name) => by(name, "vinta:boxes"));
    const together = names.filter((name) => ["vinta", "vinta:boxes"].some((preset) => solved(by(name, preset)))).length;
    const alone = names.filter((name) => solved(by(name, "vinta"))).length;
    const share = Math.ceil((names.length * 71) / 93);
    const most = Math.ceil(names.length * 0.8);
    claim(together >= most, `vinta and vinta:boxes together solve ${together} of ${names.length} (at least ${most})`);
    claim(alone >= share, `vinta alone solves ${alone} of ${names.length} (at least ${share}, the paper's 71 of 93)`);
    for (const [pattern, what] of [
      [/^s3_srvr_(?!6\b|6\.)/, "the safe s3_srvr_* but 6"],
      [/^token_ring\.0[1-4]\b/, "token_ring.01 to .04"],
    ]) {
      const safe = boxes(pattern).filter((run) => run.task.expected === "safe");
      const left = safe.filter((run) => !solved(run)).map((run) => run.task.name);
      const but = left.length === 0 ? "" : `; not ${left.join(", ")}`;
      claim(left.length === 0, `vinta:boxes proves ${what}: ${safe.length - left.length} of ${safe.length}${but}`);
    }
    sound(runs);
    for (const [family, name] of [
      ["ssh-simplified", "s3_srvr_6"],
      ["systemc", "token_ring.05"],
    ]) {
      const result = verify(safeProgram(family, name), "vinta:boxes", 600, ["--32"]);
      console.log(`---- ${name}, vinta:boxes within 600 s: ${result.verdict} in ${seconds(result)} s`);
    }
  },
  refinement() {
    const file = safeProgram("ssh-simplified", "s3_srvr_2");
    const [guided, unguided] = ["vinta:boxes", "ufo:boxes"].map((preset) => verify(file, preset, limit(600), ["--32"]));
    // The paper knows no tightening by posts: a step that strengthens labels is a refinement, however it is done.
    const steps = ({ statistics }) => (statistics.refinements ?? 0) + (statistics.tightenings ?? 0);
    const [few, many] = [guided, unguided].map(steps);
    const more = unguided.verdict === "safe" ? "" : " and more";
    const passes = guided.statistics.tightenings ?? 0;
    const text = `s3_srvr_2: VintaRef ${guided.verdict} with ${few} refinements (${passes} of them by posts alone) in ${seconds(guided)} s, UfoRef ${unguided.verdict} with ${many}${more} in ${seconds(unguided)} s`;
    claim(guided.verdict === "safe" && few < many, `${text} (the paper: 1 against 38)`);
  },
  section43() {
    const shown = passes("npx", ["vitest", "run", here("src/engines/vinta/refine.test.ts")]);
    claim(shown, "section 4.3: restricted refinement finishes in one step, unrestricted loses x <= 10");
  },
  growth() {
    const files = readdirSync(programs("systemc"));
    const series = { states: [], queries: [], milliseconds: [] };
    let largest = 0;
    for (let size = 1; size <= 8; size += 1) {
      const name = `token_ring.0${size}`;
      if (!files.some((file) => file.startsWith(name))) continue;
      const { verdict, statistics } = verify(safeProgram("systemc", name), "vinta:boxes", limit(300), ["--32"]);
      const { states = 0, refinements = 0, smtQueries = 0, cpuMs = 0 } = statistics;
      console.log(
        `${name}: ${verdict}, ${states} states, ${refinements} refinements, ${smtQueries} queries, ${(cpuMs / 1000).toFixed(1)} s of CPU`,
      );
      if (verdict === "safe") largest = size;
      series.states.push([size, states]);
      series.queries.push([size, smtQueries]);
      series.milliseconds.push([size, Math.round(cpuMs)]);
    }
    const title = "vinta:boxes on token_ring.01 to .08";
    const lines = Object.entries(series).map(([name, points]) => ({ name, points }));
    plot("vinta-growth.svg", title, "transmitters", "", lines);
    console.log(
      "The unrolling hardly grows: a few nodes and two refinements, whatever the number of threads. What grows are the",
    );
    console.log(
      "blocks, quadratically, and with them the formulas that refinement interpolates and the diagrams of thread states.",
    );
    claim(largest >= 4, `token_ring up to .0${largest} proved (at least .04)`);
  },
};
