/**
 * The page of `--html` in a browser: it can be stepped through by buttons and keys, fits narrow windows, has two sets of colours, and runs
 * nothing that a program brings along. Screenshots of all verdicts are kept in `screenshots/` (not in the repository).
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launch } from "./support/browser.ts";
import { hone, ROOT } from "./support/command.ts";
import { THOROUGH } from "./support/thorough.ts";

const path = chromiumPath();
if (path === undefined) console.log("tests/page.test.ts skipped: there is no Chromium (HONE_CHROMIUM)");

const SCREENSHOTS = join(ROOT, "screenshots");
const HOSTILE = `extern int __VERIFIER_nondet_int(void);
void reach_error(void);
// </script><script>window.hacked = 1</script>
int main(void) {
  const char *s = "<img src=x onerror='window.hacked = 2'>\\u2028</script><!--";
  if (__VERIFIER_nondet_int() > 41) reach_error();
  return s[0];
}
`;
const OPEN = `#include <assert.h>
extern unsigned nondet_uint(void);
int main(void) {
  unsigned long n = nondet_uint(), steps = 0;
  while (n > 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    steps++;
  }
  assert(steps < 100000000);
}
`;

/** As it is laid out. */
function textOf(page: Page, selector: string): Promise<string> {
  return page.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerText`);
}

// A browser is more work than all other tests of reports: it is started where there is time.
describe.skipIf(path === undefined || !THOROUGH)("the page", () => {
  const folder = mkdtempSync(join(tmpdir(), "hone-page-"));
  const programs = {
    unsafe: "examples/bank-transfer.c",
    safe: "examples/saturating-counter.c",
    unknown: join(folder, "collatz.c"),
    hostile: join(folder, "a<b>&'\"<script>window.hacked = 3<script>.c"),
  };
  const pageOf = (name: string): string => join(folder, `${name}.html`);
  let browser: Browser;
  const errors: string[] = [];

  async function visit(name: string, width: number, colorScheme: "light" | "dark"): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) errors.push(`loads ${request.url()}`);
    });
    await page.goto(`file://${pageOf(name)}`);
    return page;
  }

  beforeAll(async () => {
    writeFileSync(programs.hostile, HOSTILE);
    writeFileSync(programs.unknown, OPEN);
    for (const [name, file] of Object.entries(programs)) {
      const limits = name === "unknown" ? ["--engine", "dagger", "--timeout", "3"] : ["--timeout", "30"];
      await hone("verify", file, "--html", pageOf(name), ...limits);
    }
    mkdirSync(SCREENSHOTS, { recursive: true });
    browser = await launch(path as string);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it("is stepped through by keys and buttons, with calls and memory", async () => {
    const page = await visit("unsafe", 1400, "light");
    const text = (selector: string) => textOf(page, selector);
    expect(await text(".badge")).toBe("UNSAFE");
    expect(await text("#step-count")).toMatch(/^step (\d+) of \1$/);
    expect(await page.locator(".code tr.now").getAttribute("data-line")).toBe("37");
    expect(await text(".note.violated")).toContain("accounts[1].balance = -");
    expect(await text("#memory")).toMatch(/accounts\[1\]\.balance\s+-/);
    await page.keyboard.press("Home");
    expect(await text("#step-count")).toMatch(/^step 1 of/);
    expect(await page.locator("#step-previous").isDisabled()).toBe(true);
    await page.locator("#step-next").click();
    await page.keyboard.press("ArrowRight");
    expect(await text("#step-count")).toMatch(/^step 3 of/);
    while ((await text("#stack")).split("\n").length < 2) await page.keyboard.press("ArrowRight");
    expect(await text("#stack")).toMatch(/^main line \d+\ntransfer line \d+$/);
    await page.close();
  }, 60_000);

  it("tells what is proved and what is open", async () => {
    const safe = await visit("safe", 1400, "light");
    expect(await safe.locator(".mark.proved").count()).toBeGreaterThan(1);
    expect(await textOf(safe, ".code .note.invariant")).toContain("counter");
    const unknown = await visit("unknown", 1400, "light");
    expect(await unknown.locator(".code .mark.open").count()).toBe(1);
    expect(await textOf(unknown, ".sentence")).toContain("Not decided");
    await safe.close();
    await unknown.close();
  }, 60_000);

  it("has a second tab with the engine's pictures, whose nodes lead to their lines", async () => {
    const page = await visit("unknown", 1400, "light");
    await page.keyboard.press("2");
    expect(await page.locator("#analysis").isVisible()).toBe(true);
    await page.locator("#analysis .step:not([hidden]) .node").first().click({ force: true });
    await page.locator("#detail a").click();
    expect(await page.locator("#program").isVisible()).toBe(true);
    await page.close();
  }, 60_000);

  it("runs nothing that the program brings along", async () => {
    const page = await visit("hostile", 1400, "light");
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await textOf(page, "h1")).toBe(programs.hostile);
    expect(await textOf(page, ".code")).toContain("</script><script>window.hacked = 1</script>");
    expect(await textOf(page, "#step-count")).toContain("step");
    expect(readFileSync(pageOf("hostile"), "utf8")).not.toContain("<script>window.hacked");
    await page.close();
  }, 60_000);

  it.each(["light", "dark"] as const)(
    "is readable in %s, wide and narrow",
    async (scheme) => {
      for (const name of ["unsafe", "safe", "unknown"])
        for (const width of [1400, 700]) {
          const page = await visit(name, width, scheme);
          expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${name} ${width}`).toBe(
            true,
          );
          const before = await page.evaluate("getComputedStyle(document.body).backgroundColor");
          await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${scheme}.png`), fullPage: width < 1000 });
          await page.keyboard.press("t");
          expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).not.toBe(before);
          await page.close();
        }
    },
    120_000,
  );

  it("has thrown nothing and loaded nothing", () => {
    expect(errors).toEqual([]);
  });
});

