/** `hone lsp`: the language server, which is a bundle of its own, so that no other command loads the protocol. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, type ExitCode } from "../exit-codes.ts";
import type * as Server from "../lsp/server.ts";
import { TOOL_VERSION } from "../version.ts";

export async function lspCommand({ files }: Arguments, environment: Environment): Promise<ExitCode> {
  const fail = (message: string): ExitCode => {
    environment.log(`hone: ${message}\n`);
    return EXIT_BAD_INPUT;
  };
  if (files.length > 0) return fail("`hone lsp` takes no file: the editor says which are open");
  // Beside the bundle that this file is part of.
  const bundle = new URL("./lsp.js", import.meta.url);
  if (!existsSync(bundle)) return fail("the language server is not built: run `npm run build`");
  const { serve }: typeof Server = await import(bundle.href);
  return serve({ worker: fileURLToPath(new URL("./lsp-worker.js", import.meta.url)), version: TOOL_VERSION });
}
