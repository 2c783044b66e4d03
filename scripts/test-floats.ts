/**
 * npm run test:floats -- [--count 1000000] [--seed 1] [--only NAME]: every operation on binary32 and binary64 as a circuit against
 * the machine's own arithmetic through gcc, bit by bit, any NaN equal to any NaN, in the rounding modes that fesetround names.
 * Prints a line for each operation and format, and PASS or FAIL.
 */
import { parseArgs } from "node:util";
import { compareWithMachine, FORMATS, operationsOn, withMachine } from "../tests/bits/float-operations.ts";
import { hasGcc } from "../tests/support/gcc.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
if (!hasGcc(64)) {
  console.log("SKIP  there is no gcc");
  process.exit(0);
}
const started = performance.now();
let [cases, wrong, operations] = [0, 0, 0];
for (const [name, format] of FORMATS)
  withMachine(format, (machine) => {
    for (const operation of operationsOn(format)) {
      if (!operation.name.includes(values.only)) continue;
      const result = compareWithMachine(machine, operation, format, Number(values.count), Number(values.seed));
      operations += 1;
      cases += result.cases;
      wrong += result.wrong;
      console.log(`${`${operation.name} ${name}`.padEnd(30)} ${result.cases} cases, ${result.wrong} wrong`);
      for (const example of result.examples) console.log(`  ${example}`);
    }
  });
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${wrong === 0 && cases > 0 ? "PASS" : "FAIL"}  ${operations} operations on a format, ${cases} cases, ${wrong} wrong, ${seconds} s`,
);
process.exit(wrong === 0 && cases > 0 ? 0 : 1);
