/** Concolic search: inputs solved for from the branches of earlier runs. See README.md. */
import { asksForLifetimes } from "../../model/properties.ts";
import type { Engine } from "../engine.ts";
import { search } from "./search.ts";

const SUMMARY = "runs the program, solves for inputs that go other ways or make an operation fail, runs it on those";

export const concolic: Engine = {
  name: "concolic",
  summary: SUMMARY,
  // Errors in accesses stand behind what the program does with the texts that it reads, of which abstractions know little.
  presets: [
    {
      name: "concolic",
      summary: SUMMARY,
      slices: "late",
      suits: (_, { properties }) => asksForLifetimes(properties),
      run: search,
    },
  ],
};
