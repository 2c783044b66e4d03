// npm run show:dagger -- table|widening|growth|caching|fig1|families: what the DAGGER paper promises, shown on its programs. All of
// them take an hour or two. Options: library.mjs.
import { readFileSync } from "node:fs";
import * as library from "./library.mjs";
import { bench, claim, here, limit, option, plot, programs, seconds, sound, table, temporary } from "./library.mjs";

/** One run of `hone verify` over mathematical integers, as in the paper. */
function verify(file, preset, domain, timeout, more = []) {
  return library.verify(file, preset, timeout, ["--domain", domain, "--integers", "math", ...more]);
}

const figure = ({ verdict, statistics }, name) =>
  verdict === "unknown" || verdict === "crash" ? undefined : statistics[name];
const shown = (result, name) =>
  `${figure(result, name) ?? `>${result.statistics[name] ?? "?"}`} (${seconds(result)} s)`;

const NEED_INTERPOLATION = ["seesaw", "hsort", "lifnat", "cars", "barbr", "hsort1", "barbr1", "lifnat1", "ex1", "f2"];

/**
 * ex2 of the paper for any number of conditionals. As there, increments by 1 or by 2(n - i) have many sums in common: a
 * tree in which equal states cover each other stays polynomial. With powers of two all sums differ: 2^n states.
 */
function conditionals(count, kind) {
  const larger = (at) => (kind === "as in ex2" ? 2 * (count - at) : 1 + 2 ** at);
  const numbers = Array.from({ length: count }, (_, at) => at);
  const branches = numbers.map((at) => `  if (nondet()) x = x + 1; else x = x + ${larger(at)};`);
  const most = numbers.reduce((sum, at) => sum + Math.max(1, larger(at)), 0);
  return `extern int nondet(void);\nextern void reach_error(void);\nint main(void) {\n  int x = 0;\n${branches.join("\n")}\n  if (x > ${most}) reach_error();\n  return 0;\n}\n`;
}

export const SHOWS = {
  // Every row has the paper's verdict, with no more refinements; p*-bad over the size of the buffer.
  table() {
    const columns = option("--columns", "dagger,tree+itp,dag+itp");
    const { status } = table("dagger", limit(20), ["--columns", columns]);
    claim(status === 0, "the claims of the table", "soundness");
    const timeout = limit(20);
    for (const name of ["p1-bad", "p2-bad", "p3-bad"]) {
      const file = here(`benchmarks/dagger/${name}.c`);
      const sizes = [10, 15, 20, 30, 40];
      const runs = sizes.map((size) => verify(file, "dagger", "octagon", timeout, [`-DSIZE=${size}`]));
      console.log(
        `${name}, refinements over the size: ${runs.map((run, at) => `${sizes[at]}: ${shown(run, "refinements")}`).join("  ")}`,
      );
      claim(
        !runs.some((run) => run.verdict === "safe" || run.verdict === "crash"),
        `${name}: no size is called safe`,
        "soundness",
      );
      const spent = runs.filter((_, at) => [10, 20, 40].includes(sizes[at])).map(({ statistics }) => statistics.cpuMs);
      const factor = Math.max(...spent) / Math.min(...spent);
      claim(
        runs.every((run) => run.verdict === "unsafe") && factor <= 2,
        `${name}: found at every size, and at 10, 20 and 40 within ${factor.toFixed(2)} times the processor time of each other (2)`,
      );
    }
  },

  // Joins instead of interpolated widening do not finish on ten programs.
  widening() {
    const timeout = limit(60);
    const chosen = ["--rows", NEED_INTERPOLATION.join(","), "--columns", "tree+join,dag+join"];
    const { cells } = table("dagger", timeout, chosen);
    const finished = cells.filter((cell) => cell.verdict !== "unknown");
    for (const { row, column, verdict, seconds } of finished)
      console.log(`FINDING ${row} [${column}] finishes after all: ${verdict} in ${seconds.toFixed(1)} s`);
    claim(
      cells.every((cell) => cell.outcome === "unknown" || cell.outcome === "correct"),
      "join refinement: none wrong, none crashed",
      "soundness",
    );
    const open = cells.length - finished.length;
    claim(
      open > 0,
      `interpolated widening is needed: ${open} of ${cells.length} runs with joins do not finish in ${timeout} s`,
    );
  },

  // p2-ok over the size of the buffer, ex2 over the number of conditionals.
  growth() {
    p2Growth(limit(60));
    ex2Growth(limit(60));
  },

  // Images and preimages over the length of the counterexample: with the cache as linear as with joins, without it quadratic.
  caching() {
    caching(limit(60));
  },

  // Fig. 1 with and without the boxed code; x <= y <= 100x follows from the invariant, as another proof shows.
  fig1() {
    for (const [name, what] of [
      ["gulv_simp", "without"],
      ["gulv", "with"],
    ]) {
      const file = programs("dagger/vvt", `${name}.c`);
      const result = verify(file, "dagger", "polyhedra", limit(20), ["-DVVT"]);
      claim(
        result.verdict === "safe",
        `Fig. 1 ${what} the boxed code: ${result.verdict}, ${shown(result, "refinements")} refinements`,
      );
      for (const { line, expression } of result.invariants) console.log(`     line ${line}: ${expression}`);
      claim(
        result.invariants.some(({ expression }) => entails(expression, "x <= y && y <= 100 * x")),
        `Fig. 1 ${what} the boxed code: the invariant entails x <= y <= 100x`,
      );
    }
  },

  // Six families, three domains: counts, none wrong, none crashed.
  families() {
    const names = ["loop-invgen", "loop-lit", "hola", "ice", "loop-zilu", "loops"];
    const domains = ["polyhedra", "octagon", "box"];
    const folders = names.map((name) => programs(name));
    const configurations = domains.map((domain) => `dagger --domain ${domain}`);
    const runs = bench(folders, configurations, limit(10));
    const of = (set, configuration) =>
      runs.filter((run) => run.task.set === set && run.configuration === configuration);
    for (const name of names)
      for (const configuration of configurations) {
        const all = of(name, configuration);
        const count = (verdict) => all.filter((run) => run.outcome === "correct" && run.verdict === verdict).length;
        console.log(`${name} [${configuration}]: ${count("safe")} safe, ${count("unsafe")} unsafe of ${all.length}`);
      }
    sound(runs);
    const safe = runs.filter(
      (run) =>
        run.configuration === configurations[0] &&
        ["loop-invgen", "loop-lit"].includes(run.task.set) &&
        run.task.expected === "safe",
    );
    const proved = safe.filter((run) => run.outcome === "correct").length;
    claim(
      proved >= 0.7 * safe.length,
      `loop-invgen and loop-lit: ${proved} of ${safe.length} safe programs proved with polyhedra (at least 70 %)`,
    );
  },
};

