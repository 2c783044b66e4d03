/** The language server over its standard streams, by the protocol's own client library: what an editor sees. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver-protocol/node";
import { type BuiltCommand, buildCommand } from "../support/built.ts";
import { hasGcc } from "../support/gcc.ts";
import { LspClient } from "../support/lsp-client.ts";
import { childrenOf, isAlive, manyEdits, pause } from "../support/lsp-load.ts";
import { THOROUGH } from "../support/thorough.ts";

const BUGGY = `#include <assert.h>
int nondet(void);

int main(void) {
  int i = 0, n = nondet();
  if (n < 0 || n > 9) return 0;
  while (i < n) i++;
  /* \u{1d54f} */ assert(i != 7);
  return 0;
}
`;

/** Nobody knows before the limit. */
const HARD = `#include <assert.h>
unsigned nondet(void);
int main(void) {
  unsigned a = nondet(), b = nondet(), c = nondet();
  assert(a < 2 || b < 2 || a > 65535 || b > 65535 || c * c != a * b + 1 || a * a * a != b * c * 7 + 3);
  return 0;
}
`;

let command: BuiltCommand;
let folder: string;
let client: LspClient;

beforeAll(async () => {
  command = await buildCommand("lsp");
  folder = realpathSync(mkdtempSync(join(tmpdir(), "hone-lsp-")));
  // Others may work on the machine.
  client = await LspClient.start({ program: command.program, folder, settings: { timeout: 60 } });
}, 60_000);

afterAll(() => {
  client.server.kill();
  command.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe("hone lsp", () => {
  it("shows a bug, how it comes about and a test of it, and when it is mended what was proved", async () => {
    client.write("bug.c", BUGGY);
    const uri = await client.open("bug.c");
    await client.until(() => (client.diagnostics(uri)?.length ?? 0) > 0, "the violation");
    const [violation, ...others] = client.diagnostics(uri) ?? [];
    expect(others).toEqual([]);
    expect(violation).toMatchObject({
      message: "assertion fails: `i != 7` is false: i = 7 (inputs: nondet() = 7)",
      severity: 1,
      source: "hone",
      code: "unreach-call",
      // The letter before it is two units of UTF-16.
      range: { start: { line: 7, character: 11 }, end: { line: 7, character: 25 } },
    });
    const told = violation?.relatedInformation?.map(({ message, location }) => [
      location.range.start.line + 1,
      message,
    ]);
    expect(told).toContainEqual([5, "i = 0, n = 7"]);
    expect(told).toContainEqual([7, "7 iterations, i: 0 -> 7"]);
    expect(await client.titles(uri)).toEqual(["4: violated: prove again", "4: show counterexample", "4: write test"]);
    const titles = (await client.actions(uri, 8)).map(({ title }) => title);
    expect(titles).toContain("hone: show counterexample (main)");

    const { file } = await client.execute("hone.showCounterexample", uri, "main");
    expect(readFileSync(String(file), "utf8")).toContain("nondet() = 7");
    expect(client.shown.map((one) => fileURLToPath(one))).toContain(file);

    const test = await client.execute("hone.writeTest", uri, "main");
    expect(client.messages.at(-1)).toContain("bug-main-test.c was written");
    if (hasGcc(64)) expect(() => execFileSync("sh", ["-c", String(test["command"])], { stdio: "ignore" })).toThrow();

    const asked = client.published.length;
    const version = await client.change(uri, "9", at(7, 23, 24));
    await client.until(() => client.published.length > asked, "the new text");
    // What was said about the old text is gone.
    expect(client.published.at(-1)).toEqual({ uri, version, diagnostics: [] });
    expect(await client.hints(uri)).toEqual([]);
    await client.change(uri, "> 0 - 1", at(7, 20, 24));
    client.write("bug.c", "int main(void) { not what the editor has");
    expect(await client.execute("hone.prove", uri, "main")).toEqual({ main: "safe" });
    expect(client.diagnostics(uri)).toEqual([]);
    expect(await client.titles(uri)).toEqual(["4: proved"]);
    const hints = await client.hints(uri);
    expect(hints.map(({ position }) => position)).toEqual([{ line: 6, character: 20 }]);
    expect(hints[0]?.label).toMatch(/^invariant: .*\bi\b/);
    await client.close(uri);
    expect(client.diagnostics(uri)).toEqual([]);
  });

  it("says at once what the compiler would say, and what mends it", async () => {
    const uri = await client.open("typing.c", "int main(void) { int count = 1; return count; }\n");
    const version = await client.change(
      uri,
      "int main(void) {\n  int count = 1;\n  /* \u{1d54f} */ return coutn;\n}\n",
    );
    await client.until(() => client.published.at(-1)?.version === version, "the diagnostic");
    expect(client.diagnostics(uri)).toMatchObject([
      { message: "'coutn' is not declared", severity: 1, range: { start: { line: 2, character: 18 } } },
    ]);
    const [fix] = await client.actions(uri, 3);
    expect(fix).toMatchObject({ title: "Change to count", kind: "quickfix" });
    expect(fix?.edit?.changes?.[uri]).toEqual([
      { newText: "count", range: { start: { line: 2, character: 18 }, end: { line: 2, character: 23 } } },
    ]);
    await expect(client.execute("hone.prove", uri, "main")).rejects.toThrow("the file has errors");
    await client.close(uri);
  });

  it("reads headers as they are in the editor, and tells about them where they are", async () => {
    client.write("limit.h", "#define LIMIT 5\n");
    const uri = await client.open("uses.c", '#include "limit.h"\nint main(void) { return LIMIT; }\n');
    await client.until(() => client.published.some((one) => one.uri === uri), "the file");
    const header = await client.open("limit.h");
    await client.change(header, "#define LIMIT x\nint f( { }\n");
    await client.until(() => (client.diagnostics(header)?.length ?? 0) > 0, "the header's diagnostic");
    expect(client.diagnostics(header)).toMatchObject([{ range: { start: { line: 1 } } }]);
    await client.change(header, "#define LIMIT 6\n");
    await client.until(() => client.diagnostics(header)?.length === 0, "the header without it");
    await client.change(header, "int g( { }\n");
    await client.until(() => (client.diagnostics(header)?.length ?? 0) > 0, "the header's diagnostic again");
    // On the disk it is as it was.
    await client.close(header);
    await client.until(() => client.diagnostics(header)?.length === 0, "the file on the disk");
    await client.close(uri);
  });

  it("tells places that are no files where one sees them", async () => {
    const uri = await client.open("made.c", '#line 7 "grammar.y"\nint main(void) { return x; }\n');
    await client.until(() => (client.diagnostics(uri)?.length ?? 0) > 0, "the diagnostic");
    expect(client.diagnostics(uri)).toMatchObject([{ message: "grammar.y:7: 'x' is not declared" }]);
    await client.close(uri);
  });

  it("keeps what is known where a header is only looked at", async () => {
    client.write("seen.h", "#define SEVEN 7\n");
    const uri = await client.open("seen.c", `#include "seen.h"\n${BUGGY.replace("i != 7", "i != SEVEN")}`);
    await client.until(() => (client.diagnostics(uri)?.length ?? 0) > 0, "the violation");
    const header = await client.open("seen.h");
    expect(await client.titles(uri)).toContain("5: show counterexample");
    await client.close(header);
    expect(await client.titles(uri)).toContain("5: show counterexample");
    await client.close(uri);
  });

  it("goes back to what is on the disk where a header is closed without being saved", async () => {
    client.write("given.h", "#define GIVEN 1\n");
    const uri = await client.open("given.c", '#include "given.h"\nint main(void) { return GIVEN; }\n');
    await client.until(() => client.published.some((one) => one.uri === uri), "the file");
    const header = await client.open("given.h");
    await client.change(header, "\n");
    await client.until(() => (client.diagnostics(uri)?.length ?? 0) > 0, "a name that is not declared");
    await client.close(header);
    await client.until(() => client.diagnostics(uri)?.length === 0, "the file as it is on the disk");
    await client.close(uri);
  });

  it("says what is wrong with what it is asked: a function that is not there, a file in no folder", async () => {
    const text = "int main(void) { return 0; }\n";
    const uri = await client.open("small.c", text);
    await expect(client.execute("hone.prove", uri, "mian")).rejects.toThrow("there is no function mian in it");
    expect(client.diagnostics(uri)).toEqual([]);
    await client.close(uri);
    const nowhere = await client.open("not/yet/there.c", text);
    await client.until(() => (client.diagnostics(nowhere)?.length ?? 0) > 0, "what is wrong with the folder");
    expect(client.diagnostics(nowhere)).toMatchObject([{ message: `${folder}/not/yet: there is no such folder` }]);
    await client.close(nowhere);
  });

  it("asks about each function where there is no program", async () => {
    const text =
      "#include <assert.h>\nint half(int x) {\n  return x / 2;\n}\nvoid small(int x) {\n  assert(x < 100);\n}\n";
    const uri = await client.open("library.c", text);
    await client.until(() => (client.diagnostics(uri)?.length ?? 0) > 0, "the violation");
    expect(client.diagnostics(uri)).toMatchObject([{ severity: 2, range: { start: { line: 5, character: 2 } } }]);
    expect(client.diagnostics(uri)?.[0]?.message).toMatch(/where small is called with anything: x .* = \d+/);
    const titles = ["2: proved", "5: violated: prove again", "5: show counterexample", "5: write test"];
    expect(await client.titles(uri)).toEqual(titles);
    await client.close(uri);
  });

  it("goes by the configuration that is found above the file", async () => {
    mkdirSync(join(folder, "configured/src"), { recursive: true });
    client.write("configured/hone.config.json", '{ "D": ["ZERO=0"], "chekc": "ub" }');
    const text = "int main(void) { return 1 / ZERO; }\n";
    const uri = await client.open("configured/src/a.c", text);
    await client.until(() => (client.diagnostics(uri)?.length ?? 0) > 0, "what is wrong with it");
    const said = '../hone.config.json: there is no option "chekc"; did you mean "check"?';
    expect(client.diagnostics(uri)).toMatchObject([{ message: said }]);
    client.write("configured/hone.config.json", '{ "D": ["ZERO=0"], "check": "div-zero" }');
    await client.save(uri);
    await client.until(() => client.diagnostics(uri)?.[0]?.code === "no-div-zero", "the division");
    await client.close(uri);
  });

  it("stops what nobody wants to know any more", async () => {
    const configured = (settings: object) =>
      client.connection.sendNotification("workspace/didChangeConfiguration", { settings: { hone: settings } });
    await configured({ timeout: 60, run: "never" });
    const uri = await client.open("hard.c", HARD);
    const source = new CancellationTokenSource();
    const parameters = { command: "hone.prove", arguments: [uri, "main"] };
    const asked = client.connection.sendRequest("workspace/executeCommand", parameters, source.token);
    asked.catch(() => {});
    const { pid } = client.server;
    const working = () => childrenOf(pid).length;
    while (working() < 2) await pause(20);
    while (!(await client.titles(uri)).includes("3: hone: verifying ...")) await pause(20);
    source.cancel();
    await expect(asked).rejects.toThrow("stopped");
    const ended = async () => {
      for (let waits = 0; working() > 1 && waits < 200; waits += 1) await pause(20);
      return working();
    };
    expect(await ended()).toBe(1);
    const again = client.execute("hone.verify", uri);
    while (working() < 2) await pause(20);
    await client.change(uri, `${HARD}\n`);
    expect(await again).toEqual({});
    expect(await ended()).toBe(1);
    await configured({ timeout: 60 });
    await client.close(uri);
  });

  it("says nothing about a text that is not there any more, and keeps nothing of it", async () => {
    const { stale, mostWorkers, workers, earlyMb, lateMb } = await manyEdits(client, "edited.c", THOROUGH ? 200 : 12);
    expect(stale).toEqual([]);
    expect(mostWorkers).toBeLessThanOrEqual(3);
    expect(workers).toBe(1);
    // What collections of garbage leave to chance in two processes.
    expect(lateMb - earlyMb).toBeLessThan(60);
  }, 120_000);

  it("ends when the editor does, and leaves nobody behind", async () => {
    const other = await LspClient.start({ program: command.program, folder, settings: { timeout: 60 } });
    await other.open("hard.c", HARD);
    const { pid } = other.server;
    while (childrenOf(pid).length < 2) await pause(20);
    const workers = childrenOf(pid);
    other.server.stdin?.end();
    expect(await other.exited).toBe(1);
    for (let waits = 0; workers.some(isAlive) && waits < 100; waits += 1) await pause(20);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(other.stderr).toBe("");
  });

  it("says good-bye", async () => {
    const { pid } = client.server;
    const workers = childrenOf(pid);
    expect(await client.quit()).toBe(0);
    for (let waits = 0; workers.some(isAlive) && waits < 100; waits += 1) await pause(20);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(client.stderr).toBe("");
  });
});

/** A range in a line, both from 0. */
function at(line: number, from: number, to: number): object {
  return { start: { line, character: from }, end: { line, character: to } };
}
