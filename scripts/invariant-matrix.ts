/**
 * node scripts/run-ts.mjs scripts/invariant-matrix.ts ROOT FAMILY... [--work UNITS] [--sample N] [-o DIR]: the invariants of eight analyses
 * in three domains at every loop head, each compared with each by inclusion. The property is off and nothing is sliced away. An analysis
 * has so many units of work, so that the table is the same on any machine; where it has used them up it is counted apart. With -o the
 * table, a picture and a line of JSON a program are kept, and programs that have their line there are not analysed again.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Domain } from "../src/domains/domain.ts";
import { domainNamed } from "../src/domains/index.ts";
import type { Model } from "../src/model/model.ts";
import { release } from "../src/util/release.ts";
import { invariantsBy } from "./path-focusing/analysis.ts";
import { filesIn, modelOf, RELATIONS, type Relation, relate, stateAt } from "./path-focusing/compare.ts";
import { matrixPicture } from "./path-focusing/matrix-picture.ts";

const given = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  given.includes(name) ? (given[given.indexOf(name) + 1] ?? otherwise) : otherwise;
const [root = ".", ...families] = given.filter((word, i) => !word.startsWith("-") && !given[i - 1]?.startsWith("-"));
const work = Number(option("--work", "3000000"));
const sample = Number(option("--sample", "0"));
const folder = option("-o", "");

const DOMAINS = ["box", "octagon", "polyhedra"];
const TECHNIQUES: ReadonlyMap<string, string> = new Map([
  ["classical", "path-focusing:classical"],
  ["up-to", "path-focusing:thresholds"],
  ["lookahead", "path-focusing:lookahead"],
  ["guided", "path-focusing:guided"],
  ["alg2", "path-focusing:alg2"],
  ["alg3", "path-focusing:alg3"],
  ["alg3+acceleration", "path-focusing:alg3+acceleration"],
  ["ours", "path-focusing"],
]);
const NAMES = [...TECHNIQUES.keys()];

/** At one loop head of a program, in one domain: how each pair compares, row by row; "-" where one of the two came to no end. */
interface Compared {
  readonly program: string;
  readonly domain: string;
  readonly unfinished: readonly string[];
  readonly heads: readonly string[];
}

const LETTERS: Readonly<Record<Relation, string>> = { stronger: "s", equal: "e", incomparable: "i", weaker: "w" };
const CLAIM = "no analysis is stronger than itself, and pairs agree in both directions";

function compared(program: string, model: Model, name: string): Compared {
  const registered = domainNamed(name);
  if (registered === undefined) throw new Error(`there is no domain "${name}"`);
  const domain: Domain<unknown> = registered.domain;
  const found = NAMES.map((technique) => {
    const preset = TECHNIQUES.get(technique) as string;
    return invariantsBy(preset, registered, model, { work }).certificate;
  });
  const unfinished = NAMES.filter((_, i) => found[i] === undefined);
  const locations = new Set(found.flatMap((certificate) => certificate?.locations ?? []));
  const heads = [...locations].filter(({ cutPoint }) => cutPoint);
  const rows = heads.map((head) => {
    const states = found.map((certificate) =>
      certificate === undefined ? undefined : { at: stateAt(domain, certificate, head) },
    );
    const letter = (a: number, b: number) => {
      const [first, second] = [states[a], states[b]];
      return first === undefined || second === undefined ? "-" : LETTERS[relate(domain, first.at, second.at)];
    };
    return NAMES.flatMap((_, a) => NAMES.map((__, b) => letter(a, b))).join("");
  });
  return { program, domain: name, unfinished, heads: rows };
}

function results(): readonly Compared[] {
  const kept = folder === "" ? undefined : join(folder, "invariant-matrix.jsonl");
  const lines = kept !== undefined && existsSync(kept) ? readFileSync(kept, "utf8").trim().split("\n") : [];
  const done = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Compared);
  const known = new Set(done.map(({ program, domain }) => `${domain} ${program}`));
  for (const family of families) {
    const all = filesIn(join(root, family));
    const chosen = sample === 0 ? all : all.filter((_, i) => i % Math.ceil(all.length / sample) === 0);
    for (const file of chosen) {
      const program = relative(root, file);
      for (const domain of DOMAINS) {
        if (known.has(`${domain} ${program}`)) continue;
        const model = modelOf(file);
        if (model === undefined) continue;
        const one = compared(program, model, domain);
        release();
        done.push(one);
        if (kept !== undefined) appendFileSync(kept, `${JSON.stringify(one)}\n`);
      }
    }
  }
  return done;
}

export type Counts = Readonly<Record<Relation, number>>;

/** How often the first is so much stronger, and so on, than the second. */
function countsOf(all: readonly Compared[], domain: string, a: number, b: number): Counts {
  const cells = all.filter((one) => one.domain === domain).flatMap(({ heads }) => heads);
  const count = (relation: Relation) => cells.filter((row) => row[a * NAMES.length + b] === LETTERS[relation]).length;
  return {
    stronger: count("stronger"),
    equal: count("equal"),
    incomparable: count("incomparable"),
    weaker: count("weaker"),
  };
}

function table(all: readonly Compared[], domain: string): string {
  const rows = NAMES.map((name, a) => {
    const cells = NAMES.map((_, b) => {
      const counts = countsOf(all, domain, a, b);
      return a === b ? "" : RELATIONS.map((relation) => counts[relation]).join(" / ");
    });
    const lost = all.filter((one) => one.domain === domain && one.unfinished.includes(name)).length;
    return `| ${name} | ${cells.join(" | ")} | ${lost} |`;
  });
  const own = all.filter((one) => one.domain === domain);
  const heads = own.reduce((sum, one) => sum + one.heads.length, 0);
  return [
    `## ${domain}: ${own.length} programs, ${heads} loop heads`,
    "",
    `| is ... than | ${NAMES.join(" | ")} | unfinished |`,
    `|---|${NAMES.map(() => "---").join("|")}|---|`,
    ...rows,
    "",
  ].join("\n");
}

if (folder !== "") mkdirSync(folder, { recursive: true });
const all = results();
const text = `# Invariants compared

How often the analysis of the row finds an invariant that is **${RELATIONS.join(" / ")}** than that of the column, over the loop heads of
${families.join(", ")}: nothing sliced away, no property, ${work.toLocaleString("en")} units of work an analysis. Programs that an analysis did not finish are
counted in the last column and left out of its comparisons.

${DOMAINS.map((domain) => table(all, domain)).join("\n")}`;
console.log(text);
if (folder !== "") {
  writeFileSync(join(folder, "invariant-matrix.md"), text);
  const panels = DOMAINS.map((title) => ({
    title,
    cells: NAMES.map((_, a) => NAMES.map((__, b) => countsOf(all, title, a, b))),
  }));
  writeFileSync(join(folder, "invariant-matrix.svg"), matrixPicture(NAMES, panels));
}
const consistent = DOMAINS.every((domain) =>
  NAMES.every((_, a) =>
    NAMES.every((__, b) => {
      const [one, other] = [countsOf(all, domain, a, b), countsOf(all, domain, b, a)];
      const isMirrored = one.stronger === other.weaker && one.weaker === other.stronger && one.equal === other.equal;
      return isMirrored && (a !== b || one.stronger + one.weaker + one.incomparable === 0);
    }),
  ),
);
console.log(`${consistent && all.length > 0 ? "PASS" : "FAIL"} ${CLAIM}`);
process.exitCode = consistent && all.length > 0 ? 0 : 1;
