/** The projects can be read, and gcc says of each witness what the program's head says. `npm run test:projects` asks hone about them. */
import { describe, expect, it } from "vitest";
import { programOf } from "../support/c-program.ts";
import { hasGcc } from "../support/gcc.ts";
import { type Project, projects } from "./project.ts";
import { sanitized } from "./sanitized.ts";

const all = projects();
const gcc = hasGcc(64);

// Three builds, on a machine that may be busy.
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

  it.skipIf(!gcc).each(all)("$name: each witness makes its bug fail", GCC, (project) => {
    for (const { number, check } of project.bugs) expect(witnessed(project, number)).toBe(check);
  });
});
