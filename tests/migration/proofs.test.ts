/** One proof of each file of tests/migration/proofs with its broken twin; `npm run test:migration` has all of them. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hone } from "../support/command.ts";

const FOLDER = "tests/migration/proofs";
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".c"));
const harnessesOf = (name: string) =>
  /^\/\/ proofs: (.*)$/m.exec(readFileSync(`${FOLDER}/${name}`, "utf8"))?.[1]?.split(" ") ?? [];

describe("proofs of a library, with the options of a Makefile", () => {
  const library = "tests/migration/library";
  const asked = (name: string) =>
    `--link --bounds-check --pointer-overflow-check --pointer-primitive-check --unsigned-overflow-check --conversion-check --nan-check --function ${name}_harness ${library}/harnesses.c ${library}/library.c`.split(
      " ",
    );

  it.each(["cursor_take", "ring_take"])("%s holds, and its twin is broken", async (name) => {
    expect(await hone("verify", "--engine", "bmc", ...asked(name))).toMatchObject({ code: 0 });
    expect(await hone("verify", `-DTWIN_${name}`, ...asked(name))).toMatchObject({ code: 1 });
  });
});

describe("proofs in CBMC's style", () => {
  it("are twenty-two", () => {
    expect(files.flatMap(harnessesOf)).toHaveLength(22);
  });

  it.each(files)("of %s: the first holds, and its twin is broken", async (name) => {
    const [harness] = harnessesOf(name) as [string];
    const asked = ["--check", "assert,bounds", "--entry", harness, `${FOLDER}/${name}`];
    expect(await hone("verify", "--engine", "bmc", ...asked)).toMatchObject({ code: 0 });
    expect(await hone("verify", `-DTWIN_${harness}`, ...asked)).toMatchObject({ code: 1 });
  });
});

it("a path that writes memory at an address that is not known is solved for what was read before", async () => {
  const asked = ["--engine", "bmc", "--check", "assert,bounds", "--entry", "put_harness", "-DTWIN_put_harness"];
  expect(await hone("verify", ...asked, `${FOLDER}/ring.c`)).toMatchObject({ code: 1 });
});
