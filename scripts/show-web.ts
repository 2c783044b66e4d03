/**
 * npm run show:web: what the playground loads, compressed, and how long it takes from opening to the first verdict in headless
 * Chromium; PASS or FAIL. The time is the best of some visits, each by a browser of its own that has nothing kept.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { serveFolder } from "../src/cli/static-server.ts";
import { chromiumPath, launch } from "../tests/support/browser.ts";
import { buildWeb, firstVerdictMs, ONE_FILE_PATH, verdictOf, visit, WEB_FOLDER } from "../tests/support/playground.ts";

const MOST_BYTES = 600_000;
const MOST_MS = 1500;
const VISITS = 5;

let failed = 0;

function claim(holds: boolean, text: string): void {
  if (!holds) failed += 1;
  console.log(`${holds ? "PASS" : "FAIL"}  ${text}`);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`.padStart(10);
}

function sizes(): void {
  let sum = 0;
  console.log(`${"".padEnd(14)}${"plain".padStart(10)}${"gzip".padStart(11)}${"brotli".padStart(11)}`);
  for (const name of readdirSync(WEB_FOLDER)) {
    const content = readFileSync(join(WEB_FOLDER, name));
    const zipped = gzipSync(content, { level: 9 }).length;
    const all = [content.length, zipped, brotliCompressSync(content).length].map(kilobytes);
    console.log(`${name.padEnd(14)}${all.join(" ")}`);
    if (!name.endsWith(".wasm")) sum += zipped;
  }
  console.log(`${"one file".padEnd(14)}${kilobytes(statSync(ONE_FILE_PATH).size)}`);
  claim(
    sum < MOST_BYTES,
    `the first load has ${kilobytes(sum).trim()} by gzip without WebAssembly, of at most ${MOST_BYTES / 1000}`,
  );
}

async function firstVerdict(): Promise<void> {
  const path = chromiumPath();
  if (path === undefined) {
    console.log("----  no time to the first verdict: there is no Chromium (HONE_CHROMIUM)");
    return;
  }
  const server = await serveFolder(WEB_FOLDER, 0);
  const times: number[] = [];
  for (let at = 0; at < VISITS; at += 1) {
    const browser = await launch(path);
    const page = await visit(browser, server.address, []);
    await verdictOf(page);
    times.push(await firstVerdictMs(page));
    await browser.close();
  }
  await server.close();
  // Others that work on the machine are part of the figure.
  console.log(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
  const best = Math.min(...times);
  const all = times.map((time) => Math.round(time)).join(", ");
  claim(
    best <= MOST_MS,
    `the first verdict is there ${Math.round(best)} ms after opening (${all}), of at most ${MOST_MS}`,
  );
}

buildWeb();
sizes();
await firstVerdict();
process.exitCode = failed === 0 ? 0 : 1;
