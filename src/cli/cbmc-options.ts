/**
 * The options of cbmc, goto-cc and goto-instrument (6.x), for who moves a proof (docs/migrating.md has the table): those that have a
 * name here, those that change no answer here, which are told to be ignored, and those that ask for something which hone does not
 * have, which are errors.
 */
import type { CommandName, Settings } from "./settings.ts";

export interface CbmcOption {
  readonly flags: readonly string[];
  readonly argument?: string;
  readonly help: string;
  /** checks: as `--check`. ours: as an option of ours. nothing: it changes no answer. refused: there is nothing like it. */
  readonly meaning:
    | { readonly kind: "checks"; readonly checks: string }
    | { readonly kind: "ours"; readonly apply: (settings: Settings, value: string) => void }
    | { readonly kind: "nothing" }
    | { readonly kind: "refused"; readonly why: string };
}

export const CBMC_COMMANDS: readonly CommandName[] = ["verify"];

const checks = (flag: string, names: string): CbmcOption => ({
  flags: [flag],
  help: `CBMC's name for \`--check ${names}\``,
  meaning: { kind: "checks", checks: names },
});

function ours(
  flags: readonly string[],
  ourName: string,
  apply: (settings: Settings, value: string) => unknown,
  argument?: string,
): CbmcOption {
  const help = `CBMC's name for \`${ourName}\``;
  const named = argument === undefined ? {} : { argument };
  return { flags, ...named, help, meaning: { kind: "ours", apply: (settings, value) => void apply(settings, value) } };
}

function refused(flags: string, why: string, argument?: string): CbmcOption {
  const named = argument === undefined ? {} : { argument };
  return { flags: flags.split(" "), ...named, help: `CBMC's; refused: ${why}`, meaning: { kind: "refused", why } };
}

function nothing(flags: string, why: string, argument?: string): CbmcOption {
  const named = argument === undefined ? {} : { argument };
  return { flags: flags.split(" "), ...named, help: `CBMC's; ignored: ${why}`, meaning: { kind: "nothing" } };
}

const BOUND = "a bound on a loop is a claim, which is checked";
const SHOWS = "it prints what CBMC sees (`hone cfa` prints what hone sees)";
const FORMAT = "see --format, --witness and -o";
const CONTRACT = "contracts are not understood";
const HEAD = "how CBMC works, not what it asks";

