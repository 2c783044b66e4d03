/** The tool-info module on what hone prints. BenchExec itself is a stand-in: the few names that the module uses. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hone, ROOT } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "hone-benchexec-"));
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.log("skipped: no python3, and the module for BenchExec is not tested");

const STAND_IN: Readonly<Record<string, string>> = {
  "__init__.py": "",
  "result.py":
    'RESULT_TRUE_PROP = "true"\nRESULT_FALSE_PROP = "false"\nRESULT_UNKNOWN = "unknown"\nRESULT_ERROR = "ERROR"\n',
  "tools/__init__.py": "",
  "tools/template.py": "class BaseTool2:\n    pass\n",
  "tools/sv_benchmarks_util.py": [
    'ILP32, LP64 = "ILP32", "LP64"',
    "def get_data_model_from_task(task, names):",
    "    return names.get((task.options or {}).get('data_model'))",
  ].join("\n"),
};

const DRIVER = `
import json, sys
from types import SimpleNamespace as Of
import hone
asked = json.load(sys.stdin)
tool = hone.Tool()
if "output" in asked:
    run = Of(output=asked["output"].split("\\n"), exit_code=Of(value=asked["code"]))
    print(json.dumps(tool.determine_result(run)))
else:
    task = Of(options=asked["options"], property_file=asked["property"], input_files_or_identifier=asked["files"])
    limits = Of(walltime=None, cputime=60, memory=2_000_000_000)
    print(json.dumps(tool.cmdline("hone", [], task, limits)))
`;

function ask(question: object): unknown {
  const { status, stdout, stderr } = spawnSync("python3", [join(folder, "driver.py")], {
    input: JSON.stringify(question),
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: `${folder}:${join(ROOT, "contrib/benchexec")}`, PYTHONDONTWRITEBYTECODE: "1" },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function resultOf(text: string, ...options: string[]): Promise<unknown> {
  const file = join(folder, "program.c");
  writeFileSync(file, text);
  const { code, stdout } = await hone("verify", ...options, file);
  return ask({ output: stdout, code });
}

describe.skipIf(!hasPython)("the module for BenchExec", () => {
  mkdirSync(join(folder, "benchexec/tools"), { recursive: true });
  for (const [name, text] of Object.entries(STAND_IN)) writeFileSync(join(folder, "benchexec", name), text);
  writeFileSync(join(folder, "driver.py"), DRIVER);
  afterAll(() => rmSync(folder, { recursive: true }));

  it("reads verdicts, with the property that is violated", async () => {
    const main = (body: string) => `void reach_error(void); int f(void); int main(void) { ${body} return 0; }`;
    expect(await resultOf(main(""))).toBe("true");
    expect(await resultOf(main("if (f() == 7) reach_error();"))).toBe("false(unreach-call)");
    expect(await resultOf(main("int x = f(); x++;"), "--check", "overflow")).toBe("false(no-overflow)");
    expect(await resultOf(main("int a[2]; a[f()] = 1;"), "--check", "bounds")).toBe("false(valid-deref)");
    expect(await resultOf("int main(void) { return }")).toBe("ERROR (input)");
  });

  it("tells limits from not knowing", () => {
    const last = "hone: UNKNOWN\n";
    expect(ask({ output: `a.c: overflow: cannot tell: time limit reached (explicit)\n${last}`, code: 3 })).toBe(
      "TIMEOUT",
    );
    expect(ask({ output: `a.c: overflow: cannot tell: memory limit reached\n${last}`, code: 3 })).toBe("OUT OF MEMORY");
    expect(ask({ output: `a.c: overflow: cannot tell: no engine could decide\n${last}`, code: 3 })).toBe("unknown");
    expect(ask({ output: "", code: 101 })).toBe("ERROR (internal)");
  });

  it("asks as the task says, with options that there are", async () => {
    const words = ask({ options: { data_model: "ILP32" }, property: "p.prp", files: ["a.c", "b.c"] });
    const limits = ["--timeout", "60", "--memory", "2000"];
    expect(words).toEqual(["hone", "verify", "--32", ...limits, "--spec", "p.prp", "--link", "a.c", "b.c"]);
    expect(ask({ options: null, property: null, files: ["a.c"] })).toEqual(["hone", "verify", ...limits, "a.c"]);
    const file = join(folder, "linked.c");
    writeFileSync(file, "int main(void) { return 0; }");
    expect((await hone("verify", "--32", ...limits, "--link", file)).code).toBe(0);
  });

  it("reads what --sv-comp prints, which writes a witness as well", async () => {
    const witness = join(folder, "witness.yml");
    const judged = (text: string) => resultOf(text, "--sv-comp", "--witness", witness);
    const asked = "extern void reach_error(void); extern int nondet(void); int main(void) { if (nondet() == 7) CALL; }";
    expect(await judged(asked.replace("CALL", "reach_error()"))).toBe("false(unreach-call)");
    expect(readFileSync(witness, "utf8")).toContain("entry_type: violation_sequence");
    expect(await judged(asked.replace("CALL", "return 1"))).toBe("true");
    expect(readFileSync(witness, "utf8")).toContain("entry_type: invariant_set");
  });
});
