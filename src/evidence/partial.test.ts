import { describe, expect, it } from "vitest";
import { modelOf, reachable } from "../../tests/support/model.ts";
import { and, integer, le, TRUE, variable } from "../logic/term.ts";
import type { Model, ModelLocation } from "../model/model.ts";
import { siteName, sitesOf } from "../model/property.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { Budget } from "../util/budget.ts";
import { proversOf } from "./check.ts";
import type { Certificate, PartialClaim } from "./claim.ts";
import { claimedSites, isProved } from "./partial.ts";

const LOOP = `#include <assert.h>
extern int nondet_int(void);
int main(void) {
  int n = nondet_int(), i = 0;
  while (i < 10) {
    i = i + 1;
    assert(i <= 10);
  }
  assert(n != 5);
  return 0;
}
`;

function errorsOf(model: Model): readonly ModelLocation[] {
  return reachable(model).filter(({ kind }) => kind === "error");
}

/** 0 <= i <= 10 at the loop. */
function certificateFor(model: Model): Certificate {
  const i = model.variables.find(({ name }) => name.endsWith("i"));
  if (i === undefined) throw new Error("the model should have i");
  const bounds = [le(integer(0), variable(i)), le(variable(i), integer(10))];
  const heads = reachable(model).filter(({ cutPoint }) => cutPoint);
  return {
    granularity: "cut-points",
    locations: [model.entry, ...heads],
    labelsAt: (location) => {
      if (location === model.entry) return [{ kind: "formula", formula: TRUE }];
      return heads.includes(location) ? [{ kind: "formula", formula: and(bounds) }] : [];
    },
  };
}

function proved(model: Model, claim: PartialClaim): boolean {
  return isProved(model, claim, new Budget(), () => proversOf({ own: ownSolver }));
}

describe("a proof of some places", () => {
  it("is one where the others end executions, and only there", () => {
    const model = modelOf(LOOP);
    const certificate = certificateFor(model);
    const [inside, behind] = [...errorsOf(model)].sort((a, b) => a.range.start - b.range.start) as [
      ModelLocation,
      ModelLocation,
    ];
    expect(proved(model, { certificate, open: [{ location: behind }] })).toBe(true);
    expect(proved(model, { certificate, open: [] })).toBe(false);
    expect(proved(model, { certificate, open: [{ location: inside }] })).toBe(false);
  });

  it("is about the places that are neither open nor settled", () => {
    const model = modelOf(LOOP);
    const names = sitesOf(model.program, ["unreach-call"]).map((range) => siteName("unreach-call", range));
    const behind = errorsOf(model).find(({ site }) => site?.names[0] === names[1]) as ModelLocation;
    const claim = { certificate: certificateFor(model), open: [{ location: behind }] };
    expect(claimedSites(model, claim, [])).toEqual([names[0]]);
    expect(claimedSites(model, claim, names)).toEqual([]);
  });

  it("is none where the model does not say exactly when an open error happens, nor where it knows nothing", () => {
    const list = `#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  int **all[3], i, *one;
  for (i = 0; i < 3; i++) { one = malloc(4 * (nondet_int() & 3)); *one = 1; }
  return 0;
}
`;
    const model = modelOf(list, { properties: ["valid-deref"] });
    const open = errorsOf(model).map((location) => ({ location }));
    expect(open.some(({ location }) => location.site?.condition === "maybe")).toBe(true);
    const certificate = { locations: [], labelsAt: () => [] };
    expect(claimedSites(model, { certificate, open }, [])).toEqual([]);
    const unmodelled = { ...model.entry, kind: "unmodelled" as const };
    expect(claimedSites(modelOf(LOOP), { certificate, open: [{ location: unmodelled }] }, [])).toEqual([]);
  });

  it("says nothing of a property that is violated where it has no place", () => {
    const leak = `#include <stdlib.h>
int main(void) { char *p = malloc(4); return p == 0; }
`;
    const model = modelOf(leak, { properties: ["valid-memcleanup", "no-overflow"] });
    const open = errorsOf(model).map((location) => ({ location: { ...location, site: exact(location) } }));
    expect(open).toHaveLength(1);
    expect(claimedSites(model, { certificate: { locations: [], labelsAt: () => [] }, open }, [])).toEqual([]);
  });
});

function exact({ site }: ModelLocation): NonNullable<ModelLocation["site"]> {
  return { names: site?.names ?? [], condition: "exact" };
}

describe("a place that is settled", () => {
  it("is where executions end, and no error", () => {
    const [, behind] = sitesOf(modelOf(LOOP).program, ["unreach-call"]);
    if (behind === undefined) throw new Error("there should be two places");
    const settled = modelOf(LOOP, { settled: [siteName("unreach-call", behind)] });
    expect(errorsOf(settled).map(({ range }) => range.start)).not.toContain(behind.start);
    expect(errorsOf(settled)).toHaveLength(1);
  });

  it("of a check that is two properties' matter is settled for both or for none", () => {
    const shift = "int main(int n) { return 1 << n; }";
    const options = { properties: ["no-overflow", "valid-shift"] as const };
    const names = errorsOf(modelOf(shift, options)).flatMap(({ site }) => site?.names ?? []);
    const both = names.filter(
      (name) => names.filter((other) => other.endsWith(name.slice(name.indexOf("@")))).length > 1,
    );
    const [first = ""] = both;
    const count = (settled: readonly string[]) => errorsOf(modelOf(shift, { ...options, settled })).length;
    expect(count([...new Set(names)])).toBe(0);
    expect(count([first.replace(/^.*@/, "no-overflow@")])).toBe(count([]));
  });
});
