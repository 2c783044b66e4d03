/** The command line of the analyses: domains, mathematical integers, invariants, solvers, pages. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hone, onlyResult } from "./support/command.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hone-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const COUNTER = `extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) y = y + 1;
    x = x + 1;
  }
  if (y > x) reach_error();
  return 0;
}
`;

describe("engines and domains", () => {
  it("go together or are refused with what would", async () => {
    const path = file("counter.c", COUNTER);
    expect((await hone("verify", "--domain", "octagn", path)).stderr).toContain('did you mean "octagon"?');
    expect((await hone("verify", "--engine", "explicit", "--domain", "box", path)).stderr).toContain("takes no domain");
    const refused = await hone("verify", "--engine", "dagger", "--domain", "boxes", path);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('does not work with the domain "boxes", but with');
    expect((await hone("engines")).stdout).toMatch(/^dagger\s.*\[.*octagon.*\]$/m);
    expect((await hone("engines")).stdout).toMatch(/^dagger~farkas\s/m);
    const strange = await hone("verify", "--engine", "vinta~farkas", path);
    expect(strange).toMatchObject({ code: 2 });
    expect(strange.stderr).toContain('"vinta" has no extra "farkas" that can be switched off, but posts, dead-edges');
    const without = await hone("verify", "--engine", "dagger~farkas~cases", "--format", "json", path);
    expect(onlyResult(without.stdout)).toMatchObject({ verdict: "safe", engine: "dagger~farkas~cases" });
  });

  it("say at which line they give up", async () => {
    const path = file("counter.c", COUNTER);
    const { stdout } = await hone("verify", "--engine", "path-focusing:classical", "--domain", "box", path);
    expect(stdout).toContain("the invariants do not exclude call of reach_error (line 9)");
  });

  it("prove with the domain that was asked for, and the result says so", async () => {
    const path = file("counter.c", COUNTER);
    const { stdout, code } = await hone(
      "verify",
      "--engine",
      "dagger",
      "--domain",
      "octagon",
      "--format",
      "json",
      path,
    );
    const result = onlyResult(stdout);
    expect(code).toBe(0);
    expect(result).toMatchObject({ verdict: "safe", engine: "dagger", domain: "octagon" });
    expect(result["evidence"]).toMatchObject({ kind: "certificate", checked: true });
  });

  it("say that nobody checked a proof when that was asked for", async () => {
    const path = file("counter.c", COUNTER);
    const { stdout } = await hone("verify", "--engine", "dagger", "--certify", "off", "--format", "json", path);
    expect(onlyResult(stdout)).toMatchObject({ verdict: "safe", evidence: { checked: false } });
  });

  it("say so of contracts of recursive functions as well", async () => {
    const recursive = `extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int id(int n) { if (n <= 0) return 0; return id(n - 1) + 1; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  if (id(n) != n) reach_error();
  return 0;
}
`;
    const line = ["verify", "--engine", "path-focusing", "--format", "json", file("recursive.c", recursive)];
    expect(onlyResult((await hone(...line)).stdout)).toMatchObject({ verdict: "safe", evidence: { checked: true } });
    const unproved = onlyResult((await hone(...line, "--certify", "off")).stdout);
    expect(unproved).toMatchObject({ verdict: "safe", evidence: { checked: false } });
  });
});

describe("--integers math", () => {
  // Wraps to 0 after 2^32 rounds, which mathematical integers never do.
  const counted = `extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_int()) x = x + 1;
  if (x == 0) reach_error();
  return 0;
}
`;

  it("is an assumption of the verdict", async () => {
    const path = file("counted.c", counted);
    const { stdout } = await hone("verify", "--engine", "dagger", "--integers", "math", path);
    expect(stdout).toContain("hone: SAFE");
    expect(stdout).toContain("--integers math");
    expect((await hone("verify", "--integers", "some", path)).stderr).toContain("machine or math is expected");
  });
});

describe("hone invariants", () => {
  it("prints them above the loops, or as JSON", async () => {
    const path = file("counter.c", COUNTER);
    const text = await hone("invariants", path);
    expect(text.code).toBe(0);
    const lines = text.stdout.split("\n");
    const loop = lines.findIndex((line) => line.includes("while ("));
    expect(lines[loop - 1]).toMatch(/^ {2}\/\* invariant: .* \*\/$/);
    const json = await hone("invariants", "--format", "json", path);
    expect(onlyResult(json.stdout)).toMatchObject({ invariants: [{ line: 5, function: "main" }] });
  });

  it("refuses what it cannot do", async () => {
    const path = file("counter.c", COUNTER);
    expect(await hone("invariants", "--engine", "explicit", path)).toMatchObject({ code: 3 });
    expect(await hone("invariants", "--format", "sarif", path)).toMatchObject({ code: 2 });
    expect(await hone("invariants", file("bad.c", "int main(void) {"))).toMatchObject({ code: 2 });
  });
});

describe("hone smt", () => {
  it("answers a script", async () => {
    const script = "(declare-const x Int)(assert (= (* 2 x) 7))(check-sat)(exit)";
    expect(await hone("smt", file("odd.smt2", script))).toMatchObject({ code: 0, stdout: "unsat\n" });
  });

  it("answers a script over bits, without Z3", async () => {
    const path = file(
      "mask.smt2",
      "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= (bvand x #xf0) #x50))(assert (bvult x #x51))(check-sat)(get-value (x))",
    );
    expect(await hone("smt", path)).toMatchObject({ code: 0, stdout: "sat\n((x #x50))\n" });
    expect(await hone("smt", "--solver", "z3", path)).toMatchObject({ code: 2, stdout: "" });
  });

  it("places what is wrong by line and column", async () => {
    const wrong = await hone("smt", file("wrong.smt2", "(declare-const x Int)\n(assert (< x y))\n(check-sat)\n"));
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/wrong\.smt2:2:14: /);
  });

  it("answers what --dump-queries wrote", async () => {
    const queries = join(folder, "queries");
    const path = file("counter.c", COUNTER);
    expect(await hone("verify", "--engine", "path-focusing", "--dump-queries", queries, path)).toMatchObject({
      code: 0,
    });
    const [first] = readdirSync(queries).sort();
    const script = join(queries, first ?? "");
    const status = /:status (\w+)/.exec(readFileSync(script, "utf8"))?.[1];
    expect((await hone("smt", script)).stdout).toBe(`${status}\n`);
  });
});

describe("--html", () => {
  it("writes a page that needs nothing else", async () => {
    const page = join(folder, "run.html");
    const path = file("counter.c", COUNTER);
    expect(await hone("verify", "--engine", "dagger", "--html", page, path)).toMatchObject({ code: 0 });
    const text = readFileSync(page, "utf8");
    expect(text).toContain("<svg");
    expect(text).not.toMatch(/(src|href)="https?:/);
    rmSync(page);
    const two = await hone("verify", "--html", page, path, path);
    expect(two).toMatchObject({ code: 2 });
    expect(existsSync(page)).toBe(false);
  });
});

describe("hone table", () => {
  it("names the tables there are, and says where the programs should be", async () => {
    expect((await hone("table")).stderr).toContain("needs a name");
    expect((await hone("table", "nothing")).stderr).toContain("dagger");
    const absent = await hone("table", "dagger", "--root", join(folder, "nowhere"));
    expect(absent.code).toBe(2);
    expect(absent.stderr).toContain("nowhere");
  });
});
