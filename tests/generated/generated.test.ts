/** The command that is printed under a counterexample compiles and runs its test, as it stands, from the folder hone was started in. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { hasGcc } from "../support/gcc.ts";

const bin = fileURLToPath(new URL("../../bin/hone", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hone-generated-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const compiles = hasGcc(64);
if (!compiles) console.warn("generated.test: there is no gcc, so that nothing is compiled");

interface Example {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  /** Of the printed command. */
  readonly command: RegExp;
  readonly tells: RegExp;
}

const unit = (file: string, ...flags: string[]) => ({ directory: ".", file, arguments: ["cc", ...flags, "-c", file] });

const EXAMPLES: readonly Example[] = [
  {
    title: "a build whose files are compiled in different ways, the violation in a library's file",
    files: {
      "compile_commands.json": JSON.stringify([
        unit("src/main.c", "-Iinclude", "-DLIMIT=4"),
        unit("src/ring.c", "-Iinclude", "-include", "include/limits here.h"),
      ]),
      "include/ring.h": "int ring_at(unsigned index);\n",
      "include/limits here.h": "#define LIMIT 8\n",
      "src/main.c": `#include "ring.h"\n#if LIMIT != 4\n#error not as the build has it\n#endif
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned i = __VERIFIER_nondet_uint(); return i <= LIMIT * 2 ? ring_at(i) : 0; }\n`,
      "src/ring.c": `#include "ring.h"\nstatic int cells[LIMIT];\nint ring_at(unsigned index) { return cells[index]; }\n`,
    },
    argv: ["-p", ".", "--check", "bounds"],
    command: /-include 'include\/limits here.h'/,
    tells: /hone: error reached/,
  },
  {
    title: "several files and macros, only the inputs in the test",
    files: {
      "a.c":
        "extern int __VERIFIER_nondet_int(void); int scale(int);\nint main(void) { return scale(__VERIFIER_nondet_int()); }\n",
      "b.c": "int scale(int x) { return x > TOP ? x * FACTOR : 0; }\n",
    },
    argv: ["--link", "-DTOP=1000000000", "-D", "FACTOR=(1+2)", "--check", "overflow", "a.c", "b.c"],
    command: /-fsanitize=address,undefined .*'-DFACTOR=\(1\+2\)' test\.c a\.c b\.c/,
    tells: /runtime error: signed integer overflow/,
  },
  {
    title: "a function of a library, started with objects of its own",
    files: {
      "sum.c": "int at(const int values[4], unsigned i) { return i <= 4 ? values[i] : 0; }\n",
    },
    argv: ["--entry", "at", "--check", "bounds", "sum.c"],
    command: /test\.c/,
    tells: /hone: error reached|AddressSanitizer|runtime error/,
  },
  {
    title: "a function whose body was removed",
    files: {
      "m.c":
        "void reach_error(void);\nint level(void) { return 1; }\nint main(void) { if (level() == 7) reach_error(); return 0; }\n",
    },
    argv: ["--remove-body", "level", "m.c"],
    command: /--allow-multiple-definition/,
    tells: /hone: error reached/,
  },
];

describe.skipIf(!compiles)("the printed command", () => {
  it.each(EXAMPLES)("$title", ({ title, files, argv, command, tells }) => {
    const cwd = join(folder, title.replace(/\W+/g, "-"));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const { stdout, stderr } = spawnSync(process.execPath, [bin, "verify", ...argv, "--test", "test.c"], {
      cwd,
      encoding: "utf8",
    });
    expect(stdout, stderr).toContain("hone: UNSAFE");
    const [, printed = ""] = /^Test: (.*)$/m.exec(stdout) ?? [];
    expect(printed).toMatch(command);
    const run = spawnSync("sh", ["-c", printed], { cwd, encoding: "utf8" });
    expect(run.stdout + run.stderr, printed).toMatch(tells);
    expect(run.status).not.toBe(0);
  });
});
