/** `hone playground`: the page of `web/`, as `npm run build:web` has built it, for this machine. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { systemMessage } from "../../tasks/files.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, type ExitCode } from "../exit-codes.ts";
import { openPage } from "../open-page.ts";
import { serveFolder } from "../static-server.ts";
import { exitCodeOf } from "../watch.ts";

export async function playgroundCommand({ files, settings }: Arguments, environment: Environment): Promise<ExitCode> {
  const fail = (message: string): ExitCode => {
    environment.log(`hone: ${message}\n`);
    return EXIT_BAD_INPUT;
  };
  if (files.length > 0) return fail("`hone playground` takes no file: programs are written or pasted into the page");
  // Beside the bundle that this file is part of.
  const folder = fileURLToPath(new URL("./web", import.meta.url));
  if (!existsSync(folder)) return fail("the playground is not built: run `npm run build:web`");
  const interrupted = environment.supervision?.interruption();
  try {
    const server = await serveFolder(folder, settings.port);
    openPage(server.address, environment);
    environment.log("hone: serving to this machine (Ctrl-C ends)\n");
    await aborted(interrupted);
    await server.close();
    return exitCodeOf(interrupted);
  } catch (error) {
    return fail(`port ${settings.port}: ${systemMessage(error)}; --port names another one`);
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
