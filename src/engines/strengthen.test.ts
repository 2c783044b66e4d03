import { describe, expect, it } from "vitest";
import { programOf } from "../../tests/support/c-program.ts";
import { ILP32 } from "../cfa/build-source.ts";
import { integer, le, TRUE, variable } from "../logic/term.ts";
import { buildModel } from "../model/build.ts";
import type { ModelLocation } from "../model/model.ts";
import { DEFAULT_MODEL_OPTIONS } from "../model/options.ts";
import { verify } from "../verify.ts";
import { findPreset } from "./index.ts";
import { assuming } from "./strengthen.ts";

const COUNTER = (bound: number) => `extern int nondet(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  while (nondet()) { x = x + 1; y = y + 2; }
  if (x > 3 && y < ${bound}) reach_error();
  return 0;
}
`;

function answer(text: string, engine: string) {
  const frontEnd = { dataModel: ILP32, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined };
  const { result } = verify(
    { name: "a.c", sources: [{ name: "a.c", text }], frontEnd },
    {
      toolVersion: "test",
      model: { ...DEFAULT_MODEL_OPTIONS, integers: "math" },
      preset: findPreset(engine),
      domain: "polyhedra",
      timeoutSeconds: 10,
      memoryMb: 1000,
      meter: { nowMs: () => 0, cpuMs: () => 0, memoryMb: () => 0, peakMemoryMb: () => 0 },
      progress: () => {},
    },
  );
  return result;
}

describe("invariants first", () => {
  it("assumes at cut points, and only there", () => {
    const model = buildModel(programOf(COUNTER(8)), DEFAULT_MODEL_OPTIONS);
    const condition = le(integer(0n), variable(model.variables.find((one) => one.name === "x")!));
    const stronger = assuming(model, (location) => (location.cutPoint ? condition : TRUE));
    const seen = new Set<ModelLocation>([model.entry]);
    for (const location of seen) {
      const [plain, own] = [model.edgesFrom(location), stronger.edgesFrom(location)];
      if (location.cutPoint)
        expect(own.map((edge) => edge.ops[0])).toEqual(
          own.map(() => ({ kind: "assume", condition, origin: undefined })),
        );
      else expect(own).toBe(plain);
      expect(stronger.edgesFrom(location)).toBe(own);
      expect(own.map((edge) => edge.target)).toEqual(plain.map((edge) => edge.target));
      for (const { target } of own) seen.add(target);
    }
    expect([...seen].filter((location) => location.cutPoint)).toHaveLength(1);
  });

  it("proves, and the proof is one of the program itself", () => {
    const result = answer(COUNTER(8), "dagger+invariants");
    expect(result).toMatchObject({ verdict: "safe", engine: "dagger+invariants", evidence: { checked: true } });
    expect(result.statistics["refinements"] ?? 0).toBe(0);
  });

  it("breaks what is broken", () => {
    expect(answer(COUNTER(9), "dagger+invariants")).toMatchObject({ verdict: "unsafe", evidence: { kind: "replay" } });
  });

  it("needs an engine to strengthen", () => {
    expect(findPreset("nothing+invariants")).toBeUndefined();
    expect(findPreset("bmc+invariants")).toBeUndefined();
  });
});
