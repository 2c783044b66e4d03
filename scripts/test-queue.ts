/**
 * npm run test:queue [-- campaign|scaling|overhead|errors] [N]: what `hone bench --queue` promises, with a real redis-server and
 * hone itself. Prints a figure and PASS or FAIL for each; exit 1 where one fails.
 *
 * campaign: 500 tasks (or N) over 3 workers, of which one is killed every few seconds, and a server that loses power once: every
 *           task has exactly one result, the one that it has without a queue.
 * scaling:  two workers against one, each with one task at a time, on an idle machine of two cores: 100 tasks (or N).
 * overhead: what the queue adds to a task: 100 tasks (or N). What is once a campaign is told apart.
 * errors:   bad messages, wrong versions, an unreachable server.
 */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import type { BenchRun } from "../src/bench/task.ts";
import type { Ended } from "../tests/support/built.ts";
import { NO_REDIS, type RedisServer, startRedis } from "../tests/support/redis.ts";
import { overhead, scaling } from "./queue/measure.ts";
import { finishedBy, hone, node, sleep, stop, taking, told, worker } from "./queue/processes.ts";
import { writePrograms } from "./queue/programs.ts";

const wanted = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const GIVEN = process.argv.slice(2).find((word) => /^\d+$/.test(word));
const TASKS = Number(GIVEN ?? 500);
// Enough that what is once a campaign matters little.
const TIMED_TASKS = Number(GIVEN ?? 100);
const WORKERS = 3;
const KILL_EVERY_MS = 8000;
// After this many deaths of workers the server loses power.
const POWER_CUT = 4;

/** What does not depend on the clock. */
function answers(output: string): string[] {
  const { runs } = JSON.parse(readFileSync(join(output, "bench.json"), "utf8")) as { readonly runs: BenchRun[] };
  return runs.map(({ task, outcome, verdict, reason, evidence }) =>
    JSON.stringify([task.name, outcome, verdict, reason, evidence]),
  );
}

async function campaign(redis: RedisServer): Promise<boolean> {
  const folder = writePrograms(TASKS);
  // One header is above the set.
  const line = (output: string) => [
    ...["bench", join(folder, "set"), "--timeout", "60", "-o", join(folder, output), "--allow", folder],
  ];
  let start = performance.now();
  await hone(...line("local"), "-j", "2").ended;
  const localSeconds = (performance.now() - start) / 1000;
  const workers = Array.from({ length: WORKERS }, () => worker(redis, "-v"));
  const all = [...workers];
  start = performance.now();
  const submitter = hone(...line("queue"), "--queue", redis.url);
  let over = false;
  void submitter.ended.then(() => {
    over = true;
  });
  let deaths = 0;
  while (!over) {
    await Promise.race([sleep(KILL_EVERY_MS), submitter.ended]);
    if (over) break;
    // One that has done something: a machine on which workers start slowly should get somewhere, too.
    const victim = workers.findIndex((one) => finishedBy(one) > 0);
    if (victim === -1) continue;
    const [killed] = workers.splice(victim, 1);
    killed?.child.kill("SIGKILL");
    deaths += 1;
    if (deaths === POWER_CUT) {
      await redis.kill();
      await sleep(1500);
      await redis.start();
    }
    const next = worker(redis, "-v");
    workers.push(next);
    all.push(next);
  }
  const seconds = (performance.now() - start) / 1000;
  const { code, stderr } = await submitter.ended;
  await Promise.all(workers.map(stop));
  await Promise.all(all.map((one) => one.ended));
  const expected = answers(join(folder, "local"));
  const actual = answers(join(folder, "queue"));
  const differing = expected.filter((one, at) => one !== actual[at]);
  for (const one of differing.slice(0, 5)) console.log(`  without a queue: ${one}`);
  if (stderr !== "") console.log(stderr.trimEnd().replace(/^/gm, "  "));
  rmSync(folder, { recursive: true });
  const sum = all.reduce((total, one) => total + finishedBy(one), 0);
  return told(
    code === 0 &&
      deaths >= POWER_CUT &&
      actual.length === TASKS &&
      new Set(actual).size === TASKS &&
      differing.length === 0,
    `${actual.length} results of ${TASKS} tasks, ${differing.length} differ from the run without a queue; ${deaths} workers killed, ` +
      `${deaths >= POWER_CUT ? 1 : 0} power cuts of the server, ${sum} runs finished; ${seconds.toFixed(0)} s, without a queue ${localSeconds.toFixed(0)} s`,
  );
}