function p2Growth(timeout) {
  const file = programs("dagger/verimap/DAGGER-p2-ok.c");
  const text = readFileSync(file, "utf8");
  const series = [];
  const measure = (preset, sizes) => {
    const runs = sizes.map((size) =>
      verify(temporary(`p2-ok-${size}.c`, text.replaceAll(/\b1000\b/g, String(size))), preset, "octagon", timeout, [
        "--32",
      ]),
    );
    console.log(
      `p2-ok [${preset}], refinements over the size: ${runs.map((run, at) => `${sizes[at]}: ${shown(run, "refinements")}`).join("  ")}`,
    );
    const points = runs
      .map((run, at) => [sizes[at], figure(run, "refinements")])
      .filter(([, count]) => count !== undefined);
    series.push({ name: preset, points });
    claim(
      !runs.some((run) => run.verdict === "unsafe" || run.verdict === "crash"),
      `p2-ok [${preset}]: none wrong, none crashed`,
      "soundness",
    );
    return points;
  };
  for (const preset of ["dagger:tree+join", "dagger:dag+join"]) {
    const points = measure(preset, [3, 6, 12, 24]);
    const grows = points.length >= 2 && points.every(([, count], at) => at === 0 || count > points[at - 1][1]);
    claim(grows, `p2-ok [${preset}]: the refinement count grows with the size`);
  }
  for (const preset of ["dagger:tree+itp", "dagger:dag+itp", "dagger"]) {
    const points = measure(preset, [3, 6, 12, 24, 1000]);
    const counts = points.map(([, count]) => count);
    claim(
      counts.length >= 2 &&
        points.at(-1)[0] === 1000 &&
        Math.max(...counts) === counts.at(-1) &&
        counts.at(-1) === counts.at(-2),
      `p2-ok [${preset}]: the refinement count does not depend on the size: ${counts.join(", ")}`,
    );
  }
  plot("p2-ok.svg", "p2-ok: refinements over the size of the buffer", "size", "refinements", series);
}

