/**
 * npm run show:witnesses -- [--root DIR] [--families A,B] [--sample N] [--timeout 10] [--shard I/N] [--targets] [--out FILE]
 * npm run show:witnesses -- --totals FILE...
 *
 * Every verdict of the benchmark programs with its witness: `hone verify --witness`, then `hone check` within the time that the verdict took
 * and five seconds more, which lints before it judges. Prints what is not confirmed, and counts: all witnesses should pass the linter, all
 * violations and 95 % of the correctness witnesses be confirmed; those without an invariant (a proof by unrolling, by execution) are counted
 * apart. None may be refuted. Verdicts are compared with the expected ones as well.
 *
 * --sample: at most N programs of a set. --targets: violation witnesses once more, with the target only. --out: a line of JSON for each
 * program; one that has its line there is not run again, so that a campaign may be stopped and gone on with. --shard: every N-th program,
 * for several at once, each with a file of its own; --totals counts them together.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { collectTasks } from "../src/bench/collect.ts";
import { type BenchTask, classify } from "../src/bench/task.ts";
// @ts-expect-error a script without types
import { benchmarkRoot } from "./benchmarks.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: "string" },
    families: { type: "string" },
    sample: { type: "string" },
    timeout: { type: "string", default: "10" },
    shard: { type: "string", default: "1/1" },
    targets: { type: "boolean", default: false },
    out: { type: "string" },
    totals: { type: "boolean", default: false },
  },
});

/** What the check may take beyond the verdict. */
const GRACE_SECONDS = 5;
/** Starting and reading take a while that no limit counts. */
const START_SECONDS = 1;
/** Who takes so much longer than the limit does not keep it. */
const KILL_SECONDS = 10;
const CORRECTNESS_SHARE = 0.95;

type Kind = "violation" | "invariants" | "no invariants";

/** What is kept of one program. */
interface Line {
  readonly task: string;
  readonly expected: BenchTask["expected"];
  readonly outcome: ReturnType<typeof classify>;
  readonly verdict: "safe" | "unsafe" | "unknown" | "none";
  readonly engine?: string;
  readonly reason?: string;
  readonly seconds: number;
  /** Of a verdict: what its witness is, and what came of it; malformed: the linter rejects it. */
  readonly witness?: {
    readonly kind: Kind | "unwritten";
    readonly judged?: string;
    readonly seconds?: number;
    readonly late?: boolean;
    /** With the target only. */
    readonly target?: string;
    readonly told?: string;
  };
}

const folder = mkdtempSync(join(tmpdir(), "hone-witnesses-"));
const lines = values.totals ? positionals.flatMap(linesIn) : run();
rmSync(folder, { recursive: true });
process.exit(printTotals(lines) === "PASS" ? 0 : 1);

function linesIn(path: string): Line[] {
  const texts = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return texts.filter((text) => text !== "").map((text) => JSON.parse(text) as Line);
}

// --- Running -------------------------------------------------------------------------------------------------------------------

