/** Bounded model checking over bits. See README.md. */
import type { Engine } from "../engine.ts";
import { boundedModelChecking } from "./bmc.ts";

export const bmc: Engine = {
  name: "bmc",
  summary: "unrolls the program deeper and deeper, and asks a SAT solver for a violation",
  presets: [
    {
      name: "bmc",
      summary: "bounded model checking over bits; safe where no execution is longer",
      run: boundedModelChecking,
    },
  ],
};
