// What hone says where something is wrong with what it is given, or with where it should write: a row a case, with message and exit
// code. A case fails where the exit code or the words are others, where a stack is shown, or where something is left behind.
// `npm run test:bad-input [-- NAME]`
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const HONE = resolve(import.meta.dirname, "../bin/hone");
const folder = mkdtempSync(join(tmpdir(), "hone-bad-input-"));
const UNSAFE = "void reach_error(void);\nint main(void) { reach_error(); return 0; }\n";
const SAFE = "int main(void) { return 0; }\n";

const write = (name, content) => writeFileSync(join(folder, name), content);
write("unsafe.c", UNSAFE);
write("safe.c", SAFE);
write("source.c", UNSAFE);
write("empty.c", "");
write("prose.c", "Dear reader, this is no C.\n");
write("no-main.c", "int f(void) { return 1; }\n");
write("missing-header.c", '#include "nowhere.h"\nint main(void) { return 0; }\n');
write("itself.c", '#include "itself.c"\nint main(void) { return 0; }\n');
write("deep.c", `int main(void) { return ${"(".repeat(100_000)}1${")".repeat(100_000)}; }\n`);
write("windows.c", `\ufeff${SAFE.replaceAll("\n", "\r\n")}`);
write("latin1.c", Buffer.concat([Buffer.from("/* caf\xe9 */\n", "latin1"), Buffer.from(SAFE)]));
write("binary.c", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]));
write("comment.c", `/*${"x".repeat(5_000_000)}*/\n${SAFE}`);
write("huge.c", "");
truncateSync(join(folder, "huge.c"), 100_000_000);
write("broken.yml", "format_version: '2.0'\ninput_files: [\n");
write("nothing.prp", "CHECK( init(main()), LTL(F whatever) )\n");
write("text.json", "{ no json");
write("secret.c", SAFE);
chmodSync(join(folder, "secret.c"), 0);
chmodSync(folder, 0o755);
mkdirSync(join(folder, "folder.c"));
mkdirSync(join(folder, "configured"));
write("configured/hone.config.json", "{ timeout: 5 }");
symlinkSync("loop.c", join(folder, "loop.c"));
symlinkSync("gone.c", join(folder, "dangling.c"));

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const full = existsSync("/dev/full") ? undefined : "no /dev/full";
const proc = existsSync("/proc/self/mem") ? undefined : "no /proc";

/** @param more `code` or several; `says` on stderr; `prints` on stdout; `shell`: a line, in which $HONE is the command. */
const CASES = [
  { name: "missing file", argv: ["none.c"], code: 2, says: /none\.c: no such file/ },
  { name: "missing folder", argv: ["none/none.c"], code: 2, says: /none\/none\.c: no such file/ },
  { name: "part of the path is a file", argv: ["safe.c/x.c"], code: 2, says: /part of the path is not a directory/ },
  { name: "directory", argv: ["folder.c"], code: 2, says: /is a directory, not a file/ },
  { name: "unreadable file", argv: ["secret.c"], code: 2, says: /permission denied/, asNobody: true },
  { name: "device that cannot be read", argv: ["/proc/self/mem"], code: 2, says: /cannot be accessed/, skip: proc },
  { name: "binary file", argv: ["binary.c"], code: 2, says: /is a binary file/ },
  { name: "huge file", argv: ["huge.c"], code: 2, says: /is too large/ },
  { name: "comment of 5 MB", argv: ["comment.c"], code: 0, prints: /hone: SAFE/ },
  { name: "empty file", argv: ["empty.c"], code: 2, says: /no function "main"/ },
  { name: "no C", argv: ["prose.c"], code: 2, says: /prose\.c:1:1: error:/ },
  { name: "no main", argv: ["no-main.c"], code: 2, says: /no function "main"/ },
  { name: "missing header", argv: ["missing-header.c"], code: 2, says: /missing-header\.c:1:\d+: error: .*nowhere\.h/ },
  { name: "file that includes itself", argv: ["itself.c"], code: 2, says: /itself\.c:1:\d+: error:/ },
  { name: "100,000 parentheses", argv: ["deep.c"], code: [0, 2, 3], says: /^(?!.*internal error)/ },
  { name: "byte order mark and CRLF", argv: ["windows.c"], code: 0, prints: /hone: SAFE/ },
  { name: "bytes that are no UTF-8", argv: ["latin1.c"], code: 0, prints: /hone: SAFE/ },
  { name: "links in a circle", argv: ["loop.c"], code: 2, says: /too many symbolic links/ },
  { name: "dangling link", argv: ["dangling.c"], code: 2, says: /no such file/ },
  { name: "name of 5,000 letters", argv: [`${"x".repeat(5000)}.c`], code: 2, says: /the name is too long/ },
  { name: "empty standard input", argv: ["-"], code: 2, says: /no function "main"/ },
  { name: "no file at all", argv: ["verify"], code: 2, says: /needs a file/ },
  {
    name: "good and missing file",
    argv: ["safe.c", "none.c"],
    code: 2,
    says: /no such file/,
    prints: /1 safe, 1 not read/,
  },
  { name: "broken task", argv: ["broken.yml"], code: 2, says: /broken\.yml: / },
  { name: "missing specification", argv: ["--spec", "none.prp", "safe.c"], code: 2, says: /none\.prp: no such file/ },
  { name: "specification of nothing", argv: ["--spec", "nothing.prp", "safe.c"], code: 2, says: /nothing\.prp: / },
  { name: "misspelt option", argv: ["--timout", "5", "safe.c"], code: 2, says: /did you mean --timeout\?/ },
  { name: "option without its argument", argv: ["safe.c", "--timeout"], code: 2, says: /needs an argument/ },
  { name: "time that is none", argv: ["--timeout", "soon", "safe.c"], code: 2, says: /positive number of seconds/ },
  { name: "misspelt engine", argv: ["--engine", "dager", "safe.c"], code: 2, says: /did you mean "dagger"\?/ },
  {
    name: "configuration that is no JSON",
    argv: ["../safe.c"],
    cwd: "configured",
    code: 2,
    says: /hone\.config\.json: it is not JSON/,
  },
  { name: "result that is none", argv: ["run", "safe.c", "--replay", "text.json"], code: 2, says: /no result of hone/ },
  {
    name: "JSON about a missing file",
    argv: ["--format", "json", "none.c"],
    code: 2,
    prints: /"message": "no such file"/,
  },
  {
    name: "-o in a missing folder",
    argv: ["unsafe.c", "-o", "none/out.txt"],
    code: 2,
    says: /there is no such folder/,
    prints: /^$/,
  },
  { name: "-o a directory", argv: ["unsafe.c", "-o", "folder.c"], code: 2, says: /is a directory/, prints: /^$/ },
  {
    name: "-o where nothing can be written",
    argv: ["unsafe.c", "-o", "/proc/out.txt"],
    code: 2,
    prints: /^$/,
    skip: proc,
  },
  {
    name: "-o a full disk",
    argv: ["unsafe.c", "-o", "/dev/full"],
    code: 1,
    says: /no space left/,
    prints: /hone: UNSAFE/,
    skip: full,
  },
  {
    name: "--html in a missing folder",
    argv: ["unsafe.c", "--html", "none/a.html"],
    code: 2,
    says: /there is no such folder/,
    prints: /^$/,
  },
  {
    name: "--test over the program",
    argv: ["source.c", "--test", "source.c"],
    code: 2,
    says: /would overwrite/,
    prints: /^$/,
  },
  {
    name: "two outputs in one place",
    argv: ["unsafe.c", "-o", "x", "--html", "x"],
    code: 2,
    says: /would overwrite/,
    prints: /^$/,
  },
  {
    name: "standard output on a full disk",
    shell: '"$NODE" "$HONE" unsafe.c > /dev/full',
    code: 1,
    says: /no space left/,
    skip: full,
  },
  {
    name: "reader that goes away",
    shell: '"$NODE" "$HONE" unsafe.c | true; exit "$PIPESTATUS"',
    code: [1, 141],
    says: /^$/,
  },
  { name: "closed standard output", shell: '"$NODE" "$HONE" unsafe.c >&-', code: [1, 2] },
];

