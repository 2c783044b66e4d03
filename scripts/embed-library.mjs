// Writes the C library's text (src/c/library/*.c) as a module, so that it is there without files, in Node and in browsers alike.
// Part of `npm ci` (scripts/build.mjs runs it); what it writes is not committed.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = "src/c/library";
const OUTPUT = `${FOLDER}/texts.ts`;

/** Lines stay where they are; what only readers of the files need is left out. */
function plain(text) {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ""))
    .replaceAll(/[ \t]+(?=\\?\n)/g, "");
}

const texts = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".c"))
  .sort()
  .map(
    (file) =>
      `  { name: "<library>/${file}", text: ${JSON.stringify(plain(readFileSync(`${FOLDER}/${file}`, "utf8")))} },`,
  );
const made = `/** Made by scripts/embed-library.mjs from ${FOLDER}. */
export const LIBRARY_TEXTS: readonly { readonly name: string; readonly text: string }[] = [
${texts.join("\n")}
];
`;
let before = "";
try {
  before = readFileSync(OUTPUT, "utf8");
} catch {
  // Not made yet.
}
if (before !== made) writeFileSync(OUTPUT, made);
