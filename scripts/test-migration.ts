/**
 * npm run test:migration: proofs in CBMC's style, as who moves a proof would ask: hone's default at 60 s each. A proof has a broken twin
 * (-DTWIN_name), which violates what it proves.
 * - tests/migration/proofs: twenty-two proofs of one file each, for assertions and bounds.
 * - tests/migration/library: nine proofs of a library of its own file, with the options that a suite's Makefile gives to CBMC.
 *
 * PASS: at least 16 of the twenty-two and 7 of the nine proved, every twin found, nothing wrong. [--only NAME] [--timeout S] take a part of
 * it, which is never a PASS.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { only: { type: "string" }, timeout: { type: "string", default: "60" } } });

interface Proof {
  readonly file: string;
  readonly name: string;
  readonly argv: readonly string[];
  readonly twin: string;
}

interface ProofSet {
  readonly title: string;
  readonly proofs: readonly Proof[];
  readonly size: number;
  readonly provedAtLeast: number;
}

const PROOFS = "tests/migration/proofs";
const LIBRARY = "tests/migration/library";
const MAKEFILE =
  "--bounds-check --pointer-check --div-by-zero-check --float-overflow-check --nan-check --pointer-overflow-check " +
  "--pointer-primitive-check --undefined-shift-check --signed-overflow-check --unsigned-overflow-check --conversion-check " +
  "--malloc-may-fail --malloc-fail-null --object-bits 8";

const namesIn = (file: string): readonly string[] =>
  /^\/\/ proofs: (.*)$/m.exec(readFileSync(file, "utf8"))?.[1]?.split(" ") ?? [];

function alone(file: string): readonly Proof[] {
  const own = (name: string) => ({ argv: ["--check", "assert,bounds", "--entry", name, file], twin: `-DTWIN_${name}` });
  return namesIn(file).map((name) => ({ file, name, ...own(name) }));
}

function linked(file: string): readonly Proof[] {
  const asked = (name: string) => ["--link", ...MAKEFILE.split(" "), "--function", `${name}_harness`];
  return namesIn(file).map((name) => {
    return { file, name, argv: [...asked(name), file, `${LIBRARY}/library.c`], twin: `-DTWIN_${name}` };
  });
}

const isWanted = ({ name }: Proof) => values.only === undefined || name.includes(values.only);
const files = readdirSync(PROOFS).filter((name) => name.endsWith(".c"));
const SETS: readonly ProofSet[] = [
  { title: "proofs", proofs: files.flatMap((name) => alone(`${PROOFS}/${name}`)), size: 22, provedAtLeast: 16 },
  { title: "proofs of a library", proofs: linked(`${LIBRARY}/harnesses.c`), size: 9, provedAtLeast: 7 },
];

function verdictOf(argv: readonly string[]): string {
  const words = ["bin/hone", "verify", "-q", "--timeout", values.timeout, ...argv];
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
  return /hone: (\w+)\s*$/.exec(stdout)?.[1] ?? "crash";
}

let isGood = true;
let isWhole = values.timeout === "60";
for (const { title, proofs, size, provedAtLeast } of SETS) {
  const wanted = proofs.filter(isWanted);
  const counts = { proved: 0, found: 0, wrong: 0 };
  for (const { file, name, argv, twin } of wanted) {
    const verdict = verdictOf(argv);
    const broken = verdictOf([twin, ...argv]);
    if (verdict === "SAFE") counts.proved += 1;
    if (broken === "UNSAFE") counts.found += 1;
    if (verdict === "UNSAFE" || broken === "SAFE") counts.wrong += 1;
    const label = (file.split("/").pop() as string).padEnd(12);
    console.log(`${label} ${name.padEnd(16)} ${verdict.padEnd(8)} twin ${broken}`);
  }
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${wanted.length} ${title} at ${values.timeout} s: ${counts.proved} proved, ${counts.found} twins found, ${counts.wrong} wrong (load ${load})`,
  );
  isWhole &&= wanted.length === size;
  isGood &&= counts.found === wanted.length && counts.wrong === 0;
  isGood &&= counts.proved >= Math.min(provedAtLeast, wanted.length);
}
console.log(isGood && isWhole ? "PASS" : isGood ? "a part of it: no verdict" : "FAIL");
process.exitCode = isGood ? 0 : 1;
