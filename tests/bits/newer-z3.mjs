// Answers an SMT-LIB script on standard input by the WASM build of Z3 (package `z3-solver`, optional), as the program z3 does:
// a second opinion of another version than the program's. Prints nothing where the package is not installed.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const load = packageOf();
if (load !== undefined) {
  const z3 = await load({ printErr: () => undefined });
  const context = z3._Z3_mk_context(z3._Z3_mk_config());
  z3._set_noop_error_handler(context);
  const text = new TextEncoder().encode(`${readFileSync(0, "utf8")}\0`);
  const address = z3._malloc(text.length);
  z3.HEAPU8.set(text, address);
  process.stdout.write(z3.UTF8ToString(z3._Z3_eval_smtlib2_string(context, address)));
}
process.exit(0);

function packageOf() {
  try {
    return createRequire(import.meta.url)("z3-solver/build/z3-built.js");
  } catch {
    return undefined;
  }
}
