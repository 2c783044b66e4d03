/** The command as users start it, in a process of its own, built from the present sources into a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { buildLanguageServer } from "../../scripts/build-lsp.mjs";
import { ROOT } from "./command.ts";

export interface BuiltCommand {
  /** Arguments for node: the program. */
  readonly program: string;
  start(...argv: string[]): ChildProcess;
  /** As on a terminal: with its progress on stderr. */
  watch(...argv: string[]): ChildProcess;
  run(...argv: string[]): Promise<Ended>;
  remove(): void;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Beside the installed packages, so that imports of them resolve.
 * @param parts what there is to build besides the command itself.
 */
export async function buildCommand(...parts: readonly "lsp"[]): Promise<BuiltCommand> {
  const cache = join(ROOT, "node_modules/.cache/hone");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "test-"));
  await build({
    entryPoints: {
      ...{ cli: join(ROOT, "src/cli/main.ts"), worker: join(ROOT, "src/cli/worker.ts") },
      ...(parts.includes("lsp") ? { "lsp-worker": join(ROOT, "src/cli/lsp/worker.ts") } : {}),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  if (parts.includes("lsp")) await buildLanguageServer(folder);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const program = join(folder, "hone.js");
  const watched = join(folder, "watched.js");
  const starts = 'import { start } from "./cli.js";\nawait start(process.argv.slice(2));\n';
  writeFileSync(program, starts);
  writeFileSync(watched, `process.stderr.isTTY = true;\n${starts}`);
  const begin = (...argv: string[]) => spawn(process.execPath, [program, ...argv], { cwd: ROOT });
  return {
    program,
    start: begin,
    watch: (...argv) => spawn(process.execPath, [watched, ...argv], { cwd: ROOT }),
    run: (...argv) => ended(begin(...argv)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function ended(child: ChildProcess): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
