import { describe, expect, it } from "vitest";
import { programOf } from "../../tests/support/c-program.ts";
import type { Variable } from "../logic/term.ts";
import type { ScalarType } from "../logic/types.ts";
import { VisibleNames } from "./visible-names.ts";

const TEXT = `struct point { int x; unsigned y; } origin; union { int i; float f; } u; unsigned bits[4]; int n;
int main(void) { struct point p = {1, 2}; int n = 3; { int n = 4; p.x = n; } for (int k = 0; k < 9; k++) p.x++; return p.x + n; }`;
const INT: ScalarType = { kind: "int", bits: 32, signed: true };
const UNSIGNED: ScalarType = { kind: "int", bits: 32, signed: false };
const FLOAT: ScalarType = { kind: "float", format: "f32" };

describe("the model's variables by the program's names", () => {
  const program = programOf(TEXT);
  const names = new VisibleNames(program);
  const file = program.sources.files.find(({ text }) => text.includes("origin"));
  const offset = (text: string) => (file?.base ?? 0) + (file?.text.indexOf(text) ?? 0);
  const shown = (name: string, type: ScalarType, place: string) => names.at(offset(place))({ name, type } as Variable);
  const locals = program.functions.get("main")?.names ?? [];
  const [outer = "", inner = ""] = locals.filter(({ name }) => name === "n").map(({ storage }) => storage.name);

  it("are members and elements of the type that is accessed", () => {
    expect(shown("origin@0", INT, "return")).toBe("origin.x");
    expect(shown("origin@4", UNSIGNED, "return")).toBe("origin.y");
    expect(shown("bits@8", UNSIGNED, "return")).toBe("bits[2]");
    expect(shown("u", INT, "return")).toBe("u.i");
  });

  it("stay what they are where C has no name for the part, or one of another type", () => {
    expect(shown("origin@2", INT, "return")).toBe("origin@2");
    expect(shown("origin@4", INT, "return")).toBe("origin@4");
    expect(shown("u", FLOAT, "return")).toBe("u");
    expect(shown("heap1.size", INT, "return")).toBe("heap1.size");
  });

  it("have their names only where these mean them", () => {
    expect(outer).not.toBe(inner);
    expect(shown(outer, INT, "return")).toBe("n");
    expect(shown(inner, INT, "p.x = n")).toBe("n");
    expect(shown(outer, INT, "p.x = n")).toBe(outer);
    expect(shown("n", INT, "return")).toBe("::n");
    expect(shown(inner, INT, "return")).toBe(inner);
    // Colons say that the name means something else; here it means nothing.
    expect(shown("k", INT, "return")).toBe("k");
  });
});
