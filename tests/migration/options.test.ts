/** What stands around CBMC's proofs: removed bodies, stubs, statics of other files, bounds on loops, its own options. */
import { describe, expect, it } from "vitest";
import { hone } from "../support/command.ts";

const FOLDER = "tests/migration/options";
const verify = (...words: string[]) => hone("verify", "--engine", "bmc", ...words);
const linked = (...words: string[]) =>
  verify("--link", ...words, `${FOLDER}/harness.c`, `${FOLDER}/stub.c`, `${FOLDER}/table.c`);

describe("several files of a proof", () => {
  it("are read with the first of two definitions, if that is asked for, and with statics by CBMC's names", async () => {
    expect(await linked("--allow-duplicates")).toMatchObject({ code: 0 });
    const refused = await linked();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("multiple definition of 'lookup'");
  });

  it("lose the bodies that are named, statics by either name", async () => {
    expect(await linked("--allow-duplicates", "--remove-body", "lookup")).toMatchObject({ code: 1 });
    expect(await linked("--allow-duplicates", "--remove-body", "s_slot")).toMatchObject({ code: 1 });
    const name = "__CPROVER_file_local_table_c_s_slot";
    expect(await linked("--allow-duplicates", "--remove-body", name)).toMatchObject({ code: 1 });
    const wrong = await linked("--allow-duplicates", "--remove-body", "nothing");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("'nothing'");
  });
});

describe("bounds on loops", () => {
  const bounded = (...words: string[]) => verify(...words, `${FOLDER}/loops.c`);

  it("are claims about jumps back, loop by loop in the order in which they end", async () => {
    expect(await bounded("--unwindset", "main.0:3,main.1:4,main.2:6")).toMatchObject({ code: 0 });
    expect(await bounded("--unwindset", "main.0:2")).toMatchObject({ code: 1 });
    expect(await bounded("--unwindset", "main.1:3")).toMatchObject({ code: 1 });
    expect(await bounded("--unwindset", "main.2:5")).toMatchObject({ code: 1 });
  });

  it("hold for all loops, but those that have their own", async () => {
    expect(await bounded("--unwind", "6")).toMatchObject({ code: 0 });
    expect(await bounded("--unwind", "5")).toMatchObject({ code: 1 });
    expect(await bounded("--unwind", "5", "--unwindset", "main.2:6")).toMatchObject({ code: 0 });
  });

  it("of loops that are not there are errors, but not those of CBMC's library", async () => {
    const wrong = await bounded("--unwindset", "main.3:9");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("main.3, which is not there");
    expect(await bounded("--unwindset", "memcpy_impl.0:9")).toMatchObject({ code: 0 });
  });
});

describe("CBMC's options", () => {
  it("stand for checks, or are refused by name", async () => {
    const checked = await verify("--signed-overflow-check", "--bounds-check", "--trace", `${FOLDER}/loops.c`);
    expect(checked).toMatchObject({ code: 0 });
    const refused = await verify("--enum-range-check", `${FOLDER}/loops.c`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("--enum-range-check: hone has nothing like it");
  });
});

describe("CBMC's pragmas", () => {
  it("turn a check off between two places, or are errors", async () => {
    expect(await verify("--unsigned-overflow-check", `${FOLDER}/pragma.c`)).toMatchObject({ code: 0 });
    const foreign = await verify("-DFOREIGN", "--unsigned-overflow-check", `${FOLDER}/pragma.c`);
    expect(foreign.code).toBe(2);
    expect(foreign.stderr).toContain(
      'pragma.c:6:1: error: #pragma CPROVER check disable "signed-overflow" is not understood',
    );
  });
});

describe("CBMC's words", () => {
  it.each([
    ["CONTRACT", "requires"],
    ["DECLARED", "assigns"],
    ["LOOP", "loop_invariant"],
    ["LOCAL", "ensures"],
    ["THREAD", "ASYNC_1"],
    ["CALL", "allocated_memory"],
    ["VALUE", "rounding_mode"],
    ["OBJECT", "dead_object"],
  ])("that are not understood are errors: %s", async (which, name) => {
    expect(await verify(`${FOLDER}/foreign.c`)).toMatchObject({ code: 0 });
    const refused = await verify(`-D${which}`, `${FOLDER}/foreign.c`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`'__CPROVER_${name}' is not understood`);
  });
});

describe("KLEE's words", () => {
  it("that are not understood are errors, where they are called", async () => {
    expect(await verify(`${FOLDER}/klee.c`)).toMatchObject({ code: 0 });
    const refused = await verify("-DFOREIGN", `${FOLDER}/klee.c`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("'klee_is_symbolic' is not understood");
  });

  it("make whole objects symbolic, never silently a part", async () => {
    expect(await verify("-DPART", "--check", "uninitialised", `${FOLDER}/klee.c`)).toMatchObject({ code: 3 });
    const more = await verify("-DMORE", "--check", "bounds", `${FOLDER}/klee.c`);
    expect(more).toMatchObject({ code: 1 });
  });
});