function run(): Line[] {
  const done = values.out === undefined ? [] : linesIn(values.out);
  const known = new Set(done.map(({ task }) => task));
  const lines = [...done];
  for (const task of tasks()) {
    if (known.has(`${task.set}/${task.name}`)) continue;
    const line = lineOf(task);
    lines.push(line);
    if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(line)}\n`);
    const told = toldOf(line);
    if (told !== undefined) console.log(told);
  }
  return lines;
}

function tasks(): readonly BenchTask[] {
  const root: string = benchmarkRoot("show:witnesses");
  const families = values.families?.split(",");
  const isSet = (name: string) => existsSync(join(root, name, "INDEX.tsv"));
  const chosen = readdirSync(root).filter((name) => isSet(name) && (families?.includes(name) ?? true));
  const missing = families?.find((name) => !chosen.includes(name));
  if (missing !== undefined) throw new Error(`there is no family "${missing}"`);
  const sample = values.sample === undefined ? undefined : Number(values.sample);
  const collected = collectTasks(
    chosen.map((name) => join(root, name)),
    { sample, properties: "reachability" },
  );
  if (typeof collected === "string") throw new Error(collected);
  const [own = 1, all = 1] = values.shard.split("/").map(Number);
  return collected.filter((_, i) => i % all === own - 1);
}

function lineOf({ set, name, arguments: given, expected }: BenchTask): Line {
  const file = join(folder, "witness.yml");
  rmSync(file, { force: true });
  const limit = Number(values.timeout);
  const verified = hone(["verify", "--format", "json", "--timeout", String(limit), "--witness", file, ...given], limit);
  const result = resultIn(verified.stdout);
  const verdict: Line["verdict"] = result?.verdict ?? "none";
  const outcome = classify(verdict, expected);
  const base = { task: `${set}/${name}`, expected, outcome, verdict, seconds: verified.seconds };
  if (result === undefined) return { ...base, reason: `exit ${verified.status}: ${lastLine(verified.stderr)}` };
  const found: Line = { ...base, engine: result.engine, ...(result.reason ? { reason: result.reason } : {}) };
  if (verdict === "unknown") return found;
  if (!existsSync(file)) return { ...found, witness: { kind: "unwritten", told: lastLine(verified.stderr) } };
  const program = given.filter((word, i) => word !== "--check" && given[i - 1] !== "--check");
  return { ...found, witness: judge(file, program, Math.ceil(verified.seconds + GRACE_SECONDS)) };
}

function judge(file: string, program: readonly string[], limit: number): NonNullable<Line["witness"]> {
  const text = readFileSync(file, "utf8");
  const kind = kindOf(text);
  const check = () => hone(["check", "--timeout", String(limit), ...program, file], limit);
  const checked = check();
  const judged = wordOf(checked);
  const late = checked.seconds > limit + START_SECONDS;
  const told = judged === "CONFIRMED" && !late ? {} : { told: `${checked.stdout}${checked.stderr}`.trim() };
  if (kind === "violation" && values.targets) {
    // Where the violation is, and nothing of how to get there: there is such an execution.
    writeFileSync(file, withoutInputs(text));
    return { kind, judged, seconds: checked.seconds, late, ...told, target: wordOf(check()) };
  }
  return { kind, judged, seconds: checked.seconds, late, ...told };
}

function hone(words: readonly string[], limit: number) {
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, ["bin/hone", ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 1000 * (limit + KILL_SECONDS),
    killSignal: "SIGKILL",
  });
  return { stdout, stderr, status, seconds: Math.round((performance.now() - started) / 100) / 10 };
}

function resultIn(
  output: string,
): { verdict: "safe" | "unsafe" | "unknown"; engine: string; reason?: string } | undefined {
  try {
    return JSON.parse(output).results[0];
  } catch {
    return undefined;
  }
}

/** Bad syntax, a wrong place or hash is the exit status 2. */
function wordOf({ stdout, status }: ReturnType<typeof hone>): string {
  return status === 2 ? "malformed" : (/hone: (\w+)/.exec(stdout)?.[1] ?? `exit ${status}`);
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

function kindOf(text: string): Kind {
  if (text.includes("entry_type: violation_sequence")) return "violation";
  return text.includes("- invariant:") ? "invariants" : "no invariants";
}

/** The last segment, which is the target's. */
function withoutInputs(text: string): string {
  const [entry] = parse(text) as { content: unknown[] }[];
  return stringify([{ ...entry, content: entry?.content.slice(-1) }], { lineWidth: 0 });
}

// --- Telling -------------------------------------------------------------------------------------------------------------------

function isConfirmed({ witness }: Line): boolean {
  return witness?.judged === "CONFIRMED" && witness.late === false;
}

/** Of what is not as it should be. */
function toldOf(line: Line): string | undefined {
  const { task, outcome, verdict, reason, seconds, witness } = line;
  if (outcome === "wrong") return `WRONG ${verdict}  ${task}`;
  if (outcome === "crashed") return `CRASHED  ${task}: ${reason}`;
  if (witness === undefined) return undefined;
  if (isConfirmed(line) && (witness.target ?? "CONFIRMED") === "CONFIRMED") return undefined;
  const { kind, judged = kind, late, target, told = "" } = witness;
  const alone = target === undefined ? "" : `, the target alone ${target}`;
  const times = `verdict ${seconds} s, check ${witness.seconds} s${late ? " (late)" : ""}`;
  return `${judged}  ${task}: ${kind}, ${times}${alone}: ${told.split("\n").slice(0, 2).join(" | ").slice(0, 300)}`;
}

function printTotals(lines: readonly Line[]): "PASS" | "FAIL" {
  const count = (test: (line: Line) => boolean) => lines.filter(test).length;
  const isVerdict = ({ verdict }: Line) => verdict === "safe" || verdict === "unsafe";
  const right = (word: "safe" | "unsafe") =>
    count(({ verdict, outcome }) => verdict === word && (outcome === "correct" || outcome === "unchecked"));
  const [safe, unsafe] = [right("safe"), right("unsafe")];
  const rest = (["unknown", "wrong", "crashed"] as const).map(
    (word) => `${word} ${count(({ outcome }) => outcome === word)}`,
  );
  console.log(`solved ${safe + unsafe}/${lines.length}  safe ${safe}  unsafe ${unsafe}  ${rest.join("  ")}`);
  const malformed = count(({ witness }) => witness?.judged === "malformed");
  const unwritten = count(({ witness }) => witness?.kind === "unwritten");
  console.log(`${count(isVerdict)} verdicts: ${unwritten} without a witness, ${malformed} that the linter rejects`);
  const shares = (["violation", "invariants", "no invariants"] as const).map((kind) => {
    const own = lines.filter(({ witness }) => witness?.kind === kind);
    const confirmed = own.filter(isConfirmed).length;
    const words = own.map(({ witness }) => `${witness?.judged}${witness?.late ? " late" : ""}`);
    const share = own.length === 0 ? 1 : confirmed / own.length;
    console.log(`  ${kind}: ${confirmed} of ${own.length} confirmed (${(100 * share).toFixed(1)} %)  ${tally(words)}`);
    return share;
  });
  const targets = lines.flatMap(({ witness }) => witness?.target ?? []);
  if (targets.length > 0) console.log(`  the target alone: ${tally(targets)}`);
  const refuted = count(({ witness }) => witness?.judged === "REFUTED" || witness?.target === "REFUTED");
  const [violations = 0, invariants = 0] = shares;
  const holds = malformed + unwritten + refuted === 0 && violations === 1 && invariants >= CORRECTNESS_SHARE;
  console.log(holds ? "PASS" : "FAIL");
  return holds ? "PASS" : "FAIL";
}

function tally(words: readonly string[]): string {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return JSON.stringify(counts);
}