/** The command with one more line in it, beside the installed packages. */
function otherBuild(): { readonly program: string; readonly remove: () => void } {
  const folder = mkdtempSync("node_modules/.cache/hone/other-");
  cpSync("dist", folder, { recursive: true });
  appendFileSync(join(folder, "cli.js"), "// another build\n");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const program = join(folder, "hone.js");
  writeFileSync(program, 'import { start } from "./cli.js";\nawait start(process.argv.slice(2));\n');
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function errors(redis: RedisServer): Promise<boolean> {
  const folder = writePrograms(3);
  const bench = (...more: string[]) => hone("bench", join(folder, "set"), "--allow", folder, ...more);
  const says = ({ code, stderr }: Ended, text: string) => code === 2 && stderr.includes(text);
  const results: boolean[] = [];
  const check = (passed: boolean, text: string) => results.push(told(passed, text));

  check(says(await bench("--queue", "redis://127.0.0.1:1").ended, "nothing listens there"), "no server: exit 2, told");
  check(says(await bench("--queue", "http://127.0.0.1").ended, "redis://HOST:PORT"), "a wrong address: exit 2, told");

  const queue = new Queue("hone", { connection: { url: redis.url } });
  const nonsense = ["text", { version: 2 }, { version: 1, arguments: ["--dump-queries", "/tmp"] }];
  await queue.addBulk(nonsense.map((data) => ({ name: "nonsense", data })));
  const right = worker(redis);
  const served = await bench("--queue", redis.url).ended;
  const refused = await queue.getFailedCount();
  check(served.code === 0 && refused === nonsense.length, `${refused} bad messages refused and kept, 3 tasks solved`);

  const small = worker(redis, "--queue-name", "small", "--most-memory", "100");
  const asked = await bench("--queue", redis.url, "--queue-name", "small").ended;
  check(says(asked, "it asks for 2000 MB, and this worker allows 100"), "tasks beyond a worker's limit: exit 2, told");
  await Promise.all([stop(right), stop(small)]);

  const other = otherBuild();
  const early = node(other.program, ["worker", "--queue", redis.url]);
  await taking([early]);
  const unserved = await bench("--queue", redis.url, "--fresh").ended;
  check(says(unserved, "nothing was submitted"), "workers of another version only: exit 2, told, nothing submitted");
  await stop(early);
  const waiting = bench("--queue", redis.url, "--fresh");
  while ((await queue.getWaitingCount()) === 0) await sleep(50);
  const late = await node(other.program, ["worker", "--queue", redis.url]).ended;
  check(says(late, "has tasks of another version"), "a worker of another version: exit 2, told, its task given back");
  const last = worker(redis);
  check((await waiting.ended).code === 0, "and the tasks are solved by the right one");
  await stop(last);
  await queue.close();
  other.remove();
  rmSync(folder, { recursive: true });
  return results.every(Boolean);
}

const PARTS: Readonly<Record<string, (redis: RedisServer) => Promise<boolean>>> = {
  campaign,
  scaling: (redis) => scaling(redis, TIMED_TASKS),
  overhead: (redis) => overhead(redis, TIMED_TASKS),
  errors,
};

if (NO_REDIS !== undefined) console.log(NO_REDIS);
else {
  const strange = wanted.find((name) => !(name in PARTS));
  if (strange !== undefined) throw new Error(`there is no part "${strange}": ${Object.keys(PARTS).join(", ")}`);
  let passed = true;
  for (const [name, part] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const redis = await startRedis();
    try {
      passed = (await part(redis)) && passed;
    } finally {
      await redis.remove();
    }
  }
  process.exitCode = passed ? 0 : 1;
}
