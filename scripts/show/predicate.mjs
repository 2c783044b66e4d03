// npm run show:predicate -- families|loops: what predicates, values and both in one state solve. families takes hours (60 s a
// program and preset unless --timeout says otherwise); with -o DIR it goes on where it was interrupted. Options: library.mjs.
import { bench, claim, limit, programs, seconds, sound, temporary, verify } from "./library.mjs";

const solved = (run) => run.outcome === "correct" || run.outcome === "unchecked";
const CONFIGURATIONS = ["predicate", "explicit", "explicit+predicate"];
const FIRST = ["ssh-simplified", "ntdrivers-simplified", "systemc", "locks"];
const LOOPS = ["loops", "loop-invgen", "loop-lit"];

function program(body) {
  return `extern int nondet(void);\nextern void reach_error(void);\nint main(void) {\n${body}\n  return 0;\n}\n`;
}

/** The loop of Fig. 1 of the DAGGER paper, whose invariant is x <= y <= 100x, and z = 10w with the boxed code. */
function figure1(boxed) {
  const rest = boxed ? "else if (y > 10 * w && z >= 100 * x) y = -y; w = w + 1; z = z + 10;" : "";
  return program(`  int x = 0, y = 0, z = 0, w = 0;
  while (nondet()) {
    if (nondet()) { x = x + 1; y = y + 100; }
    else if (nondet()) { if (x >= 4) { x = x + 1; y = y + 1; } }
    ${rest}
  }
  if (x >= 4 && y <= 2) reach_error();`);
}

/** Loops on which interpolants of paths count rounds instead of finding what holds in all of them (Jhala and McMillan 2006). */
const HARD_LOOPS = {
  "Fig. 1 of DAGGER": figure1(false),
  "Fig. 1 with the boxed code": figure1(true),
  "two counters down": program(`  int i = nondet(), j = nondet(), x = i, y = j;
  if (i < 0) return 0;
  while (x != 0) { x = x - 1; y = y - 1; }
  if (i == j && y != 0) reach_error();`),
  "a bound that is read": program(`  int n = nondet(), i = 0;
  if (n < 0) return 0;
  while (i < n) i = i + 1;
  if (i != n) reach_error();`),
  "a sum of two": program(`  int n = nondet(), i = 0, a = 0, b = 0;
  if (n < 0) return 0;
  while (i < n) {
    if (nondet()) { a = a + 1; b = b + 2; } else { a = a + 2; b = b + 1; }
    i = i + 1;
  }
  if (a + b != 3 * n) reach_error();`),
  "up and down again": program(`  int n = nondet(), i = 0, k = 0;
  if (n < 0) return 0;
  while (i < n) { i = i + 1; k = k + 1; }
  while (i > 0) { if (k <= 0) reach_error(); i = i - 1; k = k - 1; }`),
};

export const SHOWS = {
  families() {
    const names = [...FIRST, ...LOOPS];
    const runs = bench(
      names.map((name) => programs(name)),
      CONFIGURATIONS,
      limit(60),
    );
    const of = (configuration, sets = names) =>
      runs.filter((run) => run.configuration === configuration && sets.includes(run.task.set));
    const count = (configuration, sets) => of(configuration, sets).filter(solved).length;
    for (const name of names) {
      const figures = CONFIGURATIONS.map((one) => `${one} ${count(one, [name])}`);
      console.log(`${name}, ${of("explicit", [name]).length} programs: ${figures.join(", ")}`);
    }
    sound(runs);
    const [predicate, explicit, both] = CONFIGURATIONS.map((one) => count(one));
    claim(
      both > predicate && both > explicit,
      `solved: predicate ${predicate}, explicit ${explicit}, explicit+predicate ${both} (more than each alone)`,
    );
    const first = count("explicit+predicate", FIRST);
    const total = of("explicit", FIRST).length;
    claim(first >= 76, `of the ${total} programs of the first four families explicit+predicate ${first} (at least 76)`);
    const together = new Set(
      runs
        .filter((run) => solved(run) && FIRST.includes(run.task.set))
        .map(({ task }) => `${task.set}/${task.name ?? task.file}`),
    );
    claim(together.size > 80, `of these all three together ${together.size} (more than 80)`);
  },

  // Reported as they come out: only a wrong verdict fails.
  loops() {
    for (const [name, text] of Object.entries(HARD_LOOPS)) {
      const file = temporary(`${name.replace(/\W+/g, "-")}.c`, text);
      for (const preset of ["predicate", "predicate:impact", "explicit+predicate", "dagger"]) {
        const result = verify(file, preset, limit(60), ["--integers", "math"]);
        const { refinements = 0, predicates } = result.statistics;
        const learnt = predicates === undefined ? "" : `, ${predicates} predicates`;
        const figures = `${refinements} refinements${learnt}, ${seconds(result)} s`;
        claim(
          result.verdict === "safe" || result.verdict === "unknown",
          `${name}, ${preset}: ${result.verdict} (${figures})`,
          "soundness",
        );
      }
    }
  },
};
