/** The projects can be read, and gcc says of each witness what the program's head says. `npm run test:projects` asks hone about them. */
import { describe, expect, it } from "vitest";
import { programOf } from "../support/c-program.ts";
import { hasGcc } from "../support/gcc.ts";
import { THOROUGH } from "../support/thorough.ts";
import { ask } from "../verdicts/pair.ts";
import { type Project, projects } from "./project.ts";
import { sanitized } from "./sanitized.ts";

const all = projects();
const gcc = hasGcc(64);

// A build on a machine that may be busy.
const GCC = { timeout: 60_000 };

/** The check that fails. */
function witnessed(project: Project, number: number): string | undefined {
  const binary = sanitized(project, number);
  try {
    return binary.run(project.bugs.find((bug) => bug.number === number)?.witness ?? []);
  } finally {
    binary.remove();
  }
}

describe("projects", () => {
  it("are twelve, with three bugs each", () => {
    expect(all.length).toBe(12);
    for (const { bugs, samples } of all) {
      expect(bugs.map(({ number }) => number)).toEqual([1, 2, 3]);
      expect(samples.length).toBeGreaterThan(0);
    }
  });

  it.each(all)("$name can be read, and is long enough to be one", ({ text }) => {
    expect(text.split("\n").length).toBeGreaterThan(100);
    for (const bug of [0, 1, 2, 3]) expect(programOf(`#define BUG ${bug}\n${text}`).functions.size).toBeGreaterThan(1);
  });

  // One bug of each, now the first and now another; all of them where there is time, and in `npm run test:projects`.
  const witnesses = all.flatMap((project, i) =>
    project.bugs
      .filter(({ number }) => THOROUGH || number === 1 + (i % 3))
      .map(({ number, check }) => ({ name: project.name, project, number, check })),
  );
  it.skipIf(!gcc).each(witnesses)("$name: the witness makes bug $number fail", GCC, ({ project, number, check }) => {
    expect(witnessed(project, number)).toBe(check);
  });

  // What a change of a solver or of an order loses is seen nowhere else. In looks at the clock; the proof itself needs Z3.
  it.runIf(THOROUGH)("the invariants of a priority queue take few paths", () => {
    const { text } = all.find(({ name }) => name === "priority-queue") as Project;
    const { statistics, attempts } = ask(
      `#define BUG 0\n${text}`,
      ["--check", "bounds"],
      64,
      "path-focusing:heap",
      3500,
    );
    expect(statistics["paths"]).toBeLessThan(100);
    expect(attempts?.map(({ reason }) => reason).join()).not.toContain("time limit");
  });
});
