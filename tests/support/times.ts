/**
 * Before every test file when HONE_TEST_TIMES names a file: adds a line to it with the processor time that the test file took, in
 * seconds, children included where the system tells (`npm run show:test-time` reads it).
 */
import { appendFileSync, readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

// Linux counts in hundredths of a second.
const TICKS_PER_SECOND = 100;

function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

/** Of children that have ended: the 16th and 17th column of proc(5). The second may contain anything, and ends with a bracket. */
function childSeconds(): number {
  try {
    const columns = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(columns[13]) + Number(columns[14])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

const { HONE_TEST_TIMES } = process.env;
if (HONE_TEST_TIMES !== undefined) {
  const before = seconds();
  afterAll(() => {
    appendFileSync(HONE_TEST_TIMES, `${(seconds() - before).toFixed(2)} ${expect.getState().testPath}\n`);
  });
}
