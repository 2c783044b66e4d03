// npm run show:path-focusing -- listings|comparison|matrix|families: what path focusing does on the paper's examples and on the
// benchmark corpus. All of them take an hour. Options: library.mjs.
import { bench, claim, here, output, passes, programs, sample, sound, table } from "./library.mjs";

export const SHOWS = {
  listings() {
    claim(table("path-focusing", 20).status === 0, "the invariants of the paper's listings");
  },
  comparison() {
    const families = [
      "path-focusing/pagai",
      "loop-lit",
      "loop-invgen",
      "loop-acceleration",
      "loop-new",
      "loop-crafted",
    ];
    const more = ["loop-invariants", "loop-simple", "loop-zilu", "loop-industry-pattern"];
    const chosen = sample === undefined ? [] : ["--sample", sample];
    const script = [here("scripts/run-ts.mjs"), here("scripts/compare-invariants.ts")];
    const line = [...script, programs(), ...families, ...more, ...chosen, "--limit", "10"];
    claim(passes(process.execPath, line), "every loop head where path focusing is not stronger has its reason");
  },
  matrix() {
    const families = ["loop-lit", "loop-invgen", "loop-new", "loop-crafted", "wcet", "path-focusing"];
    const chosen = sample === undefined ? [] : ["--sample", sample];
    const script = [here("scripts/run-ts.mjs"), here("scripts/invariant-matrix.ts")];
    const line = [...script, programs(), ...families, ...chosen, "-o", output()];
    claim(passes(process.execPath, line), "eight analyses in three domains, each compared with each");
  },
  families() {
    const families = ["loops", "loop-acceleration", "loop-lit", "loop-invgen", "loop-new", "loop-crafted"];
    const folders = [...families, "recursive-simple"].map((name) => programs(name));
    const runs = bench(folders, ["path-focusing"], 10);
    sound(runs);
    const solved = (run) => run.outcome === "correct";
    const literature = runs.filter(({ task }) => task.set === "loop-lit" || task.set === "loop-invgen");
    const decided = literature.filter(solved).length;
    claim(
      decided >= 0.65 * literature.length,
      `loop-lit and loop-invgen: ${decided} of ${literature.length} solved (at least 65 %)`,
    );
    const recursive = runs.filter(({ task }) => task.set === "recursive-simple" && task.expected === "safe");
    const proved = recursive.filter(solved).length;
    claim(
      proved >= recursive.length / 2,
      `safe recursive-simple: ${proved} of ${recursive.length} proved (at least half)`,
    );
  },
};
