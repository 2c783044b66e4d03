/** What one engine proves of some places is dropped for all: the round ends, and the program is another one from there on. */
import { describe, expect, it } from "vitest";
import { modelOf, reachable } from "../../tests/support/model.ts";
import type { Certificate } from "../evidence/claim.ts";
import { Execution } from "../evidence/execution.ts";
import type { Model } from "../model/model.ts";
import { DEFAULT_MODEL_OPTIONS } from "../model/options.ts";
import { budgetsWithin } from "../util/budget.ts";
import { presetNamed } from "./index.ts";
import { Portfolio } from "./portfolio.ts";

const TEXT = `#include <assert.h>
extern int nondet_int(void);
int main(void) {
  int n = nondet_int(), i = 0, square = 0;
  if (n < 0 || n > 20) return 0;
  while (i < n) {
    square = square + 2 * i + 1;
    i++;
  }
  assert(i <= 20);
  assert(square == n * n);
  return 0;
}
`;

const meter = { nowMs: () => 0, cpuMs: () => 0, memoryMb: () => 0, peakMemoryMb: () => 0 };

function portfolio(more: { readonly lastRound?: number } = {}): Portfolio {
  const options = { model: DEFAULT_MODEL_OPTIONS, meter, timeoutSeconds: 1, memoryMb: 1000, progress: () => {} };
  return new Portfolio({ ...options, ...more }, budgetsWithin(options, 0));
}

function executionOf({ program, properties }: Model): Execution {
  return new Execution({ program, entry: "main", properties });
}

describe("places that an engine proves", () => {
  const presets = [presetNamed("path-focusing:classical"), presetNamed("path-focusing:guided")];

  it("end the round, though nobody has an answer", () => {
    const turns = portfolio();
    const model = modelOf(TEXT);
    expect(turns.run(model, presets, executionOf, 0)).toMatchObject({ kind: "open", rounds: 1 });
    const [proved, ...others] = turns.proved.keys();
    expect(others).toEqual([]);
    expect(turns.proved.get(proved as string)).toBe("path-focusing:classical");
    expect([...turns.open.keys()]).toHaveLength(1);
    // Without the place there is one error less, and nothing that is news: all give up for good.
    const rest = modelOf(TEXT, { settled: [proved as string] });
    expect(reachable(rest).filter(({ kind }) => kind === "error")).toHaveLength(1);
    turns.startAfresh();
    expect(turns.run(rest, presets, executionOf, 0, { from: 1 })).toMatchObject({ kind: "unknown", reason: undefined });
    expect(turns.proved.size).toBe(1);
  });

  it("are told, and end nothing, where each place is asked about alone", () => {
    const turns = portfolio({ lastRound: 0 });
    expect(turns.run(modelOf(TEXT), presets, executionOf, 0)).toMatchObject({ kind: "unknown" });
    expect(turns.proved.size).toBe(1);
  });

  it("are left where their check meets an error of ours, which is told and ends nothing else", () => {
    const [guided] = presets.slice(1);
    if (guided === undefined) throw new Error("there should be two presets");
    const broken: typeof guided = {
      ...guided,
      run: (model, context) => {
        const certificate: Certificate = {
          locations: reachable(model),
          labelsAt: () => {
            throw new Error("a broken certificate");
          },
        };
        const [error] = reachable(model).filter(({ kind }) => kind === "error");
        if (error === undefined) throw new Error("there should be an error");
        context.partial?.({ certificate, open: [{ location: error }] });
        context.budget.tick(1e9);
        return { kind: "unknown", reason: "never comes this far" };
      },
    };
    const turns = portfolio();
    const end = turns.run(modelOf(TEXT), [broken, ...presets.slice(0, 1)], executionOf, 0);
    expect(end).toMatchObject({ kind: "open", rounds: 1 });
    expect(turns.internalErrors).toMatchObject([{ message: expect.stringContaining("a broken certificate") }]);
  });
});