export const CBMC_OPTIONS: readonly CbmcOption[] = [
  checks("--bounds-check", "bounds"),
  checks("--pointer-check", "bounds,free"),
  checks("--memory-leak-check", "memtrack"),
  checks("--memory-cleanup-check", "memcleanup"),
  checks("--div-by-zero-check", "div-zero"),
  checks("--signed-overflow-check", "overflow"),
  checks("--unsigned-overflow-check", "unsigned-wrap"),
  checks("--undefined-shift-check", "shift"),
  checks("--conversion-check", "conversion,float-to-int"),
  checks("--float-overflow-check", "float-overflow"),
  checks("--nan-check", "nan"),
  checks("--pointer-overflow-check", "pointer-overflow"),
  checks("--pointer-primitive-check", "pointer-primitive"),
  checks("--uninitialized-check", "uninitialised"),
  refused("--enum-range-check", "values of enumerations are not checked"),
  refused("--float-div-by-zero-check", "see --check float-overflow and nan"),
  nothing(
    "--no-standard-checks --no-bounds-check --no-pointer-check --no-div-by-zero-check --no-signed-overflow-check " +
      "--no-undefined-shift-check --no-pointer-primitive-check --no-enum-range-check --no-unsigned-overflow-check " +
      "--no-pointer-overflow-check --no-conversion-check --no-float-overflow-check --no-nan-check --no-memory-leak-check",
    "only what is asked for is checked",
  ),
  refused(
    "--no-assertions --no-assumptions --assert-to-assume --no-built-in-assertions --property --error-label --cover",
    "what a program says is taken as it stands",
  ),
  ours(["--malloc-may-fail"], "--malloc may-fail", (settings) => (settings.malloc = "may-fail")),
  ours(["--no-malloc-may-fail"], "--malloc succeeds", (settings) => (settings.malloc = "succeeds")),
  nothing("--malloc-fail-null", "memory that is not there is null"),
  refused("--malloc-fail-assert", "memory that is not there is no violation"),
  ours(["--function"], "--entry", (settings, value) => (settings.entry = value), "FUNCTION"),
  ours(
    ["--remove-function-body"],
    "--remove-body",
    (settings, value) => settings.removedBodies.push(value),
    "FUNCTION",
  ),
  ours(["--LP64"], "--64", (settings) => (settings.dataModel = "LP64")),
  ours(["--ILP32", "--i386-linux"], "--32", (settings) => (settings.dataModel = "ILP32")),
  nothing("--havoc-undefined-functions", "undefined functions always write what they are given"),
  nothing("--nondet-volatile", "what is volatile is always an input"),
  nothing("--export-file-local-symbols", "statics always have CBMC's names, too"),
  nothing("--unwinding-assertions", BOUND),
  refused("--no-unwinding-assertions --partial-loops --incremental-loop", BOUND),
  refused("--depth --unwind-min --unwind-max --ignore-properties-before-unwind-min --stack-depth", BOUND, "N"),
  refused("--nondet-static-matching", "see --nondet-static-exclude", "NAME"),
  nothing(
    "--slice-formula --full-slice --reachability-slice --reachability-slice-fb --drop-unused-functions --remove-function-pointers " +
      "--const-function-pointer-propagation --add-library --retain-trivial-checks --no-self-loops-to-assumptions --no-caching " +
      "--no-array-field-sensitivity --symex-cache-dereferences --validate-goto-model --validate-ssa-equation --validate-trace " +
      "--stop-on-fail --no-sat-preprocessor --beautify --refine --refine-arrays --refine-arithmetic --arrays-uf-never " +
      "--arrays-uf-always --fpa --smt2 --z3 --cvc3 --cvc4 --cvc5 --yices --boolector --bitwuzla --mathsat --cprover-smt2",
    HEAD,
  ),
  nothing(
    "--object-bits --max-field-sensitivity-array-size --symex-complexity-limit --symex-complexity-failed-child-loops-limit " +
      "--sat-solver --external-sat-solver --external-smt2-solver --incremental-smt2-solver --paths",
    HEAD,
    "VALUE",
  ),
  nothing(
    "--trace --compact-trace --trace-hex --trace-show-code --trace-show-function-calls --stack-trace --flush --no-pretty-names " +
      "--localize-faults",
    "a counterexample is always shown",
  ),
  nothing("--verbosity --timestamp", "messages are hone's", "VALUE"),
  nothing("--c89 --c99 --c11 --c17 --c23 --gcc --little-endian --round-to-nearest", "it is how programs are read here"),
  refused(
    "--16 --LP32 --ILP64 --LLP64 --i386-win32 --winx64 --i386-macos --ppc-macos --win32 --big-endian --no-arch --unsigned-char " +
      "--round-to-plus-inf --round-to-minus-inf --round-to-zero --cpp98 --cpp03 --cpp11 --no-library --string-abstraction",
    "it is not a machine, language or library that hone knows",
  ),
  refused("--arch --os --mm", "--32 and --64 say which machine it is", "NAME"),
  refused(
    "--show-properties --show-loops --show-vcc --show-goto-functions --list-goto-functions --show-symbol-table --list-symbols " +
      "--show-parse-tree --show-points-to-sets --show-goto-symex-steps --show-symex-strategies --show-byte-ops --program-only " +
      "--preprocess --test-preprocessor",
    SHOWS,
  ),
  refused("--xml-ui --xml-interface --json-ui --json-interface --trace-json-extended --dimacs --smt1", FORMAT),
  refused(
    "--graphml-witness --outfile --dump-smt-formula --symex-coverage-report --write-solver-stats-to --mangle-suffix",
    FORMAT,
    "FILE",
  ),
  refused("--apply-loop-contracts --havoc-loops --loop-contracts-no-unwind", CONTRACT),
  refused(
    "--dfcc --enforce-contract --enforce-contract-rec --replace-call-with-contract --k-induction",
    CONTRACT,
    "NAME",
  ),
  refused(
    "--generate-function-body --generate-function-body-options --generate-havocing-body --replace-calls --restrict-function-pointer " +
      "--restrict-function-pointer-by-name --function-pointer-restrictions-file --nondet-volatile-variable --nondet-volatile-model " +
      "--model-argc-argv --max-nondet-tree-depth --min-null-tree-depth --isr",
    "a stub, or an environment (docs/entry.md), says it in C",
    "VALUE",
  ),
  refused("--undefined-function-is-assume-false --race-check --mmio", "a stub in C says what a function does"),
];