function ex2Growth(timeout) {
  const series = [];
  const measure = (preset, kind, counts) => {
    const points = [];
    for (const count of counts) {
      const file = temporary(`conditionals-${count}.c`, conditionals(count, kind));
      const run = verify(file, preset, "polyhedra", timeout);
      console.log(
        `${count} conditionals, increments ${kind} [${preset}]: ${run.verdict}, ${shown(run, "states")} states`,
      );
      if (run.verdict !== "safe") break;
      points.push([count, run.statistics.states]);
    }
    series.push({ name: `${preset}, ${kind}`, points });
    return points;
  };
  const few = [2, 4, 6, 8, 9, 10];
  const many = [2, 4, 6, 8, 10, 12, 16, 24, 32];
  measure("dagger:tree+itp", "as in ex2", few);
  const tree = measure("dagger:tree+itp", "distinct", few);
  const factors = tree.slice(1).map(([count, states], at) => (states / tree[at][1]) ** (1 / (count - tree[at][0])));
  const least = Math.min(...factors);
  claim(
    tree.length > 2 && least > 1.8,
    `tree exploration doubles with each conditional: factor ${least.toFixed(2)} or more`,
  );
  for (const preset of ["dagger:dag+itp", "dagger"])
    for (const kind of ["as in ex2", "distinct"]) {
      const points = measure(preset, kind, many);
      const [first, last] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
      const linear = points.length === many.length && last[1] / last[0] <= 2 * (first[1] / first[0]);
      claim(
        linear,
        `${preset}, ${kind}: states grow with the number of conditionals only: ${first[1]} at ${first[0]}, ${last[1]} at ${last[0]}`,
      );
    }
  plot("ex2.svg", "ex2: states over the number of conditionals", "conditionals", "states", series);
}

/** An error that every way reaches only after the counter has gone up to the size. */
const deepError = (size) => `extern int nondet(void);
extern void reach_error(void);
int main(void) {
  int id = 0, escaped = 0;
  while (nondet()) {
    if (escaped > 0) { escaped = 0; id = id + 1; }
    else if (nondet()) { escaped = 1; }
    else if (id < ${size / 4}) { id = id + 1; }
    if (id > ${size}) reach_error();
  }
  return 0;
}
`;

/** The paper's presets close no loops: what differs between the first two is the cache. */
function caching(timeout) {
  const sizes = [4, 8, 16, 32];
  const series = [];
  for (const preset of ["dagger:paper", "dagger:dag+itp", "dagger:dag+join"]) {
    const runs = sizes.map((size) => verify(temporary(`deep-${size}.c`, deepError(size)), preset, "octagon", timeout));
    const found = runs.every((run) => run.verdict === "unsafe");
    claim(found, `${preset}: the error is found at sizes ${sizes.join(", ")}`, "soundness");
    const counts = runs.map(({ statistics }) => statistics.images + statistics.preimages);
    const hits = runs.map(({ statistics }) => statistics.cacheHits);
    console.log(`${preset}: images and preimages ${counts.join(", ")}; cache hits ${hits.join(", ")}`);
    const closed = runs.some(({ statistics }) => statistics.closedLoops > 0);
    claim(!closed, `${preset}: no loop is closed`, "soundness");
    // From one size to its double: 2 is linear, 4 quadratic. The last step has the least of what does not depend on the size.
    const factor = counts.at(-1) / counts.at(-2);
    const isQuadratic = preset === "dagger:dag+itp";
    claim(
      isQuadratic ? factor > 3 : factor < 2.5,
      `${preset}: twice the length takes ${factor.toFixed(2)} times the images and preimages (${isQuadratic ? "quadratic" : "linear"} in the paper)`,
    );
    series.push({ name: preset, points: sizes.map((size, at) => [size, counts[at]]) });
  }
  plot("caching.svg", "Images and preimages over the size of a deep error", "size", "images and preimages", series);
}

/** Does the first condition imply the second, over all integers? Another proof by the verifier. */
function entails(condition, consequence) {
  const names = [...new Set(condition.match(/\b[a-z]\w*/g) ?? [])].filter((name) => !["true", "false"].includes(name));
  for (const name of ["x", "y"]) if (!names.includes(name)) names.push(name);
  const declarations = names.map((name) => `  int ${name} = nondet();`);
  const text = `extern int nondet(void);\nextern void reach_error(void);\nint main(void) {\n${declarations.join("\n")}\n  if (!(${condition})) return 0;\n  if (!(${consequence})) reach_error();\n  return 0;\n}\n`;
  return verify(temporary("entails.c", text), "dagger", "polyhedra", 20).verdict === "safe";
}
