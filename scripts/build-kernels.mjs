// Compiles the AssemblyScript kernels to WebAssembly and writes them as modules, so that they load without files, in Node
// and in browsers alike. Part of `npm ci` (scripts/build.mjs runs it); what it writes is not committed.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import asc from "assemblyscript/asc";

const KERNELS = [
  { folder: "src/smt/sat/kernel", flags: ["--runtime", "minimal", "--initialMemory", "4", "--use", "abort="] },
  { folder: "src/domains/octagon/kernel", flags: ["--runtime", "stub", "--initialMemory", "1", "--enable", "simd"] },
].map((kernel) => ({ ...kernel, output: `${kernel.folder}-bytes.ts` }));
const FLAGS = ["-O3", "--noAssert"];

function isFresh({ folder, output }) {
  if (!existsSync(output)) return false;
  const made = statSync(output).mtimeMs;
  const sources = [...readdirSync(folder).map((file) => join(folder, file)), "scripts/build-kernels.mjs"];
  return sources.every((file) => statSync(file).mtimeMs < made);
}

for (const kernel of KERNELS) {
  if (isFresh(kernel)) continue;
  let binary;
  const { error, stderr } = await asc.main(
    [join(kernel.folder, "index.ts"), "-o", "kernel.wasm", ...FLAGS, ...kernel.flags],
    {
      readFile: (name, base) => {
        const path = join(base ?? ".", name);
        return existsSync(path) ? readFileSync(path, "utf8") : null;
      },
      writeFile: (name, contents) => {
        if (name === "kernel.wasm") binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) {
    process.stderr.write(`${stderr.toString()}\n`);
    throw error;
  }
  const text = Buffer.from(binary).toString("base64");
  writeFileSync(
    kernel.output,
    `/** Made by scripts/build-kernels.mjs from ${kernel.folder}. */\nexport const KERNEL_BYTES =\n  "${text}";\n`,
  );
}