const wanted = process.argv[2];
let failures = 0;
const rows = [];
try {
  for (const one of CASES.filter(({ name }) => wanted === undefined || name.includes(wanted))) rows.push(tried(one));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const width = Math.max(...rows.map(({ name }) => name.length));
for (const { result, name, code, message, why } of rows)
  process.stdout.write(`${result}  ${name.padEnd(width)}  ${String(code).padStart(3)}  ${message}${why}\n`);
const skipped = rows.filter(({ result }) => result === "SKIP").length;
process.stdout.write(`${rows.length - failures - skipped} passed, ${failures} failed, ${skipped} skipped\n`);
process.exitCode = failures === 0 ? 0 : 1;

function tried({ name, argv, shell, cwd = ".", code, says, prints, skip, asNobody }) {
  if (skip !== undefined) return { result: "SKIP", name, code: "-", message: skip, why: "" };
  const before = listed();
  const options = {
    ...{ cwd: join(folder, cwd), encoding: "utf8", input: "", timeout: 60_000, maxBuffer: 1 << 28 },
    // Root may read everything, and so is somebody else here.
    ...(asNobody && isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    env: { ...process.env, HONE, NODE: process.execPath, NO_COLOR: "1" },
  };
  const run =
    shell === undefined
      ? spawnSync(process.execPath, [HONE, ...argv], options)
      : spawnSync("bash", ["-c", shell], options);
  const problems = [
    ...([code].flat().includes(run.status) ? [] : [`exit code ${run.status} instead of ${code}`]),
    ...(says === undefined || says.test(run.stderr) ? [] : [`stderr does not match ${says}`]),
    ...(prints === undefined || prints.test(run.stdout) ? [] : [`stdout does not match ${prints}`]),
    ...(/^ {4}at .*:\d+:\d+\)?$/m.test(run.stdout + run.stderr) ? ["a stack is shown"] : []),
    ...(listed() === before ? [] : ["files are left behind"]),
  ];
  if (problems.length > 0) failures += 1;
  const said = (run.stderr.trim() || run.stdout.trim()).split("\n")[0] ?? "";
  return {
    result: problems.length === 0 ? "PASS" : "FAIL",
    name,
    code: run.status,
    message: said
      .replaceAll(folder, ".")
      .replace(/x{40,}/g, "xxx...")
      .slice(0, 110),
    why: problems.map((problem) => `\n      ${problem}`).join(""),
  };
}

function listed() {
  return readdirSync(folder, { recursive: true }).sort().join("\n");
}
