/**
 * npm run test:laws -- [--count N] [--domain NAME] [--seed S]
 * Checks the laws of `tests/laws` on random cases until at least N law instances (a million) are checked for every
 * registered domain, and prints a line a domain: PASS or FAIL with the first violation.
 */
import fc from "fast-check";
import { domains } from "../src/domains/index.ts";
import { release } from "../src/util/release.ts";
import { checkCase } from "../tests/laws/laws.ts";

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

const count = Number(option("count") ?? 1_000_000);
const only = option("domain");
const firstSeed = Number(option("seed") ?? 1);
let failed = false;

for (const { domain } of domains) {
  if (only !== undefined && domain.name !== only) continue;
  const started = performance.now();
  let checks = 0;
  let cases = 0;
  let violation: string | undefined;
  for (let seed = firstSeed; checks < count && violation === undefined; seed++) {
    const property = fc.property(fc.integer({ min: 1, max: 0x7fffffff }), (of) => {
      cases += 1;
      checks += checkCase(domain, of);
    });
    const result = fc.check(property, { seed, numRuns: 500, endOnFailure: true });
    if (result.failed) violation = `case ${result.counterexample}: ${(result.errorInstance as Error).message}`;
    // Cases are independent, and so many terms would fill the memory.
    release();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verdict = violation === undefined ? "PASS" : "FAIL";
  process.stdout.write(`${verdict}  ${domain.name.padEnd(20)} ${checks} checks in ${cases} cases, ${seconds} s\n`);
  if (violation !== undefined) {
    process.stdout.write(`${violation}\n`);
    failed = true;
  }
}
process.exitCode = failed ? 1 : 0;
