import { describe, expect, it } from "vitest";
import { programOf } from "../../tests/support/c-program.ts";
import type { Property } from "../model/properties.ts";
import { possibleViolation } from "./no-site.ts";

function possible(property: Property, source: string): string | undefined {
  return possibleViolation(programOf(source), [property])?.what;
}

describe("programs without property site", () => {
  it("have nothing that could violate the property", () => {
    const source = "unsigned x = 7; int main(void) { x = x * 3; return 0; }";
    for (const property of ["unreach-call", "error-label", "no-overflow", "no-div-zero", "valid-deref"] as const)
      expect(possible(property, source), property).toBeUndefined();
  });

  it("are not those that hand an error function around", () => {
    const main = "int main(void) { f(); return 0; }";
    expect(possible("unreach-call", `void reach_error(void); void (*f)(void) = reach_error; ${main}`)).toContain(
      "pointer",
    );
    expect(possible("unreach-call", `void reach_error(void) {} void f(void) {} ${main}`)).toBeUndefined();
  });

  it("are not those whose library calls could do it", () => {
    const call = (text: string) =>
      `long labs(long); int div(int, int); int abs(int); void *memset(void *, int, unsigned long); char b[4]; int x; ${text}`;
    expect(possible("no-overflow", call("int main(void) { return abs(x); }"))).toBeDefined();
    expect(possible("no-overflow", call("int (*f)(int) = abs; int main(void) { return f(x); }"))).toContain("abs");
    expect(possible("no-div-zero", call("int main(void) { return div(x, x); }"))).toContain("div");
    expect(possible("valid-deref", call("int main(void) { memset(b, 0, 5); return 0; }"))).toContain("memset");
    expect(possible("valid-deref", call("int main(void) { return abs(x); }"))).toBeUndefined();
  });
});
