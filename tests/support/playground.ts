/** The playground in a browser: built once, opened from a disk or from a server, asked for what it shows. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";

/** Where npm and vitest run; this file may be part of a bundle elsewhere (scripts/run-ts.mjs). */
const ROOT = process.cwd();

export const WEB_FOLDER: string = join(ROOT, "dist/web");
export const ONE_FILE_PATH: string = join(ROOT, "dist/playground.html");
export const ONE_FILE: string = pathToFileURL(ONE_FILE_PATH).href;

export function buildWeb(): void {
  execFileSync(process.execPath, ["scripts/build-web.mjs"], { cwd: ROOT, stdio: "inherit" });
}

export interface Visit {
  readonly width?: number;
  readonly colorScheme?: "light" | "dark";
}

/** Opens an address; what goes wrong there, and what it loads from elsewhere, is added to `errors`. */
export async function visit(browser: Browser, address: string, errors: string[], how: Visit = {}): Promise<Page> {
  const { width = 1400, colorScheme = "light" } = how;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const home = new URL(address);
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    const own = protocol === "data:" || protocol === "blob:" || (protocol === home.protocol && host === home.host);
    if (!own) errors.push(`loads ${request.url()}`);
  });
  await page.goto(address);
  return page;
}

/** Waits until as many runs as that have ended; the verdict of the last. */
export async function verdictOf(page: Page, runs = 1, timeout = 60_000): Promise<string> {
  // A function: the page's policy lets no text be run.
  await page.waitForFunction((wanted) => performance.getEntriesByName("hone-verdict").length >= wanted, runs, {
    timeout,
  });
  return (await textOf(page, "#verdict")).toLowerCase();
}

/** What the first such element shows, as it is laid out. */
export async function textOf(page: Page, selector: string): Promise<string> {
  const found = page.locator(selector).first();
  await found.waitFor({ state: "attached" });
  return (await found.allInnerTexts()).join("");
}

/** Replaces the program in the editor, as somebody does who types. */
export async function type(page: Page, program: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(program);
}

/** Milliseconds from opening to the first verdict. */
export function firstVerdictMs(page: Page): Promise<number> {
  return page.evaluate(`performance.getEntriesByName("hone-verdict")[0].startTime`);
}
