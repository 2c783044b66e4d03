// node scripts/show/run.mjs GROUP [NAME...] [options]: runs the shows of a group, all of them without a name.
import { failures } from "./library.mjs";

const [group, ...words] = process.argv.slice(2);
const { SHOWS } = await import(new URL(`./${group}.mjs`, import.meta.url));
const chosen = words.filter((name) => name in SHOWS);
for (const name of chosen.length > 0 ? chosen : Object.keys(SHOWS)) SHOWS[name]();
process.exitCode = failures() === 0 ? 0 : 1;
