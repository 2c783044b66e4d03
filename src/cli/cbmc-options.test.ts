/** Every option of CBMC's tools that we know means something, is ignored with a note, or is refused; docs/migrating.md has them all. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseArguments } from "./arguments.ts";
import { CBMC_OPTIONS } from "./cbmc-options.ts";

const page = readFileSync("docs/migrating.md", "utf8");
const rowOf = (flag: string) =>
  page.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${flag}`)) ?? "";
const sections = page.split(/^(?=Ignored, with a note|Refused by name|## KLEE)/m);
const parsed = (...argv: string[]) => parseArguments(["verify", "f.c", ...argv], undefined);

describe.each(CBMC_OPTIONS.flatMap((option) => option.flags.map((flag) => ({ ...option, flag }))))(
  "$flag",
  (option) => {
    const { flag, meaning } = option;
    const words = option.argument === undefined ? [flag] : [flag, "3"];

    it("is in the table that says what becomes of it", () => {
      const at = meaning.kind === "nothing" ? 1 : meaning.kind === "refused" ? 2 : 0;
      expect(sections[at]).toContain(`\`${flag}`);
      if (meaning.kind === "checks") expect(rowOf(flag)).toContain(`--check assert,${meaning.checks}\``);
    });

    it("does what the table says", () => {
      const result = parsed(...words);
      if (meaning.kind === "refused") {
        expect(result).toMatchObject({ kind: "usage" });
        expect(JSON.stringify(result)).toContain(`${words.join(" ")}: hone has nothing like it`);
        return;
      }
      expect(result.kind).toBe("arguments");
      if (result.kind !== "arguments") return;
      expect(result.arguments.settings.ignored).toEqual(meaning.kind === "nothing" ? [flag] : []);
      expect(result.arguments.settings.checks?.includes("unreach-call") ?? false).toBe(meaning.kind === "checks");
    });
  },
);

it("takes the command line of a suite's Makefile", () => {
  const flags =
    "--bounds-check --pointer-check --div-by-zero-check --float-overflow-check --nan-check --pointer-overflow-check " +
    "--pointer-primitive-check --undefined-shift-check --signed-overflow-check --unsigned-overflow-check --conversion-check " +
    "--unwind 1 --unwindset memcpy_impl.0:9,f.1:3 --malloc-may-fail --malloc-fail-null --object-bits 8 --flush --slice-formula " +
    "--function f_harness --remove-function-body g --trace --verbosity 4";
  expect(parsed(...flags.split(" "))).toMatchObject({
    kind: "arguments",
    arguments: { settings: { entry: "f_harness", removedBodies: ["g"], malloc: "may-fail", unwind: 1 } },
  });
});
