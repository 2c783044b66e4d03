/** The version, from package.json: one place to change it. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { anyZ3 } from "../api/node/second-solver.ts";
import { ENGINES } from "../engines/index.ts";

// This file is src/cli/version.ts or part of dist/*.js: package.json is one or two folders up.
function packageVersion(): string {
  for (const path of ["../package.json", "../../package.json"]) {
    try {
      const data: unknown = JSON.parse(readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8"));
      const { name, version } = data as { name?: string; version?: string };
      if (name === "hone-c" && version !== undefined) return version;
    } catch {
      // Not there: the other place has it.
    }
  }
  return "unknown";
}

export const TOOL_VERSION: string = packageVersion();

/** The version with a hash of the built command, so that what another build said is not taken for this one's word. */
export function buildVersion(): string {
  const folder = dirname(fileURLToPath(import.meta.url));
  const hash = createHash("sha256");
  const parts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  for (const name of parts.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return `${TOOL_VERSION} ${hash.digest("hex").slice(0, 16)}`;
}

/** `hone --version --verbose`: what a bug report needs. */
export async function versionDetails(): Promise<string> {
  const z3 = await anyZ3();
  return [
    `hone ${TOOL_VERSION}`,
    `node ${process.version} on ${process.platform} ${process.arch}`,
    `engines: ${ENGINES.flatMap((engine) => engine.presets.map((preset) => preset.name)).join(", ") || "none"}`,
    `solvers: own${z3 === undefined ? "; Z3 is not installed" : `, Z3 ${z3.version}`}`,
    "",
  ].join("\n");
}
