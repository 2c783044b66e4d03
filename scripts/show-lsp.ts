/**
 * npm run show:lsp: the language server under load, PASS or FAIL. Other requests are answered within 100 ms while a file of 5,000
 * lines is read and verified; 200 edits in a row leave no process and no memory behind, and nothing is said about a text that is
 * not there any more.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { LspClient } from "../tests/support/lsp-client.ts";
import { childrenOf, largeProgram, latencies, manyEdits, pause } from "../tests/support/lsp-load.ts";

const MOST_MS = 100;
const LINES = 5000;
const EDITS = 200;
// What collections of garbage leave to chance in two processes.
const MOST_GROWTH_MB = 40;
const VERIFYING_MS = 8000;

let failed = 0;

function claim(holds: boolean, text: string): void {
  if (!holds) failed += 1;
  console.log(`${holds ? "PASS" : "FAIL"}  ${text}`);
}

async function responsiveness(client: LspClient): Promise<void> {
  const text = largeProgram(LINES);
  const { pid } = client.server;
  const begun = performance.now();
  const uri = await client.open("large.c", text);
  await client.until(() => client.published.some((one) => one.uri === uri), "the first reading");
  console.log(`${text.split("\n").length - 1} lines, first read after ${Math.round(performance.now() - begun)} ms`);
  while (childrenOf(pid).length < 2) await pause(10);
  const until = performance.now() + VERIFYING_MS;
  let working = true;
  const still = await latencies(client, uri, () => {
    working &&= childrenOf(pid).length >= 2;
    return performance.now() < until;
  });
  claim(working, "the file is verified all the while");
  const { count, medianMs, worstMs, worst } = still;
  const told = `${count} requests while it is verified: median ${medianMs.toFixed(1)} ms, the longest ${worstMs.toFixed(1)} ms (${worst})`;
  claim(worstMs <= MOST_MS, `${told}, of at most ${MOST_MS}`);
  // Each key is an edit and a request, as an editor sends them; the text is saved now and then, so that it is verified again.
  let edits = 0;
  const end = performance.now() + VERIFYING_MS;
  const typing = (async () => {
    while (performance.now() < end) {
      await client.change(uri, edits % 2 === 0 ? " " : "", {
        start: { line: 2, character: 0 },
        end: { line: 2, character: edits % 2 },
      });
      edits += 1;
      if (edits % 20 === 0) await client.save(uri);
      await pause(edits % 20 === 0 ? 1000 : 60);
    }
  })();
  const typed = await latencies(client, uri, () => performance.now() < end);
  await typing;
  claim(
    typed.worstMs <= MOST_MS,
    `${typed.count} requests between ${edits} edits and saves of it: median ${typed.medianMs.toFixed(1)} ms, the longest ${typed.worstMs.toFixed(1)} ms (${typed.worst}), of at most ${MOST_MS}`,
  );
  await client.close(uri);
  for (let waits = 0; childrenOf(pid).length > 1 && waits < 200; waits += 1) await pause(10);
  claim(childrenOf(pid).length <= 1, "when it is closed nobody verifies it any more");
}

async function edits(client: LspClient): Promise<void> {
  const { stale, mostWorkers, workers, earlyMb, lateMb } = await manyEdits(client, "edited.c", EDITS);
  claim(stale.length === 0, `${EDITS} edits: ${stale.length} stale answers ${stale.slice(0, 3).join("; ")}`);
  claim(
    workers === 1 && mostWorkers <= 3,
    `processes besides the server: at most ${mostWorkers}, at the end ${workers}`,
  );
  claim(
    lateMb - earlyMb <= MOST_GROWTH_MB,
    `memory of server and reader: ${earlyMb.toFixed(0)} MB after ${EDITS / 4} edits, ${lateMb.toFixed(0)} MB after all, of at most ${MOST_GROWTH_MB} more`,
  );
}

console.log(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
const folder = realpathSync(mkdtempSync(join(tmpdir(), "hone-lsp-")));
const begun = performance.now();
const client = await LspClient.start({ program: "bin/hone", folder, settings: { timeout: 60, fileTimeout: 60 } });
console.log(`the server answers ${Math.round(performance.now() - begun)} ms after it is started`);
await responsiveness(client);
await edits(client);
const code = await client.quit();
claim(code === 0 && client.stderr === "", `it ends with ${code}, and has nothing to complain about ${client.stderr}`);
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