describe("hone view", () => {
  const folder = mkdtempSync(join(tmpdir(), "hone-view-test-"));
  const page = join(folder, "report.html");
  process.env["HONE_NO_BROWSER"] = "1";
  afterAll(() => rmSync(folder, { recursive: true }));

  it("makes the page of a program, and the same of its result", async () => {
    const program = await hone("view", "examples/bank-transfer.c", "-o", page);
    expect([program.code, program.stdout.endsWith(`${page}\n`)]).toEqual([1, true]);
    expect(readFileSync(page, "utf8")).toContain('<span class="badge unsafe">');
    const verified = await hone("verify", "examples/bank-transfer.c", "--format", "json");
    const written = join(folder, "result.json");
    writeFileSync(written, verified.stdout);
    const again = await hone("view", written, "-o", page);
    expect([again.code, again.stdout]).toEqual([0, `${page}\n`]);
    const text = readFileSync(page, "utf8");
    expect(text).toContain("balance = -1");
    expect(text).toContain('data-line="37"');
  }, 60_000);

  it("shows what is wrong with a program that cannot be read", async () => {
    const broken = join(folder, "broken.c");
    writeFileSync(broken, "int main(void) {\n  int x = ;\n}\n");
    const run = await hone("view", broken, "-o", page);
    expect(run.code).toBe(2);
    const text = readFileSync(page, "utf8");
    expect(text).toContain("The program cannot be read.");
    expect(text).toContain('<tr class="note diagnosed">');
  }, 60_000);

  it("says what it cannot show", async () => {
    writeFileSync(join(folder, "other.json"), '{"a": 1}');
    for (const words of [[], ["a.c", "b.c"], [join(folder, "missing.json")], [join(folder, "other.json")]]) {
      const run = await hone("view", ...words);
      expect(run.code, words.join(" ")).toBe(2);
      expect(run.stderr).toMatch(/^hone: /);
    }
  }, 60_000);
});
