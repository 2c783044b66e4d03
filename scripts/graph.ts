// npm run graph: who imports whom between the folders of src, from the ground up. Ends with 1 if that is not one direction, or
// if files import each other in a circle without a reason.
import { exceptionLines, folderGraph, picture, sourceFiles, wrongImports } from "../tests/support/import-graph.ts";

const files = sourceFiles("src");
const wrong = wrongImports(files);
console.log(picture(folderGraph(files)) ?? "");
console.log("Files that import each other in a circle, inside one folder, and why:");
for (const line of exceptionLines()) console.log(`  ${line}`);
for (const line of wrong) console.log(`FAIL ${line}`);
if (wrong.length === 0) console.log("PASS one direction between folders, no other circle between files");
process.exitCode = wrong.length === 0 ? 0 : 1;
