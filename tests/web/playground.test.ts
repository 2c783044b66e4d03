/**
 * The playground in headless Chromium: a bug is typed, seen, stepped through and mended; links carry programs; long runs are stopped;
 * the examples get the verdicts of the command line; all of it also as one file from a disk. Screenshots go to `screenshots/`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StaticServer, serveFolder } from "../../src/cli/static-server.ts";
import { decoded } from "../../web/fragment.ts";
import { chromiumPath, launch } from "../support/browser.ts";
import { hone, onlyResult, ROOT } from "../support/command.ts";
import { buildWeb, ONE_FILE, textOf, type, verdictOf, visit, WEB_FOLDER } from "../support/playground.ts";
import { THOROUGH } from "../support/thorough.ts";

const path = chromiumPath();
if (path === undefined) console.log("tests/web/playground.test.ts skipped: there is no Chromium (HONE_CHROMIUM)");

const BUGGY = `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int x) {
  return x + x;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100) return 0;
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += twice(x);
  assert(sum < 600);
  return 0;
}
`;
const SCREENSHOTS = join(ROOT, "screenshots");

describe.skipIf(path === undefined || !THOROUGH)("the playground", () => {
  let browser: Browser;
  let server: StaticServer;
  const errors: string[] = [];
  const open = (fragment = "", how = {}): Promise<Page> => visit(browser, `${server.address}${fragment}`, errors, how);

  beforeAll(async () => {
    buildWeb();
    server = await serveFolder(WEB_FOLDER, 0);
    browser = await launch(path as string);
    mkdirSync(SCREENSHOTS, { recursive: true });
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it("shows the bug of a program that is typed, step by step, and the proof once it is mended", async () => {
    const page = await open();
    await verdictOf(page);
    await type(page, BUGGY);
    expect(await page.locator(".outcome.stale").count()).toBe(1);
    await page.keyboard.press("ControlOrMeta+Enter");
    expect(await verdictOf(page, 2)).toBe("unsafe");
    expect(await textOf(page, "#sentence")).toContain("Line 11: assertion fails");
    expect(await textOf(page, ".note.violated")).toContain("sum = 600");
    expect(await textOf(page, ".signs .mark.violated")).toBe("✗");
    expect(await textOf(page, ".cm-line.now")).toContain("assert(sum < 600)");
    expect(await textOf(page, "#memory")).toMatch(/x\s+100/);

    await page.locator("#step-first").click();
    expect(await textOf(page, "#step-count")).toMatch(/^step 1 of/);
    expect(await textOf(page, ".cm-line.now")).toContain("int x = __VERIFIER_nondet_int()");
    const before = await textOf(page, "#memory");
    await page.keyboard.press("F10");
    await page.keyboard.press("ArrowRight");
    expect(await textOf(page, "#step-count")).toMatch(/^step 3 of/);
    while (!(await textOf(page, "#stack")).includes("twice")) await page.keyboard.press("F10");
    expect(await textOf(page, ".cm-line.now")).toContain("return x + x");
    expect(await textOf(page, "#memory")).not.toBe(before);
    await page.keyboard.press("Shift+F10");
    expect(await textOf(page, "#stack")).not.toContain("twice");

    await type(page, BUGGY.replace("sum < 600", "sum <= 600"));
    await page.keyboard.press("ControlOrMeta+Enter");
    expect(await verdictOf(page, 3)).toBe("safe");
    expect(await textOf(page, "#sentence")).toContain("Proved: for no input an assertion fails");
    expect(await textOf(page, ".signs .mark.proved")).toBe("✓");
    expect(await page.locator(".cm-line.now, #steps").count()).toBe(0);
    await page.close();
  }, 120_000);

  it("marks what is no C program, and mends it", async () => {
    const page = await open();
    await verdictOf(page);
    await type(page, "int main(void) {\n  int count = 3\n  assert(coutn == 3);\n  return 0;\n}\n");
    await page.locator(".cm-lintRange-error").first().waitFor();
    await page.keyboard.press("ControlOrMeta+Enter");
    expect(await verdictOf(page, 2)).toBe("unknown");
    expect(await textOf(page, "#sentence")).toContain("The program cannot be read.");
    for (const fix of ["Insert ;", "Change to count", "#include <assert.h>"]) {
      await page.keyboard.press("ControlOrMeta+Shift+M");
      const action = page.locator(".cm-diagnosticAction", { hasText: fix });
      await action.first().waitFor();
      await action.first().click();
      await page.locator(".cm-panel-lint").waitFor({ state: "visible" });
      await page.keyboard.press("Escape");
    }
    await page.locator("#verify").click();
    expect(await verdictOf(page, 3)).toBe("safe");
    expect(await textOf(page, ".cm-content")).toContain("#include <assert.h>\nint main(void) {\n  int count = 3;");
    await page.close();
  }, 120_000);

  it("has the program and the options in its address, which opens the same elsewhere", async () => {
    const page = await open();
    await verdictOf(page);
    await type(page, `${BUGGY}// ünïcödé </script> \\n\n`);
    await page.locator("#bits").selectOption("32");
    await page.locator("#timeout").fill("17");
    await page.locator("#checks summary").click();
    await page.locator("#checks input[value=overflow]").check();
    await page.locator("#share").click();
    await page.locator("#toast:not([hidden])").waitFor();
    const address = page.url();
    const found = await decoded(new URL(address).hash);
    expect(found).toMatchObject({
      kind: "shared",
      shared: { options: { checks: ["assert", "overflow"], bits: 32, timeout: 17 } },
    });
    const other = await visit(browser, address, errors);
    expect(await verdictOf(other)).toBe("unsafe");
    expect(await other.evaluate("document.querySelector('.cm-content').innerText")).toContain("ünïcödé </script> \\n");
    expect(await textOf(other, "#checks-chosen")).toBe("assert, overflow");
    expect(await other.locator("#bits").inputValue()).toBe("32");
    expect(await textOf(other, ".command")).toBe("hone program.c --check assert,overflow --timeout 17 --32");
    expect(new URL(await other.url()).hash).toBe(new URL(address).hash);
    // A link that was cut off is told, and the page works.
    const broken = await visit(browser, address.slice(0, -30), errors);
    expect(await textOf(broken, "#toast")).toContain("the link cannot be read");
    expect(await verdictOf(broken)).toBe("unsafe");
    for (const one of [page, other, broken]) await one.close();
  }, 120_000);

  it("stops a long run, says how far it got, and goes on working", async () => {
    const page = await open("#example=collatz");
    await page.locator(".working .line:not(:empty)").waitFor();
    const line = await textOf(page, ".working .line");
    expect(line).not.toBe("");
    await page.locator("#stop").click();
    expect(await verdictOf(page)).toBe("unknown");
    expect(await textOf(page, "#sentence")).toMatch(/Not decided whether an assertion fails .* Stopped \(.+\)\./);
    expect(await page.locator("#stop").isVisible()).toBe(false);
    await page.locator("#example").selectOption("ten-cents");
    expect(await verdictOf(page, 2)).toBe("unsafe");
    // Who asks for something else does not wait, and is told of that only.
    await page.locator("#example").selectOption("collatz");
    await page.locator(".panel.working").waitFor();
    await page.locator("#example").selectOption("average-of-two");
    expect(await verdictOf(page, 3)).toBe("safe");
    expect(await page.locator("#verify").isVisible()).toBe(true);
    await page.close();
  }, 120_000);

  it("draws what the engine does, while it does it and afterwards", async () => {
    const page = await open("#example=two-counters");
    expect(await verdictOf(page)).toBe("safe");
    expect(await textOf(page, ".note.invariant")).toContain("way <= 100 * steps");
    expect(await textOf(page, ".note.assumed")).toContain("no signed overflow");
    await page.locator("#tab-analysis").click();
    expect(await page.locator("#analysis .step:not([hidden]) svg .node").count()).toBeGreaterThan(2);
    await page.keyboard.press("End");
    expect(await textOf(page, "#count")).toMatch(/^(\d+) \/ \1$/);
    await page.screenshot({ path: join(SCREENSHOTS, "playground-analysis.png") });
    await page.locator("#analysis .step:not([hidden]) .node").first().click({ force: true });
    await page.locator("#detail a").click();
    expect(await page.locator("#program").isVisible()).toBe(true);
    // Live, where it lasts.
    await page.locator("#engine").selectOption("dagger");
    await page.locator("#example").selectOption("collatz");
    await page.locator("#engine").selectOption("dagger");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.locator(".working .live svg .node").first().waitFor({ timeout: 20_000 });
    await page.keyboard.press("Escape");
    await page.locator("#tab-analysis").waitFor();
    await page.close();
  }, 120_000);

  it("gives its examples the verdicts of the command line", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hone-playground-"));
    const page = await open();
    await verdictOf(page);
    const names: string[] = await page.evaluate(
      "[...document.querySelectorAll('#example option')].map((one) => one.value).filter((one) => one !== '' && one !== 'collatz')",
    );
    expect(names.length).toBeGreaterThanOrEqual(20);
    let runs = 1;
    for (const name of names) {
      await page.locator("#timeout").fill("60");
      if (runs === 1 && name === "bank-transfer") await page.locator("#verify").click();
      else await page.locator("#example").selectOption(name);
      runs += 1;
      const verdict = await verdictOf(page, runs);
      const program = join(folder, "program.c");
      writeFileSync(
        program,
        await page.evaluate("document.querySelector('.cm-content').cmTile.view.state.doc.toString()"),
      );
      const words = (await textOf(page, ".command")).split(" ").slice(2);
      const { stdout } = await hone("verify", program, "--format", "json", ...words);
      expect(`${name}: ${verdict}`).toBe(`${name}: ${onlyResult(stdout).verdict}`);
      expect(verdict, name).not.toBe("unknown");
    }
    rmSync(folder, { recursive: true });
    await page.close();
  }, 600_000);

  it("is one file that works from a disk", async () => {
    const page = await visit(browser, ONE_FILE, errors);
    expect(await verdictOf(page)).toBe("unsafe");
    // By the solver that is WebAssembly.
    await page.locator("#example").selectOption("average-of-two");
    expect(await verdictOf(page, 2)).toBe("safe");
    await type(page, BUGGY);
    await page.locator("#share").click();
    const again = await visit(browser, page.url(), errors);
    expect(await verdictOf(again)).toBe("unsafe");
    expect(await textOf(again, "#sentence")).toContain("Line 11");
    for (const one of [page, again]) await one.close();
  }, 120_000);

  it.each(["light", "dark"] as const)(
    "is readable in %s, wide and narrow",
    async (colorScheme) => {
      for (const name of ["bank-transfer", "saturating-counter"])
        for (const width of [1400, 700]) {
          const page = await open(`#example=${name}`, { width, colorScheme });
          await verdictOf(page);
          expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${name} ${width}`).toBe(
            true,
          );
          const before = await page.evaluate("getComputedStyle(document.body).backgroundColor");
          await page.screenshot({
            path: join(SCREENSHOTS, `playground-${name}-${width}-${colorScheme}.png`),
            fullPage: width < 1000,
          });
          await page.locator("#theme").click();
          expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).not.toBe(before);
          await page.close();
        }
    },
    120_000,
  );

  it("has thrown nothing and loaded nothing from elsewhere", () => {
    expect(errors).toEqual([]);
  });
});
