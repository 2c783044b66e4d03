/** The extension for VS Code: what its manifest offers is what the server understands, and the package is one. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { CONFIGURABLE, configName } from "../../src/cli/arguments.ts";
import { COMMANDS } from "../../src/cli/lsp/between-lines.ts";
import { settingsOf } from "../../src/cli/lsp/settings.ts";
import { ROOT } from "../support/command.ts";
import { THOROUGH } from "../support/thorough.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly main: string;
  readonly engines: { readonly vscode: string };
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
}

const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, "editors/vscode/package.json"), "utf8"));
/** Of the extension itself. */
const OWN = ["path", "options"];

describe("the extension for VS Code", () => {
  it("has the server's settings, with its defaults, and options by their names", () => {
    const { properties } = manifest.contributes.configuration;
    const given = Object.entries(properties).map(([name, property]) => [name.replace("hone.", ""), property.default]);
    const problems: string[] = [];
    const settings = settingsOf(Object.fromEntries(given.filter(([name]) => !OWN.includes(String(name)))), (problem) =>
      problems.push(problem),
    );
    expect(problems).toEqual([]);
    expect(settings).toEqual(settingsOf(undefined, () => {}));
    const options = given.filter(([, value]) => value === null).map(([name]) => name);
    expect(options).toEqual(["timeout", "check", "engine", "entry"]);
    expect(options.filter((name) => !CONFIGURABLE.map(configName).includes(String(name)))).toEqual([]);
  });

  it("has the server's commands", () => {
    const served: readonly string[] = [...Object.values(COMMANDS), "hone.restart"];
    const offered = manifest.contributes.commands.map(({ command }) => command);
    expect(offered.filter((command) => !served.includes(command))).toEqual([]);
  });

  it.runIf(THOROUGH)("is packed into a .vsix that has all of it", () => {
    const folder = mkdtempSync(join(tmpdir(), "hone-vsix-"));
    try {
      const out = join(folder, "hone.vsix");
      execFileSync(process.execPath, ["scripts/build-vscode.mjs", out], { cwd: ROOT, stdio: "ignore" });
      const files = unzipped(readFileSync(out));
      const text = (name: string) => files.get(name)?.toString("utf8") ?? "";
      const packed: Manifest = JSON.parse(text("extension/package.json"));
      const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
      expect(packed).toEqual({ ...manifest, version });
      expect(files.has(join("extension", packed.main))).toBe(true);
      const listed = text("extension.vsixmanifest");
      expect(listed).toContain(`Id="hone" Version="${version}" Publisher="hone-c"`);
      expect(listed).toContain(`Value="${packed.engines.vscode}"`);
      for (const [, path] of listed.matchAll(/ Path="([^"]*)"/g)) expect([...files.keys()]).toContain(path);
      const types = text("[Content_Types].xml");
      for (const name of files.keys())
        if (!name.endsWith(".xml")) expect(types).toContain(`Extension=".${name.split(".").at(-1)}"`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The files of a zip, by its directory, each with its checksum looked at. */
function unzipped(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = zip.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const name = zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zlib.inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    // Not there before node 20.15.
    if ("crc32" in zlib && zlib.crc32(content) !== zip.readUInt32LE(at + 16))
      throw new Error(`${name} should have its checksum`);
    files.set(name, content);
    at += 46 + zip.readUInt16LE(at + 28);
  }
  return files;
}
