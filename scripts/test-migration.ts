/**
 * npm run test:migration: the twenty proofs of tests/migration/proofs, in CBMC's style, as who moves a proof would ask: hone's default at 60 s
 * each, for assertions and bounds. A proof has a broken twin (-DTWIN_name), which violates what it proves.
 *
 * PASS: at least 14 proved, every twin found, nothing wrong. [--only NAME] [--timeout S] take a part of it, which is never a PASS.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";

const FOLDER = "tests/migration/proofs";
const PROVED_AT_LEAST = 14;
const { values } = parseArgs({ options: { only: { type: "string" }, timeout: { type: "string", default: "60" } } });

const proofs = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".c"))
  .flatMap((name) => {
    const file = `${FOLDER}/${name}`;
    const harnesses = /^\/\/ proofs: (.*)$/m.exec(readFileSync(file, "utf8"))?.[1]?.split(" ") ?? [];
    return harnesses.map((harness) => ({ file, harness }));
  })
  .filter(({ harness }) => values.only === undefined || harness.includes(values.only));

function verdictOf(file: string, harness: string, ...more: string[]): string {
  const argv = [
    "bin/hone",
    "verify",
    "-q",
    "--check",
    "assert,bounds",
    "--entry",
    harness,
    "--timeout",
    values.timeout,
  ];
  const { stdout } = spawnSync(process.execPath, [...argv, ...more, file], { encoding: "utf8" });
  return /hone: (\w+)\s*$/.exec(stdout)?.[1] ?? "crash";
}

const counts = { proved: 0, found: 0, wrong: 0 };
for (const { file, harness } of proofs) {
  const proof = verdictOf(file, harness);
  const twin = verdictOf(file, harness, `-DTWIN_${harness}`);
  if (proof === "SAFE") counts.proved += 1;
  if (twin === "UNSAFE") counts.found += 1;
  if (proof === "UNSAFE" || twin === "SAFE") counts.wrong += 1;
  console.log(`${file.slice(FOLDER.length + 1).padEnd(10)} ${harness.padEnd(16)} ${proof.padEnd(8)} twin ${twin}`);
}
const load = loadavg()[0]?.toFixed(1);
console.log(
  `${proofs.length} proofs at ${values.timeout} s: ${counts.proved} proved, ${counts.found} twins found, ${counts.wrong} wrong (load ${load})`,
);
const isWhole = values.only === undefined && values.timeout === "60" && proofs.length === 20;
const isGood = counts.proved >= PROVED_AT_LEAST && counts.found === proofs.length && counts.wrong === 0;
console.log(isGood && isWhole ? "PASS" : isGood ? "a part of it: no verdict" : "FAIL");
process.exitCode = isGood ? 0 : 1;
