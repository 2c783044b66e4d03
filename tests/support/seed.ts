/**
 * Before every test file. Random tests are the same on every run, so that a failure is a change's and not the day's. HONE_SEED=N
 * tries others; a test may still choose its own seed. Code is compiled as in `hone`.
 */
import fc from "fast-check";
import { optimiseLate } from "../../src/cli/optimise-late.ts";

const { HONE_SEED } = process.env;

fc.configureGlobal({ seed: HONE_SEED === undefined ? 1 : Number(HONE_SEED) });

optimiseLate();
