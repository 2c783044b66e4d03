/** A browser for tests of pages, where Chromium is installed (HONE_CHROMIUM says where, if not in its usual place). */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

export function chromiumPath(): string | undefined {
  const told = process.env["HONE_CHROMIUM"];
  return [...(told === undefined ? [] : [told]), ...PLACES].find((path) => existsSync(path));
}

export function launch(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-gpu"] });
}
