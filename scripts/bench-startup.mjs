// npm run bench:startup: `hone --version` against `node -e 0`, the cheapest thing node can do. The bound is 1.5.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const hone = fileURLToPath(new URL("../bin/hone", import.meta.url));
const BOUND = 1.5;
const ROUNDS = 40;

function once(args) {
  const start = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} should succeed`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

// Turn about, so that a busy moment of the machine hits both; the first round only warms the file cache.
once(["-e", "0"]);
once([hone, "--version"]);
const node = [];
const version = [];
for (let round = 0; round < ROUNDS; round++) {
  node.push(once(["-e", "0"]));
  version.push(once([hone, "--version"]));
}
const ratio = median(version) / median(node);
console.log(`node -e 0       ${median(node).toFixed(1)} ms (median of ${ROUNDS})`);
console.log(`hone --version  ${median(version).toFixed(1)} ms`);
console.log(`ratio ${ratio.toFixed(2)} (at most ${BOUND}): ${ratio <= BOUND ? "PASS" : "FAIL"}`);
process.exitCode = ratio <= BOUND ? 0 : 1;
