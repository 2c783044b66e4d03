/** Opens a page in the reader's browser, where somebody sits before a screen. */
import { spawn } from "node:child_process";
import type { Environment } from "./environment.ts";

/** Nothing is waited for, and nothing depends on it: the address is told in any case. */
export function openPage(address: string, environment: Environment): void {
  environment.write(`${address}\n`);
  const opener = openerOf(process.platform, process.env);
  if (opener === undefined) return;
  const [command, ...before] = opener;
  const child = spawn(command, [...before, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

/** What opens a page; undefined where nobody sits before a screen. */
function openerOf(
  platform: string,
  variables: Readonly<Record<string, string | undefined>>,
): readonly [string, ...string[]] | undefined {
  if (variables["CI"] !== undefined || variables["HONE_NO_BROWSER"] !== undefined) return undefined;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["cmd", "/c", "start", ""];
  const hasScreen = variables["DISPLAY"] !== undefined || variables["WAYLAND_DISPLAY"] !== undefined;
  return hasScreen ? ["xdg-open"] : undefined;
}
