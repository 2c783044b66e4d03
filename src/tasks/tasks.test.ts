import { describe, expect, it } from "vitest";
import { parseIndex } from "./index-file.ts";
import { parsePropertyFile } from "./property-file.ts";
import { parseTask } from "./task-file.ts";

describe("property files", () => {
  it("reads the properties of SV-COMP", () => {
    const of = (text: string) => {
      const result = parsePropertyFile(text);
      return result.kind === "specification" ? result.specification : result.message;
    };
    expect(of("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")).toEqual({
      properties: ["unreach-call"],
      entry: "main",
    });
    expect(of("\n// comment\nCHECK( init(start()), LTL(G ! overflow) )\n\n")).toEqual({
      properties: ["no-overflow"],
      entry: "start",
    });
    expect(of("CHECK( init(main()), LTL(G valid-deref) )")).toMatchObject({ properties: ["valid-deref"] });
    expect(of("CHECK(init(main()),LTL(G ! call(__VERIFIER_error())))")).toMatchObject({ properties: ["unreach-call"] });
  });

  it("refuses what it cannot check", () => {
    const message = (text: string) => {
      const result = parsePropertyFile(text);
      return result.kind === "problem" ? result.message : "fine";
    };
    expect(message("CHECK( init(main()), LTL(F end) )")).toContain("line 1: hone cannot check");
    expect(message("G ! overflow")).toContain("is expected");
    expect(message("# only a comment\n")).toContain("no CHECK line");
    expect(message("CHECK( init(a()), LTL(G ! overflow) )\nCHECK( init(b()), LTL(G ! overflow) )")).toContain(
      "two entry functions",
    );
  });
});

describe("task definitions", () => {
  const text = `format_version: '2.0'
input_files: 'prog.i'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
options:
  language: C
  data_model: ILP32
`;

  it("reads format 2.0", () => {
    expect(parseTask(text)).toEqual({
      kind: "task",
      task: {
        inputFiles: ["prog.i"],
        propertyFiles: ["../properties/unreach-call.prp"],
        expected: [false],
        dataModel: "ILP32",
      },
    });
    expect(parseTask("format_version: '2.0'\ninput_files: [a.c, b.c]\n")).toMatchObject({
      task: { inputFiles: ["a.c", "b.c"], propertyFiles: [], dataModel: undefined },
    });
  });

  it("says what is wrong", () => {
    const message = (source: string) => {
      const result = parseTask(source);
      return result.kind === "problem" ? result.message : "fine";
    };
    expect(message("a: [")).toContain("not YAML");
    expect(message("- a")).toContain("task definition");
    expect(message("format_version: '3.0'\ninput_files: a.c")).toContain("3.0");
    expect(message("format_version: '2.0'")).toContain("input_files");
    expect(message(text.replace("ILP32", "LLP64"))).toContain("LLP64");
    expect(message(text.replace("language: C", "language: Java"))).toContain("Java");
    expect(message("a: &a [x]\nb: [*a, *a]")).toContain("not YAML");
  });
});

describe("INDEX.tsv", () => {
  it("gives data model and macros by file", () => {
    const rows = parseIndex(
      "file\texpected\tproperty\tdata_model\na.c\ttrue\tassert() calls; needs b.h with -DVVT or -DOTHER\tILP32\nb/c.i\tfalse\tunreach-call\tLP64\n",
    );
    expect(rows.get("a.c")).toMatchObject({ dataModel: "ILP32", defines: ["VVT"], expected: "true" });
    expect(rows.get("b/c.i")).toMatchObject({ dataModel: "LP64", defines: [] });
  });
});
