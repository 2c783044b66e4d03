// Makes `npx hone` work in a checkout: npm links the commands of dependencies, not of the package itself.
import { existsSync, rmSync, symlinkSync } from "node:fs";

const folder = "node_modules/.bin";
// Windows has no links without permission, and `node bin/hone` works everywhere.
if (existsSync(folder) && process.platform !== "win32") {
  rmSync(`${folder}/hone`, { force: true });
  symlinkSync("../../bin/hone", `${folder}/hone`);
}
