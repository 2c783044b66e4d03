/**
 * CBMC's own options, for who moves a proof (docs/migrating.md has the table): checks by the names that CBMC has for them,
 * options that only say how CBMC works, and those that ask for something which hone does not have, which are errors.
 */
import type { CommandName, Settings } from "./settings.ts";

export interface CbmcOption {
  readonly flag: string;
  readonly argument?: string;
  readonly help: string;
  /** checks: as `--check`. nothing: it changes no answer. refused: there is nothing like it. */
  readonly meaning:
    | { readonly kind: "checks"; readonly checks: string }
    | { readonly kind: "malloc"; readonly malloc: NonNullable<Settings["malloc"]> }
    | { readonly kind: "nothing" }
    | { readonly kind: "refused"; readonly why: string };
}

export const CBMC_COMMANDS: readonly CommandName[] = ["verify"];

const checks = (flag: string, names: string): CbmcOption => ({
  flag,
  help: `CBMC's name for \`--check ${names}\``,
  meaning: { kind: "checks", checks: names },
});

const refused = (flag: string, why: string): CbmcOption => ({
  flag,
  help: `CBMC's; refused: ${why}`,
  meaning: { kind: "refused", why },
});

const nothing = (flag: string, argument?: string): CbmcOption => ({
  flag,
  ...(argument === undefined ? {} : { argument }),
  help: "CBMC's; changes no answer here",
  meaning: { kind: "nothing" },
});

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
  refused("--enum-range-check", "values of enumerations are not checked"),
  {
    flag: "--malloc-may-fail",
    help: "CBMC's name for `--malloc may-fail`",
    meaning: { kind: "malloc", malloc: "may-fail" },
  },
  {
    flag: "--no-malloc-may-fail",
    help: "CBMC's name for `--malloc succeeds`",
    meaning: { kind: "malloc", malloc: "succeeds" },
  },
  nothing("--malloc-fail-null"),
  refused("--malloc-fail-assert", "memory that is not there is no violation"),
  nothing("--unwinding-assertions"),
  refused("--no-unwinding-assertions", "a bound on a loop is a claim, which is checked"),
  refused("--partial-loops", "a bound on a loop is a claim, which is checked"),
  refused("--nondet-static", "statics start as C has it"),
  nothing("--object-bits", "N"),
  nothing("--slice-formula"),
  nothing("--trace"),
];
