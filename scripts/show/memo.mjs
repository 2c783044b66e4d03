// npm run show:memo -- families|growth: block-abstraction memoisation on drivers and on the variants of one protocol. Options:
// library.mjs.
import { bench, claim, programs, sound } from "./library.mjs";

const solved = (run) => run.outcome === "correct" || run.outcome === "unchecked";

export const SHOWS = {
  families() {
    const presets = ["explicit", "explicit:memo", "explicit+predicate"];
    const runs = bench(
      ["ntdrivers", "ssh"].map((name) => programs(name)),
      presets,
      60,
    );
    const [alone, ...others] = presets.map((name) => {
      const mine = runs.filter((run) => run.configuration === name);
      return {
        name,
        count: mine.filter(solved).length,
        cpu: mine.reduce((sum, run) => sum + run.cpuSeconds, 0),
        states: mine.reduce((sum, run) => sum + (run.statistics.states ?? 0), 0),
        hits: mine.reduce((sum, run) => sum + (run.statistics.cacheHits ?? 0), 0),
      };
    });
    for (const { name, count, cpu, states, hits } of [alone, ...others])
      console.log(`${name}: ${count} solved, ${cpu.toFixed(0)} s of CPU, ${states} states, ${hits} blocks reused`);
    const better = others.some(({ count, cpu }) => count > alone.count && cpu < alone.cpu);
    claim(better, "explicit:memo or explicit+predicate solves more than explicit in less time");
    sound(runs);
  },
  growth() {
    const presets = ["explicit", "explicit:memo", "predicate:memo"];
    const runs = bench([programs("ssh-simplified")], presets, 20);
    const files = [...new Set(runs.map(({ task }) => task.name))].sort();
    console.log(["states", ...presets].join("\t"));
    for (const file of files) {
      const of = presets.map((name) => runs.find((run) => run.task.name === file && run.configuration === name));
      // An exploration that was cut off has as many as there was time for.
      const cells = of.map(
        (run) => `${run?.statistics.states ?? "?"}${run !== undefined && solved(run) ? "" : " (open)"}`,
      );
      console.log([file, ...cells].join("\t"));
    }
    sound(runs);
  },
};
