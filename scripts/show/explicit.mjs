// npm run show:explicit -- families|relation|counts|corpus: what the explicit-value analysis solves of the benchmark corpus.
// All of them take hours. Options: library.mjs.
import { bench, claim, here, programs, sound } from "./library.mjs";

const solved = (run) => run.outcome === "correct" || run.outcome === "unchecked";
const of = (runs, key, value) => runs.filter((run) => (key === "set" ? run.task.set : run[key]) === value);

export const SHOWS = {
  families() {
    const bounds = { "ssh-simplified": 20, "ntdrivers-simplified": 6, systemc: 15, locks: 8 };
    const folders = Object.keys(bounds).map((name) => programs(name));
    const runs = bench(folders, ["explicit"], 20);
    for (const [name, bound] of Object.entries(bounds)) {
      const count = of(runs, "set", name).filter(solved).length;
      claim(count >= bound, `${name}: ${count} of ${of(runs, "set", name).length} solved (at least ${bound})`);
    }
    sound(runs);
  },
  relation() {
    const folders = ["locks", "ssh-simplified", "ntdrivers-simplified"].map((name) => programs(name));
    const runs = bench(folders, ["explicit", "explicit:full"], 20);
    const count = (name) => of(runs, "configuration", name).filter(solved).length;
    const seconds = (name) => of(runs, "configuration", name).reduce((sum, run) => sum + run.wallSeconds, 0);
    const [lazy, full] = ["explicit", "explicit:full"].map((name) => ({ count: count(name), seconds: seconds(name) }));
    const figures = `explicit ${lazy.count} in ${lazy.seconds.toFixed(0)} s, explicit:full ${full.count} in ${full.seconds.toFixed(0)} s`;
    claim(
      lazy.count >= full.count - 2 && lazy.seconds <= full.seconds / 3,
      `${figures} (at most 2 fewer, a third of the time)`,
    );
    sound(runs);
    const counters = bench(
      [here("tests/programs/irrelevant-counters"), programs("paper-examples")],
      ["explicit", "explicit:full"],
      5,
    );
    const [more, fewer] = ["explicit", "explicit:full"].map(
      (name) => of(counters, "configuration", name).filter(solved).length,
    );
    claim(
      more > fewer,
      `irrelevant counters and Listing 1.1: explicit ${more}, explicit:full ${fewer} (strictly more)`,
    );
    sound(counters);
  },
  counts() {
    const names = ["product-lines", "seq-mthreaded", "eca-rers2012"];
    const folders = names.map((name) => programs(name));
    const runs = bench(folders, ["explicit"], 20);
    for (const name of names)
      console.log(`${name}: ${of(runs, "set", name).filter(solved).length} of ${of(runs, "set", name).length} solved`);
    sound(runs);
  },
  corpus() {
    const runs = bench([programs()], ["explicit"], 10);
    sound(runs);
    const count = (verdict, evidence) =>
      runs.filter((run) => run.verdict === verdict && run.evidence === evidence).length;
    for (const [verdict, evidence, what] of [
      ["unsafe", "replay", "replayed"],
      ["safe", "certificate", "with an accepted certificate"],
    ]) {
      const all = of(runs, "verdict", verdict).length;
      claim(count(verdict, evidence) === all, `${verdict}: ${all}, ${what}: ${count(verdict, evidence)}`, "soundness");
    }
  },
};
