/**
 * A bounded part of the law checks for every registered domain, and for variants of a domain that the registry does not
 * name. `npm run test:laws` checks a million instances a domain.
 */
import fc from "fast-check";
import { describe, test } from "vitest";
import { domains, octagons } from "../../src/domains/index.ts";
import { runs } from "../support/thorough.ts";
import { checkCase } from "./laws.ts";

const variants = [octagons("integer"), octagons("rational")].map((domain) => ({
  domain,
  label: `plain ${domain.name}`,
}));

describe("domain laws", () => {
  const all = [...domains.map(({ domain }) => ({ domain, label: domain.name })), ...variants];
  test.each(all)("$label", ({ domain }) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0x7fffffff }), (seed) => {
        checkCase(domain, seed);
      }),
      { numRuns: runs(100), endOnFailure: true },
    );
  });
});
