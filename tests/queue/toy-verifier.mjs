// A verifier that believes what a program says about itself: `says: safe`, or `says: die`, which it does. It takes what
// `hone worker` gives to `hone verify`: a line, and a bundle on standard input. `slow: N` takes N milliseconds.
import { readFileSync } from "node:fs";

const files = new Map(JSON.parse(readFileSync(0, "utf8")));
const text = files.get(process.argv.at(-1)) ?? "";
const [, verdict = "unknown"] = /says: (\w+)/.exec(text) ?? [];
const [, slow = "0"] = /slow: (\d+)/.exec(text) ?? [];
// As hone does: nobody waits for the answer of who was killed.
process.on("disconnect", () => process.exit(1));
setTimeout(() => {
  if (verdict === "die") {
    process.stderr.write("last words\n");
    process.kill(process.pid, "SIGKILL");
  }
  process.stdout.write(JSON.stringify({ verdict, reason: `${files.size} files`, statistics: { cpuMs: 1 } }));
  process.exit({ safe: 0, unsafe: 1, unknown: 3 }[verdict] ?? 3);
}, Number(slow));
