// What the action does (action.yml): verifies the programs that are named, or that a pull request changes, and leaves annotations,
// SARIF and a table in the summary. `node verify.mjs PACKAGE`; how it is asked stands in the environment, as GitHub hands it over.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { FILES = "", CHECKS = "assert", TIMEOUT = "60", ARGUMENTS = "", FAIL_ON = "unsafe", BASE = "" } = process.env;
const { CACHE = "" } = process.env;
const { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, RUNNER_TEMP } = process.env;
const LEVELS = ["unsafe", "unknown", "nothing"];
// Characters of file names in one command: Windows takes 32,767 in all, macOS a million, Linux two.
const LONGEST = process.platform === "win32" ? 20_000 : 200_000;

const home = resolve(process.argv[2] ?? "node_modules/hone-c");
if (!existsSync(join(home, "bin/hone"))) stop(`hone is not installed in ${home}`);
if (!LEVELS.includes(FAIL_ON)) stop(`fail-on should be one of ${LEVELS.join(", ")}, not '${FAIL_ON}'`);

const files = programs();
if (files.length === 0) {
  console.log("No C file to verify.");
  summary("No C file to verify.\n");
  output("verdict", "safe");
  process.exit(0);
}

const folder = mkdtempSync(join(RUNNER_TEMP ?? tmpdir(), "hone-"));
const [json, sarif] = [join(folder, "hone.json"), join(folder, "hone.sarif")];
const options = [
  "--check",
  CHECKS,
  "--timeout",
  TIMEOUT,
  ...(CACHE === "" ? [] : ["--cache", CACHE]),
  ...words(ARGUMENTS),
];
const results = [];
let tool = { version: "unknown" };
for (const some of portions(files)) {
  const run = spawnSync(
    process.execPath,
    [join(home, "bin/hone"), "verify", ...options, "--format", "json", "-o", json, "--", ...some],
    { stdio: ["ignore", "inherit", "pipe"], encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  process.stderr.write(run.stderr ?? "");
  const ended = run.error?.message ?? `exit code ${run.status ?? run.signal}`;
  if (!existsSync(json)) stop(run.stderr?.trim() || `hone ended without results (${ended})`);
  const report = JSON.parse(readFileSync(json, "utf8"));
  if (report.problem !== undefined) stop(report.problem);
  results.push(...report.results);
  tool = report.tool;
  rmSync(json);
}

const { sarifReport } = await import(pathToFileURL(join(home, "dist/core.js")).href);
writeFileSync(sarif, sarifReport(results, { toolVersion: tool.version }));
const unread = ({ diagnostics = [] }) => diagnostics.find(({ severity }) => severity === "error");
for (const result of results) annotate(result);
summary(table(results));
const worst = ["unsafe", "unknown"].find((verdict) => results.some((result) => result.verdict === verdict)) ?? "safe";
output("verdict", worst);
output("sarif", sarif);
const isBad = worst === "unsafe" || results.some(unread);
if ((FAIL_ON !== "nothing" && isBad) || (FAIL_ON === "unknown" && worst !== "safe")) process.exitCode = 1;

function programs() {
  // Those with magic of their own (`:!generated/*`) are left as they are.
  const patterns = words(FILES).map((pattern) => (pattern.startsWith(":") ? pattern : `:(glob)${pattern}`));
  if (patterns.length > 0) return git("ls-files", "-z", "--", ...patterns);
  // Without the history of the base (a shallow checkout), everything is looked at rather than nothing.
  const isKnown = BASE !== "" && spawnSync("git", ["cat-file", "-e", `${BASE}^{commit}`]).status === 0;
  if (isKnown) return git("diff", "-z", "--name-only", "--diff-filter=d", `${BASE}...HEAD`, "--", "*.c");
  if (BASE !== "") console.log(`The base ${BASE} is not there (fetch-depth: 0 has it): all C files are verified.`);
  return git("ls-files", "-z", "--", "*.c");
}

/** No more in one command than any system takes. */
function portions(names) {
  const all = [[]];
  let size = 0;
  for (const name of names) {
    size += name.length + 1;
    if (size > LONGEST && all.at(-1).length > 0) {
      all.push([]);
      size = name.length + 1;
    }
    all.at(-1).push(name);
  }
  return all;
}

function git(...words) {
  const { status, stdout, stderr } = spawnSync("git", words, { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) stop(`git ${words[0]}: ${stderr.trim()}`);
  return stdout.split("\0").filter((name) => name !== "");
}

function words(text) {
  return text.split(/\s+/).filter((word) => word !== "");
}

function annotate(result) {
  const { file, verdict, violation, reason } = result;
  const error = unread(result);
  if (violation !== undefined) {
    const place = `file=${property(violation.file ?? file)},line=${violation.line}`;
    console.log(`::error ${place},title=hone::${escaped(violation.message)}`);
  } else if (error !== undefined) console.log(`::error file=${property(file)},title=hone::${escaped(error.message)}`);
  else if (verdict === "unknown")
    console.log(`::warning file=${property(file)},title=hone::cannot tell: ${escaped(reason ?? "")}`);
}

/** As GitHub's workflow commands want it. */
function escaped(text) {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text) {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function table(rows) {
  const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
  const why = (result) => {
    const { violation, reason, assumptions = [] } = result;
    if (violation !== undefined) return `line ${violation.line}: ${violation.message}`;
    const error = unread(result);
    if (error !== undefined) return error.message;
    if (reason !== undefined) return reason;
    return assumptions.length === 0 ? "" : `assuming: ${assumptions.join("; ")}`;
  };
  const lines = rows.map((result) => `| ${cell(result.file)} | ${result.verdict} | ${cell(why(result))} |`);
  return ["### hone", "", "| program | verdict | |", "|---|---|---|", ...lines, ""].join("\n");
}

function summary(text) {
  if (GITHUB_STEP_SUMMARY !== undefined) appendFileSync(GITHUB_STEP_SUMMARY, text);
}

function output(name, value) {
  if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, `${name}=${value}\n`);
}

function stop(message) {
  console.log(`::error title=hone::${escaped(message)}`);
  process.exit(2);
}
